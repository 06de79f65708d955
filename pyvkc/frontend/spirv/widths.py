"""Which capabilities the widths of numbers need.

The grammar does not say it, since it depends on types: section 3.31 of the specification and the extensions of 8-
and 16-bit storage do. Numbers of 64 bits need Int64 or Float64 wherever they occur. Those of 8 and 16 bits come in
two strengths:

- memory that holds them needs the storage capability of its storage class, or, where there is none (Function,
  Private and Workgroup variables), the full capability of the number's type;
- values of them that are only loaded, stored and converted to another width need nothing more; any other use
  (constants, arithmetic, parameters, composites) needs the full capability.

So a kernel that reads an array of 8-bit integers and computes in 32 bits declares no Int8.
"""

from __future__ import annotations

# By opcode of the type and width: the full capability.
FULL = {
    ("OpTypeInt", 8):    "Int8",
    ("OpTypeInt", 16):   "Int16",
    ("OpTypeInt", 64):   "Int64",
    ("OpTypeFloat", 16): "Float16",
    ("OpTypeFloat", 64): "Float64",
}  # fmt: skip

# By storage class and width: the storage capability. Classes without a row need the full one.
STORAGE = {
    ("StorageBuffer", 8):          "StorageBuffer8BitAccess",
    ("PhysicalStorageBuffer", 8):  "StorageBuffer8BitAccess",
    ("Uniform", 8):                "UniformAndStorageBuffer8BitAccess",
    ("PushConstant", 8):           "StoragePushConstant8",
    ("StorageBuffer", 16):         "StorageBuffer16BitAccess",
    ("PhysicalStorageBuffer", 16): "StorageBuffer16BitAccess",
    ("Uniform", 16):               "UniformAndStorageBuffer16BitAccess",
    ("PushConstant", 16):          "StoragePushConstant16",
    ("Input", 16):                 "StorageInputOutput16",
    ("Output", 16):                "StorageInputOutput16",
}  # fmt: skip

# Instructions that handle 8- and 16-bit values without the full capability.
STORAGE_ONLY = frozenset({"OpLoad", "OpStore", "OpCopyMemory", "OpSConvert", "OpUConvert", "OpFConvert"})

# Where a type names the types that it holds or points to.
HOLDS = {
    "OpTypeVector":               slice(0, 1),
    "OpTypeMatrix":               slice(0, 1),
    "OpTypeArray":                slice(0, 1),
    "OpTypeRuntimeArray":         slice(0, 1),
    "OpTypeCooperativeMatrixKHR": slice(0, 1),
    "OpTypeStruct":               slice(None),
    "OpTypePointer":              slice(1, 2),
    "OpTypeFunction":             slice(None),
}  # fmt: skip

# By instruction and width of the value: the capability of an atomic instruction.
ATOMICS = {
    ("OpAtomicFAddEXT", 16): "AtomicFloat16AddEXT",
    ("OpAtomicFAddEXT", 32): "AtomicFloat32AddEXT",
    ("OpAtomicFAddEXT", 64): "AtomicFloat64AddEXT",
    ("OpAtomicFMinEXT", 16): "AtomicFloat16MinMaxEXT",
    ("OpAtomicFMinEXT", 32): "AtomicFloat32MinMaxEXT",
    ("OpAtomicFMinEXT", 64): "AtomicFloat64MinMaxEXT",
    ("OpAtomicFMaxEXT", 16): "AtomicFloat16MinMaxEXT",
    ("OpAtomicFMaxEXT", 32): "AtomicFloat32MinMaxEXT",
    ("OpAtomicFMaxEXT", 64): "AtomicFloat64MinMaxEXT",
}  # fmt: skip
