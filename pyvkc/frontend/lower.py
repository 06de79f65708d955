"""The typed tree as a SPIR-V module: the last step of the front end.

Gets a kernel that the checker has accepted and a target; returns a :class:`~pyvkc.program.Program`. It raises nothing
at users: whatever goes wrong here is pyvkc's own mistake and an AssertionError. The same tree and target give the
same words, which hold no paths and no times.

The parts: :mod:`.lower_uses` finds what is used, :mod:`.layout` places the launch data, :mod:`.lower_interface`
declares it and :mod:`.lower_launch` loads it; :mod:`.lower_statement`, :mod:`.lower_loops`, :mod:`.lower_expression`
and :mod:`.lower_memory` do one function after another; :mod:`.lower_arrays` and :mod:`.lower_allocations` know where
elements lie; :mod:`.lower_emitter` writes values, also for the builtin rows.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..program import Assumption, Parameter, Program
from . import ir
from .layout import launch_layout
from .lower_allocations import complete_tables
from .lower_body import Body
from .lower_cells import find_words
from .lower_declare import shared_sizes
from .lower_emitter import Emitter
from .lower_interface import Interface
from .lower_locations import lines_of
from .lower_narrow import held_types
from .lower_report import find_report
from .lower_statement import lower_block
from .lower_tables import stored_tables, table_of
from .lower_uses import Uses, find_uses, merge
from .needs import find_needs
from .spirv.module import Module
from .target import Target

__all__ = ["FEATURES", "lower"]

FEATURES: Final = {
    "PhysicalStorageBufferAddresses": "bufferDeviceAddress",
    "StorageBuffer8BitAccess":        "storageBuffer8BitAccess",
    "StorageBuffer16BitAccess":       "storageBuffer16BitAccess",
    "Int8":                           "shaderInt8",
    "Int16":                          "shaderInt16",
    "Int64":                          "shaderInt64",
    "Float16":                        "shaderFloat16",
    "Float64":                        "shaderFloat64",
}  # fmt: skip
"""The feature of Vulkan that a device must have for each capability. Float controls are properties, not features."""


def lower(
    kernel: ir.Kernel,
    target: Target,
    *,
    assumptions: Iterable[Assumption] = (),
    whole_groups: bool = False,
    lines: int = 0,
) -> Program:
    """Compile a typed tree.

    Parameters
    ----------
    kernel : Kernel
        The tree.
    target : Target
        What the module is made for.
    assumptions : iterable of Assumption
        What the tree's unchecked accesses rely on; passed on to whoever launches.
    whole_groups : bool
        Only whole workgroups are launched, so that no invocation has to be turned away.
    lines : int
        How many lines that are printed a launch has room for.

    Returns
    -------
    Program
        The module and all that is needed to launch it.
    """
    functions = [find_uses(function.body) for function in kernel.functions]
    own = find_uses(kernel.body)
    total = merge([own, *functions])
    whole_groups = whole_groups or not target.addresses or total.whole_groups
    held = held_types(kernel, target)
    emitter = Emitter(Module(target.version), kernel.fastmath, finite=not target.addresses, held=held)
    tables = stored_tables(total.allocations.values()) if target.addresses else ()
    words = find_words(kernel, target, total)
    report = find_report(kernel, lines)
    reports = report is not None
    layout = launch_layout(kernel.parameters, kernel.ndim, target, words, kernel.index, len(tables), reports)
    interface = Interface(emitter, kernel, layout, target, total, report)
    ids: dict[int, int] = {}
    for function, uses in zip(kernel.functions, functions, strict=True):
        ids[function.index] = _lower_function(Body(interface, ids), function, uses)
    entry, workgroup = kernel.entry or kernel.name or "main", _workgroup(kernel)
    identity = _lower_kernel(Body(interface, ids), kernel, own, whole_groups)
    emitter.module.entry_point(identity, entry, workgroup)
    interface.locations.entered(entry)
    for mode, _, bits in (control.partition(" ") for control in sorted(target.float_controls)):
        if not bits or int(bits) in emitter.floats:
            emitter.module.execution_mode(mode, int(bits or 32))
    assembled = emitter.module.finish()
    features = [FEATURES[name] for name in assembled.capabilities if name in FEATURES]
    return Program(
        name=kernel.name,
        entry=entry,
        words=assembled.words,
        target=target.vulkan,
        abi=target.abi,
        workgroup=workgroup,
        ndim=kernel.ndim,
        parameters=tuple(_describe(parameter, total) for parameter in kernel.parameters),
        layout=layout,
        bindings=interface.bindings(),
        capabilities=assembled.capabilities,
        extensions=assembled.extensions,
        features=(*features, *interface.features),
        needs=(*find_needs(kernel, features, words), *interface.needs()),
        assumptions=tuple(assumptions),
        whole_groups=whole_groups,
        shared=shared_sizes(emitter, interface.declared(total.allocations.values())),
        tables=tuple(map(table_of, tables)),
        report=report,
        tree=kernel,
        lines=lines_of(assembled),
    )


def _workgroup(kernel: ir.Kernel) -> tuple[int, int, int]:
    """The workgroup in the order x, y, z."""
    x, y, z = (*reversed(kernel.workgroup), 1, 1, 1)[:3]
    return x, y, z


def _describe(parameter: ir.Parameter, uses: Uses) -> Parameter:
    access = uses.access(parameter.index) if isinstance(parameter, ir.ArrayParameter) else "none"
    return Parameter(parameter.name, parameter.type, access)


def _lower_function(body: Body, function: ir.Function, uses: Uses) -> int:
    module, emitter = body.module, body.emitter
    body.locations.begin(body.interface.kernel, function)
    void = module.type("OpTypeVoid")
    result = void if function.result is None else emitter.type(function.result)
    identity, parameters = module.begin_function(result, [emitter.type(p.type) for p in function.parameters])
    module.name(identity, function.name)
    module.label()
    body.locations.defined(identity)
    _load(body, uses)
    for variable, parameter in zip(function.parameters, parameters, strict=True):
        body.assign(variable, parameter)
    lower_block(body, function.body)
    if not module.terminated:  # a function with a result has returned on every path
        module.emit("OpReturn" if function.result is None else "OpUnreachable")
    module.end_function()
    return identity


def _lower_kernel(body: Body, kernel: ir.Kernel, uses: Uses, whole_groups: bool) -> int:
    module = body.module
    body.locations.begin(kernel, kernel)
    identity, _ = module.begin_function(module.type("OpTypeVoid"), [])
    module.name(identity, kernel.name or "main")
    module.label()
    body.locations.defined(identity)
    if not whole_groups:
        _return_outside(body)
    _load(body, uses)
    complete_tables(body)
    lower_block(body, kernel.body)
    if not module.terminated:
        module.emit("OpReturn")
    module.end_function()
    return identity


def _load(body: Body, uses: Uses) -> None:
    """Load what a function or the kernel uses of the launch."""
    tables = (body.interface.tables.get(array) for array in uses.allocations.values())
    body.launch.load([*uses.keys, *(("table", number, 0) for number in tables if number is not None)])


def _return_outside(body: Body) -> None:
    """End the invocations that only pad the launch to whole workgroups."""
    module, outside = body.module, body.launch.outside()
    leave, stay = module.fresh(), module.fresh()
    module.emit("OpSelectionMerge", stay, "None")
    module.emit("OpBranchConditional", outside, leave, stay)
    module.label(leave)
    module.emit("OpReturn")
    module.label(stay)
