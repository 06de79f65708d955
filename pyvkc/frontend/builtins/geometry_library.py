"""Functions of vectors and matrices, written in the kernel language and compiled into the kernels that use them.

Each is also right as ordinary Python on NumPy arrays. Products and sums are rounded one by one, from left to right.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .names import builtin

sqrt = builtin("sqrt")


def dot(a: Any, b: Any) -> Any:
    """The sum of the products of components."""
    return np.sum(a * b)


def cross(a: Any, b: Any) -> Any:
    """The vector perpendicular to both."""
    return np.stack((a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]))


def length(a: Any) -> Any:
    """The root of the sum of squares."""
    return sqrt(dot(a, a))


def distance(a: Any, b: Any) -> Any:
    """The length of the difference."""
    return length(a - b)


def normalize(a: Any) -> Any:
    """Each component divided by the length."""
    return a / length(a)


def reflect(incident: Any, normal: Any) -> Any:
    """The direction mirrored at a surface."""
    return incident - 2 * dot(normal, incident) * normal


def refract(incident: Any, normal: Any, ratio: Any) -> Any:
    """The direction behind a surface by Snell's law, or 0 where all is reflected."""
    along = dot(normal, incident)
    rest = 1 - ratio * ratio * (1 - along * along)
    if rest < 0:
        return incident * 0
    return ratio * incident - (ratio * along + sqrt(rest)) * normal


def faceforward(normal: Any, incident: Any, reference: Any) -> Any:
    """The normal, turned so that it faces the incident direction."""
    return normal if dot(reference, incident) < 0 else -normal


def outer(a: Any, b: Any) -> Any:
    """The matrix of the products of all pairs."""
    if len(a) == 2:
        return np.stack((a[0] * b, a[1] * b))
    if len(a) == 3:
        return np.stack((a[0] * b, a[1] * b, a[2] * b))
    return np.stack((a[0] * b, a[1] * b, a[2] * b, a[3] * b))


def transpose(m: Any) -> Any:
    """Rows become columns."""
    return m.T


def determinant(m: Any) -> Any:
    """By the first row; of 4 by 4 by the minors of the upper and the lower two rows."""
    if len(m) == 2:
        return m[0, 0] * m[1, 1] - m[0, 1] * m[1, 0]
    if len(m) == 3:
        return dot(m[0], cross(m[1], m[2]))
    p, q, r, s = m
    return (
        (p[0] * q[1] - q[0] * p[1]) * (r[2] * s[3] - s[2] * r[3])
        - (p[0] * q[2] - q[0] * p[2]) * (r[1] * s[3] - s[1] * r[3])
        + (p[0] * q[3] - q[0] * p[3]) * (r[1] * s[2] - s[1] * r[2])
        + (p[1] * q[2] - q[1] * p[2]) * (r[0] * s[3] - s[0] * r[3])
        - (p[1] * q[3] - q[1] * p[3]) * (r[0] * s[2] - s[0] * r[2])
        + (p[2] * q[3] - q[2] * p[3]) * (r[0] * s[1] - s[0] * r[1])
    )


def inverse(m: Any) -> Any:
    """The adjugate divided by the determinant; of a singular matrix infinities and NaN."""
    if len(m) == 2:
        (a, b), (c, d) = m
        return np.stack((np.stack((d, -b)), np.stack((-c, a)))) / (a * d - b * c)
    if len(m) == 3:
        x, y, z = m
        columns = np.stack((cross(y, z), cross(z, x), cross(x, y)))
        return columns.T / dot(x, columns[0])
    return inverse_4(m)


def inverse_4(m: Any) -> Any:
    """The inverse of 4 by 4, by the minors of the upper rows (u) and of the lower rows (v)."""
    (a0, a1, a2, a3), (b0, b1, b2, b3), (c0, c1, c2, c3), (d0, d1, d2, d3) = m
    u0, u1, u2 = a0 * b1 - b0 * a1, a0 * b2 - b0 * a2, a0 * b3 - b0 * a3
    u3, u4, u5 = a1 * b2 - b1 * a2, a1 * b3 - b1 * a3, a2 * b3 - b2 * a3
    v5, v4, v3 = c2 * d3 - d2 * c3, c1 * d3 - d1 * c3, c1 * d2 - d1 * c2
    v2, v1, v0 = c0 * d3 - d0 * c3, c0 * d2 - d0 * c2, c0 * d1 - d0 * c1
    adjugate = np.stack((
        np.stack((b1 * v5 - b2 * v4 + b3 * v3, a2 * v4 - a1 * v5 - a3 * v3,
                  d1 * u5 - d2 * u4 + d3 * u3, c2 * u4 - c1 * u5 - c3 * u3)),
        np.stack((b2 * v2 - b0 * v5 - b3 * v1, a0 * v5 - a2 * v2 + a3 * v1,
                  d2 * u2 - d0 * u5 - d3 * u1, c0 * u5 - c2 * u2 + c3 * u1)),
        np.stack((b0 * v4 - b1 * v2 + b3 * v0, a1 * v2 - a0 * v4 - a3 * v0,
                  d0 * u4 - d1 * u2 + d3 * u0, c1 * u2 - c0 * u4 - c3 * u0)),
        np.stack((b1 * v1 - b0 * v3 - b2 * v0, a0 * v3 - a1 * v1 + a2 * v0,
                  d1 * u1 - d0 * u3 - d2 * u0, c0 * u3 - c1 * u1 + c2 * u0)),
    ))  # fmt: skip
    return adjugate / (u0 * v5 - u1 * v4 + u2 * v3 + u3 * v2 - u4 * v1 + u5 * v0)
