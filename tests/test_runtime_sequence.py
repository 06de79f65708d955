from __future__ import annotations

import gc
import threading

import numpy as np
import pytest
from runtime_programs import add, many, scale

import pyvkc as vkc
from pyvkc.errors import ClosedError, LaunchError
from pyvkc.runtime import create
from pyvkc.runtime.device import synchronize
from pyvkc.runtime.host import download_into, upload
from pyvkc.runtime.launch import Launcher
from pyvkc.runtime.recording import state
from pyvkc.runtime.sequence import record


@pytest.fixture
def launch(any_device):
    return Launcher(any_device, add())


def test_nothing_runs_before_run(any_device, launch):
    x = create.zeros(100, "i32", any_device)
    with record() as sequence:
        launch((100,), (x, x, 1))
        launch((100,), (x, x, 1))
    assert not x.numpy().any()
    sequence.run()
    assert (x.numpy() == 2).all()
    sequence.run(times=300)
    assert (x.numpy() == 602).all()
    sequence.run(0)
    assert (x.numpy() == 602).all()
    sequence.submit(3)
    sequence.submit()
    assert (x.numpy() == 610).all()


def test_launches_copies_and_fills_keep_their_order(any_device, launch):
    x, y, z = (create.zeros(1000, "i32", any_device) for _ in range(3))
    with record() as sequence:
        x.fill(5)
        launch((1000,), (x, y, 1))
        z.copy_from(y)
        y[...] = x
        x.fill(0)
    for _ in range(3):
        sequence.run(2)
        assert [array.numpy()[999].item() for array in (x, y, z)] == [0, 5, 6]


def test_a_run_waits_for_the_one_before(any_device, launch):
    """The first command of a run writes what the last one of the run before reads."""
    x, y, total = (create.zeros(5000, "i32", any_device) for _ in range(3))
    with record() as sequence:
        launch((5000,), (y, x, 1))
        launch((5000,), (x, y, 0))
        launch((5000,), (total, total, 1))
    sequence.run(50)
    assert (x.numpy() == 50).all()
    assert (total.numpy() == 50).all()


def test_other_launches_and_runs_keep_their_order(any_device, launch):
    x = create.zeros(2000, "i32", any_device)
    with record() as sequence:
        launch((2000,), (x, x, 1))
    for step in range(20):
        launch((2000,), (x, x, 100))
        sequence.submit()
        if step % 5 == 0:
            assert (x.numpy() == 101 * (step + 1)).all()
    x.fill(0)
    sequence.run()
    assert (x.numpy() == 1).all()


def test_host_arrays_are_read_anew_at_each_run(any_device, launch):
    x, out = create.zeros((3, 4), "i32", any_device), create.zeros(12, "i32", any_device)
    host = np.zeros((4, 3), np.int32)
    with record() as sequence:
        x.copy_from(host.T)
        launch((12,), (x.reshape(12), out, 1))
    for value in range(5):
        host[...] = np.arange(12).reshape(4, 3) * value
        sequence.submit()
        host[...] = -100  # what was submitted has been read
        assert out.numpy().tolist() == (np.arange(12).reshape(4, 3) * value + 1).T.ravel().tolist()


def test_numpy_arguments_are_read_anew_too(any_device, launch):
    out, host = create.zeros(10, "i32", any_device), np.arange(10, dtype=np.int32)
    with record() as sequence:
        launch((10,), (upload(host, any_device), out, 1))
    gc.collect()
    sequence.run()
    host += 5
    sequence.run()
    assert out.numpy().tolist() == list(range(6, 16))


@pytest.mark.parametrize("value", [0, 1.5, -2.25])
@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_recorded_fills(any_device, dtype, value):
    x = create.full(9, 7.0, dtype, any_device)
    with record() as sequence:
        x.fill(value)
    assert (x.numpy() == 7).all()
    sequence.run()
    assert (x.numpy() == value).all()


def test_recorded_bools_are_zero_or_one(any_device):
    x, host = create.zeros(4, "bool", any_device), np.array([0, 1, 2, 255], np.uint8).view(bool)
    with record() as sequence:
        x.copy_from(host)
    sequence.run()
    assert x.numpy().view(np.uint8).tolist() == [0, 1, 1, 1]


def test_making_arrays_is_not_recorded(any_device, launch):
    with record() as sequence:
        x = create.full(10, 3, "i32", any_device)
        y = create.array([1, 2, 3], device=any_device)
        launch((10,), (x, x, 1))
    assert x.numpy().tolist() == [3] * 10
    assert y.numpy().tolist() == [1, 2, 3]
    sequence.run()
    assert x.numpy().tolist() == [4] * 10


def test_parameter_blocks_live_with_the_sequence(any_device):
    launch, outs = Launcher(any_device, many(40)), [create.zeros(4, "i32", any_device) for _ in range(50)]
    with record() as sequence:
        for index, out in enumerate(outs):
            launch((4,), (out, *[index] * 40))
    other = create.zeros(4, "i32", any_device)
    for _ in range(100):
        launch((4,), (other, *[1] * 40))
    sequence.run(2)
    assert [out.numpy()[0].item() for out in outs] == [index * 820 for index in range(50)]


def test_descriptors_live_with_the_sequence(device):
    launch, x, out = Launcher(device, scale(abi="descriptor")), create.full(64, 3.0), create.zeros(64)
    with record() as sequence:
        launch((64,), (x, out, 2.0))
    for _ in range(100):
        launch((64,), (create.zeros(64), create.zeros(64), 1.0))
    del launch
    gc.collect()
    sequence.run(3)
    assert (out.numpy() == 6).all()


def test_a_sequence_keeps_what_it_uses(any_device):
    def make():
        hidden = create.full(100, 5, "i32", any_device)
        out = create.zeros(100, "i32", any_device)
        with record() as sequence:
            Launcher(any_device, add())((100,), (hidden, out, 2))
        return sequence, out

    sequence, out = make()
    gc.collect()
    for _ in range(20):
        create.full(100, -1, "i32", any_device)
    sequence.run()
    assert (out.numpy() == 7).all()


def test_sequences_give_everything_back(any_device):
    launch = Launcher(any_device, add())
    gc.collect()
    synchronize(any_device)
    used, owned = any_device.memory["used"], len(any_device.context._owned)
    for _ in range(100):
        x = create.zeros(1000, "i32", any_device)
        with record() as sequence:
            x.copy_from(np.ones(1000, np.int32))
            launch((1000,), (x, x, 1))
        sequence.submit()
    del sequence, x
    gc.collect()
    synchronize(any_device)
    assert any_device.memory["used"] == used
    assert len(any_device.context._owned) == owned


# Mistakes


def test_reading_inside_a_recording_is_an_error(launch, any_device):
    x, host = create.zeros(10, "i32", any_device), np.zeros(10, np.int32)
    with record():
        for attempt in (x.numpy, lambda: np.asarray(x), lambda: x[0].item(), lambda: download_into(host, x)):
            with pytest.raises(LaunchError, match=r"[Ii]nside record\(\)"):
                attempt()


@vkc.kernel
def increase(n, factors, x):
    x[vkc.global_id()] += n * factors[vkc.global_id()]


def test_a_refused_launch_leaves_nothing_in_the_sequence(any_device):
    host, factors = np.ones(10, np.int32), np.ones(10, np.int32)
    target = create.array(host, device=any_device)
    with any_device, record() as sequence:
        with pytest.raises(LaunchError, match=r"'increase': the argument 'x'.*pass a device array.*after the run"):
            increase[10](1, factors, host)
        assert sequence._recorder.context is None
        increase[10](2, factors, target)
    assert len(sequence._recorder.uploads) == len(sequence._recorder.names) == 1
    sequence.run()
    assert (host == 1).all()
    assert (target.numpy() == 3).all()


def test_copies_that_the_device_cannot_make_alone_are_refused(any_device):
    x, y = create.zeros((4, 4), "i32", any_device), create.zeros((4, 4), "f4", any_device)
    with record():
        with pytest.raises(LaunchError, match="write a kernel"):
            x.copy_from(x.T)
        with pytest.raises(LaunchError, match="write a kernel"):
            y.copy_from(x)
        with pytest.raises(LaunchError, match="view with gaps"):
            x[:, ::2].copy_from(np.zeros((4, 2), "i4"))


def test_an_exception_discards_the_recording(launch, any_device):
    x = create.zeros(10, "i32", any_device)
    with pytest.raises(ZeroDivisionError), record() as sequence:
        launch((10,), (x, x, 1))
        1 / 0
    assert state.recorder is None
    with pytest.raises(LaunchError, match="its recording is discarded"):
        sequence.run()
    launch((10,), (x, x, 1))
    assert (x.numpy() == 1).all()


def test_a_sequence_runs_only_after_its_recording():
    sequence = record()
    with pytest.raises(LaunchError, match="its recording is open"):
        sequence.run()
    with sequence:
        pass
    sequence.run()
    with pytest.raises(LaunchError, match="recorded once"), sequence:
        pass
    assert repr(sequence) == "<Sequence of 0 launches, recorded>"


def test_a_sequence_contains_no_other():
    with record():
        with pytest.raises(LaunchError, match="inside record"), record():
            pass
    assert state.recorder is None


@pytest.mark.parametrize("times", [-1, 1.5, "2", True, None])
def test_times_is_a_count(launch, times):
    with record() as sequence:
        pass
    with pytest.raises(ValueError, match="whole number of times"):
        sequence.run(times)


def test_a_closed_array_stops_the_sequence(launch, any_device):
    x, y = create.zeros(10, "i32", any_device), create.zeros(10, "i32", any_device)
    with record() as sequence:
        launch((10,), (x, y, 1))
    x.close()
    with pytest.raises(ClosedError, match="sequence"):
        sequence.run()
    with pytest.raises(ClosedError), record():
        launch((10,), (x, y, 1))


def test_a_sequence_stays_on_one_device(device, staged_device):
    here, there = create.zeros(10, "i32", device), create.zeros(10, "i32", staged_device)
    with pytest.raises(LaunchError, match="runs on one device"), record():
        here.fill(1)
        there.fill(1)


def test_other_threads_do_not_record(device):
    launch, x, y = Launcher(device, add()), create.zeros(10, "i32"), create.zeros(10, "i32")
    with record() as sequence:
        thread = threading.Thread(target=launch, args=((10,), (x, x, 1)))
        thread.start()
        thread.join()
        launch((10,), (y, y, 1))
    assert (x.numpy() == 1).all()
    assert not y.numpy().any()
    sequence.run()
    assert (y.numpy() == 1).all()


def test_barriers_stand_only_where_something_depends(device):
    launch, (a, b, c, d) = Launcher(device, add()), [create.zeros(64, "i32") for _ in range(4)]

    def recorded(*pairs):
        """Whether a sequence of launches has a barrier inside, and whether its runs need one between them."""
        with record() as sequence:
            for source, target in pairs:
                launch((64,), (source, target, 1))
        return sequence._recorder.crossed, sequence._recorder.wraps

    assert recorded((a, b), (a, c)) == (False, True)  # the next run writes b and c again
    assert recorded((a, a)) == (False, True)
    assert recorded((a, b), (b, c)) == (True, True)  # the next run writes b, which the end reads
    assert recorded((a, b), (b, c), (c, d)) == (True, False)
