"""The example programs: each runs, and what it computes is what NumPy, SciPy or scikit-learn compute."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from spirv_tools import validate

import pyvkc as vkc
from pyvkc.errors import NoDeviceError
from pyvkc.kernel import Kernel

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "examples"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))
UNANNOTATED = {"k": "f32[:], f32[:], f32"}


def load(name):
    spec = importlib.util.spec_from_file_location(f"example_{name}", FOLDER / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", autouse=True)
def need_device():
    try:
        vkc.default_device()
    except NoDeviceError as error:
        pytest.skip(str(error))


def python(*arguments, **environment):
    """Run Python in a process of its own; what it says on standard output."""
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout


# All of them


def test_there_are_the_founding_programs():
    assert NAMES == ["life", "logistic_regression", "mandelbrot", "multiply", "pyshader_tutorial", "scale"]


@pytest.mark.parametrize("name", NAMES)
def test_every_kernel_compiles_to_a_valid_module(name):
    found = {key: getattr(value, "kernel", value) for key, value in vars(load(name)).items() if key != "vkc"}
    kernels = {key: value for key, value in found.items() if isinstance(value, Kernel)}
    assert kernels
    for key, kernel in kernels.items():
        types = [UNANNOTATED[key]] if key in UNANNOTATED else []
        for abi in ("address", "descriptor"):
            validate(kernel.spirv(*types, abi=abi), "vulkan1.2")


@pytest.mark.parametrize("name", NAMES)
def test_every_program_is_described_and_demonstrated(name):
    assert f"{name}.py" in (FOLDER / "README.md").read_text(encoding="utf-8")
    [programs] = re.findall(r"for example in (.*); do", (ROOT / "dev").read_text(encoding="utf-8"))
    assert name in shlex.split(programs)


def test_importing_them_runs_nothing_and_needs_only_numpy():
    code = f"""
import sys
sys.path.insert(0, {str(FOLDER)!r})
for name in {NAMES}:
    __import__(name)
print([name for name in ("vulkan", "scipy", "sklearn", "matplotlib", "PIL", "tqdm") if name in sys.modules])
"""
    assert python("-c", code) == "[]\n"


def test_dump_needs_no_driver(tmp_path):
    module = tmp_path / "m.spv"
    target = f"{FOLDER / 'multiply.py'}:multiply"
    python("-m", "pyvkc", "dump", target, "--format", "spirv", "-o", module, VK_DRIVER_FILES="/nonexistent.json")
    assert module.read_bytes() == load("multiply").multiply.spirv()
    validate(module.read_bytes(), "vulkan1.2")


# multiply, scale


def test_multiply_as_a_program():
    assert python(FOLDER / "multiply.py") == "[ 2.  8. 18. 32. 50.]\n"


def test_scale(capsys):
    load("scale").main()
    assert capsys.readouterr().out == "[10. 20. 30. 40. 50.]\n[30 35 40 45 50]\n"


def test_scale_keeps_the_type():
    scale = load("scale")
    for dtype in (np.int32, np.uint32, np.float32):
        result = scale.scaled(np.array([6, 7, 8], dtype), dtype(5))
        assert result.dtype == dtype
        assert result.tolist() == [30, 35, 40]


# pyshader_tutorial


def test_the_tutorial_as_a_program():
    said = python(FOLDER / "pyshader_tutorial.py")
    assert said.startswith("[ 2.  8. 18. 32. 50.]\n")
    assert said.endswith("bytes of SPIR-V; data1, data2, data3 are its buffers\n")


# logistic_regression


@pytest.fixture(scope="module")
def regression():
    return load("logistic_regression")


def descend_by_numpy(x, labels, iterations, rate):
    """Weights, bias and loss of plain gradient descent, in double precision."""
    weights, bias, steps = np.zeros(x.shape[1]), 0.0, []
    for _ in range(iterations):
        z = x @ weights + bias
        loss = np.mean(np.logaddexp(0, z) - labels * z)
        error = (1 / (1 + np.exp(-z)) - labels) / len(labels)
        weights, bias = weights - rate * error @ x, bias - rate * error.sum()
        steps.append([*weights, bias, loss])
    return np.array(steps)


def test_the_points_are_fitted_as_numpy_fits_them(regression):
    steps = [[*weights, bias, loss] for weights, bias, loss in regression.fit_points()]
    x = np.stack([regression.X_I, regression.X_J], axis=1).astype(float)
    assert x.tolist() == [[0, 0], [1, 0], [1, 0], [1, 1], [1, 1]]
    assert regression.LABELS.tolist() == [0, 0, 0, 1, 1]
    np.testing.assert_allclose(steps, descend_by_numpy(x, regression.LABELS, 100, 0.1), rtol=0, atol=2e-6)


def test_the_derivatives_are_those_of_each_point(regression):
    generator = np.random.default_rng(1)
    x = generator.normal(size=(2, 300)).astype(np.float32)
    labels = generator.integers(0, 2, 300).astype(np.float32)
    weights, bias = np.array([1.5, -20.0], np.float32), np.array([0.25], np.float32)
    found = [np.empty(300, np.float32) for _ in range(4)]
    regression.point_gradients[300](*x, labels, weights, bias, *found)
    z = weights.astype(float) @ x + bias
    error = (1 / (1 + np.exp(-z)) - labels) / 300
    loss = (np.logaddexp(0, z) - labels * z) / 300
    np.testing.assert_allclose(found, [error * x[0], error * x[1], error, loss], rtol=1e-4, atol=1e-7)


def test_the_helpers_work_in_python_too(regression):
    assert regression.sigmoid(0.0) == 0.5
    for z, label in [(3.0, 1), (3.0, 0), (-2.0, 1)]:
        chance = regression.sigmoid(z) if label else 1 - regression.sigmoid(z)
        assert regression.log_loss(z, label) == pytest.approx(-np.log(chance))
    assert regression.log_loss(1000.0, 0) == 1000.0


def test_the_points_as_a_program(regression, capsys):
    regression.main([])
    said = capsys.readouterr().out
    lines = said.splitlines()
    assert lines[3].split()[0] == "100"
    assert lines[3].endswith("[0 0 0 1 1]")
    assert lines[4].split("labels")[1].strip() == "[0 0 0 1 1]"
    assert lines[5] == "The predictions equal the labels from iteration 1 on."


def test_the_points_fail_when_the_labels_are_not_met(regression, monkeypatch):
    monkeypatch.setattr(regression, "LABELS", np.array([1, 0, 0, 0, 1], np.float32))  # the last two points are equal
    with pytest.raises(SystemExit, match="differ from the labels"):
        regression.main([])


def test_breast_cancer(regression, capsys, tmp_path):
    image = pytest.importorskip("PIL.Image")
    linear_model = pytest.importorskip("sklearn.linear_model")
    pytest.importorskip("matplotlib")
    pytest.importorskip("tqdm")
    seen = []
    fit = regression.fit_table
    regression.fit_table = lambda *data: seen.append((data, fit(*data))) or seen[0][1]
    try:
        regression.main(["--dataset", "breast_cancer", "--plot", str(tmp_path / "loss.png")])
    finally:
        regression.fit_table = fit
    [((x, labels), (weights, bias, history))] = seen

    assert x.shape == (569, 30)
    reference = linear_model.LogisticRegression(C=1, tol=1e-10, max_iter=10_000).fit(x, labels)
    best = reference.coef_[0]
    assert np.linalg.norm(weights - best) < 1e-3 * np.linalg.norm(best)
    assert bias == pytest.approx(0.2145, abs=2e-4)
    assert np.linalg.norm(weights) == pytest.approx(3.8416, abs=4e-4)
    assert np.mean((x @ weights + bias > 0) == labels) >= 0.985

    z = x @ best + reference.intercept_
    least = np.sum(np.logaddexp(0, z) - labels * z) + 0.5 * best @ best
    assert history.shape == (600,)
    assert history[0] == pytest.approx(569 * np.log(2), rel=1e-5)
    assert history[-1] == pytest.approx(least, rel=1e-5)

    said, progress = capsys.readouterr()
    assert "accuracy      0.9877        0.9877" in said
    assert "intercept     0.2145        0.2145" in said
    assert "weight norm   3.8416        3.8416" in said
    assert "600/600" in progress
    with image.open(tmp_path / "loss.png") as picture:
        assert picture.format == "PNG"
        assert len(set(picture.convert("L").resize((84, 48)).tobytes())) > 10  # something is drawn


# mandelbrot


@pytest.fixture(scope="module")
def mandelbrot():
    return load("mandelbrot")


@pytest.mark.parametrize("view", ["whole", "seahorse", "spiral", "snowflake"])
def test_iteration_counts_equal_numpys(mandelbrot, view):
    image, counts = mandelbrot.render(view, 61, 90, 300)
    expected = mandelbrot.counts_by_numpy(view, 122, 180, 300)
    assert np.count_nonzero(counts != expected) == 0
    assert len(np.unique(counts)) > 30
    assert image.shape == (61, 90, 3)
    assert 0 <= image.min() < image.max() <= 1


def test_numpys_counts_are_those_of_the_definition(mandelbrot):
    left, top, step = map(np.float32, mandelbrot.corner("whole", 9, 14))
    expected = np.zeros((9, 14), int)
    for row, column in np.ndindex(9, 14):
        c_re, c_im = left + step * np.float32(column), top - step * np.float32(row)
        re, im = np.float32(0), np.float32(0)
        while expected[row, column] < 50 and re * re + im * im < 256:
            re, im = re * re - im * im + c_re, np.float32(2) * re * im + c_im
            expected[row, column] += 1
    assert np.array_equal(mandelbrot.counts_by_numpy("whole", 9, 14, 50), expected)


def test_the_set_is_black_and_nothing_else(mandelbrot):
    image, counts = mandelbrot.render("whole", 40, 60, 200)
    inside = (counts == 200).reshape(40, 2, 60, 2).all(axis=(1, 3))
    assert 200 < np.count_nonzero(inside) < 1200
    assert np.array_equal(image.max(axis=2) == 0, inside)


def test_paint_is_the_mean_of_the_samples(mandelbrot):
    generator = np.random.default_rng(2)
    shades = generator.uniform(0, 5, (10, 14)).astype(np.float32)
    shades[generator.random((10, 14)) < 0.3] = mandelbrot.INSIDE
    palette = mandelbrot.make_palette()
    image = np.empty((5, 7, 3), np.float32)
    mandelbrot.paint[3, 5, 7](shades, palette, image)
    colours = palette[(shades * np.float32(1024)).astype(int) % 1024] * (shades != mandelbrot.INSIDE)[..., None]
    np.testing.assert_allclose(image, colours.reshape(5, 2, 7, 2, 3).mean(axis=(1, 3)), rtol=1e-6)


def test_mandelbrot_as_a_program(mandelbrot, capsys, tmp_path):
    image = pytest.importorskip("PIL.Image")
    path = tmp_path / "set.png"
    mandelbrot.main(["--view", "whole", "--size", "96x64", "--iterations", "100", "--output", str(path)])
    said = capsys.readouterr().out
    assert "96 × 64 pixels, 24,576 samples" in said
    assert said.endswith("All iteration counts equal NumPy's.\n")
    with image.open(path) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGB", (96, 64))
        rendered, _ = mandelbrot.render("whole", 64, 96, 100)
        assert np.array_equal(np.asarray(picture), np.rint(255 * rendered))


def test_mandelbrot_fails_when_a_count_differs(mandelbrot, monkeypatch, tmp_path):
    pytest.importorskip("PIL")
    right = mandelbrot.counts_by_numpy

    def wrong(*arguments):
        counts = right(*arguments)
        counts[3, 4] += 1
        return counts

    monkeypatch.setattr(mandelbrot, "counts_by_numpy", wrong)
    with pytest.raises(SystemExit, match="NumPy's differ: 1 of 256"):
        mandelbrot.main(["--size", "8x8", "--iterations", "20", "--output", str(tmp_path / "set.png")])


# life


@pytest.fixture(scope="module")
def life():
    return load("life")


@pytest.mark.parametrize("shape", [(48, 76), (3, 3), (5, 100), (33, 17)])
def test_life_equals_scipys(life, shape):
    pytest.importorskip("scipy")
    cells = np.random.default_rng(3).random(shape) < 0.35
    for generations in (0, 2, 20):
        assert np.array_equal(life.play(cells, generations), life.play_by_scipy(cells, generations))


def test_a_glider_crosses_the_edges(life):
    glider = np.zeros((12, 16), bool)
    glider[[0, 1, 2, 2, 2], [1, 2, 0, 1, 2]] = True
    for steps in (1, 11, 48):
        assert np.array_equal(life.play(glider, 4 * steps), np.roll(glider, (steps, steps), axis=(0, 1)))


def test_the_gun_fires_a_glider_every_thirty_generations(life):
    start = life.board(48, 76)
    assert np.count_nonzero(start) == 36
    assert np.count_nonzero(life.play(start, 120)) == 36 + 4 * 5


def test_life_as_a_program(life, capsys):
    pytest.importorskip("scipy")
    life.main(["--generations", "60"])
    *drawing, living, equal = capsys.readouterr().out.splitlines()
    end = life.play(life.board(48, 76), 60)
    assert drawing == life.drawing(end).split("\n")
    assert len(drawing) == 24
    assert sum({"▀": 1, "▄": 1, "█": 2, " ": 0}[mark] for line in drawing for mark in line) == np.count_nonzero(end)
    assert (living, equal) == ("46 cells live after 60 generations.", "The board equals SciPy's.")


def test_life_fails_when_a_cell_differs(life, monkeypatch):
    monkeypatch.setattr(life, "play_by_scipy", lambda cells, generations: ~cells)
    with pytest.raises(SystemExit, match="differs from SciPy"):
        life.main(["--generations", "2"])


def test_life_takes_an_even_number_of_generations(life, capsys):
    for wrong in ("3", "-2"):
        with pytest.raises(SystemExit, match="2"):
            life.main([f"--generations={wrong}"])
        assert f"{wrong} is not an even number" in capsys.readouterr().err
