; SPIR-V 1.5
; Bound: 97
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "while_else" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "while_else"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "x.extent0"
      OpName %47 "n"
      OpName %50 "broke"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
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
%11 = OpTypeInt 32 1
%12 = OpTypeRuntimeArray %11
%13 = OpTypeStruct %12                                       ; i32_array
%14 = OpTypePointer PhysicalStorageBuffer %13
%15 = OpTypeStruct %5 %5 %14 %11                             ; push_constants
%16 = OpTypePointer PushConstant %15
%17 = OpVariable %16 PushConstant
%18 = OpTypePointer PushConstant %5
%19 = OpConstant %11 0
%23 = OpConstant %11 1
%26 = OpTypeBool
%30 = OpTypePointer PushConstant %14
%31 = OpConstant %11 2
%34 = OpTypePointer PushConstant %11
%35 = OpConstant %11 3
%42 = OpTypePointer PhysicalStorageBuffer %11
%46 = OpTypePointer Function %11
%48 = OpConstantFalse %26
%49 = OpTypePointer Function %26
%59 = OpConstant %11 7
%74 = OpConstantTrue %26
%76 = OpConstant %5 1
%91 = OpConstant %11 -1
 %3 = OpFunction %1 None %2                                  ; while_else
 %4 = OpLabel
%47 = OpVariable %46 Function                                ; n
%50 = OpVariable %49 Function                                ; broke
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
%38 = OpBitcast %11 %22
%39 = OpULessThan %26 %38 %37
      OpSelectionMerge %41 None
      OpBranchConditional %39 %40 %41
%40 = OpLabel
%43 = OpAccessChain %42 %33 %19 %38
%44 = OpLoad %11 %43 Aligned 4
      OpBranch %41
%41 = OpLabel
%45 = OpPhi %11 %44 %40 %19 %29
      OpStore %47 %45
      OpStore %50 %48
      OpBranch %51
%51 = OpLabel
      OpLoopMerge %53 %54 None
      OpBranch %52
%52 = OpLabel
%55 = OpLoad %11 %47
%56 = OpSGreaterThan %26 %55 %23
      OpBranchConditional %56 %57 %53
%57 = OpLabel
%58 = OpLoad %11 %47
%60 = OpSDiv %11 %58 %59
%61 = OpIMul %11 %60 %59
%62 = OpISub %11 %58 %61
%63 = OpBitwiseXor %11 %62 %59
%64 = OpSLessThan %26 %63 %19
%65 = OpINotEqual %26 %62 %19
%66 = OpLogicalAnd %26 %65 %64
%67 = OpISub %11 %60 %23
%68 = OpSelect %11 %66 %67 %60
%69 = OpIAdd %11 %62 %59
%70 = OpSelect %11 %66 %69 %62
%71 = OpIEqual %26 %70 %19
      OpSelectionMerge %73 None
      OpBranchConditional %71 %72 %73
%72 = OpLabel
      OpStore %50 %74
      OpBranch %53
%73 = OpLabel
%75 = OpLoad %11 %47
%77 = OpShiftRightArithmetic %11 %75 %76
%78 = OpBitwiseAnd %11 %75 %23
%79 = OpIEqual %26 %78 %19
%80 = OpLoad %11 %47
%81 = OpShiftRightArithmetic %11 %80 %76
%82 = OpBitwiseAnd %11 %80 %23
%83 = OpLoad %11 %47
%84 = OpIMul %11 %35 %83
%85 = OpIAdd %11 %84 %23
%86 = OpSelect %11 %79 %81 %85
      OpStore %47 %86
      OpBranch %54
%54 = OpLabel
      OpBranch %51
%53 = OpLabel
%87 = OpLoad %26 %50
%88 = OpLogicalNot %26 %87
      OpSelectionMerge %90 None
      OpBranchConditional %88 %89 %90
%89 = OpLabel
      OpStore %47 %91
      OpBranch %90
%90 = OpLabel
%92 = OpLoad %11 %47
%93 = OpULessThan %26 %38 %37
      OpSelectionMerge %95 None
      OpBranchConditional %93 %94 %95
%94 = OpLabel
%96 = OpAccessChain %42 %33 %19 %38
      OpStore %96 %92 Aligned 4
      OpBranch %95
%95 = OpLabel
      OpReturn
      OpFunctionEnd
