"""The library's structs as dataclasses (a field that is None keeps its default), and what it shares among owners."""

from __future__ import annotations

import dataclasses
import os
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from shoal._c import doubles, ffi, lib, made, names, number, refuse, text

if TYPE_CHECKING:
    from typing_extensions import Self

# prefixes of the names in the library's enums
_PREFIX = {
    "ShoalSeaType": "SHOAL_SEA_",
    "ShoalSeaDiscretisation": "SHOAL_SEA_",
    "ShoalShapeType": "SHOAL_",
    "ShoalBodyType": "SHOAL_",
    "ShoalMeshAlgorithm": "SHOAL_MESH_",
    "ShoalBoxAddedMass": "SHOAL_BOX_",
    "ShoalFaces": "SHOAL_FACES_",
    "ShoalIsa": "SHOAL_ISA_",
}
# lists, and where their lengths go
_COUNT = {"waves": "wave_count", "shapes": "shape_count", "patches": "patch_count", "components": "component_count"}


_classes: dict[str, Any] = {}  # by the library's names


class Record:
    """A struct of the library."""

    _c: ClassVar[str]  # its name there
    _default: ClassVar[str | None] = None  # the function that gives its defaults

    def __init_subclass__(cls) -> None:
        _classes[cls._c] = cls

    def _new(self, keep: list[Any]) -> Any:
        """The struct in C's memory, which lives as long as `keep`."""
        c = ffi.new(f"{self._c} *")
        keep.append(c)
        self._write(c, keep)
        return c

    def _write(self, c: Any, keep: list[Any]) -> None:
        start = self._start()
        if start is not None:
            c[0] = start
        kinds = dict(ffi.typeof(self._c).fields)
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = getattr(self, field.name)
            if value is not None:
                _put(c, field.name, kinds[field.name].type, value, keep)

    def _start(self) -> Any:
        return getattr(lib, self._default)() if self._default else None

    @classmethod
    def _read(cls, c: Any) -> Self:
        """The dataclass of a struct."""
        kinds = dict(ffi.typeof(cls._c).fields)
        fields = dataclasses.fields(cls)  # type: ignore[arg-type]
        values = {field.name: _get(c, field.name, kinds[field.name].type) for field in fields}
        return cls(**{f.name: bool(values[f.name]) if f.type == "bool | None" else values[f.name] for f in fields})


class Shared:
    """What the library keeps for several owners, of which a Python object is one."""

    _c: ClassVar[str]
    _retain: ClassVar[Any]
    _destroy: ClassVar[Any]
    _pointer: Any

    def __init_subclass__(cls) -> None:
        _classes[cls._c] = cls

    def _make(self, function: Any, *args: Any, after: tuple[Any, ...] = ()) -> None:
        self._pointer = made(self._c, self._destroy, function, *args, after=after)

    @classmethod
    def _load(
        cls, function: Any, path: str | os.PathLike[str], options: Any, after: tuple[Any, ...] = (), **fields: Any
    ) -> Self:
        """Reads a file with the library's options, some of their fields changed."""
        self = cls.__new__(cls)
        kind = ffi.typeof(options)
        c = ffi.new(f"{kind.cname} *", options)
        for name, value in fields.items():
            _put(c, name, dict(kind.fields)[name].type, value, [])
        self._make(function, os.fsencode(path), c, after=after)
        return self

    @classmethod
    def _read(cls, pointer: Any) -> Self:
        """One more owner of what a struct points to."""
        self = cls.__new__(cls)
        cls._retain(pointer)
        self._pointer = ffi.gc(pointer, cls._destroy)
        return self

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._pointer == self._pointer

    def __hash__(self) -> int:
        return hash(self._pointer)


def _put(c: Any, name: str, kind: Any, value: Any, keep: list[Any]) -> None:
    cname = _plain(kind)
    if kind.kind == "enum":
        setattr(c, name, number(name, names(cname, _PREFIX[cname]), value))
    elif kind.kind == "struct":
        _expect(name, value, cname)
        value._write(ffi.addressof(c, name), keep)
    elif kind.kind == "array":
        numbers = six(name, value) if kind.length == 6 else value
        ffi.memmove(getattr(c, name), doubles(name, numbers, (kind.length,)), ffi.sizeof(kind))
    elif kind.kind == "pointer" and name in _COUNT:
        rows = list(value)
        array = ffi.new(f"{_plain(kind.item)}[]", len(rows))
        keep.append(array)
        for i, row in enumerate(rows):
            _expect(f"{name}[{i}]", row, _plain(kind.item))
            row._write(ffi.addressof(array, i), keep)
        setattr(c, name, array)
        setattr(c, _COUNT[name], len(rows))
    elif kind.kind == "pointer" and _plain(kind.item) == "char":
        keep.append(ffi.new("char[]", value.encode()))
        setattr(c, name, keep[-1])
    elif kind.kind == "pointer" and _plain(kind.item) == "double":
        keep.append(ffi.new("double[]", doubles(name, value, (6, 6)).ravel().tolist()))
        setattr(c, name, keep[-1])
    elif kind.kind == "pointer":
        _expect(name, value, _plain(kind.item))
        keep.append(value)
        setattr(c, name, value._new(keep) if isinstance(value, Record) else value._pointer)
    else:
        setattr(c, name, value)


def _get(c: Any, name: str, kind: Any) -> Any:
    value, cname = getattr(c, name), _plain(kind)
    if kind.kind == "enum":
        number = int(ffi.cast("int", value))
        return {n: key for key, n in names(cname, _PREFIX[cname]).items()}.get(number, number)
    if kind.kind == "struct":
        return _classes[cname]._read(value)
    if kind.kind == "array":
        return tuple(value)
    if kind.kind != "pointer":
        return value
    if name in _COUNT:
        return [_classes[_plain(kind.item)]._read(value[i]) for i in range(getattr(c, _COUNT[name]))]
    if not value:
        return None
    if _plain(kind.item) == "char":
        return text(value)
    if _plain(kind.item) == "double":
        return np.reshape(list(value[0:36]), (6, 6))
    shared = _classes[_plain(kind.item)]
    return shared._read(value[0] if issubclass(shared, Record) else value)


def _plain(kind: Any) -> str:
    return kind.cname.removeprefix("enum ").removeprefix("struct ")


def _expect(name: str, value: Any, cname: str) -> None:
    if getattr(type(value), "_c", None) != cname:
        raise TypeError(f"{name} is {value!r}, and must be a shoal.{cname.removeprefix('Shoal').removesuffix('Def')}")


def read(c: Any) -> SimpleNamespace:
    """A struct of the library: numbers as numbers, arrays as NumPy's."""
    out = {}
    for name, field in ffi.typeof(c).fields if ffi.typeof(c).kind == "struct" else ffi.typeof(c).item.fields:
        value = getattr(c, name)
        if field.type.kind == "array":
            value = _array(value, field.type)
        out[name] = value
    return SimpleNamespace(**out)


def _array(c: Any, kind: Any) -> np.ndarray:
    shape = []
    while kind.kind == "array":
        shape.append(kind.length)
        kind = kind.item
    return np.frombuffer(ffi.buffer(c), dtype=np.float64).reshape(shape).copy()


def six(what: str, values: Any) -> np.ndarray:
    """A symmetric 3 x 3 as its xx xy xz yy yz zz, or those six."""
    array = np.asarray(values)
    if array.shape == (3, 3):
        if not np.array_equal(array, array.T):
            refuse(what, array.tolist(), "symmetric")
        return array[np.triu_indices(3)]
    return array
