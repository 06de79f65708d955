"""Statistics: what a compiled kernel consists of, counted by hand and by the tool."""

from __future__ import annotations

import pytest

import pyvkc as vkc
from pyvkc import Array, f32, f64, i32, u8, vec3
from pyvkc.runtime import facts
from pyvkc.statistics import CLASSES, Access, class_of


@vkc.struct
class Body:
    position: vec3
    mass: f32


def twice(v):
    return v + v


@vkc.kernel
def axpy(x: Array[f32, 1], y: Array[f32, 1], a: f32):
    i = vkc.global_id()
    y[i] = a * x[i] + y[i]


@vkc.kernel(workgroup=64)
def mixed(x: Array[f32, 1], n: Array[i32, 1], flags: Array[u8, 1], bodies: Array[Body, 1]):
    tile = vkc.shared(64, f32)
    i = vkc.global_id()
    j = vkc.local_id()
    tile[j] = twice(x[2 * i + 1])
    vkc.barrier()
    if flags[i] > 3:
        vkc.atomic.add(n, 0, 1)
    for step in range(10):
        x[i] = vkc.fma(tile[63 - j], 2.0, twice(x[i]))
    bodies[i].mass = bodies[i].position.x


def accesses(stats):
    return {(a.array, a.bits): (a.memory, a.loads, a.stores, a.atomics) for a in stats.accesses}


def test_axpy_is_counted_as_by_hand():
    stats = axpy.stats()
    assert stats.kernel == "axpy"
    assert stats.operations == {"f32": 2}
    assert accesses(stats) == {("x", 32): ("device", 1, 0, 0), ("y", 32): ("device", 1, 1, 0)}
    assert stats.bytes == 12
    assert stats.intensity == pytest.approx(2 / 12)
    assert stats.shared == 0
    assert stats.instructions["float arithmetic"] == 2
    assert stats.instructions["stores"] == 1
    assert stats.executables == ()


def test_loops_count_once_functions_for_each_call_and_indices_not():
    stats = mixed.stats()
    assert stats.operations == {"f32": 2 + 2}  # the two calls of twice, and a fused multiply-add
    assert accesses(stats) == {
        ("tile", 32): ("shared", 1, 1, 0),
        ("x", 32): ("device", 2, 1, 0),
        ("flags", 8): ("device", 1, 0, 0),
        ("n", 32): ("device", 0, 0, 1),
        ("bodies", 32): ("device", 1, 1, 0),
    }
    assert stats.bytes == 3 * 4 + 1 + 2 * 4 + 2 * 4
    assert stats.shared == 256
    assert stats.instructions["barriers"] == 1
    assert stats.instructions["atomics"] == 1
    assert stats.instructions["calls"] == 2


def test_classes_add_up_and_debugging_information_does_not_count():
    stats = mixed.stats()
    assert sum(count for name, count in stats.instructions.items() if name != "all") == stats.instructions["all"]
    assert mixed.stats(debug="info").instructions == stats.instructions
    assert mixed.stats(debug="lines").instructions == stats.instructions


def test_a_whole_element_is_one_access():
    @vkc.kernel
    def copy(bodies: Array[Body, 1], out: Array[Body, 1], d: Array[f64, 1]):
        i = vkc.global_id()
        out[i] = bodies[i]
        d[i] = d[i] * d[i]

    stats = copy.stats()
    assert accesses(stats) == {
        ("bodies", 128): ("device", 1, 0, 0),
        ("out", 128): ("device", 0, 1, 0),
        ("d", 64): ("device", 2, 1, 0),
    }
    assert stats.operations == {"f64": 1}


def test_kernels_without_memory_have_no_intensity():
    @vkc.kernel
    def nothing(a: f32):
        b = a * 2

    stats = nothing.stats()
    assert stats.intensity is None
    assert str(stats).startswith("nothing: no access to device memory")


def test_types_are_given_as_for_compile():
    @vkc.kernel
    def free(x, y):
        y[vkc.global_id()] = x[0] + x[0]

    assert free.stats("i32[:], i32[:]").operations == {"i32": 1}
    assert free.stats("f64[:], f64[:]").operations == {"f64": 1}
    with pytest.raises(TypeError, match="has no annotation"):
        free.stats()


def test_the_text_is_a_table():
    lines = str(mixed.stats()).splitlines()
    assert lines[0] == "mixed: 0.138 operations a byte, 256 bytes shared"
    assert "array   memory  bits  loads  stores  atomics" in lines
    assert "tile    shared    32      1       1        0" in lines


def test_every_instruction_has_one_class():
    assert class_of("OpFAdd") == "float arithmetic"
    assert class_of("OpIAdd") == "integer arithmetic"
    assert class_of("OpIAddCarry") == "integer arithmetic"
    assert class_of("OpSelect") == "comparisons"
    assert class_of("OpSelectionMerge") == "control flow"
    assert class_of("OpGroupNonUniformFAdd") == "subgroup operations"
    assert class_of("OpNop") == "others"
    assert len({name for name, _ in CLASSES}) == len(CLASSES)


def test_an_atomic_operation_moves_its_number_twice():
    assert Access("n", "device", 64, atomics=3).bytes == 48


def test_with_a_device_the_driver_is_asked(device):
    stats = axpy.stats(device=device)
    assert stats.operations == {"f32": 2}
    if facts.EXECUTABLES in device._facts.extensions:
        assert stats.executables
        assert all(isinstance(value, (int, float)) for each in stats.executables for value in each.values.values())
        assert all(each.name in str(stats) for each in stats.executables)
    else:
        assert stats.executables == ()
    with pytest.raises(TypeError, match="takes no target"):
        axpy.stats(device=device, target="vulkan1.1")


@pytest.mark.gpu
def test_a_gpu_tells_registers(device):
    values = axpy.stats(device=device).executables[0].values
    assert any("egister" in name or "GPR" in name for name in values)


def test_what_a_driver_says_is_read(device, monkeypatch):
    """A driver that has the extension is played: its structures are the real ones."""
    import threading
    from types import SimpleNamespace

    from pyvkc.runtime import executable, vk

    _, ffi = vk.binding()
    destroyed = []

    def describe(_, info, count, structures):
        assert info.pipeline == ffi.NULL
        count[0] = 1
        if structures != ffi.NULL:
            assert structures[0].sType == vk.constant("STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR")
            structures[0].name, structures[0].description, structures[0].subgroupSize = b"main", b"the code", 32
        return 0

    def count_up(_, info, count, structures):
        assert info.executableIndex == 0
        count[0] = 4
        if structures != ffi.NULL:
            structures[0].name, structures[0].format, structures[0].value.b32 = b"Good", 0, 1
            structures[1].name, structures[1].format, structures[1].value.i64 = b"Depth", 1, -5
            structures[2].name, structures[2].format, structures[2].value.u64 = b"Register Count", 2, 24
            structures[3].name, structures[3].format, structures[3].value.f64 = b"Share", 3, 0.5
        return 0

    handles = SimpleNamespace(pipeline=ffi.NULL, destroy=destroyed.append)
    functions = SimpleNamespace(
        GetPipelineExecutablePropertiesKHR=describe, GetPipelineExecutableStatisticsKHR=count_up
    )
    made = SimpleNamespace(extensions={facts.EXECUTABLES})
    played = SimpleNamespace(kind="discrete", context=None)
    context = played.context = SimpleNamespace(facts=made, functions=functions, handle=None, lock=threading.RLock())
    monkeypatch.setattr(executable, "enabled_features", lambda facts: {"pipelineExecutableInfo"})
    monkeypatch.setattr(executable, "build_pipeline", lambda context, program, flags: handles)
    found = executable.executables_of(played, axpy.compile())
    values = {"Good": True, "Depth": -5, "Register Count": 24, "Share": 0.5}
    assert found == [("main", "the code", 32, values)]
    assert destroyed == [context]
    made.extensions.clear()
    assert executable.executables_of(played, axpy.compile()) == []
    assert executable.executables_of(SimpleNamespace(kind="reference"), axpy.compile()) == []


def test_the_structures_of_the_extension_are_known(device):
    from pyvkc.runtime import vk

    structure, members = facts.ENABLED[facts.EXECUTABLES]
    assert all(hasattr(vk.make(structure), member) for member in members)
    assert vk.constant("PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR") == 0x40
