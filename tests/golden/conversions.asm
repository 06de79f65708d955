; SPIR-V 1.5
; Bound: 110
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "conversions" %8 %24
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "conversions"
       OpName %8 "GlobalInvocationId"
       OpName %13 "f32_array"
       OpName %17 "i32_array"
       OpName %20 "u32_array"
       OpName %22 "push_constants"
       OpMemberName %22 0 "base0"
       OpMemberName %22 1 "size0"
       OpMemberName %22 2 "x"
       OpMemberName %22 3 "y"
       OpMemberName %22 4 "z"
       OpMemberName %22 5 "x.extent0"
       OpMemberName %22 6 "y.extent0"
       OpMemberName %22 7 "z.extent0"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
       OpDecorate %16 ArrayStride 4
       OpDecorate %17 Block
       OpMemberDecorate %17 0 Offset 0
       OpDecorate %19 ArrayStride 4
       OpDecorate %20 Block
       OpMemberDecorate %20 0 Offset 0
       OpDecorate %22 Block
       OpMemberDecorate %22 0 Offset 0
       OpMemberDecorate %22 1 Offset 4
       OpMemberDecorate %22 2 Offset 8
       OpMemberDecorate %22 3 Offset 16
       OpMemberDecorate %22 4 Offset 24
       OpMemberDecorate %22 5 Offset 32
       OpMemberDecorate %22 6 Offset 36
       OpMemberDecorate %22 7 Offset 40
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeVector %5 3
  %7 = OpTypePointer Input %6
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeFloat 32
 %12 = OpTypeRuntimeArray %11
 %13 = OpTypeStruct %12                                      ; f32_array
 %14 = OpTypePointer PhysicalStorageBuffer %13
 %15 = OpTypeInt 32 1
 %16 = OpTypeRuntimeArray %15
 %17 = OpTypeStruct %16                                      ; i32_array
 %18 = OpTypePointer PhysicalStorageBuffer %17
 %19 = OpTypeRuntimeArray %5
 %20 = OpTypeStruct %19                                      ; u32_array
 %21 = OpTypePointer PhysicalStorageBuffer %20
 %22 = OpTypeStruct %5 %5 %14 %18 %21 %15 %15 %15            ; push_constants
 %23 = OpTypePointer PushConstant %22
 %24 = OpVariable %23 PushConstant
 %25 = OpTypePointer PushConstant %5
 %26 = OpConstant %15 0
 %30 = OpConstant %15 1
 %33 = OpTypeBool
 %37 = OpTypePointer PushConstant %14
 %38 = OpConstant %15 2
 %41 = OpTypePointer PushConstant %18
 %42 = OpConstant %15 3
 %45 = OpTypePointer PushConstant %21
 %46 = OpConstant %15 4
 %49 = OpTypePointer PushConstant %15
 %50 = OpConstant %15 5
 %53 = OpConstant %15 6
 %56 = OpConstant %15 7
 %61 = OpConstant %11 0
 %64 = OpTypePointer PhysicalStorageBuffer %11
 %68 = OpConstant %11 -2.1474836e+09
 %69 = OpConstant %11 2.1474836e+09
 %75 = OpConstant %15 2147483647
 %82 = OpTypePointer PhysicalStorageBuffer %15
 %94 = OpTypePointer PhysicalStorageBuffer %5
 %97 = OpConstant %5 0
%103 = OpConstant %5 1
  %3 = OpFunction %1 None %2                                 ; conversions
  %4 = OpLabel
  %9 = OpLoad %6 %8
 %10 = OpCompositeExtract %5 %9 0
 %27 = OpAccessChain %25 %24 %26
 %28 = OpLoad %5 %27
 %29 = OpIAdd %5 %10 %28
 %31 = OpAccessChain %25 %24 %30
 %32 = OpLoad %5 %31
 %34 = OpUGreaterThanEqual %33 %29 %32
       OpSelectionMerge %36 None
       OpBranchConditional %34 %35 %36
 %35 = OpLabel
       OpReturn
 %36 = OpLabel
 %39 = OpAccessChain %37 %24 %38
 %40 = OpLoad %14 %39
 %43 = OpAccessChain %41 %24 %42
 %44 = OpLoad %18 %43
 %47 = OpAccessChain %45 %24 %46
 %48 = OpLoad %21 %47
 %51 = OpAccessChain %49 %24 %50
 %52 = OpLoad %15 %51
 %54 = OpAccessChain %49 %24 %53
 %55 = OpLoad %15 %54
 %57 = OpAccessChain %49 %24 %56
 %58 = OpLoad %15 %57
 %59 = OpBitcast %15 %29
 %60 = OpULessThan %33 %59 %52
       OpSelectionMerge %63 None
       OpBranchConditional %60 %62 %63
 %62 = OpLabel
 %65 = OpAccessChain %64 %40 %26 %59
 %66 = OpLoad %11 %65 Aligned 4
       OpBranch %63
 %63 = OpLabel
 %67 = OpPhi %11 %66 %62 %61 %36
 %70 = OpFOrdGreaterThan %33 %67 %68
 %71 = OpSelect %11 %70 %67 %68
 %72 = OpFOrdLessThan %33 %71 %69
 %73 = OpSelect %11 %72 %71 %61
 %74 = OpConvertFToS %15 %73
 %76 = OpSelect %15 %72 %74 %75
 %77 = OpFOrdEqual %33 %67 %67
 %78 = OpSelect %15 %77 %76 %26
 %79 = OpULessThan %33 %59 %55
       OpSelectionMerge %81 None
       OpBranchConditional %79 %80 %81
 %80 = OpLabel
 %83 = OpAccessChain %82 %44 %26 %59
       OpStore %83 %78 Aligned 4
       OpBranch %81
 %81 = OpLabel
 %84 = OpULessThan %33 %59 %55
       OpSelectionMerge %86 None
       OpBranchConditional %84 %85 %86
 %85 = OpLabel
 %87 = OpAccessChain %82 %44 %26 %59
 %88 = OpLoad %15 %87 Aligned 4
       OpBranch %86
 %86 = OpLabel
 %89 = OpPhi %15 %88 %85 %26 %81
 %90 = OpBitcast %5 %89
 %91 = OpULessThan %33 %59 %58
       OpSelectionMerge %93 None
       OpBranchConditional %91 %92 %93
 %92 = OpLabel
 %95 = OpAccessChain %94 %48 %26 %59
       OpStore %95 %90 Aligned 4
       OpBranch %93
 %93 = OpLabel
 %96 = OpULessThan %33 %59 %58
       OpSelectionMerge %99 None
       OpBranchConditional %96 %98 %99
 %98 = OpLabel
%100 = OpAccessChain %94 %48 %26 %59
%101 = OpLoad %5 %100 Aligned 4
       OpBranch %99
 %99 = OpLabel
%102 = OpPhi %5 %101 %98 %97 %93
%104 = OpIAdd %5 %102 %103
%105 = OpConvertUToF %11 %104
%106 = OpULessThan %33 %59 %52
       OpSelectionMerge %108 None
       OpBranchConditional %106 %107 %108
%107 = OpLabel
%109 = OpAccessChain %64 %40 %26 %59
       OpStore %109 %105 Aligned 4
       OpBranch %108
%108 = OpLabel
       OpReturn
       OpFunctionEnd
