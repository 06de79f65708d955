; SPIR-V 1.5
; Bound: 163
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "parameter_block" %8 %20
       OpExecutionMode %3 LocalSize 32 8 1
       OpName %3 "parameter_block"
       OpName %8 "GlobalInvocationId"
       OpName %13 "f32_array"
       OpName %15 "f32_array"
       OpName %18 "push_constants"
       OpMemberName %18 0 "base0"
       OpMemberName %18 1 "base1"
       OpMemberName %18 2 "size0"
       OpMemberName %18 3 "size1"
       OpMemberName %18 4 "a"
       OpMemberName %18 5 "b"
       OpMemberName %18 6 "c"
       OpMemberName %18 7 "d"
       OpMemberName %18 8 "e"
       OpMemberName %18 9 "k"
       OpMemberName %18 10 "m"
       OpMemberName %18 11 "flag"
       OpMemberName %18 12 "a.extent0"
       OpMemberName %18 13 "a.extent1"
       OpMemberName %18 14 "b.extent0"
       OpMemberName %18 15 "b.extent1"
       OpMemberName %18 16 "c.extent0"
       OpMemberName %18 17 "c.extent1"
       OpMemberName %18 18 "d.extent0"
       OpMemberName %18 19 "d.extent1"
       OpMemberName %18 20 "e.extent0"
       OpMemberName %18 21 "e.extent1"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
       OpMemberDecorate %13 0 NonWritable
       OpDecorate %15 Block
       OpMemberDecorate %15 0 Offset 0
       OpMemberDecorate %15 0 NonReadable
       OpDecorate %18 Block
       OpMemberDecorate %18 0 Offset 0
       OpMemberDecorate %18 1 Offset 4
       OpMemberDecorate %18 2 Offset 8
       OpMemberDecorate %18 3 Offset 12
       OpMemberDecorate %18 4 Offset 16
       OpMemberDecorate %18 5 Offset 24
       OpMemberDecorate %18 6 Offset 32
       OpMemberDecorate %18 7 Offset 40
       OpMemberDecorate %18 8 Offset 48
       OpMemberDecorate %18 9 Offset 56
       OpMemberDecorate %18 10 Offset 60
       OpMemberDecorate %18 11 Offset 64
       OpMemberDecorate %18 12 Offset 68
       OpMemberDecorate %18 13 Offset 72
       OpMemberDecorate %18 14 Offset 76
       OpMemberDecorate %18 15 Offset 80
       OpMemberDecorate %18 16 Offset 84
       OpMemberDecorate %18 17 Offset 88
       OpMemberDecorate %18 18 Offset 92
       OpMemberDecorate %18 19 Offset 96
       OpMemberDecorate %18 20 Offset 100
       OpMemberDecorate %18 21 Offset 104
       OpDecorate %119 NoContraction
       OpDecorate %130 NoContraction
       OpDecorate %141 NoContraction
       OpDecorate %152 NoContraction
       OpDecorate %154 NoContraction
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
 %15 = OpTypeStruct %12                                      ; f32_array
 %16 = OpTypePointer PhysicalStorageBuffer %15
 %17 = OpTypeInt 32 1
 %18 = OpTypeStruct %5 %5 %5 %5 %14 %14 %14 %14 %16 %11 %17 %5 %17 %17 %17 %17 %17 %17 %17 %17 %17 %17 ; push_constants
 %19 = OpTypePointer PushConstant %18
 %20 = OpVariable %19 PushConstant
 %21 = OpTypePointer PushConstant %5
 %22 = OpConstant %17 0
 %26 = OpConstant %17 2
 %29 = OpTypeBool
 %32 = OpConstant %17 1
 %36 = OpConstant %17 3
 %43 = OpTypePointer PushConstant %14
 %44 = OpConstant %17 4
 %47 = OpConstant %17 5
 %50 = OpConstant %17 6
 %53 = OpConstant %17 7
 %56 = OpTypePointer PushConstant %16
 %57 = OpConstant %17 8
 %60 = OpTypePointer PushConstant %17
 %61 = OpConstant %17 12
 %64 = OpConstant %17 13
 %67 = OpConstant %17 14
 %70 = OpConstant %17 15
 %73 = OpConstant %17 16
 %76 = OpConstant %17 17
 %79 = OpConstant %17 18
 %82 = OpConstant %17 19
 %85 = OpConstant %17 20
 %88 = OpConstant %17 21
 %93 = OpTypePointer PushConstant %11
 %94 = OpConstant %17 9
 %97 = OpConstant %17 10
%100 = OpConstant %17 11
%103 = OpConstant %5 0
%110 = OpConstant %11 0
%115 = OpTypePointer PhysicalStorageBuffer %11
  %3 = OpFunction %1 None %2                                 ; parameter_block
  %4 = OpLabel
  %9 = OpLoad %6 %8
 %10 = OpCompositeExtract %5 %9 1
 %23 = OpAccessChain %21 %20 %22
 %24 = OpLoad %5 %23
 %25 = OpIAdd %5 %10 %24
 %27 = OpAccessChain %21 %20 %26
 %28 = OpLoad %5 %27
 %30 = OpUGreaterThanEqual %29 %25 %28
 %31 = OpCompositeExtract %5 %9 0
 %33 = OpAccessChain %21 %20 %32
 %34 = OpLoad %5 %33
 %35 = OpIAdd %5 %31 %34
 %37 = OpAccessChain %21 %20 %36
 %38 = OpLoad %5 %37
 %39 = OpUGreaterThanEqual %29 %35 %38
 %40 = OpLogicalOr %29 %30 %39
       OpSelectionMerge %42 None
       OpBranchConditional %40 %41 %42
 %41 = OpLabel
       OpReturn
 %42 = OpLabel
 %45 = OpAccessChain %43 %20 %44
 %46 = OpLoad %14 %45
 %48 = OpAccessChain %43 %20 %47
 %49 = OpLoad %14 %48
 %51 = OpAccessChain %43 %20 %50
 %52 = OpLoad %14 %51
 %54 = OpAccessChain %43 %20 %53
 %55 = OpLoad %14 %54
 %58 = OpAccessChain %56 %20 %57
 %59 = OpLoad %16 %58
 %62 = OpAccessChain %60 %20 %61
 %63 = OpLoad %17 %62
 %65 = OpAccessChain %60 %20 %64
 %66 = OpLoad %17 %65
 %68 = OpAccessChain %60 %20 %67
 %69 = OpLoad %17 %68
 %71 = OpAccessChain %60 %20 %70
 %72 = OpLoad %17 %71
 %74 = OpAccessChain %60 %20 %73
 %75 = OpLoad %17 %74
 %77 = OpAccessChain %60 %20 %76
 %78 = OpLoad %17 %77
 %80 = OpAccessChain %60 %20 %79
 %81 = OpLoad %17 %80
 %83 = OpAccessChain %60 %20 %82
 %84 = OpLoad %17 %83
 %86 = OpAccessChain %60 %20 %85
 %87 = OpLoad %17 %86
 %89 = OpAccessChain %60 %20 %88
 %90 = OpLoad %17 %89
 %91 = OpBitcast %17 %25
 %92 = OpBitcast %17 %35
 %95 = OpAccessChain %93 %20 %94
 %96 = OpLoad %11 %95
 %98 = OpAccessChain %60 %20 %97
 %99 = OpLoad %17 %98
%101 = OpAccessChain %21 %20 %100
%102 = OpLoad %5 %101
%104 = OpINotEqual %29 %102 %103
       OpSelectionMerge %106 None
       OpBranchConditional %104 %105 %106
%105 = OpLabel
%107 = OpULessThan %29 %91 %63
%108 = OpULessThan %29 %92 %66
%109 = OpLogicalAnd %29 %107 %108
       OpSelectionMerge %112 None
       OpBranchConditional %109 %111 %112
%111 = OpLabel
%113 = OpIMul %17 %91 %66
%114 = OpIAdd %17 %113 %92
%116 = OpAccessChain %115 %46 %22 %114
%117 = OpLoad %11 %116 Aligned 4
       OpBranch %112
%112 = OpLabel
%118 = OpPhi %11 %117 %111 %110 %105
%119 = OpFMul %11 %96 %118
%120 = OpULessThan %29 %91 %69
%121 = OpULessThan %29 %92 %72
%122 = OpLogicalAnd %29 %120 %121
       OpSelectionMerge %124 None
       OpBranchConditional %122 %123 %124
%123 = OpLabel
%125 = OpIMul %17 %91 %72
%126 = OpIAdd %17 %125 %92
%127 = OpAccessChain %115 %49 %22 %126
%128 = OpLoad %11 %127 Aligned 4
       OpBranch %124
%124 = OpLabel
%129 = OpPhi %11 %128 %123 %110 %112
%130 = OpFAdd %11 %119 %129
%131 = OpULessThan %29 %91 %75
%132 = OpULessThan %29 %92 %78
%133 = OpLogicalAnd %29 %131 %132
       OpSelectionMerge %135 None
       OpBranchConditional %133 %134 %135
%134 = OpLabel
%136 = OpIMul %17 %91 %78
%137 = OpIAdd %17 %136 %92
%138 = OpAccessChain %115 %52 %22 %137
%139 = OpLoad %11 %138 Aligned 4
       OpBranch %135
%135 = OpLabel
%140 = OpPhi %11 %139 %134 %110 %124
%141 = OpFAdd %11 %130 %140
%142 = OpULessThan %29 %91 %81
%143 = OpULessThan %29 %92 %84
%144 = OpLogicalAnd %29 %142 %143
       OpSelectionMerge %146 None
       OpBranchConditional %144 %145 %146
%145 = OpLabel
%147 = OpIMul %17 %91 %84
%148 = OpIAdd %17 %147 %92
%149 = OpAccessChain %115 %55 %22 %148
%150 = OpLoad %11 %149 Aligned 4
       OpBranch %146
%146 = OpLabel
%151 = OpPhi %11 %150 %145 %110 %135
%152 = OpFAdd %11 %141 %151
%153 = OpConvertSToF %11 %99
%154 = OpFAdd %11 %152 %153
%155 = OpULessThan %29 %91 %87
%156 = OpULessThan %29 %92 %90
%157 = OpLogicalAnd %29 %155 %156
       OpSelectionMerge %159 None
       OpBranchConditional %157 %158 %159
%158 = OpLabel
%160 = OpIMul %17 %91 %90
%161 = OpIAdd %17 %160 %92
%162 = OpAccessChain %115 %59 %22 %161
       OpStore %162 %154 Aligned 4
       OpBranch %159
%159 = OpLabel
       OpBranch %106
%106 = OpLabel
       OpReturn
       OpFunctionEnd
