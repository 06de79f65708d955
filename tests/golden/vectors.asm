; SPIR-V 1.5
; Bound: 84
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "vectors" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "vectors"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "a.x"
      OpMemberName %16 4 "a.y"
      OpMemberName %16 5 "a.z"
      OpMemberName %16 6 "k"
      OpMemberName %16 7 "x.extent0"
      OpName %58 "t"
      OpName %65 "t"
      OpName %73 "b"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 0 NonReadable
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpMemberDecorate %16 4 Offset 20
      OpMemberDecorate %16 5 Offset 24
      OpMemberDecorate %16 6 Offset 28
      OpMemberDecorate %16 7 Offset 32
      OpDecorate %60 NoContraction
      OpDecorate %62 NoContraction
      OpDecorate %64 NoContraction
      OpDecorate %68 NoContraction
      OpDecorate %70 NoContraction
      OpDecorate %72 NoContraction
      OpDecorate %77 NoContraction
      OpDecorate %78 NoContraction
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
%16 = OpTypeStruct %5 %5 %14 %11 %11 %11 %11 %15             ; push_constants
%17 = OpTypePointer PushConstant %16
%18 = OpVariable %17 PushConstant
%19 = OpTypePointer PushConstant %5
%20 = OpConstant %15 0
%24 = OpConstant %15 1
%27 = OpTypeBool
%31 = OpTypePointer PushConstant %14
%32 = OpConstant %15 2
%35 = OpTypePointer PushConstant %11
%36 = OpConstant %15 3
%39 = OpConstant %15 4
%42 = OpConstant %15 5
%45 = OpTypeVector %11 3
%47 = OpTypePointer PushConstant %15
%48 = OpConstant %15 7
%52 = OpConstant %15 6
%67 = OpConstant %11 1
%82 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; vectors
 %4 = OpLabel
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
%38 = OpLoad %11 %37
%40 = OpAccessChain %35 %18 %39
%41 = OpLoad %11 %40
%43 = OpAccessChain %35 %18 %42
%44 = OpLoad %11 %43
%46 = OpCompositeConstruct %45 %38 %41 %44
%49 = OpAccessChain %47 %18 %48
%50 = OpLoad %15 %49
%51 = OpBitcast %15 %23
%53 = OpAccessChain %35 %18 %52
%54 = OpLoad %11 %53
%55 = OpCompositeExtract %11 %46 2
%56 = OpCompositeExtract %11 %46 1
%57 = OpCompositeExtract %11 %46 0
%58 = OpCompositeConstruct %45 %55 %56 %57                   ; t
%59 = OpCompositeExtract %11 %58 0
%60 = OpFMul %11 %59 %54
%61 = OpCompositeExtract %11 %58 1
%62 = OpFMul %11 %61 %54
%63 = OpCompositeExtract %11 %58 2
%64 = OpFMul %11 %63 %54
%65 = OpCompositeConstruct %45 %60 %62 %64                   ; t
%66 = OpCompositeExtract %11 %65 0
%68 = OpFAdd %11 %66 %67
%69 = OpCompositeExtract %11 %65 1
%70 = OpFAdd %11 %69 %67
%71 = OpCompositeExtract %11 %65 2
%72 = OpFAdd %11 %71 %67
%73 = OpCompositeConstruct %45 %68 %70 %72                   ; b
%74 = OpCompositeExtract %11 %73 0
%75 = OpCompositeExtract %11 %73 1
%76 = OpCompositeExtract %11 %73 2
%77 = OpFMul %11 %75 %76
%78 = OpFAdd %11 %74 %77
%79 = OpULessThan %27 %51 %50
      OpSelectionMerge %81 None
      OpBranchConditional %79 %80 %81
%80 = OpLabel
%83 = OpAccessChain %82 %34 %20 %51
      OpStore %83 %78 Aligned 4
      OpBranch %81
%81 = OpLabel
      OpReturn
      OpFunctionEnd
