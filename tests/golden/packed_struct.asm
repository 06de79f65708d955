; SPIR-V 1.5
; Bound: 54
      OpCapability Shader
      OpCapability Float64
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "packed_struct" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "packed_struct"
      OpName %8 "GlobalInvocationId"
      OpName %12 "u32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "x.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %11 ArrayStride 4
      OpDecorate %12 Block
      OpMemberDecorate %12 0 Offset 0
      OpMemberDecorate %12 0 NonReadable
      OpDecorate %15 Block
      OpMemberDecorate %15 0 Offset 0
      OpMemberDecorate %15 1 Offset 4
      OpMemberDecorate %15 2 Offset 8
      OpMemberDecorate %15 3 Offset 16
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeVector %5 3
 %7 = OpTypePointer Input %6
 %8 = OpVariable %7 Input                                    ; GlobalInvocationId
%11 = OpTypeRuntimeArray %5
%12 = OpTypeStruct %11                                       ; u32_array
%13 = OpTypePointer PhysicalStorageBuffer %12
%14 = OpTypeInt 32 1
%15 = OpTypeStruct %5 %5 %13 %14                             ; push_constants
%16 = OpTypePointer PushConstant %15
%17 = OpVariable %16 PushConstant
%18 = OpTypePointer PushConstant %5
%19 = OpConstant %14 0
%23 = OpConstant %14 1
%26 = OpTypeBool
%30 = OpTypePointer PushConstant %13
%31 = OpConstant %14 2
%34 = OpTypePointer PushConstant %14
%35 = OpConstant %14 3
%39 = OpTypeFloat 64
%40 = OpConstant %39 1.5
%45 = OpTypeVector %5 2
%50 = OpTypePointer PhysicalStorageBuffer %5
 %3 = OpFunction %1 None %2                                  ; packed_struct
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%20 = OpAccessChain %18 %17 %19
%21 = OpLoad %5 %20
%22 = OpIAdd %5 %10 %21
%24 = OpAccessChain %18 %17 %23
%25 = OpLoad %5 %24
%27 = OpUGreaterThanEqual %26 %22 %25
      OpSelectionMerge %29 None
      OpBranchConditional %27 %28 %29
%28 = OpLabel
      OpReturn
%29 = OpLabel
%32 = OpAccessChain %30 %17 %31
%33 = OpLoad %13 %32
%36 = OpAccessChain %34 %17 %35
%37 = OpLoad %14 %36
%38 = OpBitcast %14 %22
%41 = OpULessThan %26 %38 %37
      OpSelectionMerge %43 None
      OpBranchConditional %41 %42 %43
%42 = OpLabel
%44 = OpIMul %14 %38 %35
%46 = OpBitcast %45 %40
%47 = OpCompositeExtract %5 %46 0
%48 = OpCompositeExtract %5 %46 1
%49 = OpIAdd %14 %44 %23
%51 = OpAccessChain %50 %33 %19 %49
      OpStore %51 %47 Aligned 4
%52 = OpIAdd %14 %44 %31
%53 = OpAccessChain %50 %33 %19 %52
      OpStore %53 %48 Aligned 4
      OpBranch %43
%43 = OpLabel
      OpReturn
      OpFunctionEnd
