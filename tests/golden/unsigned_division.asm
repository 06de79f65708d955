; SPIR-V 1.5
; Bound: 73
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "unsigned_division" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "unsigned_division"
      OpName %8 "GlobalInvocationId"
      OpName %12 "u32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "n"
      OpMemberName %15 4 "x.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %11 ArrayStride 4
      OpDecorate %12 Block
      OpMemberDecorate %12 0 Offset 0
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
%11 = OpTypeRuntimeArray %5
%12 = OpTypeStruct %11                                       ; u32_array
%13 = OpTypePointer PhysicalStorageBuffer %12
%14 = OpTypeInt 32 1
%15 = OpTypeStruct %5 %5 %13 %5 %14                          ; push_constants
%16 = OpTypePointer PushConstant %15
%17 = OpVariable %16 PushConstant
%18 = OpTypePointer PushConstant %5
%19 = OpConstant %14 0
%23 = OpConstant %14 1
%26 = OpTypeBool
%30 = OpTypePointer PushConstant %13
%31 = OpConstant %14 2
%34 = OpTypePointer PushConstant %14
%35 = OpConstant %14 4
%39 = OpConstant %14 3
%43 = OpConstant %5 0
%46 = OpTypePointer PhysicalStorageBuffer %5
%51 = OpConstant %5 1
%63 = OpConstant %5 16
%64 = OpConstant %5 4
%66 = OpConstant %5 15
 %3 = OpFunction %1 None %2                                  ; unsigned_division
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
%33 = OpLoad %13 %32
%36 = OpAccessChain %34 %17 %35
%37 = OpLoad %14 %36
%38 = OpBitcast %14 %22
%40 = OpAccessChain %18 %17 %39
%41 = OpLoad %5 %40
%42 = OpULessThan %26 %38 %37
      OpSelectionMerge %45 None
      OpBranchConditional %42 %44 %45
%44 = OpLabel
%47 = OpAccessChain %46 %33 %19 %38
%48 = OpLoad %5 %47 Aligned 4
      OpBranch %45
%45 = OpLabel
%49 = OpPhi %5 %48 %44 %43 %29
%50 = OpIEqual %26 %41 %43
%52 = OpSelect %5 %50 %51 %41
%53 = OpUDiv %5 %49 %52
%54 = OpIMul %5 %53 %52
%55 = OpISub %5 %49 %54
%56 = OpSelect %5 %50 %43 %53
%57 = OpULessThan %26 %38 %37
      OpSelectionMerge %59 None
      OpBranchConditional %57 %58 %59
%58 = OpLabel
%60 = OpAccessChain %46 %33 %19 %38
%61 = OpLoad %5 %60 Aligned 4
      OpBranch %59
%59 = OpLabel
%62 = OpPhi %5 %61 %58 %43 %45
%65 = OpShiftRightLogical %5 %62 %64
%67 = OpBitwiseAnd %5 %62 %66
%68 = OpIAdd %5 %56 %67
%69 = OpULessThan %26 %38 %37
      OpSelectionMerge %71 None
      OpBranchConditional %69 %70 %71
%70 = OpLabel
%72 = OpAccessChain %46 %33 %19 %38
      OpStore %72 %68 Aligned 4
      OpBranch %71
%71 = OpLabel
      OpReturn
      OpFunctionEnd
