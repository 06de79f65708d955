; SPIR-V 1.5
; Bound: 97
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "strided" %8 %20
      OpExecutionMode %3 LocalSize 32 8 1
      OpName %3 "strided"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %15 "f32_array"
      OpName %18 "push_constants"
      OpMemberName %18 0 "base0"
      OpMemberName %18 1 "base1"
      OpMemberName %18 2 "size0"
      OpMemberName %18 3 "size1"
      OpMemberName %18 4 "x"
      OpMemberName %18 5 "y"
      OpMemberName %18 6 "x.extent0"
      OpMemberName %18 7 "x.extent1"
      OpMemberName %18 8 "y.extent0"
      OpMemberName %18 9 "y.extent1"
      OpMemberName %18 10 "x.stride0"
      OpMemberName %18 11 "x.stride1"
      OpMemberName %18 12 "x.origin0"
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
      OpMemberDecorate %18 3 Offset 12
      OpMemberDecorate %18 4 Offset 16
      OpMemberDecorate %18 5 Offset 24
      OpMemberDecorate %18 6 Offset 32
      OpMemberDecorate %18 7 Offset 36
      OpMemberDecorate %18 8 Offset 40
      OpMemberDecorate %18 9 Offset 44
      OpMemberDecorate %18 10 Offset 48
      OpMemberDecorate %18 11 Offset 52
      OpMemberDecorate %18 12 Offset 56
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
%18 = OpTypeStruct %5 %5 %5 %5 %14 %16 %17 %17 %17 %17 %17 %17 %17 ; push_constants
%19 = OpTypePointer PushConstant %18
%20 = OpVariable %19 PushConstant
%21 = OpTypePointer PushConstant %5
%22 = OpConstant %17 0
%26 = OpConstant %17 2
%29 = OpTypeBool
%32 = OpConstant %17 1
%36 = OpConstant %17 3
%43 = OpTypePointer PushConstant %14
%44 = OpConstant %17 4
%47 = OpTypePointer PushConstant %16
%48 = OpConstant %17 5
%51 = OpTypePointer PushConstant %17
%52 = OpConstant %17 6
%55 = OpConstant %17 7
%58 = OpConstant %17 8
%61 = OpConstant %17 9
%66 = OpConstant %17 12
%69 = OpConstant %17 10
%72 = OpConstant %17 11
%78 = OpConstant %11 0
%85 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; strided
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 1
%23 = OpAccessChain %21 %20 %22
%24 = OpLoad %5 %23
%25 = OpIAdd %5 %10 %24
%27 = OpAccessChain %21 %20 %26
%28 = OpLoad %5 %27
%30 = OpUGreaterThanEqual %29 %25 %28
%31 = OpCompositeExtract %5 %9 0
%33 = OpAccessChain %21 %20 %32
%34 = OpLoad %5 %33
%35 = OpIAdd %5 %31 %34
%37 = OpAccessChain %21 %20 %36
%38 = OpLoad %5 %37
%39 = OpUGreaterThanEqual %29 %35 %38
%40 = OpLogicalOr %29 %30 %39
      OpSelectionMerge %42 None
      OpBranchConditional %40 %41 %42
%41 = OpLabel
      OpReturn
%42 = OpLabel
%45 = OpAccessChain %43 %20 %44
%46 = OpLoad %14 %45
%49 = OpAccessChain %47 %20 %48
%50 = OpLoad %16 %49
%53 = OpAccessChain %51 %20 %52
%54 = OpLoad %17 %53
%56 = OpAccessChain %51 %20 %55
%57 = OpLoad %17 %56
%59 = OpAccessChain %51 %20 %58
%60 = OpLoad %17 %59
%62 = OpAccessChain %51 %20 %61
%63 = OpLoad %17 %62
%64 = OpBitcast %17 %25
%65 = OpBitcast %17 %35
%67 = OpAccessChain %51 %20 %66
%68 = OpLoad %17 %67
%70 = OpAccessChain %51 %20 %69
%71 = OpLoad %17 %70
%73 = OpAccessChain %51 %20 %72
%74 = OpLoad %17 %73
%75 = OpULessThan %29 %65 %54
%76 = OpULessThan %29 %64 %57
%77 = OpLogicalAnd %29 %75 %76
      OpSelectionMerge %80 None
      OpBranchConditional %77 %79 %80
%79 = OpLabel
%81 = OpIMul %17 %65 %71
%82 = OpIAdd %17 %68 %81
%83 = OpIMul %17 %64 %74
%84 = OpIAdd %17 %82 %83
%86 = OpAccessChain %85 %46 %22 %84
%87 = OpLoad %11 %86 Aligned 4
      OpBranch %80
%80 = OpLabel
%88 = OpPhi %11 %87 %79 %78 %42
%89 = OpULessThan %29 %64 %60
%90 = OpULessThan %29 %65 %63
%91 = OpLogicalAnd %29 %89 %90
      OpSelectionMerge %93 None
      OpBranchConditional %91 %92 %93
%92 = OpLabel
%94 = OpIMul %17 %64 %63
%95 = OpIAdd %17 %94 %65
%96 = OpAccessChain %85 %50 %22 %95
      OpStore %96 %88 Aligned 4
      OpBranch %93
%93 = OpLabel
      OpReturn
      OpFunctionEnd
