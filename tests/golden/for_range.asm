; SPIR-V 1.5
; Bound: 87
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "for_range" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "for_range"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "n"
      OpMemberName %16 4 "x.extent0"
      OpName %44 "total"
      OpName %61 "k"
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
      OpDecorate %81 NoContraction
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
%45 = OpConstant %5 0
%46 = OpConstant %5 1
%47 = OpConstantTrue %27
%49 = OpConstant %5 2
%67 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; for_range
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
%48 = OpSLessThan %27 %20 %41
%50 = OpISub %5 %41 %20
%51 = OpISub %5 %50 %46
%52 = OpUDiv %5 %51 %49
%53 = OpIAdd %5 %52 %46
%54 = OpSelect %5 %48 %53 %45
      OpBranch %55
%55 = OpLabel
%61 = OpPhi %15 %20 %30 %57 %60                              ; k
%62 = OpPhi %5 %54 %30 %58 %60
%63 = OpINotEqual %27 %62 %45
      OpLoopMerge %59 %60 None
      OpBranchConditional %63 %56 %59
%56 = OpLabel
%64 = OpULessThan %27 %61 %38
      OpSelectionMerge %66 None
      OpBranchConditional %64 %65 %66
%65 = OpLabel
%68 = OpAccessChain %67 %34 %20 %61
%69 = OpLoad %11 %68 Aligned 4
      OpBranch %66
%66 = OpLabel
%70 = OpPhi %11 %69 %65 %42 %56
%71 = OpFOrdLessThan %27 %70 %42
      OpSelectionMerge %73 None
      OpBranchConditional %71 %72 %73
%72 = OpLabel
      OpBranch %60
%73 = OpLabel
%74 = OpLoad %11 %44
%75 = OpULessThan %27 %61 %38
      OpSelectionMerge %77 None
      OpBranchConditional %75 %76 %77
%76 = OpLabel
%78 = OpAccessChain %67 %34 %20 %61
%79 = OpLoad %11 %78 Aligned 4
      OpBranch %77
%77 = OpLabel
%80 = OpPhi %11 %79 %76 %42 %73
%81 = OpFAdd %11 %74 %80
      OpStore %44 %81
      OpBranch %60
%60 = OpLabel
%57 = OpIAdd %15 %61 %32
%58 = OpISub %5 %62 %46
      OpBranch %55
%59 = OpLabel
%82 = OpLoad %11 %44
%83 = OpULessThan %27 %20 %38
      OpSelectionMerge %85 None
      OpBranchConditional %83 %84 %85
%84 = OpLabel
%86 = OpAccessChain %67 %34 %20 %20
      OpStore %86 %82 Aligned 4
      OpBranch %85
%85 = OpLabel
      OpReturn
      OpFunctionEnd
