; SPIR-V 1.5
; Bound: 124
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "floor_division" %8 %17
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "floor_division"
       OpName %8 "GlobalInvocationId"
       OpName %13 "i32_array"
       OpName %15 "push_constants"
       OpMemberName %15 0 "base0"
       OpMemberName %15 1 "size0"
       OpMemberName %15 2 "x"
       OpMemberName %15 3 "n"
       OpMemberName %15 4 "x.extent0"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
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
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeInt 32 1
 %12 = OpTypeRuntimeArray %11
 %13 = OpTypeStruct %12                                      ; i32_array
 %14 = OpTypePointer PhysicalStorageBuffer %13
 %15 = OpTypeStruct %5 %5 %14 %11 %11                        ; push_constants
 %16 = OpTypePointer PushConstant %15
 %17 = OpVariable %16 PushConstant
 %18 = OpTypePointer PushConstant %5
 %19 = OpConstant %11 0
 %23 = OpConstant %11 1
 %26 = OpTypeBool
 %30 = OpTypePointer PushConstant %14
 %31 = OpConstant %11 2
 %34 = OpTypePointer PushConstant %11
 %35 = OpConstant %11 4
 %39 = OpConstant %11 3
 %45 = OpTypePointer PhysicalStorageBuffer %11
 %66 = OpConstant %11 8
 %67 = OpConstant %5 3
 %69 = OpConstant %11 7
 %79 = OpConstant %11 -1
  %3 = OpFunction %1 None %2                                 ; floor_division
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
 %33 = OpLoad %14 %32
 %36 = OpAccessChain %34 %17 %35
 %37 = OpLoad %11 %36
 %38 = OpBitcast %11 %22
 %40 = OpAccessChain %34 %17 %39
 %41 = OpLoad %11 %40
 %42 = OpULessThan %26 %38 %37
       OpSelectionMerge %44 None
       OpBranchConditional %42 %43 %44
 %43 = OpLabel
 %46 = OpAccessChain %45 %33 %19 %38
 %47 = OpLoad %11 %46 Aligned 4
       OpBranch %44
 %44 = OpLabel
 %48 = OpPhi %11 %47 %43 %19 %29
 %49 = OpSDiv %11 %48 %39
 %50 = OpIMul %11 %49 %39
 %51 = OpISub %11 %48 %50
 %52 = OpBitwiseXor %11 %51 %39
 %53 = OpSLessThan %26 %52 %19
 %54 = OpINotEqual %26 %51 %19
 %55 = OpLogicalAnd %26 %54 %53
 %56 = OpISub %11 %49 %23
 %57 = OpSelect %11 %55 %56 %49
 %58 = OpIAdd %11 %51 %39
 %59 = OpSelect %11 %55 %58 %51
 %60 = OpULessThan %26 %38 %37
       OpSelectionMerge %62 None
       OpBranchConditional %60 %61 %62
 %61 = OpLabel
 %63 = OpAccessChain %45 %33 %19 %38
 %64 = OpLoad %11 %63 Aligned 4
       OpBranch %62
 %62 = OpLabel
 %65 = OpPhi %11 %64 %61 %19 %44
 %68 = OpShiftRightArithmetic %11 %65 %67
 %70 = OpBitwiseAnd %11 %65 %69
 %71 = OpIAdd %11 %57 %68
 %72 = OpULessThan %26 %38 %37
       OpSelectionMerge %74 None
       OpBranchConditional %72 %73 %74
 %73 = OpLabel
 %75 = OpAccessChain %45 %33 %19 %38
 %76 = OpLoad %11 %75 Aligned 4
       OpBranch %74
 %74 = OpLabel
 %77 = OpPhi %11 %76 %73 %19 %62
 %78 = OpIEqual %26 %41 %19
 %80 = OpIEqual %26 %41 %79
 %81 = OpLogicalOr %26 %78 %80
 %82 = OpSelect %11 %81 %23 %41
 %83 = OpSDiv %11 %77 %82
 %84 = OpIMul %11 %83 %82
 %85 = OpISub %11 %77 %84
 %86 = OpBitwiseXor %11 %85 %82
 %87 = OpSLessThan %26 %86 %19
 %88 = OpINotEqual %26 %85 %19
 %89 = OpLogicalAnd %26 %88 %87
 %90 = OpISub %11 %83 %23
 %91 = OpSelect %11 %89 %90 %83
 %92 = OpIAdd %11 %85 %82
 %93 = OpSelect %11 %89 %92 %85
 %94 = OpSelect %11 %78 %19 %91
 %95 = OpSNegate %11 %77
 %96 = OpSelect %11 %80 %95 %94
 %97 = OpIAdd %11 %71 %96
 %98 = OpULessThan %26 %38 %37
       OpSelectionMerge %100 None
       OpBranchConditional %98 %99 %100
 %99 = OpLabel
%101 = OpAccessChain %45 %33 %19 %38
%102 = OpLoad %11 %101 Aligned 4
       OpBranch %100
%100 = OpLabel
%103 = OpPhi %11 %102 %99 %19 %74
%104 = OpIEqual %26 %41 %19
%105 = OpIEqual %26 %41 %79
%106 = OpLogicalOr %26 %104 %105
%107 = OpSelect %11 %106 %23 %41
%108 = OpSDiv %11 %103 %107
%109 = OpIMul %11 %108 %107
%110 = OpISub %11 %103 %109
%111 = OpBitwiseXor %11 %110 %107
%112 = OpSLessThan %26 %111 %19
%113 = OpINotEqual %26 %110 %19
%114 = OpLogicalAnd %26 %113 %112
%115 = OpISub %11 %108 %23
%116 = OpSelect %11 %114 %115 %108
%117 = OpIAdd %11 %110 %107
%118 = OpSelect %11 %114 %117 %110
%119 = OpIAdd %11 %97 %118
%120 = OpULessThan %26 %38 %37
       OpSelectionMerge %122 None
       OpBranchConditional %120 %121 %122
%121 = OpLabel
%123 = OpAccessChain %45 %33 %19 %38
       OpStore %123 %119 Aligned 4
       OpBranch %122
%122 = OpLabel
       OpReturn
       OpFunctionEnd
