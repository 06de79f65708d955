"""What a physical device is and can do, read from the driver once and kept as plain Python values.

Structures of Vulkan 1.1 to 1.3 are read as far as the device's version goes; extension structures where the device has
the extension. Only what :data:`ENABLED` names is ever turned on.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, final

from . import vk

__all__ = ["ENABLED", "KINDS", "Facts", "Heap", "MemoryType", "enabling_chain", "read"]

KINDS: Final = {1: "integrated", 2: "discrete", 3: "virtual", 4: "cpu"}
"""VkPhysicalDeviceType to the names users see; anything else counts as virtual."""

CORE: Final = ("1.0", "1.1", "1.2", "1.3")
"""The rows of :data:`ENABLED` that belong to a version of Vulkan; the other rows are extensions."""

ENABLED: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "1.0": ("VkPhysicalDeviceFeatures", (
        "shaderFloat64", "shaderInt64", "shaderInt16",
    )),
    "1.1": ("VkPhysicalDeviceVulkan11Features", (
        "storageBuffer16BitAccess", "uniformAndStorageBuffer16BitAccess", "storagePushConstant16",
        "variablePointersStorageBuffer", "variablePointers",
    )),
    "1.2": ("VkPhysicalDeviceVulkan12Features", (
        "storageBuffer8BitAccess", "uniformAndStorageBuffer8BitAccess", "storagePushConstant8",
        "shaderBufferInt64Atomics", "shaderSharedInt64Atomics", "shaderFloat16", "shaderInt8", "scalarBlockLayout",
        "uniformBufferStandardLayout", "shaderSubgroupExtendedTypes", "hostQueryReset", "timelineSemaphore",
        "bufferDeviceAddress", "vulkanMemoryModel", "vulkanMemoryModelDeviceScope", "subgroupBroadcastDynamicId",
    )),
    "1.3": ("VkPhysicalDeviceVulkan13Features", (
        "subgroupSizeControl", "computeFullSubgroups", "synchronization2", "shaderZeroInitializeWorkgroupMemory",
        "shaderIntegerDotProduct", "maintenance4", "pipelineCreationCacheControl",
    )),
    "VK_EXT_shader_atomic_float": ("VkPhysicalDeviceShaderAtomicFloatFeaturesEXT", (
        "shaderBufferFloat32Atomics", "shaderBufferFloat32AtomicAdd", "shaderBufferFloat64Atomics",
        "shaderBufferFloat64AtomicAdd", "shaderSharedFloat32Atomics", "shaderSharedFloat32AtomicAdd",
        "shaderSharedFloat64Atomics", "shaderSharedFloat64AtomicAdd",
    )),
    "VK_EXT_shader_atomic_float2": ("VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT", (
        "shaderBufferFloat16Atomics", "shaderBufferFloat16AtomicAdd", "shaderBufferFloat16AtomicMinMax",
        "shaderBufferFloat32AtomicMinMax", "shaderBufferFloat64AtomicMinMax", "shaderSharedFloat16Atomics",
        "shaderSharedFloat16AtomicAdd", "shaderSharedFloat16AtomicMinMax", "shaderSharedFloat32AtomicMinMax",
        "shaderSharedFloat64AtomicMinMax",
    )),
    "VK_KHR_pipeline_executable_properties": ("VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR", (
        "pipelineExecutableInfo",
    )),
    "VK_KHR_cooperative_matrix": ("VkPhysicalDeviceCooperativeMatrixFeaturesKHR", (
        "cooperativeMatrix",
    )),
}  # fmt: skip
"""Where a feature lives: the version or extension, its structure, and the members that pyvkc turns on where present.

Robust buffer access stays off: it costs speed and does nothing for addresses.
"""

NON_SEMANTIC: Final = "VK_KHR_shader_non_semantic_info"
"""The extension for instructions that mean nothing, such as those for debuggers; a part of Vulkan 1.3."""

EXECUTABLES: Final = "VK_KHR_pipeline_executable_properties"

EXTRAS: Final = ("VK_KHR_portability_subset", NON_SEMANTIC)
"""Extensions without a row above that are enabled where present; the first one must be."""

SUBGROUP_KINDS: Final = ("BASIC", "VOTE", "ARITHMETIC", "BALLOT", "SHUFFLE", "SHUFFLE_RELATIVE", "CLUSTERED", "QUAD")

FLOAT_CONTROLS: Final = ("SignedZeroInfNanPreserve", "RoundingModeRTE", "DenormPreserve")
"""The execution modes for floats; for 16 and 64 bits they are called ``"RoundingModeRTE 16"`` and the like."""

INDEPENDENCE: Final = {"RoundingModeRTE": "roundingModeIndependence", "DenormPreserve": "denormBehaviorIndependence"}
"""The limit that says whether a mode may differ from width to width; 1 is "all" (VkShaderFloatControlsIndependence)."""


@final
@dataclass(frozen=True, slots=True)
class Heap:
    """A heap of memory."""

    size: int
    device_local: bool


@final
@dataclass(frozen=True, slots=True)
class MemoryType:
    """A kind of memory: the heap it comes from and its properties, as the specification's flag bits."""

    index: int
    heap: int
    flags: int

    def has(self, *names: str) -> bool:
        """Whether the type has all these properties, e.g. ``"DEVICE_LOCAL"``."""
        return all(self.flags & vk.constant(f"MEMORY_PROPERTY_{name}_BIT") for name in names)


@final
@dataclass(frozen=True)
class Facts:
    """A physical device, as its driver describes it. What is slow to read is read when first asked for."""

    handle: vk.Handle
    functions: vk.Functions = field(repr=False)
    name: str
    kind: str
    version: tuple[int, int]
    extensions: frozenset[str] = field(repr=False)

    @property
    def target(self) -> str:
        """``"vulkan1.2"`` or the like: the environment that modules for the device are made for."""
        major, minor = self.version
        return f"vulkan{major}.{minor}"

    @cached_property
    def features(self) -> dict[str, bool]:
        """All features by the names of their members."""
        return {name: bool(value) for name, value in self._features.items()}

    @cached_property
    def _features(self) -> dict[str, Any]:
        chain = feature_chain(self)
        self.functions.GetPhysicalDeviceFeatures2(self.handle, chain["1.0"])
        found = dict(_values(chain["1.0"].features))
        for row, pointer in chain.items():
            if row != "1.0":
                found |= _values(pointer[0])
        return found

    @cached_property
    def limits(self) -> dict[str, Any]:
        """All limits and properties by the names of their members."""
        names = [f"VkPhysicalDeviceVulkan{v}Properties" for v in ("11", "12", "13") if self._knows(v)]
        _, ffi = vk.binding()
        chain: list[vk.Handle] = []
        for name in names:
            chain.append(vk.make(name, pNext=chain[-1] if chain else ffi.NULL))
        properties = vk.make("VkPhysicalDeviceProperties2", pNext=chain[-1] if chain else ffi.NULL)
        self.functions.GetPhysicalDeviceProperties2(self.handle, properties)
        found = dict(_values(properties.properties.limits))
        for pointer in chain:
            found |= _values(pointer[0])
        return found

    def _knows(self, version: str) -> bool:
        """Whether the device has the structures of a version such as ``"12"``; those of 1.1 came with 1.2."""
        return self.version >= (int(version[0]), max(2, int(version[1])))

    @cached_property
    def memory(self) -> tuple[tuple[Heap, ...], tuple[MemoryType, ...]]:
        """The heaps and the memory types, in the driver's order."""
        properties = vk.make("VkPhysicalDeviceMemoryProperties2")
        self.functions.GetPhysicalDeviceMemoryProperties2(self.handle, properties)
        raw = properties.memoryProperties
        local = vk.constant("MEMORY_HEAP_DEVICE_LOCAL_BIT")
        heaps = tuple(Heap(h.size, bool(h.flags & local)) for h in raw.memoryHeaps[0 : raw.memoryHeapCount])
        types = raw.memoryTypes[0 : raw.memoryTypeCount]
        return heaps, tuple(MemoryType(i, t.heapIndex, t.propertyFlags) for i, t in enumerate(types))

    def memory_use(self) -> list[tuple[int, int]]:
        """For each heap what this process may use and what it uses, where the driver tells."""
        if "VK_EXT_memory_budget" not in self.extensions:
            return []
        budget = vk.make("VkPhysicalDeviceMemoryBudgetPropertiesEXT")
        properties = vk.make("VkPhysicalDeviceMemoryProperties2", pNext=budget)
        self.functions.GetPhysicalDeviceMemoryProperties2(self.handle, properties)
        heaps = range(properties.memoryProperties.memoryHeapCount)
        return [(budget.heapBudget[index], budget.heapUsage[index]) for index in heaps]

    @cached_property
    def float_controls(self) -> frozenset[str]:
        """Which of the float-control execution modes the device has, for 32 bits and for the other widths."""
        has = {(mode, bits) for mode in FLOAT_CONTROLS for bits in (16, 32, 64) if self._has_mode(mode, bits)}
        return frozenset(mode if bits == 32 else f"{mode} {bits}" for mode, bits in has)

    def _has_mode(self, mode: str, bits: int) -> bool:
        free = bits == 32 or mode not in INDEPENDENCE or self.limits.get(INDEPENDENCE[mode]) == 1
        return free and bool(self.limits.get(f"shader{mode}Float{bits}"))

    @cached_property
    def uuid(self) -> str:
        return bytes(self.limits.get("deviceUUID", ())).hex()

    @cached_property
    def driver(self) -> str:
        """The driver's name and version."""
        name, info = (str(self.limits.get(key, "")) for key in ("driverName", "driverInfo"))
        return " ".join(filter(None, (name, info))) or "unknown"


def read(functions: vk.Functions, handle: vk.Handle, newest: tuple[int, int]) -> Facts:
    """The facts of a physical device; `newest` is the version that the instance was made for."""
    _, ffi = vk.binding()
    properties = ffi.new("VkPhysicalDeviceProperties *")
    functions.GetPhysicalDeviceProperties(handle, properties)
    version = (properties.apiVersion >> 22 & 0x7F, properties.apiVersion >> 12 & 0x3FF)
    count = ffi.new("uint32_t *")
    functions.EnumerateDeviceExtensionProperties(handle, ffi.NULL, count, ffi.NULL)
    items = ffi.new("VkExtensionProperties[]", max(1, count[0]))
    functions.EnumerateDeviceExtensionProperties(handle, ffi.NULL, count, items)
    return Facts(
        handle=handle,
        functions=functions,
        name=vk.text(properties.deviceName),
        kind=KINDS.get(properties.deviceType, "virtual"),
        version=min(version, newest),
        extensions=frozenset(vk.text(items[index].extensionName) for index in range(count[0])),
    )


def feature_chain(facts: Facts) -> dict[str, vk.Handle]:
    """The feature structures that the device knows, chained; the key is the row of :data:`ENABLED`."""
    _, ffi = vk.binding()
    chain: dict[str, vk.Handle] = {}
    last = ffi.NULL
    for row, (structure, _members) in reversed(ENABLED.items()):
        if row == "1.0":
            last = vk.make("VkPhysicalDeviceFeatures2", pNext=last)
        elif row in facts.extensions or (row in CORE and facts._knows(row.replace(".", ""))):
            last = vk.make(structure, pNext=last)
        else:
            continue
        chain[row] = last
    return chain


def enabling_chain(facts: Facts) -> tuple[vk.Handle, list[str]]:
    """The structure to make a device with, and the extensions to enable: everything useful that is there."""
    chain = feature_chain(facts)
    for row, pointer in chain.items():
        target = pointer.features if row == "1.0" else pointer
        for member in ENABLED[row][1]:
            setattr(target, member, int(facts.features.get(member, False)))
    extensions = [row for row in chain if row not in CORE]
    return chain["1.0"], extensions + [name for name in EXTRAS if name in facts.extensions]


def enabled_features(facts: Facts) -> frozenset[str]:
    """The features that are turned on."""
    members = (name for _, names in ENABLED.values() for name in names if facts.features.get(name))
    return frozenset(members) | subgroup_features(facts)


def subgroup_features(facts: Facts) -> frozenset[str]:
    """The kinds of subgroup operations that kernels have; a property of the device, of which nothing is turned on."""
    limits = facts.limits
    if not limits.get("subgroupSupportedStages", 0) & vk.constant("SHADER_STAGE_COMPUTE_BIT"):
        return frozenset()
    flags = ((f"SUBGROUP_FEATURE_{kind}_BIT", limits["subgroupSupportedOperations"]) for kind in SUBGROUP_KINDS)
    return frozenset(f"VK_{name}" for name, found in flags if found & vk.constant(name))


def _values(structure: Any) -> dict[str, Any]:
    """A structure's members as Python values; the links of the chain are left out."""
    _, ffi = vk.binding()
    members = (name for name, _ in ffi.typeof(structure).fields if name not in ("sType", "pNext"))
    return {name: _value(ffi, getattr(structure, name)) for name in members}


def _value(ffi: Any, value: Any) -> Any:
    if not isinstance(value, ffi.CData):
        return value
    kind = ffi.typeof(value)
    if kind.kind == "array":
        return vk.text(value) if kind.item.cname == "char" else tuple(value)
    return _values(value)  # conformanceVersion
