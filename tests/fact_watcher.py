"""Holds what the prover believes at each statement against what is so when the statement runs."""

from __future__ import annotations

from unittest import mock

from interpreter import Invocation, OutOfFuel, OutOfRange, Return

from pyvkc.frontend.passes import walk as walks
from pyvkc.frontend.passes.assume import Assumptions


class FalseFact(AssertionError):
    pass


def facts_of(kernel, moderate):
    """What is known at each statement, by the statement's id; the numbers' terms; what a launch must satisfy."""
    found = {}

    def watching(visit):
        def watch(walk, node, facts):
            found[id(node)] = dict(facts.known)  # of a loop's several walks the last one counts
            return visit(walk, node, facts)

        return watch

    table = {kind: watching(visit) for kind, visit in walks._STATEMENTS.items()}
    walk = walks.Walk(kernel, Assumptions(False), moderate)
    with mock.patch.object(walks, "_STATEMENTS", table):
        walk.kernel()
    terms = {atom: node for node, atom in walk.launch.terms.items()}
    return found, terms, walk.assumptions.result(walk.launch)


class Watcher(Invocation):
    """An invocation that stops where something is believed that is not so."""

    def __init__(self, launch, found, terms):
        super().__init__(launch)
        self.found = found
        self.terms = terms
        self.watched = 0

    def run(self, kernel):
        """Run it to its end; says how many beliefs were tested."""
        try:
            self.block(kernel.body)
        except (Return, OutOfFuel, OutOfRange):
            pass
        return self.watched

    def block(self, block):
        for node in block:
            self.examine(node)
            super().block((node,))

    def examine(self, node):
        for atom, bounds in self.found.get(id(node), {}).items():
            value = self.number(atom)
            if value is None:
                continue
            self.watched += 1
            if not bounds.low <= value <= bounds.high:
                raise FalseFact(f"{atom} is {value}, not in {bounds.low} .. {bounds.high}, at {node}")
            for other, by in bounds.below.items():
                limit = self.number(other)
                if limit is not None and value > limit + by:
                    raise FalseFact(f"{atom} is {value} and {other} is {limit}: not below it + {by}, at {node}")
            for other, by in bounds.above.items():
                limit = self.number(other)
                if limit is not None and value < limit + by:
                    raise FalseFact(f"{atom} is {value} and {other} is {limit}: not above it + {by}, at {node}")

    def number(self, atom):
        """The value of an atom; none while a variable in it has not been assigned."""
        kind, owner, axis, scale = atom
        if scale != 1:
            return scale * self.number(atom._replace(scale=1))
        launch = self.launch
        if atom in self.terms:  # also a variable that names one, before it does so
            try:
                return self.value(self.terms[atom])
            except KeyError:
                return None
        if kind == "local":
            value = self.variables.get(owner)
            return value if axis < 0 or value is None else value[axis]
        if kind == "extent":
            return launch.extents[owner, axis]
        if kind == "value":
            return launch.values[owner]
        size, place, width = launch.sizes[axis], launch.ids[axis], launch.workgroup[axis]
        return {
            "size": size,
            "global_id": place,
            "local_id": place % width,
            "group_size": width,
            "group_id": place // width,
            "groups": -(-size // width),
        }[kind]
