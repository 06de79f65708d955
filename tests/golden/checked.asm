; SPIR-V 1.5
; Bound: 198
       OpCapability Shader
       OpCapability PhysicalStorageBufferAddresses
       OpMemoryModel PhysicalStorageBuffer64 GLSL450
       OpEntryPoint GLCompute %3 "checked" %8 %22
       OpExecutionMode %3 LocalSize 256 1 1
       OpName %3 "checked"
       OpName %8 "GlobalInvocationId"
       OpName %12 "report"
       OpName %16 "i32_array"
       OpName %18 "i32_array"
       OpName %20 "push_constants"
       OpMemberName %20 0 "base0"
       OpMemberName %20 1 "size0"
       OpMemberName %20 2 "report"
       OpMemberName %20 3 "x"
       OpMemberName %20 4 "p"
       OpMemberName %20 5 "x.extent0"
       OpMemberName %20 6 "p.extent0"
       OpName %55 "t"
       OpDecorate %8 BuiltIn GlobalInvocationId
       OpDecorate %11 ArrayStride 4
       OpDecorate %12 Block
       OpMemberDecorate %12 0 Offset 0
       OpDecorate %15 ArrayStride 4
       OpDecorate %16 Block
       OpMemberDecorate %16 0 Offset 0
       OpDecorate %18 Block
       OpMemberDecorate %18 0 Offset 0
       OpMemberDecorate %18 0 NonWritable
       OpDecorate %20 Block
       OpMemberDecorate %20 0 Offset 0
       OpMemberDecorate %20 1 Offset 4
       OpMemberDecorate %20 2 Offset 8
       OpMemberDecorate %20 3 Offset 16
       OpMemberDecorate %20 4 Offset 24
       OpMemberDecorate %20 5 Offset 32
       OpMemberDecorate %20 6 Offset 36
  %1 = OpTypeVoid
  %2 = OpTypeFunction %1
  %5 = OpTypeInt 32 0
  %6 = OpTypeVector %5 3
  %7 = OpTypePointer Input %6
  %8 = OpVariable %7 Input                                   ; GlobalInvocationId
 %11 = OpTypeRuntimeArray %5
 %12 = OpTypeStruct %11                                      ; report
 %13 = OpTypePointer PhysicalStorageBuffer %12
 %14 = OpTypeInt 32 1
 %15 = OpTypeRuntimeArray %14
 %16 = OpTypeStruct %15                                      ; i32_array
 %17 = OpTypePointer PhysicalStorageBuffer %16
 %18 = OpTypeStruct %15                                      ; i32_array
 %19 = OpTypePointer PhysicalStorageBuffer %18
 %20 = OpTypeStruct %5 %5 %13 %17 %19 %14 %14                ; push_constants
 %21 = OpTypePointer PushConstant %20
 %22 = OpVariable %21 PushConstant
 %23 = OpTypePointer PushConstant %5
 %24 = OpConstant %14 0
 %28 = OpConstant %14 1
 %31 = OpTypeBool
 %35 = OpTypePointer PushConstant %17
 %36 = OpConstant %14 3
 %39 = OpTypePointer PushConstant %19
 %40 = OpConstant %14 4
 %43 = OpTypePointer PushConstant %14
 %44 = OpConstant %14 5
 %47 = OpConstant %14 6
 %51 = OpTypePointer PushConstant %13
 %52 = OpConstant %14 2
 %59 = OpConstantTrue %31
 %64 = OpConstant %5 1
 %65 = OpConstant %5 0
 %66 = OpTypePointer PhysicalStorageBuffer %5
 %73 = OpConstant %5 2
 %76 = OpConstant %5 3
 %79 = OpConstant %5 4
 %84 = OpTypePointer PhysicalStorageBuffer %14
%141 = OpConstant %14 7
%175 = OpConstant %14 -1
  %3 = OpFunction %1 None %2                                 ; checked
  %4 = OpLabel
  %9 = OpLoad %6 %8
 %10 = OpCompositeExtract %5 %9 0
 %25 = OpAccessChain %23 %22 %24
 %26 = OpLoad %5 %25
 %27 = OpIAdd %5 %10 %26
 %29 = OpAccessChain %23 %22 %28
 %30 = OpLoad %5 %29
 %32 = OpUGreaterThanEqual %31 %27 %30
       OpSelectionMerge %34 None
       OpBranchConditional %32 %33 %34
 %33 = OpLabel
       OpReturn
 %34 = OpLabel
 %37 = OpAccessChain %35 %22 %36
 %38 = OpLoad %17 %37
 %41 = OpAccessChain %39 %22 %40
 %42 = OpLoad %19 %41
 %45 = OpAccessChain %43 %22 %44
 %46 = OpLoad %14 %45
 %48 = OpAccessChain %43 %22 %47
 %49 = OpLoad %14 %48
 %50 = OpBitcast %14 %27
 %53 = OpAccessChain %51 %22 %52
 %54 = OpLoad %13 %53
 %55 = OpSGreaterThan %31 %50 %24                            ; t
       OpSelectionMerge %57 None
       OpBranchConditional %55 %56 %57
 %56 = OpLabel
 %58 = OpSLessThan %31 %50 %24
 %60 = OpSGreaterThanEqual %31 %50 %49
 %61 = OpLogicalOr %31 %58 %60
       OpSelectionMerge %63 None
       OpBranchConditional %61 %62 %63
 %62 = OpLabel
 %67 = OpAccessChain %66 %54 %24 %65
 %68 = OpAtomicCompareExchange %5 %67 %64 %65 %65 %64 %65
 %69 = OpIEqual %31 %68 %65
       OpSelectionMerge %71 None
       OpBranchConditional %69 %70 %71
 %70 = OpLabel
 %72 = OpBitcast %5 %50
 %74 = OpAccessChain %66 %54 %24 %73
       OpStore %74 %72 Aligned 4
 %75 = OpBitcast %5 %50
 %77 = OpAccessChain %66 %54 %24 %76
       OpStore %77 %75 Aligned 4
 %78 = OpBitcast %5 %49
 %80 = OpAccessChain %66 %54 %24 %79
       OpStore %80 %78 Aligned 4
       OpBranch %71
 %71 = OpLabel
       OpBranch %63
 %63 = OpLabel
 %81 = OpULessThan %31 %50 %49
       OpSelectionMerge %83 None
       OpBranchConditional %81 %82 %83
 %82 = OpLabel
 %85 = OpAccessChain %84 %42 %24 %50
 %86 = OpLoad %14 %85 Aligned 4
       OpBranch %83
 %83 = OpLabel
 %87 = OpPhi %14 %86 %82 %24 %63
 %88 = OpSLessThan %31 %87 %24
       OpSelectionMerge %91 None
       OpBranchConditional %88 %89 %90
 %89 = OpLabel
       OpBranch %91
 %90 = OpLabel
 %92 = OpULessThan %31 %50 %49
       OpSelectionMerge %94 None
       OpBranchConditional %92 %93 %94
 %93 = OpLabel
 %95 = OpAccessChain %84 %42 %24 %50
 %96 = OpLoad %14 %95 Aligned 4
       OpBranch %94
 %94 = OpLabel
 %97 = OpPhi %14 %96 %93 %24 %90
 %98 = OpSGreaterThanEqual %31 %97 %46
       OpBranch %91
 %91 = OpLabel
 %99 = OpPhi %31 %59 %89 %98 %94
       OpSelectionMerge %101 None
       OpBranchConditional %99 %100 %101
%100 = OpLabel
%102 = OpAccessChain %66 %54 %24 %65
%103 = OpAtomicCompareExchange %5 %102 %64 %65 %65 %73 %65
%104 = OpIEqual %31 %103 %65
       OpSelectionMerge %106 None
       OpBranchConditional %104 %105 %106
%105 = OpLabel
%107 = OpBitcast %5 %50
%108 = OpAccessChain %66 %54 %24 %73
       OpStore %108 %107 Aligned 4
%109 = OpULessThan %31 %50 %49
       OpSelectionMerge %111 None
       OpBranchConditional %109 %110 %111
%110 = OpLabel
%112 = OpAccessChain %84 %42 %24 %50
%113 = OpLoad %14 %112 Aligned 4
       OpBranch %111
%111 = OpLabel
%114 = OpPhi %14 %113 %110 %24 %105
%115 = OpBitcast %5 %114
%116 = OpAccessChain %66 %54 %24 %76
       OpStore %116 %115 Aligned 4
%117 = OpBitcast %5 %46
%118 = OpAccessChain %66 %54 %24 %79
       OpStore %118 %117 Aligned 4
       OpBranch %106
%106 = OpLabel
       OpBranch %101
%101 = OpLabel
%119 = OpULessThan %31 %50 %49
       OpSelectionMerge %121 None
       OpBranchConditional %119 %120 %121
%120 = OpLabel
%122 = OpAccessChain %84 %42 %24 %50
%123 = OpLoad %14 %122 Aligned 4
       OpBranch %121
%121 = OpLabel
%124 = OpPhi %14 %123 %120 %24 %101
%125 = OpULessThan %31 %124 %46
       OpSelectionMerge %127 None
       OpBranchConditional %125 %126 %127
%126 = OpLabel
%128 = OpAccessChain %84 %38 %24 %124
%129 = OpLoad %14 %128 Aligned 4
       OpBranch %127
%127 = OpLabel
%130 = OpPhi %14 %129 %126 %24 %121
%131 = OpIEqual %31 %130 %24
       OpSelectionMerge %133 None
       OpBranchConditional %131 %132 %133
%132 = OpLabel
%134 = OpAccessChain %66 %54 %24 %65
%135 = OpAtomicCompareExchange %5 %134 %64 %65 %65 %76 %65
%136 = OpIEqual %31 %135 %65
       OpSelectionMerge %138 None
       OpBranchConditional %136 %137 %138
%137 = OpLabel
%139 = OpBitcast %5 %50
%140 = OpAccessChain %66 %54 %24 %73
       OpStore %140 %139 Aligned 4
%142 = OpBitcast %5 %141
%143 = OpAccessChain %66 %54 %24 %76
       OpStore %143 %142 Aligned 4
       OpBranch %138
%138 = OpLabel
       OpBranch %133
%133 = OpLabel
       OpBranch %57
 %57 = OpLabel
%144 = OpSLessThan %31 %50 %24
%145 = OpSGreaterThanEqual %31 %50 %46
%146 = OpLogicalOr %31 %144 %145
       OpSelectionMerge %148 None
       OpBranchConditional %146 %147 %148
%147 = OpLabel
%149 = OpAccessChain %66 %54 %24 %65
%150 = OpAtomicCompareExchange %5 %149 %64 %65 %65 %79 %65
%151 = OpIEqual %31 %150 %65
       OpSelectionMerge %153 None
       OpBranchConditional %151 %152 %153
%152 = OpLabel
%154 = OpBitcast %5 %50
%155 = OpAccessChain %66 %54 %24 %73
       OpStore %155 %154 Aligned 4
%156 = OpBitcast %5 %50
%157 = OpAccessChain %66 %54 %24 %76
       OpStore %157 %156 Aligned 4
%158 = OpBitcast %5 %46
%159 = OpAccessChain %66 %54 %24 %79
       OpStore %159 %158 Aligned 4
       OpBranch %153
%153 = OpLabel
       OpBranch %148
%148 = OpLabel
       OpSelectionMerge %161 None
       OpBranchConditional %55 %160 %161
%160 = OpLabel
%162 = OpULessThan %31 %50 %49
       OpSelectionMerge %164 None
       OpBranchConditional %162 %163 %164
%163 = OpLabel
%165 = OpAccessChain %84 %42 %24 %50
%166 = OpLoad %14 %165 Aligned 4
       OpBranch %164
%164 = OpLabel
%167 = OpPhi %14 %166 %163 %24 %160
%168 = OpULessThan %31 %167 %46
       OpSelectionMerge %170 None
       OpBranchConditional %168 %169 %170
%169 = OpLabel
%171 = OpAccessChain %84 %38 %24 %167
%172 = OpLoad %14 %171 Aligned 4
       OpBranch %170
%170 = OpLabel
%173 = OpPhi %14 %172 %169 %24 %164
%174 = OpIEqual %31 %173 %24
%176 = OpIEqual %31 %173 %175
%177 = OpLogicalOr %31 %174 %176
%178 = OpSelect %14 %177 %28 %173
%179 = OpSDiv %14 %141 %178
%180 = OpIMul %14 %179 %178
%181 = OpISub %14 %141 %180
%182 = OpBitwiseXor %14 %181 %178
%183 = OpSLessThan %31 %182 %24
%184 = OpINotEqual %31 %181 %24
%185 = OpLogicalAnd %31 %184 %183
%186 = OpISub %14 %179 %28
%187 = OpSelect %14 %185 %186 %179
%188 = OpIAdd %14 %181 %178
%189 = OpSelect %14 %185 %188 %181
%190 = OpSelect %14 %174 %24 %187
%191 = OpSNegate %14 %141
%192 = OpSelect %14 %176 %191 %190
       OpBranch %161
%161 = OpLabel
%193 = OpPhi %14 %192 %170 %24 %148
%194 = OpULessThan %31 %50 %46
       OpSelectionMerge %196 None
       OpBranchConditional %194 %195 %196
%195 = OpLabel
%197 = OpAccessChain %84 %38 %24 %50
       OpStore %197 %193 Aligned 4
       OpBranch %196
%196 = OpLabel
       OpReturn
       OpFunctionEnd
