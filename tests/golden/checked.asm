; SPIR-V 1.5
; Bound: 199
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %4 "checked" %9 %23
       OpExecutionMode %4 LocalSize 256 1 1
  %1 = OpString "/tmp/merge/tests/golden/checked.py"
       OpSource Unknown 0 %1
       OpName %4 "checked"
       OpName %9 "GlobalInvocationId"
       OpName %13 "report"
       OpName %17 "i32_array"
       OpName %19 "i32_array"
       OpName %21 "push_constants"
       OpMemberName %21 0 "base0"
       OpMemberName %21 1 "size0"
       OpMemberName %21 2 "report"
       OpMemberName %21 3 "x"
       OpMemberName %21 4 "p"
       OpMemberName %21 5 "x.extent0"
       OpMemberName %21 6 "p.extent0"
       OpName %56 "t"
       OpDecorate %9 BuiltIn GlobalInvocationId
       OpDecorate %12 ArrayStride 4
       OpDecorate %13 Block
       OpMemberDecorate %13 0 Offset 0
       OpDecorate %16 ArrayStride 4
       OpDecorate %17 Block
       OpMemberDecorate %17 0 Offset 0
       OpDecorate %19 Block
       OpMemberDecorate %19 0 Offset 0
       OpMemberDecorate %19 0 NonWritable
       OpDecorate %21 Block
       OpMemberDecorate %21 0 Offset 0
       OpMemberDecorate %21 1 Offset 4
       OpMemberDecorate %21 2 Offset 8
       OpMemberDecorate %21 3 Offset 16
       OpMemberDecorate %21 4 Offset 24
       OpMemberDecorate %21 5 Offset 32
       OpMemberDecorate %21 6 Offset 36
  %2 = OpTypeVoid
  %3 = OpTypeFunction %2
  %6 = OpTypeInt 32 0
  %7 = OpTypeVector %6 3
  %8 = OpTypePointer Input %7
  %9 = OpVariable %8 Input                                   ; GlobalInvocationId
 %12 = OpTypeRuntimeArray %6
 %13 = OpTypeStruct %12                                      ; report
 %14 = OpTypePointer PhysicalStorageBuffer %13
 %15 = OpTypeInt 32 1
 %16 = OpTypeRuntimeArray %15
 %17 = OpTypeStruct %16                                      ; i32_array
 %18 = OpTypePointer PhysicalStorageBuffer %17
 %19 = OpTypeStruct %16                                      ; i32_array
 %20 = OpTypePointer PhysicalStorageBuffer %19
 %21 = OpTypeStruct %6 %6 %14 %18 %20 %15 %15                ; push_constants
 %22 = OpTypePointer PushConstant %21
 %23 = OpVariable %22 PushConstant
 %24 = OpTypePointer PushConstant %6
 %25 = OpConstant %15 0
 %29 = OpConstant %15 1
 %32 = OpTypeBool
 %36 = OpTypePointer PushConstant %18
 %37 = OpConstant %15 3
 %40 = OpTypePointer PushConstant %20
 %41 = OpConstant %15 4
 %44 = OpTypePointer PushConstant %15
 %45 = OpConstant %15 5
 %48 = OpConstant %15 6
 %52 = OpTypePointer PushConstant %14
 %53 = OpConstant %15 2
 %60 = OpConstantTrue %32
 %65 = OpConstant %6 1
 %66 = OpConstant %6 0
 %67 = OpTypePointer PhysicalStorageBuffer %6
 %74 = OpConstant %6 2
 %77 = OpConstant %6 3
 %80 = OpConstant %6 4
 %85 = OpTypePointer PhysicalStorageBuffer %15
%142 = OpConstant %15 7
%176 = OpConstant %15 -1
       OpLine %1 6 1
  %4 = OpFunction %2 None %3                                 ; checked
  %5 = OpLabel
       OpLine %1 6 1
 %10 = OpLoad %7 %9
 %11 = OpCompositeExtract %6 %10 0
 %26 = OpAccessChain %24 %23 %25
 %27 = OpLoad %6 %26
 %28 = OpIAdd %6 %11 %27
 %30 = OpAccessChain %24 %23 %29
 %31 = OpLoad %6 %30
 %33 = OpUGreaterThanEqual %32 %28 %31
       OpSelectionMerge %35 None
       OpBranchConditional %33 %34 %35
 %34 = OpLabel
       OpLine %1 6 1
       OpReturn
 %35 = OpLabel
       OpLine %1 6 1
 %38 = OpAccessChain %36 %23 %37
 %39 = OpLoad %18 %38
 %42 = OpAccessChain %40 %23 %41
 %43 = OpLoad %20 %42
 %46 = OpAccessChain %44 %23 %45
 %47 = OpLoad %15 %46
 %49 = OpAccessChain %44 %23 %48
 %50 = OpLoad %15 %49
 %51 = OpBitcast %15 %28
 %54 = OpAccessChain %52 %23 %53
 %55 = OpLoad %14 %54
 %56 = OpSGreaterThan %32 %51 %25                            ; t
       OpLine %1 8 5
       OpSelectionMerge %58 None
       OpBranchConditional %56 %57 %58
 %57 = OpLabel
       OpLine %1 8 19
 %59 = OpSLessThan %32 %51 %25
 %61 = OpSGreaterThanEqual %32 %51 %50
 %62 = OpLogicalOr %32 %59 %61
       OpSelectionMerge %64 None
       OpBranchConditional %62 %63 %64
 %63 = OpLabel
       OpLine %1 8 19
 %68 = OpAccessChain %67 %55 %25 %66
 %69 = OpAtomicCompareExchange %6 %68 %65 %66 %66 %65 %66
 %70 = OpIEqual %32 %69 %66
       OpSelectionMerge %72 None
       OpBranchConditional %70 %71 %72
 %71 = OpLabel
       OpLine %1 8 19
 %73 = OpBitcast %6 %51
 %75 = OpAccessChain %67 %55 %25 %74
       OpStore %75 %73 Aligned 4
 %76 = OpBitcast %6 %51
 %78 = OpAccessChain %67 %55 %25 %77
       OpStore %78 %76 Aligned 4
 %79 = OpBitcast %6 %50
 %81 = OpAccessChain %67 %55 %25 %80
       OpStore %81 %79 Aligned 4
       OpBranch %72
 %72 = OpLabel
       OpLine %1 8 19
       OpBranch %64
 %64 = OpLabel
       OpLine %1 8 19
 %82 = OpULessThan %32 %51 %50
       OpSelectionMerge %84 None
       OpBranchConditional %82 %83 %84
 %83 = OpLabel
       OpLine %1 8 19
 %86 = OpAccessChain %85 %43 %25 %51
 %87 = OpLoad %15 %86 Aligned 4
       OpBranch %84
 %84 = OpLabel
       OpLine %1 8 19
 %88 = OpPhi %15 %87 %83 %25 %64
       OpLine %1 8 17
 %89 = OpSLessThan %32 %88 %25
       OpSelectionMerge %92 None
       OpBranchConditional %89 %90 %91
 %90 = OpLabel
       OpLine %1 8 17
       OpBranch %92
 %91 = OpLabel
       OpLine %1 8 19
 %93 = OpULessThan %32 %51 %50
       OpSelectionMerge %95 None
       OpBranchConditional %93 %94 %95
 %94 = OpLabel
       OpLine %1 8 19
 %96 = OpAccessChain %85 %43 %25 %51
 %97 = OpLoad %15 %96 Aligned 4
       OpBranch %95
 %95 = OpLabel
       OpLine %1 8 19
 %98 = OpPhi %15 %97 %94 %25 %91
       OpLine %1 8 17
 %99 = OpSGreaterThanEqual %32 %98 %47
       OpBranch %92
 %92 = OpLabel
       OpLine %1 8 17
%100 = OpPhi %32 %60 %90 %99 %95
       OpSelectionMerge %102 None
       OpBranchConditional %100 %101 %102
%101 = OpLabel
       OpLine %1 8 17
%103 = OpAccessChain %67 %55 %25 %66
%104 = OpAtomicCompareExchange %6 %103 %65 %66 %66 %74 %66
%105 = OpIEqual %32 %104 %66
       OpSelectionMerge %107 None
       OpBranchConditional %105 %106 %107
%106 = OpLabel
       OpLine %1 8 17
%108 = OpBitcast %6 %51
%109 = OpAccessChain %67 %55 %25 %74
       OpStore %109 %108 Aligned 4
       OpLine %1 8 19
%110 = OpULessThan %32 %51 %50
       OpSelectionMerge %112 None
       OpBranchConditional %110 %111 %112
%111 = OpLabel
       OpLine %1 8 19
%113 = OpAccessChain %85 %43 %25 %51
%114 = OpLoad %15 %113 Aligned 4
       OpBranch %112
%112 = OpLabel
       OpLine %1 8 19
%115 = OpPhi %15 %114 %111 %25 %106
       OpLine %1 8 17
%116 = OpBitcast %6 %115
%117 = OpAccessChain %67 %55 %25 %77
       OpStore %117 %116 Aligned 4
%118 = OpBitcast %6 %47
%119 = OpAccessChain %67 %55 %25 %80
       OpStore %119 %118 Aligned 4
       OpBranch %107
%107 = OpLabel
       OpLine %1 8 17
       OpBranch %102
%102 = OpLabel
       OpLine %1 8 19
%120 = OpULessThan %32 %51 %50
       OpSelectionMerge %122 None
       OpBranchConditional %120 %121 %122
%121 = OpLabel
       OpLine %1 8 19
%123 = OpAccessChain %85 %43 %25 %51
%124 = OpLoad %15 %123 Aligned 4
       OpBranch %122
%122 = OpLabel
       OpLine %1 8 19
%125 = OpPhi %15 %124 %121 %25 %102
       OpLine %1 8 17
%126 = OpULessThan %32 %125 %47
       OpSelectionMerge %128 None
       OpBranchConditional %126 %127 %128
%127 = OpLabel
       OpLine %1 8 17
%129 = OpAccessChain %85 %39 %25 %125
%130 = OpLoad %15 %129 Aligned 4
       OpBranch %128
%128 = OpLabel
       OpLine %1 8 17
%131 = OpPhi %15 %130 %127 %25 %122
       OpLine %1 8 12
%132 = OpIEqual %32 %131 %25
       OpSelectionMerge %134 None
       OpBranchConditional %132 %133 %134
%133 = OpLabel
       OpLine %1 8 12
%135 = OpAccessChain %67 %55 %25 %66
%136 = OpAtomicCompareExchange %6 %135 %65 %66 %66 %77 %66
%137 = OpIEqual %32 %136 %66
       OpSelectionMerge %139 None
       OpBranchConditional %137 %138 %139
%138 = OpLabel
       OpLine %1 8 12
%140 = OpBitcast %6 %51
%141 = OpAccessChain %67 %55 %25 %74
       OpStore %141 %140 Aligned 4
%143 = OpBitcast %6 %142
%144 = OpAccessChain %67 %55 %25 %77
       OpStore %144 %143 Aligned 4
       OpBranch %139
%139 = OpLabel
       OpLine %1 8 12
       OpBranch %134
%134 = OpLabel
       OpLine %1 8 12
       OpBranch %58
 %58 = OpLabel
       OpLine %1 8 5
%145 = OpSLessThan %32 %51 %25
%146 = OpSGreaterThanEqual %32 %51 %47
%147 = OpLogicalOr %32 %145 %146
       OpSelectionMerge %149 None
       OpBranchConditional %147 %148 %149
%148 = OpLabel
       OpLine %1 8 5
%150 = OpAccessChain %67 %55 %25 %66
%151 = OpAtomicCompareExchange %6 %150 %65 %66 %66 %80 %66
%152 = OpIEqual %32 %151 %66
       OpSelectionMerge %154 None
       OpBranchConditional %152 %153 %154
%153 = OpLabel
       OpLine %1 8 5
%155 = OpBitcast %6 %51
%156 = OpAccessChain %67 %55 %25 %74
       OpStore %156 %155 Aligned 4
%157 = OpBitcast %6 %51
%158 = OpAccessChain %67 %55 %25 %77
       OpStore %158 %157 Aligned 4
%159 = OpBitcast %6 %47
%160 = OpAccessChain %67 %55 %25 %80
       OpStore %160 %159 Aligned 4
       OpBranch %154
%154 = OpLabel
       OpLine %1 8 5
       OpBranch %149
%149 = OpLabel
       OpLine %1 8 5
       OpSelectionMerge %162 None
       OpBranchConditional %56 %161 %162
%161 = OpLabel
       OpLine %1 8 19
%163 = OpULessThan %32 %51 %50
       OpSelectionMerge %165 None
       OpBranchConditional %163 %164 %165
%164 = OpLabel
       OpLine %1 8 19
%166 = OpAccessChain %85 %43 %25 %51
%167 = OpLoad %15 %166 Aligned 4
       OpBranch %165
%165 = OpLabel
       OpLine %1 8 19
%168 = OpPhi %15 %167 %164 %25 %161
       OpLine %1 8 17
%169 = OpULessThan %32 %168 %47
       OpSelectionMerge %171 None
       OpBranchConditional %169 %170 %171
%170 = OpLabel
       OpLine %1 8 17
%172 = OpAccessChain %85 %39 %25 %168
%173 = OpLoad %15 %172 Aligned 4
       OpBranch %171
%171 = OpLabel
       OpLine %1 8 17
%174 = OpPhi %15 %173 %170 %25 %165
       OpLine %1 8 5
%175 = OpIEqual %32 %174 %25
%177 = OpIEqual %32 %174 %176
%178 = OpLogicalOr %32 %175 %177
%179 = OpSelect %15 %178 %29 %174
%180 = OpSDiv %15 %142 %179
%181 = OpIMul %15 %180 %179
%182 = OpISub %15 %142 %181
%183 = OpBitwiseXor %15 %182 %179
%184 = OpSLessThan %32 %183 %25
%185 = OpINotEqual %32 %182 %25
%186 = OpLogicalAnd %32 %185 %184
%187 = OpISub %15 %180 %29
%188 = OpSelect %15 %186 %187 %180
%189 = OpIAdd %15 %182 %179
%190 = OpSelect %15 %186 %189 %182
%191 = OpSelect %15 %175 %25 %188
%192 = OpSNegate %15 %142
%193 = OpSelect %15 %177 %192 %191
       OpBranch %162
%162 = OpLabel
       OpLine %1 8 5
%194 = OpPhi %15 %193 %171 %25 %149
%195 = OpULessThan %32 %51 %47
       OpSelectionMerge %197 None
       OpBranchConditional %195 %196 %197
%196 = OpLabel
       OpLine %1 8 5
%198 = OpAccessChain %85 %39 %25 %51
       OpStore %198 %194 Aligned 4
       OpBranch %197
%197 = OpLabel
       OpLine %1 8 5
       OpReturn
       OpFunctionEnd
