; SPIR-V 1.5
; Bound: 105
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "shared_memory" %15 %33 %42 %49 %65
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
       OpName %42 "WorkgroupId"
       OpName %49 "LocalInvocationId"
       OpName %65 "part"
       OpName %69 "s"
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
       OpDecorate %42 BuiltIn WorkgroupId
       OpDecorate %49 BuiltIn LocalInvocationId
       OpDecorate %89 NoContraction
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeFloat 32
  %7 = OpTypeRuntimeArray %6
  %8 = OpTypeStruct %7                                       ; f32_array
  %9 = OpTypePointer PhysicalStorageBuffer %8
 %10 = OpTypeStruct %7                                       ; f32_array
 %11 = OpTypePointer PhysicalStorageBuffer %10
 %12 = OpTypeInt 32 1
 %13 = OpTypeStruct %5 %5 %9 %11 %12 %12                     ; push_constants
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
 %33 = OpVariable %32 Input                                  ; GlobalInvocationId
 %36 = OpTypePointer PushConstant %5
 %37 = OpConstant %12 0
 %42 = OpVariable %32 Input                                  ; WorkgroupId
 %45 = OpConstant %5 64
 %49 = OpVariable %32 Input                                  ; LocalInvocationId
 %53 = OpTypeBool
 %55 = OpConstant %6 0
 %58 = OpTypePointer PhysicalStorageBuffer %6
 %62 = OpTypePointer Workgroup %6
 %63 = OpTypeArray %6 %45
 %64 = OpTypePointer Workgroup %63
 %65 = OpVariable %64 Workgroup                              ; part
 %67 = OpConstant %12 32
 %68 = OpTypePointer Function %12
 %77 = OpConstant %5 2
 %78 = OpConstant %5 328
 %92 = OpConstant %5 1
 %94 = OpConstant %12 1
  %3 = OpFunction %1 None %2                                 ; shared_memory
  %4 = OpLabel
 %69 = OpVariable %68 Function                               ; s
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
 %46 = OpUDiv %5 %39 %45
 %47 = OpIAdd %5 %44 %46
 %48 = OpBitcast %12 %47
 %50 = OpLoad %31 %49
 %51 = OpCompositeExtract %5 %50 0
 %52 = OpBitcast %12 %51
 %54 = OpULessThan %53 %41 %27
       OpSelectionMerge %57 None
       OpBranchConditional %54 %56 %57
 %56 = OpLabel
 %59 = OpAccessChain %58 %19 %37 %41
 %60 = OpLoad %6 %59 Aligned 4
       OpBranch %57
 %57 = OpLabel
 %61 = OpPhi %6 %60 %56 %55 %4
 %66 = OpAccessChain %62 %65 %52
       OpStore %66 %61
       OpStore %69 %67
       OpBranch %70
 %70 = OpLabel
       OpLoopMerge %72 %73 None
       OpBranch %71
 %71 = OpLabel
 %74 = OpLoad %12 %69
 %75 = OpSGreaterThan %53 %74 %37
       OpBranchConditional %75 %76 %72
 %76 = OpLabel
       OpControlBarrier %77 %77 %78
 %79 = OpLoad %12 %69
 %80 = OpSLessThan %53 %52 %79
       OpSelectionMerge %82 None
       OpBranchConditional %80 %81 %82
 %81 = OpLabel
 %83 = OpAccessChain %62 %65 %52
 %84 = OpLoad %6 %83
 %85 = OpLoad %12 %69
 %86 = OpIAdd %12 %52 %85
 %87 = OpAccessChain %62 %65 %86
 %88 = OpLoad %6 %87
 %89 = OpFAdd %6 %84 %88
 %90 = OpAccessChain %62 %65 %52
       OpStore %90 %89
       OpBranch %82
 %82 = OpLabel
 %91 = OpLoad %12 %69
 %93 = OpShiftRightArithmetic %12 %91 %92
 %95 = OpBitwiseAnd %12 %91 %94
       OpStore %69 %93
       OpBranch %73
 %73 = OpLabel
       OpBranch %70
 %72 = OpLabel
 %96 = OpIEqual %53 %52 %37
       OpSelectionMerge %98 None
       OpBranchConditional %96 %97 %98
 %97 = OpLabel
 %99 = OpAccessChain %62 %65 %37
%100 = OpLoad %6 %99
%101 = OpULessThan %53 %48 %30
       OpSelectionMerge %103 None
       OpBranchConditional %101 %102 %103
%102 = OpLabel
%104 = OpAccessChain %58 %23 %37 %48
       OpStore %104 %100 Aligned 4
       OpBranch %103
%103 = OpLabel
       OpBranch %98
 %98 = OpLabel
       OpReturn
       OpFunctionEnd
