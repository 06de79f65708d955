; SPIR-V 1.5
; Bound: 113
       OpCapability Shader
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
       OpName %79 "old"
       OpName %112 "old"
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
 %84 = OpConstant %5 2
 %87 = OpConstant %5 3
 %98 = OpConstant %5 255
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
 %70 = OpPhi %5 %64 %59 %69 %67
       OpLoopMerge %68 %67 None
       OpBranch %66
 %66 = OpLabel
 %71 = OpBitcast %49 %70
 %72 = OpFOrdGreaterThan %26 %57 %71
 %73 = OpFUnordNotEqual %26 %71 %71
 %74 = OpLogicalOr %26 %72 %73
 %75 = OpSelect %49 %74 %57 %71
 %76 = OpBitcast %5 %75
 %69 = OpAtomicCompareExchange %5 %61 %62 %63 %63 %76 %70
 %77 = OpIEqual %26 %69 %70
       OpBranchConditional %77 %68 %67
 %67 = OpLabel
       OpBranch %65
 %68 = OpLabel
 %78 = OpBitcast %49 %70
       OpBranch %60
 %60 = OpLabel
 %79 = OpPhi %49 %78 %68 %50 %52                             ; old
 %80 = OpULessThan %26 %47 %46
       OpSelectionMerge %82 None
       OpBranchConditional %80 %81 %82
 %81 = OpLabel
 %83 = OpIAdd %14 %47 %36
 %85 = OpShiftRightArithmetic %14 %83 %84
 %86 = OpAccessChain %53 %39 %19 %85
 %88 = OpBitwiseAnd %5 %83 %87
 %89 = OpShiftLeftLogical %5 %88 %87
 %90 = OpAtomicLoad %5 %86 %62 %63
       OpBranch %91
 %91 = OpLabel
 %96 = OpPhi %5 %90 %81 %95 %93
       OpLoopMerge %94 %93 None
       OpBranch %92
 %92 = OpLabel
 %97 = OpShiftRightLogical %5 %96 %89
 %99 = OpBitwiseAnd %5 %97 %98
%100 = OpBitwiseAnd %5 %99 %98
%101 = OpIAdd %5 %100 %62
%102 = OpBitwiseAnd %5 %101 %98
%103 = OpShiftLeftLogical %5 %98 %89
%104 = OpNot %5 %103
%105 = OpShiftLeftLogical %5 %102 %89
%106 = OpBitwiseAnd %5 %96 %104
%107 = OpBitwiseOr %5 %106 %105
 %95 = OpAtomicCompareExchange %5 %86 %62 %63 %63 %107 %96
%108 = OpIEqual %26 %95 %96
       OpBranchConditional %108 %94 %93
 %93 = OpLabel
       OpBranch %91
 %94 = OpLabel
%109 = OpShiftRightLogical %5 %96 %89
%110 = OpBitwiseAnd %5 %109 %98
%111 = OpBitwiseAnd %5 %110 %98
       OpBranch %82
 %82 = OpLabel
%112 = OpPhi %5 %111 %94 %63 %60                             ; old
       OpReturn
       OpFunctionEnd
