"""Modules for tests of the SPIR-V layer: small kernels that each use one part of the language.

A sample takes a `Kernel`, whose function is open, and adds what it shows.
"""

from __future__ import annotations

from pyvkc.frontend.spirv import Module, enumerant

TARGETS = {
    (1, 0): "vulkan1.0",
    (1, 3): "vulkan1.1",
    (1, 4): "vulkan1.1spv1.4",
    (1, 5): "vulkan1.2",
    (1, 6): "vulkan1.3",
}


class Kernel:
    """A module with an entry point whose first block is open."""

    def __init__(self, version=(1, 5)):
        self.module = m = Module(version)
        self.void = m.type("OpTypeVoid")
        self.bool = m.type("OpTypeBool")
        self.u32 = m.type("OpTypeInt", 32, 0)
        self.i32 = m.type("OpTypeInt", 32, 1)
        self.f32 = m.type("OpTypeFloat", 32)
        self.function, _ = m.begin_function(self.void, [])
        m.label()

    def pointer(self, storage_class, pointee):
        return self.module.type("OpTypePointer", storage_class, pointee)

    def block(self, element, stride, *, runtime=True):
        """A block that holds an array, or one element."""
        m = self.module
        inner = element
        if runtime:
            inner = m.type("OpTypeRuntimeArray", element, unique=stride)
            m.decorate(inner, "ArrayStride", stride)
        struct = m.struct(inner, unique=("block", element, runtime))
        m.decorate(struct, "Block")
        m.decorate_member(struct, 0, "Offset", 0)
        return struct

    def buffer(self, element, stride, binding=0, storage_class="StorageBuffer"):
        """A pointer to the first element of a new buffer."""
        m = self.module
        runtime = storage_class == "StorageBuffer"
        variable = m.variable(self.pointer(storage_class, self.block(element, stride, runtime=runtime)), storage_class)
        if storage_class != "PushConstant":
            m.decorate(variable, "DescriptorSet", 0)
            m.decorate(variable, "Binding", binding)
        zero = m.literal(self.i32, 0)
        indexes = (zero, zero) if runtime else (zero,)
        return m.value("OpAccessChain", self.pointer(storage_class, element), variable, *indexes)

    def address(self, element, stride):
        """A pointer to the first element of memory whose address is a push constant."""
        m = self.module
        block = self.pointer("PhysicalStorageBuffer", self.block(element, stride))
        start = m.value("OpLoad", block, self.buffer(block, 8, storage_class="PushConstant"))
        zero = m.literal(self.i32, 0)
        return m.value("OpAccessChain", self.pointer("PhysicalStorageBuffer", element), start, zero, zero)

    def shared(self, element):
        return self.module.variable(self.pointer("Workgroup", element), "Workgroup")

    def builtin(self, name, type):
        m = self.module
        variable = m.variable(self.pointer("Input", type), "Input")
        m.decorate(variable, "BuiltIn", name)
        return m.value("OpLoad", type, variable)

    def scope(self, name):
        return self.module.literal(self.u32, enumerant("Scope", name).value)

    def semantics(self, text):
        return self.module.literal(self.u32, enumerant("MemorySemantics", text).value)

    def finish(self, workgroup=(64, 1, 1)):
        m = self.module
        m.emit("OpReturn")
        m.end_function()
        m.entry_point(self.function, "main", workgroup)
        return m.finish()


def nothing(k):
    pass


def arithmetic(k):
    m = k.module
    p = k.buffer(k.f32, 4)
    x = m.value("OpLoad", k.f32, p)
    y = m.value("OpFMul", k.f32, x, m.literal(k.f32, 2.5))
    m.decorate(y, "NoContraction")
    m.emit("OpStore", p, m.extended("Sqrt", k.f32, m.extended("FMax", k.f32, x, y)))


def through_address(k):
    m = k.module
    p = k.address(k.f32, 4)
    m.emit("OpStore", p, m.value("OpLoad", k.f32, p, "Aligned", 4), "Volatile|Aligned", 4)


def barrier(k):
    m = k.module
    tile = k.shared(m.type("OpTypeArray", k.f32, m.literal(k.u32, 64)))
    m.name(tile, "tile")
    element = m.value("OpAccessChain", k.pointer("Workgroup", k.f32), tile, k.builtin("LocalInvocationIndex", k.u32))
    m.emit("OpStore", element, m.literal(k.f32, 1.0))
    workgroup = k.scope("Workgroup")
    m.emit("OpControlBarrier", workgroup, workgroup, k.semantics("AcquireRelease|WorkgroupMemory"))


def loop(k):
    """A loop with a phi node, source lines and a switch inside."""
    m = k.module
    out = k.buffer(k.i32, 4)
    file = m.source_file('folder\\a "quoted" name.py')
    m.line(file, 3, 5)
    header, check, body, first, second, after, proceed, end = (m.fresh() for _ in range(8))
    zero, one, ten = (m.literal(k.i32, n) for n in (0, 1, 10))
    counter = m.local(k.pointer("Function", k.i32), zero)
    entry = m.block
    m.emit("OpBranch", header)
    m.label(header)
    again = m.value("OpPhi", k.bool, m.literal(k.bool, False), entry, m.literal(k.bool, True), proceed)
    m.line(file, 4, 9)
    m.emit("OpLoopMerge", end, proceed, "DontUnroll")
    m.emit("OpBranch", check)
    m.label(check)
    count = m.value("OpLoad", k.i32, counter)
    m.emit("OpBranchConditional", m.value("OpSLessThan", k.bool, count, ten), body, end)
    m.label(body)
    m.emit("OpStore", out, m.value("OpSelect", k.i32, again, count, one))
    m.emit("OpSelectionMerge", after, "None")
    m.emit("OpSwitch", count, after, 1, first, -7, second)
    for label in (first, second):
        m.label(label)
        m.line(file, 5 + (label == second), 13)
        m.emit("OpStore", m.local(k.pointer("Function", k.i32)), count)
        m.emit("OpBranch", after)
    m.label(after)
    m.emit("OpBranch", proceed)
    m.label(proceed)
    m.emit("OpStore", counter, m.value("OpIAdd", k.i32, count, one))
    m.emit("OpBranch", header)
    m.label(end)


def constants(k):
    """Numbers of every width, special values, composites and undefined ones."""
    m = k.module
    for width in (8, 16, 64):
        for signed in (0, 1):
            type = m.type("OpTypeInt", width, signed)
            for value in (0, 1, -1, (1 << width - 1) - 1, -(1 << width - 1)):
                m.literal(type, value)
    for width in (16, 32, 64):
        type = m.type("OpTypeFloat", width)
        for value in (0.0, -0.0, 1.0, -1.5, 1 / 3, 1e-8, 5e-324, 1e38, 1e300):
            m.literal(type, value)
        for value in ("inf", "-inf", "nan", "-nan"):
            m.literal(type, float(value))
    pair = m.type("OpTypeVector", k.f32, 2)
    m.constant("OpConstantComposite", pair, m.literal(k.f32, 1.0), m.literal(k.f32, float("nan")))
    m.constant("OpConstantNull", pair)
    m.literal(k.bool, True)
    m.literal(k.bool, False)
    m.undefined(pair)


def calls(k):
    """A function that is written while the kernel is open."""
    m = k.module
    parameter = k.pointer("Function", k.f32)
    function, (pointer, factor) = m.begin_function(k.f32, [parameter, k.f32], control="Inline|Pure")
    m.name(function, "scaled")
    m.label()
    m.emit("OpReturnValue", m.value("OpFMul", k.f32, m.value("OpLoad", k.f32, pointer), factor))
    m.end_function()
    x = m.local(parameter)
    m.emit("OpStore", x, m.literal(k.f32, 3.0))
    m.emit("OpStore", x, m.value("OpFunctionCall", k.f32, function, x, m.literal(k.f32, 0.5)))


def wide_switch(k):
    m = k.module
    i64 = m.type("OpTypeInt", 64, 1)
    x = m.value("OpLoad", i64, k.buffer(i64, 8))
    first, second, end = m.fresh(), m.fresh(), m.fresh()
    m.emit("OpSelectionMerge", end, "Flatten")
    m.emit("OpSwitch", x, end, 1 << 40, first, -1, second)
    for label in (first, second):
        m.label(label)
        m.emit("OpBranch", end)
    m.label(end)


def linked_list(k):
    """A structure that points to its own kind."""
    m = k.module
    pointer = m.forward_pointer("PhysicalStorageBuffer")
    node = m.struct(pointer, k.i32)
    m.decorate(node, "Block")
    for member, offset in ((0, 0), (1, 8)):
        m.decorate_member(node, member, "Offset", offset)
    m.define_pointer(pointer, "PhysicalStorageBuffer", node)
    start = m.value("OpLoad", pointer, k.buffer(pointer, 8, storage_class="PushConstant"))
    zero, one = m.literal(k.i32, 0), m.literal(k.i32, 1)
    to_next = k.pointer("PhysicalStorageBuffer", pointer)
    then = m.value("OpLoad", pointer, m.value("OpAccessChain", to_next, start, zero), "Aligned", 8)
    to_value = k.pointer("PhysicalStorageBuffer", k.i32)
    m.emit("OpStore", m.value("OpAccessChain", to_value, then, one), one, "Aligned", 4)


def debugging(k):
    m = k.module
    m.name(k.function, 'a "name" with \\ and ünïcödé 🙂')
    struct = m.struct(k.f32, k.f32)
    m.name(struct, "pair")
    m.name_member(struct, 0, "first")
    m.name_member(struct, 1, "two\nlines\tand a tab")


def specialised(k):
    m = k.module
    size = m.constant("OpSpecConstant", k.u32, 32)
    m.decorate(size, "SpecId", 0)
    flag = m.constant("OpSpecConstantTrue", k.bool)
    m.decorate(flag, "SpecId", 1)
    doubled = m.constant("OpSpecConstantOp", k.u32, "IAdd", size, size)
    third = m.constant("OpSpecConstant", m.type("OpTypeFloat", 64), 1 / 3)
    m.decorate(third, "SpecId", 2)
    shared = k.shared(m.type("OpTypeArray", k.f32, doubled))
    m.name(shared, "scratch")


SAMPLES = [
    nothing,
    arithmetic,
    through_address,
    barrier,
    loop,
    constants,
    calls,
    wide_switch,
    linked_list,
    debugging,
    specialised,
]


def build(sample, version=(1, 5)):
    kernel = Kernel(version)
    sample(kernel)
    return kernel.finish()
