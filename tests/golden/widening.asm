; SPIR-V 1.5
; Bound: 67
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "widening" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "widening"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "n"
      OpMemberName %16 4 "x.extent0"
      OpName %44 "total"
      OpName %51 "k"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpMemberDecorate %16 4 Offset 20
      OpDecorate %61 NoContraction
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
%39 = OpConstant %15 3
%42 = OpConstant %11 0
%43 = OpTypePointer Function %11
%57 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; widening
 %4 = OpLabel
%44 = OpVariable %43 Function                                ; total
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
%40 = OpAccessChain %35 %18 %39
%41 = OpLoad %15 %40
      OpStore %44 %42
      OpBranch %45
%45 = OpLabel
%51 = OpPhi %15 %20 %30 %47 %50                              ; k
%52 = OpSLessThan %27 %51 %41
      OpLoopMerge %49 %50 None
      OpBranchConditional %52 %46 %49
%46 = OpLabel
%53 = OpLoad %11 %44
%54 = OpULessThan %27 %51 %38
      OpSelectionMerge %56 None
      OpBranchConditional %54 %55 %56
%55 = OpLabel
%58 = OpAccessChain %57 %34 %20 %51
%59 = OpLoad %11 %58 Aligned 4
      OpBranch %56
%56 = OpLabel
%60 = OpPhi %11 %59 %55 %42 %46
%61 = OpFAdd %11 %53 %60
      OpStore %44 %61
      OpBranch %50
%50 = OpLabel
%47 = OpIAdd %15 %51 %24
      OpBranch %45
%49 = OpLabel
%62 = OpLoad %11 %44
%63 = OpULessThan %27 %20 %38
      OpSelectionMerge %65 None
      OpBranchConditional %63 %64 %65
%64 = OpLabel
%66 = OpAccessChain %57 %34 %20 %20
      OpStore %66 %62 Aligned 4
      OpBranch %65
%65 = OpLabel
      OpReturn
      OpFunctionEnd
