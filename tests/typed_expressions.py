"""Expressions of every type as text, drawn by Hypothesis: the same text for the kernel and for Python.

:meth:`Expressions.expression` has exactly the type that is asked for, so that both sides of a conditional value have
one type; :meth:`Expressions.operand` may also be a Python number or of a type below. What a name's first part says is
its type: ``i32_0``, ``bool_1``; there are one vector type, ``Vec``, and the struct ``Rec``.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st
from typed_numbers import BITS, FLOATS, INTEGERS, LATTICE, RANGES, settle

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")
WHOLE = (0, 1, 2, 3, 5, 7, 8, 15, 31, 33, 63, 64, 100, 127, 128, 255, 32767, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1,
         2**63 - 1, -1, -2, -3, -7, -100, -128, -32768, -(2**31), -(2**63))  # fmt: skip
TAME = ("0.0", "0.5", "1.0", "-0.0", "-1.0", "2.0", "-2.5", "3.0", "0.125", "10.0")
WILD = (*TAME, "1e4", "float('inf')", "-float('inf')", "float('nan')", "0.1", "6e-8")


def constructor(type):
    return "bool_" if type == "bool" else type


def negative(text):
    return f"({text})" if text.startswith("-") else text


@dataclass
class Expressions:
    """What may stand in a program's expressions.

    `types` are the scalar types of the program; `names` has, for each type and for ``Vec`` and ``Rec``, the variables
    that can be assigned, `readable` further expressions without effect. `wild` allows floats that are huge or missing,
    `sums` arithmetic on floats, `divides` has the types whose quotients are correctly rounded, and `unsigned` allows
    u32 as a float. `functions` are those that may be called, by the type of their result; without `arrays` neither they
    nor vectors nor structs are there.
    """

    draw: object
    types: tuple = ("i32", "bool")
    wild: bool = True
    sums: bool = True
    divides: tuple = ()
    unsigned: bool = True
    names: dict = field(default_factory=dict)
    readable: dict = field(default_factory=dict)
    functions: dict = field(default_factory=dict)
    counters: list = field(default_factory=list)
    arrays: bool = True
    binds: bool = True

    # Drawing

    def pick(self, options):
        return self.draw(st.sampled_from(tuple(options)))

    def below(self, count):
        return self.draw(st.integers(0, count - 1))

    def chance(self, one_in):
        return self.below(one_in) == one_in - 1

    def some(self, make, least, most):
        return [make() for _ in range(least + self.below(most - least + 1))]

    # Numbers

    def expression(self, type, depth):
        """Exactly of a scalar type."""
        if depth <= 0 or self.chance(5):
            return self.leaf(type)
        kind = "bool" if type == "bool" else "float" if type in FLOATS else "int"
        return getattr(self, self.pick((FORMS if self.arrays else PLAIN)[kind]))(type, depth - 1)

    def leaf(self, type):
        choices = [*self.names.get(type, ()), *self.readable.get(type, ())] * 2
        choices += self.parts(type) if self.arrays else []
        choices += [self.pick(self.counters)] if type == "i32" and self.counters else []
        if type == "bool":
            choices += ["True", "False"]
        elif not choices or self.chance(4):
            return f"{type}({self.constant(type)})"
        return self.pick(choices)

    def constant(self, type):
        """A Python number that is one of the type's."""
        if type in FLOATS and not self.chance(3):
            return negative(self.pick(WILD if self.wild else TAME))
        if type in FLOATS:
            return negative(str(self.pick((0, 1, 2, 3, -1, -5, 100 if self.wild else 10))))
        low, high = RANGES[type]
        return negative(str(self.pick([number for number in WHOLE if low <= number <= high])))

    def floats_from(self, kind):
        """Whether the device makes floats of such integers as it should."""
        return kind in FLOATS or kind == "bool" or self.unsigned or BITS[kind] < 32 or kind == "i32"

    def below_type(self, type):
        """Types whose values meet or become one of `type`, and leave the type as it is."""
        kinds = [kind for kind in self.types if LATTICE[kind, type] == type]
        return [kind for kind in kinds if type not in FLOATS or self.floats_from(kind)]

    def operand(self, type, depth):
        if type == "bool" or not self.chance(3):
            return self.expression(type, depth)
        if self.chance(2):
            return self.constant(type)
        return self.expression(self.pick(self.below_type(type)), depth)

    def pair(self, type, depth):
        """Two operands that promote to the type."""
        pairs = [(a, b) for a in self.types for b in self.types if a != b and settle(LATTICE[a, b]) == type != a]
        pairs = [(a, b) for a, b in pairs if type not in FLOATS or (self.floats_from(a) and self.floats_from(b))]
        if pairs and self.chance(3):
            return [self.expression(kind, depth) for kind in self.pick(pairs)]
        sides = [self.expression(type, depth), self.operand(type, depth)]
        return sides[::-1] if self.chance(3) else sides

    def operators(self, type):
        if type not in FLOATS:
            return ("+", "-", "*", "+", "-", "*", "//", "%", "&", "|", "^")
        return ("+", "-", "*", "+", "-", "*", "/", "//", "%") if type in self.divides else ("+", "-", "*")

    def arithmetic(self, type, depth):
        if type in FLOATS and not self.sums:
            return self.unary(type, depth)
        left, right = self.pair(type, depth)
        return f"({left} {self.pick(self.operators(type))} {right})"

    def unary(self, type, depth):
        operator = self.pick(("-", "+", "abs") if type in FLOATS else ("-", "+", "~", "abs"))
        value = self.expression(type, depth)
        return f"abs({value})" if operator == "abs" else f"({operator}{value})"

    def quotient(self, type, depth):
        wide = {"f32": False, "f64": True}.get(type)
        kinds = [k for k in self.types if k in INTEGERS and (BITS[k] == 64) == wide and self.floats_from(k)]
        if type not in self.divides or not kinds:
            return self.leaf(type)
        kind = self.pick(kinds)
        return f"({self.expression(kind, depth)} / {self.expression(kind, depth)})"

    def with_weak_float(self, type, depth):
        kinds = [kind for kind in self.types if kind in INTEGERS and self.floats_from(kind)]
        if type != "f32" or not self.sums or not kinds:
            return self.leaf(type)
        return f"({self.expression(self.pick(kinds), depth)} {self.pick('+-*')} {self.pick(TAME[:3])})"

    def shift(self, type, depth):
        count = str(self.pick((0, 1, 3, 7))) if self.chance(2) else self.expression(self.pick(self.integers()), depth)
        return f"({self.expression(type, depth)} {self.pick(('<<', '>>'))} {count})"

    def integers(self):
        return [kind for kind in self.types if kind in INTEGERS]

    def power(self, type, depth):
        known = [*self.names.get(type, ()), *self.readable.get(type, ())]
        exponent = self.pick((0, 1, 2, 3, 5)) if self.chance(2) or not known else self.pick(known)
        return f"({self.expression(type, 0)} ** {exponent})"

    def extreme(self, type, depth):
        values = [self.expression(type, depth), *self.some(lambda: self.operand(type, depth), 1, 2)]
        return f"{self.pick(('min', 'max'))}({', '.join(values)})"

    def clamped(self, type, depth):
        return f"vkc.clamp({', '.join(self.expression(type, depth) for _ in range(3))})"

    def conditional(self, type, depth):
        return f"({self.expression(type, depth)} if {self.truth(depth)} else {self.expression(type, depth)})"

    def choice(self, type, depth):
        return f"({self.expression(type, depth)} {self.pick(('and', 'or'))} {self.expression(type, depth)})"

    def cast(self, type, depth):
        kinds = [kind for kind in self.types if type not in FLOATS or self.floats_from(kind)]
        return f"{constructor(type)}({self.expression(self.pick(kinds), depth)})"

    def python_integer(self, type, depth):
        kinds = [kind for kind in self.types if kind in FLOATS and type == ("i64" if kind == "f64" else "i32")]
        if not kinds:
            return self.cast(type, depth)
        return f"{self.pick(('int', 'round', 'math.floor'))}({self.expression(self.pick(kinds), depth)})"

    def rounding(self, type, depth):
        return f"{self.pick(('np.floor', 'np.trunc', 'np.ceil', 'np.rint', 'float'))}({self.expression(type, depth)})"

    def bits(self, type, depth):
        if type != "i32":
            return f"vkc.bit_reverse({self.expression(type, depth)})"
        counted = self.expression(self.pick(self.integers()), depth)
        return f"vkc.{self.pick(('popcount', 'clz', 'ctz'))}({counted})"

    def bitcast(self, type, depth):
        kinds = [kind for kind in self.integers() if BITS[kind] == BITS[type]]
        return f"vkc.bitcast({type}, {self.expression(self.pick(kinds), depth)})"

    # Memory

    def place(self):
        """An index that no compiler knows, as a negative one would then count from the end."""
        return self.pick(("g", "n", "in_i32[g]", *self.names["i32"], *self.counters))

    def index(self, depth):
        if self.chance(2):
            return self.place()
        return f"({self.expression('i32', depth)} {self.pick('+-^')} {self.place()})"

    def bounds(self):
        """Those of a slice."""
        place = self.place()
        return self.pick(("1:", "::2", "::-1", ":-2", f"2:{place}", f"{place}:", f":{place}:3", f"{place}::-2"))

    def view(self, type):
        """Some of the elements of an array that is only read, as an array."""
        bounds, place = self.bounds(), self.place()
        return self.pick((f"in_{type}[{bounds}]", f"in_{type}[{bounds}][1:]", f"grid_{type}[:, {place}]",
                          f"grid_{type}.T[{place}]", f"grid_{type}[{place}, {bounds}]"))  # fmt: skip

    def load(self, type, depth):
        index = self.index(depth)
        return self.pick((
            f"in_{type}[{index}]", f"in_{type}[{self.pick((0, -1, -2, 3))}]", f"grid_{type}[{index}, {self.place()}]",
            f"log_{type}[g, {index}]", f"log_{type}[g][{index}]", f"{self.view(type)}[{index}]",
            f"local_{type}[{index}]", f"local_{type}[{self.pick((0, -1))}]", f"TABLE_{type}[{index}]",
            f"TABLE_{type}[{self.pick((0, 2, -1))}]", f"shared_{type}[lane, {index}]", f"shared_{type}[lane][{index}]",
        ))  # fmt: skip

    def array_reduction(self, type, depth):
        functions = ("sum",) if type in INTEGERS or self.sums else ()
        if not functions:
            return self.load(type, depth)
        return f"{self.pick(functions)}({self.view(type)})"

    def of_array(self, _, depth):
        kind, name = self.pick(self.types), f"b{depth}"
        element = self.scoped(name, kind, lambda: self.expression("bool", 1))
        return f"{self.pick(('any', 'all'))}({element} for {name} in {self.view(kind)})"

    def atomic(self, type, depth):
        """An effect inside an expression; each invocation has a row of its own, so that the result is certain."""
        operations = ("exchange", "min", "max") if type in FLOATS else ("min", "max", "and_", "or_", "xor", "exchange")
        operations += ("add", "sub") if type not in FLOATS or self.sums else ()
        place, value = f"log_{type}, (g, {self.index(depth)})", self.expression(type, depth)
        if type in INTEGERS and self.chance(6):
            return f"vkc.atomic.compare_exchange({place}, {self.expression(type, 0)}, {value})"
        return f"vkc.atomic.{self.pick(operations)}({place}, {value})"

    # Calls

    def call(self, type, depth):
        known = self.functions.get(type, ())
        return self.pick(known)(depth) if known else self.expression(type, depth)

    def walrus(self, type, depth):
        if not self.binds or not self.names.get(type):
            return self.expression(type, depth)
        return f"({self.pick(self.names[type])} := {self.expression(type, depth)})"

    def scoped(self, name, type, make):
        """What `make` writes where one more name is known, and nothing can be assigned."""
        before = self.readable, self.binds
        self.readable, self.binds = {**self.readable, type: [*self.readable.get(type, ()), name]}, False
        text = make()
        self.readable, self.binds = before
        return text

    def reduction(self, type, depth):
        """Python's functions over a generator expression."""
        name = f"e{depth}"
        items = self.scoped("g", "i32", lambda: ", ".join(self.some(lambda: self.expression(type, depth), 2, 3)))
        element = self.scoped(name, type, lambda: self.expression(type, 1))
        functions = ("sum", "min", "max") if type not in FLOATS or self.sums else ("min", "max")
        text = f"{element} for {name} in ({items})"
        return f"{self.pick(functions)}({self.pick((text, f'[{text}]'))})"

    def gathered(self, type, depth):
        """An item of a tuple that is made of others."""
        name = f"t{depth}"
        items = self.scoped("g", "i32", lambda: ", ".join(self.some(lambda: self.expression(type, 1), 2, 3)))
        element = self.scoped(name, type, lambda: self.expression(type, 1))
        text = f"{element} for {name} in ({items})"
        return f"tuple({text})[{self.pick((0, 1, -1))}]"

    def applied(self, type, depth):
        """A lambda, called at once or by another function."""
        name = f"p{depth}"
        body = self.scoped(name, type, lambda: self.expression(type, depth))
        value = self.expression(type, 1)
        return self.pick((f"apply(lambda {name}: {body}, {value})", f"twice(lambda {name}: {body}, {value})",
                          f"(lambda {name}: {body})({value})"))  # fmt: skip

    # Truth

    def compare(self, _, depth):
        kinds = [kind for kind in self.types if kind != "bool"]
        kind = self.pick(kinds)
        sides = self.pair(kind, depth)
        others = [other for other in kinds if {kind, other} <= {*INTEGERS} or LATTICE[kind, other] == kind]
        others = [other for other in others if self.floats_from(other) or kind not in FLOATS]
        if self.chance(3):
            sides[1] = self.expression(self.pick(others), depth)
            sides[0] = self.expression(kind, depth)
        text = f"{sides[0]} {self.pick(COMPARISONS)} {sides[1]}"
        return f"({text} {self.pick(COMPARISONS)} {self.expression(kind, depth)})" if self.chance(5) else f"({text})"

    def connective(self, _, depth):
        return f"({self.pick((' and ', ' or ')).join(self.some(lambda: self.expression('bool', depth), 2, 3))})"

    def negation(self, _, depth):
        return f"(not {self.truth(depth)})"

    def bool_bits(self, _, depth):
        return f"({self.expression('bool', depth)} {self.pick('&|^')} {self.expression('bool', depth)})"

    def truth(self, depth):
        """Any value that is tested."""
        return self.expression("bool" if not self.chance(3) else self.pick(self.types), depth)


PURE = "conditional cast call walrus reduction applied gathered "
NUMERIC = PURE + "arithmetic arithmetic arithmetic arithmetic unary extreme clamped choice "
WHOLE_NUMBERS = NUMERIC + "shift power python_integer bits bitcast "
FRACTIONS = NUMERIC + "quotient with_weak_float rounding "
TRUTH = "conditional call walrus compare compare compare connective negation bool_bits cast gathered "
MEMORY = "load load atomic component array_reduction"
FORMS = {
    "int": (WHOLE_NUMBERS + MEMORY).split(),
    "float": (FRACTIONS + MEMORY).split(),
    "bool": (TRUTH + "load of_vectors of_array").split(),
}
PLAIN = {"int": WHOLE_NUMBERS.split(), "float": FRACTIONS.split(), "bool": TRUTH.split()}
"""The forms of what needs no memory."""
