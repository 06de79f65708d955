"""print and assert in kernels: what is told, where and when, on every driver."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numpy as np
import pytest

import pyvkc as vkc
from pyvkc import Array, Matrix, Static, Vector, f16, f32, f64, i8, i16, i32, i64, ivec2, mat2, u8, u16, u32, u64, vec3
from pyvkc.runtime.launch import Launcher


@vkc.struct
class Body:
    place: vec3
    mass: f32
    kind: i32


def out():
    return vkc.zeros(1, i32)


# Assertions


@vkc.kernel
def positive(x: Array[f32]):
    i = vkc.global_id()
    assert x[i] >= 0.0, "neg"
    if i == 2:
        print("x", i, x[i])
    x[i] += 10


def test_print_and_assert(capsys):
    x = vkc.array(np.array([0, 1, 2, -3], np.float32))
    positive[4](x)
    with pytest.raises(vkc.KernelAssertionError) as caught:
        x.numpy()
    error = caught.value
    assert capsys.readouterr().out == "x 2 2.0\n"
    assert isinstance(error, AssertionError)
    assert (error.message, error.kernel, error.invocation, error.args) == ("neg", "positive", (3,), ("neg",))
    assert error.filename == __file__
    assert (
        Path(__file__).read_text(encoding="utf-8").split("\n")[error.lineno - 1].strip() == 'assert x[i] >= 0.0, "neg"'
    )
    assert str(error) == (
        f"neg\n  --> {__file__}:{error.lineno}:12, in kernel 'positive', invocation 3 (local 3 of group 0)\n"
        f'  {error.lineno} |     assert x[i] >= 0.0, "neg"\n  {" " * len(str(error.lineno))} |            ^^^^^^^^^^^'
    )
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    assert x.numpy().tolist() == [10, 11, 12, -3]  # told once; the invocation that failed has stopped


def test_the_message_of_an_assertion_shows_values():
    @vkc.kernel(workgroup=(2, 4))
    def k(x: Array[f32, 2], limit: f32):
        i, j = vkc.global_id()
        assert x[i, j] < limit, f"{x[i, j]:.2f} at {i, j} is above {limit}"

    x = np.zeros((5, 7), np.float32)
    x[3, 6] = 2.5
    with pytest.raises(vkc.KernelAssertionError, match=r"2\.50 at \(3, 6\) is above 0\.1\n") as caught:
        k[5, 7](x, 0.1)
    error = caught.value
    assert (error.invocation, error.group, error.local) == ((3, 6), (1, 1), (1, 2))


def test_an_assertion_without_a_message_shows_its_condition():
    @vkc.kernel
    def k(x: Array[f32]):
        assert 0 < x[vkc.global_id()] < 10

    with pytest.raises(vkc.KernelAssertionError, match=r"^assertion failed: 0 < x\[vkc\.global_id\(\)\] < 10\n"):
        k[1](np.zeros(1, np.float32))


def test_arrays_of_the_host_are_copied_back_before_the_failure_is_told():
    x = np.array([1, -1, 2], np.float32)
    with pytest.raises(vkc.KernelAssertionError):
        positive[3](x)
    assert x.tolist() == [11, -1, 12]


def test_a_failure_in_a_function_ends_the_invocation():
    def inner(x, i):
        if x[i] == 3:
            return 1
        assert x[i] > 0, f"inner {i}"
        return 2

    def outer(x, i):
        a = inner(x, i)
        for k in range(2):
            a += inner(x, i + k)
        return a, x[i] * 2

    def check(x, i):
        assert x[i] != 5, "five"
        x[i] += 100

    @vkc.kernel
    def k(x: Array[f32], y: Array[f32]):
        i = vkc.global_id()
        a, b = outer(x, i)
        y[i] = a + b
        check(y, i)

    x, y = vkc.array(np.array([1, 0, 3, 4, 7], np.float32)), vkc.zeros(4, f32)
    k[4](x, y)
    with pytest.raises(vkc.KernelAssertionError, match="inner 1"):
        y.numpy()
    assert y.numpy().tolist() == [0, 0, 110, 114]


def test_what_holds_after_an_assertion_is_assigned():
    @vkc.kernel
    def k(x: Array[i32], n: i32):
        i = vkc.global_id()
        if n > 2:
            y = 1
        else:
            assert False, "small"  # noqa: PT015
        assert n > 3 and (z := n * 2) > 0  # noqa: PT018, RUF018
        x[i] = y + z

    x = vkc.zeros(2, i32)
    k[2](x, 5)
    assert x.numpy().tolist() == [11, 11]
    k[2](x, 1)
    with pytest.raises(vkc.KernelAssertionError, match="small"):
        vkc.synchronize()
    k[2](x, 3)
    with pytest.raises(vkc.KernelAssertionError, match="n > 3"):
        vkc.synchronize()


def test_in_a_kernel_with_barriers_an_assertion_tells_and_goes_on():
    @vkc.kernel(workgroup=8)
    def k(x: Array[f32]):
        tile = vkc.shared(8, f32)
        i, j = vkc.global_id(), vkc.local_id()
        assert x[i] != 3, "three"
        tile[j] = x[i]
        vkc.barrier()
        x[i] = tile[7 - j]

    x = vkc.array(np.arange(8, dtype=np.float32))
    k[8](x)
    with pytest.raises(vkc.KernelAssertionError, match="three") as caught:
        vkc.synchronize()
    assert caught.value.invocation == (3,)
    assert x.numpy().tolist() == list(range(8))[::-1]


def test_assertions_that_are_known_when_the_kernel_is_compiled():
    @vkc.kernel
    def k(x: Array[f32], n: Static):
        assert n > 2, "too few"
        assert True
        x[vkc.global_id()] = n

    x = vkc.zeros(1, f32)
    k[1](x, 3)
    assert x.numpy().tolist() == [3]
    assert k.compile("f32[:], 3").report is None
    k[1](x, 2)
    with pytest.raises(vkc.KernelAssertionError, match="too few"):
        x.numpy()
    assert x.numpy().tolist() == [3]


def test_a_function_whose_assertion_fails_for_constants_is_whole():
    def half(n):
        assert n < 3, f"half({n})"
        return n // 2

    @vkc.kernel
    def k(x: Array[i32]):
        i = vkc.global_id()
        x[i] = half(2) if i == 0 or half(2) > 5 else half(5)

    x = vkc.array(np.array([7, 8], np.int32))
    k[2](x)
    with pytest.raises(vkc.KernelAssertionError, match=r"half\(5\)"):
        x.numpy()
    assert x.numpy().tolist() == [1, 8]


@pytest.mark.parametrize(
    "body", ["x[0] = f'{i}' == '1'", "x[0] = f'{i}' in ('1', '2')", "match f'{i}':\n    case '1': x[0] = 1",
             "x[0] = 1 if f'{i}' else 2", "x[0] = len(f'{i}')"],
)  # fmt: skip
def test_what_would_need_the_text_is_refused(body):
    text = f"def k(x: Array[i32]):\n    i = vkc.global_id()\n{textwrap.indent(body, '    ')}\n"
    scope = dict(globals())
    exec(text, scope)
    with pytest.raises(vkc.CompileError, match="f-string"):
        vkc.kernel(source=text)(scope["k"]).compile("i32[:]")


def test_python_without_assertions_removes_them(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent("""
            import numpy as np, pyvkc as vkc
            @vkc.kernel
            def k(x: vkc.Array[vkc.f32]):
                assert x[vkc.global_id()] > 0
                x[vkc.global_id()] = 1
            x = np.zeros(2, np.float32)
            k[2](x)
            print(x.tolist(), k.compile("f32[:]").report)
        """)
    )
    done = subprocess.run([sys.executable, "-O", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[1.0, 1.0] None\n"


# Prints


def printed(capsys, kernel, *args, n=1):
    kernel[n](*args)
    vkc.synchronize()
    return capsys.readouterr().out


def test_numbers_of_all_types(capsys):
    @vkc.kernel
    def k(x: Array[f32]):
        print(i8(-3), u8(200), i16(-300), u16(65535), i32(-1), u32(4294967295), True, x[0] > 1)
        print(x[0], f32(1) / 3, f32(16777216), x[0] * 1e30, f16(0.1), x[1], -x[1], x[2], -x[3])

    values = np.array([0.1, np.inf, np.nan, 0], np.float32)
    floats = [0.1, np.float32(1) / np.float32(3), np.float32(16777216), np.float32(0.1) * np.float32(1e30), 0.1]
    assert printed(capsys, k, values) == (
        "-3 200 -300 65535 -1 4294967295 True False\n" + " ".join(map(str, floats)) + " inf -inf nan -0.0\n"
    )


def test_numbers_of_64_bits(capsys):
    @vkc.kernel
    def k(x: Array[i64], y: Array[f64]):
        print(x[0], x[1], u64(x[0]), y[0], f"{y[0]:.3f}", x[0] == y[0])

    arrays = np.array([-1, 2**40 + 5], np.int64), np.array([1 / 3])
    try:
        text = printed(capsys, k, *arrays)
    except vkc.FeatureError:
        pytest.skip("the device has no 64-bit numbers")
    assert text == f"-1 {2**40 + 5} {2**64 - 1} {1 / 3} 0.333 False\n"


def test_numbers_that_were_read_from_narrow_arrays(capsys):
    @vkc.kernel
    def k(a: Array[i8], b: Array[f16], c: Array[vkc.bool_], d: Array[vkc.bf16]):
        i = vkc.global_id()
        print(a[i], b[i], c[i], d[i], sep="|")

    b = np.array([0.1, 65504], np.float16)
    d = vkc.array(np.array([0.1, 3e38], np.float32), vkc.bf16)
    text = ""
    try:
        text = printed(capsys, k, vkc.array(np.array([-128, 127], np.int8)), vkc.array(b), vkc.array(b > 1), d, n=2)
    except vkc.FeatureError:
        pytest.skip("the device has no narrow storage")
    assert sorted(text.split("\n")) == ["", "-128|0.1|False|0.1", "127|" + str(b[1]) + "|True|3e+38"]


def test_composite_values_look_as_they_do_in_python(capsys):
    @vkc.kernel
    def k(bodies: Array[Body], m: mat2, v: ivec2):
        b = bodies[0]
        print(b, b.place, b.place.xy, m, v, (b.mass, v, 3), (1,), ("a", 2.5, None), ())

    body, m = Body(vec3(1, 0.1, 3), 2.5, -4), mat2(1, 2, 3, 4)
    bodies = np.array([body], Body.dtype)
    v, mass = ivec2(5, 6), body.mass
    expected = f"{body} {body.place} {body.place.xy} {m} {v} ({mass}, {v}, 3) (1,) ('a', 2.5, None) ()\n"
    assert printed(capsys, k, bodies, m, v) == expected


def test_formats(capsys):
    @vkc.kernel
    def k(x: Array[f32], n: i32):
        name, width = "n", 8
        print(f"{x[0]:.3f}|{x[0]:8.2e}|{n:5d}|{n:<5}|{n:x}|{n:,}|{x[0]:>8}|{n > 3!r:>6}|{x[0]=}")
        print(f"{name}={n:{width}}", f"{(n, x[0])!s:>14}|{{}}", f"{3.14159:.2f}", f"{1, name}")
        text = f"<{n}>"
        print(text, text, f"[{text:>8}]", sep="")

    x, n = np.array([0.1], np.float32), 1234
    assert printed(capsys, k, x, n) == (
        "0.100|1.00e-01| 1234|1234 |4d2|1,234|     0.1|  True|x[0]=0.1\n"
        "n=    1234    (1234, 0.1)|{} 3.14 (1, 'n')\n"
        "<1234><1234>[  <1234>]\n"
    )


def test_what_a_text_shows_is_its_value_where_it_was_made(capsys):
    @vkc.kernel
    def k(x: Array[i32]):
        a = 1
        text = f"{a} {x[0]}"
        a += x[1]
        x[0] = 9
        print(text, a, x[0])

    assert printed(capsys, k, np.array([4, 5], np.int32)) == "1 4 6 9\n"


def test_separators_and_ends(capsys):
    @vkc.kernel
    def k(x: Array[i32]):
        i = vkc.global_id()
        for j in range(3):
            print(i, j, sep=":", end=" " if False else ", ")
        print("end", i, sep="")
        print(end="last", sep=None)

    lines = printed(capsys, k, out(), n=50).split("\n")
    assert sorted(lines[:-1]) == sorted(f"{i}:0, {i}:1, {i}:2, end{i}" for i in range(50))  # no line is torn
    assert lines[-1] == "last" * 50


def test_lines_of_an_invocation_are_in_order(capsys):
    @vkc.kernel
    def k(x: Array[i32]):
        i = vkc.global_id()
        for j in range(20):
            if (i + j) % 3 == 0:
                print(i, j)
            else:
                print(f"{i} {j} {i + j}")

    found: dict[int, list[str]] = {}
    for line in printed(capsys, k, out(), n=100).splitlines():
        found.setdefault(int(line.split()[0]), []).append(line)
    for i in range(100):
        assert found[i] == [f"{i} {j}" + (f" {i + j}" if (i + j) % 3 else "") for j in range(20)]


def test_lines_that_find_no_room_are_counted(capsys):
    @vkc.kernel(print_lines=10)
    def k(x: Array[i32]):
        print("line", vkc.global_id())

    lines = printed(capsys, k, out(), n=1000).split("\n")
    assert len(set(lines[:10])) == 10
    assert lines[10:] == [
        "... 990 more lines of the kernel 'k' lost; raise print_lines=10 of the kernel, or PYVKC_PRINT_LINES",
        "",
    ]
    assert printed(capsys, k.configure(print_lines=1000), out(), n=1000).count("\n") == 1000
    assert printed(capsys, k, out(), n=3).count("\n") == 3  # the next launch begins anew
    assert "1 more line of" in printed(capsys, k.configure(print_lines=0), out(), n=1)


def test_wrong_numbers_of_lines_are_refused(monkeypatch):
    for value, kind in ((-1, ValueError), (1.5, TypeError), (True, TypeError), ("5", TypeError), (10**9, ValueError)):
        with pytest.raises(kind, match="print_lines is a number of lines"):
            vkc.kernel(print_lines=value)(positive.__wrapped__)
    monkeypatch.setenv("PYVKC_PRINT_LINES", "7")
    assert vkc.kernel(positive.__wrapped__).options.print_lines == 7
    monkeypatch.setenv("PYVKC_PRINT_LINES", "many")
    with pytest.raises(TypeError, match="PYVKC_PRINT_LINES"):
        vkc.kernel(positive.__wrapped__)


def test_functions_print_too(capsys):
    def show(x, i):
        print("show", i, x[i])
        return x[i] + 1

    @vkc.kernel
    def k(x: Array[f32]):
        i = vkc.global_id()
        a = show(x, i) + show(x, i + 1) if i < 1 else 0.0
        print(a)

    assert printed(capsys, k, np.arange(2, dtype=np.float32)) == "show 0 0.0\nshow 1 1.0\n3.0\n"


# When it is told


def test_each_launch_has_its_own(capsys):
    @vkc.kernel
    def k(x: Array[i32], n: i32):
        print("launch", n)
        x[vkc.global_id()] += 1
        assert n != 150, f"launch {n}"

    x = out()
    for n in range(300):
        k[1](x, n)
    with pytest.raises(vkc.KernelAssertionError, match="launch 150"):
        x.numpy()
    assert capsys.readouterr().out == "".join(f"launch {n}\n" for n in range(300))
    assert x.numpy().tolist() == [300]


def test_of_several_failures_the_first_is_told():
    @vkc.kernel
    def k(x: Array[i32], n: i32):
        assert x[0] > 0, f"launch {n}"

    x = out()
    for n in range(5):
        k[1](x, n)
    with pytest.raises(vkc.KernelAssertionError, match="launch 0") as caught:
        vkc.synchronize()
    if sys.version_info >= (3, 11):
        assert caught.value.__notes__ == ["  4 more launches failed"]
    vkc.synchronize()


def test_a_wait_for_an_array_that_is_only_read_tells(capsys):
    @vkc.kernel
    def k(x: Array[i32]):
        print(x[0])

    x = out()
    k[1](x)
    x.numpy()
    assert capsys.readouterr().out == "0\n"
    k[1](x)
    assert "[0]" in repr(x)  # which tells nothing
    vkc.synchronize()
    assert capsys.readouterr().out == "0\n"


def test_sequences(capsys):
    @vkc.kernel
    def k(x: Array[i32], step: i32):
        print("x is", x[0], step)
        assert x[0] < 7, f"x is {x[0]}"
        x[0] += step

    x = out()
    with vkc.record() as sequence:
        k[1](x, 1)
        k[1](x, 2)
    sequence.run(times=2)
    assert capsys.readouterr().out.splitlines() == ["x is 0 1", "x is 3 1", "x is 1 2", "x is 4 2"]
    sequence.submit()
    sequence.submit()
    with pytest.raises(vkc.KernelAssertionError, match="x is 7"):
        x.numpy()
    assert len(capsys.readouterr().out.splitlines()) == 4
    assert x.numpy().tolist() == [7]
    vkc.synchronize()


def test_threads(capsys):
    @vkc.kernel
    def k(x: Array[i32], n: i32):
        print("thread", n)
        x[0] = n
        assert n != 2, "two"

    failed: list[str] = []

    def work(n):
        for _ in range(20):
            x = out()
            k[1](x, n)
            try:
                x.numpy()
            except vkc.KernelAssertionError as error:
                failed.append(error.message)
            assert x.item() == n

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert set(failed) == {"two"}
    lines = capsys.readouterr().out.splitlines()
    assert sorted(lines) == sorted(f"thread {n}" for n in range(4) for _ in range(20))


def test_what_nothing_waited_for_is_told_at_the_end(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        textwrap.dedent("""
            import pyvkc as vkc
            @vkc.kernel
            def k(x: vkc.Array[vkc.f32]):
                print("here")
                assert False, "never"
            k[1](vkc.zeros(1, vkc.f32))
        """)
    )
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, env=os.environ)
    assert done.stdout == "here\n"
    assert "A kernel failed, and nothing waited for it: KernelAssertionError: never\n" in done.stderr


def test_a_launch_of_many_dispatches(capsys):
    @vkc.kernel(workgroup=1)
    def k(x: Array[i32]):
        i = vkc.global_id()
        if i % 65536 == 65535:
            print("at", i)
        assert i != 99_999, "there"

    k[140_000](out())
    with pytest.raises(vkc.KernelAssertionError) as caught:
        vkc.synchronize()
    assert caught.value.invocation == (99_999,)
    assert sorted(capsys.readouterr().out.splitlines()) == ["at 131071", "at 65535"]


def test_a_kernel_of_many_arguments(capsys):
    @vkc.kernel
    def k(x: Array[f32], a: Matrix[f32, 4, 4], b: Matrix[f32, 4, 4], v: Vector[f32, 4]):
        print(a, v)
        x[0] = a[1, 2] + b[3, 3] + v.w

    a, b, v = np.arange(16, dtype=np.float32).reshape(4, 4), np.eye(4, dtype=np.float32), vkc.vec4(1, 2, 3, 4)
    x = np.zeros(1, np.float32)
    k[1](x, a, b, v)
    rows = ", ".join(f"({', '.join(map(str, row))})" for row in a)
    assert capsys.readouterr().out == f"mat4({rows}) {v}\n"
    assert x[0] == 6 + 1 + 4


def test_the_descriptor_interface_binds_a_buffer(any_device, capsys):
    program = positive.compile("f32[:]", abi="descriptor")
    assert [(b.set, b.binding, b.parameter, b.kind) for b in program.bindings] == [
        (0, 0, 0, "storage"),
        (0, 1, -1, "report"),
    ]
    launch, x = Launcher(any_device, program), vkc.array(np.zeros(256, np.float32), device=any_device)
    for k in range(5):
        launch((256,), (x,))
        assert x.numpy().tolist() == [10 * k + 10] * 256
        assert capsys.readouterr().out == f"x 2 {10.0 * k}\n"
    x.fill(-1)
    launch((256,), (x,))
    with pytest.raises(vkc.KernelAssertionError, match="neg"):
        vkc.synchronize(any_device)


def test_where_the_host_does_not_reach_arrays(staged_device, capsys):
    x = vkc.array(np.array([0, 1, 2, -3], np.float32), device=staged_device)
    for _ in range(100):
        positive[4](x)
    with pytest.raises(vkc.KernelAssertionError, match="neg"):
        x.numpy()
    assert capsys.readouterr().out == "".join(f"x 2 {2.0 + 10 * n}\n" for n in range(100))
    with vkc.record() as sequence:
        positive[3](x)
    sequence.run(3)
    assert capsys.readouterr().out == "x 2 1002.0\nx 2 1012.0\nx 2 1022.0\n"


def test_the_interface_as_json(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(
        "import pyvkc as vkc\n\n\n@vkc.kernel(print_lines=9)\ndef k(x: vkc.Array[vkc.f32, 1]):\n"
        "    i = vkc.global_id()\n    print(i, f'{x[i]:.2f}')\n    assert i >= 0\n"
    )
    command = [sys.executable, "-m", "pyvkc", "dump", program, "--format", "json", "--abi", "descriptor"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["bindings"][1] == {
        "set": 0, "binding": 1, "parameter": None, "access": "read_write", "kind": "report",
    }  # fmt: skip
    assert found["report"] == {
        "size": 4 * (3 + 9 * 4), "first_line": 3, "stride": 4, "lines": 9,
        "sites": [
            {"kind": "print", "line": 7, "text": "{} {:.2f}\n", "types": ["i32", "f32"]},
            {"kind": "assert", "line": 8, "text": "assertion failed: i >= 0", "types": []},
        ],
    }  # fmt: skip


def test_kernels_that_tell_nothing_have_no_buffer():
    @vkc.kernel
    def k(x: Array[f32]):
        x[vkc.global_id()] = 1

    program = k.compile("f32[:]")
    assert program.report is None
    assert not any(member.kind == "report" for member in program.layout.push)
