; SPIR-V 1.5
; Bound: 69
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "atomics" %8 %19
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "atomics"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %15 "i32_array"
      OpName %17 "push_constants"
      OpMemberName %17 0 "base0"
      OpMemberName %17 1 "size0"
      OpMemberName %17 2 "bins"
      OpMemberName %17 3 "x"
      OpMemberName %17 4 "bins.extent0"
      OpMemberName %17 5 "x.extent0"
      OpName %56 "old"
      OpName %68 "old"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %15 Block
      OpMemberDecorate %15 0 Offset 0
      OpMemberDecorate %15 0 NonWritable
      OpDecorate %17 Block
      OpMemberDecorate %17 0 Offset 0
      OpMemberDecorate %17 1 Offset 4
      OpMemberDecorate %17 2 Offset 8
      OpMemberDecorate %17 3 Offset 16
      OpMemberDecorate %17 4 Offset 24
      OpMemberDecorate %17 5 Offset 28
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
%15 = OpTypeStruct %12                                       ; i32_array
%16 = OpTypePointer PhysicalStorageBuffer %15
%17 = OpTypeStruct %5 %5 %14 %16 %11 %11                     ; push_constants
%18 = OpTypePointer PushConstant %17
%19 = OpVariable %18 PushConstant
%20 = OpTypePointer PushConstant %5
%21 = OpConstant %11 0
%25 = OpConstant %11 1
%28 = OpTypeBool
%32 = OpTypePointer PushConstant %14
%33 = OpConstant %11 2
%36 = OpTypePointer PushConstant %16
%37 = OpConstant %11 3
%40 = OpTypePointer PushConstant %11
%41 = OpConstant %11 4
%44 = OpConstant %11 5
%51 = OpTypePointer PhysicalStorageBuffer %11
%53 = OpConstant %5 1
%54 = OpConstant %5 0
 %3 = OpFunction %1 None %2                                  ; atomics
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%22 = OpAccessChain %20 %19 %21
%23 = OpLoad %5 %22
%24 = OpIAdd %5 %10 %23
%26 = OpAccessChain %20 %19 %25
%27 = OpLoad %5 %26
%29 = OpUGreaterThanEqual %28 %24 %27
      OpSelectionMerge %31 None
      OpBranchConditional %29 %30 %31
%30 = OpLabel
      OpReturn
%31 = OpLabel
%34 = OpAccessChain %32 %19 %33
%35 = OpLoad %14 %34
%38 = OpAccessChain %36 %19 %37
%39 = OpLoad %16 %38
%42 = OpAccessChain %40 %19 %41
%43 = OpLoad %11 %42
%45 = OpAccessChain %40 %19 %44
%46 = OpLoad %11 %45
%47 = OpBitcast %11 %24
%48 = OpULessThan %28 %21 %43
      OpSelectionMerge %50 None
      OpBranchConditional %48 %49 %50
%49 = OpLabel
%52 = OpAccessChain %51 %35 %21 %21
%55 = OpAtomicIAdd %11 %52 %53 %54 %25
      OpBranch %50
%50 = OpLabel
%56 = OpPhi %11 %55 %49 %21 %31                              ; old
%57 = OpULessThan %28 %47 %46
      OpSelectionMerge %59 None
      OpBranchConditional %57 %58 %59
%58 = OpLabel
%60 = OpAccessChain %51 %39 %21 %47
%61 = OpLoad %11 %60 Aligned 4
      OpBranch %59
%59 = OpLabel
%62 = OpPhi %11 %61 %58 %21 %50
%63 = OpULessThan %28 %62 %43
      OpSelectionMerge %65 None
      OpBranchConditional %63 %64 %65
%64 = OpLabel
%66 = OpAccessChain %51 %35 %21 %62
%67 = OpAtomicSMax %11 %66 %53 %54 %56
      OpBranch %65
%65 = OpLabel
%68 = OpPhi %11 %67 %64 %21 %59                              ; old
      OpReturn
      OpFunctionEnd
