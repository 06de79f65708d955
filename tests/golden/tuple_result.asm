; SPIR-V 1.5
; Bound: 102
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %52 "tuple_result" %57 %65
       OpExecutionMode %52 LocalSize 256 1 1
       OpName %5 "divide"
       OpName %6 "a"
       OpName %7 "b"
       OpName %52 "tuple_result"
       OpName %57 "GlobalInvocationId"
       OpName %61 "i32_array"
       OpName %63 "push_constants"
       OpMemberName %63 0 "base0"
       OpMemberName %63 1 "size0"
       OpMemberName %63 2 "x"
       OpMemberName %63 3 "n"
       OpMemberName %63 4 "x.extent0"
       OpName %94 "t"
       OpName %95 "t"
       OpName %96 "t"
       OpDecorate %57 BuiltIn GlobalInvocationId
       OpDecorate %60 ArrayStride 4
       OpDecorate %61 Block
       OpMemberDecorate %61 0 Offset 0
       OpDecorate %63 Block
       OpMemberDecorate %63 0 Offset 0
       OpMemberDecorate %63 1 Offset 4
       OpMemberDecorate %63 2 Offset 8
       OpMemberDecorate %63 3 Offset 16
       OpMemberDecorate %63 4 Offset 20
  %1 = OpTypeVoid
  %2 = OpTypeInt 32 1
  %3 = OpTypeStruct %2 %2
  %4 = OpTypeFunction %3 %2 %2
  %9 = OpConstant %2 0
 %10 = OpTypeBool
 %14 = OpConstant %2 -1
 %19 = OpConstant %2 1
 %51 = OpTypeFunction %1
 %54 = OpTypeInt 32 0
 %55 = OpTypeVector %54 3
 %56 = OpTypePointer Input %55
 %57 = OpVariable %56 Input                                  ; GlobalInvocationId
 %60 = OpTypeRuntimeArray %2
 %61 = OpTypeStruct %60                                      ; i32_array
 %62 = OpTypePointer PhysicalStorageBuffer %61
 %63 = OpTypeStruct %54 %54 %62 %2 %2                        ; push_constants
 %64 = OpTypePointer PushConstant %63
 %65 = OpVariable %64 PushConstant
 %66 = OpTypePointer PushConstant %54
 %75 = OpTypePointer PushConstant %62
 %76 = OpConstant %2 2
 %79 = OpTypePointer PushConstant %2
 %80 = OpConstant %2 4
 %84 = OpConstant %2 3
 %90 = OpTypePointer PhysicalStorageBuffer %2
  %5 = OpFunction %3 None %4                                 ; divide
  %6 = OpFunctionParameter %2                                ; a
  %7 = OpFunctionParameter %2                                ; b
  %8 = OpLabel
 %11 = OpIEqual %10 %7 %9
       OpSelectionMerge %13 None
       OpBranchConditional %11 %12 %13
 %12 = OpLabel
 %15 = OpCompositeConstruct %3 %9 %14
       OpReturnValue %15
 %13 = OpLabel
 %16 = OpIEqual %10 %7 %9
 %17 = OpIEqual %10 %7 %14
 %18 = OpLogicalOr %10 %16 %17
 %20 = OpSelect %2 %18 %19 %7
 %21 = OpSDiv %2 %6 %20
 %22 = OpIMul %2 %21 %20
 %23 = OpISub %2 %6 %22
 %24 = OpBitwiseXor %2 %23 %20
 %25 = OpSLessThan %10 %24 %9
 %26 = OpINotEqual %10 %23 %9
 %27 = OpLogicalAnd %10 %26 %25
 %28 = OpISub %2 %21 %19
 %29 = OpSelect %2 %27 %28 %21
 %30 = OpIAdd %2 %23 %20
 %31 = OpSelect %2 %27 %30 %23
 %32 = OpSelect %2 %16 %9 %29
 %33 = OpSNegate %2 %6
 %34 = OpSelect %2 %17 %33 %32
 %35 = OpIEqual %10 %7 %9
 %36 = OpIEqual %10 %7 %14
 %37 = OpLogicalOr %10 %35 %36
 %38 = OpSelect %2 %37 %19 %7
 %39 = OpSDiv %2 %6 %38
 %40 = OpIMul %2 %39 %38
 %41 = OpISub %2 %6 %40
 %42 = OpBitwiseXor %2 %41 %38
 %43 = OpSLessThan %10 %42 %9
 %44 = OpINotEqual %10 %41 %9
 %45 = OpLogicalAnd %10 %44 %43
 %46 = OpISub %2 %39 %19
 %47 = OpSelect %2 %45 %46 %39
 %48 = OpIAdd %2 %41 %38
 %49 = OpSelect %2 %45 %48 %41
 %50 = OpCompositeConstruct %3 %34 %49
       OpReturnValue %50
       OpFunctionEnd
 %52 = OpFunction %1 None %51                                ; tuple_result
 %53 = OpLabel
 %58 = OpLoad %55 %57
 %59 = OpCompositeExtract %54 %58 0
 %67 = OpAccessChain %66 %65 %9
 %68 = OpLoad %54 %67
 %69 = OpIAdd %54 %59 %68
 %70 = OpAccessChain %66 %65 %19
 %71 = OpLoad %54 %70
 %72 = OpUGreaterThanEqual %10 %69 %71
       OpSelectionMerge %74 None
       OpBranchConditional %72 %73 %74
 %73 = OpLabel
       OpReturn
 %74 = OpLabel
 %77 = OpAccessChain %75 %65 %76
 %78 = OpLoad %62 %77
 %81 = OpAccessChain %79 %65 %80
 %82 = OpLoad %2 %81
 %83 = OpBitcast %2 %69
 %85 = OpAccessChain %79 %65 %84
 %86 = OpLoad %2 %85
 %87 = OpULessThan %10 %83 %82
       OpSelectionMerge %89 None
       OpBranchConditional %87 %88 %89
 %88 = OpLabel
 %91 = OpAccessChain %90 %78 %9 %83
 %92 = OpLoad %2 %91 Aligned 4
       OpBranch %89
 %89 = OpLabel
 %93 = OpPhi %2 %92 %88 %9 %74
 %94 = OpFunctionCall %3 %5 %93 %86                          ; t
 %95 = OpCompositeExtract %2 %94 0                           ; t
 %96 = OpCompositeExtract %2 %94 1                           ; t
 %97 = OpIMul %2 %95 %96
 %98 = OpULessThan %10 %83 %82
       OpSelectionMerge %100 None
       OpBranchConditional %98 %99 %100
 %99 = OpLabel
%101 = OpAccessChain %90 %78 %9 %83
       OpStore %101 %97 Aligned 4
       OpBranch %100
%100 = OpLabel
       OpReturn
       OpFunctionEnd
