"""One environment: gravity, fluids, bodies."""

from __future__ import annotations

import os
import warnings
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import ArgumentError, call, doubles, ffi, lib, made, pointer, text
from shoal.bodies import Body
from shoal.fluids import Medium, Volume


@ffi.def_extern()
def shoal_python_warn(user: Any, sentence: Any) -> None:
    ffi.from_handle(user).append(text(sentence))


class Scene:
    """An empty scene: gravity (0, 0, -9.81), no fluids, no bodies, time 0, time step 0.005 s."""

    def __init__(self) -> None:
        self._pointer = made("ShoalScene", lib.shoal_scene_destroy, lib.shoal_scene_create)

    @classmethod
    def from_file(cls, path: str | os.PathLike[str], **settings: object) -> Scene:
        """Reads a world or a case (docs/formats.md). Settings take the place of the file's @@name.

        What is read past is told as a UserWarning.
        """
        self = cls.__new__(cls)
        pairs = [(ffi.new("char[]", k.encode()), ffi.new("char[]", str(v).encode())) for k, v in settings.items()]
        said: list[str] = []
        handle = ffi.new_handle(said)
        options = ffi.new("ShoalLoadOptions *", lib.shoal_load_options())
        rows = ffi.new("ShoalSetting[]", pairs)
        options.settings, options.setting_count = rows, len(pairs)
        options.warn, options.user = lib.shoal_python_warn, handle
        load = lib.shoal_scene_load
        self._pointer = made("ShoalScene", lib.shoal_scene_destroy, load, os.fsencode(path), options)
        for sentence in said:
            warnings.warn(sentence, stacklevel=2)
        return self

    def write_world(self, path: str | os.PathLike[str]) -> None:
        """Writes a world file (XML); reading it back gives the same scene to the last bit."""
        call(lib.shoal_scene_write_world, self._pointer, os.fsencode(path))

    def write_case(self, path: str | os.PathLike[str]) -> None:
        """Writes a case (JSON)."""
        call(lib.shoal_scene_write_case, self._pointer, os.fsencode(path))

    def add_volume(self, volume: Volume | None = None, **fields: Any) -> int:
        """Adds a volume of liquid, given as a Volume or by its fields; returns its number."""
        keep: list[Any] = []
        index = ffi.new("int *")
        volume = volume or Volume(**fields)
        call(lib.shoal_scene_add_volume, self._pointer, volume._new(keep), index)
        if volume.warning:
            warnings.warn(volume.warning, stacklevel=2)
        return index[0]

    def add_body(self, body: Body | None = None, **fields: Any) -> int:
        """Adds a body, given as a Body or by its fields; returns its number."""
        keep: list[Any] = []
        index = ffi.new("int *")
        call(lib.shoal_scene_add_body, self._pointer, (body or Body(**fields))._new(keep), index)
        return index[0]

    @property
    def ambient(self) -> Medium | None:
        """The fluid around the volumes; None: a vacuum."""
        out = ffi.new("ShoalMedium *")
        if not lib.shoal_scene_ambient(self._pointer, out):
            return None
        return Medium._read(out)

    @ambient.setter
    def ambient(self, medium: Medium | None) -> None:
        keep: list[Any] = []
        call(lib.shoal_scene_set_ambient, self._pointer, ffi.NULL if medium is None else medium._new(keep))

    @property
    def gravity(self) -> np.ndarray:
        """(3), m/s^2"""
        out = np.empty(3)
        lib.shoal_scene_gravity(self._pointer, pointer(out))
        return out

    @gravity.setter
    def gravity(self, gravity: ArrayLike) -> None:
        call(lib.shoal_scene_set_gravity, self._pointer, pointer(doubles("gravity", gravity, (3,))))

    @property
    def time(self) -> float:
        """Of the clock at the start, s"""
        return lib.shoal_scene_time(self._pointer)

    @time.setter
    def time(self, time: float) -> None:
        call(lib.shoal_scene_set_time, self._pointer, time)

    @property
    def timestep(self) -> float:
        """s, what a batch steps by where nothing else is said"""
        return lib.shoal_scene_timestep(self._pointer)

    @timestep.setter
    def timestep(self, dt: float) -> None:
        call(lib.shoal_scene_set_timestep, self._pointer, dt)

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies, in order"""
        count = lib.shoal_scene_body_count(self._pointer)
        return [text(lib.shoal_scene_body(self._pointer, i).name) for i in range(count)]

    @property
    def volumes(self) -> int:
        """How many volumes there are"""
        return lib.shoal_scene_volume_count(self._pointer)

    def volume(self, index: int) -> Volume:
        """A copy of a volume that was added."""
        return Volume._read(lib.shoal_scene_volume(self._pointer, range(self.volumes)[index]))

    def body(self, body: int | str) -> Body:
        """A copy of a body that was added, about its centre of mass: com is 0, mass and inertia are given."""
        index = self.body_index(body) if isinstance(body, str) else range(len(self.bodies))[body]
        return Body._read(lib.shoal_scene_body(self._pointer, index))

    def body_index(self, name: str) -> int:
        index = lib.shoal_scene_body_index(self._pointer, name.encode())
        if index < 0:
            raise ArgumentError(f"there is no body {name!r}; there are {', '.join(self.bodies)}")
        return index
