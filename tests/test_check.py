"""``pyvkc check``: what kernels need, line by line, and what can run them."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("click")

from click.testing import CliRunner

import pyvkc as vkc
from pyvkc import Array, abilities, f16, f32, f64, i64, u8
from pyvkc.abilities import Ability, ability_of, judge, limit_in, profile, requirements_of
from pyvkc.cli import main
from pyvkc.profiles import PROFILES

FILE = """
import pyvkc as vkc
from pyvkc import Array, f32, f64, i64
from helper import squared

@vkc.kernel(workgroup=(16, 16))
def heavy(x: Array[f64, 2], out: Array[i64, 1]):
    i, j = vkc.global_id()
    tile = vkc.shared((16, 16), f32)
    a, b = vkc.local_id()
    tile[a, b] = f32(x[i, j])
    vkc.barrier()
    t = vkc.subgroup.add(tile[b, a])
    vkc.atomic.add(out, 0, i64(t))
    if squared(x[i, j]) > 2:
        vkc.atomic.add(out, 1, 5)

@vkc.kernel
def plain(x: Array[f32, 1]):
    x[vkc.global_id()] = 1

@vkc.kernel
def free(x, y):
    y[vkc.global_id()] = x[0]
"""
HELPER = """
def squared(v):
    return v * v
"""
WRONG = (
    FILE
    + """
@vkc.kernel
def wrong(x: Array[f32, 1]):
    x[0] = nothing
"""
)


@pytest.fixture
def file(tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    path = tmp_path / "kernels.py"
    path.write_text(FILE)
    yield path
    for name in ("helper", "kernels", "_pyvkc_file_kernels"):
        sys.modules.pop(name, None)
    sys.path[:] = [entry for entry in sys.path if entry != str(tmp_path)]


def run(*arguments):
    return CliRunner().invoke(main, ["check", *map(str, arguments)])


def read(*arguments):
    done = run(*arguments, "--json")
    return {report["kernel"]: report for report in json.loads(done.stdout)}


def line_of(text, source=FILE):
    return next(number for number, line in enumerate(source.split("\n"), 1) if line.strip().startswith(text))


def needs(report):
    return {need["name"]: need for need in report["needs"]}


def lines(report, name):
    return [(os.path.basename(place["file"]), place["line"]) for place in needs(report)[name]["places"]]


def test_every_line_that_needs_something_is_named(file):
    heavy = read(file)["heavy"]
    assert lines(heavy, "shaderFloat64") == [
        ("kernels.py", line_of("tile[a, b]")),
        ("kernels.py", line_of("if squared")),
        ("helper.py", line_of("return v", HELPER)),
    ]
    atomics = [("kernels.py", line_of("vkc.atomic.add(out, 0")), ("kernels.py", line_of("vkc.atomic.add(out, 1"))]
    assert lines(heavy, "shaderBufferInt64Atomics") == atomics
    assert lines(heavy, "VK_SUBGROUP_FEATURE_ARITHMETIC_BIT") == [("kernels.py", line_of("t = vkc.subgroup"))]
    assert needs(heavy)["maxComputeSharedMemorySize"]["amount"] == 16 * 16 * 4
    assert needs(heavy)["maxComputeWorkGroupInvocations"]["amount"] == 256
    assert needs(heavy)["maxComputeWorkGroupSize[1]"]["amount"] == 16
    assert {"Float64", "Int64", "GroupNonUniformArithmetic"} <= set(heavy["capabilities"])


def test_tables_show_the_same(file):
    done = run(file)
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.stdout.splitlines()]
    assert [str(line_of("tile[a, b]")), "shaderFloat64", "This"] in [row[:3] for row in rows]
    assert f"helper.py:{line_of('return v', HELPER)}" in done.stdout
    assert "maxComputeSharedMemorySize ≥ 1,024" in done.stdout
    assert ["yes", "vulkan1.3"] in rows
    assert "free: needs types (--args):" in done.stdout
    assert "plain(x: f32[:])" in done.stdout


def test_all_profiles_are_judged(file):
    verdicts = {each["name"]: each for each in read(file)["plain"]["runs"] if each["kind"] == "profile"}
    assert list(verdicts) == list(PROFILES)
    assert [name for name, each in verdicts.items() if each["runs"]] == ["vulkan1.3", "VP_KHR_roadmap_2022"]
    assert verdicts["vulkan1.2"]["lacks"] == ["bufferDeviceAddress"]
    assert verdicts["VP_ANDROID_baseline_2022"]["lacks"] == ["Vulkan 1.2", "timelineSemaphore", "bufferDeviceAddress"]


def test_other_engines_need_less(file):
    verdicts = {each["name"]: each for each in read(f"{file}:plain", "--abi", "descriptor")["plain"]["runs"]}
    assert verdicts["vulkan1.1"]["runs"]
    assert verdicts["VP_ANDROID_baseline_2021"]["lacks"] == ["Vulkan 1.1"]


def test_devices_are_judged_as_launches_judge_them(file, device):
    found = read(f"{file}:heavy", "--device", device.name)["heavy"]
    program = vkc_module(file).heavy.program([], ability_of(device).target("address"))
    (verdict,) = found["runs"]
    assert verdict["name"] == device.name
    assert verdict["runs"] == (not device.lacks(program.features))
    try:
        device.require(program.features, program.name, program.needs)
        refused = False
    except vkc.FeatureError:
        refused = True
    assert refused != verdict["runs"]


def vkc_module(file):
    from pyvkc.cli.load import load_file

    return load_file(file)


def test_what_is_named_must_run(file):
    done = run(f"{file}:plain", "--profile", "vulkan1.3")
    assert (done.exit_code, done.stderr) == (0, "")
    done = run(file, "--profile", "vulkan1.3", "--profile", "vulkan1.2")
    assert done.exit_code == 1
    assert "plain cannot run on vulkan1.2, which lacks bufferDeviceAddress." in done.stderr
    assert "plain cannot run on vulkan1.3" not in done.stderr
    assert "heavy cannot run on vulkan1.3, which lacks shaderFloat64, shaderInt64," in done.stderr


def test_a_kernel_without_types(file):
    assert read(file)["free"]["compiles"] is None
    done = run(f"{file}:free")
    assert done.exit_code == 2
    assert "has no annotation, so its type must be given" in done.stderr
    done = run(f"{file}:free", "--args", "f32[:], f32[:]", "--profile", "vulkan1.3")
    assert done.exit_code == 0
    assert "free(x: f32[:], y: f32[:])" in done.stdout


def test_a_kernel_that_does_not_compile(file):
    file.write_text(WRONG)
    done = run(file)
    assert done.exit_code == 2
    assert "nothing" in done.stderr
    assert f"kernels.py:{line_of('x[0] = nothing', WRONG)}:" in done.stderr
    assert "wrong: does not compile" in done.stdout
    assert "plain(x: f32[:])" in done.stdout, "the others are shown all the same"
    assert read(file)["wrong"]["compiles"] is False


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{file}", "--profile", "vulkan9"], "There is no profile 'vulkan9'; known are vulkan1.1, "),
        (["{file}", "--args", "f32[:]"], "--args is for one kernel, and "),
        (["{file}:plan"], "Did you mean 'plain'?"),
        (["{file}:free", "--args", "f33[:], f32[:]"], "f33"),
        (["{file}.missing"], "There is no file"),
    ],
)
def test_bad_usage(file, arguments, message):
    done = run(*(argument.format(file=file) for argument in arguments))
    assert done.exit_code == 2
    assert message in done.stderr
    assert "Traceback" not in done.output


def test_a_file_without_kernels(tmp_path):
    (tmp_path / "empty.py").write_text("x = 1\n")
    done = run(tmp_path / "empty.py")
    assert done.exit_code == 2
    assert "There is no kernel in" in done.stderr


def test_profiles_need_no_vulkan(file):
    """Neither a loader nor the package is touched where only profiles are asked for; without them it is told."""
    code = (
        "import sys; sys.modules['vulkan'] = None\n"
        "from pyvkc.cli import main\n"
        f"main(['check', {str(file) + ':plain'!r}, *sys.argv[1:]])"
    )
    only = subprocess.run(
        [sys.executable, "-c", code, "--profile", "vulkan1.3"], capture_output=True, text=True, check=False
    )
    assert (only.returncode, only.stderr) == (0, "")
    assert "yes   vulkan1.3" in only.stdout


def test_without_a_device_profiles_are_left(file, monkeypatch):
    from pyvkc.errors import NoDeviceError
    from pyvkc.runtime import device

    def none():
        raise NoDeviceError("There is no Vulkan loader.\nInstall one.")

    monkeypatch.setattr(device, "devices", none)
    done = run(f"{file}:plain")
    assert done.exit_code == 0
    assert "No device here: There is no Vulkan loader." in done.stdout
    assert "yes   vulkan1.3" in done.stdout
    assert run(f"{file}:plain", "--device", "0").exit_code == 1


# Abilities


@vkc.kernel
def narrow(x: Array[u8, 1], h: Array[f16, 1]):
    i = vkc.global_id()
    x[i] = x[i] + 1
    h[i] = h[i] * 2


@vkc.kernel
def large(x: Array[f32, 1]):
    tile = vkc.shared(6000, f32)
    i = vkc.local_id()
    tile[i] = x[i]
    vkc.barrier()
    x[i] = tile[5999 - i]


@vkc.kernel(workgroup=512)
def wide(x: Array[f32, 1]):
    x[vkc.global_id()] = 1


def test_narrow_numbers_are_held_in_wider_ones_where_they_are_only_stored():
    """The desktop profiles compute with neither 16-bit integers nor f16, and store both."""
    desktop = profile("VP_LUNARG_desktop_baseline_2023")
    lacks = judge(narrow, [], desktop).lacks
    assert lacks == ("bufferDeviceAddress",)
    every = Ability("all", "gpu", (1, 3), None, {})
    program = narrow.program([], every.target("address"))
    assert {"shaderInt8", "shaderFloat16"} & set(program.features)
    assert judge(narrow, [], every).runs


def test_limits_are_judged():
    assert judge(large, [], profile("vulkan1.3")).lacks == ("maxComputeSharedMemorySize of 24000 (it has 16384)",)
    assert judge(large, [], profile("VP_LUNARG_desktop_baseline_2023")).lacks == ("bufferDeviceAddress",)
    assert judge(wide, [], profile("VP_KHR_roadmap_2022")).lacks == (
        "maxComputeWorkGroupInvocations of 512 (it has 256)",
        "maxComputeWorkGroupSize[0] of 512 (it has 256)",
    )


def test_a_default_workgroup_is_one_that_fits():
    assert judge(narrow, [], Ability("small", "gpu", (1, 3), None, {"maxComputeWorkGroupInvocations": 64})).runs


def test_wide_numbers():
    @vkc.kernel
    def far(x: Array[f64, 1], n: i64):
        x[0] = f64(n)

    assert set(judge(far, [], profile("VP_KHR_roadmap_2022")).lacks) == {"shaderInt64", "shaderFloat64"}


def test_bindings_are_counted():
    program = narrow.compile(abi="descriptor")
    amounts = {need.name: need.amount for need in requirements_of(program)}
    assert amounts["maxPerStageDescriptorStorageBuffers"] == 2
    assert not {"bufferDeviceAddress", "timelineSemaphore"} & set(amounts)


def test_the_table_of_profiles_is_sound(device):
    known = set(device.features) | set(abilities.SUBGROUPS)
    for name, each in PROFILES.items():
        assert set(each.features) <= known, name
        limits = each.named_limits
        assert len(limits["maxComputeWorkGroupSize"]) == 3
        assert limits["maxComputeWorkGroupInvocations"] <= 1024
    assert set(PROFILES["vulkan1.2"].features) < set(PROFILES["vulkan1.3"].features)
    assert set(PROFILES["vulkan1.3"].features) < set(PROFILES["VP_KHR_roadmap_2022"].features)
    with pytest.raises(ValueError, match="There is no profile 'x'"):
        profile("x")


def test_limits_by_axis():
    assert limit_in({"a": (1, 2, 3)}, "a[2]") == 3
    assert limit_in({"a": 7}, "a") == 7
    assert limit_in({}, "a[0]") is None
