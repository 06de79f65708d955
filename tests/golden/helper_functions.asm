; SPIR-V 1.5
; Bound: 68
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %38 "helper_functions" %20 %42
      OpExecutionMode %38 LocalSize 256 1 1
      OpName %4 "square"
      OpName %5 "v"
      OpName %10 "fill"
      OpName %16 "f32_array"
      OpName %18 "push_constants"
      OpMemberName %18 0 "base0"
      OpMemberName %18 1 "size0"
      OpMemberName %18 2 "x"
      OpMemberName %18 3 "x.extent0"
      OpName %11 "k"
      OpName %12 "v"
      OpName %38 "helper_functions"
      OpName %42 "GlobalInvocationId"
      OpDecorate %7 NoContraction
      OpDecorate %15 ArrayStride 4
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpDecorate %18 Block
      OpMemberDecorate %18 0 Offset 0
      OpMemberDecorate %18 1 Offset 4
      OpMemberDecorate %18 2 Offset 8
      OpMemberDecorate %18 3 Offset 16
      OpDecorate %42 BuiltIn GlobalInvocationId
 %1 = OpTypeVoid
 %2 = OpTypeFloat 32
 %3 = OpTypeFunction %2 %2
 %8 = OpTypeInt 32 1
 %9 = OpTypeFunction %1 %8 %2
%14 = OpTypeInt 32 0
%15 = OpTypeRuntimeArray %2
%16 = OpTypeStruct %15                                       ; f32_array
%17 = OpTypePointer PhysicalStorageBuffer %16
%18 = OpTypeStruct %14 %14 %17 %8                            ; push_constants
%19 = OpTypePointer PushConstant %18
%20 = OpVariable %19 PushConstant
%21 = OpTypePointer PushConstant %17
%22 = OpConstant %8 2
%25 = OpTypePointer PushConstant %8
%26 = OpConstant %8 3
%30 = OpTypeBool
%34 = OpTypePointer PhysicalStorageBuffer %2
%35 = OpConstant %8 0
%37 = OpTypeFunction %1
%40 = OpTypeVector %14 3
%41 = OpTypePointer Input %40
%42 = OpVariable %41 Input                                   ; GlobalInvocationId
%45 = OpTypePointer PushConstant %14
%49 = OpConstant %8 1
%61 = OpConstant %2 0
 %4 = OpFunction %2 None %3                                  ; square
 %5 = OpFunctionParameter %2                                 ; v
 %6 = OpLabel
 %7 = OpFMul %2 %5 %5
      OpReturnValue %7
      OpFunctionEnd
%10 = OpFunction %1 None %9                                  ; fill
%11 = OpFunctionParameter %8                                 ; k
%12 = OpFunctionParameter %2                                 ; v
%13 = OpLabel
%23 = OpAccessChain %21 %20 %22
%24 = OpLoad %17 %23
%27 = OpAccessChain %25 %20 %26
%28 = OpLoad %8 %27
%29 = OpFunctionCall %2 %4 %12
%31 = OpULessThan %30 %11 %28
      OpSelectionMerge %33 None
      OpBranchConditional %31 %32 %33
%32 = OpLabel
%36 = OpAccessChain %34 %24 %35 %11
      OpStore %36 %29 Aligned 4
      OpBranch %33
%33 = OpLabel
      OpReturn
      OpFunctionEnd
%38 = OpFunction %1 None %37                                 ; helper_functions
%39 = OpLabel
%43 = OpLoad %40 %42
%44 = OpCompositeExtract %14 %43 0
%46 = OpAccessChain %45 %20 %35
%47 = OpLoad %14 %46
%48 = OpIAdd %14 %44 %47
%50 = OpAccessChain %45 %20 %49
%51 = OpLoad %14 %50
%52 = OpUGreaterThanEqual %30 %48 %51
      OpSelectionMerge %54 None
      OpBranchConditional %52 %53 %54
%53 = OpLabel
      OpReturn
%54 = OpLabel
%55 = OpAccessChain %21 %20 %22
%56 = OpLoad %17 %55
%57 = OpAccessChain %25 %20 %26
%58 = OpLoad %8 %57
%59 = OpBitcast %8 %48
%60 = OpULessThan %30 %59 %58
      OpSelectionMerge %63 None
      OpBranchConditional %60 %62 %63
%62 = OpLabel
%64 = OpAccessChain %34 %56 %35 %59
%65 = OpLoad %2 %64 Aligned 4
      OpBranch %63
%63 = OpLabel
%66 = OpPhi %2 %65 %62 %61 %54
%67 = OpFunctionCall %1 %10 %59 %66
      OpReturn
      OpFunctionEnd
