; SPIR-V 1.5
; Bound: 87
      OpCapability Shader
      OpCapability StorageBuffer8BitAccess
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "mixed_signs" %8 %24
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "mixed_signs"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %16 "u32_array"
      OpName %21 "u8_array"
      OpName %22 "push_constants"
      OpMemberName %22 0 "base0"
      OpMemberName %22 1 "size0"
      OpMemberName %22 2 "x"
      OpMemberName %22 3 "y"
      OpMemberName %22 4 "flags"
      OpMemberName %22 5 "x.extent0"
      OpMemberName %22 6 "y.extent0"
      OpMemberName %22 7 "flags.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 0 NonWritable
      OpDecorate %15 ArrayStride 4
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 0 NonWritable
      OpDecorate %20 ArrayStride 1
      OpDecorate %21 Block
      OpMemberDecorate %21 0 Offset 0
      OpMemberDecorate %21 0 NonReadable
      OpDecorate %22 Block
      OpMemberDecorate %22 0 Offset 0
      OpMemberDecorate %22 1 Offset 4
      OpMemberDecorate %22 2 Offset 8
      OpMemberDecorate %22 3 Offset 16
      OpMemberDecorate %22 4 Offset 24
      OpMemberDecorate %22 5 Offset 32
      OpMemberDecorate %22 6 Offset 36
      OpMemberDecorate %22 7 Offset 40
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
%15 = OpTypeRuntimeArray %5
%16 = OpTypeStruct %15                                       ; u32_array
%17 = OpTypePointer PhysicalStorageBuffer %16
      OpTypeForwardPointer %18 PhysicalStorageBuffer
%19 = OpTypeInt 8 0
%20 = OpTypeRuntimeArray %19
%21 = OpTypeStruct %20                                       ; u8_array
%18 = OpTypePointer PhysicalStorageBuffer %21
%22 = OpTypeStruct %5 %5 %14 %17 %18 %11 %11 %11             ; push_constants
%23 = OpTypePointer PushConstant %22
%24 = OpVariable %23 PushConstant
%25 = OpTypePointer PushConstant %5
%26 = OpConstant %11 0
%30 = OpConstant %11 1
%33 = OpTypeBool
%37 = OpTypePointer PushConstant %14
%38 = OpConstant %11 2
%41 = OpTypePointer PushConstant %17
%42 = OpConstant %11 3
%45 = OpTypePointer PushConstant %18
%46 = OpConstant %11 4
%49 = OpTypePointer PushConstant %11
%50 = OpConstant %11 5
%53 = OpConstant %11 6
%56 = OpConstant %11 7
%63 = OpTypePointer PhysicalStorageBuffer %11
%68 = OpConstant %5 0
%71 = OpTypePointer PhysicalStorageBuffer %5
%82 = OpTypePointer PhysicalStorageBuffer %19
%84 = OpConstant %5 1
 %3 = OpFunction %1 None %2                                  ; mixed_signs
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%27 = OpAccessChain %25 %24 %26
%28 = OpLoad %5 %27
%29 = OpIAdd %5 %10 %28
%31 = OpAccessChain %25 %24 %30
%32 = OpLoad %5 %31
%34 = OpUGreaterThanEqual %33 %29 %32
      OpSelectionMerge %36 None
      OpBranchConditional %34 %35 %36
%35 = OpLabel
      OpReturn
%36 = OpLabel
%39 = OpAccessChain %37 %24 %38
%40 = OpLoad %14 %39
%43 = OpAccessChain %41 %24 %42
%44 = OpLoad %17 %43
%47 = OpAccessChain %45 %24 %46
%48 = OpLoad %18 %47
%51 = OpAccessChain %49 %24 %50
%52 = OpLoad %11 %51
%54 = OpAccessChain %49 %24 %53
%55 = OpLoad %11 %54
%57 = OpAccessChain %49 %24 %56
%58 = OpLoad %11 %57
%59 = OpBitcast %11 %29
%60 = OpULessThan %33 %59 %52
      OpSelectionMerge %62 None
      OpBranchConditional %60 %61 %62
%61 = OpLabel
%64 = OpAccessChain %63 %40 %26 %59
%65 = OpLoad %11 %64 Aligned 4
      OpBranch %62
%62 = OpLabel
%66 = OpPhi %11 %65 %61 %26 %36
%67 = OpULessThan %33 %59 %55
      OpSelectionMerge %70 None
      OpBranchConditional %67 %69 %70
%69 = OpLabel
%72 = OpAccessChain %71 %44 %26 %59
%73 = OpLoad %5 %72 Aligned 4
      OpBranch %70
%70 = OpLabel
%74 = OpPhi %5 %73 %69 %68 %62
%75 = OpSLessThan %33 %66 %26
%76 = OpBitcast %5 %66
%77 = OpULessThan %33 %76 %74
%78 = OpLogicalOr %33 %75 %77
%79 = OpULessThan %33 %59 %58
      OpSelectionMerge %81 None
      OpBranchConditional %79 %80 %81
%80 = OpLabel
%83 = OpAccessChain %82 %48 %26 %59
%85 = OpSelect %5 %78 %84 %68
%86 = OpUConvert %19 %85
      OpStore %83 %86 Aligned 1
      OpBranch %81
%81 = OpLabel
      OpReturn
      OpFunctionEnd
