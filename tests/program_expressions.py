"""Typed expressions as text, drawn by Hypothesis, in two forms: that of the kernel and that which Python runs.

The Python form says, where a conditional value or a variable joins several types, which type that is; the kernel form
leaves it to the compiler. See ``meaning.py`` for what runs the Python form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

ARRAYS = {"i32": "ai", "u32": "au", "f32": "af", "bool": "ab"}
PARAMETERS = {"i32": "pi", "u32": "pu", "f32": "pf", "bool": "pb"}
TYPES = tuple(ARRAYS)
CONSTRUCTORS = {"i32": "i32", "u32": "u32", "f32": "f32", "bool": "bool_"}
VARIABLES = {"i32": ("vi0", "vi1", "vi2"), "u32": ("vu0", "vu1"), "f32": ("vf0", "vf1", "vf2"), "bool": ("vb0", "vb1")}
BELOW = {
    "bool": ("bool",),
    "i32": ("bool", "int", "i32"),
    "u32": ("bool", "u32"),
    "f32": ("bool", "int", "i32", "u32", "float", "f32"),
}
"""What may be assigned to a variable of a type, or meet it, without changing the type."""

INTEGERS = ("0", "1", "2", "3", "5", "7", "8", "31", "32", "33", "100", "(-1)", "(-2)", "(-7)", "65536", "2147483647",
            "(-2147483648)")  # fmt: skip
UNSIGNED = ("0", "1", "2", "3", "7", "16", "31", "32", "255", "65535", "2147483648", "4294967295", "2654435761")
TAME_FLOATS = ("1.0", "0.5", "2.0", "0.0", "3.0", "(-0.0)", "(-1.0)", "(-2.5)", "0.1", "1e-3", "100.0")
FLOATS = (*TAME_FLOATS, "1e10", "16777216.0", "3e38", "float('inf')", "(-float('inf'))", "float('nan')", "1e-40")
WEAK_NAMES = {"int": "c0", "float": "c1"}
"""Locals that are assigned once, from a constant."""

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True)
class Expression:
    type: str
    text: str
    python: str


def plain(type, text):
    return Expression(type, text, text)


def build(type, template, *operands):
    """An expression written alike in both forms."""
    return Expression(type, *(template.format(*(getattr(o, form) for o in operands)) for form in ("text", "python")))


def joined(type, template, *operands):
    """A conditional value: the Python form says its type."""
    made = build(type, template, *operands)
    return Expression(type, made.text, f"select({type!r}, {made.python})")


@dataclass
class Expressions:
    """What may stand in a program's expressions, and which variables were assigned in them.

    `wild` allows infinite, missing and huge floats, `sums` allows arithmetic on floats, `divides` also quotients;
    `subnormals` allows constants below the normal numbers, `wide` u32 with i32, `unsigned` u32 as a float. `sites`
    counts the assignments of each variable, `exact` holds those that surely got an f32, `helpers` the device functions
    as name, result and parameters.
    """

    draw: object
    wild: bool = True
    sums: bool = True
    divides: bool = True
    subnormals: bool = True
    wide: bool = True
    unsigned: bool = True
    counters: list = field(default_factory=list)
    sites: dict = field(default_factory=dict)
    exact: set = field(default_factory=set)
    helpers: list = field(default_factory=list)

    # Drawing

    def pick(self, options):
        return self.draw(st.sampled_from(options))

    def below(self, count):
        return self.draw(st.integers(0, count - 1))

    def chance(self, one_in):
        return self.below(one_in) == one_in - 1

    # Expressions

    def expression(self, type, depth):
        if depth <= 0 or self.chance(5):
            return self.leaf(type)
        return self.pick(FORMS[type])(self, type, depth - 1)

    def leaf(self, type):
        if type in ("int", "float"):
            return plain(type, WEAK_NAMES[type]) if self.chance(6) else self.constant(type)
        choice = self.below(6)
        if choice == 0 and type in ("i32", "f32"):
            return self.constant({"i32": "int", "f32": "float"}[type])
        if choice == 1 and type == "i32" and self.counters:
            return plain("i32", self.pick(self.counters))
        if choice == 1:
            return plain(type, PARAMETERS[type])
        if choice == 2:
            return plain(type, f"{ARRAYS[type]}[g]")
        if choice == 3:
            return self.exact_constant(type)
        return plain(type, self.pick(VARIABLES[type]))

    def constant(self, type, _=0):
        return plain(type, self.pick(self.constants(type)))

    def constants(self, type):
        if type == "bool":
            return ("True", "False")
        if type == "u32":
            return UNSIGNED
        if type in ("int", "i32"):
            return INTEGERS
        if not self.wild:
            return TAME_FLOATS
        return FLOATS if self.subnormals else FLOATS[:-1]

    def exact_constant(self, type):
        if type == "bool":
            return plain("bool", self.pick(self.constants("bool")))
        return plain(type, f"{type}({self.pick(self.constants(type))})")

    def operand(self, type, depth):
        """Something that meets a value of `type` and leaves the type as it is."""
        if type in ("int", "float") or not self.chance(3):
            return self.expression(type, depth)
        if type == "u32":
            return plain("int", self.pick(UNSIGNED))
        return self.expression(self.below_type(type), depth)

    def below_type(self, type):
        """A type whose values a variable of `type` takes."""
        return self.pick([kind for kind in BELOW[type] if self.unsigned or (type, kind) != ("f32", "u32")])

    def pair(self, type, depth):
        sides = [self.expression(type, depth), self.operand(type, depth)]
        return sides[::-1] if self.chance(3) else sides

    def arithmetic(self, type, depth):
        if type == "f32" and not self.sums:
            return self.unary(type, depth)
        if type == "f32":
            operators = ("+", "-", "*", "+", "-", "*", "/", "//", "%") if self.divides else ("+", "-", "*")
        else:
            operators = ("+", "-", "*", "//", "%", "&", "|", "^")
        left, right = self.pair(type, depth)
        return build(self.result(type, left, right), f"({{}} {self.pick(operators)} {{}})", left, right)

    def result(self, type, *operands):
        """Weak where all operands are; else what the strongest was made for."""
        kinds = {operand.type for operand in operands}
        if kinds <= {"int", "float"}:
            return "float" if "float" in kinds else "int"
        return type

    def float_of_integers(self, _, depth):
        kind = self.pick(("i32", "u32") if self.unsigned else ("i32",))
        left, right = self.pair(kind, depth)
        if not self.divides or {left.type, right.type} <= {"int"}:
            return build("f32", "f32({})", left)
        return build("f32", "({} / {})", left, right)

    def unary(self, type, depth):
        value = self.expression(type, depth)
        operator = self.pick(("-", "+", "abs") if type == "f32" else ("-", "+", "~", "abs"))
        return build(value.type, "abs({})" if operator == "abs" else f"({operator}{{}})", value)

    def negated_bool(self, _, depth):
        value = self.expression("bool", depth)
        return build("i32", "({}{})".format(self.pick(("-", "+")), "{}"), value)

    def bool_arithmetic(self, _, depth):
        left, right = self.expression("bool", depth), self.pick(("bool", "int"))
        return build("i32", f"({{}} {self.pick(('+', '-', '*'))} {{}})", left, self.expression(right, 0))

    def shift(self, type, depth):
        value = self.expression(type, depth)
        amount = self.pick(("i32", "u32", "int"))
        count = self.expression(amount, depth) if amount != "int" else plain("int", self.pick(("0", "1", "4", "31")))
        if {value.type, count.type} <= {"int"}:
            value = plain(type, VARIABLES[type][0])
        return build(type, f"({{}} {self.pick(('<<', '>>'))} {{}})", value, count)

    def power(self, type, depth):
        base = plain(type, self.pick(VARIABLES[type]))
        if self.chance(2):
            return build(type, f"({{}} ** {self.pick((0, 1, 2, 3, 5))})", base)
        exponent = self.expression(type, depth)
        if exponent.type == "int":
            exponent = build(type, f"{type}({{}})", exponent)
        return build(type, "({} ** {})", base, exponent)

    def extreme(self, type, depth):
        operands = [self.expression(type, depth), *(self.operand(type, depth) for _ in range(1 + self.below(2)))]
        template = f"{self.pick(('min', 'max'))}({', '.join(['{}'] * len(operands))})"
        return build(self.result(type, *operands), template, *operands)

    def conditional(self, type, depth):
        condition = self.truth(depth)
        then, otherwise = self.pair(type, depth)
        settled = {"int": "i32", "float": "f32"}.get(self.result(type, then, otherwise), type)
        return joined(settled, "({1} if {0} else {2})", condition, then, otherwise)

    def choice_of_values(self, type, depth):
        """``and`` and ``or`` of numbers, which give one of them."""
        left, right = self.expression(type, depth), self.operand(type, depth)
        if {left.type, right.type} <= {"int", "float"}:
            return self.conditional(type, depth)
        return joined(type, f"({{}} {self.pick(('and', 'or'))} {{}})", left, right)

    def cast(self, type, depth):
        kinds = [kind for kind in TYPES if self.unsigned or (type, kind) != ("f32", "u32")]
        source = self.expression(self.pick(kinds), depth)
        return build(type, f"{CONSTRUCTORS[type]}({{}})", source)

    def python_cast(self, depth, name, type, source):
        value = self.expression(source, depth)
        if value.type != source:
            value = plain(source, VARIABLES[source][0])
        return build(type, f"{name}({{}})", value)

    def mixed(self, type, depth):
        """u32 with i32 is i64, which is converted at once."""
        if not self.wide:
            return self.leaf(type)
        left, right = self.expression("u32", depth), plain("i32", self.pick(VARIABLES["i32"]))
        return build("i32", f"i32({{}} {self.pick(('+', '-', '*', '//', '%'))} {{}})", left, right)

    def load(self, type, depth):
        return build(type, f"{ARRAYS[type]}[{{}}]", self.index(depth))

    def slot(self, _, depth):
        return build("i32", "slots[g, {}]", self.index(depth))

    def index(self, depth):
        """An index that no compiler knows, as a negative one would then count from the end."""
        unknown = self.pick(("g", "pi", "ai[g]", *VARIABLES["i32"], *self.counters))
        if self.chance(2):
            return plain("i32", unknown)
        return build("i32", f"({{}} {self.pick('+-*^')} {unknown})", self.expression("i32", depth))

    def position(self, _, depth):
        return plain("i32", self.pick(("g", "len(ai)", "af.shape[0]", f"ai[{self.pick((0, 3, -1, -2))}]")))

    def call(self, type, depth):
        helpers = [helper for helper in self.helpers if helper[1] == type]
        if not helpers:
            return self.expression(type, depth)
        name, _, parameters = self.pick(helpers)
        return self.call_of(name, type, parameters, depth)

    def call_of(self, name, type, parameters, depth):
        values = [self.expression(parameter, depth) for parameter in parameters]
        text = ", ".join(value.text for value in values)
        python = ", ".join(f"select({p!r}, {v.python})" for p, v in zip(parameters, values, strict=True))
        return Expression(type, f"{name}({text})", f"{name}({python})")

    def atomic(self, _, depth):
        """An effect inside an expression; each invocation has a row of its own, so that the result is certain."""
        operation = self.pick(("add", "sub", "min", "max", "and_", "or_", "xor", "exchange"))
        value = self.expression("i32", depth)
        return build("i32", f"atomic.{operation}(slots, (g, {{}}), {{}})", self.index(depth), value)

    def bump(self, _, depth):
        """A device function with effects."""
        value = self.expression("i32", depth)
        return Expression("i32", f"bump(slots, g, {value.text})", f"bump(slots, g, select('i32', {value.python}))")

    def walrus(self, type, depth):
        name = self.pick(VARIABLES[type])
        value = self.assigned(name, type, depth)
        return Expression(type, f"({name} := {value.text})", f"({name} := select({type!r}, {value.python}))")

    # Truth

    def compare(self, _, depth):
        kind = self.pick(("i32", "u32", "f32", "mixed"))
        if kind == "mixed":
            sides = [self.expression("i32", depth), self.expression("u32", depth)]
        else:
            sides = self.pair(kind, depth)
        if {side.type for side in sides} <= {"int", "float"}:
            sides[0] = plain("i32", "vi0")
        operators = [self.pick(COMPARISONS)]
        while self.chance(4) and len(sides) < 4:
            sides.append(self.expression(kind if kind != "mixed" else "i32", depth))
            operators.append(self.pick(COMPARISONS))
        template = "({}" + "".join(f" {operator} {{}}" for operator in operators) + ")"
        return joined("bool", template, *sides)

    def connective(self, _, depth):
        operands = [self.expression("bool", depth) for _ in range(2 + self.below(2))]
        return joined("bool", f"({self.pick((' and ', ' or ')).join(['{}'] * len(operands))})", *operands)

    def negation(self, _, depth):
        return joined("bool", "(not {})", self.truth(depth))

    def bool_bits(self, _, depth):
        left, right = self.expression("bool", depth), self.expression("bool", depth)
        return build("bool", f"({{}} {self.pick('&|^')} {{}})", left, right)

    def truth(self, depth):
        """Any value that is tested."""
        return self.expression(self.pick(("bool", "bool", "bool", "i32", "u32", "f32")), depth)

    # Assignment

    def site(self, name, value):
        self.sites[name] = self.sites.get(name, 0) + 1
        if value.text in ("pf", "af[g]") or value.text.startswith("f32("):
            self.exact.add(name)

    def assigned(self, name, type, depth):
        """A value for a variable."""
        kind = type if not self.chance(4) else self.below_type(type)
        value = self.expression(kind, depth)
        self.site(name, value)
        return value


def _forms(names):
    return tuple(getattr(Expressions, name) for name in names.split())


def _called(name, source):
    return lambda writer, type, depth: writer.python_cast(depth, name, type, source)


COMMON = "conditional cast load call walrus "
NUMERIC = COMMON + "arithmetic arithmetic arithmetic arithmetic unary extreme choice_of_values "
FORMS = {
    "i32": (
        *_forms(NUMERIC + "shift power slot position negated_bool bool_arithmetic mixed atomic bump"),
        *(_called(name, "f32") for name in ("int", "round", "math.floor")),
    ),
    "u32": _forms(NUMERIC + "shift power"),
    "f32": (
        *_forms(NUMERIC + "float_of_integers"),
        *(_called(name, source) for name, source in (("float", "i32"), ("np.floor", "f32"), ("np.trunc", "f32"))),
    ),
    "bool": _forms(COMMON + "compare compare compare connective negation bool_bits"),
    "int": _forms("constant arithmetic"),
    "float": _forms("constant"),
}
"""How an expression of each type may be written."""
