; SPIR-V 1.5
; Bound: 84
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "shared_memory" %15 %33 %42 %62
      OpExecutionMode %3 LocalSize 64 1 1
      OpName %3 "shared_memory"
      OpName %8 "f32_array"
      OpName %10 "f32_array"
      OpName %13 "push_constants"
      OpMemberName %13 0 "base0"
      OpMemberName %13 1 "size0"
      OpMemberName %13 2 "x"
      OpMemberName %13 3 "out"
      OpMemberName %13 4 "x.extent0"
      OpMemberName %13 5 "out.extent0"
      OpName %33 "GlobalInvocationId"
      OpName %42 "LocalInvocationId"
      OpName %62 "tile"
      OpDecorate %7 ArrayStride 4
      OpDecorate %8 Block
      OpMemberDecorate %8 0 Offset 0
      OpMemberDecorate %8 0 NonWritable
      OpDecorate %10 Block
      OpMemberDecorate %10 0 Offset 0
      OpMemberDecorate %10 0 Coherent
      OpMemberDecorate %10 0 NonReadable
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 1 Offset 4
      OpMemberDecorate %13 2 Offset 8
      OpMemberDecorate %13 3 Offset 16
      OpMemberDecorate %13 4 Offset 24
      OpMemberDecorate %13 5 Offset 28
      OpDecorate %33 BuiltIn GlobalInvocationId
      OpDecorate %42 BuiltIn LocalInvocationId
      OpDecorate %79 NoContraction
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
%13 = OpTypeStruct %5 %5 %9 %11 %12 %12                      ; push_constants
%14 = OpTypePointer PushConstant %13
%15 = OpVariable %14 PushConstant
%16 = OpTypePointer PushConstant %9
%17 = OpConstant %12 2
%20 = OpTypePointer PushConstant %11
%21 = OpConstant %12 3
%24 = OpTypePointer PushConstant %12
%25 = OpConstant %12 4
%28 = OpConstant %12 5
%31 = OpTypeVector %5 3
%32 = OpTypePointer Input %31
%33 = OpVariable %32 Input                                   ; GlobalInvocationId
%36 = OpTypePointer PushConstant %5
%37 = OpConstant %12 0
%42 = OpVariable %32 Input                                   ; LocalInvocationId
%46 = OpTypeBool
%48 = OpConstant %6 0
%51 = OpTypePointer PhysicalStorageBuffer %6
%55 = OpConstant %6 1
%56 = OpTypeVector %6 2
%58 = OpTypePointer Workgroup %56
%59 = OpConstant %5 64
%60 = OpTypeArray %56 %59
%61 = OpTypePointer Workgroup %60
%62 = OpVariable %61 Workgroup                               ; tile
%64 = OpConstant %5 2
%65 = OpConstant %5 328
%66 = OpConstant %12 63
%68 = OpTypePointer Workgroup %6
%71 = OpConstant %12 64
%75 = OpConstant %12 1
 %3 = OpFunction %1 None %2                                  ; shared_memory
 %4 = OpLabel
%18 = OpAccessChain %16 %15 %17
%19 = OpLoad %9 %18
%22 = OpAccessChain %20 %15 %21
%23 = OpLoad %11 %22
%26 = OpAccessChain %24 %15 %25
%27 = OpLoad %12 %26
%29 = OpAccessChain %24 %15 %28
%30 = OpLoad %12 %29
%34 = OpLoad %31 %33
%35 = OpCompositeExtract %5 %34 0
%38 = OpAccessChain %36 %15 %37
%39 = OpLoad %5 %38
%40 = OpIAdd %5 %35 %39
%41 = OpBitcast %12 %40
%43 = OpLoad %31 %42
%44 = OpCompositeExtract %5 %43 0
%45 = OpBitcast %12 %44
%47 = OpULessThan %46 %41 %27
      OpSelectionMerge %50 None
      OpBranchConditional %47 %49 %50
%49 = OpLabel
%52 = OpAccessChain %51 %19 %37 %41
%53 = OpLoad %6 %52 Aligned 4
      OpBranch %50
%50 = OpLabel
%54 = OpPhi %6 %53 %49 %48 %4
%57 = OpCompositeConstruct %56 %54 %55
%63 = OpAccessChain %58 %62 %45
      OpStore %63 %57
      OpControlBarrier %64 %64 %65
%67 = OpISub %12 %66 %45
%69 = OpAccessChain %68 %62 %67 %37
%70 = OpLoad %6 %69
%72 = OpULessThan %46 %41 %71
      OpSelectionMerge %74 None
      OpBranchConditional %72 %73 %74
%73 = OpLabel
%76 = OpAccessChain %68 %62 %41 %75
%77 = OpLoad %6 %76
      OpBranch %74
%74 = OpLabel
%78 = OpPhi %6 %77 %73 %48 %50
%79 = OpFAdd %6 %70 %78
%80 = OpULessThan %46 %41 %30
      OpSelectionMerge %82 None
      OpBranchConditional %80 %81 %82
%81 = OpLabel
%83 = OpAccessChain %51 %23 %37 %41
      OpStore %83 %79 Aligned 4
      OpBranch %82
%82 = OpLabel
      OpReturn
      OpFunctionEnd
