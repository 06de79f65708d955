; SPIR-V 1.5
; Bound: 83
      OpCapability Shader
      OpCapability StorageBuffer8BitAccess
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "bool_array" %8 %22
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "bool_array"
      OpName %8 "GlobalInvocationId"
      OpName %14 "u8_array"
      OpName %17 "f32_array"
      OpName %20 "push_constants"
      OpMemberName %20 0 "base0"
      OpMemberName %20 1 "size0"
      OpMemberName %20 2 "flags"
      OpMemberName %20 3 "x"
      OpMemberName %20 4 "flags.extent0"
      OpMemberName %20 5 "x.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %13 ArrayStride 1
      OpDecorate %14 Block
      OpMemberDecorate %14 0 Offset 0
      OpDecorate %16 ArrayStride 4
      OpDecorate %17 Block
      OpMemberDecorate %17 0 Offset 0
      OpMemberDecorate %17 0 NonWritable
      OpDecorate %20 Block
      OpMemberDecorate %20 0 Offset 0
      OpMemberDecorate %20 1 Offset 4
      OpMemberDecorate %20 2 Offset 8
      OpMemberDecorate %20 3 Offset 16
      OpMemberDecorate %20 4 Offset 24
      OpMemberDecorate %20 5 Offset 28
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeVector %5 3
 %7 = OpTypePointer Input %6
 %8 = OpVariable %7 Input                                    ; GlobalInvocationId
      OpTypeForwardPointer %11 PhysicalStorageBuffer
%12 = OpTypeInt 8 0
%13 = OpTypeRuntimeArray %12
%14 = OpTypeStruct %13                                       ; u8_array
%11 = OpTypePointer PhysicalStorageBuffer %14
%15 = OpTypeFloat 32
%16 = OpTypeRuntimeArray %15
%17 = OpTypeStruct %16                                       ; f32_array
%18 = OpTypePointer PhysicalStorageBuffer %17
%19 = OpTypeInt 32 1
%20 = OpTypeStruct %5 %5 %11 %18 %19 %19                     ; push_constants
%21 = OpTypePointer PushConstant %20
%22 = OpVariable %21 PushConstant
%23 = OpTypePointer PushConstant %5
%24 = OpConstant %19 0
%28 = OpConstant %19 1
%31 = OpTypeBool
%35 = OpTypePointer PushConstant %11
%36 = OpConstant %19 2
%39 = OpTypePointer PushConstant %18
%40 = OpConstant %19 3
%43 = OpTypePointer PushConstant %19
%44 = OpConstant %19 4
%47 = OpConstant %19 5
%52 = OpConstant %15 0
%55 = OpTypePointer PhysicalStorageBuffer %15
%63 = OpConstantTrue %31
%65 = OpConstantFalse %31
%68 = OpTypePointer PhysicalStorageBuffer %12
%72 = OpConstant %5 0
%80 = OpConstant %5 1
 %3 = OpFunction %1 None %2                                  ; bool_array
 %4 = OpLabel
 %9 = OpLoad %6 %8
%10 = OpCompositeExtract %5 %9 0
%25 = OpAccessChain %23 %22 %24
%26 = OpLoad %5 %25
%27 = OpIAdd %5 %10 %26
%29 = OpAccessChain %23 %22 %28
%30 = OpLoad %5 %29
%32 = OpUGreaterThanEqual %31 %27 %30
      OpSelectionMerge %34 None
      OpBranchConditional %32 %33 %34
%33 = OpLabel
      OpReturn
%34 = OpLabel
%37 = OpAccessChain %35 %22 %36
%38 = OpLoad %11 %37
%41 = OpAccessChain %39 %22 %40
%42 = OpLoad %18 %41
%45 = OpAccessChain %43 %22 %44
%46 = OpLoad %19 %45
%48 = OpAccessChain %43 %22 %47
%49 = OpLoad %19 %48
%50 = OpBitcast %19 %27
%51 = OpULessThan %31 %50 %49
      OpSelectionMerge %54 None
      OpBranchConditional %51 %53 %54
%53 = OpLabel
%56 = OpAccessChain %55 %42 %24 %50
%57 = OpLoad %15 %56 Aligned 4
      OpBranch %54
%54 = OpLabel
%58 = OpPhi %15 %57 %53 %52 %34
%59 = OpFOrdGreaterThan %31 %58 %52
      OpSelectionMerge %62 None
      OpBranchConditional %59 %60 %61
%60 = OpLabel
      OpBranch %62
%61 = OpLabel
%64 = OpULessThan %31 %50 %46
      OpSelectionMerge %67 None
      OpBranchConditional %64 %66 %67
%66 = OpLabel
%69 = OpAccessChain %68 %38 %24 %50
%70 = OpLoad %12 %69 Aligned 1
%71 = OpUConvert %5 %70
%73 = OpINotEqual %31 %71 %72
      OpBranch %67
%67 = OpLabel
%74 = OpPhi %31 %73 %66 %65 %61
      OpBranch %62
%62 = OpLabel
%75 = OpPhi %31 %63 %60 %74 %67
%76 = OpULessThan %31 %50 %46
      OpSelectionMerge %78 None
      OpBranchConditional %76 %77 %78
%77 = OpLabel
%79 = OpAccessChain %68 %38 %24 %50
%81 = OpSelect %5 %75 %80 %72
%82 = OpUConvert %12 %81
      OpStore %79 %82 Aligned 1
      OpBranch %78
%78 = OpLabel
      OpReturn
      OpFunctionEnd
