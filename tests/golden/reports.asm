; SPIR-V 1.5
; Bound: 118
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "reports" %8 %21
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "reports"
       OpName %8 "GlobalInvocationId"
       OpName %12 "report"
       OpName %16 "f32_array"
       OpName %19 "push_constants"
       OpMemberName %19 0 "base0"
       OpMemberName %19 1 "size0"
       OpMemberName %19 2 "report"
       OpMemberName %19 3 "x"
       OpMemberName %19 4 "x.extent0"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %11 ArrayStride 4
       OpDecorate %12 Block
       OpMemberDecorate %12 0 Offset 0
       OpDecorate %15 ArrayStride 4
       OpDecorate %16 Block
       OpMemberDecorate %16 0 Offset 0
       OpMemberDecorate %16 0 NonWritable
       OpDecorate %19 Block
       OpMemberDecorate %19 0 Offset 0
       OpMemberDecorate %19 1 Offset 4
       OpMemberDecorate %19 2 Offset 8
       OpMemberDecorate %19 3 Offset 16
       OpMemberDecorate %19 4 Offset 24
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeVector %5 3
  %7 = OpTypePointer Input %6
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeRuntimeArray %5
 %12 = OpTypeStruct %11                                      ; report
 %13 = OpTypePointer PhysicalStorageBuffer %12
 %14 = OpTypeFloat 32
 %15 = OpTypeRuntimeArray %14
 %16 = OpTypeStruct %15                                      ; f32_array
 %17 = OpTypePointer PhysicalStorageBuffer %16
 %18 = OpTypeInt 32 1
 %19 = OpTypeStruct %5 %5 %13 %17 %18                        ; push_constants
 %20 = OpTypePointer PushConstant %19
 %21 = OpVariable %20 PushConstant
 %22 = OpTypePointer PushConstant %5
 %23 = OpConstant %18 0
 %27 = OpConstant %18 1
 %30 = OpTypeBool
 %34 = OpTypePointer PushConstant %17
 %35 = OpConstant %18 3
 %38 = OpTypePointer PushConstant %18
 %39 = OpConstant %18 4
 %43 = OpTypePointer PushConstant %13
 %44 = OpConstant %18 2
 %48 = OpConstant %14 0
 %51 = OpTypePointer PhysicalStorageBuffer %14
 %59 = OpConstant %5 1
 %60 = OpConstant %5 0
 %61 = OpTypePointer PhysicalStorageBuffer %5
 %68 = OpConstant %5 2
 %71 = OpConstant %5 3
 %80 = OpConstant %5 4
 %87 = OpConstant %5 2147483648
 %92 = OpConstant %5 100
%106 = OpConstant %5 5
%109 = OpConstant %5 6
%112 = OpConstant %5 7
%115 = OpConstant %5 8
  %3 = OpFunction %1 None %2                                 ; reports
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
 %37 = OpLoad %17 %36
 %40 = OpAccessChain %38 %21 %39
 %41 = OpLoad %18 %40
 %42 = OpBitcast %18 %26
 %45 = OpAccessChain %43 %21 %44
 %46 = OpLoad %13 %45
 %47 = OpULessThan %30 %42 %41
       OpSelectionMerge %50 None
       OpBranchConditional %47 %49 %50
 %49 = OpLabel
 %52 = OpAccessChain %51 %37 %23 %42
 %53 = OpLoad %14 %52 Aligned 4
       OpBranch %50
 %50 = OpLabel
 %54 = OpPhi %14 %53 %49 %48 %33
 %55 = OpFOrdGreaterThanEqual %30 %54 %48
 %56 = OpLogicalNot %30 %55
       OpSelectionMerge %58 None
       OpBranchConditional %56 %57 %58
 %57 = OpLabel
 %62 = OpAccessChain %61 %46 %23 %60
 %63 = OpAtomicCompareExchange %5 %62 %59 %60 %60 %59 %60
 %64 = OpIEqual %30 %63 %60
       OpSelectionMerge %66 None
       OpBranchConditional %64 %65 %66
 %65 = OpLabel
 %67 = OpBitcast %5 %42
 %69 = OpAccessChain %61 %46 %23 %68
       OpStore %69 %67 Aligned 4
 %70 = OpBitcast %5 %42
 %72 = OpAccessChain %61 %46 %23 %71
       OpStore %72 %70 Aligned 4
 %73 = OpULessThan %30 %42 %41
       OpSelectionMerge %75 None
       OpBranchConditional %73 %74 %75
 %74 = OpLabel
 %76 = OpAccessChain %51 %37 %23 %42
 %77 = OpLoad %14 %76 Aligned 4
       OpBranch %75
 %75 = OpLabel
 %78 = OpPhi %14 %77 %74 %48 %65
 %79 = OpBitcast %5 %78
 %81 = OpAccessChain %61 %46 %23 %80
       OpStore %81 %79 Aligned 4
       OpBranch %66
 %66 = OpLabel
       OpReturn
 %58 = OpLabel
 %82 = OpIEqual %30 %42 %44
       OpSelectionMerge %84 None
       OpBranchConditional %82 %83 %84
 %83 = OpLabel
 %85 = OpAccessChain %61 %46 %23 %59
 %86 = OpAtomicLoad %5 %85 %59 %60
 %88 = OpULessThan %30 %86 %87
       OpSelectionMerge %90 None
       OpBranchConditional %88 %89 %90
 %89 = OpLabel
 %91 = OpAtomicIAdd %5 %85 %59 %60 %59
 %93 = OpULessThan %30 %91 %92
       OpSelectionMerge %95 None
       OpBranchConditional %93 %94 %95
 %94 = OpLabel
 %96 = OpIMul %5 %91 %80
 %97 = OpBitcast %5 %42
 %98 = OpBitcast %5 %42
 %99 = OpULessThan %30 %42 %41
       OpSelectionMerge %101 None
       OpBranchConditional %99 %100 %101
%100 = OpLabel
%102 = OpAccessChain %51 %37 %23 %42
%103 = OpLoad %14 %102 Aligned 4
       OpBranch %101
%101 = OpLabel
%104 = OpPhi %14 %103 %100 %48 %94
%105 = OpBitcast %5 %104
%107 = OpIAdd %5 %96 %106
%108 = OpAccessChain %61 %46 %23 %107
       OpStore %108 %68 Aligned 4
%110 = OpIAdd %5 %96 %109
%111 = OpAccessChain %61 %46 %23 %110
       OpStore %111 %97 Aligned 4
%113 = OpIAdd %5 %96 %112
%114 = OpAccessChain %61 %46 %23 %113
       OpStore %114 %98 Aligned 4
%116 = OpIAdd %5 %96 %115
%117 = OpAccessChain %61 %46 %23 %116
       OpStore %117 %105 Aligned 4
       OpBranch %95
 %95 = OpLabel
       OpBranch %90
 %90 = OpLabel
       OpBranch %84
 %84 = OpLabel
       OpReturn
       OpFunctionEnd
