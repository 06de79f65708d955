; SPIR-V 1.5
; Bound: 101
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "positions" %8 %17 %68 %75
       OpExecutionMode %3 LocalSize 32 8 1
       OpName %3 "positions"
       OpName %8 "GlobalInvocationId"
       OpName %13 "i32_array"
       OpName %15 "push_constants"
       OpMemberName %15 0 "base0"
       OpMemberName %15 1 "base1"
       OpMemberName %15 2 "base2"
       OpMemberName %15 3 "size0"
       OpMemberName %15 4 "size1"
       OpMemberName %15 5 "size2"
       OpMemberName %15 6 "x"
       OpMemberName %15 7 "x.extent0"
       OpMemberName %15 8 "x.extent1"
       OpMemberName %15 9 "x.extent2"
       OpName %68 "WorkgroupId"
       OpName %75 "LocalInvocationId"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
       OpMemberDecorate %13 0 NonReadable
       OpDecorate %15 Block
       OpMemberDecorate %15 0 Offset 0
       OpMemberDecorate %15 1 Offset 4
       OpMemberDecorate %15 2 Offset 8
       OpMemberDecorate %15 3 Offset 12
       OpMemberDecorate %15 4 Offset 16
       OpMemberDecorate %15 5 Offset 20
       OpMemberDecorate %15 6 Offset 24
       OpMemberDecorate %15 7 Offset 32
       OpMemberDecorate %15 8 Offset 36
       OpMemberDecorate %15 9 Offset 40
       OpDecorate %68 BuiltIn WorkgroupId
       OpDecorate %75 BuiltIn LocalInvocationId
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
 %15 = OpTypeStruct %5 %5 %5 %5 %5 %5 %14 %11 %11 %11        ; push_constants
 %16 = OpTypePointer PushConstant %15
 %17 = OpVariable %16 PushConstant
 %18 = OpTypePointer PushConstant %5
 %19 = OpConstant %11 0
 %23 = OpConstant %11 3
 %26 = OpTypeBool
 %29 = OpConstant %11 1
 %33 = OpConstant %11 4
 %39 = OpConstant %11 2
 %43 = OpConstant %11 5
 %50 = OpTypePointer PushConstant %14
 %51 = OpConstant %11 6
 %54 = OpTypePointer PushConstant %11
 %55 = OpConstant %11 7
 %58 = OpConstant %11 8
 %61 = OpConstant %11 9
 %68 = OpVariable %7 Input                                   ; WorkgroupId
 %71 = OpConstant %5 8
 %75 = OpVariable %7 Input                                   ; LocalInvocationId
 %79 = OpConstant %5 1
 %99 = OpTypePointer PhysicalStorageBuffer %11
  %3 = OpFunction %1 None %2                                 ; positions
  %4 = OpLabel
  %9 = OpLoad %6 %8
 %10 = OpCompositeExtract %5 %9 2
 %20 = OpAccessChain %18 %17 %19
 %21 = OpLoad %5 %20
 %22 = OpIAdd %5 %10 %21
 %24 = OpAccessChain %18 %17 %23
 %25 = OpLoad %5 %24
 %27 = OpUGreaterThanEqual %26 %22 %25
 %28 = OpCompositeExtract %5 %9 1
 %30 = OpAccessChain %18 %17 %29
 %31 = OpLoad %5 %30
 %32 = OpIAdd %5 %28 %31
 %34 = OpAccessChain %18 %17 %33
 %35 = OpLoad %5 %34
 %36 = OpUGreaterThanEqual %26 %32 %35
 %37 = OpLogicalOr %26 %27 %36
 %38 = OpCompositeExtract %5 %9 0
 %40 = OpAccessChain %18 %17 %39
 %41 = OpLoad %5 %40
 %42 = OpIAdd %5 %38 %41
 %44 = OpAccessChain %18 %17 %43
 %45 = OpLoad %5 %44
 %46 = OpUGreaterThanEqual %26 %42 %45
 %47 = OpLogicalOr %26 %37 %46
       OpSelectionMerge %49 None
       OpBranchConditional %47 %48 %49
 %48 = OpLabel
       OpReturn
 %49 = OpLabel
 %52 = OpAccessChain %50 %17 %51
 %53 = OpLoad %14 %52
 %56 = OpAccessChain %54 %17 %55
 %57 = OpLoad %11 %56
 %59 = OpAccessChain %54 %17 %58
 %60 = OpLoad %11 %59
 %62 = OpAccessChain %54 %17 %61
 %63 = OpLoad %11 %62
 %64 = OpBitcast %11 %22
 %65 = OpBitcast %11 %32
 %66 = OpBitcast %11 %42
 %67 = OpBitcast %11 %45
 %69 = OpLoad %6 %68
 %70 = OpCompositeExtract %5 %69 1
 %72 = OpUDiv %5 %31 %71
 %73 = OpIAdd %5 %70 %72
 %74 = OpBitcast %11 %73
 %76 = OpLoad %6 %75
 %77 = OpCompositeExtract %5 %76 0
 %78 = OpBitcast %11 %77
 %80 = OpISub %5 %25 %79
 %81 = OpUDiv %5 %80 %79
 %82 = OpIAdd %5 %81 %79
 %83 = OpBitcast %11 %82
 %84 = OpIMul %11 %74 %83
 %85 = OpIAdd %11 %78 %84
 %86 = OpIAdd %11 %85 %67
 %87 = OpIAdd %11 %86 %29
 %88 = OpULessThan %26 %64 %57
 %89 = OpULessThan %26 %65 %60
 %90 = OpLogicalAnd %26 %88 %89
 %91 = OpULessThan %26 %66 %63
 %92 = OpLogicalAnd %26 %90 %91
       OpSelectionMerge %94 None
       OpBranchConditional %92 %93 %94
 %93 = OpLabel
 %95 = OpIMul %11 %64 %60
 %96 = OpIAdd %11 %95 %65
 %97 = OpIMul %11 %96 %63
 %98 = OpIAdd %11 %97 %66
%100 = OpAccessChain %99 %53 %19 %98
       OpStore %100 %87 Aligned 4
       OpBranch %94
 %94 = OpLabel
       OpReturn
       OpFunctionEnd
