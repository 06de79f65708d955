"""The script ./dev: what it installs, says and runs. The programs it calls are stand-ins that note their calls."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent.parent / "dev"
SYSTEM = ["sh", "cat", "cksum", "dirname", "env", "grep", "mkdir", "cp", "rm", "tr", "ln"]
DRIVERS = [*Path("/usr/share/vulkan/icd.d").glob("lvp_icd*.json")]

PYTHON = """#!/bin/sh
# Answers as a Python of version $FAKE_VERSION would, and writes down what it is asked to run.
case "$1 $2" in
    "-m venv") mkdir -p .venv/bin && cp "$0" .venv/bin/python ;;
    "-m pip") ;;
    "-m pytest") echo "driver $VK_DRIVER_FILES" >>calls; echo "$*" >>calls; exit "${FAKE_RESULT:-0}" ;;
    "-c import sys; sys.exit(sys.version_info < (3, 10))") [ "${FAKE_VERSION:-3.12}" != 3.9 ]; exit ;;
    "-c import sys; print"*) echo "${FAKE_VERSION:-3.12}"; exit ;;
    "-c import ensurepip, venv") exit ;;
    "--version ") echo "Python ${FAKE_VERSION:-3.12}"; exit ;;
esac
echo "$*" >>calls
"""
APT = """#!/bin/sh
echo "apt-get $*" >>calls
case "$*" in *install*) ln -s /bin/true bin/spirv-val ;; esac
"""

pytestmark = pytest.mark.skipif(not shutil.which("sh"), reason="needs a POSIX shell")


class Checkout:
    """A folder with the script, a pyproject.toml and nothing on PATH but stand-ins."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        shutil.copy(SCRIPT, folder / "dev")
        (folder / "pyproject.toml").write_text("[project]\n")
        for name in SYSTEM:
            (self.bin / name).symlink_to(shutil.which(name) or pytest.skip(f"no {name} here"))
        self.program("python3", PYTHON)
        self.program("id", "#!/bin/sh\necho ${FAKE_USER:-0}\n")
        (self.bin / "spirv-val").symlink_to("/bin/true")

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        (self.folder / "calls").unlink(missing_ok=True)
        environment = {"PATH": str(self.bin), "PYVKC_SECOND_DRIVER": "none", **environment}
        command = [str(self.folder / "dev"), *arguments]
        return subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )

    @property
    def calls(self) -> list[str]:
        path = self.folder / "calls"
        return path.read_text().splitlines() if path.exists() else []


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


needs_lavapipe = pytest.mark.skipif(not DRIVERS, reason="the script looks for lavapipe in the system's folders")


def test_usage(checkout: Checkout) -> None:
    assert "demo" in checkout.run().stdout
    assert "PYTHON=" in checkout.run("--help").stdout
    wrong = checkout.run("tset")
    assert wrong.returncode == 2
    assert wrong.stdout == ""
    assert "usage" in wrong.stderr


def test_an_old_python_is_refused(checkout: Checkout) -> None:
    for environment in ({"FAKE_VERSION": "3.9"}, {"FAKE_VERSION": "3.9", "PYTHON": "python3"}):
        done = checkout.run("lint", **environment)
        assert done.returncode == 1
        assert "3.10 or newer" in done.stderr
        assert "Python 3.9" in done.stderr
    assert "not a program" in checkout.run("lint", PYTHON="python9").stderr
    assert checkout.calls == []


def test_what_is_missing_is_named_where_nothing_can_be_installed(checkout: Checkout) -> None:
    (checkout.bin / "spirv-val").unlink()
    done = checkout.run("test")
    assert done.returncode == 1
    assert "spirv-tools" in done.stderr
    assert "no apt-get" in done.stderr
    checkout.program("apt-get", APT)
    done = checkout.run("test", FAKE_USER="1000")
    assert done.returncode == 1
    assert "apt-get install" in done.stderr
    assert "spirv-tools" in done.stderr
    assert checkout.calls == []


@needs_lavapipe
def test_only_what_is_missing_is_installed(checkout: Checkout) -> None:
    checkout.program("apt-get", APT)
    assert checkout.run("test").returncode == 0
    assert not [call for call in checkout.calls if call.startswith("apt-get")]
    (checkout.bin / "spirv-val").unlink()
    assert checkout.run("test").returncode == 0
    update, install = (call for call in checkout.calls if call.startswith("apt-get"))
    assert "update" in update
    assert install.endswith("install spirv-tools")


@needs_lavapipe
def test_sudo_is_used_without_root(checkout: Checkout) -> None:
    checkout.program("apt-get", APT)
    checkout.program("sudo", '#!/bin/sh\n[ "$1" = -n ] && exit 0\necho "sudo $1" >>calls\nexec "$@"\n')
    (checkout.bin / "spirv-val").unlink()
    assert checkout.run("test", FAKE_USER="1000").returncode == 0
    assert len([call for call in checkout.calls if call.startswith("sudo")]) == 2


@needs_lavapipe
def test_a_second_run_installs_nothing_until_the_project_changes(checkout: Checkout) -> None:
    checkout.run("test")
    assert [call for call in checkout.calls if "pip install" in call]
    checkout.run("test")
    assert not [call for call in checkout.calls if "pip install" in call or "venv" in call]
    with (checkout.folder / "pyproject.toml").open("a") as file:
        file.write("version = 2\n")
    checkout.run("test")
    assert [call for call in checkout.calls if "pip install" in call]


@needs_lavapipe
def test_another_python_makes_another_environment(checkout: Checkout) -> None:
    checkout.program("python-new", PYTHON.replace(":-3.12", ":-3.13"))
    checkout.run("test")
    checkout.run("test", PYTHON="python-new")
    assert [call for call in checkout.calls if "-m venv" in call]
    checkout.run("test", PYTHON="python-new")
    assert not [call for call in checkout.calls if "-m venv" in call]


@needs_lavapipe
def test_tests_run_on_lavapipe_and_the_second_driver(checkout: Checkout, tmp_path: Path) -> None:
    second = tmp_path / "second_icd.json"
    second.write_text("{}")
    done = checkout.run("test", "-k", "a word", PYVKC_SECOND_DRIVER=str(second))
    drivers = [call for call in checkout.calls if call.startswith("driver")]
    assert drivers == [f"driver {DRIVERS[0]}", f"driver {second}"]
    assert len([call for call in checkout.calls if call.endswith("-k a word")]) == 2
    assert f"{second}: passed" in done.stdout
    assert checkout.run("test", PYVKC_SECOND_DRIVER=str(tmp_path / "none.json")).returncode == 1


@needs_lavapipe
def test_failing_tests_fail_the_command(checkout: Checkout) -> None:
    done = checkout.run("test", FAKE_RESULT="3")
    assert done.returncode == 3
    assert "failed (3)" in done.stdout


@needs_lavapipe
def test_a_chosen_driver_is_the_only_one(checkout: Checkout) -> None:
    assert checkout.run("test", VK_DRIVER_FILES="/some/icd.json").returncode == 0
    assert [call for call in checkout.calls if call.startswith("driver")] == ["driver /some/icd.json"]


@pytest.mark.skipif(not shutil.which("shellcheck"), reason="shellcheck is not here")
def test_shellcheck() -> None:
    subprocess.run(["shellcheck", "-s", "sh", str(SCRIPT)], check=True)


def test_the_script_can_be_run() -> None:
    assert os.access(SCRIPT, os.X_OK)
