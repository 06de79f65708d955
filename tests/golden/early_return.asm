; SPIR-V 1.5
; Bound: 59
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "early_return" %8 %20
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "early_return"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %15 "f32_array"
      OpName %18 "push_constants"
      OpMemberName %18 0 "base0"
      OpMemberName %18 1 "size0"
      OpMemberName %18 2 "x"
      OpMemberName %18 3 "y"
      OpMemberName %18 4 "x.extent0"
      OpMemberName %18 5 "y.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 0 NonWritable
      OpDecorate %15 Block
      OpMemberDecorate %15 0 Offset 0
      OpMemberDecorate %15 0 NonReadable
      OpDecorate %18 Block
      OpMemberDecorate %18 0 Offset 0
      OpMemberDecorate %18 1 Offset 4
      OpMemberDecorate %18 2 Offset 8
      OpMemberDecorate %18 3 Offset 16
      OpMemberDecorate %18 4 Offset 24
      OpMemberDecorate %18 5 Offset 28
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
%15 = OpTypeStruct %12                                       ; f32_array
%16 = OpTypePointer PhysicalStorageBuffer %15
%17 = OpTypeInt 32 1
%18 = OpTypeStruct %5 %5 %14 %16 %17 %17                     ; push_constants
%19 = OpTypePointer PushConstant %18
%20 = OpVariable %19 PushConstant
%21 = OpTypePointer PushConstant %5
%22 = OpConstant %17 0
%26 = OpConstant %17 1
%29 = OpTypeBool
%33 = OpTypePointer PushConstant %14
%34 = OpConstant %17 2
%37 = OpTypePointer PushConstant %16
%38 = OpConstant %17 3
%41 = OpTypePointer PushConstant %17
%42 = OpConstant %17 4
%45 = OpConstant %17 5
%52 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; early_return
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%23 = OpAccessChain %21 %20 %22
%24 = OpLoad %5 %23
%25 = OpIAdd %5 %10 %24
%27 = OpAccessChain %21 %20 %26
%28 = OpLoad %5 %27
%30 = OpUGreaterThanEqual %29 %25 %28
      OpSelectionMerge %32 None
      OpBranchConditional %30 %31 %32
%31 = OpLabel
      OpReturn
%32 = OpLabel
%35 = OpAccessChain %33 %20 %34
%36 = OpLoad %14 %35
%39 = OpAccessChain %37 %20 %38
%40 = OpLoad %16 %39
%43 = OpAccessChain %41 %20 %42
%44 = OpLoad %17 %43
%46 = OpAccessChain %41 %20 %45
%47 = OpLoad %17 %46
%48 = OpBitcast %17 %25
%49 = OpSGreaterThanEqual %29 %48 %44
      OpSelectionMerge %51 None
      OpBranchConditional %49 %50 %51
%50 = OpLabel
      OpReturn
%51 = OpLabel
%53 = OpAccessChain %52 %36 %22 %48
%54 = OpLoad %11 %53 Aligned 4
%55 = OpULessThan %29 %48 %47
      OpSelectionMerge %57 None
      OpBranchConditional %55 %56 %57
%56 = OpLabel
%58 = OpAccessChain %52 %40 %22 %48
      OpStore %58 %54 Aligned 4
      OpBranch %57
%57 = OpLabel
      OpReturn
      OpFunctionEnd
