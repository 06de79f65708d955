; SPIR-V 1.5
; Bound: 69
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "checked_indirect" %8 %21
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "checked_indirect"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %17 "i32_array"
      OpName %19 "push_constants"
      OpMemberName %19 0 "base0"
      OpMemberName %19 1 "size0"
      OpMemberName %19 2 "x"
      OpMemberName %19 3 "order"
      OpMemberName %19 4 "x.extent0"
      OpMemberName %19 5 "order.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %16 ArrayStride 4
      OpDecorate %17 Block
      OpMemberDecorate %17 0 Offset 0
      OpMemberDecorate %17 0 NonWritable
      OpDecorate %19 Block
      OpMemberDecorate %19 0 Offset 0
      OpMemberDecorate %19 1 Offset 4
      OpMemberDecorate %19 2 Offset 8
      OpMemberDecorate %19 3 Offset 16
      OpMemberDecorate %19 4 Offset 24
      OpMemberDecorate %19 5 Offset 28
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
%16 = OpTypeRuntimeArray %15
%17 = OpTypeStruct %16                                       ; i32_array
%18 = OpTypePointer PhysicalStorageBuffer %17
%19 = OpTypeStruct %5 %5 %14 %18 %15 %15                     ; push_constants
%20 = OpTypePointer PushConstant %19
%21 = OpVariable %20 PushConstant
%22 = OpTypePointer PushConstant %5
%23 = OpConstant %15 0
%27 = OpConstant %15 1
%30 = OpTypeBool
%34 = OpTypePointer PushConstant %14
%35 = OpConstant %15 2
%38 = OpTypePointer PushConstant %18
%39 = OpConstant %15 3
%42 = OpTypePointer PushConstant %15
%43 = OpConstant %15 4
%46 = OpConstant %15 5
%51 = OpConstant %11 0
%54 = OpTypePointer PhysicalStorageBuffer %11
%61 = OpTypePointer PhysicalStorageBuffer %15
 %3 = OpFunction %1 None %2                                  ; checked_indirect
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
%41 = OpLoad %18 %40
%44 = OpAccessChain %42 %21 %43
%45 = OpLoad %15 %44
%47 = OpAccessChain %42 %21 %46
%48 = OpLoad %15 %47
%49 = OpBitcast %15 %26
%50 = OpULessThan %30 %49 %45
      OpSelectionMerge %53 None
      OpBranchConditional %50 %52 %53
%52 = OpLabel
%55 = OpAccessChain %54 %37 %23 %49
%56 = OpLoad %11 %55 Aligned 4
      OpBranch %53
%53 = OpLabel
%57 = OpPhi %11 %56 %52 %51 %33
%58 = OpULessThan %30 %49 %48
      OpSelectionMerge %60 None
      OpBranchConditional %58 %59 %60
%59 = OpLabel
%62 = OpAccessChain %61 %41 %23 %49
%63 = OpLoad %15 %62 Aligned 4
      OpBranch %60
%60 = OpLabel
%64 = OpPhi %15 %63 %59 %23 %53
%65 = OpULessThan %30 %64 %45
      OpSelectionMerge %67 None
      OpBranchConditional %65 %66 %67
%66 = OpLabel
%68 = OpAccessChain %54 %37 %23 %64
      OpStore %68 %57 Aligned 4
      OpBranch %67
%67 = OpLabel
      OpReturn
      OpFunctionEnd
