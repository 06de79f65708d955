"""The lowering: every tree becomes a valid module, for every target, and says no more than it needs."""

from __future__ import annotations

import re

import lower_trees as t
import pytest
from lower_trees import assign, choose, constant, convert, count, load, loop, op, store, when
from spirv_tools import validate

from pyvkc.frontend import ir
from pyvkc.frontend.lower import lower
from pyvkc.frontend.lower_memory import ATOMICS
from pyvkc.frontend.spirv.disasm import disassemble
from pyvkc.frontend.target import VERSIONS, Target
from pyvkc.program import Assumption, Binding, Symbol
from pyvkc.types import SCALARS, TupleType, Vector, bool_, f32, i32, ivec2, u32, vec3

X, Y = t.array("x", f32, 0), t.array("y", f32, 1)
A, N, FLAG = t.value("a", f32, 2), t.value("n", i32, 3), t.value("flag", bool_, 4)
B, M, S = t.array("b", bool_, 5), t.array("m", i32, 6, 2), t.array("s", f32, 7, 3, False)
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
    return ir.Atomic(
        t.variable(f"old_{name}", i32, 60 + n), name, M, (t.lift(I), constant(n)), t.lift(N), (True, n > 3)
    )


def update_u32(name):
    return ir.Atomic(OLD, name, U, (t.lift(I),), U5, (False,))


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

TARGETS = [
    Target(vulkan, abi, storage8)
    for vulkan in VERSIONS
    for abi in ("address", "descriptor")
    for storage8 in (True, False)
]


def name_of(target):
    return f"{target.vulkan}-{target.abi}-{'bytes' if target.storage8 else 'words'}"


@pytest.mark.parametrize("target", TARGETS, ids=name_of)
@pytest.mark.parametrize("case", TREES)
def test_valid(case, target):
    program = lower(TREES[case], target)
    validate(program.words, target.vulkan)


@pytest.mark.parametrize("case", TREES)
def test_deterministic(case):
    assert lower(TREES[case], Target()).words == lower(TREES[case], Target()).words


# Text


def text(kernel, target=Target(), **options):
    program = lower(kernel, target, **options)
    validate(program.words, target.vulkan)
    return disassemble(program.words)


def count_of(opcode, kernel, target=Target()):
    return len(re.findall(rf"\b{opcode}\b", text(kernel, target)))


def test_nothing_unused_is_declared():
    for case, tree in TREES.items():
        for target in (Target(), Target(abi="descriptor")):
            module = text(tree, target)
            for id in re.findall(r"^ *(%\d+) = OpVariable", module, re.M):
                uses = [line for line in module.splitlines() if re.search(rf"{id}\b", line) and "Name" not in line]
                assert any(re.search("OpLoad|OpStore|OpAccessChain|OpArrayLength", line) for line in uses), (
                    case,
                    module,
                )


def test_no_more_capabilities_than_needed():
    assert lower(saxpy(), Target()).capabilities == ("Shader", "PhysicalStorageBufferAddresses")
    assert lower(saxpy(), Target(abi="descriptor")).capabilities == ("Shader",)
    unused = [t.array(str(scalar), scalar, n) for n, scalar in enumerate(SCALARS.values())]
    assert lower(kernel(parameters=unused), Target()).features == ("bufferDeviceAddress",)
    assert lower(TREES["bool arrays"], Target()).features == ("storageBuffer8BitAccess", "bufferDeviceAddress")
    assert lower(TREES["bool arrays"], Target(storage8=False)).features == ("bufferDeviceAddress",)
    assert lower(TREES["bool arrays"], Target(abi="descriptor", storage8=False)).features == ()


def test_extensions_only_where_the_version_lacks_them():
    extensions = [lower(TREES["bool arrays"], Target(vulkan)).extensions for vulkan in VERSIONS]
    assert extensions == [("SPV_KHR_8bit_storage", "SPV_KHR_physical_storage_buffer"), (), ()]


@pytest.mark.parametrize("vulkan", VERSIONS)
def test_float_controls(vulkan):
    target = Target(vulkan, float_controls=frozenset({"SignedZeroInfNanPreserve", "DenormPreserve"}))
    module = text(saxpy(), target)
    assert len(re.findall(r"OpExecutionMode %\d+ (SignedZeroInfNanPreserve|DenormPreserve) 32", module)) == 2
    assert lower(saxpy(), target).features == ("bufferDeviceAddress",)
    assert ("SPV_KHR_float_controls" in module) == (vulkan == "vulkan1.1")


def test_contraction_only_when_it_is_allowed():
    assert count_of("NoContraction", saxpy()) == 2
    assert count_of("NoContraction", saxpy(fastmath=["contract"])) == 0


def test_checks():
    assert count_of("OpULessThan", saxpy()) == 3
    assert count_of("OpPhi", saxpy()) == 2
    unchecked = TREES["unchecked"]
    assert count_of("OpULessThan", unchecked) == count_of("OpPhi", unchecked) == 0
    assert count_of("OpSelectionMerge", unchecked) == 1  # the guard
    assert count_of("OpLogicalAnd", TREES["two axes"]) == 2
    assert count_of("OpULessThan", TREES["mixed checks"]) == 2


def test_cheap_sides_do_not_branch():
    for case in ("select cheap", "cheap and or"):
        stores = count_of("OpStore", TREES[case])
        assert count_of("OpSelectionMerge", TREES[case]) == 1 + stores, case  # the guard, and the stores' checks
    assert count_of("OpLogicalAnd", TREES["cheap and or"]) == 2
    assert count_of("OpLogicalOr", TREES["cheap and or"]) == 1


def test_a_long_side_branches():
    side = A
    for _ in range(5):
        side = op("add", side, A)
    assert count_of("OpSelectionMerge", kernel(store(X, I, choose(LESS, side, 0.0), checks=False))) == 2


def test_whole_groups_need_no_guard():
    assert "OpUGreaterThanEqual" in text(saxpy())
    assert "OpUGreaterThanEqual" not in text(saxpy(), whole_groups=True)
    assert "OpUGreaterThanEqual" not in text(saxpy(), Target(abi="descriptor"))
    assert lower(saxpy(), Target(), whole_groups=True).whole_groups
    assert lower(saxpy(), Target(abi="descriptor")).whole_groups
    assert not lower(saxpy(), Target()).whole_groups


@pytest.mark.parametrize(("step", "counted"), [(1, False), (-1, False), (2, True), (-2, True), (0, True)])
def test_only_what_may_overflow_is_counted(step, counted):
    assert (count_of("OpISub", kernel(count(J, I, N, step, store(X, J, A)))) > 0) == counted


@pytest.mark.parametrize(
    ("stop", "step", "counted"),
    [(10, 3, False), (2**31 - 3, 3, False), (2**31 - 2, 3, True), (2**31 - 1, 3, True),
     (-10, -3, False), (-(2**31) + 2, -3, False), (-(2**31) + 1, -3, True)],
)  # fmt: skip
def test_a_known_stop_is_compared(stop, step, counted):
    assert (count_of("OpISub", kernel(count(J, I, stop, step, store(X, J, A)))) > 0) == counted


def test_bytes_of_words_are_changed_by_atomics():
    words = Target(storage8=False)
    assert (
        count_of("OpAtomicAnd", TREES["bool arrays"], words) == count_of("OpAtomicOr", TREES["bool arrays"], words) == 1
    )
    assert count_of("OpAtomicAnd", TREES["bool arrays"]) == 0
    assert count_of("OpStore", TREES["bool arrays"], words) == 0
    assert count_of("OpAtomicOr", TREES["bool constants"], words) == 1  # False only clears


# What a program says


def test_program():
    assumption = Assumption(Symbol("size"), 0, 0, 0)
    program = lower(saxpy(), Target(), assumptions=[assumption])
    assert (program.name, program.entry, program.workgroup, program.ndim) == ("k", "k", (64, 1, 1), 1)
    assert (program.target, program.abi, program.bindings) == ("vulkan1.2", "address", ())
    assert program.assumptions == (assumption,)
    assert program.tree == saxpy()
    access = {p.name: p.access for p in program.parameters}
    assert access == {
        "x": "read",
        "y": "read_write",
        "a": "none",
        "n": "none",
        "flag": "none",
        "b": "none",
        "m": "none",
    }


def test_a_kernel_without_a_name_is_main():
    assert lower(TREES["no name"], Target()).entry == "main"


def test_workgroup_is_reversed():
    program = lower(t.kernel([], ndim=3, workgroup=(2, 4, 8)), Target())
    assert program.workgroup == (8, 4, 2)
    assert "LocalSize 8 4 2" in disassemble(program.words)


def test_access_counts_functions():
    program = lower(TREES["call for its effects"], Target())
    assert {p.name: p.access for p in program.parameters}["y"] == "write"


def test_access_of_atomics():
    assert lower(TREES["atomics of u32"], Target()).parameters[0].access == "read_write"


def test_bindings():
    program = lower(saxpy(), Target(abi="descriptor"))
    assert program.bindings == (
        Binding(0, 0, 0, "read"), Binding(0, 1, 1, "read_write"), Binding(0, 2, 5, "none"), Binding(0, 3, 6, "none"),
    )  # fmt: skip
    module = disassemble(program.words)
    assert len(re.findall(r"OpDecorate %\d+ Binding", module)) == 2  # what is not accessed is not declared
    assert len(re.findall(r"OpDecorate %\d+ Aliased", module)) == 2


def test_one_buffer_has_no_aliases():
    assert "Aliased" not in text(kernel(store(X, I, A)), Target(abi="descriptor"))


@pytest.mark.parametrize("abi", ["address", "descriptor"])
def test_access_decorates(abi):
    module = text(kernel(store(Y, I, load(X, I))), Target(abi=abi))
    read, write = re.findall(r"OpMemberDecorate %\d+ 0 (NonWritable|NonReadable)$", module, re.M)[:2]
    assert {read, write} == {"NonWritable", "NonReadable"}


def test_no_paths_in_the_words():
    tree = ir.Kernel("k", PARAMETERS, (HERE,), (), 1, (64,), frozenset(), "/home/someone/secret.py")
    assert b"secret" not in lower(tree, Target()).words


# Every scalar


NUMBERS = [scalar for scalar in SCALARS.values() if scalar is not bool_]


@pytest.mark.parametrize("source", SCALARS.values(), ids=str)
@pytest.mark.parametrize("sink", SCALARS.values(), ids=str)
def test_every_conversion(source, sink):
    x, y, a = t.array("x", source, 0), t.array("y", sink, 1), t.value("a", source, 2)
    tree = kernel(store(y, I, convert(load(x, I), sink)), store(y, 0, convert(a, sink)), parameters=[x, y, a])
    validate(lower(tree, Target()).words)


@pytest.mark.parametrize("type", [vec3, ivec2])
def test_vectors(type):
    v = t.value("v", type, 2)
    build = ir.Compose((ir.Component(t.lift(v), 1, type.element),) * 2, ivec2 if type == ivec2 else Vector(f32, 2))
    w = t.variable("w", build.type, 40, mutable=True)
    tree = kernel(
        assign(w, build), store(X, I, convert(ir.Component(t.lift(w), 0, type.element), f32)), parameters=[X, Y, v]
    )
    for target in TARGETS:
        validate(lower(tree, target).words, target.vulkan)


@pytest.mark.parametrize("target", TARGETS, ids=name_of)
def test_forty_scalars_and_six_strided_arrays(target):
    arrays = [t.array(f"a{n}", f32, n, 3, contiguous=not target.addresses) for n in range(6)]
    values = [t.value(f"s{n}", (i32, f32, bool_, u32)[n % 4], 6 + n) for n in range(40)]
    body = [store(arrays[n % 6], (I, n, 0), convert(value, f32)) for n, value in enumerate(values)]
    program = lower(kernel(*body, parameters=[*arrays, *values], ndim=3), target)
    validate(program.words, target.vulkan)
    assert bool(program.layout.block) == target.addresses
