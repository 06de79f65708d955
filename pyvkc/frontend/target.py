"""What a module is made for: the Vulkan version, the interface of its arrays, and what the device can store.

A target is a part of a specialisation's key, so it is compared by value and names facts, never a device.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, final

__all__ = ["ABIS", "DEBUG", "VERSIONS", "Target"]

VERSIONS: Final = {
    # Vulkan      SPIR-V
    "vulkan1.1": (1, 3),
    "vulkan1.2": (1, 5),
    "vulkan1.3": (1, 6),
}
"""The SPIR-V version that each Vulkan version accepts without an extension."""

ABIS: Final = ("address", "descriptor")

DEBUG: Final = ("none", "lines", "info")
"""What a module says of the text that it comes from: nothing, lines, or also functions, variables and the text."""


@final
@dataclass(frozen=True, slots=True)
class Target:
    """What the lowering may use.

    Attributes
    ----------
    vulkan : str
        A key of `VERSIONS`; also spirv-val's name of the environment.
    abi : str
        ``"address"``: arrays are addresses in the launch data. ``"descriptor"``: arrays are storage buffers of set 0.
    storage8 : bool
        The device loads and stores single bytes; otherwise arrays of bool are accessed through 32-bit words.
    float_controls : frozenset of str
        Execution modes that the device honours, such as ``"SignedZeroInfNanPreserve"`` for floats of 32 bits, and
        ``"SignedZeroInfNanPreserve 16"``.
    wide : bool
        Arrays may span 4 GiB and more, which takes 64-bit arithmetic on addresses. In the descriptor interface, whose
        buffers no device makes so large, it has no effect.
    atomics : frozenset of str
        The features of the device for atomic operations on floats, of :data:`.atomics.FLOAT_FEATURES`.
    int8, int16, float16 : bool
        The device computes with such numbers; otherwise their values are held in 32-bit registers.
    debug : str
        One of `DEBUG`.
    """

    vulkan: str = "vulkan1.2"
    abi: str = "address"
    storage8: bool = True
    float_controls: frozenset[str] = frozenset()
    wide: bool = False
    atomics: frozenset[str] = frozenset()
    int8: bool = True
    int16: bool = True
    float16: bool = True
    debug: str = "none"

    def __post_init__(self) -> None:
        assert self.vulkan in VERSIONS, self.vulkan
        assert self.abi in ABIS, self.abi
        assert self.debug in DEBUG, self.debug

    @property
    def version(self) -> tuple[int, int]:
        """The SPIR-V version of the module."""
        return VERSIONS[self.vulkan]

    @property
    def addresses(self) -> bool:
        """Whether arrays are addresses."""
        return self.abi == "address"
