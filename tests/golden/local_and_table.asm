; SPIR-V 1.5
; Bound: 104
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "local_and_table" %8 %21 %51
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "local_and_table"
       OpName %8 "GlobalInvocationId"
       OpName %11 "row"
       OpMemberName %11 0 "n0"
       OpName %13 "row_array"
       OpName %17 "i32_array"
       OpName %19 "push_constants"
       OpMemberName %19 0 "base0"
       OpMemberName %19 1 "size0"
       OpMemberName %19 2 "LARGE"
       OpMemberName %19 3 "x"
       OpMemberName %19 4 "x.extent0"
       OpName %51 "counts"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpMemberDecorate %11 0 Offset 0
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
       OpMemberDecorate %13 0 NonWritable
       OpDecorate %16 ArrayStride 4
       OpDecorate %17 Block
       OpMemberDecorate %17 0 Offset 0
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
 %11 = OpTypeStruct %5                                       ; row
 %12 = OpTypeRuntimeArray %11
 %13 = OpTypeStruct %12                                      ; row_array
 %14 = OpTypePointer PhysicalStorageBuffer %13
 %15 = OpTypeInt 32 1
 %16 = OpTypeRuntimeArray %15
 %17 = OpTypeStruct %16                                      ; i32_array
 %18 = OpTypePointer PhysicalStorageBuffer %17
 %19 = OpTypeStruct %5 %5 %14 %18 %15                        ; push_constants
 %20 = OpTypePointer PushConstant %19
 %21 = OpVariable %20 PushConstant
 %22 = OpTypePointer PushConstant %5
 %23 = OpConstant %15 0
 %27 = OpConstant %15 1
 %30 = OpTypeBool
 %34 = OpTypePointer PushConstant %18
 %35 = OpConstant %15 3
 %38 = OpTypePointer PushConstant %15
 %39 = OpConstant %15 4
 %43 = OpTypePointer PushConstant %14
 %44 = OpConstant %15 2
 %47 = OpTypePointer Private %15
 %48 = OpConstant %5 6
 %49 = OpTypeArray %15 %48
 %50 = OpTypePointer Private %49
 %51 = OpVariable %50 Private                                ; counts
 %57 = OpConstant %15 5
 %59 = OpConstant %15 32
 %61 = OpConstant %5 0
 %64 = OpTypePointer PhysicalStorageBuffer %5
 %72 = OpTypePointer PhysicalStorageBuffer %15
 %97 = OpConstant %5 5
  %3 = OpFunction %1 None %2                                 ; local_and_table
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
 %37 = OpLoad %18 %36
 %40 = OpAccessChain %38 %21 %39
 %41 = OpLoad %15 %40
 %42 = OpBitcast %15 %26
 %45 = OpAccessChain %43 %21 %44
 %46 = OpLoad %14 %45
 %52 = OpAccessChain %47 %51 %23
       OpStore %52 %23
 %53 = OpAccessChain %47 %51 %27
       OpStore %53 %23
 %54 = OpAccessChain %47 %51 %44
       OpStore %54 %23
 %55 = OpAccessChain %47 %51 %35
       OpStore %55 %23
 %56 = OpAccessChain %47 %51 %39
       OpStore %56 %23
 %58 = OpAccessChain %47 %51 %57
       OpStore %58 %23
 %60 = OpULessThan %30 %42 %59
       OpSelectionMerge %63 None
       OpBranchConditional %60 %62 %63
 %62 = OpLabel
 %65 = OpAccessChain %64 %46 %23 %42 %23
 %66 = OpLoad %5 %65 Aligned 4
       OpBranch %63
 %63 = OpLabel
 %67 = OpPhi %5 %66 %62 %61 %33
 %68 = OpBitcast %15 %67
 %69 = OpULessThan %30 %42 %41
       OpSelectionMerge %71 None
       OpBranchConditional %69 %70 %71
 %70 = OpLabel
 %73 = OpAccessChain %72 %37 %23 %42
 %74 = OpLoad %15 %73 Aligned 4
       OpBranch %71
 %71 = OpLabel
 %75 = OpPhi %15 %74 %70 %23 %63
 %76 = OpSDiv %15 %42 %35
 %77 = OpIMul %15 %76 %35
 %78 = OpISub %15 %42 %77
 %79 = OpBitwiseXor %15 %78 %35
 %80 = OpSLessThan %30 %79 %23
 %81 = OpINotEqual %30 %78 %23
 %82 = OpLogicalAnd %30 %81 %80
 %83 = OpISub %15 %76 %27
 %84 = OpSelect %15 %82 %83 %76
 %85 = OpIAdd %15 %78 %35
 %86 = OpSelect %15 %82 %85 %78
 %87 = OpULessThan %30 %75 %44
       OpSelectionMerge %89 None
       OpBranchConditional %87 %88 %89
 %88 = OpLabel
 %90 = OpIMul %15 %75 %35
 %91 = OpIAdd %15 %90 %86
 %92 = OpAccessChain %47 %51 %91
       OpStore %92 %68
       OpBranch %89
 %89 = OpLabel
 %93 = OpIMul %15 %27 %35
 %94 = OpIAdd %15 %93 %44
 %95 = OpAccessChain %47 %51 %94
 %96 = OpLoad %15 %95
 %98 = OpBitcast %15 %97
 %99 = OpIAdd %15 %96 %98
%100 = OpULessThan %30 %42 %41
       OpSelectionMerge %102 None
       OpBranchConditional %100 %101 %102
%101 = OpLabel
%103 = OpAccessChain %72 %37 %23 %42
       OpStore %103 %99 Aligned 4
       OpBranch %102
%102 = OpLabel
       OpReturn
       OpFunctionEnd
