"""Random trees of nested conditions and loops: the device does what an interpreter of the tree does.

Programs work on i32 variables, a struct, a row of an array for each invocation, and local memory of structs. Every loop
that is not a range counts its iterations and leaves in time.
"""

from __future__ import annotations

import random

import lower_trees as t
import numpy as np
import pytest
from composites import struct
from lower_trees import assign, choose, load, op, store, when
from spirv_tools import validate

from pyvkc.errors import NoDeviceError
from pyvkc.frontend import ir
from pyvkc.frontend.composites import zero
from pyvkc.frontend.lower import lower
from pyvkc.frontend.spirv.disasm import disassemble
from pyvkc.frontend.target import Target
from pyvkc.types import i32, ivec2

ROWS, COLUMNS = 16, 6
OUT = t.array("out", i32, 0, 2)
HERE = t.variable("here", i32, 0)
PAIR = struct("Pair", number=i32, both=ivec2)
KEPT = t.variable("kept", PAIR, 9, mutable=True)
LOCAL = t.allocation("local", "local", PAIR, 4)
PATHS = [(0,), (1, 0), (1, 1)]
VARIABLES = [t.variable(name, i32, n, mutable=True) for n, name in enumerate("abcd", 1)]
BREAK, CONTINUE, RETURN = ir.Break(), ir.Continue(), ir.Return()


class Writer:
    """Writes a random program."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.next = 10
        self.fresh = []

    def variable(self, mutable):
        self.next += 1
        return t.variable(f"v{self.next}", i32, self.next, mutable)

    def kernel(self):
        start = [assign(HERE, t.global_id()), *(assign(v, op("add", HERE, n)) for n, v in enumerate(VARIABLES))]
        body = self.block(4, in_loop=False)
        start += [assign(KEPT, zero(PAIR)), ir.Clear(LOCAL)]
        end = [store(OUT, (HERE, n), v) for n, v in enumerate(VARIABLES)]
        return t.kernel([OUT], *start, *body, *end, workgroup=(8,))

    def block(self, depth, in_loop):
        before = len(self.fresh)
        statements = [self.statement(depth, in_loop) for _ in range(self.random.randint(1, 4))]
        if self.random.random() < (0.3 if in_loop else 0.1):
            statements.append(self.random.choice([BREAK, CONTINUE, RETURN] if in_loop else [RETURN]))
        del self.fresh[before:]
        return [each for group in statements for each in (group if isinstance(group, list) else [group])]

    def statement(self, depth, in_loop):
        kinds = [self.assign, self.assign, self.store, self.define, self.keep]
        if depth:
            kinds += [self.condition, self.condition, self.counted, self.repeated]
        return self.random.choice(kinds)(depth, in_loop)

    def assign(self, depth, in_loop):
        return assign(self.random.choice(VARIABLES), self.number(3))

    def define(self, depth, in_loop):
        variable = self.variable(False)
        statement = assign(variable, self.number(3))
        self.fresh.append(variable)
        return statement

    def store(self, depth, in_loop):
        return store(OUT, (HERE, self.random.choice([4, 5, self.random.choice(VARIABLES)])), self.number(2))

    def keep(self, depth, in_loop):
        """Store a whole struct or a number of it in local memory, or change the variable that is one."""
        place = self.random.choice([*range(5), self.random.choice(VARIABLES)])
        if self.random.random() < 0.4:
            path = self.random.choice(PATHS)
            return store(LOCAL, place, self.number(2), path=path)
        if self.random.random() < 0.5:
            return store(LOCAL, place, self.pair(1))
        return assign(KEPT, self.pair(1))

    def pair(self, depth):
        kind = self.random.randrange(4 if depth else 3)
        if kind == 0:
            both = ir.Compose((self.number(1), self.number(1)), ivec2)
            return ir.Compose((self.number(1), both), PAIR)
        if kind == 1:
            return load(LOCAL, self.random.choice([1, self.random.choice(VARIABLES)]))
        if kind == 2:
            return t.lift(KEPT)
        return choose(self.truth(1), self.pair(depth - 1), self.pair(depth - 1))

    def condition(self, depth, in_loop):
        otherwise = self.block(depth - 1, in_loop) if self.random.random() < 0.6 else []
        return when(self.truth(2), self.block(depth - 1, in_loop), otherwise)

    def counted(self, depth, in_loop):
        step = self.random.choice([1, 1, -1, 2, -3, self.random.choice(VARIABLES)])
        start, stop = (
            self.random.randint(-3, 3),
            self.random.choice([self.random.randint(-4, 4), op("bitwise_and", HERE, 3)]),
        )
        variable = self.random.choice([self.variable(False), self.random.choice(VARIABLES)])
        if not variable.mutable:
            self.fresh.append(variable)
        body = self.block(depth - 1, True)
        if not variable.mutable:
            self.fresh.remove(variable)
        return t.count(variable, start, stop, step, *body)

    def repeated(self, depth, in_loop):
        fuel = self.variable(True)
        burn = [assign(fuel, op("add", fuel, 1)), when(op("greater", fuel, 3), [BREAK])]
        condition = self.random.choice([True, self.truth(2), self.truth(2)])
        prelude, body = (burn, self.block(depth - 1, True)) if self.random.random() < 0.5 else ([], burn)
        if not prelude:
            body = burn + self.block(depth - 1, True)
        return [assign(fuel, 0), t.loop(condition, *body, prelude=prelude)]

    def number(self, depth):
        if not depth or self.random.random() < 0.2:
            return t.lift(self.random.choice([*VARIABLES, *self.fresh, HERE, self.random.randint(-5, 5)]))
        kind = self.random.randrange(6)
        if kind == 5:
            return ir.part(ir.part(self.pair(0), 1), self.random.randrange(2))
        if kind == 0:
            return choose(self.truth(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if kind == 1:
            return load(OUT, HERE, self.random.choice([4, 5, self.number(depth - 1)]))
        return op(self.random.choice(["add", "subtract", "multiply"]), self.number(depth - 1), self.number(depth - 1))

    def truth(self, depth):
        if depth and self.random.random() < 0.3:
            left, right = self.truth(depth - 1), self.truth(depth - 1)
            return choose(left, right, False) if self.random.random() < 0.5 else choose(left, True, right)
        if self.random.random() < 0.05:
            return t.constant(self.random.random() < 0.5)
        return op(self.random.choice(["less", "equal", "greater"]), self.number(depth), self.number(depth))


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Return(Exception):
    pass


def wrap(number):
    return (number + 2**31) % 2**32 - 2**31


OPERATIONS = {
    "add": lambda a, b: wrap(a + b),
    "subtract": lambda a, b: wrap(a - b),
    "multiply": lambda a, b: wrap(a * b),
    "bitwise_and": lambda a, b: a & b,
    "less": lambda a, b: a < b,
    "equal": lambda a, b: a == b,
    "greater": lambda a, b: a > b,
}
LEAVING = {ir.Break: Break, ir.Continue: Continue, ir.Return: Return}


class Interpreter:
    """Runs a tree for one invocation."""

    def __init__(self, here, memory):
        self.here, self.memory, self.values, self.local = here, memory, {}, {}

    def run(self, block):
        for node in block:
            self.execute(node)

    def execute(self, node):
        match node:
            case ir.Assign():
                self.values[node.variable.index] = self.value(node.value)
            case ir.Clear():
                self.local = {place: (0, (0, 0)) for place in range(4)}
            case ir.Store(array=ir.Allocation()):
                (place,), value = map(self.value, node.indices), self.value(node.value)
                if place in self.local:
                    self.local[place] = replaced(self.local[place], node.path, value)
            case ir.Store():
                row, column = map(self.value, node.indices)
                value = self.value(node.value)
                if 0 <= column < COLUMNS:
                    self.memory[row, column] = value
            case ir.If():
                self.run(node.then if self.value(node.condition) else node.otherwise)
            case ir.For():
                start, stop, step = map(self.value, (node.start, node.stop, node.step))
                for count in range(start, stop, step) if step else ():
                    self.values[node.variable.index] = count
                    if not self.iterate(node.body):
                        break
            case ir.While():
                while self.iterate(node.prelude, node) and self.iterate(node.body):
                    pass
            case _:
                raise LEAVING[type(node)]

    def iterate(self, block, loop=None):
        """Run a part of an iteration; whether the loop goes on. After the prelude comes the condition."""
        try:
            self.run(block)
        except Continue:
            return True if loop is None else self.iterate(block, loop)
        except Break:
            return False
        return loop is None or self.value(loop.condition)

    def value(self, node):
        match node:
            case ir.Constant():
                return node.value
            case ir.Read():
                return self.values[node.variable.index]
            case ir.Position():
                return self.here
            case ir.Operation():
                return OPERATIONS[node.row](*map(self.value, node.operands))
            case ir.Select():
                return self.value(node.then if self.value(node.condition) else node.otherwise)
            case ir.Compose():
                return tuple(map(self.value, node.parts))
            case ir.Component():
                return self.value(node.operand)[node.index]
            case ir.Load(array=ir.Allocation()):
                (place,) = map(self.value, node.indices)
                found = self.local.get(place, (0, (0, 0)))
                for index in node.path:
                    found = found[index]
                return found
            case ir.Load():
                row, column = map(self.value, node.indices)
                return int(self.memory[row, column]) if 0 <= column < COLUMNS else 0


def replaced(whole, path, value):
    """A tuple with another value where a path leads."""
    if not path:
        return value
    return tuple(replaced(part, path[1:], value) if n == path[0] else part for n, part in enumerate(whole))


def interpret(kernel, memory):
    for here in range(ROWS):
        try:
            Interpreter(here, memory).run(kernel.body)
        except Return:
            pass


@pytest.fixture(scope="module")
def device():
    from pyvkc.runtime.device import default_device

    try:
        return default_device()
    except NoDeviceError as error:
        pytest.skip(str(error))


@pytest.mark.parametrize("seed", range(24))
def test_device_does_what_the_tree_says(device, seed):
    from pyvkc.runtime.create import array
    from pyvkc.runtime.launch import Launcher

    kernel = Writer(seed).kernel()
    wanted = np.arange(ROWS * COLUMNS, dtype=np.int32).reshape(ROWS, COLUMNS)
    for abi in ("address", "descriptor"):
        program = lower(kernel, Target(abi=abi))
        validate(program.words)
        out = array(wanted)
        Launcher(device, program)((ROWS,), [out])
        got = out.numpy()
        expected = wanted.copy()
        interpret(kernel, expected)
        assert (got == expected).all(), disassemble(program.words)
