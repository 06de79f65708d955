; SPIR-V 1.5
; Bound: 89
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "shifts" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "shifts"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "n"
      OpMemberName %15 4 "x.extent0"
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
%39 = OpConstant %11 3
%45 = OpTypePointer PhysicalStorageBuffer %11
%49 = OpConstant %5 3
%57 = OpConstant %11 40
%58 = OpConstant %5 31
%68 = OpConstant %5 32
 %3 = OpFunction %1 None %2                                  ; shifts
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
%38 = OpBitcast %11 %22
%40 = OpAccessChain %34 %17 %39
%41 = OpLoad %11 %40
%42 = OpULessThan %26 %38 %37
      OpSelectionMerge %44 None
      OpBranchConditional %42 %43 %44
%43 = OpLabel
%46 = OpAccessChain %45 %33 %19 %38
%47 = OpLoad %11 %46 Aligned 4
      OpBranch %44
%44 = OpLabel
%48 = OpPhi %11 %47 %43 %19 %29
%50 = OpShiftLeftLogical %11 %48 %49
%51 = OpULessThan %26 %38 %37
      OpSelectionMerge %53 None
      OpBranchConditional %51 %52 %53
%52 = OpLabel
%54 = OpAccessChain %45 %33 %19 %38
%55 = OpLoad %11 %54 Aligned 4
      OpBranch %53
%53 = OpLabel
%56 = OpPhi %11 %55 %52 %19 %44
%59 = OpShiftRightArithmetic %11 %56 %58
%60 = OpIAdd %11 %50 %59
%61 = OpULessThan %26 %38 %37
      OpSelectionMerge %63 None
      OpBranchConditional %61 %62 %63
%62 = OpLabel
%64 = OpAccessChain %45 %33 %19 %38
%65 = OpLoad %11 %64 Aligned 4
      OpBranch %63
%63 = OpLabel
%66 = OpPhi %11 %65 %62 %19 %53
%67 = OpBitcast %5 %41
%69 = OpULessThan %26 %67 %68
%70 = OpBitwiseAnd %5 %67 %58
%71 = OpShiftLeftLogical %11 %66 %70
%72 = OpSelect %11 %69 %71 %19
%73 = OpIAdd %11 %60 %72
%74 = OpULessThan %26 %38 %37
      OpSelectionMerge %76 None
      OpBranchConditional %74 %75 %76
%75 = OpLabel
%77 = OpAccessChain %45 %33 %19 %38
%78 = OpLoad %11 %77 Aligned 4
      OpBranch %76
%76 = OpLabel
%79 = OpPhi %11 %78 %75 %19 %63
%80 = OpBitcast %5 %41
%81 = OpULessThan %26 %80 %68
%82 = OpSelect %5 %81 %80 %58
%83 = OpShiftRightArithmetic %11 %79 %82
%84 = OpIAdd %11 %73 %83
%85 = OpULessThan %26 %38 %37
      OpSelectionMerge %87 None
      OpBranchConditional %85 %86 %87
%86 = OpLabel
%88 = OpAccessChain %45 %33 %19 %38
      OpStore %88 %84 Aligned 4
      OpBranch %87
%87 = OpLabel
      OpReturn
      OpFunctionEnd
