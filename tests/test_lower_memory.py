"""Composite elements in all kinds of memory: trees written by hand, on the device, against NumPy."""

from __future__ import annotations

import composites
import lower_trees as t
import numpy as np
import pytest
from composites import COMPOSITES, NATURAL, Nested, Packed, Particle, Records, Small, random_array, same
from lower_trees import assign, choose, constant, count, load, op, store, when
from spirv_tools import validate

from pyvkc.errors import FeatureError, NoDeviceError
from pyvkc.frontend import ir
from pyvkc.frontend.layout import leaves
from pyvkc.frontend.lower import lower
from pyvkc.frontend.target import VERSIONS, Target
from pyvkc.types import SCALARS, bf16, bool_, f32, i32, mat2, parts_of, vec3

I, J = t.variable("i", i32, 0), t.variable("j", i32, 1)
HERE = assign(I, t.global_id())
ELEMENTS = [*SCALARS.values(), *COMPOSITES]


@pytest.fixture(scope="module")
def device():
    from pyvkc.runtime.device import default_device

    try:
        return default_device()
    except NoDeviceError as error:
        pytest.skip(str(error))


def target_for(device, abi="address", **options):
    names = {"int8": "shaderInt8", "int16": "shaderInt16", "float16": "shaderFloat16"}
    has = {name: device.features.get(feature, False) for name, feature in names.items()}
    return Target(abi=abi, storage8=device.storage8, **{**has, **options})


@pytest.fixture(params=["address", "descriptor", "wide"])
def target(request, device):
    if request.param == "wide":
        return target_for(device, wide=True)
    return target_for(device, request.param)


@pytest.fixture
def launch(device):
    from pyvkc.runtime.launch import Launcher

    def run(kernel, sizes, *arguments, target):
        """Launch a kernel and give back its arrays; a device that lacks a feature must say so before any launch."""
        program = lower(kernel, target)
        validate(program.words, program.target)
        try:
            launcher = Launcher(device, program)
        except FeatureError as error:
            assert [name for name in program.features if not device.features.get(name)]
            pytest.skip(str(error))
        launcher(sizes, list(arguments))
        return [each.numpy() for each in arguments if isinstance(each, Records)]

    return run


def arrays(element, *names, ndim=1, contiguous=True):
    return [t.array(name, element, n, ndim, contiguous) for n, name in enumerate(names)]


def validate_everywhere(tree, abis=("address", "descriptor")):
    for vulkan in VERSIONS:
        for abi in abis:
            for narrow in (True, False):
                options = dict(storage8=narrow, int8=narrow, int16=narrow, float16=narrow)
                program = lower(tree, Target(vulkan, abi, **options))
                validate(program.words, vulkan)
    validate(lower(tree, Target(wide=True)).words)


# Arrays


@pytest.mark.parametrize("element", ELEMENTS, ids=str)
def test_an_element_is_copied(launch, target, element):
    x, y = arrays(element, "x", "y")
    tree = t.kernel([x, y], HERE, store(y, I, load(x, op("subtract", I, 1))))
    validate_everywhere(tree)
    source, sink = random_array(element, (9,)), random_array(element, (9,), seed=1)
    wanted = sink.copy()
    wanted[1:], wanted[:1] = source[:-1], np.zeros_like(source[:1])
    got, (_, result) = wanted, launch(tree, (64,), Records(source, element), Records(sink, element), target=target)
    assert same(result, got, element)


@pytest.mark.parametrize("element", COMPOSITES, ids=str)
def test_a_store_touches_nothing_else(launch, target, element):
    """Not even the padding between the numbers of an element."""
    (x,) = arrays(element, "x")
    numbers = leaves(element)
    middle = numbers[len(numbers) // 2]
    part = load(x, 0, path=middle.path)
    tree = t.kernel([x], HERE, when(op("less", I, 3), [store(x, op("add", I, 1), part, path=middle.path)]))
    before = random_array(element, (8,))
    (after,) = launch(tree, (3,), Records(before, element), target=target)
    wanted = composites.copy_of(before)
    part = composites.numbers_at(wanted, element, middle, 1)
    part[1:4] = part[0]
    assert after.tobytes() == wanted.tobytes()


@pytest.mark.parametrize("element", COMPOSITES, ids=str)
def test_every_part_by_itself(launch, target, element):
    """Each leaf is loaded alone and stored alone, in reverse order of the elements."""
    x, y = arrays(element, "x", "y")
    last = op("subtract", 6, I)
    stores = [store(y, last, load(x, I, path=leaf.path), path=leaf.path) for leaf in leaves(element)]
    tree = t.kernel([x, y], HERE, *stores)
    source = random_array(element, (7,))
    _, result = launch(tree, (7,), Records(source, element), Records(np.zeros_like(source), element), target=target)
    assert same(result, source[::-1], element)


@pytest.mark.parametrize("element", COMPOSITES, ids=str)
def test_parts_of_loaded_values(launch, target, element):
    """A value is taken apart and composed again, down to its numbers."""
    x, y = arrays(element, "x", "y")
    value = t.variable("value", element, 5)

    def rebuild(node, type):
        parts = parts_of(type)
        if not parts:
            return node
        return ir.Compose(tuple(rebuild(ir.Component(node, n, part), part) for n, part in enumerate(parts)), type)

    tree = t.kernel([x, y], HERE, assign(value, load(x, I)), store(y, I, rebuild(ir.Read(value), element)))
    validate_everywhere(tree)
    source = random_array(element, (7,))
    _, result = launch(tree, (7,), Records(source, element), Records(np.zeros_like(source), element), target=target)
    assert same(result, source, element)


@pytest.mark.parametrize("element", [vec3, Particle, Small, Nested, Packed, mat2], ids=str)
@pytest.mark.parametrize("view", ["reversed", "stepped", "transposed"])
def test_strides(launch, target, element, view):
    if not target.addresses:
        pytest.skip("a buffer is in C order")
    views = {
        "reversed": lambda a: a[::-1, ::-1],
        "stepped": lambda a: a[1::2, ::3],
        "transposed": lambda a: a.swapaxes(0, 1),
    }
    x, y = arrays(element, "x", "y", ndim=2, contiguous=False)
    tree = t.kernel([x, y], HERE, assign(J, t.global_id(1)), store(y, (I, J), load(x, I, J)), ndim=2)
    source, sink = random_array(element, (5, 7)), random_array(element, (5, 7), seed=1)
    taken = views[view](source)
    passed = Records(source, element, taken), Records(sink, element, views[view](sink))
    _, result = launch(tree, passed[0].shape, *passed, target=target)
    wanted = sink.copy()
    views[view](wanted)[...] = taken
    assert same(result, wanted, element, ndim=2)


def test_fields_may_lie_in_any_order(launch, target):
    x, out = t.array("x", composites.Shuffled, 0), t.array("out", f32, 1)
    tree = t.kernel(
        [x, out], HERE, store(out, I, op("add", load(x, I, path=(0,)), t.convert(load(x, I, path=(1,)), f32)))
    )
    source = random_array(composites.Shuffled, (5,))
    source["first"] = np.arange(5)
    zeros = Records(np.zeros(5, np.float32), f32)
    _, result = launch(tree, (5,), Records(source, composites.Shuffled), zeros, target=target)
    assert (result == source["last"] + source["first"]).all()


def test_fields_may_overlap(launch, target):
    """The bits of a float, by way of an integer in the same place."""
    x, out = t.array("x", composites.Shared, 0), t.array("out", composites.u32, 1)
    tree = t.kernel([x, out], HERE, store(x, I, 1.5, path=(0,)), store(out, I, load(x, I, path=(1,))))
    validate_everywhere(tree)
    source = random_array(composites.Shared, (5,))
    zeros = Records(np.zeros(5, np.uint32), composites.u32)
    _, result = launch(tree, (5,), Records(source, composites.Shared), zeros, target=target)
    assert (result == np.float32(1.5).view(np.uint32)).all()


@pytest.mark.parametrize("element", NATURAL, ids=str)
def test_only_what_lies_in_memory_needs_a_feature(element):
    """Loading and storing narrow parts takes the features of storage, none of arithmetic."""
    x, y = arrays(element, "x", "y")
    tree = t.kernel([x, y], HERE, store(y, I, load(x, I)))
    program = lower(tree, Target(int8=False, int16=False, float16=False))
    bits = {leaf.scalar.bits for leaf in leaves(element)}
    wide = {(leaf.scalar.kind, leaf.scalar.bits) for leaf in leaves(element)}
    wanted = {"bufferDeviceAddress"}
    wanted |= {"storageBuffer8BitAccess"} if 8 in bits else set()
    wanted |= {"storageBuffer16BitAccess"} if 16 in bits else set()
    wanted |= {"shaderInt64"} if wide & {("int", 64), ("uint", 64)} else set()
    wanted |= {"shaderFloat64"} if ("float", 64) in wide else set()
    assert set(program.features) == wanted


@pytest.mark.parametrize(
    ("element", "unit"), [(Packed, 8), (composites.PackedHalves, 16), (composites.PackedWords, 32)]
)
def test_packed_structs_are_made_of_what_is_aligned(element, unit):
    x, y = arrays(element, "x", "y")
    program = lower(t.kernel([x, y], HERE, store(y, I, load(x, I))), Target(int8=False, int16=False, float16=False))
    assert ("storageBuffer8BitAccess" in program.features) == (unit == 8)
    assert ("storageBuffer16BitAccess" in program.features) == (unit == 16)


# Values


@pytest.mark.parametrize("type", [vec3, mat2, Particle, Nested, Small, composites.Matrix(i32, 2, 3)], ids=str)
def test_values_are_passed_as_their_numbers(launch, target, type):
    out, value = t.array("out", type, 0), t.value("value", type, 1)
    tree = t.kernel([out, value], HERE, store(out, I, value))
    validate_everywhere(tree)
    source = random_array(type, (1,))
    numbers = [composites.numbers_at(source, type, leaf, 1)[0] for leaf in leaves(type)]
    passed = tuple(float(n) if leaf.scalar.floating else int(n) for n, leaf in zip(numbers, leaves(type)))
    zeros = Records(np.zeros((3, *source.shape[1:]), source.dtype), type)
    (result,) = launch(tree, (3,), zeros, passed, target=target)
    assert same(result, np.repeat(source, 3, axis=0), type)
    members = [m for m in (*lower(tree, target).layout.push, *lower(tree, target).layout.block) if m.kind == "value"]
    assert sorted(member.axis for member in members) == list(range(len(leaves(type))))


@pytest.mark.parametrize("element", [vec3, mat2, Particle, Nested, Packed], ids=str)
def test_choices_variables_and_functions(launch, target, element):
    """A composite is chosen, kept in a variable that changes, given to a function and returned from it."""
    x, y = arrays(element, "x", "y")
    p, q, flag = t.variable("p", element, 50), t.variable("q", element, 51), t.variable("flag", bool_, 52)
    pick = ir.Function(
        "pick", 0, (p, q, flag), (when(flag, [ir.Return(t.lift(p))]), ir.Return(t.lift(q))), element,
    )  # fmt: skip
    kept = t.variable("kept", element, 53, mutable=True)
    even = op("equal", op("bitwise_and", I, 1), 0)
    body = [
        assign(kept, load(x, 0)),
        when(op("less", I, 6), [assign(kept, choose(even, load(x, I), kept))]),
        store(y, I, ir.Call(pick, (t.lift(kept), load(x, 7), op("less", I, 5)), element)),
    ]
    tree = t.kernel([x, y], HERE, *body, functions=[pick])
    validate_everywhere(tree)
    source = random_array(element, (8,))
    _, result = launch(tree, (8,), Records(source, element), Records(np.zeros_like(source), element), target=target)
    assert same(result, source[[0, 0, 2, 0, 4, 7, 7, 7]], element)


# Memory of the kernel's own


def own(kind, element, shape, index=0, values=()):
    return t.allocation(kind, f"{kind}{index}", element, shape, index, values)


@pytest.mark.parametrize("element", ELEMENTS, ids=str)
def test_shared_memory_is_seen_by_the_workgroup(launch, target, element):
    """Each invocation reads what its neighbour wrote, and parts of that, too."""
    x, y = arrays(element, "x", "y")
    tile, place = own("shared", element, 8), ir.Position("local_id", 0)
    other = op("bitwise_xor", place, 7)
    path = leaves(element)[-1].path
    body = [store(tile, place, load(x, I)), ir.Barrier("group"), store(y, I, load(tile, other))]
    if path:
        body += [store(y, I, load(tile, place, path=path), path=path)]
    tree = t.kernel([x, y], HERE, *body, workgroup=(8,))
    validate_everywhere(tree)
    source = random_array(element, (24,))
    _, result = launch(tree, (24,), Records(source, element), Records(np.zeros_like(source), element), target=target)
    wanted = source.reshape(3, 8, *source.shape[1:])[:, ::-1].reshape(source.shape).copy()
    if path:
        leaf = leaves(element)[-1]
        composites.numbers_at(wanted, element, leaf, 1)[...] = composites.numbers_at(source, element, leaf, 1)
    assert same(result, wanted, element)


def test_two_dimensions_and_two_allocations(launch, target):
    """A transposed tile, and a sum beside it."""
    x, y = arrays(f32, "x", "y", ndim=2)
    tile, sums = own("shared", f32, (4, 8)), own("shared", f32, 8, 1)
    row, column = ir.Position("local_id", 0), ir.Position("local_id", 1)
    first = when(op("equal", row, 0), [store(sums, column, op("add", load(tile, 0, column), load(tile, 3, column)))])
    body = [
        store(tile, (row, column), load(x, row, column)), ir.Barrier("group"), first, ir.Barrier("group"),
        store(y, (row, column), op("add", load(tile, op("subtract", 3, row), column), load(sums, column))),
    ]  # fmt: skip
    tree = t.kernel([x, y], *body, ndim=2, workgroup=(4, 8))
    source = np.arange(32, dtype=np.float32).reshape(4, 8)
    _, result = launch(tree, (4, 8), Records(source, f32), Records(np.zeros_like(source), f32), target=target)
    assert (result == source[::-1] + source[0] + source[3]).all()
    shared = lower(tree, target).shared
    assert [(each.name, each.offset, each.size) for each in shared] == [("shared0", 0, 128), ("shared1", 128, 32)]
    assert lower(tree, target).shared_size == 160


@pytest.mark.parametrize("length", [5, 100])
@pytest.mark.parametrize("element", [f32, bool_, vec3, Particle, Nested], ids=str)
def test_local_memory_starts_zero_each_time(launch, target, element, length):
    x, y = arrays(element, "x", "y")
    mine = own("local", element, length)
    body = [
        ir.Clear(mine),
        when(op("equal", J, 0), [store(mine, I, load(x, I))]),
        when(op("equal", op("add", J, I), 1), [store(y, I, load(mine, I))]),
    ]
    tree = t.kernel([x, y], HERE, count(J, 0, 2, 1, *body))
    validate_everywhere(tree)
    source = random_array(element, (2,))
    passed = Records(source, element), Records(source.copy(), element)
    _, result = launch(tree, (2,), *passed, target=target)
    wanted = source.copy()
    wanted[:1] = np.zeros_like(source[:1])
    # Invocation 0 reads in the second round, after its store of the first was cleared; 1 reads in the first round.
    assert same(result, wanted, element)


def test_functions_share_memory_with_their_callers(launch, target):
    """A function that is given local memory changes it; so does one that is given shared memory."""
    (y,) = arrays(i32, "y")
    mine, tile, p = own("local", i32, 4), own("shared", i32, 4, 1), t.variable("p", i32, 50)
    put = ir.Function(
        "put", 0, (p,), (store(mine, p, op("multiply", p, 10)), store(tile, p, op("add", p, 1))), None, True
    )
    place = ir.Position("local_id", 0)
    body = [
        ir.Clear(mine), ir.Perform(ir.CallNothing(put, (place,))), ir.Barrier("group"),
        store(y, I, op("add", load(mine, 1), load(tile, op("subtract", 3, place)))),
    ]  # fmt: skip
    tree = t.kernel([y], HERE, *body, functions=[put], workgroup=(4,))
    validate_everywhere(tree)
    (result,) = launch(tree, (4,), Records(np.zeros(4, np.int32), i32), target=target)
    assert result.tolist() == [4, 13, 2, 1]


def table_values(array, element):
    """The numbers of an array in the order of a table's values."""
    columns = [composites.numbers_at(array, element, leaf, 1) for leaf in leaves(element)]
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return [number for row in rows for number in row]


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("element", ELEMENTS, ids=str)
def test_tables(launch, target, element, large):
    """Small ones are in the module, the others in the memory of the device, except for other engines."""
    length = (40 if target.addresses else 4) if large else 1
    (y,) = arrays(element, "y")
    content = random_array(element, (length,))
    table = own("table", element, length, values=table_values(content, element))
    last = op("subtract", length - 1, I)
    part = leaves(element)[-1].path
    again = [store(y, I, load(table, last, path=part), path=part)] if part else []
    tree = t.kernel([y], HERE, store(y, I, load(table, last)), *again)
    validate_everywhere(tree)
    (result,) = launch(tree, (length,), Records(np.zeros_like(content), element), target=target)
    assert same(result, content[::-1], element)
    assert len(lower(tree, target).tables) == (length * len(leaves(element)) > 16 and target.addresses)


def test_tables_need_no_features_of_narrow_numbers():
    (y,) = arrays(i32, "y")
    for element in (bool_, composites.u8, composites.f16, bf16, Small):
        table = own("table", element, 40, values=[1] * 40 * len(leaves(element)))
        number = load(table, I, path=leaves(element)[0].path)
        tree = t.kernel([y], HERE, store(y, I, t.convert(number, i32)))
        program = lower(tree, Target(int8=False, int16=False, float16=False))
        assert program.features == ("bufferDeviceAddress",), element


def test_functions_read_the_tables_of_the_kernel(launch, target):
    (y,) = arrays(i32, "y")
    first, second = (own("table", i32, 30, n, range(n, 30 + n)) for n in range(2))
    p = t.variable("p", i32, 50)
    look = ir.Function("look", 0, (p,), (ir.Return(op("add", load(first, p), load(second, p))),), i32)
    sum = op("add", ir.Call(look, (t.lift(I),), i32), load(second, 0))
    tree = t.kernel([y], HERE, store(y, I, sum), functions=[look])
    validate_everywhere(tree)
    (result,) = launch(tree, (32,), Records(np.zeros(32, np.int32), i32), target=target)
    assert result.tolist() == [2 * n + 2 for n in range(30)] + [1, 1]


def test_tables_stay_while_launches_wait(device):
    """In a recording, too, which keeps what its launches use."""
    import pyvkc as vkc
    from pyvkc.runtime.launch import Launcher

    (y,) = arrays(i32, "y")
    table = own("table", i32, 100, values=range(100))
    tree = t.kernel([y], HERE, store(y, I, op("add", load(y, I), load(table, I))))
    result = vkc.zeros(100, i32, device=device)
    with vkc.record() as sequence:
        Launcher(device, lower(tree, target_for(device)))((100,), [result])
    sequence.run(times=3)
    assert (result.numpy() == 3 * np.arange(100)).all()


@pytest.mark.parametrize("values", [[np.inf, 1, -np.inf, 2], [1, np.nan, 2, 3]], ids=["infinities", "nan"])
def test_tables_hold_what_is_not_finite(launch, target, values):
    (y,) = arrays(f32, "y")
    table = own("table", f32, (2, 2), values=values)
    tree = t.kernel([y], HERE, store(y, I, load(table, op("right_shift", I, 1), op("bitwise_and", I, 1))))
    (result,) = launch(tree, (4,), Records(np.zeros(4, np.float32), f32), target=target)
    assert np.array_equal(result, np.array(values, np.float32), equal_nan=True)


@pytest.mark.parametrize("kind", ["shared", "local", "table"])
def test_out_of_range_is_left_out(launch, target, kind):
    """Each axis for itself: a load gives zero, a store does nothing."""
    (y,) = arrays(i32, "y", ndim=2)
    memory = own(kind, i32, (3, 4), values=range(1, 13) if kind == "table" else ())
    row, column = op("subtract", I, 1), op("subtract", J, 1)
    fill = [store(memory, (row, column), 7)] if kind == "local" else []
    if kind == "shared":
        fill = [store(memory, (row, column), op("add", op("multiply", 4, row), J)), ir.Barrier("group")]
    clear = [ir.Clear(memory)] if kind == "local" else []
    tree = t.kernel(
        [y], HERE, assign(J, t.global_id(1)), *clear, *fill, store(y, (I, J), load(memory, row, column)), ndim=2
    )
    (result,) = launch(tree, (8, 8), Records(np.full((8, 8), -1, np.int32), i32), target=target)
    wanted = np.zeros((8, 8), np.int32)
    wanted[1:4, 1:5] = 7 if kind == "local" else np.arange(1, 13).reshape(3, 4)
    assert (result == wanted).all()


def test_a_memory_barrier_orders_and_does_not_wait(launch, target):
    (y,) = arrays(i32, "y")
    tree = t.kernel([y], HERE, when(op("less", I, 3), [store(y, I, 1), ir.Barrier("memory"), store(y, I, 2)]))
    validate_everywhere(tree)
    assert launch(tree, (5,), Records(np.zeros(5, np.int32), i32), target=target)[0].tolist() == [2, 2, 2, 0, 0]
    assert not lower(tree, Target()).whole_groups


def test_a_barrier_takes_whole_groups():
    assert lower(t.kernel([], ir.Barrier("group")), Target()).whole_groups
    helper = ir.Function("wait", 0, (), (ir.Barrier("group"),), None, True)
    tree = t.kernel([], ir.Perform(ir.CallNothing(helper, ())), functions=[helper])
    assert lower(tree, Target()).whole_groups


@pytest.mark.parametrize(
    ("element", "size"),
    [(f32, 4), (bool_, 4), (composites.f64, 8), (vec3, 16), (composites.vec2, 8), (Particle, 16), (mat2, 16)],
    ids=str,
)
def test_sizes_of_shared_memory(element, size):
    """As drivers lay values out: a bool takes 4 bytes, a vector of 3 the place of 4."""
    tile = own("shared", element, 10)
    tree = t.kernel([], store(tile, 0, load(tile, 1)))
    assert lower(tree, Target()).shared_size == 10 * size


def test_without_shared_memory_there_is_none():
    program = lower(t.kernel([], store(own("local", i32, 4), 0, constant(1))), Target())
    assert (program.shared, program.shared_size) == ((), 0)
