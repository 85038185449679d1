"""Processor instructions that Python lacks, as building blocks for kernels.

A set of cards is a 64-bit integer, and dealing selects some of its bits. On most processors this takes one instruction
instead of a loop. Where the instruction is missing or slow, an equivalent loop replaces it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]
from numba import types as numba_types
from numba.core import cgutils as numba_code
from numba.core import config as numba_config
from numba.extending import intrinsic

from boston7.hands._numba import kernel

types: Any = numba_types
cgutils: Any = numba_code
config: Any = numba_config

_U64 = np.uint64
_INT, _WIDE = ir.IntType(64), ir.IntType(128)


def _instruction(build: Callable[..., Any]) -> Callable[..., Any]:
    instruction: Callable[..., Any] = intrinsic(build)
    return instruction


@_instruction
def times(_context: Any, _fraction: Any, _ways: Any) -> Any:
    """Return all 128 bits of a product, as its high half (the whole part) and its low half (the remainder)."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        product = builder.mul(*(builder.zext(argument, _WIDE) for argument in arguments))
        whole = builder.trunc(builder.lshr(product, ir.Constant(_WIDE, 64)), _INT)
        return context.make_tuple(builder, signature.return_type, (whole, builder.trunc(product, _INT)))

    return types.UniTuple(types.uint64, 2)(types.uint64, types.uint64), code


@_instruction
def lowest(_context: Any, _cards: Any) -> Any:
    """Return the position of the lowest bit."""

    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.uint64(types.uint64), code


@_instruction
def _count(_context: Any, _cards: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.uint64(types.uint64), code


@_instruction
def _pdep(_context: Any, _places: Any, _left: Any) -> Any:
    def code(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        shape = ir.FunctionType(_INT, [_INT, _INT])
        return builder.call(cgutils.get_or_insert_function(builder.module, shape, "llvm.x86.bmi.pdep.64"), arguments)

    return types.uint64(types.uint64, types.uint64), code


@kernel(inline=True)
def find_in_steps(places: np.uint64, left: np.uint64) -> np.uint64:
    """Return the cards at these positions among the remaining cards. Works on any processor."""
    found = _U64(0)
    while places != _U64(0):
        place, at, width = lowest(places), _U64(0), _U64(32)
        while width != _U64(0):
            below = _count(left >> at & (_U64(1) << width) - _U64(1))
            if place >= below:
                place -= below
                at += width
            width >>= _U64(1)
        found |= _U64(1) << at
        places &= places - _U64(1)
    return found


def _finds_in_one_step() -> bool:
    """Whether the target processor has this as one fast instruction. It is slow on Zen 1 and 2."""
    overridden = config.CPU_NAME is not None or config.CPU_FEATURES is not None
    slow = binding.get_host_cpu_name() in ("znver1", "znver2")
    return not overridden and not slow and bool(binding.get_host_cpu_features().get("bmi2", False))


find = _pdep if _finds_in_one_step() else find_in_steps
