"""Hypothesis strategies for whole kernels: typed programs as text, in two forms that differ in one thing.

The Python form says, where a conditional value or a variable joins several types, which type that is; the kernel form
leaves it to the compiler. See ``meaning.py`` for what runs the Python form.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

ITEMS = 12
"""Elements of the input arrays; a launch has as many invocations."""

SLOTS = 3
"""Columns of the array that each invocation may index with what it computes."""

HEADER = (
    "def kernel_under_test(out_i: Array[i32, 2], out_u: Array[u32, 2], out_f: Array[f32, 2], out_b: Array[bool_, 2], "
    "slots: Array[i32, 2], ai: Array[i32], au: Array[u32], af: Array[f32], ab: Array[bool_], "
    "pi: i32, pu: u32, pf: f32, pb: bool_):"
)
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
FLOATS = ("0.0", "1.0", "0.5", "2.0", "3.0", "(-0.0)", "(-1.0)", "(-2.5)", "0.1", "1e-3", "1e10", "16777216.0", "3e38", "1e-40",
          "float('inf')", "(-float('inf'))", "float('nan')")  # fmt: skip
COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")


@dataclass(frozen=True)
class Expression:
    type: str
    text: str
    python: str

    @property
    def settled(self):
        return {"int": "i32", "float": "f32"}.get(self.type, self.type)


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
class Program:
    """The two forms of each line."""

    lines: list

    @property
    def text(self):
        return "".join(f"{text}\n" for text, _ in self.lines)

    @property
    def python(self):
        return "".join(f"{python}\n" for _, python in self.lines)


@dataclass
class Writer:
    """One program in the making."""

    draw: object
    divides: bool = True
    lines: list = field(default_factory=list)
    indent: int = 1
    budget: int = 0
    loops: int = 0
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
        return self.pick(FORMS[type])(self, depth - 1)

    def leaf(self, type):
        if type in ("int", "float"):
            return self.constant(type)
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

    def constant(self, type):
        return plain(type, self.pick(INTEGERS if type == "int" else FLOATS))

    def exact_constant(self, type):
        if type == "bool":
            return plain("bool", self.pick(("True", "False")))
        return plain(type, f"{type}({self.pick({'i32': INTEGERS, 'u32': UNSIGNED, 'f32': FLOATS}[type])})")

    def operand(self, type, depth):
        """Something that meets a value of `type` and leaves the type as it is."""
        if type in ("int", "float") or not self.chance(3):
            return self.expression(type, depth)
        if type == "u32":
            return plain("int", self.pick(UNSIGNED))
        return self.expression(self.pick(BELOW[type]), depth)

    def pair(self, type, depth):
        sides = [self.expression(type, depth), self.operand(type, depth)]
        return sides[::-1] if self.chance(3) else sides

    def arithmetic(self, type, depth):
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

    def float_of_integers(self, depth):
        kind = self.pick(("i32", "u32"))
        left, right = self.pair(kind, depth)
        if not self.divides or {left.type, right.type} <= {"int"}:
            return build("f32", "f32({})", left)
        return build("f32", "({} / {})", left, right)

    def unary(self, type, depth):
        value = self.expression(type, depth)
        operator = self.pick(("-", "+", "abs") if type == "f32" else ("-", "+", "~", "abs"))
        return build(value.type, "abs({})" if operator == "abs" else f"({operator}{{}})", value)

    def negated_bool(self, depth):
        value = self.expression("bool", depth)
        return build("i32", "({}{})".format(self.pick(("-", "+")), "{}"), value)

    def bool_arithmetic(self, depth):
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
        exponent = plain("int", self.pick(("0", "1", "2", "3", "5"))) if self.chance(2) else self.expression(type, depth)
        if exponent.type == "int" and exponent.text not in ("0", "1", "2", "3", "5"):
            exponent = plain(type, f"{type}({exponent.text})")
        return build(type, "({} ** {})", base, exponent)

    def extreme(self, type, depth):
        operands = [self.expression(type, depth), *(self.operand(type, depth) for _ in range(1 + self.below(2)))]
        return build(self.result(type, *operands), f"{self.pick(('min', 'max'))}({', '.join(['{}'] * len(operands))})", *operands)

    def conditional(self, type, depth):
        condition = self.truth(depth)
        then, otherwise = self.pair(type, depth)
        made = joined(type, "({1} if {0} else {2})", condition, then, otherwise)
        settled = {"int": "i32", "float": "f32"}.get(self.result(type, then, otherwise), type)
        return Expression(settled, made.text, f"select({settled!r}, {build(type, '({1} if {0} else {2})', condition, then, otherwise).python})")

    def choice_of_values(self, type, depth):
        """``and`` and ``or`` of numbers, which give one of them."""
        left, right = self.expression(type, depth), self.operand(type, depth)
        if {left.type, right.type} <= {"int", "float"}:
            return self.conditional(type, depth)
        return joined(type, f"({{}} {self.pick(('and', 'or'))} {{}})", left, right)

    def cast(self, type, depth):
        source = self.expression(self.pick(TYPES), depth)
        return build(type, f"{CONSTRUCTORS[type]}({{}})", source)

    def python_cast(self, depth, name, type, source):
        value = self.expression(source, depth)
        if value.type != source:
            value = plain(source, VARIABLES[source][0])
        return build(type, f"{name}({{}})", value)

    def wide(self, depth):
        """u32 with i32 is i64, which is converted at once."""
        left, right = self.expression("u32", depth), plain("i32", self.pick(VARIABLES["i32"]))
        return build(self.pick(("i32",)), f"i32({{}} {self.pick(('+', '-', '*', '//', '%'))} {{}})", left, right)

    def load(self, type, depth):
        return build(type, f"{ARRAYS[type]}[{{}}]", self.index(depth))

    def slot(self, depth):
        return build("i32", "slots[g, {}]", self.index(depth))

    def index(self, depth):
        """An index that no compiler knows, as a negative one would then count from the end."""
        unknown = self.pick(("g", "pi", "ai[g]", *VARIABLES["i32"], *self.counters))
        if self.chance(2):
            return plain("i32", unknown)
        return build("i32", f"({{}} {self.pick('+-*^')} {unknown})", self.expression("i32", depth))

    def position(self, depth):
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

    def walrus(self, type, depth):
        name = self.pick(VARIABLES[type])
        value = self.assigned(name, type, depth)
        return Expression(type, f"({name} := {value.text})", f"({name} := select({type!r}, {value.python}))")

    # Truth

    def compare(self, depth):
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

    def connective(self, depth):
        operands = [self.expression("bool", depth) for _ in range(2 + self.below(2))]
        return joined("bool", f"({self.pick((' and ', ' or ')).join(['{}'] * len(operands))})", *operands)

    def negation(self, depth):
        return joined("bool", "(not {})", self.truth(depth))

    def bool_bits(self, depth):
        left, right = self.expression("bool", depth), self.expression("bool", depth)
        return build("bool", f"({{}} {self.pick('&|^')} {{}})", left, right)

    def truth(self, depth):
        """Any value that is tested."""
        value = self.expression(self.pick(("bool", "bool", "bool", "i32", "u32", "f32")), depth)
        return value

    # Statements

    def emit(self, text, python=None):
        pad = "    " * self.indent
        forms = text, text if python is None else python
        self.lines.append(tuple("\n".join(pad + line for line in form.split("\n")) for form in forms))

    def site(self, name, exact):
        self.sites[name] = self.sites.get(name, 0) + 1
        if exact:
            self.exact.add(name)

    def assigned(self, name, type, depth):
        """A value for a variable."""
        kind = type if not self.chance(4) else self.pick(BELOW[type])
        value = self.expression(kind, depth)
        self.site(name, value.type == type)
        return value

    def variable(self):
        type = self.pick(TYPES)
        return self.pick(VARIABLES[type]), type

    def assign(self):
        name, type = self.variable()
        value = self.assigned(name, type, 3)
        self.emit(f"{name} = {value.text}", f"{name} = select({type!r}, {value.python})")

    def assign_tuple(self):
        targets = []
        while len(targets) < 2 + self.below(2):
            target = self.variable()
            if target not in targets:
                targets.append(target)
        values = [self.assigned(name, type, 2) for name, type in targets]
        names = ", ".join(name for name, _ in targets)
        python = ", ".join(f"select({type!r}, {value.python})" for (_, type), value in zip(targets, values, strict=True))
        self.emit(f"{names} = {', '.join(value.text for value in values)}", f"{names} = {python}")

    def assign_divmod(self):
        left, right = self.expression("i32", 2), self.expression("i32", 2)
        if {left.type, right.type} <= {"int"}:
            left = plain("i32", "vi2")
        self.site("vi0", True), self.site("vi1", True)
        made = build("", "vi0, vi1 = divmod({}, {})", left, right)
        self.emit(made.text, made.python)

    def augment(self):
        name, type = self.variable()
        if type == "bool":
            operator, value = self.pick("&|^"), self.expression("bool", 2)
        elif type == "f32":
            operator, value = self.pick(("+", "-", "*")), self.operand("f32", 2)
        else:
            operator, value = self.pick(("+", "-", "*", "//", "%", "&", "|", "^")), self.operand(type, 2)
        self.site(name, True)
        self.emit(f"{name} {operator}= {value.text}", f"{name} {operator}= {value.python}\n{name} = select({type!r}, {name})")

    def store_slot(self):
        index, value = self.index(1), self.expression(self.pick(("i32", "u32", "bool")), 2)
        operator = self.pick(("", "", "+", "-"))
        if operator and value.type == "u32":
            value = build("i32", "i32({})", value)
        made = build("", f"slots[g, {{}}] {operator}= {{}}", index, value)
        self.emit(made.text, made.python)

    def block(self, count):
        self.indent += 1
        before = len(self.lines)
        for _ in range(1 + self.below(count)):
            self.statement()
            if self.lines[-1][0].strip().split()[0] in ("break", "continue", "return"):
                break
        if len(self.lines) == before:
            self.emit("pass")
        self.indent -= 1

    def branch(self):
        keyword = "if"
        for _ in range(1 + self.below(3)):
            condition = self.truth(2)
            self.emit(f"{keyword} {condition.text}:", f"{keyword} {condition.python}:")
            self.block(3)
            keyword = "elif"
        if self.chance(2):
            self.emit("else:")
            self.block(3)

    def counted(self):
        name = f"j{len(self.counters)}"
        bounds = [self.pick(("0", "1", "3", "5", "(vi0 & 3)", "(g & 3)", "(-2)"))]
        if self.chance(2):
            bounds.append(self.pick(("4", "6", "(vi1 & 7)", "(-3)")))
            if self.chance(2):
                bounds.append(self.pick(("2", "(-1)", "3", "((vi0 & 3) - 1)", "(-g)")))
        arguments = ", ".join(bounds)
        self.emit(f"for {name} in range({arguments}):", f"for {name} in count('i32', {arguments}):")
        self.loop(name)

    def loop(self, name):
        self.loops += 1
        self.counters.append(name)
        self.block(3)
        self.counters.pop()
        self.loops -= 1
        if self.chance(4):
            self.emit("else:")
            self.block(2)

    def conditional_loop(self):
        """A ``while`` that a counter of its own bounds."""
        name = f"n{len(self.lines)}"
        self.emit(f"{name} = i32(0)")
        condition = self.truth(2)
        bound = f"{name} < {1 + self.below(5)}"
        if self.chance(3):
            self.emit("while True:")
            self.indent += 1
            self.emit(f"if not ({bound}):")
            self.emit("    break")
        else:
            self.emit(f"while {bound} and {condition.text}:", f"while {bound} and {condition.python}:")
            self.indent += 1
        self.emit(f"{name} = {name} + 1")
        self.indent -= 1
        self.loop(name)

    def leave(self):
        if self.loops:
            self.emit(self.pick(("break", "continue")))
        elif self.indent > 1:
            self.outputs()
            self.emit("return")
        else:
            self.assign()

    def statement(self):
        self.budget -= 1
        simple = (Writer.assign, Writer.assign, Writer.assign_tuple, Writer.augment, Writer.store_slot, Writer.assign_divmod)
        if self.budget <= 0 or self.indent > 4:
            return self.pick(simple)(self)
        if self.indent > 1 and self.chance(8):
            return self.leave()
        return self.pick((*simple, Writer.branch, Writer.branch, Writer.counted, Writer.conditional_loop))(self)

    def outputs(self):
        for type, names in VARIABLES.items():
            for column, name in enumerate(names):
                self.emit(f"out_{type[0]}[g, {column}] = {name}")

    # Units

    def helper(self):
        """A device function of two parameters, with an early return."""
        name, type = f"helper{len(self.helpers)}", self.pick(("i32", "u32", "f32", "bool"))
        parameters = [self.pick(TYPES), self.pick(TYPES)]
        values = [plain(kind, f"p{place}") for place, kind in enumerate(parameters)]
        condition = build("bool", f"({{}} {self.pick(('<', '!='))} {{}})", values[0], values[0])
        if parameters[1] == parameters[0] and parameters[0] != "bool":
            condition = build("bool", f"({{}} {self.pick(COMPARISONS)} {{}})", *values)
        results = [build(type, f"{CONSTRUCTORS[type]}({{}})", value) for value in values]
        if type == "f32" and self.chance(2):
            results[1] = plain("int", self.pick(("0", "1", "(-3)")))
        signature = ", ".join(f"p{place}: {CONSTRUCTORS[kind]}" for place, kind in enumerate(parameters))
        self.indent = 0
        self.emit(f"def {name}({signature}):")
        self.indent = 1
        self.emit(f"if {condition.text}:")
        self.emit(f"    return {results[0].text}", f"    return select({type!r}, {results[0].python})")
        self.emit(f"return {results[1].text}", f"return select({type!r}, {results[1].python})")
        self.emit("")
        self.helpers.append((name, type, parameters))

    def program(self):
        for _ in range(self.below(3)):
            self.helper()
        self.indent = 0
        self.emit("@kernel")
        self.emit(HEADER)
        self.indent = 1
        self.emit("g = global_id()")
        start = len(self.lines)
        self.budget = 12
        for _ in range(2 + self.below(6)):
            self.statement()
        self.outputs()
        self.insert_initial_values(start)
        return Program(self.lines)

    def insert_initial_values(self, start):
        """First values, weak ones only for variables that are assigned again, as the others would stay weak."""
        first = []
        for type, names in VARIABLES.items():
            for name in names:
                text = self.initial(name, type)
                first.append((f"    {name} = {text}", f"    {name} = select({type!r}, {text})"))
        self.lines[start:start] = first

    def initial(self, name, type):
        if self.sites.get(name, 0) and self.chance(2) and type != "u32":
            if type == "f32" and name in self.exact:
                return self.pick(("0", "1", "0.5"))
            return {"i32": "0", "f32": "0.0", "bool": "False"}[type]
        return self.pick((f"{ARRAYS[type]}[g]", PARAMETERS[type]))


def _typed(name, *types):
    return tuple(lambda w, depth, type=type: getattr(w, name)(type, depth) for type in types)


FORMS = {
    "i32": (
        *_typed("arithmetic", "i32", "i32", "i32", "i32"), *_typed("unary", "i32"), *_typed("shift", "i32"),
        *_typed("power", "i32"), *_typed("extreme", "i32"), *_typed("conditional", "i32"), *_typed("choice_of_values", "i32"),
        *_typed("cast", "i32"), *_typed("load", "i32"), *_typed("call", "i32"), *_typed("walrus", "i32"),
        Writer.slot, Writer.position, Writer.negated_bool, Writer.bool_arithmetic, Writer.wide,
        lambda w, depth: w.python_cast(depth, "int", "i32", "f32"),
        lambda w, depth: w.python_cast(depth, "round", "i32", "f32"),
        lambda w, depth: w.python_cast(depth, "math.floor", "i32", "f32"),
    ),
    "u32": (
        *_typed("arithmetic", "u32", "u32", "u32", "u32"), *_typed("unary", "u32"), *_typed("shift", "u32"),
        *_typed("power", "u32"), *_typed("extreme", "u32"), *_typed("conditional", "u32"), *_typed("choice_of_values", "u32"),
        *_typed("cast", "u32"), *_typed("load", "u32"), *_typed("call", "u32"), *_typed("walrus", "u32"),
    ),
    "f32": (
        *_typed("arithmetic", "f32", "f32", "f32", "f32"), *_typed("unary", "f32"), *_typed("extreme", "f32"),
        *_typed("conditional", "f32"), *_typed("choice_of_values", "f32"), *_typed("cast", "f32"), *_typed("load", "f32"),
        *_typed("call", "f32"), *_typed("walrus", "f32"), Writer.float_of_integers,
        lambda w, depth: w.python_cast(depth, "float", "f32", "i32"),
        lambda w, depth: w.python_cast(depth, "np.floor", "f32", "f32"),
        lambda w, depth: w.python_cast(depth, "np.trunc", "f32", "f32"),
    ),
    "bool": (
        Writer.compare, Writer.compare, Writer.compare, Writer.connective, Writer.negation, Writer.bool_bits,
        *_typed("conditional", "bool"), *_typed("cast", "bool"), *_typed("load", "bool"), *_typed("call", "bool"),
        *_typed("walrus", "bool"),
    ),
    "int": (lambda w, depth: w.leaf("int"), *_typed("arithmetic", "int")),
    "float": (lambda w, depth: w.leaf("float"),),
}  # fmt: skip
"""How an expression of each type may be written; depth is what is left for its operands."""


@st.composite
def programs(draw, divides=True):
    """Kernels of the signature in ``HEADER``."""
    return Writer(draw, divides).program()
