"""Environments that were shared out over several batches, put together as those of one."""

from __future__ import annotations

from collections.abc import Sequence

from shoal._c import call, ffi, lib, refuse, text


def join_hashes(hashes: Sequence[str]) -> str:
    """The hash of a batch from those of its environments, in order (Batch.environment_hash)."""
    rows = ffi.new("ShoalDigest[]", len(hashes))
    for row, digits in zip(rows, hashes):
        if len(digits) != 32:
            refuse("a hash", digits, "32 hexadecimal digits")
        row.high, row.low = int(digits[:16], 16), int(digits[16:], 16)
    out = ffi.new("char[33]")
    lib.shoal_digest_text(lib.shoal_digest_join(rows, len(hashes)), out)
    return text(out)


def join_saves(saves: Sequence[bytes]) -> bytes:
    """The save of one batch from those of batches of one scene that hold its environments, in order (Batch.save)."""
    memory = bytearray().join(saves)
    size = ffi.new("size_t *", len(memory))
    call(lib.shoal_save_join, ffi.from_buffer(memory, require_writable=True), size)
    return bytes(memory[: size[0]])


def saved_environments(saved: bytes) -> int:
    """How many environments a save holds."""
    out = ffi.new("int *")
    call(lib.shoal_save_environments, ffi.from_buffer(saved), len(saved), out)
    return out[0]
