"""The C library, and what its calls return as Python's errors and arrays."""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import ArrayLike

from shoal._ffi import ffi, lib


class ShoalError(Exception):
    """A call of the library failed; the message is the library's sentence."""


class ArgumentError(ShoalError, ValueError):
    """An argument is out of range or not finite."""


class OutOfMemoryError(ShoalError, MemoryError):
    """Memory could not be had."""


class FileError(ShoalError, OSError):
    """A file cannot be opened, read or written."""


class FormatError(ShoalError, ValueError):
    """A file does not parse or holds what is not accepted."""


class UnsupportedError(ShoalError, NotImplementedError):
    """This machine or build lacks something."""


_ERRORS: dict[int, type[ShoalError]] = {
    lib.SHOAL_ERR_ARGUMENT: ArgumentError,
    lib.SHOAL_ERR_MEMORY: OutOfMemoryError,
    lib.SHOAL_ERR_FILE: FileError,
    lib.SHOAL_ERR_FORMAT: FormatError,
    lib.SHOAL_ERR_UNSUPPORTED: UnsupportedError,
}


def call(function: Any, *args: Any) -> None:
    """Calls a function whose last argument is a ShoalError, and raises what it says."""
    error = ffi.new("ShoalError *")
    status = function(*args, error)
    if status != lib.SHOAL_OK:
        raise _ERRORS[status](ffi.string(error.message).decode())


def made(kind: str, destroy: Any, function: Any, *args: Any, after: tuple[Any, ...] = ()) -> Any:
    """What a function of the library makes and puts where the argument behind `args` points."""
    place = ffi.new(f"{kind} **")
    call(function, *args, place, *after)
    return ffi.gc(place[0], destroy)


def refuse(what: str, found: Any, accepted: Any) -> NoReturn:
    raise ArgumentError(f"{what} is {found!r}, and must be {accepted}")


def doubles(what: str, values: ArrayLike, shape: tuple[int | None, ...]) -> np.ndarray:
    """A contiguous float64 array of a shape (None: any length). Numbers of any real kind and any strides are taken."""
    array = np.asarray(values)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} holds {array.dtype}, and must hold real numbers")
    if len(array.shape) != len(shape) or any(n not in (None, m) for m, n in zip(array.shape, shape)):
        wanted = ", ".join("n" if n is None else str(n) for n in shape)
        refuse(f"the shape of {what}", array.shape, f"({wanted})")
    return np.ascontiguousarray(array, dtype=np.float64)


def pointer(array: np.ndarray, kind: str = "double[]") -> Any:
    """A pointer into a contiguous array, which must outlive it."""
    return ffi.from_buffer(kind, array)


def names(enum: str, prefix: str) -> dict[str, int]:
    """The names of an enum of the library, such as "jonswap", and their numbers."""
    table = {n.removeprefix(prefix).lower(): v for n, v in ffi.typeof(enum).relements.items()}
    return dict(sorted(table.items(), key=lambda item: item[1]))


def number(what: str, table: dict[str, int], name: str | int) -> int:
    """The number of a name; numbers stay as they are."""
    if isinstance(name, str):
        if name not in table:
            refuse(what, name, "one of " + ", ".join(table))
        return table[name]
    return int(name)


def text(c: Any) -> str:
    return ffi.string(c).decode()
