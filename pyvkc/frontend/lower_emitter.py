"""Values of typed scalars as instructions: what the rows of the builtin table and the lowering write with.

Gets types of :mod:`pyvkc.types` and ids, and emits into the module's current block. An operation is total: whatever
SPIR-V leaves undefined is the business of the row, or of the conversions here.
"""

from __future__ import annotations

import math
import struct
from typing import Final, final

from ..types import Matrix, Scalar, Vector, bf16, bool_, f16, f32, i8, i16, parts_of, u8, u16, u32
from . import ir
from .lower_convert import convert_scalar
from .lower_narrow import HOLDERS, bitcast_narrow, from_memory, memory_type, normalise, to_memory
from .spirv.module import Module

__all__ = ["Emitter"]

NO_CONTRACTION: Final = frozenset({"OpFAdd", "OpFSub", "OpFMul", "OpFDiv", "OpFRem", "OpFMod", "OpFNegate"})
"""Float arithmetic that a driver would otherwise be free to contract, for instance into a fused multiply-add."""


COMPUTED: Final = {i8: "Int8", u8: "Int8", i16: "Int16", u16: "Int16", f16: "Float16"}
"""The capability for registers of the narrow types."""

KEEPING: Final = frozenset({
    "OpSelect", "OpPhi", "OpLoad", "OpFunctionCall", "OpCompositeExtract", "OpVectorExtractDynamic", "OpBitwiseAnd",
    "OpBitwiseOr", "OpBitwiseXor", "OpShiftRightArithmetic", "OpShiftRightLogical", "OpUDiv", "OpUMod", "OpFNegate",
    "FAbs", "FSign", "FMin", "FMax", "FClamp", "Floor", "Ceil", "Trunc", "Round", "RoundEven",
})  # fmt: skip
"""Instructions that give a value of a held narrow type if all operands are such values."""


@final
class Emitter:
    """Emits values; the object that a row's ``emit`` is given.

    Parameters
    ----------
    module : Module
        Where instructions go.
    fastmath : frozenset of str
        The kernel's flags; ``"contract"`` leaves contraction to the driver.
    finite : bool
        No constant is infinite or NaN, as WGSL has it and with it what translates modules by way of it.
    held : frozenset of Scalar
        The narrow types whose values are held in 32-bit registers.
    """

    __slots__ = ("_constants", "_known", "_types", "exact", "fastmath", "finite", "floats", "held", "module")

    def __init__(
        self,
        module: Module,
        fastmath: frozenset[str] = frozenset(),
        *,
        finite: bool = False,
        held: frozenset[Scalar] = frozenset({bf16}),
    ) -> None:
        self.module = module
        self.fastmath = fastmath
        self.finite = finite
        self.held = held
        self.floats: set[int] = set()  # the widths of the floats in use
        self.exact = NO_CONTRACTION if "contract" not in fastmath else frozenset()
        self._types: dict[ir.ValueType, int] = {}
        self._constants: dict[tuple[str, int | str], int] = {}
        self._known: dict[int, int | float | bool] = {}

    def op(self, opcode: str, type: ir.ValueType, *ids: int) -> int:
        """Emit a core instruction that has a result."""
        result = self.module.value(opcode, self.type(type), *ids)
        if opcode in self.exact:
            self.module.decorate(result, "NoContraction")
        return result if type not in self.held else self._held(opcode, type, result)

    def glsl(self, name: str, type: ir.ValueType, *ids: int) -> int:
        """Emit an instruction of the set GLSL.std.450."""
        result = self.module.extended(name, self.type(type), *ids)
        return result if type not in self.held else self._held(name, type, result)

    def _held(self, opcode: str, type: ir.ValueType, result: int) -> int:
        """What an instruction in a 32-bit register has to be for the narrow type that it stands for."""
        assert isinstance(type, Scalar)
        return result if opcode in KEEPING else normalise(self, result, type)

    def constant(self, value: int | float | bool, type: Scalar) -> int:
        """The constant `value`, which `type` can represent."""
        if self.finite and type.floating and not math.isfinite(value):
            return self._make_from_bits(value, type)
        if type.floating and type in self.held:
            value = type.nearest(value)
        # Hexadecimal text tells -0.0 from 0.0 and makes all NaN one key; a type's name tells 1 from 1.0 and True.
        key = (type.name, float(value).hex() if type.kind == "float" else int(value))
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = self._make_constant(value, type)
            self._known[found] = value
        return found

    def known(self, id: int) -> int | float | bool | None:
        """The Python value of a constant, or ``None`` for anything else."""
        return self._known.get(id)

    def select(self, condition: int, then: int, otherwise: int, type: Scalar) -> int:
        """``then if condition else otherwise``, both of them evaluated."""
        known = self._known.get(condition)
        if known is not None:
            return then if known else otherwise
        return self.op("OpSelect", type, condition, then, otherwise)

    def convert(self, id: int, source: Scalar, target: Scalar) -> int:
        """``target(x)``: integers wrap, floats truncate and saturate, NaN gives 0, bool is ``x != 0``."""
        return convert_scalar(self, id, source, target)

    def bitcast(self, id: int, source: Scalar, target: Scalar) -> int:
        """The same bits as another type of the same width."""
        assert source.bits == target.bits, (source, target)
        if source == target:
            return id
        return bitcast_narrow(self, id, source, target) if source.bits < 32 else self.op("OpBitcast", target, id)

    def holder(self, scalar: Scalar) -> Scalar:
        """The type whose registers hold the values of a scalar: its own, unless the device only stores it."""
        return HOLDERS[scalar] if scalar in self.held else scalar

    def memory_type(self, scalar: Scalar) -> int:
        """The id of the type of what holds a scalar in memory that the host sees."""
        return memory_type(self, scalar)

    def from_memory(self, id: int, scalar: Scalar) -> int:
        """The value of type `scalar` of what was loaded as :meth:`memory_type`."""
        return from_memory(self, id, scalar)

    def to_memory(self, id: int, scalar: Scalar) -> int:
        """What is stored, as :meth:`memory_type`, for a value of type `scalar`."""
        return to_memory(self, id, scalar)

    def type(self, type: ir.ValueType) -> int:
        """The id of a value's type in registers."""
        found = self._types.get(type)
        if found is None:
            found = self._types[type] = self._make_type(type)
        return found

    def float_type(self, bits: int) -> int:
        """The id of a type of floats."""
        self.floats.add(bits)
        return self.module.type("OpTypeFloat", bits)

    def pointer(self, storage: str, pointee: int) -> int:
        """The type of pointers into a storage class."""
        return self.module.type("OpTypePointer", storage, pointee)

    def zero(self, type: ir.ValueType) -> int:
        """Zero, of every component."""
        if isinstance(type, Scalar):
            return self.constant(False if type == bool_ else 0.0 if type.floating else 0, type)
        return self.module.constant("OpConstantNull", self.type(type))

    def _make_constant(self, value: int | float | bool, type: Scalar) -> int:
        if type.kind == "bool":
            return self.module.constant("OpConstantTrue" if value else "OpConstantFalse", self.type(type))
        return self.module.literal(self.type(type), float(value) if type.floating else int(value))

    def _make_from_bits(self, value: float, type: Scalar) -> int:
        """Infinity or NaN, made of an integer where it is needed: this is an instruction and no constant of SPIR-V."""
        (bits,) = struct.unpack("<I", struct.pack("<f", value))
        made = self.convert(self.bitcast(self.constant(bits, u32), u32, f32), f32, type)
        self._known[made] = value
        return made

    def _make_type(self, type: ir.ValueType) -> int:
        module = self.module
        if isinstance(type, Vector):
            return module.type("OpTypeVector", self.type(type.element), type.size)
        if isinstance(type, Matrix):  # rows, of any scalar: SPIR-V's own matrices are of floats, and made of columns
            row, *_ = parts_of(type)
            return module.type("OpTypeArray", self.type(row), self.constant(type.rows, u32))
        if not isinstance(type, Scalar):
            return module.struct(*map(self.type, parts_of(type)), unique=("value", type))
        if type.kind == "bool":
            return module.type("OpTypeBool")
        if type in self.held:
            return self.type(HOLDERS[type])
        if type in COMPUTED:  # needed also where nothing but a name is given to what was loaded
            module.capability(COMPUTED[type])
        if type.kind == "float":
            return self.float_type(type.bits)
        return module.type("OpTypeInt", type.bits, int(type.kind == "int"))
