from __future__ import annotations

import dataclasses
import gc

import pytest
from runtime_programs import add, scale

from pyvkc.errors import DeviceError, LaunchError
from pyvkc.program import Layout, Member
from pyvkc.runtime.pipeline import Pipeline


@pytest.fixture
def eager_collection():
    threshold = gc.get_threshold()
    gc.set_threshold(1)
    yield
    gc.set_threshold(*threshold)


def test_a_thousand_pipelines_under_constant_collection(device, eager_collection):
    """Structures that the package frees too early give a wrong entry point or layout; the validation layer tells."""
    programs = [add(), scale(abi="descriptor")]
    kept = [Pipeline(device.context, programs[index % 2]) for index in range(1000)]
    assert len({pipeline.handle for pipeline in kept}) == 1000


def test_pipelines_of_the_past_are_destroyed(device):
    context = device.context
    Pipeline(context, add())
    gc.collect()
    context.collect()
    before = len(context._owned)
    for _ in range(50):
        Pipeline(context, add())
    gc.collect()
    context.collect()
    assert len(context._owned) == before


def test_too_many_push_constants_are_refused(device):
    limit = device.limits["maxPushConstantsSize"]
    layout = Layout((Member("value", limit, 4, "i", 2),), limit + 4)
    with pytest.raises(LaunchError, match=rf"'add' has {limit + 4} bytes of push constants; .* allows {limit}"):
        Pipeline(device.context, dataclasses.replace(add(), layout=layout))


def test_a_program_that_the_driver_refuses_is_named(device, monkeypatch):
    context = device.context
    monkeypatch.setattr(context.functions, "CreateComputePipelines", lambda *arguments: -13, raising=False)
    before = len(context._owned)
    with pytest.raises(DeviceError, match=r"could not compile kernel 'add' \(VK_ERROR_UNKNOWN\).*driver is"):
        Pipeline(context, add())
    assert len(context._owned) == before


def test_each_device_has_one_pipeline_cache(device):
    context = device.context
    assert context.pipeline_cache == context.pipeline_cache
