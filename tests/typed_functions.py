"""The functions of typed programs: device functions, nested ones and lambdas, and those that all programs have."""

from __future__ import annotations

from dataclasses import dataclass, field

from typed_composites import Composites
from typed_expressions import constructor

COMMON = """
def apply(function, *values):
    return function(*values)

def twice(function, value):
    return function(function(value))

def put(row, place, value):
    for k in range(len(row)):
        if k == place:
            row[k] = value
            return k
    return i32(-1)

def folded(row, first, function):
    for value in row:
        first = function(first, value)
    return first

def turned(pair, first=True):
    a, (b, c) = pair
    if first:
        return (c, a), b
    return (a, c), b
"""
"""Functions that take functions, views and tuples."""


@dataclass
class Functions(Composites):
    """A program's text in the making, and its functions."""

    lines: list = field(default_factory=list)
    indent: int = 1
    budget: int = 0
    returns: str = ""

    def emit(self, text):
        self.lines.append("    " * self.indent + text)

    def result(self, depth):
        return self.expression(self.returns, depth)

    def helper(self, number):
        """A device function with variables of its own, which sees none of the kernel's arrays."""
        name, self.returns = f"helper{number}", self.pick(self.types)
        parameters = [self.pick(self.types), self.pick(self.types)]
        kept = self.names, self.readable, self.functions
        self.arrays, self.functions = False, {}
        self.names, self.readable = {kind: [] for kind in self.types}, {}
        typed = self.chance(2)
        for place, kind in enumerate(parameters):
            self.names[kind].append(f"{kind}_{place}")
        signature = [f"{kind}_{place}" + f": {constructor(kind)}" * typed for place, kind in enumerate(parameters)]
        self.indent = 0
        self.emit(f"def {name}({', '.join(signature)}):")
        self.indent = 1
        self.budget = 4
        for _ in range(1 + self.below(2)):
            self.statement()
        self.emit(f"return {self.result(2)}")
        self.arrays = True
        self.names, self.readable, self.functions = kept

        def call(depth):
            return f"{name}({', '.join(self.expression(kind, depth) for kind in parameters)})"

        self.functions.setdefault(self.returns, []).append(call)

    def nested(self, number):
        """A function inside the kernel, which sees the variables as they are when it is called."""
        kind, given = self.pick(self.types), self.pick(self.types)
        name, parameter = f"nested{number}", f"q{number}"
        body = self.scoped(parameter, given, lambda: self.expression(kind, 2))
        if self.chance(2):
            self.emit(f"{name} = lambda {parameter}: {body}")
        else:
            self.emit(f"def {name}({parameter}):")
            condition = self.scoped(parameter, given, lambda: self.truth(1))
            other = self.scoped(parameter, given, lambda: self.expression(kind, 1))
            self.emit(f"    if {condition}:")
            self.emit(f"        return {other}")
            self.emit(f"    return {body}")

        def call(depth):
            value = self.expression(given, depth)
            return self.pick((f"{name}({value})", f"apply({name}, {value})"))

        self.functions.setdefault(kind, []).append(call)

    def common_functions(self):
        for kind in self.types:
            self.functions[kind] = [lambda depth, kind=kind: self.fold(kind, depth)]
        self.functions["i32"].append(lambda depth: f"len({self.view('i32')})")
        self.functions["i32"].append(
            lambda depth: f"put(log_i32[g], {self.expression('i32', depth)}, {self.counter()})"
        )

    def counter(self):
        return self.pick((*self.names.get("i32", ()), "g", "n"))

    def fold(self, kind, depth):
        """A function that an array and a function go to, or one that tuples go to and come from."""
        a, b = f"a{depth}", f"b{depth}"
        if self.chance(3):
            rest = self.expression(self.pick(self.types), 0)
            values = f"({self.expression(kind, depth)}, ({rest}, {self.expression(kind, depth)}))"
            return f"turned({values}, {self.pick(('True', 'False'))})[0][{self.pick((0, 1, -1))}]"
        body = self.scoped(a, kind, lambda: self.scoped(b, kind, lambda: self.expression(kind, 1)))
        return f"folded({self.view(kind)}, {self.expression(kind, depth)}, lambda {a}, {b}: {body})"
