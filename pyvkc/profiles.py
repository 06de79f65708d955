"""Published profiles: what every device that calls itself by a name must have, as far as kernels care.

Sources:

- ``vulkan1.1`` to ``vulkan1.3``: the Vulkan specification, chapters "Feature Requirements" and "Required Limits"; the
  same as JSON in KhronosGroup/Vulkan-Profiles, ``profiles/LunarG/VP_LUNARG_minimum_requirements.json``.
- ``VP_KHR_roadmap_2022``: the Vulkan specification, appendix "Vulkan Roadmap Milestones". Its workgroup of
  (256, 256, 64) is smaller than that of the JSON file of the profile, and stands here.
- ``VP_LUNARG_desktop_baseline_2022`` and ``_2023``, in version 2: KhronosGroup/Vulkan-Profiles,
  ``profiles/LunarG/VP_LUNARG_desktop_baseline.json``. Where that of 2022 says nothing, Vulkan's own limits hold.
- ``VP_ANDROID_baseline_2021`` and ``_2022``: KhronosGroup/Vulkan-Profiles, ``profiles/VP_ANDROID_baseline_2021.json``
  and ``profiles/VP_ANDROID_baseline_2022.json``.

A profile guarantees; that a device is not guaranteed to have something does not mean that it lacks it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

__all__ = ["PROFILES", "Profile"]


@final
@dataclass(frozen=True, slots=True)
class Profile:
    """What a profile guarantees.

    Attributes
    ----------
    version : tuple of int
        Of Vulkan.
    features : tuple of str
        The names of features; those of subgroups are ``VK_SUBGROUP_FEATURE_..._BIT``.
    limits : tuple
        Invocations of a workgroup, its size along x, y and z, bytes of shared memory, bytes of push constants, storage
        buffers and uniform buffers of a stage.
    """

    version: tuple[int, int]
    features: tuple[str, ...]
    limits: tuple[int, tuple[int, int, int], int, int, int, int]

    @property
    def named_limits(self) -> dict[str, Any]:
        """The limits under Vulkan's names."""
        return dict(zip(LIMITS, self.limits, strict=True))


LIMITS: Final = (
    "maxComputeWorkGroupInvocations", "maxComputeWorkGroupSize", "maxComputeSharedMemorySize", "maxPushConstantsSize",
    "maxPerStageDescriptorStorageBuffers", "maxPerStageDescriptorUniformBuffers",
)  # fmt: skip

_BASIC: Final = ("VK_SUBGROUP_FEATURE_BASIC_BIT",)
_CORE_1_2: Final = (*_BASIC, "timelineSemaphore", "uniformBufferStandardLayout", "shaderSubgroupExtendedTypes")
_CORE_1_3: Final = (*_CORE_1_2, "bufferDeviceAddress", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope")
_ROADMAP_2022: Final = (
    *_CORE_1_3, "scalarBlockLayout", "VK_SUBGROUP_FEATURE_VOTE_BIT", "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT",
    "VK_SUBGROUP_FEATURE_BALLOT_BIT", "VK_SUBGROUP_FEATURE_SHUFFLE_BIT", "VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT",
    "VK_SUBGROUP_FEATURE_QUAD_BIT",
)  # fmt: skip
_DESKTOP: Final = (
    *_BASIC, "storageBuffer8BitAccess", "uniformAndStorageBuffer8BitAccess", "storageBuffer16BitAccess",
    "uniformAndStorageBuffer16BitAccess", "shaderInt8", "timelineSemaphore", "uniformBufferStandardLayout",
    "scalarBlockLayout", "variablePointers", "variablePointersStorageBuffer",
)  # fmt: skip
_DESKTOP_2023: Final = (*(name for name in _DESKTOP if name != "scalarBlockLayout"), "shaderSubgroupExtendedTypes")
_ANDROID_2022: Final = (*_BASIC, "shaderInt16", "variablePointers", "variablePointersStorageBuffer")

# fmt: off
PROFILES: Final = {
    #                                           Vulkan  features        invocations  workgroup    shared push stor. uni.
    "vulkan1.1":                       Profile((1, 1), _BASIC,         (128,  (128, 128, 64),   16384, 128, 4,  12)),
    "vulkan1.2":                       Profile((1, 2), _CORE_1_2,      (128,  (128, 128, 64),   16384, 128, 4,  12)),
    "vulkan1.3":                       Profile((1, 3), _CORE_1_3,      (128,  (128, 128, 64),   16384, 128, 4,  12)),
    "VP_KHR_roadmap_2022":             Profile((1, 3), _ROADMAP_2022,  (256,  (256, 256, 64),   16384, 128, 30, 15)),
    "VP_LUNARG_desktop_baseline_2022": Profile((1, 1), _DESKTOP,       (1024, (128, 128, 64),   32768, 128, 31, 15)),
    "VP_LUNARG_desktop_baseline_2023": Profile((1, 2), _DESKTOP_2023,  (1024, (1024, 1024, 64), 32768, 128, 31, 15)),
    "VP_ANDROID_baseline_2021":        Profile((1, 0), (),             (128,  (128, 128, 64),   16384, 128, 4,  12)),
    "VP_ANDROID_baseline_2022":        Profile((1, 1), _ANDROID_2022,  (128,  (128, 128, 64),   16384, 128, 4,  12)),
}
# fmt: on
