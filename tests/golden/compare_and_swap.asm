; SPIR-V 1.5
; Bound: 133
       OpCapability Shader
       OpCapability GroupNonUniform
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "compare_and_swap" %8 %17
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "compare_and_swap"
       OpName %8 "GlobalInvocationId"
       OpName %12 "u32_array"
       OpName %15 "push_constants"
       OpMemberName %15 0 "base0"
       OpMemberName %15 1 "size0"
       OpMemberName %15 2 "x"
       OpMemberName %15 3 "y"
       OpMemberName %15 4 "x.extent0"
       OpMemberName %15 5 "y.extent0"
       OpMemberName %15 6 "y.shift0"
       OpName %91 "old"
       OpName %132 "old"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %11 ArrayStride 4
       OpDecorate %12 Block
       OpMemberDecorate %12 0 Offset 0
       OpDecorate %15 Block
       OpMemberDecorate %15 0 Offset 0
       OpMemberDecorate %15 1 Offset 4
       OpMemberDecorate %15 2 Offset 8
       OpMemberDecorate %15 3 Offset 16
       OpMemberDecorate %15 4 Offset 24
       OpMemberDecorate %15 5 Offset 28
       OpMemberDecorate %15 6 Offset 32
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeVector %5 3
  %7 = OpTypePointer Input %6
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeRuntimeArray %5
 %12 = OpTypeStruct %11                                      ; u32_array
 %13 = OpTypePointer PhysicalStorageBuffer %12
 %14 = OpTypeInt 32 1
 %15 = OpTypeStruct %5 %5 %13 %13 %14 %14 %5                 ; push_constants
 %16 = OpTypePointer PushConstant %15
 %17 = OpVariable %16 PushConstant
 %18 = OpTypePointer PushConstant %5
 %19 = OpConstant %14 0
 %23 = OpConstant %14 1
 %26 = OpTypeBool
 %30 = OpTypePointer PushConstant %13
 %31 = OpConstant %14 2
 %34 = OpConstant %14 6
 %37 = OpConstant %14 3
 %40 = OpTypePointer PushConstant %14
 %41 = OpConstant %14 4
 %44 = OpConstant %14 5
 %49 = OpTypeFloat 32
 %50 = OpConstant %49 0
 %53 = OpTypePointer PhysicalStorageBuffer %5
 %62 = OpConstant %5 1
 %63 = OpConstant %5 0
 %71 = OpConstantTrue %26
 %72 = OpConstantFalse %26
 %74 = OpConstant %5 3
 %96 = OpConstant %5 2
%115 = OpConstant %5 255
  %3 = OpFunction %1 None %2                                 ; compare_and_swap
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
 %35 = OpAccessChain %18 %17 %34
 %36 = OpLoad %5 %35
 %38 = OpAccessChain %30 %17 %37
 %39 = OpLoad %13 %38
 %42 = OpAccessChain %40 %17 %41
 %43 = OpLoad %14 %42
 %45 = OpAccessChain %40 %17 %44
 %46 = OpLoad %14 %45
 %47 = OpBitcast %14 %22
 %48 = OpULessThan %26 %23 %43
       OpSelectionMerge %52 None
       OpBranchConditional %48 %51 %52
 %51 = OpLabel
 %54 = OpAccessChain %53 %33 %19 %23
 %55 = OpLoad %5 %54 Aligned 4
 %56 = OpBitcast %49 %55
       OpBranch %52
 %52 = OpLabel
 %57 = OpPhi %49 %56 %51 %50 %29
 %58 = OpULessThan %26 %19 %43
       OpSelectionMerge %60 None
       OpBranchConditional %58 %59 %60
 %59 = OpLabel
 %61 = OpAccessChain %53 %33 %19 %19
 %64 = OpAtomicLoad %5 %61 %62 %63
       OpBranch %65
 %65 = OpLabel
 %69 = OpPhi %5 %64 %59 %70 %67
 %73 = OpPhi %26 %71 %59 %72 %67
       OpLoopMerge %68 %67 None
       OpBranch %66
 %66 = OpLabel
 %75 = OpGroupNonUniformElect %26 %74
 %76 = OpLogicalOr %26 %73 %75
       OpSelectionMerge %79 None
       OpBranchConditional %76 %77 %78
 %77 = OpLabel
 %80 = OpBitcast %49 %69
 %81 = OpFOrdGreaterThan %26 %57 %80
 %82 = OpFUnordNotEqual %26 %80 %80
 %83 = OpLogicalOr %26 %81 %82
 %84 = OpSelect %49 %83 %57 %80
 %85 = OpBitcast %5 %84
 %86 = OpAtomicCompareExchange %5 %61 %62 %63 %63 %85 %69
       OpBranch %79
 %78 = OpLabel
       OpBranch %79
 %79 = OpLabel
 %87 = OpPhi %5 %86 %77 %69 %78
 %88 = OpIEqual %26 %87 %69
 %89 = OpLogicalAnd %26 %76 %88
       OpBranchConditional %89 %68 %67
 %67 = OpLabel
 %70 = OpCopyObject %5 %87
       OpBranch %65
 %68 = OpLabel
 %90 = OpBitcast %49 %69
       OpBranch %60
 %60 = OpLabel
 %91 = OpPhi %49 %90 %68 %50 %52                             ; old
 %92 = OpULessThan %26 %47 %46
       OpSelectionMerge %94 None
       OpBranchConditional %92 %93 %94
 %93 = OpLabel
 %95 = OpIAdd %14 %47 %36
 %97 = OpShiftRightArithmetic %14 %95 %96
 %98 = OpAccessChain %53 %39 %19 %97
 %99 = OpBitwiseAnd %5 %95 %74
%100 = OpShiftLeftLogical %5 %99 %74
%101 = OpAtomicLoad %5 %98 %62 %63
       OpBranch %102
%102 = OpLabel
%106 = OpPhi %5 %101 %93 %107 %104
%108 = OpPhi %26 %71 %93 %72 %104
       OpLoopMerge %105 %104 None
       OpBranch %103
%103 = OpLabel
%109 = OpGroupNonUniformElect %26 %74
%110 = OpLogicalOr %26 %108 %109
       OpSelectionMerge %113 None
       OpBranchConditional %110 %111 %112
%111 = OpLabel
%114 = OpShiftRightLogical %5 %106 %100
%116 = OpBitwiseAnd %5 %114 %115
%117 = OpBitwiseAnd %5 %116 %115
%118 = OpIAdd %5 %117 %62
%119 = OpBitwiseAnd %5 %118 %115
%120 = OpShiftLeftLogical %5 %115 %100
%121 = OpNot %5 %120
%122 = OpShiftLeftLogical %5 %119 %100
%123 = OpBitwiseAnd %5 %106 %121
%124 = OpBitwiseOr %5 %123 %122
%125 = OpAtomicCompareExchange %5 %98 %62 %63 %63 %124 %106
       OpBranch %113
%112 = OpLabel
       OpBranch %113
%113 = OpLabel
%126 = OpPhi %5 %125 %111 %106 %112
%127 = OpIEqual %26 %126 %106
%128 = OpLogicalAnd %26 %110 %127
       OpBranchConditional %128 %105 %104
%104 = OpLabel
%107 = OpCopyObject %5 %126
       OpBranch %102
%105 = OpLabel
%129 = OpShiftRightLogical %5 %106 %100
%130 = OpBitwiseAnd %5 %129 %115
%131 = OpBitwiseAnd %5 %130 %115
       OpBranch %94
 %94 = OpLabel
%132 = OpPhi %5 %131 %105 %63 %60                            ; old
       OpReturn
       OpFunctionEnd
