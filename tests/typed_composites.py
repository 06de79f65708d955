"""Expressions of vectors and structs, and of their parts, as text. A program has the types ``Vec`` and ``Rec``."""

from __future__ import annotations

from dataclasses import dataclass, field

from typed_expressions import COMPARISONS, Expressions
from typed_numbers import FLOATS, INTEGERS

VECTORS = ("constructed", "swizzled", "componentwise", "componentwise", "chosen", "least", "method")


@dataclass
class Composites(Expressions):
    """`element` and `size` are those of ``Vec``, `fields` the names and kinds of ``Rec``'s fields."""

    element: str = "i32"
    size: int = 3
    fields: dict = field(default_factory=dict)

    def parts(self, type):
        """Parts of variables and elements that are numbers of a type."""
        found = [f"{self.vector_leaf()}.{self.letters(1)}"] if type == self.element else []
        found += [f"{self.struct_leaf()}.{name}" for name, kind in self.fields.items() if kind == type]
        return [*found, f"{self.struct_leaf()}.inner.k"] if type == "i32" else found

    def of_vectors(self, _, depth):
        sides = f"{self.vector(depth)} {self.pick(COMPARISONS)} {self.vector(depth)}"
        return f"{self.pick(('any', 'all'))}({sides})"

    def letters(self, count):
        return "".join(self.pick("xyzw"[: self.size]) for _ in range(count))

    def vector_leaf(self):
        return self.pick([*self.names["Vec"], "in_vec[g]", f"log_vec[g, {self.place()}]"])

    def struct_leaf(self):
        return self.pick([*self.names["Rec"], "in_rec[g]", f"log_rec[g, {self.place()}]"])

    def vector(self, depth):
        if depth <= 0 or self.chance(5):
            return self.vector_leaf()
        return getattr(self, self.pick(VECTORS))(depth - 1)

    def constructed(self, depth):
        if self.chance(4):
            return f"Vec({self.expression(self.element, depth)})"
        return f"Vec({', '.join(self.operand(self.element, depth) for _ in range(self.size))})"

    def swizzled(self, depth):
        return f"{self.vector_leaf()}.{self.letters(self.size)}"

    def componentwise(self, depth):
        if self.element in FLOATS and not self.sums:
            return f"(-{self.vector(depth)})"
        sides = [self.vector(depth), self.vector(depth) if self.chance(2) else self.operand(self.element, depth)]
        operators = self.operators(self.element) + (("<<", ">>") if self.element in INTEGERS else ())
        operator = self.pick(operators)
        sides = sides[::-1] if self.chance(4) and operator not in ("<<", ">>") else sides
        return f"({sides[0]} {operator} {sides[1]})"

    def chosen(self, depth):
        return f"({self.vector(depth)} if {self.truth(depth)} else {self.vector(depth)})"

    def least(self, depth):
        return f"{self.pick(('min', 'max'))}({self.vector(depth)}, {self.vector(depth)})"

    def component(self, type, depth):
        if type != self.element:
            return self.leaf(type)
        choices = [f"{self.vector(depth)}.{self.letters(1)}", f"{self.vector_leaf()}[{self.index(depth)}]"]
        exact = type in INTEGERS or self.sums
        return self.pick([*choices, *[f"({self.vector(depth)} @ {self.vector(depth)})"] * exact])

    def struct(self, depth):
        if depth <= 0 or not self.chance(3):
            return self.struct_leaf()
        parts = [self.part(kind, depth - 1) for kind in self.fields.values()]
        return f"Rec({', '.join(parts)})"

    def part(self, kind, depth):
        if kind == "Inner":
            return (
                f"{self.struct_leaf()}.inner"
                if self.chance(2)
                else f"Inner({self.vector(depth)}, {self.expression('i32', depth)})"
            )
        return self.vector(depth) if kind == "Vec" else self.expression(kind, depth)

    def method(self, depth):
        """One of the struct's own, which changes a copy."""
        return f"{self.struct_leaf()}.moved({self.vector(depth)}).{self.pick(('v', 'inner.v'))}"
