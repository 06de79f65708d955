"""A small client of wgpu, which is not ours: it loads a SPIR-V module, binds buffers and dispatches.

What it must know of a module it takes from the interface that ``pyvkc dump --format json`` prints.
"""

from __future__ import annotations

import os
import struct
import subprocess
import sys

import numpy as np
import pytest

from pyvkc.cli.dump import describe

REQUIRED = bool(os.environ.get("PYVKC_REQUIRE_TOOLS"))
"""Fail where wgpu is missing, as for other tools."""

if REQUIRED:
    import wgpu
else:
    wgpu = pytest.importorskip("wgpu", reason="wgpu is not installed; pip install wgpu")

WANTED = ("immediates", "shader-f64", "shader-int64", "shader-f16")
FORMATS = {"i32": "i", "u32": "I", "f32": "f", "i64": "q", "u64": "Q", "f64": "d"}


class Client:
    """A device of wgpu on Vulkan."""

    def __init__(self, adapter):
        self.features = [name for name in WANTED if name in adapter.features]
        limits = {"max-immediate-size": 128} if "immediates" in self.features else {}
        self.device = adapter.request_device_sync(required_features=self.features, required_limits=limits)

    def need(self, *features):
        for name in features:
            if name not in self.features:
                pytest.skip(f"wgpu has no {name} here")

    def module(self, words):
        return self.device.create_shader_module(code=words)

    def run(self, words, entry, groups, storage, uniform=None, push=b""):
        """Run a module; `storage` and `uniform` are arrays by (set, binding). What is in the storage then."""
        device, module = self.device, self.module(words)
        usage = wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC | wgpu.BufferUsage.COPY_DST
        buffers = {place: device.create_buffer_with_data(data=data, usage=usage) for place, data in storage.items()}
        kinds = dict.fromkeys(storage, wgpu.BufferBindingType.storage)
        for place, data in (uniform or {}).items():
            data = bytes(data).ljust(-(-len(bytes(data)) // 16) * 16, b"\0")
            buffers[place] = device.create_buffer_with_data(data=data, usage=wgpu.BufferUsage.UNIFORM)
            kinds[place] = wgpu.BufferBindingType.uniform
        layouts = [self.layout(kinds, index) for index in range(1 + max((place[0] for place in buffers), default=-1))]
        pipeline = device.create_compute_pipeline(
            layout=device.create_pipeline_layout(bind_group_layouts=layouts, immediate_size=len(push)),
            compute={"module": module, "entry_point": entry},
        )
        encoder = device.create_command_encoder()
        commands = encoder.begin_compute_pass()
        commands.set_pipeline(pipeline)
        for index, layout in enumerate(layouts):
            entries = [
                {"binding": place[1], "resource": {"buffer": buffer, "offset": 0, "size": buffer.size}}
                for place, buffer in buffers.items()
                if place[0] == index
            ]
            commands.set_bind_group(index, device.create_bind_group(layout=layout, entries=entries))
        if push:
            commands.set_immediates(0, push, 0, len(push))
        commands.dispatch_workgroups(*groups)
        commands.end()
        device.queue.submit([encoder.finish()])
        return {
            place: np.frombuffer(device.queue.read_buffer(buffers[place]), data.dtype).reshape(data.shape)
            for place, data in storage.items()
        }

    def layout(self, kinds, index):
        entries = [
            {"binding": place[1], "visibility": wgpu.ShaderStage.COMPUTE, "buffer": {"type": kind}}
            for place, kind in kinds.items()
            if place[0] == index
        ]
        return self.device.create_bind_group_layout(entries=entries)

    def launch(self, program, sizes, arguments):
        """Run a kernel's program over `sizes` invocations, as its description says. The arrays as they are then."""
        about = describe(program)
        by_name = dict(zip((each["name"] for each in about["parameters"]), arguments, strict=True))
        groups = [-(-size // width) for size, width in zip(reversed(sizes), about["workgroup"], strict=False)]
        places = {each["parameter"]: (each["set"], each["binding"]) for each in about["bindings"]}
        storage = {place: by_name[name] for name, place in places.items()}
        push = bytearray(about["push_constants_size"])
        for member in about["push_constants"]:
            value = by_name[member["parameter"]]
            if member["kind"] == "extent":
                value = value.shape[member["axis"]]
            elif isinstance(value, tuple):
                value = value[member["axis"]]
            struct.pack_into("<" + FORMATS[member["type"]], push, member["offset"], value)
        if push:
            self.need("immediates")
        result = self.run(program.words, about["entry"], (*groups, 1, 1)[:3], storage, push=bytes(push))
        return [result[places[name]] if name in places else value for name, value in by_name.items()]


def find_client():
    """The client, or a skipped test where wgpu finds no Vulkan device."""
    give_up = pytest.fail if REQUIRED else pytest.skip
    code = "import wgpu; wgpu.gpu.enumerate_adapters_sync()"  # apart: an old C library would end the process
    tried = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    if tried.returncode:
        give_up(f"wgpu does not start here: {tried.stderr}")
    found = [each for each in wgpu.gpu.enumerate_adapters_sync() if each.info["backend_type"] == "Vulkan"]
    if not found:
        give_up("wgpu finds no Vulkan device")
    return Client(found[0])
