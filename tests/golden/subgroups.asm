; SPIR-V 1.5
; Bound: 99
      OpCapability Shader
      OpCapability GroupNonUniform
      OpCapability GroupNonUniformArithmetic
      OpCapability GroupNonUniformShuffleRelative
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "subgroups" %18 %43 %53 %56
      OpExecutionMode %3 LocalSize 64 1 1
      OpName %3 "subgroups"
      OpName %8 "f32_array"
      OpName %10 "f32_array"
      OpName %14 "i32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "out"
      OpMemberName %16 4 "count"
      OpMemberName %16 5 "x.extent0"
      OpMemberName %16 6 "out.extent0"
      OpMemberName %16 7 "count.extent0"
      OpName %43 "GlobalInvocationId"
      OpName %53 "SubgroupLocalInvocationId"
      OpName %56 "SubgroupSize"
      OpName %67 "t"
      OpName %69 "inclusive_add"
      OpName %75 "t"
      OpName %77 "shuffle_down"
      OpName %88 "elect"
      OpName %98 "old"
      OpDecorate %7 ArrayStride 4
      OpDecorate %8 Block
      OpMemberDecorate %8 0 Offset 0
      OpMemberDecorate %8 0 NonWritable
      OpDecorate %10 Block
      OpMemberDecorate %10 0 Offset 0
      OpMemberDecorate %10 0 NonReadable
      OpDecorate %13 ArrayStride 4
      OpDecorate %14 Block
      OpMemberDecorate %14 0 Offset 0
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpMemberDecorate %16 4 Offset 24
      OpMemberDecorate %16 5 Offset 32
      OpMemberDecorate %16 6 Offset 36
      OpMemberDecorate %16 7 Offset 40
      OpDecorate %43 BuiltIn GlobalInvocationId
      OpDecorate %53 BuiltIn SubgroupLocalInvocationId
      OpDecorate %56 BuiltIn SubgroupSize
      OpDecorate %83 NoContraction
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeFloat 32
 %7 = OpTypeRuntimeArray %6
 %8 = OpTypeStruct %7                                        ; f32_array
 %9 = OpTypePointer PhysicalStorageBuffer %8
%10 = OpTypeStruct %7                                        ; f32_array
%11 = OpTypePointer PhysicalStorageBuffer %10
%12 = OpTypeInt 32 1
%13 = OpTypeRuntimeArray %12
%14 = OpTypeStruct %13                                       ; i32_array
%15 = OpTypePointer PhysicalStorageBuffer %14
%16 = OpTypeStruct %5 %5 %9 %11 %15 %12 %12 %12              ; push_constants
%17 = OpTypePointer PushConstant %16
%18 = OpVariable %17 PushConstant
%19 = OpTypePointer PushConstant %9
%20 = OpConstant %12 2
%23 = OpTypePointer PushConstant %11
%24 = OpConstant %12 3
%27 = OpTypePointer PushConstant %15
%28 = OpConstant %12 4
%31 = OpTypePointer PushConstant %12
%32 = OpConstant %12 5
%35 = OpConstant %12 6
%38 = OpConstant %12 7
%41 = OpTypeVector %5 3
%42 = OpTypePointer Input %41
%43 = OpVariable %42 Input                                   ; GlobalInvocationId
%46 = OpTypePointer PushConstant %5
%47 = OpConstant %12 0
%52 = OpTypePointer Input %5
%53 = OpVariable %52 Input                                   ; SubgroupLocalInvocationId
%56 = OpVariable %52 Input                                   ; SubgroupSize
%59 = OpTypeBool
%61 = OpConstant %6 0
%64 = OpTypePointer PhysicalStorageBuffer %6
%68 = OpConstant %5 3
%76 = OpConstant %5 1
%94 = OpTypePointer PhysicalStorageBuffer %12
%96 = OpConstant %5 0
 %3 = OpFunction %1 None %2                                  ; subgroups
 %4 = OpLabel
%21 = OpAccessChain %19 %18 %20
%22 = OpLoad %9 %21
%25 = OpAccessChain %23 %18 %24
%26 = OpLoad %11 %25
%29 = OpAccessChain %27 %18 %28
%30 = OpLoad %15 %29
%33 = OpAccessChain %31 %18 %32
%34 = OpLoad %12 %33
%36 = OpAccessChain %31 %18 %35
%37 = OpLoad %12 %36
%39 = OpAccessChain %31 %18 %38
%40 = OpLoad %12 %39
%44 = OpLoad %41 %43
%45 = OpCompositeExtract %5 %44 0
%48 = OpAccessChain %46 %18 %47
%49 = OpLoad %5 %48
%50 = OpIAdd %5 %45 %49
%51 = OpBitcast %12 %50
%54 = OpLoad %5 %53
%55 = OpBitcast %12 %54
%57 = OpLoad %5 %56
%58 = OpBitcast %12 %57
%60 = OpULessThan %59 %51 %34
      OpSelectionMerge %63 None
      OpBranchConditional %60 %62 %63
%62 = OpLabel
%65 = OpAccessChain %64 %22 %47 %51
%66 = OpLoad %6 %65 Aligned 4
      OpBranch %63
%63 = OpLabel
%67 = OpPhi %6 %66 %62 %61 %4                                ; t
%69 = OpGroupNonUniformFAdd %6 %68 InclusiveScan %67         ; inclusive_add
%70 = OpULessThan %59 %51 %34
      OpSelectionMerge %72 None
      OpBranchConditional %70 %71 %72
%71 = OpLabel
%73 = OpAccessChain %64 %22 %47 %51
%74 = OpLoad %6 %73 Aligned 4
      OpBranch %72
%72 = OpLabel
%75 = OpPhi %6 %74 %71 %61 %63                               ; t
%77 = OpGroupNonUniformShuffleDown %6 %68 %75 %76            ; shuffle_down
%78 = OpBitcast %5 %58
%79 = OpBitcast %5 %55
%80 = OpISub %5 %78 %79
%81 = OpULessThan %59 %76 %80
%82 = OpSelect %6 %81 %77 %75
%83 = OpFAdd %6 %69 %82
%84 = OpULessThan %59 %51 %37
      OpSelectionMerge %86 None
      OpBranchConditional %84 %85 %86
%85 = OpLabel
%87 = OpAccessChain %64 %26 %47 %51
      OpStore %87 %83 Aligned 4
      OpBranch %86
%86 = OpLabel
%88 = OpGroupNonUniformElect %59 %68                         ; elect
      OpSelectionMerge %90 None
      OpBranchConditional %88 %89 %90
%89 = OpLabel
%91 = OpULessThan %59 %47 %40
      OpSelectionMerge %93 None
      OpBranchConditional %91 %92 %93
%92 = OpLabel
%95 = OpAccessChain %94 %30 %47 %47
%97 = OpAtomicIAdd %12 %95 %76 %96 %58
      OpBranch %93
%93 = OpLabel
%98 = OpPhi %12 %97 %92 %47 %89                              ; old
      OpBranch %90
%90 = OpLabel
      OpReturn
      OpFunctionEnd
