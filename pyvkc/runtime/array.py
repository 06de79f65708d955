"""Arrays in a device's memory.

An array is a storage and a geometry; views share the storage. What the launch path reads is computed once: `address`,
`shape`, `element_strides`, `type` and `storage` are plain slots.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, final

import numpy as np

from ..errors import ClosedError, DeviceError, LaunchError
from ..types import Array as AnyArray
from ..types import Scalar, array_type
from . import transfer
from .convert import as_source, element_of
from .geometry import Geometry, normal_shape
from .recording import state

if TYPE_CHECKING:
    from .context import Context
    from .device import Device
    from .memory import Storage

__all__ = ["Array", "new_array"]

Ndarray = np.ndarray[Any, Any]

MOST_SHOWN: Final = 16
"""Elements of an array that is shown with its values; of a larger one its shape is."""


@final
class Array(AnyArray):
    """An array in a device's memory, made by :func:`array`, :func:`zeros` and their like.

    Attributes
    ----------
    shape : tuple of int
    dtype : numpy.dtype
    strides : tuple of int
        Bytes from an element to the next along each axis; negative in reversed views.
    size, nbytes, ndim : int
    device : Device
    element : Scalar or StructType
        The element type as kernels see it.
    type : ArrayType
        The type of parameter that the array is passed to.
    address : int
        The device address of the element that lies lowest in memory.
    origin : int
        The elements from there to element [0, ..., 0]; 0 unless a stride is negative.
    element_strides : tuple of int
        The strides in elements.
    span : int
        The bytes from the element that lies lowest in memory to the end of the highest.
    storage : Storage
        The memory, shared with views.
    """

    __slots__ = (
        "__weakref__",
        "_geometry",
        "address",
        "device",
        "dtype",
        "element",
        "element_strides",
        "nbytes",
        "ndim",
        "origin",
        "shape",
        "size",
        "span",
        "storage",
        "strides",
        "type",
    )

    def __init__(self, storage: Storage, geometry: Geometry, device: Device) -> None:
        itemsize = geometry.dtype.itemsize
        self._geometry = geometry
        self.storage = storage
        self.device = device
        self.shape = geometry.shape
        self.strides = geometry.strides
        self.dtype = geometry.dtype
        self.ndim = len(geometry.shape)
        self.size = geometry.size
        self.nbytes = self.size * itemsize
        self.element = element_of(geometry.dtype)
        self.element_strides = tuple(stride // itemsize for stride in geometry.strides)
        self.type = array_type(self.element, self.ndim, geometry.contiguous)
        low, high = geometry.bounds
        self.span = high - low
        self.address = storage.address + low
        self.origin = (geometry.offset - low) // itemsize

    @property
    def contiguous(self) -> bool:
        """Whether the elements lie in C order without gaps."""
        return self.type.contiguous

    def _context(self) -> Context:
        context = self.storage.context
        if context is None:
            raise ClosedError(f"This array of shape {self.shape} and dtype {self.dtype} has been closed.")
        return context

    # To the host and back

    def numpy(self) -> Ndarray:
        """A copy on the host, in C order, after all launches that write the array.

        Raises
        ------
        KernelError
            A launch that has completed failed an assertion, or what a checked kernel tests. The next call does not
            raise it again.
        """
        content = self._read()
        self._context().reports.deliver(self.storage)
        return content

    def _read(self) -> Ndarray:
        """As :meth:`numpy`, whatever the launches have to report."""
        context = self._context()
        if state.recorder is not None:
            raise LaunchError("Inside record() nothing has run yet, so there is nothing to read. Read after seq.run().")
        return transfer.read(context, self.storage, self._geometry)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Ndarray:
        if copy is False:
            raise ValueError("A device array has no memory that NumPy can share; np.asarray(a) copies it.")
        content = self.numpy()
        return content if dtype is None else content.astype(dtype, copy=False)

    def item(self) -> Any:
        """The only element, as a Python number; of an array of structs, as a record."""
        if self.size != 1:
            raise ValueError(f"item() wants an array of one element; this one has shape {self.shape}.")
        return self.numpy().item() if self.dtype.names is None else self.numpy().reshape(())[()]

    def copy_from(self, source: Any) -> None:
        """Set all elements from `source`, an array of the same shape on the host or on any device.

        Inside ``record()`` the copy becomes part of the sequence, which reads a host array anew at each run.

        Raises
        ------
        ValueError
            When the shapes differ.
        TypeError
            When the elements would lose the kind of number they are, as floats in an integer array.
        """
        if self.dtype.names is not None and not isinstance(source, Array):
            source = as_source(source, self.dtype)
        shape = source.shape if isinstance(source, Array) else np.shape(source)
        if shape != self.shape:
            raise ValueError(f"copy_from: the source has shape {shape}, but this array has shape {self.shape}.")
        self._assign(source)

    def fill(self, value: Any) -> None:
        """Set all elements to `value`."""
        source = as_source(value, self.dtype)
        if source.ndim:
            raise ValueError(f"fill wants one element, not an array of shape {source.shape}.")
        context = self._context()
        if state.recorder is not None:
            state.recorder.fill(context, self, source)
        else:
            transfer.fill(context, self.storage, self._geometry, source)

    def _assign(self, source: Any) -> None:
        """Set all elements from `source`, which broadcasts."""
        context = self._context()
        if isinstance(source, Array):
            self._assign_array(context, source)
            return
        converted = as_source(source, self.dtype)
        while converted.ndim > self.ndim and converted.shape[0] == 1:  # as NumPy does when it assigns
            converted = converted[0]
        if np.broadcast_shapes(converted.shape, self.shape) != self.shape:
            raise ValueError(f"An array of shape {converted.shape} does not broadcast to the shape {self.shape}.")
        if state.recorder is not None:
            state.recorder.upload(context, self, converted)
        else:
            transfer.write(context, self.storage, self._geometry, converted)

    def _assign_array(self, context: Context, source: Array) -> None:
        there = source._context()
        if context is there and self._copies_plainly(source):
            offsets = (source._geometry.offset, self._geometry.offset)
            source_place, target_place = (source.storage, offsets[0]), (self.storage, offsets[1])
            if state.recorder is not None:
                state.recorder.copy(context, source_place, target_place, self.nbytes)
            elif self.nbytes:
                transfer.copy(context, source_place, target_place, self.nbytes)
        elif state.recorder is not None:
            raise LaunchError(
                "Inside record() arrays are copied on the device, which works between contiguous arrays of one device, "
                "shape and dtype that do not overlap. For other copies write a kernel."
            )
        else:
            self._assign(source.numpy())

    def _copies_plainly(self, source: Array) -> bool:
        """Whether the copy is one of bytes from one place to another."""
        if source.dtype != self.dtype or source.shape != self.shape:
            return False
        if not (source.contiguous and self.contiguous):
            return False
        (first, last), (start, stop) = source._geometry.bounds, self._geometry.bounds
        return source.storage is not self.storage or last <= start or stop <= first

    # Views

    def _view(self, geometry: Geometry) -> Array:
        self._context()
        return Array(self.storage, geometry, self.device)

    def __getitem__(self, key: Any) -> Array:
        """A view, for integers, slices, ``...`` and ``None``; of no dimensions where NumPy would give a number.

        The name of a field gives the view of that field in all elements, as in NumPy.
        """
        return self._view(self._geometry.field(key) if isinstance(key, str) else self._geometry[key])

    def __setitem__(self, key: Any, value: Any) -> None:
        self[key]._assign(value)

    @property
    def T(self) -> Array:
        """The view with the axes in reverse order."""
        return self._view(self._geometry.transposed)

    def reshape(self, *shape: Any) -> Array:
        """The elements in C order in another shape: a view where possible, else a copy. One extent may be -1."""
        wanted = self._completed(shape[0] if len(shape) == 1 else shape)
        geometry = self._geometry.reshaped(wanted)
        if geometry is not None:
            return self._view(geometry)
        result = new_array(wanted, self.dtype, self.device)
        result._assign(self.numpy().reshape(wanted))
        return result

    def _completed(self, shape: Any) -> tuple[int, ...]:
        """`shape` with its -1 replaced by what is left over."""
        items = tuple(shape) if np.iterable(shape) else (shape,)
        wanted = normal_shape(tuple(1 if item == -1 else item for item in items))
        known = int(np.prod(wanted, dtype=object)) if wanted else 1
        if items.count(-1) == 1 and known and self.size % known == 0:
            return tuple(self.size // known if item == -1 else w for item, w in zip(items, wanted, strict=True))
        if items.count(-1) or known != self.size:
            raise ValueError(f"An array of shape {self.shape} cannot be reshaped to {items}.")
        return wanted

    # Python's protocols

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError("An array of no dimensions has no length.")
        return self.shape[0]

    def __iter__(self) -> Iterator[Array]:
        if not self.ndim:
            raise TypeError("An array of no dimensions cannot be iterated over.")
        return (self[index] for index in range(self.shape[0]))

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("The truth of an array of several elements is ambiguous; reduce its numpy() copy.")
        return bool(self.item())

    def __int__(self) -> int:
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __index__(self) -> int:
        if self.ndim or not isinstance(self.element, Scalar) or not self.element.integral:
            raise TypeError("Only an integer array of no dimensions is an index.")
        return int(self.item())

    def __repr__(self) -> str:
        content = self._shown()
        if content is None:
            closed = ", closed" if self.storage.context is None else ""
            return f"Array(shape={self.shape}, dtype={self.dtype}, device={self.device.name!r}{closed})"
        values = np.array2string(content, separator=", ", prefix="Array(")
        return f"Array({values}, dtype={self.dtype}, device={self.device.name!r})"

    def __str__(self) -> str:
        content = self._shown()
        return repr(self) if content is None else str(content)

    def _shown(self) -> Ndarray | None:
        """The content if it is small, and can be read now without an error."""
        if not 0 < self.size <= MOST_SHOWN or state.recorder is not None:
            return None
        try:
            return self._read()
        except (ClosedError, DeviceError):
            return None

    # Lifetime and place

    def to(self, device: Any) -> Array:
        """The array on another device: a copy there, or this array itself if it is there already."""
        from .device import find_device

        target = find_device(device)
        if target is self.device:
            return self
        result = new_array(self.shape, self.dtype, target)
        result._assign(self.numpy())
        return result

    def close(self) -> None:
        """Give the memory back now. The array and all views of the same memory are closed; closing twice is fine."""
        self.storage.close()

    def __enter__(self) -> Array:
        self._context()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def new_array(shape: tuple[int, ...], dtype: np.dtype[Any], device: Device) -> Array:
    """A contiguous array, its content undefined; of a dtype that has a shape, with the axes of that behind."""
    geometry = Geometry.of_new(shape + dtype.shape, dtype.base)
    storage = device.context.arrays.allocate(geometry.size * geometry.dtype.itemsize)
    return Array(storage, geometry, device)
