; SPIR-V 1.5
; Bound: 143
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "structs" %8 %24
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "structs"
       OpName %8 "GlobalInvocationId"
       OpName %17 "Particle"
       OpMemberName %17 0 "position"
       OpMemberName %17 1 "mass"
       OpMemberName %17 2 "spin"
       OpName %19 "Particle_array"
       OpName %22 "push_constants"
       OpMemberName %22 0 "base0"
       OpMemberName %22 1 "size0"
       OpMemberName %22 2 "particles"
       OpMemberName %22 3 "heaviest.position.x"
       OpMemberName %22 4 "heaviest.position.y"
       OpMemberName %22 5 "heaviest.position.z"
       OpMemberName %22 6 "heaviest.mass"
       OpMemberName %22 7 "heaviest.spin[0].x"
       OpMemberName %22 8 "heaviest.spin[0].y"
       OpMemberName %22 9 "heaviest.spin[1].x"
       OpMemberName %22 10 "heaviest.spin[1].y"
       OpMemberName %22 11 "step"
       OpMemberName %22 12 "particles.extent0"
       OpName %109 "particle"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %13 ArrayStride 4
       OpDecorate %15 ArrayStride 4
       OpDecorate %16 ArrayStride 8
       OpMemberDecorate %17 0 Offset 0
       OpMemberDecorate %17 1 Offset 12
       OpMemberDecorate %17 2 Offset 16
       OpDecorate %18 ArrayStride 32
       OpDecorate %19 Block
       OpMemberDecorate %19 0 Offset 0
       OpDecorate %22 Block
       OpMemberDecorate %22 0 Offset 0
       OpMemberDecorate %22 1 Offset 4
       OpMemberDecorate %22 2 Offset 8
       OpMemberDecorate %22 3 Offset 16
       OpMemberDecorate %22 4 Offset 20
       OpMemberDecorate %22 5 Offset 24
       OpMemberDecorate %22 6 Offset 28
       OpMemberDecorate %22 7 Offset 32
       OpMemberDecorate %22 8 Offset 36
       OpMemberDecorate %22 9 Offset 40
       OpMemberDecorate %22 10 Offset 44
       OpMemberDecorate %22 11 Offset 48
       OpMemberDecorate %22 12 Offset 52
       OpDecorate %113 NoContraction
       OpDecorate %114 NoContraction
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeVector %5 3
  %7 = OpTypePointer Input %6
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeFloat 32
 %12 = OpConstant %5 3
 %13 = OpTypeArray %11 %12
 %14 = OpConstant %5 2
 %15 = OpTypeArray %11 %14
 %16 = OpTypeArray %15 %14
 %17 = OpTypeStruct %13 %11 %16                              ; Particle
 %18 = OpTypeRuntimeArray %17
 %19 = OpTypeStruct %18                                      ; Particle_array
 %20 = OpTypePointer PhysicalStorageBuffer %19
 %21 = OpTypeInt 32 1
 %22 = OpTypeStruct %5 %5 %20 %11 %11 %11 %11 %11 %11 %11 %11 %11 %21 ; push_constants
 %23 = OpTypePointer PushConstant %22
 %24 = OpVariable %23 PushConstant
 %25 = OpTypePointer PushConstant %5
 %26 = OpConstant %21 0
 %30 = OpConstant %21 1
 %33 = OpTypeBool
 %37 = OpTypePointer PushConstant %20
 %38 = OpConstant %21 2
 %41 = OpTypePointer PushConstant %11
 %42 = OpConstant %21 3
 %45 = OpConstant %21 4
 %48 = OpConstant %21 5
 %51 = OpTypeVector %11 3
 %53 = OpConstant %21 6
 %56 = OpConstant %21 7
 %59 = OpConstant %21 8
 %62 = OpTypeVector %11 2
 %64 = OpConstant %21 9
 %67 = OpConstant %21 10
 %71 = OpTypeArray %62 %14
 %73 = OpTypeStruct %51 %11 %71
 %75 = OpTypePointer PushConstant %21
 %76 = OpConstant %21 12
 %80 = OpConstant %21 11
 %84 = OpConstantNull %73
 %87 = OpTypePointer PhysicalStorageBuffer %11
  %3 = OpFunction %1 None %2                                 ; structs
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
 %40 = OpLoad %20 %39
 %43 = OpAccessChain %41 %24 %42
 %44 = OpLoad %11 %43
 %46 = OpAccessChain %41 %24 %45
 %47 = OpLoad %11 %46
 %49 = OpAccessChain %41 %24 %48
 %50 = OpLoad %11 %49
 %52 = OpCompositeConstruct %51 %44 %47 %50
 %54 = OpAccessChain %41 %24 %53
 %55 = OpLoad %11 %54
 %57 = OpAccessChain %41 %24 %56
 %58 = OpLoad %11 %57
 %60 = OpAccessChain %41 %24 %59
 %61 = OpLoad %11 %60
 %63 = OpCompositeConstruct %62 %58 %61
 %65 = OpAccessChain %41 %24 %64
 %66 = OpLoad %11 %65
 %68 = OpAccessChain %41 %24 %67
 %69 = OpLoad %11 %68
 %70 = OpCompositeConstruct %62 %66 %69
 %72 = OpCompositeConstruct %71 %63 %70
 %74 = OpCompositeConstruct %73 %52 %55 %72
 %77 = OpAccessChain %75 %24 %76
 %78 = OpLoad %21 %77
 %79 = OpBitcast %21 %29
 %81 = OpAccessChain %41 %24 %80
 %82 = OpLoad %11 %81
 %83 = OpULessThan %33 %79 %78
       OpSelectionMerge %86 None
       OpBranchConditional %83 %85 %86
 %85 = OpLabel
 %88 = OpAccessChain %87 %40 %26 %79 %26 %26
 %89 = OpLoad %11 %88 Aligned 4
 %90 = OpAccessChain %87 %40 %26 %79 %26 %30
 %91 = OpLoad %11 %90 Aligned 4
 %92 = OpAccessChain %87 %40 %26 %79 %26 %38
 %93 = OpLoad %11 %92 Aligned 4
 %94 = OpCompositeConstruct %51 %89 %91 %93
 %95 = OpAccessChain %87 %40 %26 %79 %30
 %96 = OpLoad %11 %95 Aligned 4
 %97 = OpAccessChain %87 %40 %26 %79 %38 %26 %26
 %98 = OpLoad %11 %97 Aligned 4
 %99 = OpAccessChain %87 %40 %26 %79 %38 %26 %30
%100 = OpLoad %11 %99 Aligned 4
%101 = OpCompositeConstruct %62 %98 %100
%102 = OpAccessChain %87 %40 %26 %79 %38 %30 %26
%103 = OpLoad %11 %102 Aligned 4
%104 = OpAccessChain %87 %40 %26 %79 %38 %30 %30
%105 = OpLoad %11 %104 Aligned 4
%106 = OpCompositeConstruct %62 %103 %105
%107 = OpCompositeConstruct %71 %101 %106
%108 = OpCompositeConstruct %73 %94 %96 %107
       OpBranch %86
 %86 = OpLabel
%109 = OpPhi %73 %108 %85 %84 %36                            ; particle
%110 = OpCompositeExtract %51 %109 0
%111 = OpCompositeExtract %11 %110 0
%112 = OpCompositeExtract %11 %109 1
%113 = OpFMul %11 %82 %112
%114 = OpFAdd %11 %111 %113
%115 = OpULessThan %33 %79 %78
       OpSelectionMerge %117 None
       OpBranchConditional %115 %116 %117
%116 = OpLabel
%118 = OpAccessChain %87 %40 %26 %79 %26 %26
       OpStore %118 %114 Aligned 4
       OpBranch %117
%117 = OpLabel
%119 = OpCompositeExtract %11 %109 1
%120 = OpCompositeExtract %11 %74 1
%121 = OpFOrdGreaterThan %33 %119 %120
       OpSelectionMerge %123 None
       OpBranchConditional %121 %122 %123
%122 = OpLabel
%124 = OpULessThan %33 %79 %78
       OpSelectionMerge %126 None
       OpBranchConditional %124 %125 %126
%125 = OpLabel
%127 = OpCompositeExtract %11 %74 0 0
%128 = OpAccessChain %87 %40 %26 %79 %26 %26
       OpStore %128 %127 Aligned 4
%129 = OpCompositeExtract %11 %74 0 1
%130 = OpAccessChain %87 %40 %26 %79 %26 %30
       OpStore %130 %129 Aligned 4
%131 = OpCompositeExtract %11 %74 0 2
%132 = OpAccessChain %87 %40 %26 %79 %26 %38
       OpStore %132 %131 Aligned 4
%133 = OpCompositeExtract %11 %74 1
%134 = OpAccessChain %87 %40 %26 %79 %30
       OpStore %134 %133 Aligned 4
%135 = OpCompositeExtract %11 %74 2 0 0
%136 = OpAccessChain %87 %40 %26 %79 %38 %26 %26
       OpStore %136 %135 Aligned 4
%137 = OpCompositeExtract %11 %74 2 0 1
%138 = OpAccessChain %87 %40 %26 %79 %38 %26 %30
       OpStore %138 %137 Aligned 4
%139 = OpCompositeExtract %11 %74 2 1 0
%140 = OpAccessChain %87 %40 %26 %79 %38 %30 %26
       OpStore %140 %139 Aligned 4
%141 = OpCompositeExtract %11 %74 2 1 1
%142 = OpAccessChain %87 %40 %26 %79 %38 %30 %30
       OpStore %142 %141 Aligned 4
       OpBranch %126
%126 = OpLabel
       OpBranch %123
%123 = OpLabel
       OpReturn
       OpFunctionEnd
