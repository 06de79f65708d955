from __future__ import annotations

import gc
import itertools
import random

import numpy as np
import pytest
from runtime_programs import add, scale

from pyvkc.errors import ClosedError, OutOfMemoryError
from pyvkc.runtime import create
from pyvkc.runtime.facts import Facts, Heap, MemoryType
from pyvkc.runtime.launch import Launcher
from pyvkc.runtime.memory import ALIGNMENT, Block, choose_types
from pyvkc.runtime.sequence import record


def test_ranges_of_a_block_never_overlap_and_join_again():
    block, rng, taken = Block(None, None, 0, 1 << 16, None, False), random.Random(1), {}
    for _ in range(5000):
        if taken and rng.random() < 0.5:
            start = rng.choice(list(taken))
            block.give(start, taken.pop(start))
        else:
            size = ALIGNMENT * rng.randint(1, 20)
            start = block.take(size)
            if start >= 0:
                assert all(start + size <= other or other + length <= start for other, length in taken.items())
                taken[start] = size
        assert sum(block.sizes) + sum(taken.values()) == block.size
        assert block.starts == sorted(block.starts)
    for start, size in taken.items():
        block.give(start, size)
    assert block.empty


def test_a_full_block_has_no_room():
    block = Block(None, None, 0, 1024, None, False)
    assert [block.take(512), block.take(512), block.take(256)] == [0, 512, -1]
    block.give(512, 512)
    assert block.take(256) == 512


GIB = 1 << 30
LOCAL, VISIBLE, COHERENT, CACHED = 1, 2, 4, 8


def imagined(kind, heaps, types):
    facts = Facts(None, None, "imagined", kind, (1, 3), frozenset())
    memory = tuple(Heap(*heap) for heap in heaps), tuple(MemoryType(i, *pair) for i, pair in enumerate(types))
    facts.__dict__["memory"] = memory
    return facts


def test_memory_of_a_discrete_device_is_staged():
    host = VISIBLE | COHERENT
    facts = imagined(
        "discrete",
        [(64 * GIB, False), (8 * GIB, True), (GIB // 4, True)],
        [(0, 0), (0, host), (0, host | CACHED), (2, host | LOCAL), (1, LOCAL)],
    )
    assert choose_types(facts, None) == (4, 2, False)


def test_memory_of_an_integrated_device_is_mapped():
    host = VISIBLE | COHERENT
    facts = imagined("integrated", [(16 * GIB, True)], [(0, LOCAL), (0, LOCAL | host), (0, LOCAL | host | CACHED)])
    assert choose_types(facts, None) == (2, 2, True)
    assert choose_types(facts, True) == (0, 2, False)


def test_five_thousand_small_arrays_live_at_once(device):
    arrays = [create.full(8, index, "i32") for index in range(5000)]
    ranges = sorted((array.address, array.address + array.nbytes) for array in arrays)
    assert all(end <= start for (_, end), (start, _) in itertools.pairwise(ranges))
    assert all(address % ALIGNMENT == 0 for address, _ in ranges)
    assert [int(array.numpy()[3]) for array in arrays[::97]] == list(range(0, 5000, 97))
    assert len(device.context.arrays.blocks) < 10


def test_dropped_arrays_give_their_memory_back(any_device):
    context = any_device.context
    gc.collect()
    before = any_device.memory
    for _ in range(200):
        create.empty(1 << 24, device=any_device)  # 64 MiB each
    gc.collect()
    assert any_device.memory["used"] == before["used"]
    assert any_device.memory["reserved"] <= before["reserved"] + (128 << 20)
    assert len(context.arrays.blocks) < 20


def test_memory_is_not_reused_while_the_device_still_uses_it(any_device):
    launch = Launcher(any_device, add())
    for index in range(50):
        source = create.full(100_000, index, "i32", any_device)
        target = create.empty(100_000, "i32", any_device)
        launch((100_000,), (source, target, 1))
        source.close()
        create.full(100_000, -1, "i32", any_device)  # takes the place of what is free
        assert (target.numpy() == index + 1).all()


def test_of_what_is_free_one_block_of_a_sort_is_kept(device):
    pool = device.context.arrays
    pool._release_all()
    start = pool.reserved
    for size in (20, 24, 28, 21):
        create.empty(size << 20, "i8")
    gc.collect()
    pool.collect()
    kept = [block.size for block in pool.blocks if block.own and block.empty]
    assert kept == [28 << 20]  # the array of 21 MiB had it last
    assert pool.reserved == start + (28 << 20)
    pool._release_all()
    assert pool.reserved == start


def test_views_share_their_memory_and_its_end(any_device):
    whole = create.arange(10, device=any_device)
    view = whole[2:5]
    assert view.storage is whole.storage
    del whole
    gc.collect()
    assert view.numpy().tolist() == [2, 3, 4]
    view.close()
    view.close()
    with pytest.raises(ClosedError, match=r"shape \(3,\)"):
        view.numpy()


def test_more_than_the_device_has_is_refused_with_both_numbers(device):
    asked = 1 << 50
    with pytest.raises(OutOfMemoryError) as caught:
        create.empty(asked // 4, device=device)
    limit = device.limits.get("maxBufferSize", device.memory["size"])
    assert f"{asked:,}" in str(caught.value)
    assert f"{limit:,}" in str(caught.value)
    assert device.name in str(caught.value)
    assert isinstance(caught.value, MemoryError)


@pytest.mark.parametrize(
    ("limits", "words"),
    [({"maxBufferSize": 1000}, r"allows 1,000 bytes in one piece \(maxBufferSize\)"),
     ({"maxMemoryAllocationSize": 1000}, r"allows 1,000 bytes in one piece \(maxMemoryAllocationSize\)"), ({}, "free")],
)  # fmt: skip
def test_a_driver_that_refuses_is_explained(device, monkeypatch, limits, words):
    def block(self, size, own):
        raise OutOfMemoryError("full")

    device.context.arrays._release_all()
    monkeypatch.setattr(type(device.context.arrays), "_block", block)
    monkeypatch.setitem(device._facts.__dict__, "limits", limits)
    with pytest.raises(OutOfMemoryError, match=f"20,971,520 bytes was asked for.*{words}"):
        create.empty(20 << 20, "i8")


def test_a_driver_without_room_is_asked_again_after_releasing(device, monkeypatch):
    pool, real, calls = device.context.arrays, type(device.context.arrays)._block, []

    def block(self, size, own):
        calls.append(size)
        if len(calls) == 1:
            raise OutOfMemoryError("full")
        return real(self, size, own)

    pool._release_all()
    monkeypatch.setattr(type(pool), "_block", block)
    array = create.empty(20 << 20, "i8")
    assert calls == [20 << 20, 20 << 20]
    assert array.nbytes == 20 << 20


def test_a_device_without_room_is_an_error_with_numbers(device, monkeypatch):
    def block(self, size, own):
        raise OutOfMemoryError("full")

    device.context.arrays._release_all()
    monkeypatch.setattr(type(device.context.arrays), "_block", block)
    with pytest.raises(OutOfMemoryError, match=r"20,971,520 bytes was asked for.*free.*close\(\)"):
        create.empty(20 << 20, "i8")


def test_an_array_over_the_limit_of_storage_buffers(device):
    """Addresses have no such limit: 128 MiB and 4 bytes are more than lavapipe binds as one buffer."""
    count = 2**25 + 1
    x = create.array(np.ones(count, np.float32))
    Launcher(device, scale())((count,), (x, x, 2.0))
    assert x.numpy().sum(dtype=np.float64) == 2.0 * count


# Closing in another thread


class Meddler:
    """A context's lock; just before it is next taken, `action` happens, as if another thread had come first."""

    def __init__(self, lock, action):
        self.lock, self.actions = lock, [action]

    def __enter__(self):
        if self.actions:
            self.actions.pop()()
        return self.lock.__enter__()

    def __exit__(self, *error):
        return self.lock.__exit__(*error)


USES = {
    "launch":   lambda launch, x, y: launch((x.size,), (x, x, 1)),
    "write":    lambda launch, x, y: x.copy_from(np.ones(1000, np.int32)),
    "gaps":     lambda launch, x, y: x[::2].copy_from(np.ones(500, np.int32)),
    "fill":     lambda launch, x, y: x.fill(7),
    "fill any": lambda launch, x, y: x[1:].fill(7),
    "copy to":  lambda launch, x, y: x.copy_from(y),
    "copy":     lambda launch, x, y: y.copy_from(x),
    "read":     lambda launch, x, y: x.numpy(),
}  # fmt: skip


@pytest.mark.parametrize("name", USES)
def test_an_array_closed_just_before_its_use_is_not_used(any_device, name, monkeypatch):
    x, y = create.zeros(1000, "i32", any_device), create.zeros(1000, "i32", any_device)
    launch, context = Launcher(any_device, add()), any_device.context
    monkeypatch.setattr(context, "lock", Meddler(context.lock, x.close))
    with pytest.raises(ClosedError, match="has been closed"):
        USES[name](launch, x, y)
    monkeypatch.undo()
    assert not y.numpy().any()


def test_a_sequence_whose_array_is_closed_just_before_it_runs_does_not_run(any_device, monkeypatch):
    x, context = create.zeros(1000, "i32", any_device), any_device.context
    with record() as sequence:
        x.fill(1)
    submitted = context.queue.timeline.submitted
    monkeypatch.setattr(context, "lock", Meddler(context.lock, x.close))
    with pytest.raises(ClosedError, match="has been closed"):
        sequence.run()
    assert context.queue.timeline.submitted == submitted


def test_a_range_closed_during_a_launch_is_reused_only_after_it(any_device):
    x, context = create.zeros(1000, "i32", any_device), any_device.context
    storage, pool = x.storage, context.arrays
    launch = Launcher(any_device, add())
    y = create.zeros(1000, "i32", any_device)
    with context.lock:
        pool.collect()
        used = pool.used
        x.close()  # as another thread may after the launch's check ...
        serial = context.queue.next_serial
        context.queue.touched((), (storage,), serial)  # ... before it says what it uses
        pool.collect()
        assert pool.used == used
    launch((1000,), (y, y, 1))
    context.synchronize()
    with context.lock:
        pool.collect()
    assert pool.used == used - storage.size


def test_a_range_closed_twice_at_once_is_given_back_once(any_device):
    x, context = create.zeros(1000, "i32", any_device), any_device.context
    storage = x.storage
    with context.lock:
        context.arrays.collect()
        used = context.arrays.used
        x.close()
        storage.context = context  # as another thread may have seen it
        x.close()
        context.queue.wait(storage.last_use)
        context.arrays.collect()
    assert context.arrays.used == used - storage.size
