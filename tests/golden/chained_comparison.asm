; SPIR-V 1.5
; Bound: 80
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %46 "chained_comparison" %14 %50
      OpExecutionMode %46 LocalSize 256 1 1
      OpName %5 "loud"
      OpName %10 "f32_array"
      OpName %12 "push_constants"
      OpMemberName %12 0 "base0"
      OpMemberName %12 1 "size0"
      OpMemberName %12 2 "x"
      OpMemberName %12 3 "x.extent0"
      OpName %6 "i"
      OpName %46 "chained_comparison"
      OpName %50 "GlobalInvocationId"
      OpName %68 "loud"
      OpDecorate %9 ArrayStride 4
      OpDecorate %10 Block
      OpMemberDecorate %10 0 Offset 0
      OpDecorate %12 Block
      OpMemberDecorate %12 0 Offset 0
      OpMemberDecorate %12 1 Offset 4
      OpMemberDecorate %12 2 Offset 8
      OpMemberDecorate %12 3 Offset 16
      OpDecorate %34 NoContraction
      OpDecorate %50 BuiltIn GlobalInvocationId
 %1 = OpTypeVoid
 %2 = OpTypeFloat 32
 %3 = OpTypeInt 32 1
 %4 = OpTypeFunction %2 %3
 %8 = OpTypeInt 32 0
 %9 = OpTypeRuntimeArray %2
%10 = OpTypeStruct %9                                        ; f32_array
%11 = OpTypePointer PhysicalStorageBuffer %10
%12 = OpTypeStruct %8 %8 %11 %3                              ; push_constants
%13 = OpTypePointer PushConstant %12
%14 = OpVariable %13 PushConstant
%15 = OpTypePointer PushConstant %11
%16 = OpConstant %3 2
%19 = OpTypePointer PushConstant %3
%20 = OpConstant %3 3
%23 = OpTypeBool
%25 = OpConstant %2 0
%28 = OpTypePointer PhysicalStorageBuffer %2
%29 = OpConstant %3 0
%33 = OpConstant %2 1
%45 = OpTypeFunction %1
%48 = OpTypeVector %8 3
%49 = OpTypePointer Input %48
%50 = OpVariable %49 Input                                   ; GlobalInvocationId
%53 = OpTypePointer PushConstant %8
%57 = OpConstant %3 1
%70 = OpConstant %2 10
%72 = OpConstantFalse %23
 %5 = OpFunction %2 None %4                                  ; loud
 %6 = OpFunctionParameter %3                                 ; i
 %7 = OpLabel
%17 = OpAccessChain %15 %14 %16
%18 = OpLoad %11 %17
%21 = OpAccessChain %19 %14 %20
%22 = OpLoad %3 %21
%24 = OpULessThan %23 %6 %22
      OpSelectionMerge %27 None
      OpBranchConditional %24 %26 %27
%26 = OpLabel
%30 = OpAccessChain %28 %18 %29 %6
%31 = OpLoad %2 %30 Aligned 4
      OpBranch %27
%27 = OpLabel
%32 = OpPhi %2 %31 %26 %25 %7
%34 = OpFAdd %2 %32 %33
%35 = OpULessThan %23 %6 %22
      OpSelectionMerge %37 None
      OpBranchConditional %35 %36 %37
%36 = OpLabel
%38 = OpAccessChain %28 %18 %29 %6
      OpStore %38 %34 Aligned 4
      OpBranch %37
%37 = OpLabel
%39 = OpULessThan %23 %6 %22
      OpSelectionMerge %41 None
      OpBranchConditional %39 %40 %41
%40 = OpLabel
%42 = OpAccessChain %28 %18 %29 %6
%43 = OpLoad %2 %42 Aligned 4
      OpBranch %41
%41 = OpLabel
%44 = OpPhi %2 %43 %40 %25 %37
      OpReturnValue %44
      OpFunctionEnd
%46 = OpFunction %1 None %45                                 ; chained_comparison
%47 = OpLabel
%51 = OpLoad %48 %50
%52 = OpCompositeExtract %8 %51 0
%54 = OpAccessChain %53 %14 %29
%55 = OpLoad %8 %54
%56 = OpIAdd %8 %52 %55
%58 = OpAccessChain %53 %14 %57
%59 = OpLoad %8 %58
%60 = OpUGreaterThanEqual %23 %56 %59
      OpSelectionMerge %62 None
      OpBranchConditional %60 %61 %62
%61 = OpLabel
      OpReturn
%62 = OpLabel
%63 = OpAccessChain %15 %14 %16
%64 = OpLoad %11 %63
%65 = OpAccessChain %19 %14 %20
%66 = OpLoad %3 %65
%67 = OpBitcast %3 %56
%68 = OpFunctionCall %2 %5 %67                               ; loud
%69 = OpFOrdLessThan %23 %25 %68
%71 = OpFOrdLessThan %23 %68 %70
%73 = OpLogicalAnd %23 %69 %71
      OpSelectionMerge %75 None
      OpBranchConditional %73 %74 %75
%74 = OpLabel
%76 = OpULessThan %23 %67 %66
      OpSelectionMerge %78 None
      OpBranchConditional %76 %77 %78
%77 = OpLabel
%79 = OpAccessChain %28 %64 %29 %67
      OpStore %79 %25 Aligned 4
      OpBranch %78
%78 = OpLabel
      OpBranch %75
%75 = OpLabel
      OpReturn
      OpFunctionEnd
