"""Small programs for the runtime's tests, assembled from text: what the front end would make for these kernels."""

from __future__ import annotations

from functools import lru_cache

from pyvkc import spirv_tools
from pyvkc.program import Layout, Member, Parameter, Program
from pyvkc.types import ArrayType, f32, i32

HEAD = """
               OpCapability Shader
               OpCapability PhysicalStorageBufferAddresses
               OpMemoryModel PhysicalStorageBuffer64 GLSL450
               OpEntryPoint GLCompute %main "main" %id %push
               OpExecutionMode %main LocalSize {workgroup}
               OpDecorate %id BuiltIn GlobalInvocationId
               OpDecorate %block Block
               OpMemberDecorate %block 0 Offset {offsets[0]}
               OpMemberDecorate %block 1 Offset {offsets[1]}
               OpMemberDecorate %block 2 Offset {offsets[2]}
               OpMemberDecorate %block 3 Offset {offsets[3]}
               OpMemberDecorate %block 4 Offset {offsets[4]}
               OpDecorate %elements ArrayStride 4
               OpDecorate %array Block
               OpMemberDecorate %array 0 Offset 0
       %void = OpTypeVoid
       %bool = OpTypeBool
        %u32 = OpTypeInt 32 0
        %i32 = OpTypeInt 32 1
        %f32 = OpTypeFloat 32
      %uvec3 = OpTypeVector %u32 3
   %elements = OpTypeRuntimeArray %{element}
      %array = OpTypeStruct %elements
    %pointer = OpTypePointer PhysicalStorageBuffer %array
    %element = OpTypePointer PhysicalStorageBuffer %{element}
"""

SCALE = (
    HEAD
    + """
      %block = OpTypeStruct %u32 %u32 %pointer %pointer %{element}
    %pushptr = OpTypePointer PushConstant %block
     %ptr_u32 = OpTypePointer PushConstant %u32
    %ptr_val = OpTypePointer PushConstant %{element}
    %ptr_ptr = OpTypePointer PushConstant %pointer
      %input = OpTypePointer Input %uvec3
   %function = OpTypeFunction %void
       %zero = OpConstant %i32 0
        %one = OpConstant %i32 1
        %two = OpConstant %i32 2
      %three = OpConstant %i32 3
       %four = OpConstant %i32 4
         %id = OpVariable %input Input
       %push = OpVariable %pushptr PushConstant
       %main = OpFunction %void None %function
      %start = OpLabel
         %at = OpLoad %uvec3 %id
          %x = OpCompositeExtract %u32 %at 0
    %basePtr = OpAccessChain %ptr_u32 %push %zero
       %base = OpLoad %u32 %basePtr
    %sizePtr = OpAccessChain %ptr_u32 %push %one
       %size = OpLoad %u32 %sizePtr
      %index = OpIAdd %u32 %x %base
     %inside = OpULessThan %bool %index %size
               OpSelectionMerge %end None
               OpBranchConditional %inside %body %end
       %body = OpLabel
     %srcPtr = OpAccessChain %ptr_ptr %push %two
     %source = OpLoad %pointer %srcPtr
     %dstPtr = OpAccessChain %ptr_ptr %push %three
     %target = OpLoad %pointer %dstPtr
     %valPtr = OpAccessChain %ptr_val %push %four
      %value = OpLoad %{element} %valPtr
       %from = OpAccessChain %element %source %zero %index
        %old = OpLoad %{element} %from Aligned 4
        %new = {operation} %{element} {operands}
         %to = OpAccessChain %element %target %zero %index
               OpStore %to %new Aligned 4
               OpBranch %end
        %end = OpLabel
               OpReturn
               OpFunctionEnd
"""
)


@lru_cache(maxsize=None)
def words(text: str) -> bytes:
    module = spirv_tools.assemble(text, "vulkan1.2")
    spirv_tools.validate(module, "vulkan1.2")
    return module


def map_program(*, name="scale", integer=False, operation=None, iota=False, width=64, features=()) -> Program:
    """``out[i] = x[i] * value`` (f32) or ``x[i] + value`` (i32); with `iota`, ``out[i] = i + value``."""
    element, scalar = ("i32", i32) if integer or iota else ("f32", f32)
    operation = operation or ("OpIAdd" if element == "i32" else "OpFMul")
    layout = Layout(
        (
            Member("base", 0, 4, "I", -1, 0),
            Member("size", 4, 4, "I", -1, 0),
            Member("address", 8, 8, "Q", 0),
            Member("address", 16, 8, "Q", 1),
            Member("value", 24, 4, "i" if element == "i32" else "f", 2),
        ),
        28,
    )
    operands = "%index %value" if iota else "%old %value"
    text = SCALE.format(
        workgroup=f"{width} 1 1", offsets=[0, 4, 8, 16, 24], element=element, operation=operation, operands=operands
    )
    array = ArrayType(scalar, 1)
    return Program(
        name=name,
        entry="main",
        words=words(text),
        target="vulkan1.2",
        abi="address",
        workgroup=(width, 1, 1),
        ndim=1,
        parameters=(Parameter("x", array, "read"), Parameter("out", array, "write"), Parameter("value", scalar)),
        layout=layout,
        bindings=(),
        capabilities=("Shader", "PhysicalStorageBufferAddresses"),
        extensions=(),
        features=("bufferDeviceAddress", *features),
    )
