"""Composite types for tests, the NumPy dtypes with their layout, and arrays of them in a device's memory."""

from __future__ import annotations

import numpy as np

from pyvkc.frontend.layout import leaves, natural
from pyvkc.types import (
    Array,
    Matrix,
    Scalar,
    StructType,
    Vector,
    bf16,
    bool_,
    bvec3,
    f16,
    f32,
    f64,
    hvec4,
    i8,
    i16,
    i32,
    i64,
    ivec2,
    mat2,
    u8,
    u16,
    u32,
    u64,
    vec2,
    vec3,
    vec4,
)


def dtype_of(type):
    """The NumPy dtype of an element."""
    if isinstance(type, Scalar):
        return type.dtype
    if isinstance(type, StructType):
        formats = [dtype_of(field) for _, field in type.fields]
        layout = {"names": type.names, "formats": formats, "offsets": type.offsets, "itemsize": type.itemsize}
        return np.dtype(layout, align=natural(type))
    return np.dtype((type.element.dtype, type.shape))


def struct(name, *, packed=False, **fields):
    """A struct as NumPy lays it out, aligned or packed."""
    dtype = np.dtype([(key, dtype_of(type)) for key, type in fields.items()], align=not packed)
    offsets = tuple(dtype.fields[key][1] for key in fields)
    return StructType(name, tuple(fields.items()), offsets, dtype.itemsize)


Particle = struct("Particle", pos=vec3, mass=f32)
Wide = struct("Wide", tag=i32, x=f64, big=u64, pair=vec2)
Small = struct("Small", flag=bool_, a=i8, b=u16, c=f16, rgb=Vector(u8, 3))
Nested = struct("Nested", flag=bool_, first=Particle, m=Matrix(i32, 2, 3), inner=struct("Inner", q=i16, p=Particle))
Words = struct("Words", first=i32, m=mat2, second=Particle)
Packed = struct("Packed", packed=True, flag=bool_, x=f64, n=i16, v=vec3, h=f16, big=i64, small=i8)
PackedWords = struct("PackedWords", packed=True, n=i32, x=f64, v=ivec2)
PackedHalves = struct("PackedHalves", packed=True, h=f16, x=f32, n=u64, w=bf16)
Shuffled = StructType("Shuffled", (("last", f32), ("first", i32)), (8, 0), 16)
Shared = StructType("Shared", (("number", f32), ("bits", u32)), (0, 0), 4)

NATURAL = [
    vec3, vec4, ivec2, bvec3, hvec4, Vector(u8, 3), Vector(i16, 2), Vector(f64, 3), Vector(i64, 2), Vector(bf16, 2),
    mat2, Matrix(f32, 3, 2), Matrix(i32, 2, 4), Matrix(f64, 2, 3), Matrix(u8, 3, 3), Matrix(bool_, 2, 2),
    Particle, Wide, Small, Nested, Words, Shuffled,
]  # fmt: skip
PACKED = [Packed, PackedWords, PackedHalves]
COMPOSITES = [*NATURAL, *PACKED]


def random_array(type, shape, seed=0):
    """An array with random bits for numbers, but for NaN, whose bits need not stay; padding is random, too."""
    rng = np.random.default_rng(seed)
    dtype = dtype_of(type)
    base = dtype.base if dtype.subdtype else dtype
    data = np.frombuffer(rng.bytes(int(np.prod(shape)) * dtype.itemsize), np.uint8).copy()
    found = np.ndarray((*shape, *dtype.shape), base, data)
    for leaf in leaves(type):
        numbers = numbers_at(found, type, leaf, len(shape))
        if leaf.scalar == bool_:
            numbers[...] = rng.integers(0, 2, numbers.shape).astype(bool)
        elif leaf.scalar.floating:
            numbers[...] = rng.integers(-99, 100, numbers.shape).astype(leaf.scalar.dtype)
    return found


def copy_of(array):
    """A copy with all bytes, those between the numbers, too."""
    return np.ndarray(array.shape, array.dtype, bytearray(array.tobytes()))


def numbers_at(array, type, leaf, ndim):
    """A view of the numbers of one leaf in all elements."""
    for number in leaf.path:
        if isinstance(type, StructType):
            array, type = array[type.names[number]], type.fields[number][1]
        else:
            array = array[(*[slice(None)] * ndim, number)]
            type = Vector(type.element, type.columns) if isinstance(type, Matrix) else type.element
    return array


def same(a, b, type, ndim=1):
    """Whether two arrays hold the same numbers, whatever lies between."""
    return all((numbers_at(a, type, leaf, ndim) == numbers_at(b, type, leaf, ndim)).all() for leaf in leaves(type))


class Records(Array):
    """A view into a host array's copy in a device's memory, with what a launch reads of a device array.

    As there, vectors and matrices are axes of numbers, which strides count.
    """

    def __init__(self, array, type, view=None):
        from pyvkc.runtime.create import array as to_device

        view = array if view is None else view
        self.host, self.dtype, size = array, array.dtype, array.dtype.itemsize
        inner = len(dtype_of(type).shape)
        self.bytes = to_device(np.frombuffer(array.tobytes(), np.uint8))
        self.storage, self.device = self.bytes.storage, self.bytes.device
        self.shape = view.shape[: view.ndim - inner]
        strides = view.strides[: len(self.shape)]
        start = view.__array_interface__["data"][0] - array.__array_interface__["data"][0]
        low = sum(min(0, stride * (extent - 1)) for stride, extent in zip(strides, self.shape))
        self.element_strides = tuple(stride // size for stride in strides)
        self.address, self.origin = self.bytes.address + start + low, -low // size
        self.nbytes = self.bytes.nbytes

    def numpy(self):
        """The whole array that the device has now."""
        return np.ndarray(self.host.shape, self.host.dtype, self.bytes.numpy())
