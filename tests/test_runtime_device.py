from __future__ import annotations

import gc
import itertools
from types import SimpleNamespace

import pytest

from pyvkc.errors import FeatureError, NoDeviceError
from pyvkc.runtime import device as device_module
from pyvkc.runtime import facts as device_facts
from pyvkc.runtime.device import Device, default_device, devices, find_device, synchronize
from pyvkc.runtime.facts import read


def imagined(name, kind, **changes):
    """The facts of a device that is not there."""
    known = {
        "name": name, "kind": kind, "driver": f"{name} driver 1.0", "uuid": name.encode().hex(), "version": (1, 3),
        "features": {"timelineSemaphore": True, "bufferDeviceAddress": True, "shaderFloat64": False}, "limits": {},
    }  # fmt: skip
    return SimpleNamespace(**(known | changes))


@pytest.fixture
def zoo(monkeypatch):
    """Four devices that are not there, in an unlucky order."""
    found = [imagined("llvmpipe", "cpu"), imagined("Iris", "integrated"), imagined("GeForce", "discrete"),
             imagined("Venus", "virtual")]  # fmt: skip
    made = SimpleNamespace(functions=None, version=(1, 3), physical_devices=lambda: found)
    monkeypatch.setattr(device_module.instances, "instance", lambda: made)
    monkeypatch.setattr(device_module.device_facts, "read", lambda functions, handle, newest: handle)
    monkeypatch.setattr(device_module, "_devices", None)
    monkeypatch.setattr(device_module, "_default", None)
    monkeypatch.delenv("PYVKC_DEVICE", raising=False)


def test_devices_come_in_order_of_preference(zoo):
    assert [device.kind for device in devices()] == ["discrete", "integrated", "virtual", "cpu"]
    assert default_device().name == "GeForce"


@pytest.mark.parametrize(
    ("spec", "name"),
    [(0, "GeForce"), (3, "llvmpipe"), ("1", "Iris"), ("geforce", "GeForce"), ("LLVM", "llvmpipe"), ("cpu", "llvmpipe"),
     ("integrated", "Iris"), (b"Venus".hex(), "Venus"), (" iris ", "Iris"), (None, "GeForce")],
)  # fmt: skip
def test_a_device_is_found_by_index_kind_uuid_or_part_of_its_name(zoo, spec, name):
    assert find_device(spec).name == name


@pytest.mark.parametrize("spec", ["radeon", 4, "7", ""])
def test_what_matches_nothing_lists_what_there_is(zoo, spec):
    with pytest.raises(NoDeviceError, match=r"0: GeForce \(discrete\); 1: Iris \(integrated\)"):
        find_device(spec)


@pytest.mark.parametrize("spec", [1.5, True, ["GeForce"]])
def test_what_names_no_device_is_a_type_error(zoo, spec):
    with pytest.raises(TypeError, match="an index or part of its name"):
        find_device(spec)


@pytest.mark.parametrize(("wish", "name"), [("iris", "Iris"), ("3", "llvmpipe"), ("virtual", "Venus")])
def test_the_environment_chooses_the_default(zoo, monkeypatch, wish, name):
    monkeypatch.setenv("PYVKC_DEVICE", wish)
    assert default_device().name == name


def test_a_wish_that_cannot_be_met_is_an_error(zoo, monkeypatch):
    monkeypatch.setenv("PYVKC_DEVICE", "voodoo")
    with pytest.raises(NoDeviceError, match="voodoo"):
        default_device()


def test_with_chooses_the_default_inside_a_block(zoo):
    outer, inner = find_device("Iris"), find_device("Venus")
    with outer as entered:
        assert entered is outer
        with inner:
            assert default_device() is inner
        assert default_device() is outer
    assert default_device().name == "GeForce"


def test_with_ends_with_an_exception_too(zoo):
    with pytest.raises(ZeroDivisionError), find_device("Iris"):
        1 / 0
    assert default_device().name == "GeForce"


@pytest.mark.parametrize("missing", ["timelineSemaphore", "bufferDeviceAddress"])
def test_a_driver_that_lacks_the_basics_is_refused_on_use(zoo, missing):
    facts = imagined("Old", "discrete")
    facts.features[missing] = False
    with pytest.raises(FeatureError, match=rf"'Old' .*Old driver 1.0.* lacks {missing}"):
        _ = Device(facts).context


def test_a_driver_of_an_old_vulkan_is_refused_on_use(zoo):
    with pytest.raises(FeatureError, match=r"Vulkan 1\.1, but pyvkc needs 1\.2"):
        _ = Device(imagined("Old", "discrete", version=(1, 1))).context


def test_required_features_are_named(zoo):
    device = find_device("Iris")
    device.require(["bufferDeviceAddress"], "fine")
    with pytest.raises(FeatureError, match=r"'heat' needs the features shaderFloat64, shaderInt8, which device 'Iris'"):
        device.require(["bufferDeviceAddress", "shaderFloat64", "shaderInt8"], "heat")


def test_an_old_device_reports_no_features_of_later_versions(device):
    facts = read(device._facts.functions, device._facts.handle, (1, 1))
    assert facts.target == "vulkan1.1"
    assert "shaderFloat64" in facts.features
    assert "bufferDeviceAddress" not in facts.features
    assert facts.limits["maxPushConstantsSize"] >= 128


def test_what_a_device_says_of_itself(device):
    assert device in devices()
    assert device.kind in device_module.PREFERENCE
    assert device.name
    assert device.driver
    assert len(bytes.fromhex(device.uuid)) == 16
    assert device.target in ("vulkan1.2", "vulkan1.3")
    assert device.storage8 is device.features["storageBuffer8BitAccess"]
    modes = {control.partition(" ")[0] for control in device.float_controls}
    assert modes <= {"SignedZeroInfNanPreserve", "RoundingModeRTE", "DenormPreserve"}
    assert {control.partition(" ")[2] for control in device.float_controls} <= {"", "16", "64"}
    assert device.limits["maxComputeWorkGroupCount"][0] >= 65535
    assert device.limits["subgroupSize"] >= 1
    assert device.limits["maxComputeSharedMemorySize"] >= 16384
    compute, basic = 0x20, 0x1
    assert device.limits["subgroupSupportedStages"] & compute
    assert device.limits["subgroupSupportedOperations"] & basic
    assert device.name in repr(device)
    assert device.kind in repr(device)


def test_what_a_device_says_cannot_be_changed(device):
    with pytest.raises(TypeError):
        device.features["shaderFloat64"] = True
    with pytest.raises(TypeError):
        device.limits["maxPushConstantsSize"] = 1


def test_devices_are_the_same_objects_each_time(device):
    assert all(a is b for a, b in zip(devices(), devices(), strict=True))
    assert find_device(device) is device
    assert find_device(devices().index(device)) is device


def test_memory_counts_what_arrays_take(device):
    from pyvkc.runtime import create

    # What earlier tests left to the garbage collector or to running work must not go in between.
    gc.collect()
    synchronize(device)
    before = device.memory
    held = create.empty(1 << 20, device=device)
    during = device.memory
    assert during["used"] - before["used"] == held.nbytes
    assert during["used"] <= during["reserved"] <= during["size"]
    held.close()
    assert device.memory["used"] == before["used"]


def test_the_default_follows_the_environment_in_a_fresh_process(run_python, device):
    code = """
    from pyvkc.runtime.device import default_device
    print(default_device().name)
    """
    part = device.name[:6].swapcase()
    assert run_python(code, PYVKC_DEVICE=part).stdout.strip().startswith(device.name[:6])


def test_running_on_the_processor_is_logged_not_warned(run_python, device):
    if device.kind != "cpu":
        pytest.skip("there is a better device")
    code = """
    import logging, sys, warnings
    warnings.simplefilter("error")
    logging.basicConfig(stream=sys.stdout, level=logging.INFO)
    from pyvkc.runtime.device import default_device
    default_device()
    """
    assert "Kernels run on the processor" in run_python(code, PYVKC_DEVICE=None).stdout


def test_preference_covers_every_kind():
    from pyvkc.runtime.facts import KINDS

    assert set(KINDS.values()) <= set(device_module.PREFERENCE)
    assert not list(itertools.filterfalse(device_module.PREFERENCE.__contains__, KINDS.values()))


def test_the_features_that_a_device_has_are_turned_on(device, monkeypatch):
    """Among them those that atomic operations, subgroups and narrow types need."""
    chains = []
    found = device_facts.feature_chain
    monkeypatch.setattr(device_facts, "feature_chain", lambda facts: chains.append(found(facts)) or chains[-1])
    _, extensions = device_facts.enabling_chain(device._facts)
    (chain,) = chains
    on = set()
    for row, pointer in chain.items():
        structure = pointer.features if row == "1.0" else pointer[0]
        on |= {name for name, value in device_facts._values(structure).items() if value}
        assert row in device_facts.CORE or row in extensions
    wanted = {name for _, members in device_facts.ENABLED.values() for name in members}
    assert on == {name for name in wanted if device.features.get(name)}
    assert on <= device_facts.enabled_features(device._facts)
    for memory in ("Buffer", "Shared"):
        assert {f"shader{memory}{kind}" for kind in ("Float32AtomicAdd", "Int64Atomics", "Float64AtomicAdd")} <= wanted
    assert {"shaderSubgroupExtendedTypes", "computeFullSubgroups", "shaderInt16", "shaderFloat16"} <= wanted
