"""Functions written for pyshader: what each computes is what CPython computes from the same text.

CPython runs them element by element on NumPy's numbers, the device as shaders of one workgroup an element. The modules
for other engines are validated for each Vulkan version.
"""

from __future__ import annotations

import numpy as np
import pyshader
import pytest
from pyshader_rows import ROWS, Position, by_python
from spirv_tools import validate

import pyvkc as vkc
from pyvkc import python2shader
from pyvkc.errors import FeatureError, LaunchError
from pyvkc.pyshader import Array, Struct, f32, i32, ivec2, ivec3, stdlib, vec3, vec4

TARGETS = ("vulkan1.1", "vulkan1.2", "vulkan1.3")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.function.__name__)
def test_row(row):
    shader = python2shader(row.function)
    for target in TARGETS:
        validate(shader.to_spirv(target=target), target)
    validate(shader.compile(abi="address", target="vulkan1.2").words, "vulkan1.2")
    given, wanted = row.given(), by_python(row)
    out = np.full_like(wanted, 77)
    try:
        shader.groups[len(given)](given, out)
    except FeatureError as error:
        pytest.skip(str(error))
    np.testing.assert_allclose(out, wanted, rtol=row.rtol, atol=0)


def test_the_table_has_every_kind():
    assert len(ROWS) >= 70
    assert len({row.function.__name__ for row in ROWS}) == len(ROWS)


# Parameters


ids = [
    ("pyshader", pyshader.ivec3, pyshader.Array(pyshader.f32)),
    ("text", "ivec3", "Array(f32)"),
    ("long text", "Vector(3, i32)", "array( f32 )"),
    ("sized", "ivec3", "Array(4, f32)"),
    ("ours", vkc.ivec3, vkc.Array[vkc.f32]),
    ("called", vkc.ivec3, vkc.Array(vkc.f32)),
    ("drop-in", ivec3, Array(f32)),
    ("unsigned", vkc.uvec3, Array(f32)),
]


@pytest.mark.parametrize(("position", "array"), [each[1:] for each in ids], ids=[each[0] for each in ids])
def test_types_are_written_in_many_ways(position, array):
    @python2shader
    def double(index=("input", "GlobalInvocationId", position), data=("buffer", 0, array)):
        data[index.x] = 2.0 * data[index.x]

    data = np.arange(4, dtype=np.float32)
    double.groups[4](data)
    assert data.tolist() == [0, 2, 4, 6]


def test_annotations_that_are_text(tmp_path):
    file = tmp_path / "written.py"
    file.write_text(
        "from __future__ import annotations\n"
        "from pyvkc import python2shader\n"
        "from pyvkc.pyshader import Array, f32, ivec3\n"
        "@python2shader\n"
        'def fill(index: ("input", "GlobalInvocationId", ivec3), data: ("buffer", (0, 1), Array(f32))):\n'
        "    data[index.x] = f32(index.x)\n"
    )
    names = {}
    exec(compile(file.read_text(), str(file), "exec", dont_inherit=True), names)
    data = np.zeros(3, np.float32)
    names["fill"].groups[3](data)
    assert data.tolist() == [0, 1, 2]


def test_annotation_before_default():
    @python2shader
    def fill(index: ("input", "GlobalInvocationId", "ivec3") = 5, data=("buffer", 7, "Array(i32)")):  # noqa: F821
        data[index.x] = index.x

    assert fill.description["buffers"] == {"data": {"set": 0, "slot": 7, "type": "Array(i32)"}}


def test_every_input():
    @python2shader(workgroup=(2, 3, 4))
    def inputs(
        index=("input", "GlobalInvocationId", "ivec3"),
        local=("input", "LocalInvocationId", "ivec3"),
        group=("input", "WorkgroupId", "ivec3"),
        count=("input", "NumWorkgroups", "ivec3"),
        width=("input", "WorkgroupSize", "ivec3"),
        number=("input", "LocalInvocationIndex", "i32"),
        out=("buffer", 0, "Array(i32)"),
    ):
        place = index.x + (index.y + index.z * (count.y * width.y)) * (count.x * width.x)
        out[place * 4] = local.x + local.y * 10 + local[2] * 100
        out[place * 4 + 1] = group.x + group.y * 10 + group.z * 100
        out[place * 4 + 2] = width.x + width.y * 10 + width.z * 100
        out[place * 4 + 3] = number

    for target in TARGETS:
        validate(inputs.to_spirv(target=target), target)
    out = np.zeros((4, 3, 8, 4), np.int32)
    inputs.groups[2, 1, 2](out.reshape(-1))
    z, y, x = np.indices(out.shape[:3])
    local = x % 4, y % 3, z % 2
    assert np.array_equal(out[..., 0], local[0] + 10 * local[1] + 100 * local[2])
    assert np.array_equal(out[..., 1], x // 4 + 10 * (y // 3) + 100 * (z // 2))
    assert (out[..., 2] == 4 + 30 + 200).all()
    assert np.array_equal(out[..., 3], local[0] + 4 * local[1] + 12 * local[2])


def test_one_number_for_an_input_is_its_x():
    @python2shader
    def fill(index=("input", "GlobalInvocationId", "i32"), data=("buffer", 0, "Array(i32)")):
        data[index] = index * 2

    data = np.zeros(5, np.int32)
    fill.groups[5](data)
    assert data.tolist() == [0, 2, 4, 6, 8]


@python2shader
def uniforms(
    index=("input", "GlobalInvocationId", ivec3),
    out=("buffer", 0, Array(f32)),
    number=("uniform", 1, f32),
    count=("uniform", (1, 0), i32),
    plane=("uniform", (1, 1), vec4),
    fields=("uniform", (1, 2), Struct(direction=vec3, scale=f32, corner=ivec2)),
):
    i = index.x
    values = plane.w * 1000.0 + fields.direction.y * 100.0 + fields.scale * 10.0
    out[i] = values + number if i < count else f32(fields.corner.x - fields.corner.y)


FIELDS = [
    {"direction": (1, 2, 3), "scale": 4.0, "corner": (7, 5)},
    ((1, 2, 3), 4.0, (7, 5)),
    np.array([((1, 2, 3), 4, (7, 5))], [("direction", "f4", 3), ("scale", "f4"), ("corner", "i4", 2)])[0],
]


@pytest.mark.parametrize("fields", FIELDS, ids=["dictionary", "tuple", "record"])
@pytest.mark.parametrize("plane", [(0, 0, 0, 6), [0, 0, 0, 6], np.array([0, 0, 0, 6], np.float32)], ids=type)
def test_uniforms(fields, plane):
    out = np.zeros(4, np.float32)
    uniforms.groups[4](out, 0.5, 3, plane, fields)
    assert out.tolist() == [6240.5] * 3 + [2]
    uniforms.groups[4](out, fields=fields, plane=plane, count=1, number=0)
    assert out.tolist() == [6240, 2, 2, 2]


def test_uniforms_lie_where_pyshader_puts_them():
    words = uniforms.to_spirv()
    for target in TARGETS:
        validate(uniforms.to_spirv(target=target), target)
    assert words == uniforms.spirv()
    program = uniforms.compile()
    assert [(each.set, each.binding, each.kind) for each in program.bindings] == [
        (0, 0, "storage"), (0, 1, "uniform"), (1, 0, "uniform"), (1, 1, "uniform"), (1, 2, "uniform")
    ]  # fmt: skip
    assert program.layout.push_size == 0
    text = uniforms.disassemble()
    for offset, field in ((0, "fields_direction"), (12, "fields_scale"), (16, "fields_corner")):
        assert f"Offset {offset}" in text
        assert f'"{field}"' in text


def test_arrays_of_vectors():
    @python2shader
    def turn(index=("input", "GlobalInvocationId", ivec3), x=("buffer", 0, Array(vec4)), y=("buffer", 1, Array(vec3))):
        i = index.x
        x[i] = vec4(y[i].zyx, x[i].w + 1.0)

    for target in TARGETS:
        validate(turn.to_spirv(target=target), target)
    x, y = np.zeros((3, 4), np.float32), np.arange(9, dtype=np.float32).reshape(3, 3)
    turn.groups[3](x, y)
    assert x.tolist() == [[2, 1, 0, 1], [5, 4, 3, 1], [8, 7, 6, 1]]


# The object


def test_description():
    assert uniforms.description == {
        "name": "uniforms",
        "entry": "main",
        "inputs": {"index": {"slot": "GlobalInvocationId", "type": "ivec3"}},
        "outputs": {},
        "uniforms": {
            "number": {"set": 0, "slot": 1, "type": "f32"},
            "count": {"set": 1, "slot": 0, "type": "i32"},
            "plane": {"set": 1, "slot": 1, "type": "vec4"},
            "fields": {"set": 1, "slot": 2, "type": "Struct(direction=vec3,scale=f32,corner=ivec2)"},
        },
        "buffers": {"out": {"set": 0, "slot": 0, "type": "Array(f32)"}},
    }


@python2shader
def doubled(index=("input", "GlobalInvocationId", ivec3), data=("buffer", (2, 3), Array(f32))):
    """Twice."""
    data[index.x] = 2.0 * data[index.x]


def test_the_module_is_as_other_engines_want_it():
    program = doubled.compile()
    assert program.entry == "main"
    assert program.workgroup == (1, 1, 1)
    assert (program.target, program.abi) == ("vulkan1.1", "descriptor")
    assert program.capabilities == ("Shader",)
    assert program.extensions == ()
    assert program.words[4:8] == bytes([0, 3, 1, 0])
    assert [(each.set, each.binding) for each in program.bindings] == [(2, 3)]
    text = doubled.disassemble()
    assert "OpEntryPoint GLCompute" in text
    assert "LocalSize 1 1 1" in text
    assert "NonWritable" not in text


def test_looking_inside():
    assert doubled.name == doubled.__name__ == "doubled"
    assert doubled.input(Position(1), data := [1, 2, 3]) is None
    assert data == [1, 4, 3]
    assert doubled.__doc__ == "Twice."
    assert repr(doubled) == "<pyvkc shader doubled>"
    assert "data[global_id(2)" in doubled.ir()


def test_launches():
    data = vkc.array(np.arange(12, dtype=np.float32))
    doubled[5](data)
    doubled.groups[1, 1, 7](data=data)
    assert data.numpy().tolist() == [0, 4, 8, 12, 16, 10, 12, 7, 8, 9, 10, 11]
    wide = doubled.configure(workgroup=4)
    wide.groups[2](data)
    assert wide.compile().workgroup == (4, 1, 1)
    assert data.numpy().tolist() == [0, 8, 16, 24, 32, 20, 24, 14, 8, 9, 10, 11]
    assert repr(doubled[5]) == "doubled[1, 1, 5]"


def test_indices_out_of_range_are_harmless():
    data = np.ones(3, np.float32)
    doubled.groups[9](data)
    assert data.tolist() == [2, 2, 2]


def test_a_record_of_shaders():
    data = vkc.ones(3, vkc.f32) if hasattr(vkc, "ones") else vkc.full(3, 1, vkc.f32)
    with vkc.record() as sequence:
        doubled.groups[3](data)
    sequence.run(times=3)
    assert data.numpy().tolist() == [8, 8, 8]


def test_wrong_arguments():
    with pytest.raises(TypeError, match=r"shader 'doubled': too many positional arguments; it is doubled\(data\)"):
        doubled.groups[1](np.zeros(1, np.float32), 3)
    with pytest.raises(TypeError, match="'data' is an array of f64"):
        doubled.groups[1](np.zeros(1))
    with pytest.raises(TypeError, match=r"'fields' is Struct.*; pass a dictionary or a NumPy record with the fields"):
        uniforms.groups[1](np.zeros(1, np.float32), 0, 0, (0, 0, 0, 0), (1, 2))
    with pytest.raises(LaunchError, match="one to three sizes"):
        doubled.groups[1, 2, 3, 4]
    with pytest.raises(TypeError, match="a shader of a Python function, not of 3"):
        python2shader(3)


# Names


def test_pyshaders_own_functions_and_types():
    from pyshader import stdlib as theirs

    @python2shader
    def compute(index=("input", "GlobalInvocationId", pyshader.ivec3), out=("buffer", 0, "Array(f32)")):
        v = pyshader.vec3(pyshader.f32(index.x), 2.0, 3.0)
        out[index.x] = theirs.sqrt(v.x * v.x) + pyshader.stdlib.pow(2.0, v.y) + pyshader.vec2(1.0, v.z).y

    out = np.zeros(3, np.float32)
    compute.groups[3](out)
    assert out.tolist() == [7, 8, 9]


def test_every_function_of_pyshaders_library_is_there():
    theirs = set(pyshader.stdlib.ext_functions)
    assert theirs - set(stdlib.NAMES) == {"matrix_inverse"}
    assert set(dir(stdlib)) == set(stdlib.NAMES)


def test_the_package_has_what_shaders_import_from_pyshader():
    from pyvkc import pyshader as ours

    outside = {"ShaderError", "ShaderModule", "void", "shadertype_as_ctype", "dev", "version_info", "opcodes", "py"}
    theirs = {name for name in vars(pyshader) if not name.startswith("_")}
    assert theirs - outside <= set(ours.__all__)
    assert ours.Vector(3, ours.f32) == vec3
    assert str(ours.Matrix(3, 2, pyshader.f32)) == "Matrix[f32, 2, 3]"
    with pytest.raises(TypeError, match=r"'Vector\(5,f32\)' is no type"):
        ours.Vector(5, f32)


def test_helpers_are_called():
    @python2shader
    def compute(index=("input", "GlobalInvocationId", ivec3), out=("buffer", 0, Array(f32))):
        out[index.x] = helper(out[index.x])

    out = np.array([1, 4, 9], np.float32)
    compute.groups[3](out)
    assert out.tolist() == [2, 3, 4]


def helper(x):
    return stdlib.sqrt(x) + 1.0


def test_a_name_may_change_between_launches(monkeypatch):
    @python2shader
    def compute(index=("input", "GlobalInvocationId", ivec3), out=("buffer", 0, Array(f32))):
        out[index.x] = sqrt(out[index.x])  # noqa: F821

    out = np.array([4], np.float32)
    compute.groups[1](out)
    assert out.tolist() == [2]
    monkeypatch.setitem(globals(), "sqrt", helper)
    compute.groups[1](out)
    assert out[0] == np.sqrt(np.float32(2)) + 1


# The command line


def test_dump_knows_shaders(tmp_path, run_python):
    file = tmp_path / "one.py"
    file.write_text(
        "import pyvkc as ps\n"
        "@ps.python2shader\n"
        'def compute(index=("input", "GlobalInvocationId", ps.ivec3), data=("buffer", (1, 2), ps.Array(ps.f32))):\n'
        "    data[index.x] = 1.0\n"
    )
    arguments = ["dump", f"{file}:compute", "--abi", "descriptor", "--format", "json", "--target", "vulkan1.1"]
    code = f"from pyvkc.cli import main; main({arguments}, standalone_mode=False)"
    import json

    about = json.loads(run_python(code).stdout)
    assert (about["entry"], about["workgroup"]) == ("main", [1, 1, 1])
    assert about["bindings"] == [{"set": 1, "binding": 2, "parameter": "data", "access": "write"}]
