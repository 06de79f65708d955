; SPIR-V 1.5
; Bound: 97
      OpCapability Shader
      OpCapability StorageBuffer8BitAccess
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "narrow_numbers" %8 %21
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "narrow_numbers"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %18 "u8_array"
      OpName %19 "push_constants"
      OpMemberName %19 0 "base0"
      OpMemberName %19 1 "size0"
      OpMemberName %19 2 "x"
      OpMemberName %19 3 "bytes"
      OpMemberName %19 4 "n"
      OpMemberName %19 5 "x.extent0"
      OpMemberName %19 6 "bytes.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %17 ArrayStride 1
      OpDecorate %18 Block
      OpMemberDecorate %18 0 Offset 0
      OpMemberDecorate %18 0 NonWritable
      OpDecorate %19 Block
      OpMemberDecorate %19 0 Offset 0
      OpMemberDecorate %19 1 Offset 4
      OpMemberDecorate %19 2 Offset 8
      OpMemberDecorate %19 3 Offset 16
      OpMemberDecorate %19 4 Offset 24
      OpMemberDecorate %19 5 Offset 28
      OpMemberDecorate %19 6 Offset 32
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
      OpTypeForwardPointer %15 PhysicalStorageBuffer
%16 = OpTypeInt 8 0
%17 = OpTypeRuntimeArray %16
%18 = OpTypeStruct %17                                       ; u8_array
%15 = OpTypePointer PhysicalStorageBuffer %18
%19 = OpTypeStruct %5 %5 %14 %15 %5 %11 %11                  ; push_constants
%20 = OpTypePointer PushConstant %19
%21 = OpVariable %20 PushConstant
%22 = OpTypePointer PushConstant %5
%23 = OpConstant %11 0
%27 = OpConstant %11 1
%30 = OpTypeBool
%34 = OpTypePointer PushConstant %14
%35 = OpConstant %11 2
%38 = OpTypePointer PushConstant %15
%39 = OpConstant %11 3
%42 = OpTypePointer PushConstant %11
%43 = OpConstant %11 5
%46 = OpConstant %11 6
%50 = OpConstant %11 4
%53 = OpConstant %5 65535
%58 = OpTypePointer PhysicalStorageBuffer %11
%64 = OpConstant %11 -1
%83 = OpConstant %5 0
%86 = OpTypePointer PhysicalStorageBuffer %16
 %3 = OpFunction %1 None %2                                  ; narrow_numbers
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%24 = OpAccessChain %22 %21 %23
%25 = OpLoad %5 %24
%26 = OpIAdd %5 %10 %25
%28 = OpAccessChain %22 %21 %27
%29 = OpLoad %5 %28
%31 = OpUGreaterThanEqual %30 %26 %29
      OpSelectionMerge %33 None
      OpBranchConditional %31 %32 %33
%32 = OpLabel
      OpReturn
%33 = OpLabel
%36 = OpAccessChain %34 %21 %35
%37 = OpLoad %14 %36
%40 = OpAccessChain %38 %21 %39
%41 = OpLoad %15 %40
%44 = OpAccessChain %42 %21 %43
%45 = OpLoad %11 %44
%47 = OpAccessChain %42 %21 %46
%48 = OpLoad %11 %47
%49 = OpBitcast %11 %26
%51 = OpAccessChain %22 %21 %50
%52 = OpLoad %5 %51
%54 = OpBitwiseAnd %5 %52 %53
%55 = OpULessThan %30 %49 %45
      OpSelectionMerge %57 None
      OpBranchConditional %55 %56 %57
%56 = OpLabel
%59 = OpAccessChain %58 %37 %23 %49
%60 = OpLoad %11 %59 Aligned 4
      OpBranch %57
%57 = OpLabel
%61 = OpPhi %11 %60 %56 %23 %33
%62 = OpBitcast %11 %54
%63 = OpIEqual %30 %62 %23
%65 = OpIEqual %30 %62 %64
%66 = OpLogicalOr %30 %63 %65
%67 = OpSelect %11 %66 %27 %62
%68 = OpSDiv %11 %61 %67
%69 = OpIMul %11 %68 %67
%70 = OpISub %11 %61 %69
%71 = OpBitwiseXor %11 %70 %67
%72 = OpSLessThan %30 %71 %23
%73 = OpINotEqual %30 %70 %23
%74 = OpLogicalAnd %30 %73 %72
%75 = OpISub %11 %68 %27
%76 = OpSelect %11 %74 %75 %68
%77 = OpIAdd %11 %70 %67
%78 = OpSelect %11 %74 %77 %70
%79 = OpSelect %11 %63 %23 %76
%80 = OpSNegate %11 %61
%81 = OpSelect %11 %65 %80 %79
%82 = OpULessThan %30 %49 %48
      OpSelectionMerge %85 None
      OpBranchConditional %82 %84 %85
%84 = OpLabel
%87 = OpAccessChain %86 %41 %23 %49
%88 = OpLoad %16 %87 Aligned 1
%89 = OpUConvert %5 %88
      OpBranch %85
%85 = OpLabel
%90 = OpPhi %5 %89 %84 %83 %57
%91 = OpBitcast %11 %90
%92 = OpIAdd %11 %81 %91
%93 = OpULessThan %30 %49 %45
      OpSelectionMerge %95 None
      OpBranchConditional %93 %94 %95
%94 = OpLabel
%96 = OpAccessChain %58 %37 %23 %49
      OpStore %96 %92 Aligned 4
      OpBranch %95
%95 = OpLabel
      OpReturn
      OpFunctionEnd
