from __future__ import annotations

import gc

import pytest

from pyvkc.errors import DeviceError, DeviceLostError, OutOfMemoryError
from pyvkc.runtime import facts, vk


def disturb():
    """Collect garbage and take the memory that it freed."""
    _, ffi = vk.binding()
    gc.collect()
    return [ffi.new("char[]", b"zzzz") for _ in range(64)]


def test_what_a_structure_points_at_lives_as_long_as_it():
    stage = vk.make("VkPipelineShaderStageCreateInfo", pName="main")
    info = vk.make("VkComputePipelineCreateInfo", stage=stage)
    del stage
    junk = disturb()
    assert vk.text(info.stage.pName) == "main"
    assert junk


def test_lists_of_strings_numbers_and_structures_live_too():
    queue = vk.make("VkDeviceQueueCreateInfo", queueCount=2, pQueuePriorities=[0.25, 1.0])
    info = vk.make("VkDeviceCreateInfo", pQueueCreateInfos=queue, ppEnabledExtensionNames=["VK_one", "VK_two"])
    del queue
    junk = disturb()
    assert list(info.pQueueCreateInfos[0].pQueuePriorities[0:2]) == [0.25, 1.0]
    assert [vk.text(info.ppEnabledExtensionNames[index]) for index in range(2)] == ["VK_one", "VK_two"]
    assert junk


def test_chains_live_too():
    info = vk.make("VkPhysicalDeviceFeatures2", pNext=vk.make("VkPhysicalDeviceVulkan12Features", shaderInt8=1))
    junk = disturb()
    _, ffi = vk.binding()
    chained = ffi.cast("VkPhysicalDeviceVulkan12Features *", info.pNext)
    assert chained.shaderInt8 == 1
    assert chained.sType == vk.constant("STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES")
    assert junk


@pytest.mark.parametrize(
    ("structure", "constant"),
    [
        ("VkBufferCreateInfo", "BUFFER_CREATE_INFO"),
        ("VkPhysicalDeviceVulkan13Features", "PHYSICAL_DEVICE_VULKAN_1_3_FEATURES"),
        ("VkPhysicalDeviceProperties2", "PHYSICAL_DEVICE_PROPERTIES_2"),
        ("VkDebugUtilsMessengerCreateInfoEXT", "DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT"),
        ("VkPhysicalDeviceShaderAtomicFloat2FeaturesEXT", "PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT"),
        ("VkPhysicalDeviceCooperativeMatrixFeaturesKHR", "PHYSICAL_DEVICE_COOPERATIVE_MATRIX_FEATURES_KHR"),
    ],
)
def test_structures_know_their_type(structure, constant):
    assert vk.make(structure).sType == vk.constant("STRUCTURE_TYPE_" + constant)


def test_the_features_to_enable_exist():
    _, ffi = vk.binding()
    for structure, members in facts.ENABLED.values():
        assert set(members) <= {name for name, _ in ffi.typeof(structure).fields}, structure


@pytest.mark.parametrize(
    ("code", "kind", "name"),
    [
        (-1, OutOfMemoryError, "VK_ERROR_OUT_OF_HOST_MEMORY"),
        (-2, OutOfMemoryError, "VK_ERROR_OUT_OF_DEVICE_MEMORY"),
        (-4, DeviceLostError, "VK_ERROR_DEVICE_LOST"),
        (-3, DeviceError, "VK_ERROR_INITIALIZATION_FAILED"),
        (-1000069000, DeviceError, "VK_ERROR_OUT_OF_POOL_MEMORY"),
        (-98765, DeviceError, "-98765"),
    ],
)
def test_result_codes_become_errors(code, kind, name):
    with pytest.raises(kind) as caught:
        vk.check(code, "do it")
    assert type(caught.value) is kind
    assert name in str(caught.value)
    assert "could not do it" in str(caught.value)


def test_good_result_codes_pass():
    vk.check(0, "do it")
    vk.check(5, "do it")


def test_an_unknown_entry_point_is_a_clear_error(device):
    with pytest.raises(DeviceError, match="no vkFlyToTheMoon"):
        _ = device.context.functions.FlyToTheMoon
