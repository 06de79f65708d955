"""Random kernels on integers, made to tempt the prover: guards that nearly protect, bounds at the ends of i32.

`choice` is a :class:`random.Random`, or Hypothesis' imitation of one, so that a failure shrinks.
"""

from __future__ import annotations

from interpreter import Launch
from trees import array, assign, both, choose, convert, either, extent, kernel, load, op, position, read, scalar, store
from trees import variable as new_variable

from pyvkc.frontend import ir
from pyvkc.types import Scalar, TupleType, bool_, i8, i32, ivec2, u8, u32

ARRAYS = (array("x", i32, 1, 0), array("y", u8, 1, 1), array("z", i32, 2, 2))
OWN = (ir.Allocation("shared", "tile", i32, (64,), 0), ir.Allocation("local", "grid", ivec2, (8, 3), 1))
VALUES = (scalar("n", i32, 3), scalar("m", i32, 4), scalar("u", u32, 5))
PARAMETERS = (*ARRAYS, *VALUES)
EXTREMES = (0, 1, -1, 2, 3, 7, 8, -2, 2**31 - 1, -(2**31), 2**30, 2**31 - 2, -(2**31) + 1, 1000000000)
BINARY = ("add", "subtract", "multiply", "floor_divide", "remainder", "min", "max", "bitwise_and", "bitwise_or",
          "bitwise_xor", "right_shift", "left_shift")  # fmt: skip
COMPARISONS = ("less", "less", "less_equal", "greater", "greater_equal", "equal", "not_equal")


class Generator:
    def __init__(self, choice):
        self.choice = choice
        self.variables = []  # in scope
        self.conditions = []
        self.recent = []  # integer expressions to use again
        self.functions = []
        self.loops = 0
        self.inside = False  # a function
        self.dense = self.chance(0.6)  # few numbers, which meet all the time

    def pick(self, *options):
        return self.choice.choice(options)

    def chance(self, probability):
        return self.choice.random() < probability

    # Expressions, all i32 unless they say otherwise

    def leaf(self):
        if self.dense:
            return self.near()
        kind = self.choice.randrange(10)
        if kind < 4 and self.variables:
            return self.part(self.choice.choice(self.variables))
        if kind == 4:
            return self.pick(*VALUES[:2])
        if kind == 5:
            a = self.choice.choice(ARRAYS)
            return extent(a, self.choice.randrange(a.ndim))
        if kind == 6:
            return op("+", 0, self.choice.choice(EXTREMES)).operands[1]
        if kind == 7:
            kinds = ("global_id", "global_id", "local_id", "group_id", "global_size", "group_size", "num_groups")
            return position(self.pick(*kinds), 0)
        if kind == 8:
            group, place = position("group_id"), position("local_id")
            return op("+", op("*", group, self.pick(position("group_size"), ir.Constant(64, i32))), place)
        return position("global_id", 0)

    def near(self):
        kind = self.choice.randrange(20)
        if kind < 13:
            return self.part(self.choice.choice(self.variables[-4:]))
        if kind < 16:
            return extent(ARRAYS[0])
        if kind < 18:
            return ir.Constant(self.pick(0, 1, 2, -1), i32)
        return self.pick(VALUES[0], position("global_id", 0))

    def part(self, variable):
        if isinstance(variable.type, Scalar):
            return read(variable)
        return ir.Component(read(variable), self.choice.randrange(2), i32)

    def integer(self, depth=2):
        if self.recent and self.chance(0.3):
            return self.choice.choice(self.recent[-6:])
        found = self.compound(depth) if depth and self.chance(0.35 if self.dense else 0.65) else self.leaf()
        self.recent.append(found)
        return found

    def compound(self, depth):
        kind = self.choice.randrange(-6 if self.dense else 0, 15)
        if kind < 5:
            return op(self.pick("add", "subtract"), self.integer(depth - 1), self.small())
        if kind < 8:
            return op(self.choice.choice(BINARY), self.integer(depth - 1), self.integer(depth - 1))
        if kind == 8:
            row = self.pick("negative", "abs", "invert", "positive", "clamp")
            return op(row, *(self.integer(depth - 1) for _ in range(3 if row == "clamp" else 1)))
        if kind == 9:
            return choose(self.integer(depth - 1), self.condition(1), self.integer(depth - 1))
        if kind == 10:
            return convert(i32, self.pick(VALUES[2], self.condition(0), convert(i8, self.integer(depth - 1))))
        if kind == 11:
            operand = convert(u32, self.integer(depth - 1))
            return convert(i32, op(self.pick("add", "subtract"), operand, self.unsigned()))
        if kind == 12:
            return self.load(depth - 1)
        if kind == 13:
            return self.middle()
        if self.functions and not self.inside:
            function = self.choice.choice(self.functions)
            return ir.Call(function, tuple(self.integer(depth - 1) for _ in function.parameters), i32)
        return op(self.pick("remainder", "floor_divide", "min"), self.integer(depth - 1), self.small())

    def middle(self):
        a, b, two = self.leaf(), self.leaf(), ir.Constant(2, i32)
        return op("//", op("+", a, b), two) if self.chance(0.5) else op("+", a, op("//", op("-", b, a), two))

    def small(self):
        return op("+", 0, self.choice.choice((1, 1, 2, 3, 1000000000, -1))).operands[1]

    def unsigned(self):
        return ir.Constant(self.pick(1, 2, 2**32 - 1), u32)

    def load(self, depth):
        a = self.choice.choice(ARRAYS) if self.chance(0.8) else self.choice.choice(OWN)
        found = load(a, *(self.integer(depth) for _ in range(a.ndim)))
        if not isinstance(found.type, Scalar):
            return ir.part(found, 1)
        return found if found.type == i32 else convert(i32, found)

    def condition(self, depth=2):
        kind = self.choice.randrange(-8 if self.dense else 0, 12)
        if kind <= 0 and kind > -4 and self.conditions:
            return read(self.choice.choice(self.conditions))
        if kind == 1:
            return convert(bool_, self.integer(1))
        if kind == 2 and depth:
            return op("logical_not", self.condition(depth - 1))
        if kind in (3, 4, 5) and depth:
            combine = self.pick(both, both, either, lambda a, b: op("&", a, b), lambda a, b: op("|", a, b))
            return combine(self.condition(depth - 1), self.condition(depth - 1))
        left = self.integer(1)
        right = self.pick(self.integer(1), self.bound(), self.bound())
        return op(self.choice.choice(COMPARISONS), left, right)

    def bound(self):
        last = self.pick(self.small(), ir.Constant(0, i32))
        return self.pick(extent(ARRAYS[0]), VALUES[0], VALUES[2], extent(ARRAYS[2], 1), last)

    # Statements

    def block(self, depth, count=None):
        scope = len(self.variables), len(self.conditions), len(self.recent)
        found = []
        for _ in range(count or self.choice.randint(1, 3)):
            found += self.statement(depth)
            if isinstance(found[-1], ir.Return | ir.Break | ir.Continue):
                break
        del self.variables[scope[0] :], self.conditions[scope[1] :], self.recent[scope[2] :]
        return tuple(found)

    def statement(self, depth):
        kind = self.choice.randrange(16)
        if self.dense and self.chance(0.3):
            return self.change()
        if kind < 4:
            return [self.assignment()]
        if kind < 7 or not depth:
            return [self.store()]
        if kind < 11:
            return [ir.If(self.condition(), self.block(depth - 1), self.block(depth - 1) if self.chance(0.4) else ())]
        if kind < 13:
            return self.loop(depth)
        if kind == 13:
            return [ir.If(self.condition(), (self.leave(),), ())]
        if kind == 14:
            return self.change()
        return self.tuple_assignment()

    def leave(self):
        if self.loops:
            return self.pick(ir.Break(), ir.Continue())
        return ir.Return(ir.Constant(3, i32) if self.inside else None)

    def assignment(self):
        if self.chance(0.2):
            target, value = new_variable("b", bool_, self.chance(0.2)), self.condition()
            self.conditions.append(target)
        else:
            target, value = new_variable("v", i32, self.chance(0.4)), self.integer()
            self.variables.append(target)
        return assign(target, value)

    def change(self):
        """Assign to a mutable variable again."""
        mutable = [variable for variable in self.variables if variable.mutable and variable.type == i32]
        if not mutable:
            return [self.assignment()]
        target = self.choice.choice(mutable)
        if self.chance(0.1):
            x = ARRAYS[0]
            return [ir.Atomic(target, "add", x, (self.integer(),), ir.Constant(1, i32), (True,))]
        step = op(self.pick("add", "subtract"), read(target), self.pick(self.small(), self.integer(1)))
        return [assign(target, step if self.chance(0.7) else self.integer())]

    def tuple_assignment(self):
        type = self.pick(ivec2, TupleType((i32, i32)))
        target = new_variable("t", type, self.chance(0.3))
        value = ir.Compose((self.integer(1), self.integer(1)), type)
        self.variables.append(target)
        return [assign(target, value)]

    def store(self):
        a = ARRAYS[0] if self.dense else self.choice.choice(ARRAYS)
        if self.chance(0.2):
            a = self.choice.choice(OWN)
        indices = [self.integer() for _ in range(a.ndim)]
        pair = ir.Compose((ir.Constant(0, i32),) * 2, ivec2)
        return store(a, *indices, pair if a.element == ivec2 else ir.Constant(0, a.element))

    def loop(self, depth):
        if self.chance(0.6):
            return self.counted(depth)
        return self.conditional(depth)

    def counted(self, depth):
        start, stop = self.pick(ir.Constant(0, i32), self.integer(1)), self.integer(1)
        step = self.pick(*(ir.Constant(number, i32) for number in (1, 1, -1, 3)), self.leaf())
        if step == ir.Constant(-1, i32):
            start, stop = stop, self.pick(ir.Constant(-1, i32), start)
        counter = new_variable("k", i32, self.chance(0.2))
        return [ir.For(counter, start, stop, step, self.body(depth, counter))]

    def conditional(self, depth):
        counter = new_variable("w", i32, True)
        first = assign(counter, self.pick(ir.Constant(0, i32), self.integer(1)))
        self.variables.append(counter)
        prelude = (self.assignment(),) if self.chance(0.3) else ()
        condition = op(self.pick("less", "greater_equal", "less_equal"), read(counter), self.bound())
        step = assign(counter, op(self.pick("add", "add", "subtract"), read(counter), self.small()))
        body = self.body(depth, counter)
        if not isinstance(body[-1], ir.Return | ir.Break | ir.Continue):
            body = (*body, step)
        return [first, ir.While(prelude, condition if self.chance(0.8) else self.condition(), body)]

    def body(self, depth, counter):
        self.loops += 1
        self.variables.append(counter)
        found = self.block(depth - 1)
        self.variables.pop()
        self.loops -= 1
        return found

    # Units

    def function(self, index):
        parameters = tuple(new_variable("p", i32, self.chance(0.3)) for _ in range(2))
        self.inside, self.variables, self.recent = True, list(parameters), []
        body = self.block(1)
        if not isinstance(body[-1], ir.Return):
            body = (*body, ir.Return(op("min", read(parameters[0]), 5)))
        self.inside, self.variables, self.recent, self.conditions = False, [], [], []
        return ir.Function(f"f{index}", index, parameters, body, i32)

    def kernel(self):
        self.functions = [self.function(0)] if self.chance(0.3) else []
        place = new_variable("i")
        self.variables = [new_variable("a", i32, True), new_variable("b", i32, True), place]
        starts = (extent(ARRAYS[0]), ir.Constant(0, i32), VALUES[0])
        first = [assign(variable, self.pick(*starts)) for variable in self.variables[:2]]
        body = (*first, assign(place, position()), *self.block(3, count=self.choice.randint(1, 6)))
        return kernel(*body, parameters=PARAMETERS, functions=self.functions, workgroup=(64,))


def random_launch(choice):
    """A launch; half of them are those that kernels are written for, the others are made of extremes."""
    sensible = choice.random() < 0.5
    length = choice.choice((0, 1, 2, 5, 9, 70) if sensible else (0, 1, 2, 2**29, 2**29 + 1, 2**30, 2**31 - 1))

    def size():
        return length if choice.random() < 0.7 else choice.choice((0, 1, 3, 8, 100, 255, 256, 2**31 - 1, 2**29))

    extents = {(a.index, axis): size() for a in ARRAYS for axis in range(a.ndim)}
    launch = max(1, size() + choice.choice((0, 0, 0, -1, -2, 1)))
    launch = min(launch, 2**31 - 1)
    values = {
        parameter.index: choice.choice((length, length, length - 1, length + 1, *EXTREMES))
        for parameter in (argument.parameter for argument in VALUES)
    }
    values = {index: min(max(value, -(2**31)), 2**31 - 1) for index, value in values.items()}
    values[5] = choice.choice((0, 1, 2, 2**31, 2**32 - 1, length))
    place = choice.choice((0, launch - 1, choice.randrange(launch), min(launch - 1, choice.randrange(9))))
    return Launch((launch,), (place,), extents, values, choice.randrange(2**16))
