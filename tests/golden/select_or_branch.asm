; SPIR-V 1.5
; Bound: 79
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
%71 = OpExtInstImport "GLSL.std.450"
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "select_or_branch" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "select_or_branch"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "n"
      OpMemberName %16 4 "x.extent0"
      OpName %56 "small"
      OpName %69 "t"
      OpName %72 "t"
      OpName %74 "t"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpMemberDecorate %16 4 Offset 20
      OpDecorate %73 NoContraction
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
%16 = OpTypeStruct %5 %5 %14 %15 %15                         ; push_constants
%17 = OpTypePointer PushConstant %16
%18 = OpVariable %17 PushConstant
%19 = OpTypePointer PushConstant %5
%20 = OpConstant %15 0
%24 = OpConstant %15 1
%27 = OpTypeBool
%31 = OpTypePointer PushConstant %14
%32 = OpConstant %15 2
%35 = OpTypePointer PushConstant %15
%36 = OpConstant %15 4
%40 = OpConstant %15 3
%44 = OpConstant %11 0
%50 = OpTypePointer PhysicalStorageBuffer %11
%55 = OpTypePointer Function %11
%58 = OpConstant %11 1
%63 = OpConstant %11 0.5
 %3 = OpFunction %1 None %2                                  ; select_or_branch
 %4 = OpLabel
%56 = OpVariable %55 Function                                ; small
%69 = OpVariable %55 Function                                ; t
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
%38 = OpLoad %15 %37
%39 = OpBitcast %15 %23
%41 = OpAccessChain %35 %18 %40
%42 = OpLoad %15 %41
%43 = OpSLessThan %27 %39 %42
      OpSelectionMerge %46 None
      OpBranchConditional %43 %45 %46
%45 = OpLabel
%47 = OpULessThan %27 %39 %38
      OpSelectionMerge %49 None
      OpBranchConditional %47 %48 %49
%48 = OpLabel
%51 = OpAccessChain %50 %34 %20 %39
%52 = OpLoad %11 %51 Aligned 4
      OpBranch %49
%49 = OpLabel
%53 = OpPhi %11 %52 %48 %44 %45
      OpBranch %46
%46 = OpLabel
%54 = OpPhi %11 %53 %49 %44 %30
      OpStore %56 %54
%57 = OpLoad %11 %56
%59 = OpFOrdGreaterThan %27 %57 %58
      OpSelectionMerge %61 None
      OpBranchConditional %59 %60 %61
%60 = OpLabel
      OpStore %56 %58
      OpBranch %61
%61 = OpLabel
%62 = OpLoad %11 %56
%64 = OpFOrdGreaterThan %27 %62 %63
      OpSelectionMerge %66 None
      OpBranchConditional %64 %65 %67
%65 = OpLabel
%68 = OpLoad %11 %56
      OpStore %69 %68
      OpBranch %66
%67 = OpLabel
%70 = OpLoad %11 %56
%72 = OpExtInst %11 %71 Sqrt %70                             ; t
%73 = OpFMul %11 %72 %72
      OpStore %69 %73
      OpBranch %66
%66 = OpLabel
%74 = OpLoad %11 %69                                         ; t
%75 = OpULessThan %27 %39 %38
      OpSelectionMerge %77 None
      OpBranchConditional %75 %76 %77
%76 = OpLabel
%78 = OpAccessChain %50 %34 %20 %39
      OpStore %78 %74 Aligned 4
      OpBranch %77
%77 = OpLabel
      OpReturn
      OpFunctionEnd
