; SPIR-V 1.5
; Bound: 62
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "for_down" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "for_down"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "n"
      OpMemberName %15 4 "x.extent0"
      OpName %48 "k"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %15 Block
      OpMemberDecorate %15 0 Offset 0
      OpMemberDecorate %15 1 Offset 4
      OpMemberDecorate %15 2 Offset 8
      OpMemberDecorate %15 3 Offset 16
      OpMemberDecorate %15 4 Offset 20
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeVector %5 3
 %7 = OpTypePointer Input %6
 %8 = OpVariable %7 Input                                    ; GlobalInvocationId
%11 = OpTypeInt 32 1
%12 = OpTypeRuntimeArray %11
%13 = OpTypeStruct %12                                       ; i32_array
%14 = OpTypePointer PhysicalStorageBuffer %13
%15 = OpTypeStruct %5 %5 %14 %11 %11                         ; push_constants
%16 = OpTypePointer PushConstant %15
%17 = OpVariable %16 PushConstant
%18 = OpTypePointer PushConstant %5
%19 = OpConstant %11 0
%23 = OpConstant %11 1
%26 = OpTypeBool
%30 = OpTypePointer PushConstant %14
%31 = OpConstant %11 2
%34 = OpTypePointer PushConstant %11
%35 = OpConstant %11 4
%38 = OpConstant %11 3
%41 = OpConstant %11 -1
%54 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; for_down
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
%33 = OpLoad %14 %32
%36 = OpAccessChain %34 %17 %35
%37 = OpLoad %11 %36
%39 = OpAccessChain %34 %17 %38
%40 = OpLoad %11 %39
      OpBranch %42
%42 = OpLabel
%48 = OpPhi %11 %40 %29 %44 %47                              ; k
%49 = OpSGreaterThan %26 %48 %19
      OpLoopMerge %46 %47 None
      OpBranchConditional %49 %43 %46
%43 = OpLabel
%50 = OpISub %11 %48 %23
%51 = OpULessThan %26 %50 %37
      OpSelectionMerge %53 None
      OpBranchConditional %51 %52 %53
%52 = OpLabel
%55 = OpAccessChain %54 %33 %19 %50
%56 = OpLoad %11 %55 Aligned 4
      OpBranch %53
%53 = OpLabel
%57 = OpPhi %11 %56 %52 %19 %43
%58 = OpULessThan %26 %48 %37
      OpSelectionMerge %60 None
      OpBranchConditional %58 %59 %60
%59 = OpLabel
%61 = OpAccessChain %54 %33 %19 %48
      OpStore %61 %57 Aligned 4
      OpBranch %60
%60 = OpLabel
      OpBranch %47
%47 = OpLabel
%44 = OpIAdd %11 %48 %41
      OpBranch %42
%46 = OpLabel
      OpReturn
      OpFunctionEnd
