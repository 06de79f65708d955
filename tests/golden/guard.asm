; SPIR-V 1.5
; Bound: 52
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "guard" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "guard"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "n"
      OpMemberName %16 4 "x.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 0 NonReadable
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpMemberDecorate %16 4 Offset 20
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeVector %5 3
 %7 = OpTypePointer Input %6
 %8 = OpVariable %7 Input                                    ; GlobalInvocationId
%11 = OpTypeFloat 32
%12 = OpTypeRuntimeArray %11
%13 = OpTypeStruct %12                                       ; f32_array
%14 = OpTypePointer PhysicalStorageBuffer %13
%15 = OpTypeInt 32 1
%16 = OpTypeStruct %5 %5 %14 %15 %15                         ; push_constants
%17 = OpTypePointer PushConstant %16
%18 = OpVariable %17 PushConstant
%19 = OpTypePointer PushConstant %5
%20 = OpConstant %15 0
%24 = OpConstant %15 1
%27 = OpTypeBool
%31 = OpTypePointer PushConstant %14
%32 = OpConstant %15 2
%35 = OpTypePointer PushConstant %15
%36 = OpConstant %15 4
%40 = OpConstant %15 3
%45 = OpConstantFalse %27
%49 = OpConstant %11 0
%50 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; guard
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%21 = OpAccessChain %19 %18 %20
%22 = OpLoad %5 %21
%23 = OpIAdd %5 %10 %22
%25 = OpAccessChain %19 %18 %24
%26 = OpLoad %5 %25
%28 = OpUGreaterThanEqual %27 %23 %26
      OpSelectionMerge %30 None
      OpBranchConditional %28 %29 %30
%29 = OpLabel
      OpReturn
%30 = OpLabel
%33 = OpAccessChain %31 %18 %32
%34 = OpLoad %14 %33
%37 = OpAccessChain %35 %18 %36
%38 = OpLoad %15 %37
%39 = OpBitcast %15 %23
%41 = OpAccessChain %35 %18 %40
%42 = OpLoad %15 %41
%43 = OpSLessThan %27 %39 %42
%44 = OpSLessThan %27 %39 %38
%46 = OpLogicalAnd %27 %43 %44
      OpSelectionMerge %48 None
      OpBranchConditional %46 %47 %48
%47 = OpLabel
%51 = OpAccessChain %50 %34 %20 %39
      OpStore %51 %49 Aligned 4
      OpBranch %48
%48 = OpLabel
      OpReturn
      OpFunctionEnd
