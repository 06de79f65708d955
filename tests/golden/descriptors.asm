; SPIR-V 1.5
; Bound: 53
      OpCapability Shader
      OpCapability StorageBuffer8BitAccess
      OpMemoryModel Logical GLSL450
      OpEntryPoint GLCompute %3 "descriptors" %9 %14 %23 %29
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "descriptors"
      OpName %7 "f32_array"
      OpName %9 "x"
      OpName %12 "u8_array"
      OpName %14 "flags"
      OpName %23 "GlobalInvocationId"
      OpName %27 "push_constants"
      OpMemberName %27 0 "a"
      OpDecorate %6 ArrayStride 4
      OpDecorate %7 Block
      OpMemberDecorate %7 0 Offset 0
      OpMemberDecorate %7 0 NonReadable
      OpDecorate %9 DescriptorSet 0
      OpDecorate %9 Binding 0
      OpDecorate %9 Aliased
      OpDecorate %11 ArrayStride 1
      OpDecorate %12 Block
      OpMemberDecorate %12 0 Offset 0
      OpMemberDecorate %12 0 NonWritable
      OpDecorate %14 DescriptorSet 0
      OpDecorate %14 Binding 1
      OpDecorate %14 Aliased
      OpDecorate %23 BuiltIn GlobalInvocationId
      OpDecorate %27 Block
      OpMemberDecorate %27 0 Offset 0
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeFloat 32
 %6 = OpTypeRuntimeArray %5
 %7 = OpTypeStruct %6                                        ; f32_array
 %8 = OpTypePointer StorageBuffer %7
 %9 = OpVariable %8 StorageBuffer                            ; x
%10 = OpTypeInt 8 0
%11 = OpTypeRuntimeArray %10
%12 = OpTypeStruct %11                                       ; u8_array
%13 = OpTypePointer StorageBuffer %12
%14 = OpVariable %13 StorageBuffer                           ; flags
%15 = OpTypeInt 32 0
%17 = OpTypeInt 32 1
%21 = OpTypeVector %15 3
%22 = OpTypePointer Input %21
%23 = OpVariable %22 Input                                   ; GlobalInvocationId
%27 = OpTypeStruct %5                                        ; push_constants
%28 = OpTypePointer PushConstant %27
%29 = OpVariable %28 PushConstant
%30 = OpTypePointer PushConstant %5
%31 = OpConstant %17 0
%34 = OpTypeBool
%36 = OpConstantFalse %34
%39 = OpTypePointer StorageBuffer %10
%43 = OpConstant %15 0
%51 = OpTypePointer StorageBuffer %5
 %3 = OpFunction %1 None %2                                  ; descriptors
 %4 = OpLabel
%16 = OpArrayLength %15 %9 0
%18 = OpBitcast %17 %16
%19 = OpArrayLength %15 %14 0
%20 = OpBitcast %17 %19
%24 = OpLoad %21 %23
%25 = OpCompositeExtract %15 %24 0
%26 = OpBitcast %17 %25
%32 = OpAccessChain %30 %29 %31
%33 = OpLoad %5 %32
%35 = OpULessThan %34 %26 %20
      OpSelectionMerge %38 None
      OpBranchConditional %35 %37 %38
%37 = OpLabel
%40 = OpAccessChain %39 %14 %31 %26
%41 = OpLoad %10 %40
%42 = OpUConvert %15 %41
%44 = OpINotEqual %34 %42 %43
      OpBranch %38
%38 = OpLabel
%45 = OpPhi %34 %44 %37 %36 %4
      OpSelectionMerge %47 None
      OpBranchConditional %45 %46 %47
%46 = OpLabel
%48 = OpULessThan %34 %26 %18
      OpSelectionMerge %50 None
      OpBranchConditional %48 %49 %50
%49 = OpLabel
%52 = OpAccessChain %51 %9 %31 %26
      OpStore %52 %33
      OpBranch %50
%50 = OpLabel
      OpBranch %47
%47 = OpLabel
      OpReturn
      OpFunctionEnd
