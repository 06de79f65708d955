"""Values of every scalar type: as arguments, variables, results and elements; what they need of a device; what fits."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
from scalar_samples import close, kernel_of, numbers, rounded_to
from spirv_tools import validate
from test_scalar_types import FLOATS, INTEGERS, NEEDED, NUMBERS, machine, need  # noqa: F401

import pyvkc as vkc
from pyvkc.frontend.target import VERSIONS
from pyvkc.runtime import device as devices
from pyvkc.types import SCALARS, Array, bf16, bool_, f16, f32, f64, i8, i16, i32, i64, u8, u16, u32, u64


def edges(type):
    """A few numbers: the extremes among them."""
    if type == bool_:
        return [False, True]
    if type.integral:
        return [type.minimum, type.maximum, 0, 1, type.maximum // 3]
    return [0.0, -1.5, type.limits[1], type.limits[0], float("inf"), -0.0, type.nearest(0.1)]


def same(got, wanted):
    """Equal to the last bit, but for the bits of NaN."""
    assert got.dtype == wanted.dtype
    assert got.tobytes() == wanted.tobytes(), (got, wanted)


@pytest.mark.parametrize("type", SCALARS.values(), ids=str)
def test_arguments(device, machine, type):  # noqa: F811
    """Declared, and as NumPy scalars without a declaration."""
    need(device, type)
    declared = kernel_of(["o[vkc.global_id()] = a"], f"o, a: {type}")
    free = kernel_of(["o[vkc.global_id()] = a"], "o, a")
    for value in edges(type):
        wanted = np.full(3, value, type.dtype)
        for kernel, argument in ((declared, value), (declared, type(value)), (free, type(value))):
            got = np.zeros(3, type.dtype)
            kernel[3](got, argument)
            same(got, wanted)


def test_many_arguments_of_all_widths(device):
    """More than push constants hold, of every size, in an order that needs padding."""
    types = [type for type in SCALARS.values() if type not in NEEDED or device.features[NEEDED[type]]] * 3
    outputs = [np.zeros(1, type.dtype) for type in types]
    values = [edges(type)[1] for type in types]
    names = range(len(types))
    parameters = ", ".join(
        [*(f"a{n}: {type}" for n, type in zip(names, types, strict=True)), *(f"o{n}" for n in names)]
    )
    kernel_of([f"o{n}[0] = a{n}" for n in names], parameters)[1](*values, *outputs)
    for type, value, got in zip(types, values, outputs, strict=True):
        same(got, np.array([value], type.dtype))


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_variables_functions_tuples_and_choices(device, machine, type):  # noqa: F811
    need(device, type)
    x = numbers(type, count=64)
    lines = [
        "def swap(a, b):",
        "    return b, a",
        "i = vkc.global_id()",
        f"last = {type}(0)",
        f"local = vkc.local(3, {type})",
        "for j in range(i + 1):",
        "    last = x[j]",
        "    local[j % 3] = last",
        "first, last = swap(last, x[0])",
        "chosen = first if i % 2 == 0 else last",
        "o[0, i] = first",
        "o[1, i] = last",
        "o[2, i] = chosen",
        "o[3, i] = local[i % 3]",
        "o[4, i] = x[i + 60]",
    ]
    got = np.zeros((5, len(x)), type.dtype)
    kernel_of(lines, "x, o")[len(x)](x, got)
    n = np.arange(len(x))
    shifted = np.where(n < 4, x[np.minimum(n + 60, 63)], type.dtype.type(0))
    wanted = np.stack([np.full_like(x, x[0]), x, np.where(n % 2 == 0, x[0], x), x, shifted]).astype(type.dtype)
    nan = np.isnan(wanted) if type.floating else np.zeros(wanted.shape, bool)
    assert (np.isnan(got[nan])).all() if type.floating else True
    same(got[~nan], wanted[~nan])


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_strided_arrays(device, machine, type):  # noqa: F811
    need(device, type)
    x = numbers(type, count=60)
    x = np.where(x == x, x, type.dtype.type(1)).astype(type.dtype)
    kernel = kernel_of(["i = vkc.global_id()", "o[i] = x[i]"], "x, o")
    out = vkc.zeros(2 * len(x), type)
    kernel[30](vkc.array(x)[::-2], out[1::4])
    wanted = np.zeros(2 * len(x), type.dtype)
    wanted[1::4] = x[::-2]
    same(out.numpy(), wanted)


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_arrays_on_the_device(device, type):
    """Made, filled and read back on the host, without a kernel."""
    x = numbers(type, count=40)
    assert vkc.zeros(5, type).numpy().tolist() == [0] * 5
    assert vkc.zeros(5, type).dtype == type.dtype
    same(vkc.array(x).numpy(), x)
    same(vkc.full(4, edges(type)[1], type).numpy(), np.full(4, edges(type)[1], type.dtype))
    same(vkc.array([1, 0, 2], type).numpy(), np.array([1, 0, 2], type.dtype))


def test_bf16_without_ml_dtypes():
    program = "import sys; sys.modules['ml_dtypes'] = None; import pyvkc as vkc; vkc.zeros(4, vkc.bf16)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr.strip().endswith(
        "ImportError: NumPy has no bfloat16 of its own; install it with: pip install ml_dtypes"
    )


# What is needed

CONVERT = ["i = vkc.global_id()", "o[i] = vkc.f32(x[i])"]
COMPUTE = ["i = vkc.global_id()", "x[i] = x[i] + x[i]"]
ALWAYS = {"Shader"}

STORES = {8: "StorageBuffer8BitAccess", 16: "StorageBuffer16BitAccess", 32: None, 64: None}
COMPUTES = {i8: "Int8", u8: "Int8", i16: "Int16", u16: "Int16", f16: "Float16", i64: "Int64", u64: "Int64",
            f64: "Float64"}  # fmt: skip


def capabilities(lines, *types, **options):
    kernel = kernel_of(lines, ", ".join("xo"[: len(types)]))
    program = kernel.compile(*(Array[type] for type in types), **{"abi": "descriptor", **options})
    validate(program.words, program.target)
    return set(program.capabilities)


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_loading_and_converting_needs_no_arithmetic(type):
    needed = ALWAYS | ({STORES[type.bits]} - {None}) | ({COMPUTES.get(type)} - {None} if type.bits == 64 else set())
    for vulkan in VERSIONS:
        assert capabilities(CONVERT, type, f32, target=vulkan) == needed
        assert capabilities(CONVERT, type, f32, target=vulkan, abi="address") == needed | {
            "PhysicalStorageBufferAddresses"
        }


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_arithmetic_needs_the_type(type):
    needed = ALWAYS | ({STORES[type.bits]} - {None}) | ({COMPUTES.get(type)} - {None})
    for vulkan in VERSIONS:
        assert capabilities(COMPUTE, type, target=vulkan) == needed


def test_no_64_bits_where_there_are_none():
    assert capabilities(["x[0] = x[0] // 3 + x[1] % 5 << 2 >> 1"], i32) == ALWAYS
    assert capabilities(["x[0] = x[0] * 2 + 1"], u8) == ALWAYS | {"StorageBuffer8BitAccess", "Int8"}


@pytest.fixture
def lacking(monkeypatch):
    """A device without some features; everything else of it is as it is."""
    found = devices.device_facts.enabled_features

    def without(*names):
        monkeypatch.setattr(devices.device_facts, "enabled_features", lambda facts: found(facts) - set(names))

    return without


@pytest.mark.parametrize("type", NEEDED, ids=str)
def test_a_missing_feature_is_told_with_its_line_before_any_launch(lacking, device, type):
    lacking(NEEDED[type])
    kernel = kernel_of(["i = vkc.global_id()", "o[i] = 1", "o[i] = vkc.i32(x[i])"], "x, o")
    out = np.zeros(3, np.int32)
    with pytest.raises(vkc.FeatureError) as caught:
        kernel[3](np.zeros(3, type.dtype), out)
    message = str(caught.value)
    assert f"Kernel 'k' needs the feature {NEEDED[type]} (" in message
    assert f"which {device} lacks" in message
    assert "  5 |     o[i] = vkc.i32(x[i])" in message
    assert "^" in message
    assert out.tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("left", "right", "hint"),
    [
        (u32, i32, "u32 and i32 meet in i64; convert one of them, for instance with i32(...)."),
        (i8, u32, "i8 and u32 meet in i64; convert one of them, for instance with i8(...)."),
    ],
)
def test_what_meets_in_a_type_that_is_missing_is_told(lacking, device, left, right, hint):
    need(device, left, right)
    lacking("shaderInt64")
    kernel = kernel_of(["i = vkc.global_id()", "s = x[i] + y[i]", "o[i] = vkc.i32(s)"], "x, y, o")
    with pytest.raises(vkc.FeatureError) as caught:
        kernel[3](np.zeros(3, left.dtype), np.zeros(3, right.dtype), np.zeros(3, np.int32))
    assert hint in str(caught.value)
    assert "4 |     s = x[i] + y[i]" in str(caught.value)


def test_the_line_is_that_of_the_function_that_needs_it(lacking):
    lacking("shaderFloat64")
    lines = ["def twice(a):", "    return vkc.f32(vkc.f64(a) * 2)", "o[0] = twice(o[0])"]
    with pytest.raises(vkc.FeatureError, match=r"4 \|         return vkc.f32\(vkc.f64\(a\) \* 2\)"):
        kernel_of(lines, "o")[1](np.zeros(1, np.float32))


# What fits, and what does not


@pytest.mark.parametrize("type", INTEGERS, ids=str)
@pytest.mark.parametrize("text", ["o[0] = {}", "o[0] = o[0] + {}", "o[0] = o[0] if o[0] < {} else o[1]", "o[0] += {}"])
def test_a_constant_that_does_not_fit_is_refused(type, text):
    for value in (type.maximum + 1, type.minimum - 1):
        with pytest.raises(vkc.CompileError, match=f"does not fit {type}, which goes from {type.minimum} to"):
            kernel_of([text.format(value)], "o").spirv(Array[type])
    for value in (type.maximum, type.minimum):
        kernel_of([text.format(value)], "o").spirv(Array[type])


@pytest.mark.parametrize(("type", "value"), [(f16, 1e5), (f16, 65520), (bf16, 3.4e38), (f32, 1e39), (f32, 10**39)])
def test_a_constant_beyond_a_float_is_refused(type, value):
    for text in (f"o[0] = {value}", f"o[0] = o[0] * {value}"):
        with pytest.raises(vkc.CompileError, match=f"does not fit {type}; write"):
            kernel_of([text], "o").spirv(Array[type])


def test_a_weak_float_stays_within_the_narrow_type(device):
    need(device, f16)
    x = np.array([0.1, 1.0, 3.0], np.float16)
    got = np.zeros(3, np.float16)
    kernel_of(["i = vkc.global_id()", "o[i] = x[i] * 0.1"], "x, o")[3](x, got)
    same(got, x * np.float16(0.1))


@pytest.mark.parametrize("other", [i8, i16, i32, i64])
@pytest.mark.parametrize("text", ["x[0] + y[0]", "x[0] // y[0]", "y[0] & x[0]", "min(x[0], y[0])"])
def test_u64_with_a_signed_integer_is_refused(other, text):
    with pytest.raises(vkc.CompileError, match="no type holds the values of both"):
        kernel_of([f"z = {text}"], "x, y").spirv(Array[u64], Array[other])


@pytest.mark.parametrize("type", [f64])
@pytest.mark.parametrize("function", ["vkc.sin", "vkc.exp", "vkc.log2", "vkc.tanh", "vkc.cbrt"])
def test_functions_of_f64_are_refused_for_now(type, function):
    with pytest.raises(vkc.CompileError, match=r"is not available for f64; it takes f16, bf16, f32: convert with f32"):
        kernel_of([f"x[0] = {function}(x[0])"], "x").spirv(Array[type])
    with pytest.raises(vkc.CompileError, match=r"'\*\*' is not available for f64"):
        kernel_of(["x[0] = x[0] ** x[1]"], "x").spirv(Array[type])


@pytest.mark.parametrize("type", NUMBERS, ids=str)
def test_python_conversions(device, type):
    """`int()` gives an i32 of a float, an i64 of an f64; integers and floats stay as they are."""
    tree = kernel_of(["a = int(x[0])", "b = float(x[0])", "o[0] = vkc.f32(a) + vkc.f32(b)"], "x, o")
    text = tree.ir(Array[type], Array[f32])
    whole = type if type.integral else i64 if type == f64 else i32
    assert f"a: {whole}" in text
    assert f"b: {type if type.floating else f32}" in text


@pytest.mark.parametrize("left", FLOATS, ids=str)
@pytest.mark.parametrize("right", FLOATS, ids=str)
def test_floats_of_two_types_are_computed_in_what_promotion_says(device, machine, left, right):  # noqa: F811
    from pyvkc.frontend.signature import promote

    need(device, left, right)
    joined = promote(left, right)
    x, y = numbers(left, "moderate", 64), numbers(right, "moderate", 64, seed=9)
    got = np.zeros(64, joined.dtype)
    kernel_of(["i = vkc.global_id()", "o[i] = x[i] * y[i]"], "x, y, o")[64](x, y, got)
    same(got, x.astype(joined.dtype) * y.astype(joined.dtype))


@pytest.mark.parametrize("type", [f16, bf16], ids=str)
def test_a_fused_product_and_sum_is_rounded_once(device, machine, type):  # noqa: F811
    """Also where the sum of an f32 is a tie of two narrower floats only because it was rounded."""
    need(device, type)
    random = np.random.default_rng(3)
    with np.errstate(over="ignore"):
        a, b = (random.normal(size=20000).astype(type.dtype) for _ in range(2))
        c = (random.normal(size=20000) * 2.0 ** random.integers(-12, 12, 20000)).astype(type.dtype)
    got = np.zeros(len(a), type.dtype)
    kernel_of(["i = vkc.global_id()", "o[i] = vkc.fma(x[i], y[i], z[i])"], "x, y, z, o")[len(a)](a, b, c, got)
    exact = [Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z)) for x, y, z in zip(a, b, c, strict=True)]
    close("fma", got, np.array([rounded_to(type, each) for each in exact]).astype(type.dtype), 0, [a, b, c])


# The page about them
