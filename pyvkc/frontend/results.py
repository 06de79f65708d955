"""What a function returns, by its annotation and by its ``return`` statements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..annotations import AnnotationError, result_annotation
from . import ir
from .signature import join_all
from .values import Mistake, describe_type, settled

if TYPE_CHECKING:
    from .body import Body

__all__ = ["declared_result", "result_type"]


def declared_result(body: Body) -> ir.ValueType | None:
    """The type that the function says it returns."""
    if body.source.annotations is not None:
        result: ir.ValueType | None = body.source.annotations.get("return")
        return result
    try:
        return result_annotation(body.source.function)
    except AnnotationError as error:
        assert body.source.node.returns is not None
        raise body.error(str(error), body.source.node.returns) from None


def result_type(body: Body) -> ir.ValueType | None:
    """The join of what the function returns."""
    if not body.results:
        return None
    joined = join_all(body.results)
    if joined is None:
        types = " and ".join(dict.fromkeys(map(describe_type, body.results)))
        raise Mistake(f"{body.source.name}() returns {types}, which do not join; convert one of them")
    return settled(joined)
