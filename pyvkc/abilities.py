"""Whether a device, or every device of a published profile, can run a kernel, and what it lacks if it cannot.

An :class:`Ability` is what is known of either. A kernel is compiled for it as a launch there would compile it, since
what a kernel needs depends on that: numbers of 8 and 16 bits are held in 32 where a device only stores them. Needs no
Vulkan.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, final

from .errors import Span
from .frontend.atomics import FLOAT_FEATURES
from .frontend.compile import MOST_INVOCATIONS, Target
from .frontend.target import VERSIONS
from .profiles import PROFILES
from .program import Program

if TYPE_CHECKING:
    from .kernel import Kernel
    from .runtime.device import Device

__all__ = ["Ability", "Requirement", "Verdict", "ability_of", "judge", "profile", "requirements_of"]

BASICS: Final = ("timelineSemaphore", "bufferDeviceAddress")
"""What launches by pyvkc need, whatever the kernel."""

FEATURE: Final = "feature"
LIMIT: Final = "limit"


@final
@dataclass(frozen=True, slots=True)
class Ability:
    """What a device has, or what a profile guarantees.

    Attributes
    ----------
    name : str
        The device's or the profile's.
    kind : str
        ``"profile"``, or the kind of the device.
    version : tuple of int
        Of Vulkan.
    features : frozenset of str, or None
        Vulkan's names, those of subgroup operations among them; ``None`` where there is nothing that it lacks.
    limits : mapping
        Vulkan's names; what is missing is no limit.
    float_controls : frozenset of str
        As in :class:`Target`.
    """

    name: str
    kind: str
    version: tuple[int, int]
    features: frozenset[str] | None
    limits: Mapping[str, Any] = field(repr=False)
    float_controls: frozenset[str] = frozenset()

    def has(self, feature: str) -> bool:
        return self.features is None or feature in self.features

    def target(self, abi: str) -> Target:
        """What modules for it are made for."""
        newest = max((v for v in VERSIONS if v <= "vulkan{}.{}".format(*self.version)), default="vulkan1.1")
        return Target(
            newest,
            abi,
            storage8=self.has("storageBuffer8BitAccess"),
            float_controls=self.float_controls,
            atomics=frozenset(name for name in FLOAT_FEATURES if self.has(name)),
            int8=self.has("shaderInt8"),
            int16=self.has("shaderInt16"),
            float16=self.has("shaderFloat16"),
        )


@final
@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a program needs.

    `kind` is ``"feature"`` or ``"limit"``; of a limit, `amount` is what it must be at least. `places` are the lines
    that need it, each with a reason, which may be empty; what the whole kernel needs has none.
    """

    kind: str
    name: str
    amount: int = 1
    places: tuple[tuple[Span, str], ...] = ()
    remark: str = ""


@final
@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a kernel runs somewhere: `lacks` is what is missing there, as sentences' ends; empty if it does."""

    ability: Ability
    lacks: tuple[str, ...]

    @property
    def runs(self) -> bool:
        return not self.lacks


def profile(name: str) -> Ability:
    """What every device of a profile has.

    Raises
    ------
    ValueError
        There is no such profile in :data:`~pyvkc.profiles.PROFILES`.
    """
    found = PROFILES.get(name)
    if found is None:
        raise ValueError(f"There is no profile {name!r}; known are {', '.join(PROFILES)}.")
    return Ability(name, "profile", found.version, frozenset(found.features), found.named_limits)


def ability_of(device: Device) -> Ability:
    """What a device has."""
    major, minor = device.target.removeprefix("vulkan").split(".")
    features: frozenset[str] | None = None
    if device.kind != "reference":
        known = [*device.features, *SUBGROUPS]
        features = frozenset(known).difference(device.lacks(known))
    return Ability(device.name, device.kind, (int(major), int(minor)), features, device.limits, device.float_controls)


SUBGROUPS: Final = tuple(
    f"VK_SUBGROUP_FEATURE_{kind}_BIT"
    for kind in ("BASIC", "VOTE", "ARITHMETIC", "BALLOT", "SHUFFLE", "SHUFFLE_RELATIVE", "CLUSTERED", "QUAD")
)
"""What Vulkan calls the kinds of subgroup operations."""


def judge(
    kernel: Kernel, types: Sequence[Any], ability: Ability, *, abi: str = "address", ndim: int | None = None
) -> Verdict:
    """Whether a kernel for these types runs with an ability; `types` and `ndim` are as for :meth:`Kernel.compile`.

    Raises
    ------
    CompileError
        The kernel means nothing for these types.
    """
    most = ability.limits.get("maxComputeWorkGroupInvocations", MOST_INVOCATIONS)
    program = kernel.program(types, ability.target(abi), ndim, most)
    lacks = [_missing(need, ability) for need in requirements_of(program)]
    if abi == "address" and ability.version < (1, 2):
        lacks.insert(0, "Vulkan 1.2")
    elif ability.version < (1, 1):
        lacks.insert(0, "Vulkan 1.1")
    return Verdict(ability, tuple(filter(None, lacks)))


def _missing(need: Requirement, ability: Ability) -> str:
    """What an ability lacks of a need; empty if nothing."""
    if need.kind == FEATURE:
        return "" if ability.has(need.name) else need.name
    most = limit_in(ability.limits, need.name)
    return "" if most is None or most >= need.amount else f"{need.name} of {need.amount} (it has {most})"


def limit_in(limits: Mapping[str, Any], name: str) -> int | None:
    """A limit by its name, which may end in an axis: ``maxComputeWorkGroupSize[0]``."""
    base, bracket, axis = name.partition("[")
    value = limits.get(base)
    if value is None:
        return None
    return int(value[int(axis[:-1])] if bracket else value)


def requirements_of(program: Program) -> list[Requirement]:
    """What a program needs of a device: features, then limits."""
    names = dict.fromkeys([*(BASICS if program.abi == "address" else ()), *program.features])
    return [*(_feature(program, name) for name in names), *_limits(program)]


def _feature(program: Program, name: str) -> Requirement:
    places = tuple((need.span, need.reason) for need in program.needs if need.feature == name)
    return Requirement(FEATURE, name, places=places, remark="" if places else REMARKS.get(name, ""))


REMARKS: Final = {
    "timelineSemaphore":   "launches are waited for by it",
    "bufferDeviceAddress": "arrays are passed as addresses",
}  # fmt: skip


def _limits(program: Program) -> list[Requirement]:
    x, y, z = program.workgroup
    size = " by ".join(map(str, reversed(program.workgroup[: program.ndim])))
    kinds = [binding.kind for binding in program.bindings]
    shared = ", ".join(f"{array.name} {array.size:,}" for array in program.shared)
    amounts = (
        ("maxComputeWorkGroupInvocations", x * y * z, f"a workgroup of {size}"),
        *((f"maxComputeWorkGroupSize[{axis}]", length, "") for axis, length in enumerate((x, y, z)) if length > 1),
        ("maxComputeSharedMemorySize", program.shared_size, shared),
        ("maxPushConstantsSize", program.layout.push_size, ""),
        ("maxPerStageDescriptorStorageBuffers", kinds.count("storage"), ""),
        ("maxPerStageDescriptorUniformBuffers", kinds.count("uniform"), ""),
    )
    return [Requirement(LIMIT, name, amount, remark=remark) for name, amount, remark in amounts if amount]
