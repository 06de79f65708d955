"""A Hypothesis strategy for whole kernels: typed programs as text; see ``program_expressions.py`` for its two forms."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st
from program_expressions import (
    ARRAYS,
    COMPARISONS,
    CONSTRUCTORS,
    INTEGERS,
    PARAMETERS,
    TAME_FLOATS,
    TYPES,
    VARIABLES,
    WEAK_NAMES,
    Expressions,
    build,
    plain,
)

BUMP = (
    "def bump(slots: Array[i32, 2], g: i32, x: i32):",
    "    old = slots[g, x & 1]",
    "    if x > 3:",
    "        return old - 1",
    "    slots[g, x & 1] = old + x",
    "    return slots[g, 1]",
    "",
)
"""A device function that reads and writes."""

ITEMS = 12
"""Elements of the input arrays; a launch has as many invocations."""

SLOTS = 3
"""Columns of the array that each invocation may index with what it computes."""

HEADER = (
    "def kernel_under_test(out_i: Array[i32, 2], out_u: Array[u32, 2], out_f: Array[f32, 2], out_b: Array[bool_, 2], "
    "slots: Array[i32, 2], ai: Array[i32], au: Array[u32], af: Array[f32], ab: Array[bool_], "
    "pi: i32, pu: u32, pf: f32, pb: bool_):"
)


@dataclass
class Program:
    """The two forms of each line."""

    lines: list
    wild: bool = True

    @property
    def text(self):
        return "".join(f"{text}\n" for text, _ in self.lines)

    @property
    def python(self):
        return "".join(f"{python}\n" for _, python in self.lines)


@dataclass
class Writer(Expressions):
    """One program in the making."""

    lines: list = field(default_factory=list)
    indent: int = 1
    budget: int = 0
    loops: int = 0

    # Statements

    def emit(self, text, python=None):
        pad = "    " * self.indent
        forms = text, text if python is None else python
        self.lines.append(tuple("\n".join(pad + line for line in form.split("\n")) for form in forms))

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
        typed = (f"select({type!r}, {value.python})" for (_, type), value in zip(targets, values, strict=True))
        self.emit(f"{names} = {', '.join(value.text for value in values)}", f"{names} = {', '.join(typed)}")

    def assign_divmod(self):
        left, right = self.expression("i32", 2), self.expression("i32", 2)
        if {left.type, right.type} <= {"int"}:
            left = plain("i32", "vi2")
        self.site("vi0", left), self.site("vi1", left)
        made = build("", "vi0, vi1 = divmod({}, {})", left, right)
        self.emit(made.text, made.python)

    def augment(self):
        name, type = self.variable()
        if type == "bool":
            operator, value = self.pick("&|^"), self.expression("bool", 2)
        elif type == "f32" and not self.sums:
            return self.assign()
        elif type == "f32":
            operator, value = self.pick(("+", "-", "*")), self.operand("f32", 2)
        else:
            operator, value = self.pick(("+", "-", "*", "//", "%", "&", "|", "^")), self.operand(type, 2)
        self.site(name, value)
        made = build("", f"{name} {operator}= {{}}", value)
        self.emit(made.text, f"{made.python}\n{name} = select({type!r}, {name})")

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
        if self.loops and not self.chance(4):
            self.emit(self.pick(("break", "continue")))
        elif self.indent > 1:
            self.outputs()
            self.emit("return")
        else:
            self.assign()

    def statement(self):
        self.budget -= 1
        if self.budget <= 0 or self.indent > 4:
            self.pick(SIMPLE)(self)
        elif self.indent > 1 and self.chance(8):
            self.leave()
        else:
            self.pick((*SIMPLE, *COMPOUND))(self)

    def outputs(self):
        for type, names in VARIABLES.items():
            for column, name in enumerate(names):
                self.emit(f"out_{type[0]}[g, {column}] = {name}")

    # Units

    def helper(self):
        """A device function of two parameters, with an early return."""
        name, type = f"helper{len(self.helpers)}", self.pick(("i32", "u32", "f32", "bool"))
        kinds = [kind for kind in TYPES if self.unsigned or (type, kind) != ("f32", "u32")]
        parameters = [self.pick(kinds), self.pick(kinds)]
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
        self.indent = 0
        for line in BUMP:
            self.emit(line)
        for _ in range(self.below(3)):
            self.helper()
        self.indent = 0
        self.emit("@kernel")
        self.emit(HEADER)
        self.indent = 1
        self.emit("g = global_id()")
        self.emit(f"{WEAK_NAMES['int']} = {self.pick(INTEGERS[1:])}")
        self.emit(f"{WEAK_NAMES['float']} = {self.pick(TAME_FLOATS[:3])} * 1.5")
        start = len(self.lines)
        self.budget = 12
        for _ in range(2 + self.below(6)):
            self.statement()
        self.outputs()
        self.insert_initial_values(start)
        return Program(self.lines, self.wild)

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


SIMPLE = (
    Writer.assign,
    Writer.assign,
    Writer.assign_tuple,
    Writer.augment,
    Writer.store_slot,
    Writer.assign_divmod,
)
COMPOUND = (Writer.branch, Writer.branch, Writer.counted, Writer.conditional_loop)


@st.composite
def programs(draw, zeros=True, **able):
    """Kernels of the signature in ``HEADER``; `able` says what :class:`Expressions` may write.

    Where a device does not compute with constant zeros as it should, a program has either arithmetic or wild floats:
    what such a device gets wrong is the product of 0.0 with infinity and NaN, a quotient by 0.0, and the sign of zeros.
    """
    if not zeros:
        wild = draw(st.booleans())
        able.update(wild=wild, sums=not wild, divides=False)
    return Writer(draw, **able).program()
