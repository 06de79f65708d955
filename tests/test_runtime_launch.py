from __future__ import annotations

import gc
import threading
from types import SimpleNamespace

import numpy as np
import pytest
from runtime_programs import add, invert, many, positions, scale

from pyvkc.errors import DeviceLostError, FeatureError, LaunchError
from pyvkc.program import Layout, Member, Parameter
from pyvkc.runtime import create, vk
from pyvkc.runtime import device as device_module
from pyvkc.runtime.device import Device, synchronize
from pyvkc.runtime.launch import Launcher, make_packer
from pyvkc.types import ArrayType, bool_, f32, i32, vec3

# Packing


def pack(members, size, parameters, sizes, arguments, base=(0, 0), block=0):
    layout = Layout(tuple(members), size)
    program = SimpleNamespace(parameters=tuple(parameters))
    memory = bytearray(size)
    make_packer(layout, layout.push, program)(memory, 0, base, sizes, arguments, block)
    return memory


def test_launch_data_is_packed_by_the_layout():
    members = [
        Member("base", 0, 4, "I", -1, 1), Member("size", 4, 4, "I", -1, 0), Member("address", 8, 8, "Q", 0),
        Member("value", 16, 8, "q", 1), Member("value", 24, 4, "f", 2, 2), Member("extent", 28, 4, "i", 0, 1),
        Member("stride", 32, 4, "i", 0, 0), Member("value", 36, 4, "I", 3), Member("block", 40, 8, "Q"),
    ]  # fmt: skip
    array = SimpleNamespace(address=0x1234567890, shape=(3, 7), element_strides=(-7, 1))
    parameters = [
        Parameter("x", ArrayType(f32, 2), "read"),
        Parameter("n", i32),
        Parameter("v", vec3),
        Parameter("b", bool_),
    ]
    memory = pack(members, 48, parameters, (5, 6), [array, -2, (1.0, 2.0, 3.5), True], base=(1, 9), block=77)
    assert np.frombuffer(memory, "u4", 2).tolist() == [9, 5]
    assert np.frombuffer(memory, "u8", 1, 8).tolist() == [0x1234567890]
    assert np.frombuffer(memory, "i8", 1, 16).tolist() == [-2]
    assert np.frombuffer(memory, "f4", 1, 24).tolist() == [3.5]
    assert np.frombuffer(memory, "i4", 3, 28).tolist() == [7, -7, 1]
    assert np.frombuffer(memory, "u8", 1, 40).tolist() == [77]


@pytest.mark.parametrize("address", [4096, 4097, 4099])
def test_the_address_of_words_is_rounded_and_the_rest_is_the_shift(address):
    members = [Member("address", 0, 8, "Q", 0), Member("shift", 8, 4, "I", 0)]
    array = SimpleNamespace(address=address)
    memory = pack(members, 12, [Parameter("x", ArrayType(bool_, 1), "read")], (1,), [array])
    assert np.frombuffer(memory, "u8", 1).tolist() == [4096]
    assert np.frombuffer(memory, "u4", 1, 8).tolist() == [address - 4096]


# Launching


@pytest.mark.parametrize("size", [0, 1, 63, 64, 65, 1000])
def test_a_launch_runs_exactly_as_many_invocations_as_asked(any_device, size):
    source = create.arange(1100, dtype=f32, device=any_device)
    target = create.full(1100, -1.0, device=any_device)
    Launcher(any_device, scale())((size,), (source, target, 3.0))
    expected = np.full(1100, -1.0, np.float32)
    expected[:size] = np.arange(size) * 3.0
    np.testing.assert_array_equal(target.numpy(), expected)


@pytest.mark.parametrize("shape", [(10,), (3, 5), (17, 33), (2, 3, 5), (9, 10, 11)])
def test_axes_are_in_numpys_order(device, shape):
    out = create.full(shape, -1)
    Launcher(device, positions(len(shape)))(shape, (out,))
    expected = sum(np.indices(shape)[axis] * 100 ** (len(shape) - 1 - axis) for axis in range(len(shape)))
    np.testing.assert_array_equal(out.numpy(), expected)


@pytest.mark.parametrize("shape", [(1000,), (40, 50), (10, 12, 14)])
@pytest.mark.parametrize("limit", [1, 2, 3])
def test_launches_beyond_the_limits_are_split(device, shape, limit):
    out = create.full(shape, -1)
    launch = Launcher(device, positions(len(shape)))
    launch._limits, launch._largest = (limit,) * len(shape), limit
    launch(shape, (out,))
    expected = sum(np.indices(shape)[axis] * 100 ** (len(shape) - 1 - axis) for axis in range(len(shape)))
    np.testing.assert_array_equal(out.numpy(), expected)


def test_more_groups_than_the_device_allows(device):
    """A grid of 65,536 groups is one more than many devices take along an axis."""
    size = 65535 * 64 + 1
    out = create.full(size + 100, -1)
    Launcher(device, positions(1))((size,), (out,))
    found = out.numpy()
    np.testing.assert_array_equal(found[:size], np.arange(size, dtype=np.int32))
    assert (found[size:] == -1).all()


def test_more_scalars_than_push_constants_hold(any_device):
    program = many(40)
    assert program.layout.block_size > 0
    launch = Launcher(any_device, program)
    outs = [create.zeros(10, "i32", any_device) for _ in range(100)]
    for index, out in enumerate(outs):
        launch((10,), (out, *range(index, index + 40)))
    for index, out in enumerate(outs):
        assert (out.numpy() == sum(value * factor for factor, value in enumerate(range(index, index + 40), 1))).all()


def test_arrays_of_bytes_start_anywhere(device):
    launch = Launcher(device, invert(storage8=device.storage8))
    source = np.random.default_rng(3).integers(0, 2, 100).astype(bool)
    for start in range(5):
        for size in (1, 2, 3, 4, 5, 50):
            x, out = create.array(source), create.zeros(100, "bool")
            launch(
                (size,),
                (
                    x[start:],
                    out[7 + start : 7 + start + size],
                ),
            )
            expected = np.zeros(100, bool)
            expected[7 + start : 7 + start + size] = ~source[start : start + size]
            np.testing.assert_array_equal(out.numpy(), expected)


def test_descriptors(device):
    launch = Launcher(device, scale(abi="descriptor"))
    for index in range(100):  # more combinations of arrays than are remembered
        x, out = create.full(256, float(index)), create.zeros(320)
        launch((256,), (x, out, 2.0))
        launch((64,), (x, out[256:], 3.0))
        assert out.numpy().tolist() == [2.0 * index] * 256 + [3.0 * index] * 64


def test_descriptors_have_limits(device):
    launch = Launcher(device, scale(abi="descriptor"))
    alignment = device.limits["minStorageBufferOffsetAlignment"]
    if alignment > 4:
        with pytest.raises(LaunchError, match=rf"'scale': the view passed as 'out' starts 4 bytes off.* {alignment} "):
            launch((64,), (create.zeros(64), create.zeros(65)[1:], 1.0))
    launch._sets._largest = 1000
    with pytest.raises(LaunchError, match=r"'x' has 1,024 bytes.*at most 1,000"):
        launch((64,), (create.zeros(256), create.zeros(64), 1.0))
    out = create.zeros(64)
    launch((64,), (create.full(64, 1.0), out, 2.0))  # nothing is left half recorded
    assert (out.numpy() == 2).all()


def test_launches_run_in_order(any_device):
    launch = Launcher(any_device, add())
    a, b = create.zeros(3000, "i32", any_device), create.zeros(3000, "i32", any_device)
    for _ in range(100):
        launch((3000,), (a, b, 1))  # writes b after it was read
        launch((3000,), (b, a, 1))
    assert (a.numpy() == 200).all()
    assert (b.numpy() == 199).all()


def test_barriers_stand_only_where_something_depends(device, monkeypatch):
    queue, launch = device.context.queue, Launcher(device, add())
    arrays = [create.zeros(64, "i32") for _ in range(6)]
    source, first, second, third, *_ = arrays
    launch((64,), (source, first, 1))
    seen, order = [], queue.order
    monkeypatch.setattr(type(queue), "order", lambda self, commands: seen.append(1) or order(commands))

    def barriers(*arguments):
        seen.clear()
        launch((64,), (*arguments, 1))
        return len(seen)

    barriers(source, second)
    assert barriers(source, third) == 0  # both read the same
    assert barriers(third, second) == 1  # reads what was written
    assert barriers(source, third) == 1  # writes what is being read
    assert barriers(source, third) == 1  # writes again
    assert barriers(source, second) == 0


def test_threads_may_launch_at_once(device):
    launch, failures = Launcher(device, add()), []

    def work(seed):
        try:
            x, out = create.full(500, seed), create.zeros(500, "i32")
            for step in range(100):
                launch((500,), (x, out, step))
                assert (out.numpy() == seed + step).all()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


# What cannot be launched


def test_an_array_of_another_device_is_refused(device, staged_device):
    there = create.zeros(3, device=staged_device)
    with pytest.raises(
        LaunchError, match=r"'scale' runs on device .* passed as 'out' is on device .*out\.to\(device\)"
    ):
        Launcher(device, scale())((3,), (create.zeros(3), there, 1.0))


def test_a_missing_feature_is_named_before_anything_is_made(device, monkeypatch):
    features = {**device._facts.features, "bufferDeviceAddress": False}
    monkeypatch.setitem(device._facts.__dict__, "features", features)
    with pytest.raises(FeatureError, match="'scale' needs the feature bufferDeviceAddress"):
        Launcher(device, scale())


@pytest.mark.parametrize(
    ("workgroup", "words"),
    [((1 << 17,), r"'positions' has a workgroup of 131072 along x"), ((256, 256), "65536 invocations")],
)
def test_a_workgroup_beyond_the_limits_is_refused(device, workgroup, words):
    with pytest.raises(LaunchError, match=words):
        Launcher(device, positions(len(workgroup), workgroup))


# Failing devices


@pytest.fixture
def doomed(device):
    """A device that may break, so that the others need not."""
    made = Device(device._facts)
    yield made
    device_module.contexts.remove(made.context)
    made.context.close()


def test_a_lost_device_names_the_kernel_and_stays_lost(doomed):
    launch = Launcher(doomed, add(name="spinning"))
    x = create.zeros(1000, "i32", doomed)
    queue = doomed.context.queue
    launch((1000,), (x, x, 1))
    queue.timeline._query = lambda *arguments: -4
    queue.timeline.completed = 0
    with pytest.raises(DeviceLostError, match=r"gave up device .* while 'spinning' ran.*TdrDelay"):
        x.numpy()
    attempts = [x.numpy, lambda: launch((1000,), (x, x, 1)), lambda: create.zeros(3, device=doomed),
                lambda: synchronize(doomed), lambda: x.fill(3), lambda: Launcher(doomed, scale())]  # fmt: skip
    for attempt in attempts:
        with pytest.raises(DeviceLostError, match="'spinning'"):
            attempt()
    x.close()


def test_a_device_lost_at_submission(doomed):
    launch = Launcher(doomed, add(name="last"))
    x = create.zeros(1000, "i32", doomed)
    doomed.context.queue._functions.QueueSubmit = lambda *arguments: -4
    with pytest.raises(DeviceLostError, match="while 'last' ran"):
        launch((1000,), (x, x, 1))
    with pytest.raises(DeviceLostError, match="'last'"):
        x.numpy()


# Waiting


def test_synchronize_waits(device):
    launch, x = Launcher(device, add()), create.zeros(1 << 20, "i32")
    for _ in range(10):
        launch((x.size,), (x, x, 1))
    synchronize()
    timeline = device.context.queue.timeline
    assert timeline.completed == timeline.submitted
    synchronize(device)
    synchronize(0, timeout=1.0)


def test_waiting_can_end_early(device, monkeypatch):
    launch, x = Launcher(device, add(name="slow")), create.zeros(64, "i32")
    synchronize(device)
    timeout = vk.constant("TIMEOUT")
    with monkeypatch.context() as patch:
        patch.setattr(device.context.queue.timeline, "_query", lambda *arguments: 0)
        patch.setattr(device.context.functions, "WaitSemaphores", lambda *arguments: timeout, raising=False)
        launch((64,), (x, x, 1))
        with pytest.raises(TimeoutError, match=r"After 0\.01 s device .* is still running: slow"):
            synchronize(device, timeout=0.01)
    assert (x.numpy() == 1).all()


def test_waiting_can_be_interrupted(run_python):
    code = """
    import signal, time
    from runtime_programs import add
    from pyvkc.runtime import create
    from pyvkc.runtime.device import default_device, synchronize
    from pyvkc.runtime.launch import Launcher
    launch, x = Launcher(default_device(), add()), create.zeros(1 << 22, "i32")
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    count, start = 0, time.perf_counter()
    try:
        while time.perf_counter() - start < 30:
            launch((x.size,), (x, x, 1))
            count += 1
            synchronize()
    except KeyboardInterrupt:
        print("interrupted", time.perf_counter() - start < 5)
    before = int(x.numpy()[0])
    launch((x.size,), (x, x, 1))
    assert before in (count, count + 1) and (x.numpy() == before + 1).all()
    """
    assert run_python(code, PYVKC_VALIDATION="0").stdout == "interrupted True\n"


# Nothing grows


@pytest.mark.slow
def test_launches_leave_nothing_behind(run_python):
    code = """
    import gc, resource
    from runtime_programs import add
    from pyvkc.runtime import create
    from pyvkc.runtime.device import default_device
    from pyvkc.runtime.launch import Launcher
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize()
    device = default_device()
    launch, x = Launcher(device, add()), create.zeros(64, "i32")
    def run(count):
        for _ in range(count):
            launch((64,), (x, x, 1))
        return int(x.numpy()[0])
    run(2000)
    gc.collect()
    before, used = resident(), device.memory
    assert run(100_000) == 102_000
    gc.collect()
    print(resident() - before)
    assert device.memory == used
    queue = device.context.queue
    assert len(queue._free) + len(queue._flying) <= 64
    """
    grown = int(run_python(code, PYVKC_VALIDATION="0").stdout)
    assert grown < 5 << 20, f"{grown:,} bytes more after 100,000 launches"


def test_arrays_and_launchers_come_and_go(device):
    synchronize(device)
    device.context.queue._recycle()
    gc.collect()
    device.context.collect()
    used, pools = device.memory["used"], len(device.context._owned)
    for index in range(300):
        launch = Launcher(device, add() if index % 2 else scale(abi="descriptor"))
        x = create.zeros(10, "i32" if index % 2 else "f4")
        launch((10,), (x, x, 1))
    del launch, x
    synchronize(device)
    device.context.queue._recycle()
    gc.collect()
    device.context.collect()
    assert device.memory["used"] == used
    assert len(device.context._owned) <= pools


def test_every_context_is_closed_at_exit(doomed):
    assert doomed.context in device_module.contexts


@pytest.mark.parametrize("cut", ["_end", "_submit", "_start", "touched", "launched"])
def test_an_interrupted_launch_leaves_nothing_that_never_ends(doomed, cut):
    """An exception at any point costs at most that launch: nothing waits for what was never submitted."""
    launch, x = Launcher(doomed, add()), create.zeros(100, "i32", doomed)
    queue = doomed.context.queue
    whole = getattr(queue, cut)

    def interrupted(*arguments):
        if cut in ("touched", "_end"):
            whole(*arguments)
        raise KeyboardInterrupt

    for _ in range(100):
        setattr(queue, cut, interrupted)
        with pytest.raises(KeyboardInterrupt):
            launch((100,), (x, x, 1))
        delattr(queue, cut)
        before = x.numpy()[0]
        launch((100,), (x, x, 1))
        assert (x.numpy() == before + 1).all()
    assert len(queue._free) + len(queue._flying) <= 64
