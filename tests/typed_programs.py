"""A Hypothesis strategy for whole kernels over all types, whose text Python runs as it stands; see ``same_text.py``."""

from __future__ import annotations

from dataclasses import dataclass

from hypothesis import strategies as st
from typed_expressions import constructor
from typed_functions import COMMON, Functions
from typed_numbers import FLOATS

ITEMS = 10
"""Elements of the input arrays; a launch has as many invocations."""

SLOTS = 4
"""Columns of the arrays that each invocation may index with what it computes, in a row of its own."""

LOCALS = 3
"""Elements of the arrays of an invocation's own."""


METHODS = """
    def moved(self, by):
        self.inner.v = self.v
        self.v = by
        self.inner.k += 1
        return self
"""


@dataclass(frozen=True)
class Program:
    """A module's text, and what its arrays hold."""

    text: str
    types: tuple
    element: str
    size: int
    wild: bool


@dataclass
class Writer(Functions):
    """One program in the making."""

    loops: int = 0
    structs: tuple = ()

    def kinds(self, *more):
        return (*self.types, *more)

    # Assignments

    def value(self, kind, depth):
        if kind == "Vec":
            return self.vector(depth)
        return self.struct(depth) if kind == "Rec" else self.operand(kind, depth)

    def assign(self):
        kind = self.pick(kind for kind in self.kinds("Vec", "Rec") if self.names.get(kind))
        self.emit(f"{self.pick(self.names[kind])} = {self.value(kind, 3)}")

    def assign_tuple(self):
        kinds = [kind for kind in self.kinds("Vec") for _ in self.names.get(kind, ())]
        names = [name for kind in self.kinds("Vec") for name in self.names.get(kind, ())]
        if len(names) < 3:
            return self.assign()
        places = list(range(len(names)))
        chosen = [places.pop(self.below(len(places))) for _ in range(2 + self.below(2))]
        values = [self.value(kinds[place], 2) for place in chosen]
        targets = [names[place] for place in chosen]
        if len(targets) == 3 and self.chance(2):
            targets = [targets[0], f"({targets[1]}, {targets[2]})"]
            values = [values[0], f"({values[1]}, {values[2]})"]
        self.emit(f"{', '.join(targets)} = {', '.join(values)}")

    def assign_star(self):
        first, middle, last = (self.expression(self.pick(self.types), 1) for _ in range(3))
        kind = self.pick(self.types)
        name = self.pick(self.names.get(kind, ())) if self.names.get(kind) else None
        if name is None:
            return self.assign()
        rest = f"rest{len(self.lines)}"
        self.emit(f"{name}, *{rest} = {self.expression(kind, 2)}, {first}, {middle}, {last}")
        self.emit(f"if {rest}[{self.pick((0, 1, -1))}]:")
        self.emit(f"    {name} = {self.expression(kind, 1)}")

    def assign_divmod(self):
        kind = self.pick(self.integers())
        if len(self.names.get(kind, ())) < 2:
            return self.assign()
        first, second = self.names[kind][:2]
        self.emit(f"{first}, {second} = divmod({self.expression(kind, 2)}, {self.expression(kind, 2)})")

    def augmented(self, kind):
        """An operator and a value that keep the type of what they meet."""
        if kind == "bool":
            return self.pick("&|^"), self.expression("bool", 2)
        if kind in FLOATS:
            return (self.pick("+-*"), self.operand(kind, 2)) if self.sums else ("", self.operand(kind, 2))
        operator = self.pick(("+", "-", "*", "//", "%", "&", "|", "^", "<<", ">>", "**"))
        if operator == "**":
            return operator, str(self.below(4))
        return operator, self.expression(kind, 2) if operator in ("<<", ">>") else self.operand(kind, 2)

    def augment_to(self, place, kind, *, maybe=True):
        operator, value = self.augmented(kind)
        if maybe or operator:
            self.emit(f"{place} {'' if maybe and self.chance(4) else operator}= {value}")
        else:
            self.assign()

    def augment(self):
        kind = self.pick(kind for kind in self.types if self.names.get(kind))
        self.augment_to(self.pick(self.names[kind]), kind, maybe=False)

    def store(self):
        """Into an element of an array, or of a view of it."""
        kind = self.pick(self.types)
        index = self.index(1)
        places = [f"local_{kind}[{index}]", f"log_{kind}[g, {index}]", f"log_{kind}[g][{index}]",
                  f"log_{kind}[g, ::-1][{index}]", f"log_{kind}[g][1:][{index}]",
                  f"shared_{kind}[lane, {index}]"]  # fmt: skip
        self.augment_to(self.pick(places), kind)

    def store_part(self):
        """Into a component, several, a field, a component of a field."""
        vectors = [*self.names["Vec"], f"log_vec[g, {self.index(1)}]", f"{self.pick(self.names['Rec'])}.inner.v",
                   f"log_rec[g, {self.index(1)}].inner.v"]  # fmt: skip
        place = self.pick(vectors)
        part = self.pick(("one", "several", "chosen", "field", "whole"))
        if part == "one":
            self.augment_to(f"{place}.{self.letters(1)}", self.element)
        elif part == "chosen":
            self.augment_to(f"{place}[{self.index(1)}]", self.element)
        elif part == "several":
            self.store_several(f"{place}.{self.pick(('xy', 'yx'))}")
        elif part == "whole":
            self.emit(f"{place} = {self.vector(2)}")
        else:
            record = self.pick((self.pick(self.names["Rec"]), f"log_rec[g, {self.index(1)}]"))
            name, kind = self.pick([*self.fields.items(), ("inner.k", "i32")])
            if kind in self.types:
                self.augment_to(f"{record}.{name}", kind)
            else:
                self.emit(f"{record}.{name} = {self.part(kind, 2)}")

    def store_several(self, place):
        if self.chance(2):
            self.augment_to(place, self.element, maybe=False)
        else:
            self.emit(f"{place} = {self.vector_leaf()}.{self.letters(2)}")

    def augment_vector(self):
        self.augment_to(self.pick(self.names["Vec"]), self.element, maybe=False)

    def effect(self):
        """A call for its effect."""
        kind = self.pick(self.types)
        if kind == "bool" or self.chance(2):
            rows = self.pick(
                (
                    f"log_{kind}[g]",
                    f"log_{kind}[g, 1:]",
                    f"log_{kind}[g][::-1]",
                    f"local_{kind}",
                    f"shared_{kind}[lane]",
                )
            )
            call = f"put({rows}, {self.expression('i32', 1)}, {self.operand(kind, 2)})"
            return self.emit(f"{self.pick(self.names['i32'])} = {call}" if self.names.get("i32") else call)
        return self.emit(self.atomic(kind, 2) if self.chance(2) else f"log_{kind}[g, 0] = {self.atomic(kind, 1)}")

    # Control

    def block(self, count):
        self.indent += 1
        for _ in range(1 + self.below(count)):
            self.statement()
            if self.lines[-1].split()[0] in ("break", "continue", "return"):
                break
        self.indent -= 1

    def branch(self):
        keyword = "if"
        for _ in range(1 + self.below(2)):
            self.emit(f"{keyword} {self.truth(2)}:")
            self.block(3)
            keyword = "elif"
        if self.chance(2):
            self.emit("else:")
            self.block(3)

    def matched(self):
        """``match`` of a number or of a tuple."""
        kind = self.pick([kind for kind in self.types if kind != "bool"])
        pair = self.chance(2)
        subject = f"({self.expression(kind, 1)}, {self.expression('i32', 1)})" if pair else self.expression(kind, 2)
        self.emit(f"match {subject}:")
        self.indent += 1
        name = f"m{len(self.lines)}"
        for _ in range(1 + self.below(2)):
            numbers = " | ".join(self.some(lambda: str(self.pick((0, 1, 2, 3, 7))), 1, 2))
            pattern = self.pick((f"({numbers}, _)", f"(_, {numbers})")) if pair else numbers
            guard = f" if {self.truth(1)}" if self.chance(3) else ""
            self.emit(f"case {pattern}{guard}:")
            self.block(2)
        if self.chance(2):
            self.emit(f"case ({name}, _):" if pair else f"case {name}:")
            self.scoped(name, kind, lambda: self.block(2))
        self.indent -= 1

    def counted(self):
        kind = self.pick([kind for kind in self.types if kind in ("i32", "i32", "u32", "i64", "u64")])
        if kind == "i32":
            return self.counted_from(f"j{len(self.counters)}")
        name, last = f"j{len(self.lines)}", self.pick(self.names[kind] or self.readable[kind])
        self.emit(f"for {name} in range({self.pick(('', f'{kind}(2), '))}{last} & {self.pick((3, 7))}):")
        return self.loop(name, kind)

    def counted_from(self, name):
        bounds = [self.pick(("0", "1", "3", "(n & 3)", "(g & 3)", "-2"))]
        if self.chance(2):
            bounds.append(self.pick(("4", "6", "(g & 7)", "-3")))
            if self.chance(2):
                bounds.append(self.pick(("2", "-1", "3", "((n & 3) - 1)", "(-g)")))
        self.emit(f"for {name} in range({', '.join(bounds)}):")
        self.loop(name, "i32", counts=True)

    def over_items(self):
        """Over a tuple, a vector or an array, with indices or with another one."""
        kind = self.pick(self.types)
        name, more = f"v{len(self.lines)}", f"k{len(self.lines)}"
        items = ", ".join(self.some(lambda: self.expression(kind, 2), 1, 3)) + ","
        known = self.pick((f"({items})", f"({items})", f"reversed(({items}))"))
        if self.chance(2):
            known = f"in_{kind}[{self.pick(('2:5', 'n:n + 3', '::-4'))}]"
        elif self.chance(4):
            kind, known = self.element, self.vector(1)
        form = self.pick(("plain", "plain", "enumerate", "zip", "static"))
        if form == "enumerate":
            self.emit(f"for {more}, {name} in enumerate({known}):")
        elif form == "zip":
            other = self.pick((f"in_{kind}[g:]", f"({self.expression('i32', 1)}, 2, 3)", "range(2, 9)"))
            self.emit(f"for {more}, {name} in zip({other}, {known}):")
        elif form == "static":
            self.emit(f"for {more} in vkc.static_range({self.pick(('3', '2, -1, -1'))}):")
            return self.loop(f"(local_{kind}[{more}])", kind)
        else:
            self.emit(f"for {name} in {known}:")
        return self.loop(name, kind)

    def loop(self, name, kind, *, counts=False):
        self.loops += 1
        if counts:
            self.counters.append(name)
        before = self.readable
        self.readable = {**before, kind: [*before.get(kind, ()), name, name]}
        self.block(3)
        self.readable = before
        if counts:
            self.counters.pop()
        self.loops -= 1
        if self.chance(4):
            self.emit("else:")
            self.block(2)

    def conditional_loop(self):
        """A ``while`` that a counter of its own bounds."""
        name = f"w{len(self.lines)}"
        self.emit(f"{name} = i32(0)")
        bound = f"{name} < {1 + self.below(4)}"
        if self.chance(3):
            self.emit("while True:")
            self.indent += 1
            self.emit(f"if not ({bound}):")
            self.emit("    break")
        else:
            self.emit(f"while {bound} and {self.truth(2)}:")
            self.indent += 1
        self.emit(f"{name} += 1")
        self.indent -= 1
        self.loop(name, "i32", counts=True)

    def leave(self):
        if self.loops and not self.chance(4):
            self.emit(self.pick(("break", "continue")))
        elif self.indent > 1 and self.arrays:
            self.outputs()
            self.emit("return")
        elif self.indent > 1:
            self.emit(f"return {self.result(1)}")
        else:
            self.assign()

    def statement(self):
        self.budget -= 1
        simple, compound = (SIMPLE, COMPOUND) if self.arrays else (PLAIN_SIMPLE, PLAIN_COMPOUND)
        if self.budget <= 0 or self.indent > 4:
            self.pick(simple)(self)
        elif self.indent > 1 and self.chance(8):
            self.leave()
        else:
            self.pick((*simple, *compound))(self)

    # The program

    def outputs(self):
        for kind, names in self.names.items():
            for column, name in enumerate(names):
                self.emit(f"out_{kind.lower()}[g, {column}] = {name}")

    def parameters(self):
        yield "n: i32"
        for kind in self.types:
            yield f"p_{kind}: {constructor(kind)}"
        for kind in self.kinds("Vec", "Rec"):
            element, name = constructor(kind), kind.lower()
            yield f"in_{name}: Array[{element}]"
            yield from (f"{array}_{name}: Array[{element}, 2]" for array in ("grid", "log", "out"))

    def definitions(self):
        self.indent = 0
        self.emit(f"Vec = vkc.Vector[{constructor(self.element)}, {self.size}]")
        for name, fields in (("Inner", {"v": "Vec", "k": "i32"}), ("Rec", self.fields)):
            self.emit(f"\n@vkc.struct\nclass {name}:")
            for field_name, kind in fields.items():
                self.emit(f"    {field_name}: {constructor(kind)}")
        self.emit(METHODS)
        self.emit(COMMON)

    def program(self):
        numbers = [kind for kind in self.types if kind != "bool"]
        self.element, self.size = self.pick(numbers), 2 + self.below(3)
        fields = [kind for kind in self.types if kind in self.structs]
        self.fields = {"a": self.pick(fields), "v": "Vec", "b": self.pick(fields), "inner": "Inner"}
        self.definitions()
        for number in range(self.below(3)):
            self.helper(number)
        self.indent = 0
        self.emit(f"@vkc.kernel\ndef kernel_under_test({', '.join(self.parameters())}):")
        self.indent = 1
        self.emit("g = vkc.global_id()")
        self.names = {kind: [f"{kind}_{k}" for k in range(2 + (kind == "i32"))] for kind in self.types}
        self.names.update(Vec=["vec_0", "vec_1"], Rec=["rec_0"])
        self.readable = {kind: [f"in_{kind}[g]", f"p_{kind}"] for kind in self.types}
        self.emit("lane = vkc.local_id()")
        for kind in self.types:
            self.emit(f"shared_{kind} = vkc.shared((vkc.group_size(), {LOCALS}), {constructor(kind)})")
            self.emit(f"for k in range({LOCALS}):")
            self.emit(f"    shared_{kind}[lane, k] = in_{kind}[k]")
            self.emit(f"local_{kind} = vkc.local({LOCALS}, {constructor(kind)})")
            for name in self.names[kind]:
                self.emit(f"{name} = {self.pick(self.readable[kind])}")
        self.emit("vec_0, vec_1, rec_0 = in_vec[g], in_vec[n], in_rec[g]")
        self.common_functions()
        for number in range(self.below(3)):
            self.nested(number)
        self.budget = 12
        for _ in range(2 + self.below(6)):
            self.statement()
        self.outputs()
        return Program("\n".join(self.lines) + "\n", self.types, self.element, self.size, self.wild)


PLAIN_SIMPLE = (Writer.assign, Writer.assign, Writer.assign_tuple, Writer.augment, Writer.assign_star)
PLAIN_COMPOUND = (Writer.branch, Writer.conditional_loop, Writer.matched)
SIMPLE = (
    *PLAIN_SIMPLE, Writer.assign_divmod, Writer.store, Writer.store, Writer.store_part, Writer.store_part,
    Writer.augment_vector, Writer.effect,
)  # fmt: skip
COMPOUND = (Writer.branch, Writer.branch, Writer.counted, Writer.conditional_loop, Writer.matched, Writer.over_items,
            Writer.over_items)  # fmt: skip


@st.composite
def typed_programs(draw, types, structs, divides, zeros, unsigned):
    """Kernels over some of `types`, those that the device has; `structs` may have fields of some.

    `divides` and `unsigned` are as in :class:`Expressions`.

    Where a device does not compute with constant zeros as it should, a program has either arithmetic or wild floats.
    """
    more = draw(
        st.lists(st.sampled_from([kind for kind in types if kind not in ("i32", "bool")]), min_size=1, max_size=3)
    )
    wild = draw(st.booleans())
    able = {"wild": wild, "sums": zeros or not wild, "divides": divides if zeros else (), "unsigned": unsigned}
    able["structs"] = structs
    return Writer(draw, ("i32", "bool", *dict.fromkeys(more)), **able).program()
