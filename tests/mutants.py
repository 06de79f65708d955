"""Programs that are almost right: the texts of valid kernels with random mistakes in them.

A mutant is the text of a module and the argument types of its kernel. Mutations change the syntax tree: operators,
names, constants, types and calls are exchanged, statements are moved, doubled, wrapped and left out.
"""

from __future__ import annotations

import ast
import copy
import random
import warnings
from collections.abc import Callable
from pathlib import Path

from mutant_pools import EXPRESSIONS, HEADS, STATEMENTS, TYPES
from mutant_sources import SOURCES

HERE = Path(__file__).parent
WRONG, RIGHT = sorted(HERE.glob("errors/*.py")), sorted(HERE.glob("golden/*.py"))

OPERATORS = [
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.LShift, ast.RShift, ast.BitAnd, ast.BitOr,
    ast.BitXor, ast.MatMult,
]  # fmt: skip
COMPARISONS = [ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn]
UNARY = [ast.USub, ast.UAdd, ast.Invert, ast.Not]


def trees(texts: list[str]) -> list[ast.Module]:
    """Programs that can be mutated."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        found = [ast.parse(text) for text in texts]
    return [tree for tree in found if any(map(_defines, tree.body)) and not any(map(_rewritten, ast.walk(tree)))]


def _defines(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef)


def _rewritten(node: ast.AST) -> bool:
    """What unparsing does not take any child for."""
    return isinstance(node, (ast.JoinedStr, ast.Yield, ast.AsyncFunctionDef))


class Mutator:
    """Makes mutants of the programs, one after the other, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        texts = [[path.read_text(encoding="utf-8") for path in paths] for paths in (RIGHT, WRONG)]
        self.right, self.wrong = trees([*texts[0], *SOURCES * 2]), trees(texts[1])
        nodes = [node for tree in (*self.right, *self.wrong) for node in ast.walk(tree)]
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
        self.statements = [statement for function in functions for statement in function.body]
        self.expressions = [
            node for function in functions for node in ast.walk(function) if isinstance(node, ast.expr) and _loads(node)
        ]

    def mutant(self) -> str:
        """The text of the next mutant."""
        # Three of four are made from a program that is right.
        tree = copy.deepcopy(self.random.choice(self.right if self.random.random() < 0.75 else self.wrong))
        for _ in range(self.random.choice([1, 1, 1, 2, 3, 5])):
            self._mutate(tree)
        return ast.unparse(ast.fix_missing_locations(tree))

    def _mutate(self, tree: ast.Module) -> None:
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        function = self.random.choice(functions)
        mutations: list[Callable[[ast.FunctionDef], None]] = [
            self._operator, self._operator, self._replace, self._replace, self._replace, self._rename, self._borrow,
            self._leave_out, self._double, self._insert, self._insert, self._wrap, self._annotate, self._arguments,
            self._swap, self._default,
        ]  # fmt: skip
        self.random.choice(mutations)(function)

    # Expressions

    def _operator(self, function: ast.FunctionDef) -> None:
        kinds = ast.BinOp, ast.AugAssign, ast.UnaryOp, ast.Compare, ast.BoolOp
        nodes = [node for node in ast.walk(function) if isinstance(node, kinds)]
        if not nodes:
            return
        node = self.random.choice(nodes)
        if isinstance(node, (ast.BinOp, ast.AugAssign)):
            node.op = self.random.choice(OPERATORS)()
        elif isinstance(node, ast.UnaryOp):
            node.op = self.random.choice(UNARY)()
        elif isinstance(node, ast.Compare):
            node.ops[self.random.randrange(len(node.ops))] = self.random.choice(COMPARISONS)()
        else:
            node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()

    def _replace(self, function: ast.FunctionDef) -> None:
        """Another expression in the place of one."""
        self._put(function, _expression(self.random.choice(EXPRESSIONS)))

    def _borrow(self, function: ast.FunctionDef) -> None:
        """An expression of another program."""
        self._put(function, copy.deepcopy(self.random.choice(self.expressions)))

    def _put(self, function: ast.FunctionDef, new: ast.expr) -> None:
        slots = []
        for statement in function.body:
            for node in ast.walk(statement):
                for name, value in ast.iter_fields(node):
                    if isinstance(value, ast.expr) and _loads(value):
                        slots.append((node, name, None))
                    elif isinstance(value, list):
                        slots += [(node, name, k) for k, v in enumerate(value) if isinstance(v, ast.expr) and _loads(v)]
        if slots:
            node, name, place = self.random.choice(slots)
            if place is None:
                setattr(node, name, new)
            else:
                getattr(node, name)[place] = new

    def _rename(self, function: ast.FunctionDef) -> None:
        names = [node for node in ast.walk(function) if isinstance(node, ast.Name)]
        if names:
            self.random.choice(names).id = self.random.choice(names).id

    def _arguments(self, function: ast.FunctionDef) -> None:
        """Another argument, one less, or one by name."""
        calls = [node for statement in function.body for node in ast.walk(statement) if isinstance(node, ast.Call)]
        if not calls:
            return
        call = self.random.choice(calls)
        new = _expression(self.random.choice(EXPRESSIONS))
        choice = self.random.randrange(3)
        if choice == 0:
            call.args.append(new)
        elif choice == 1:
            del call.args[-1:]
        else:
            call.keywords.append(ast.keyword(self.random.choice(["x", "n", "axis"]), new))

    # Statements

    def _blocks(self, function: ast.FunctionDef) -> list[list[ast.stmt]]:
        fields = [field for node in ast.walk(function) for field in ast.iter_fields(node)]
        return [value for name, value in fields if name in ("body", "orelse") and isinstance(value, list) and value]

    def _leave_out(self, function: ast.FunctionDef) -> None:
        block = self.random.choice(self._blocks(function))
        block[self.random.randrange(len(block))] = ast.Pass()

    def _double(self, function: ast.FunctionDef) -> None:
        block = self.random.choice(self._blocks(function))
        block.insert(self.random.randrange(len(block) + 1), copy.deepcopy(self.random.choice(block)))

    def _swap(self, function: ast.FunctionDef) -> None:
        block = self.random.choice(self._blocks(function))
        a, b = (self.random.randrange(len(block)) for _ in range(2))
        block[a], block[b] = block[b], block[a]

    def _insert(self, function: ast.FunctionDef) -> None:
        block = self.random.choice(self._blocks(function))
        made = ast.parse(self.random.choice(STATEMENTS)).body[0]
        new = made if self.random.random() < 0.7 else copy.deepcopy(self.random.choice(self.statements))
        block.insert(self.random.randrange(len(block) + 1), new)

    def _wrap(self, function: ast.FunctionDef) -> None:
        """A statement inside another."""
        block = self.random.choice(self._blocks(function))
        place = self.random.randrange(len(block))
        head = self.random.choice(HEADS)
        outer = ast.parse(f"{head} pass").body[0]
        (outer.cases[0] if isinstance(outer, ast.Match) else outer).body = [block[place]]
        if hasattr(outer, "orelse") and self.random.random() < 0.3:
            outer.orelse = [copy.deepcopy(self.random.choice(block))]
        block[place] = outer

    # Definitions

    def _annotate(self, function: ast.FunctionDef) -> None:
        arguments = function.args.args
        type = _expression(self.random.choice(TYPES))
        if arguments and self.random.random() < 0.9:
            self.random.choice(arguments).annotation = type
        else:
            function.returns = type

    def _default(self, function: ast.FunctionDef) -> None:
        """A parameter more, with a default."""
        name = self.random.choice(["n", "k", "extra"])
        if name not in [argument.arg for argument in function.args.args]:
            function.args.args.append(ast.arg(name, _expression(self.random.choice(TYPES[:12]))))
            function.args.defaults.append(_expression(self.random.choice(["1", "0.5", "True", "None", "max"])))


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _loads(node: ast.expr) -> bool:
    return isinstance(getattr(node, "ctx", None) or ast.Load(), ast.Load)
