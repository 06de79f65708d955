"""Trees that show the lowering everything that it can meet, by name."""

from __future__ import annotations

import lower_trees as t
from lower_trees import assign, choose, constant, convert, count, load, loop, op, store, when

from pyvkc.frontend import ir
from pyvkc.frontend.atomics import ATOMICS
from pyvkc.types import TupleType, bool_, f32, i32, u32

X, Y = t.array("x", f32, 0), t.array("y", f32, 1)
A, N, FLAG = t.value("a", f32, 2), t.value("n", i32, 3), t.value("flag", bool_, 4)
B, M = t.array("b", bool_, 5), t.array("m", i32, 6, 2)
PARAMETERS = (X, Y, A, N, FLAG, B, M)

I, J, K = t.variable("i", i32, 0), t.variable("j", i32, 1), t.variable("k", i32, 2)
R, V = t.variable("r", i32, 3, mutable=True), t.variable("v", f32, 4, mutable=True)
HERE = assign(I, t.global_id())
BREAK, CONTINUE, RETURN = ir.Break(), ir.Continue(), ir.Return()


def kernel(*body, parameters=PARAMETERS, **options):
    return t.kernel(parameters, HERE, *body, **options)


def saxpy(**options):
    return kernel(store(Y, I, op("add", op("multiply", A, load(X, I)), load(Y, I))), **options)


def negative(index):
    return op("less", load(X, index), 0.0)


def helper(name, index, result, *body, parameters=(), effects=False):
    return ir.Function(name, index, tuple(parameters), body, result, effects)


P, Q = t.variable("p", i32, 50), t.variable("q", i32, 51, mutable=True)
SIGN = helper(
    "sign", 0, i32,
    when(op("less", P, 0), [ir.Return(constant(-1))]),
    when(op("equal", P, 0), [ir.Return(constant(0))], [ir.Return(constant(1))]),
    parameters=[P],
)  # fmt: skip
PAIR = helper(
    "pair", 1, TupleType((i32, bool_)),
    assign(Q, op("add", Q, 1)),
    ir.Return(ir.Compose((t.lift(Q), op("less", Q, N)), TupleType((i32, bool_)))),
    parameters=[Q],
)  # fmt: skip
PUT = helper("put", 2, None, when(op("less", P, 0), [RETURN]), store(Y, P, A), parameters=[P], effects=True)
TWICE = helper("twice", 3, i32, ir.Return(op("add", ir.Call(SIGN, (t.lift(P),), i32), P)), parameters=[P])
WHERE = helper("where", 4, i32, ir.Return(ir.Position("group_id", 0)))
T = t.variable("t", TupleType((i32, bool_)), 20)
CALL_PAIR = assign(T, ir.Call(PAIR, (t.lift(I),), T.type))

U, OLD = t.array("u", u32, 0), t.variable("old", u32, 80, mutable=True)

LESS = op("less", I, N)
U5, U9 = constant(5, u32), constant(9, u32)
COUNT_U, N_U = t.variable("u", u32, 30), convert(N, u32)
ZERO_D = t.array("z", f32, 0, 0)
PAIR_TYPE = T.type


def update(name, n):
    expected = constant(0) if name == "compare_exchange" else None
    result, indices = t.variable(f"old_{name}", i32, 60 + n), (t.lift(I), constant(n))
    return ir.Atomic(result, name, M, indices, t.lift(N), (True, n > 3), expected=expected)


def update_u32(name):
    return ir.Atomic(OLD, name, U, (t.lift(I),), U5, (False,), expected=U5 if name == "compare_exchange" else None)


# fmt: off
TREES = {
    "empty":                  t.kernel([]),
    "no name":                t.kernel([], name=""),
    "saxpy":                  saxpy(),
    "unchecked":              kernel(store(Y, I, load(X, I, checks=False), checks=False)),
    "constant index":         kernel(store(Y, 0, load(X, 3))),
    "bool arrays":            kernel(store(B, I, op("logical_not", load(B, op("add", I, 1))))),
    "bool constants":         kernel(store(B, I, True), store(B, 0, False, checks=False)),
    "two axes":               kernel(assign(J, t.global_id(1)), store(M, (I, J), load(M, J, I)), ndim=2),
    "mixed checks":           kernel(store(M, (I, 1), load(M, 0, I, checks=(False, True)), checks=(True, False))),
    "bool argument":          kernel(when(FLAG, [store(Y, I, A)])),
    "conversions":            kernel(store(Y, I, convert(convert(convert(load(X, I), i32), u32), f32))),
    "float to u32":           kernel(store(Y, I, convert(convert(load(X, I), u32), f32))),
    "to and from bool":       kernel(store(Y, I, convert(convert(load(X, I), bool_), f32))),

    "if":                     kernel(when(negative(I), [store(X, I, 0.0)])),
    "if else":                kernel(when(negative(I), [store(X, I, 0.0)], [store(X, I, 1.0)])),
    "elif chain":             kernel(when(negative(I), [assign(R, 1)],
                                          [when(negative(0), [assign(R, 2)], [assign(R, 3)])])),
    "if of constants":        kernel(when(True, [store(X, I, 0.0)]), when(False, [], [store(X, I, 1.0)])),
    "both return":            kernel(when(negative(I), [RETURN], [store(X, I, 1.0), RETURN])),
    "both return, then more": kernel(when(negative(I), [RETURN], [RETURN]), store(X, I, 1.0)),
    "empty sides":            kernel(when(negative(I), [], [])),

    "for":                    kernel(count(J, 0, N, 1, store(X, J, A))),
    "for down":               kernel(count(J, N, 0, -1, store(X, J, A))),
    "for by two":             kernel(count(J, 0, N, 2, store(X, J, A))),
    "for of constants":       kernel(count(J, 0, 10, 3, store(X, J, A))),
    "for to the last int":    kernel(count(J, 0, 2**31 - 1, 3, store(X, J, A))),
    "for by run-time step":   kernel(count(J, I, N, op("negative", N), store(X, J, A))),
    "for by zero":            kernel(count(J, 0, N, 0, store(X, J, A))),
    "for mutable":            kernel(count(R, 0, N, 1, assign(R, op("add", R, 1)), store(X, R, A)), store(X, R, A)),
    "for of u32":             kernel(count(COUNT_U, constant(0, u32), N_U, U5)),
    "for u32 run-time step":  kernel(count(COUNT_U, constant(0, u32), U9, N_U)),
    "for break":              kernel(count(J, 0, N, 1, when(negative(J), [BREAK]), store(X, J, A))),
    "for always breaks":      kernel(count(J, 0, N, 1, store(X, J, A), BREAK)),
    "for always continues":   kernel(count(J, 0, N, 1, CONTINUE)),
    "for always returns":     kernel(count(J, 0, N, 1, RETURN), store(X, I, A)),
    "for break or continue":  kernel(count(J, 0, N, 1, when(negative(J), [BREAK], [CONTINUE]))),
    "return from two loops":  kernel(count(J, 0, 3, 1,
                                           count(K, 0, 4, 1, when(negative(K), [store(X, J, A), RETURN])),
                                           when(negative(J), [BREAK])), store(X, I, 0.0)),
    "break from inner loop":  kernel(count(J, 0, 3, 1,
                                           loop(negative(J), when(negative(I), [BREAK]), when(negative(0), [CONTINUE]),
                                                store(X, J, A)),
                                           when(negative(J), [CONTINUE]))),

    "while":                  kernel(assign(R, N), loop(op("less", 0, R), assign(R, op("subtract", R, 1)))),
    "while prelude":          kernel(loop(op("less", J, N), when(negative(J), [CONTINUE]), store(X, J, A),
                                          prelude=[assign(J, op("add", I, 1)), when(negative(J), [store(X, J, A)])])),
    "while true":             kernel(assign(R, 0), loop(True, when(negative(R), [BREAK]), assign(R, op("add", R, 1)),
                                          when(op("equal", R, 7), [BREAK]))),
    "while true returns":     kernel(loop(True, when(negative(I), [RETURN])), store(X, I, A)),
    "while true for ever":    kernel(loop(True), store(X, I, A)),
    "while false":            kernel(loop(False, store(X, I, A))),
    "while always breaks":    kernel(loop(negative(I), BREAK)),
    "while true breaks":      kernel(loop(True, BREAK), store(X, I, A)),
    "loop in both sides":     kernel(when(negative(I), [loop(True, BREAK)], [count(J, 0, 2, 1, BREAK), RETURN]),
                                     store(X, I, A)),
    "infinite in one side":   kernel(when(negative(I), [loop(True)], [RETURN])),
    "prelude always leaves":  kernel(loop(negative(I), store(X, I, A), prelude=[BREAK])),

    "select cheap":           kernel(store(X, I, choose(LESS, A, 0.0))),
    "select loads":           kernel(store(X, I, choose(LESS, load(X, I), load(Y, I)))),
    "select load or zero":    kernel(store(X, I, choose(LESS, load(X, I, checks=False), 0.0))),
    "select nested":          kernel(store(X, I, choose(negative(I), choose(negative(0), load(Y, I), A), load(X, N)))),
    "select of constants":    kernel(store(X, I, choose(True, load(X, I), A)),
                                     store(X, I, choose(False, load(X, I), A))),
    "and or":                 kernel(when(choose(LESS, negative(I), False), [store(X, I, A)]),
                                     when(choose(LESS, True, negative(I)), [store(X, I, A)])),
    "cheap and or":           kernel(store(B, I, choose(FLAG, choose(LESS, op("less", 0, N), False), False)),
                                     store(B, I, choose(FLAG, True, LESS)), store(B, I, choose(FLAG, False, True))),
    "select in condition":    kernel(loop(choose(LESS, negative(I), False), store(X, I, A))),
    "select of tuples":       kernel(CALL_PAIR, assign(t.variable("w", PAIR_TYPE, 21), choose(
                                     FLAG, T, ir.Call(PAIR, (constant(1),), PAIR_TYPE))), functions=[PAIR]),

    "tuple":                  kernel(CALL_PAIR, store(X, ir.Component(t.lift(T), 0, i32), A),
                                     when(ir.Component(t.lift(T), 1, bool_), [store(X, I, 0.0)]), functions=[PAIR]),
    "calls":                  kernel(store(M, (ir.Call(TWICE, (t.lift(I),), i32), 0), ir.Call(SIGN, (t.lift(N),), i32)),
                                     functions=[SIGN, TWICE]),
    "call for its effects":   kernel(ir.Perform(ir.CallNothing(PUT, (t.lift(I),))), functions=[PUT]),
    "call, result unused":    kernel(ir.Perform(ir.Call(SIGN, (t.lift(I),), i32)), functions=[SIGN]),
    "position in a function": kernel(store(X, ir.Call(WHERE, (), i32), A), functions=[WHERE]),
    "function not called":    kernel(functions=[SIGN]),
    "same value, two names":  kernel(assign(J, I), assign(K, 1), store(X, J, A)),
    "atomics":                kernel(*(update(name, n) for n, name in enumerate(ATOMICS))),
    "atomics of u32":         kernel(*map(update_u32, ATOMICS), parameters=[U]),
    "no dimensions":          kernel(store(ZERO_D, (), load(ZERO_D)), parameters=[ZERO_D]),
}
# fmt: on
