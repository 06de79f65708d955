; SPIR-V 1.5
; Bound: 78
      OpCapability Shader
      OpCapability PhysicalStorageBufferAddresses
      OpMemoryModel PhysicalStorageBuffer64 GLSL450
      OpEntryPoint GLCompute %3 "for_step_at_run_time" %8 %17
      OpExecutionMode %3 LocalSize 256 1 1
      OpName %3 "for_step_at_run_time"
      OpName %8 "GlobalInvocationId"
      OpName %13 "i32_array"
      OpName %15 "push_constants"
      OpMemberName %15 0 "base0"
      OpMemberName %15 1 "size0"
      OpMemberName %15 2 "x"
      OpMemberName %15 3 "start"
      OpMemberName %15 4 "stop"
      OpMemberName %15 5 "step"
      OpMemberName %15 6 "x.extent0"
      OpName %70 "k"
      OpDecorate %8 BuiltIn GlobalInvocationId
      OpDecorate %12 ArrayStride 4
      OpDecorate %13 Block
      OpMemberDecorate %13 0 Offset 0
      OpMemberDecorate %13 0 NonReadable
      OpDecorate %15 Block
      OpMemberDecorate %15 0 Offset 0
      OpMemberDecorate %15 1 Offset 4
      OpMemberDecorate %15 2 Offset 8
      OpMemberDecorate %15 3 Offset 16
      OpMemberDecorate %15 4 Offset 20
      OpMemberDecorate %15 5 Offset 24
      OpMemberDecorate %15 6 Offset 28
 %1 = OpTypeVoid
 %2 = OpTypeFunction %1
 %5 = OpTypeInt 32 0
 %6 = OpTypeVector %5 3
 %7 = OpTypePointer Input %6
 %8 = OpVariable %7 Input                                    ; GlobalInvocationId
%11 = OpTypeInt 32 1
%12 = OpTypeRuntimeArray %11
%13 = OpTypeStruct %12                                       ; i32_array
%14 = OpTypePointer PhysicalStorageBuffer %13
%15 = OpTypeStruct %5 %5 %14 %11 %11 %11 %11                 ; push_constants
%16 = OpTypePointer PushConstant %15
%17 = OpVariable %16 PushConstant
%18 = OpTypePointer PushConstant %5
%19 = OpConstant %11 0
%23 = OpConstant %11 1
%26 = OpTypeBool
%30 = OpTypePointer PushConstant %14
%31 = OpConstant %11 2
%34 = OpTypePointer PushConstant %11
%35 = OpConstant %11 6
%38 = OpConstant %11 3
%41 = OpConstant %11 4
%44 = OpConstant %11 5
%47 = OpConstant %5 0
%48 = OpConstant %5 1
%76 = OpTypePointer PhysicalStorageBuffer %11
 %3 = OpFunction %1 None %2                                  ; for_step_at_run_time
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
%39 = OpAccessChain %34 %17 %38
%40 = OpLoad %11 %39
%42 = OpAccessChain %34 %17 %41
%43 = OpLoad %11 %42
%45 = OpAccessChain %34 %17 %44
%46 = OpLoad %11 %45
%49 = OpSGreaterThan %26 %46 %19
%50 = OpSelect %11 %49 %40 %43
%51 = OpSelect %11 %49 %43 %40
%52 = OpSLessThan %26 %50 %51
%53 = OpINotEqual %26 %46 %19
%54 = OpLogicalAnd %26 %52 %53
%55 = OpBitcast %5 %46
%56 = OpISub %5 %47 %46
%57 = OpSelect %5 %49 %55 %56
%58 = OpSelect %5 %53 %57 %48
%59 = OpISub %5 %51 %50
%60 = OpISub %5 %59 %48
%61 = OpUDiv %5 %60 %58
%62 = OpIAdd %5 %61 %48
%63 = OpSelect %5 %54 %62 %47
      OpBranch %64
%64 = OpLabel
%70 = OpPhi %11 %40 %29 %66 %69                              ; k
%71 = OpPhi %5 %63 %29 %67 %69
%72 = OpINotEqual %26 %71 %47
      OpLoopMerge %68 %69 None
      OpBranchConditional %72 %65 %68
%65 = OpLabel
%73 = OpULessThan %26 %70 %37
      OpSelectionMerge %75 None
      OpBranchConditional %73 %74 %75
%74 = OpLabel
%77 = OpAccessChain %76 %33 %19 %70
      OpStore %77 %70 Aligned 4
      OpBranch %75
%75 = OpLabel
      OpBranch %69
%69 = OpLabel
%66 = OpIAdd %11 %70 %46
%67 = OpISub %5 %71 %48
      OpBranch %64
%68 = OpLabel
      OpReturn
      OpFunctionEnd
