; SPIR-V 1.3
; Bound: 27
      OpCapability Shader
      OpMemoryModel Logical GLSL450
      OpEntryPoint GLCompute %3 "vulkan11" %15
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "vulkan11"
      OpName %7 "u32_array"
      OpName %9 "x"
      OpName %15 "GlobalInvocationId"
      OpDecorate %6 ArrayStride 4
      OpDecorate %7 Block
      OpMemberDecorate %7 0 Offset 0
      OpMemberDecorate %7 0 NonReadable
      OpDecorate %9 DescriptorSet 0
      OpDecorate %9 Binding 0
      OpDecorate %15 BuiltIn GlobalInvocationId
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeRuntimeArray %5
 %7 = OpTypeStruct %6                                        ; u32_array
 %8 = OpTypePointer StorageBuffer %7
 %9 = OpVariable %8 StorageBuffer                            ; x
%11 = OpTypeInt 32 1
%13 = OpTypeVector %5 3
%14 = OpTypePointer Input %13
%15 = OpVariable %14 Input                                   ; GlobalInvocationId
%20 = OpTypeBool
%24 = OpTypePointer StorageBuffer %5
%25 = OpConstant %11 0
 %3 = OpFunction %1 None %2                                  ; vulkan11
 %4 = OpLabel
%10 = OpArrayLength %5 %9 0
%12 = OpBitcast %11 %10
%16 = OpLoad %13 %15
%17 = OpCompositeExtract %5 %16 0
%18 = OpBitcast %11 %17
%19 = OpBitcast %5 %18
%21 = OpULessThan %20 %18 %12
      OpSelectionMerge %23 None
      OpBranchConditional %21 %22 %23
%22 = OpLabel
%26 = OpAccessChain %24 %9 %25 %18
      OpStore %26 %19
      OpBranch %23
%23 = OpLabel
      OpReturn
      OpFunctionEnd
