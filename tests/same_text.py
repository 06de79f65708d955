"""A kernel's text as Python: the same statements, run over typed numbers, one invocation after the other.

One thing is added to the text before it runs, wherever a name gets a value. A vector or struct is copied, as they are
values in kernels; and a variable whose name begins with a type, as ``i32_2`` does, converts what it is given: its type
is the join of everything that is assigned to it, which only the whole text shows.
"""

from __future__ import annotations

import ast
import builtins
import operator
from types import SimpleNamespace

import numpy as np
from typed_numbers import (
    BITS,
    FLOATS,
    INTEGERS,
    TYPES,
    Number,
    bare,
    bitcast,
    cast,
    convert,
    extreme,
    integer,
    settle,
    unsigned,
)
from typed_values import Array, ScalarType, StructType, Vector, VectorType, componentwise, copied, local

TAKEN = "taken_by"


def taken_by(name, value):
    type = name.rpartition("_")[0]
    return convert(value, type) if type in TYPES else copied(value)


def _call(name, value):
    return ast.Call(ast.Name(TAKEN, ast.Load()), [ast.Constant(name), value], [])


def _again(names):
    """``x = taken_by("x", x)`` for each name."""
    return [ast.Assign([ast.Name(name, ast.Store())], _call(name, ast.Name(name, ast.Load()))) for name in names]


def _stored(target):
    """The names that a target is or has, but not those in its indices."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return [name for inner in target.elts for name in _stored(inner)]
    return [target.id] if isinstance(target, ast.Name) else []


class Taking(ast.NodeTransformer):
    """Has every name take its values."""

    def visit_Assign(self, node):
        self.generic_visit(node)
        return [node, *_again(name for target in node.targets for name in _stored(target))]

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        return [node, *_again(_stored(node.target))]

    def visit_For(self, node):
        self.generic_visit(node)
        node.body[:0] = _again(_stored(node.target))
        return node

    def visit_NamedExpr(self, node):
        self.generic_visit(node)
        node.value = _call(node.target.id, node.value)
        return node

    def visit_FunctionDef(self, node):
        self.generic_visit(node)
        node.body[:0] = _again(argument.arg for argument in node.args.args)
        return node


def names_of(text, here, **tables):
    """What the text defines in Python; ``here["id"]`` is the invocation, which has a workgroup for itself."""
    tree = ast.fix_missing_locations(Taking().visit(ast.parse(text)))
    names = {**PYTHON, **tables, "vkc": SimpleNamespace(**VKC, global_id=lambda: Number("i32", here["id"]))}
    exec(compile(tree, "<in Python>", "exec", dont_inherit=True), names)
    return names


# What the text calls


class Series:
    """``range`` and its like: unrolled, as over what has a fixed size, it gives Python's numbers."""

    def __init__(self, fixed, items):
        self.fixed = fixed
        self.items = items  # whether in an unrolled loop -> the items

    def __iter__(self):
        return iter(self.items(self.fixed))


def _fixed(thing):
    return thing.fixed if isinstance(thing, Series) else not isinstance(thing, Array)


def _items(thing, fixed):
    return thing.items(fixed) if isinstance(thing, Series) else thing


def _range(*bounds):
    types = {bound.type for bound in bounds if isinstance(bound, Number)}
    type = next((type for type in ("u64", "i64", "u32") if type in types), "i32")
    if types >= {"u32", "i32"}:
        type = "i64"
    bounds = [int(bare(bound)) for bound in bounds]
    numbers = () if bounds[2:] == [0] else builtins.range(*bounds)
    return Series(False, lambda fixed: numbers if fixed and not types else (Number(type, n) for n in numbers))


def _enumerate(thing, start=0):
    fixed = _fixed(thing)

    def items(fixed):
        for number, item in builtins.enumerate(_items(thing, fixed)):
            yield (number + start if fixed else Number("i32", number) + start), item

    return Series(fixed, items)


def _zip(*things):
    return Series(any(map(_fixed, things)), lambda fixed: builtins.zip(*(_items(thing, fixed) for thing in things)))


def _reversed(thing):
    if isinstance(thing, Array):
        return Series(False, lambda _: (thing[Number("i32", k)] for k in builtins.reversed(builtins.range(len(thing)))))
    return Series(_fixed(thing), lambda fixed: builtins.reversed(list(_items(thing, fixed))))


def _spread(function):
    """A function of numbers, componentwise on vectors."""

    def call(*operands):
        if any(isinstance(operand, Vector) for operand in operands):
            return componentwise(function, *operands)
        return function(*operands)

    return call


def _extreme(keep):
    numbers = _spread(lambda *values: extreme(values, keep))

    def call(*values):
        return numbers(*(list(values[0]) if len(values) == 1 else values))

    return call


def _sum(values):
    """Of an array the type is known where there are no elements."""
    return builtins.sum(values, cast(settle(values.element.name), 0) if isinstance(values, Array) else 0)


def _int(value):
    if isinstance(value, Number) and value.type in INTEGERS:
        return value
    return cast("i64" if value.type == "f64" else "i32", value) if isinstance(value, Number) else int(value)


def _float(value):
    if not isinstance(value, Number):
        return float(value)
    return value if value.type in FLOATS else cast("f32", value)


def _len(thing):
    return Number("i32", len(thing)) if isinstance(thing, Array) else len(thing)


def _rounding(function, *, to_integer=False):
    def call(value):
        if to_integer:
            return integer(function, value)
        wide = value.value if value.type == "f64" else np.float32(value.value)
        return Number(value.type, FLOATS[value.type](function(wide)))

    return call


def _of_bits(function):
    return _spread(lambda x: Number("i32", function(f"{unsigned(x):0{BITS[x.type]}b}")))


def _clamp(x, low, high):
    return extreme([extreme([x, low], lambda a, b: a > b), high], lambda a, b: a < b)


def _apply_atomic(operation):
    def call(array, index, value):
        old = array[index]
        array[index] = operation(old, array.element.taken(value))
        return old

    return call


def _compare_exchange(array, index, expected, value):
    old = array[index]
    if old == array.element.taken(expected):
        array[index] = value
    return old


# min and max leave out NaN.
ATOMICS = {
    "add": operator.add,
    "sub": operator.sub,
    "min": lambda a, b: b if b < a or a != a else a,
    "max": lambda a, b: b if b > a or a != a else a,
    "and_": operator.and_,
    "or_": operator.or_,
    "xor": operator.xor,
    "exchange": lambda a, b: b,
}
SCALARS = {("bool_" if name == "bool" else name): ScalarType(name) for name in TYPES}


class Annotation:
    """``Array[f32, 2]``, ``vkc.Vector[f32, 3]``."""

    def __init__(self, make):
        self.make = make

    def __getitem__(self, parts):
        return self.make(parts)


def _same(definition):
    return definition


VKC = {
    **SCALARS,
    "Vector": Annotation(lambda parts: VectorType(*parts)),
    "kernel": _same,
    "func": _same,
    "struct": StructType,
    "local": local,
    "shared": local,
    "local_id": lambda: Number("i32", 0),
    "group_size": lambda: 1,
    "static_range": builtins.range,
    "atomic": SimpleNamespace(
        **{name: _apply_atomic(operation) for name, operation in ATOMICS.items()}, compare_exchange=_compare_exchange
    ),
    "popcount": _of_bits(lambda bits: bits.count("1")),
    "clz": _of_bits(lambda bits: len(bits) - len(bits.lstrip("0"))),
    "ctz": _of_bits(lambda bits: len(bits) - len(bits.rstrip("0"))),
    "bit_reverse": _spread(lambda x: cast(x.type, int(f"{unsigned(x):0{BITS[x.type]}b}"[::-1], 2))),
    "bitcast": lambda type, value: bitcast(type.name, value),
    "clamp": _spread(_clamp),
}
PYTHON = {
    **SCALARS,
    TAKEN: taken_by,
    "Array": Annotation(lambda parts: None),
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "reversed": _reversed,
    "min": _extreme(lambda a, b: a < b),
    "max": _extreme(lambda a, b: a > b),
    "sum": _sum,
    "divmod": lambda a, b: (a // b, a % b),
    "int": _int,
    "float": _float,
    "len": _len,
    "math": SimpleNamespace(
        **{name: _rounding(getattr(np, name), to_integer=True) for name in ("floor", "ceil", "trunc")}
    ),
    "np": SimpleNamespace(
        **{name: _spread(_rounding(getattr(np, name))) for name in ("floor", "ceil", "trunc", "rint")}
    ),
    "operator": operator,
}
