; SPIR-V 1.5
; Bound: 73
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
%48 = OpExtInstImport "GLSL.std.450"
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "elementary" %8 %18
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "elementary"
      OpName %8 "GlobalInvocationId"
      OpName %13 "f32_array"
      OpName %16 "push_constants"
      OpMemberName %16 0 "base0"
      OpMemberName %16 1 "size0"
      OpMemberName %16 2 "x"
      OpMemberName %16 3 "x.extent0"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpDecorate %16 Block
      OpMemberDecorate %16 0 Offset 0
      OpMemberDecorate %16 1 Offset 4
      OpMemberDecorate %16 2 Offset 8
      OpMemberDecorate %16 3 Offset 16
      OpDecorate %50 NoContraction
      OpDecorate %60 NoContraction
      OpDecorate %68 NoContraction
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
%16 = OpTypeStruct %5 %5 %14 %15                             ; push_constants
%17 = OpTypePointer PushConstant %16
%18 = OpVariable %17 PushConstant
%19 = OpTypePointer PushConstant %5
%20 = OpConstant %15 0
%24 = OpConstant %15 1
%27 = OpTypeBool
%31 = OpTypePointer PushConstant %14
%32 = OpConstant %15 2
%35 = OpTypePointer PushConstant %15
%36 = OpConstant %15 3
%41 = OpConstant %11 0
%44 = OpTypePointer PhysicalStorageBuffer %11
%57 = OpConstant %11 1
 %3 = OpFunction %1 None %2                                  ; elementary
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
%38 = OpLoad %15 %37
%39 = OpBitcast %15 %23
%40 = OpULessThan %27 %39 %38
      OpSelectionMerge %43 None
      OpBranchConditional %40 %42 %43
%42 = OpLabel
%45 = OpAccessChain %44 %34 %20 %39
%46 = OpLoad %11 %45 Aligned 4
      OpBranch %43
%43 = OpLabel
%47 = OpPhi %11 %46 %42 %41 %30
%49 = OpExtInst %11 %48 Sqrt %47
%50 = OpFMul %11 %49 %49
%51 = OpULessThan %27 %39 %38
      OpSelectionMerge %53 None
      OpBranchConditional %51 %52 %53
%52 = OpLabel
%54 = OpAccessChain %44 %34 %20 %39
%55 = OpLoad %11 %54 Aligned 4
      OpBranch %53
%53 = OpLabel
%56 = OpPhi %11 %55 %52 %41 %43
%58 = OpFOrdLessThan %27 %57 %56
%59 = OpSelect %11 %58 %57 %56
%60 = OpFAdd %11 %50 %59
%61 = OpULessThan %27 %39 %38
      OpSelectionMerge %63 None
      OpBranchConditional %61 %62 %63
%62 = OpLabel
%64 = OpAccessChain %44 %34 %20 %39
%65 = OpLoad %11 %64 Aligned 4
      OpBranch %63
%63 = OpLabel
%66 = OpPhi %11 %65 %62 %41 %53
%67 = OpExtInst %11 %48 Floor %66
%68 = OpFAdd %11 %60 %67
%69 = OpULessThan %27 %39 %38
      OpSelectionMerge %71 None
      OpBranchConditional %69 %70 %71
%70 = OpLabel
%72 = OpAccessChain %44 %34 %20 %39
      OpStore %72 %68 Aligned 4
      OpBranch %71
%71 = OpLabel
      OpReturn
      OpFunctionEnd
