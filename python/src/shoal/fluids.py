"""Fluids and what moves them: waves, sea states, oceans, currents, rivers, planes."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import call, doubles, ffi, lib, pointer, text
from shoal._record import Record, Shared, read


@dataclass
class Medium(Record):
    """A fluid: density in kg/m^3, dynamic viscosity in Pa s, velocity (3) in m/s."""

    _c: ClassVar[str] = "ShoalMedium"
    density: float
    viscosity: float
    velocity: ArrayLike = (0.0, 0.0, 0.0)

    @classmethod
    def water(cls, velocity: ArrayLike = (0.0, 0.0, 0.0)) -> Medium:
        """Fresh water at 20 C: 998.2 kg/m^3, 1.002e-3 Pa s."""
        return cls._of(lib.shoal_medium_water(), velocity)

    @classmethod
    def seawater(cls, velocity: ArrayLike = (0.0, 0.0, 0.0)) -> Medium:
        """At 15 C, 35.165 g/kg: 1026.021 kg/m^3, 1.21923e-3 Pa s."""
        return cls._of(lib.shoal_medium_seawater(), velocity)

    @classmethod
    def air(cls, velocity: ArrayLike = (0.0, 0.0, 0.0)) -> Medium:
        """Dry, 20 C, 101325 Pa: 1.204 kg/m^3, 1.825e-5 Pa s."""
        return cls._of(lib.shoal_medium_air(), velocity)

    @classmethod
    def _of(cls, c: Any, velocity: ArrayLike) -> Medium:
        return cls(c.density, c.viscosity, velocity)


@dataclass
class Wave(Record):
    """A linear wave on deep water: eta = amplitude cos(k d.x - Omega t + phase), k = 2 pi/wavelength, Omega^2 = g k."""

    _c: ClassVar[str] = "ShoalWave"
    direction: ArrayLike  # (2), made unit
    wavelength: float  # m
    amplitude: float  # m
    phase: float = 0.0  # rad


@dataclass
class Sea(Record):
    """A sea state as a sum of waves drawn from a seed. `type`: "jonswap" or "pierson_moskowitz"."""

    _c: ClassVar[str] = "ShoalSea"
    _default: ClassVar[str] = "shoal_sea_def"
    significant_height: float  # m
    peak_period: float  # s
    type: str | None = None  # "jonswap"
    gamma: float | None = None  # 3.3
    direction: ArrayLike | None = None  # (2), mean; along x
    spreading: float | None = None  # s of cos^2s(theta/2); infinity: long-crested
    components: int | None = None  # 64
    discretisation: str | None = None  # "equal_energy", "equal_step" or "jittered_step"
    cut_off: float | None = None  # 3 peak frequencies
    seed: int | None = None  # 0

    def waves(self, gravity: float = 9.81) -> list[Wave]:
        """Its components in a world of this gravity (m/s^2)."""
        keep: list[Any] = []
        c = self._new(keep)
        out = ffi.new("ShoalWave[]", max(c.components, 1))
        call(lib.shoal_sea_waves, c, gravity, out, ffi.NULL)
        return [
            Wave((out[i].direction[0], out[i].direction[1]), out[i].wavelength, out[i].amplitude, out[i].phase)
            for i in range(c.components)
        ]

    def report(self, gravity: float = 9.81) -> SimpleNamespace:
        """energy (m^2), mean_period, zero_period, repeat_period (s), wavelength_low, wavelength_high (m), steepness."""
        keep: list[Any] = []
        out = ffi.new("ShoalSeaReport *")
        call(lib.shoal_sea_waves, self._new(keep), gravity, ffi.NULL, out)
        return read(out)


@dataclass
class Plane(Record):
    """A surface that is one plane everywhere: height = surface_height + slope . (x, y)."""

    _c: ClassVar[str] = "ShoalPlaneSampler"
    surface_height: float = 0.0  # m, at x = y = 0
    slope: ArrayLike = (0.0, 0.0)  # dz/dx, dz/dy
    normal: ArrayLike | None = None  # (3); (-slope, 1)
    velocity: ArrayLike = (0.0, 0.0, 0.0)  # of the liquid, m/s
    acceleration: ArrayLike = (0.0, 0.0, 0.0)  # of the liquid as it moves, m/s^2


@dataclass
class CurrentPlace(Record):
    """Where a volume has its current: scaled, turned about the vertical (rad), moved (m), and when (s)."""

    _c: ClassVar[str] = "ShoalCurrentPlace"
    scale: float = 1.0
    heading: float = 0.0
    offset: ArrayLike = (0.0, 0.0)
    time: float = 0.0


class Current(Shared):
    """Velocities of the liquid at the points of a grid, linear between them in space and time.

    velocity: m/s, (times, z, y, x, 3), or (z, y, x, 3) where it is steady.
    first, last: coordinates (3) of the first and the last point, m. times: s, increasing. period: s, 0 for none.
    """

    _c = "ShoalCurrent"
    _retain, _destroy = lib.shoal_current_retain, lib.shoal_current_destroy

    def __init__(
        self,
        velocity: ArrayLike,
        first: ArrayLike = (0.0, 0.0, 0.0),
        last: ArrayLike = (0.0, 0.0, 0.0),
        times: ArrayLike | None = None,
        period: float = 0.0,
    ) -> None:
        array = np.asarray(velocity)
        array = doubles("velocity", array[None] if array.ndim == 4 else array, (None, None, None, None, 3))
        c = ffi.new("ShoalCurrentDef *", lib.shoal_current_def())
        c.time_count = array.shape[0]
        for k in range(3):
            c.count[k] = array.shape[3 - k]
        ffi.memmove(c.first, doubles("first", first, (3,)), 24)
        ffi.memmove(c.last, doubles("last", last, (3,)), 24)
        at = None if times is None else doubles("times", times, (array.shape[0],))
        c.times = ffi.NULL if at is None else pointer(at)
        c.period = period
        c.velocity = pointer(array)
        self._make(lib.shoal_current_create, c)

    @classmethod
    def load(cls, path: str | os.PathLike[str], period: float = 0.0) -> Current:
        """Reads a current from a CSV or HDF5 file (docs/formats.md, "Currents")."""
        return cls._load(lib.shoal_current_load, path, lib.shoal_current_load_options(), period=period)

    @property
    def grid(self) -> SimpleNamespace:
        """velocity (times, z, y, x, 3), m/s; first, last (3), m; times (None: steady) and period, s; file."""
        c = lib.shoal_current_grid(self._pointer)
        shape = (c.time_count, c.count[2], c.count[1], c.count[0], 3)
        velocity = np.frombuffer(ffi.buffer(c.velocity, 8 * int(np.prod(shape)))).reshape(shape).copy()
        return SimpleNamespace(
            velocity=velocity,
            first=np.array(list(c.first)),
            last=np.array(list(c.last)),
            times=np.array(list(c.times[0 : c.time_count])) if c.time_count > 1 else None,
            period=c.period,
            file=text(c.file) if c.file else None,
        )


@dataclass
class River(Record):
    """A straight river in steady flow: u = speed (1 - |2 y/width|^across) (h/depth)^over_depth."""

    _c: ClassVar[str] = "ShoalRiver"
    _default: ClassVar[str] = "shoal_river"
    width: float  # m
    depth: float  # m
    speed: float  # m/s, on the surface at mid stream
    slope: float | None = None  # fall over horizontal distance; 0
    origin: ArrayLike | None = None  # (2), a point of the middle line, m
    direction: ArrayLike | None = None  # (2), downstream; along x
    across: float | None = None  # 2
    over_depth: float | None = None  # 1/7
    downhill: float | None = None  # 1


@dataclass
class OceanComponent(Record):
    """One wave of a patch: amplitude cos(k.x - Omega t + phase), k = 2 pi/side (m, n)."""

    _c: ClassVar[str] = "ShoalOceanComponent"
    m: int
    n: int
    amplitude: float  # m
    phase: float = 0.0  # rad


@dataclass
class OceanPatch(Record):
    """A square of sea that repeats in x and y and holds the waves whose k (rad/m) lies in its band."""

    _c: ClassVar[str] = "ShoalOceanPatch"
    side: float  # m
    points: int  # along a side, a power of two
    k_min: float = 0.0
    k_max: float = 0.0
    components: Sequence[OceanComponent] | None = None


@dataclass
class Ocean(Record):
    """A choppy sea of many thousand waves, transformed from its spectrum."""

    _c: ClassVar[str] = "ShoalOcean"
    _default: ClassVar[str] = "shoal_ocean_def"
    significant_height: float | None = None  # m; 1
    peak_period: float | None = None  # s; 5
    gamma: float | None = None  # 3.3
    direction: ArrayLike | None = None  # (2); along x
    spreading: float | None = None  # 8
    choppiness: float | None = None  # 1
    repeat: float | None = None  # s; 0: never
    exact_height: bool | None = None
    seed: int | None = None  # 0
    patches: Sequence[OceanPatch] | None = None


@dataclass
class Volume(Record):
    """A volume of liquid under a free surface; at most one of waves (with sea), sampler, current, river and ocean."""

    _c: ClassVar[str] = "ShoalVolumeDef"
    _default: ClassVar[str] = "shoal_volume_def"
    medium: Medium | None = None  # fresh water
    surface_height: float | None = None  # mean level, m; 0
    bottom_height: float | None = None  # m; none
    min: ArrayLike | None = None  # (2), m; to the horizon
    max: ArrayLike | None = None
    wave_radiation: float | None = None  # 1
    waves: Sequence[Wave] | None = None
    sea: Sea | None = None
    sampler: Plane | None = None
    current: Current | None = None
    current_place: CurrentPlace | None = None
    river: River | None = None
    ocean: Ocean | None = None
    grid_spacing: float | None = None  # m; 0: every wave at every shape

    @property
    def warning(self) -> str | None:
        """What is accepted and yet seldom meant, in a sentence; a scene warns of it."""
        keep: list[Any] = []
        sentence = lib.shoal_volume_warning(self._new(keep))
        return text(sentence) if sentence else None
