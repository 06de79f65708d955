"""Runs a typed tree for one invocation on Python integers, by SEMANTICS' rules, and watches its accesses.

Integers and bools only. Memory is not kept: each load in range gives the next number of a random sequence, as other
invocations may write between any two loads. Every access whose check was cleared must be in range.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from pyvkc.frontend import ir
from pyvkc.types import Scalar


class OutOfRange(AssertionError):
    pass


class Break(Exception):
    pass


class Continue(Exception):
    pass


class Return(Exception):
    pass


class OutOfFuel(Exception):
    pass


@dataclass
class Launch:
    sizes: tuple
    ids: tuple
    extents: dict  # (parameter, axis) -> int
    values: dict  # parameter -> int
    seed: int = 0
    fuel: int = 400
    workgroup: tuple = (64, 1, 1)
    cleared: int = field(default=0, compare=False)


def wrap(value, type):
    if type.kind == "bool":
        return int(value != 0)
    value &= (1 << type.bits) - 1
    return value - (1 << type.bits) if value > type.maximum else value


def shift_right(a, b):
    return a >> b if 0 <= b < 64 else (-1 if a < 0 else 0)


def shift_left(a, b, bits):
    return a << b if 0 <= b < bits else 0


OPERATIONS = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "floor_divide": lambda a, b: a // b if b else 0,
    "remainder": lambda a, b: a % b if b else 0,
    "right_shift": shift_right,
    "bitwise_and": lambda a, b: a & b,
    "bitwise_or": lambda a, b: a | b,
    "bitwise_xor": lambda a, b: a ^ b,
    "negative": lambda a: -a,
    "positive": lambda a: a,
    "invert": lambda a: ~a,
    "abs": abs,
    "min": min,
    "max": max,
    "clamp": lambda a, b, c: min(max(a, b), c),
    "less": lambda a, b: a < b,
    "less_equal": lambda a, b: a <= b,
    "greater": lambda a, b: a > b,
    "greater_equal": lambda a, b: a >= b,
    "equal": lambda a, b: a == b,
    "not_equal": lambda a, b: a != b,
    "logical_not": lambda a: not a,
}


class Invocation:
    def __init__(self, launch):
        self.launch = launch
        self.variables = {}
        self.random = random.Random(launch.seed)

    def run(self, kernel):
        """Run it to its end, or until the fuel is spent; says how many accesses ran without a check."""
        try:
            self.block(kernel.body)
        except (Return, OutOfFuel):
            pass
        return self.launch.cleared

    # Expressions

    def value(self, node):
        return getattr(self, node.__class__.__name__)(node)

    def Constant(self, node):
        return int(node.value)

    def Read(self, node):
        return self.variables[node.variable.index]

    def Argument(self, node):
        return self.launch.values[node.parameter.index]

    def Extent(self, node):
        return self.launch.extents[node.array.index, node.axis]

    def Position(self, node):
        size, place = self.launch.sizes[node.axis], self.launch.ids[node.axis]
        width = self.launch.workgroup[node.axis]
        return {
            "global_id": place,
            "global_size": size,
            "local_id": place % width,
            "group_id": place // width,
            "group_size": width,
            "num_groups": -(-size // width),
        }[node.kind]

    def Operation(self, node):
        operands = [self.value(operand) for operand in node.operands]
        if node.row == "left_shift":
            return wrap(shift_left(*operands, node.type.bits), node.type)
        return wrap(OPERATIONS[node.row](*operands), node.type)

    def Convert(self, node):
        return wrap(self.value(node.operand), node.type)

    def Select(self, node):
        return self.value(node.then if self.value(node.condition) else node.otherwise)

    def Load(self, node):
        if not self.access(node):
            return 0
        element = node.type
        near = self.random.random() < 0.7
        return wrap(self.random.randint(-3, 12) if near else self.random.getrandbits(40), element)

    def Compose(self, node):
        return tuple(map(self.value, node.parts))

    def Component(self, node):
        return self.value(node.operand)[node.index]

    def Call(self, node):
        for variable, argument in zip(node.function.parameters, node.arguments, strict=True):
            self.variables[variable.index] = self.value(argument)
        try:
            self.block(node.function.body)
        except Return as result:
            return result.args[0]
        return None

    CallNothing = Call

    def access(self, node):
        """Whether an access is in range; an axis that is not checked must be."""
        inside = True
        for axis, (index, check) in enumerate(zip(node.indices, node.checks, strict=True)):
            value = self.value(index)
            own = isinstance(node.array, ir.Allocation)
            good = 0 <= value < (node.array.shape[axis] if own else self.launch.extents[node.array.index, axis])
            if not check:
                self.launch.cleared += 1
                if not good:
                    raise OutOfRange(f"{node.array.name}, axis {axis}: {value} in {self.launch}")
            inside = inside and good
        return inside

    # Statements

    def block(self, block):
        for node in block:
            self.launch.fuel -= 1
            if self.launch.fuel < 0:
                raise OutOfFuel
            getattr(self, node.__class__.__name__)(node)

    def Assign(self, node):
        self.variables[node.variable.index] = self.value(node.value)

    def Store(self, node):
        self.value(node.value)
        self.access(node)

    def Atomic(self, node):
        self.value(node.operand)
        inside = self.access(node)
        self.variables[node.result.index] = wrap(self.random.getrandbits(40), node.result.type) if inside else 0

    def Perform(self, node):
        self.value(node.call)

    def If(self, node):
        self.block(node.then if self.value(node.condition) else node.otherwise)

    def For(self, node):
        start, stop, step = (self.value(part) for part in (node.start, node.stop, node.step))
        for counter in range(start, stop, step) if step else ():
            self.launch.fuel -= 1
            self.variables[node.variable.index] = counter
            if self.iterate(node.body):
                break

    def While(self, node):
        while True:
            try:
                self.block(node.prelude)
            except Break:
                break
            except Continue:
                continue
            if not self.value(node.condition):
                break
            self.launch.fuel -= 1
            if self.iterate(node.body):
                break

    def iterate(self, body):
        """Run a loop's body; whether the loop is left."""
        if self.launch.fuel < 0:
            raise OutOfFuel
        try:
            self.block(body)
        except Break:
            return True
        except Continue:
            pass
        return False

    def Break(self, node):
        raise Break

    def Continue(self, node):
        raise Continue

    def Return(self, node):
        raise Return(None if node.value is None else self.value(node.value))


def number(symbol, launch):
    """A symbol's value, as the runtime finds it."""
    if symbol.kind == "zero":
        return 0
    if symbol.kind == "size":
        value = launch.sizes[symbol.axis]
    elif symbol.kind == "groups":
        value = -(-launch.sizes[symbol.axis] // launch.workgroup[symbol.axis])
    elif symbol.kind == "extent":
        value = launch.extents[symbol.parameter, symbol.axis]
    else:
        assert symbol.kind == "value"
        value = launch.values[symbol.parameter]
    return value * symbol.scale


def satisfies(launch, assumptions):
    return all(
        number(a.symbol, launch) + a.offset < (2**31 if a.parameter < 0 else launch.extents[a.parameter, a.axis])
        for a in assumptions
    )


def run(kernel, launch):
    assert all(isinstance(p.type, Scalar) or isinstance(p, ir.ArrayParameter) for p in kernel.parameters)
    return Invocation(launch).run(kernel)
