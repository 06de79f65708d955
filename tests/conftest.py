"""Every test runs with Vulkan's validation layer on, and fails when the layer has anything to say."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap

import pytest

WANTED = os.environ.setdefault("PYVKC_VALIDATION", "1") not in ("", "0")

from goldens import golden, pytest_addoption  # noqa: F401

from pyvkc.errors import NoDeviceError
from pyvkc.runtime import instance as instances


def pytest_sessionstart():
    """Where the validation layer is missing, programs that tests start must not say so each time."""
    from pyvkc.runtime.device import devices

    try:
        devices()
    except NoDeviceError:
        return
    if not instances.existing().validated:
        os.environ["PYVKC_VALIDATION"] = "0"


def pytest_report_header():
    from pyvkc.runtime.device import devices

    try:
        found = devices()
    except NoDeviceError as error:
        return f"pyvkc: {error}"
    names = "; ".join(f"{device.name} ({device.kind}, {device.driver})" for device in found)
    return f"pyvkc: {names}; Vulkan validation: {_validation()}"


def _validation():
    made = instances.existing()
    if made is not None and made.validated:
        return "on"
    return "OFF, the layer is not installed" if WANTED else "off"


def pytest_collection_modifyitems(items):
    if any(item.get_closest_marker("gpu") for item in items) and not _has_gpu():
        skip = pytest.mark.skip(reason="needs a real GPU")
        for item in items:
            if item.get_closest_marker("gpu"):
                item.add_marker(skip)


def _has_gpu():
    from pyvkc.runtime.device import devices

    try:
        return devices()[0].kind in ("discrete", "integrated", "virtual")
    except NoDeviceError:
        return False


@pytest.fixture(autouse=True, scope="session")
def modules_are_valid():
    """Every program that is compiled is validated; once for each kernel, those for all other targets, too."""
    from everywhere import checked_programs

    with checked_programs():
        yield


@pytest.fixture(autouse=True)
def validation_is_silent():
    """What the validation layer says during a test fails it."""
    before = len(instances.messages)
    yield
    said = instances.messages[before:]
    assert not said, "\n".join(said)


@pytest.fixture(scope="session")
def device():
    """The device that the tests run on."""
    from pyvkc.runtime.device import default_device

    return default_device()


@pytest.fixture(scope="session")
def staged_device(device):
    """The same device once more, its arrays in memory that the host is not allowed to reach, as on discrete devices."""
    from pyvkc.runtime.device import Device

    return Device(device._facts, staged=True)


@pytest.fixture(params=["direct", "staged"])
def any_device(request):
    """The device with arrays that the host reaches, where it has such, and with arrays behind staging buffers."""
    return request.getfixturevalue("device" if request.param == "direct" else "staged_device")


@pytest.fixture
def compilations(monkeypatch):
    """The argument types of each tree that is made from here on."""
    from pyvkc.frontend.compile import Tree

    made = []
    begin = Tree.__init__

    def counted(self, source, parameters, *rest, **options):
        made.append([str(type) for _, type in parameters])
        begin(self, source, parameters, *rest, **options)

    monkeypatch.setattr(Tree, "__init__", counted)
    return made


@pytest.fixture
def run_python(tmp_path):
    """Runs Python code in a process of its own: ``run_python(code, NAME="value")``; None unsets a variable."""

    def run(code, *, check=True, timeout=120, **environment):
        file = tmp_path / "program.py"
        file.write_text(textwrap.dedent(code))
        here = os.path.dirname(os.path.abspath(__file__))
        path = [os.path.dirname(here), here, *filter(None, [os.environ.get("PYTHONPATH")])]
        variables = {**os.environ, "PYTHONPATH": os.pathsep.join(path), **environment}
        variables = {name: text for name, text in variables.items() if text is not None}
        command = [sys.executable, str(file)]
        done = subprocess.run(
            command, env=variables, cwd=tmp_path, capture_output=True, text=True, timeout=timeout, check=False
        )
        if check:
            assert done.returncode == 0, f"exit code {done.returncode}\n{done.stdout}\n{done.stderr}"
            assert done.stderr == "", done.stderr
        return done

    return run
