"""Shapes, meshes, voxels and bodies."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike

from shoal._c import call, doubles, ffi, lib, names, number, pointer, text
from shoal._record import Record, Shared, read


@dataclass
class Coefficients(Record):
    """How fluids act on a shape."""

    _c: ClassVar[str] = "ShoalCoefficients"
    _default: ClassVar[str] = "shoal_coefficients"
    enabled: bool | None = None  # true
    buoyancy: bool | None = None  # true
    drag: float | None = None  # C_D on the projected area; the shape's own
    skin_friction: float | None = None  # C_f; 0.005
    magnus_lift: float | None = None  # C_M; 0.5
    added_mass: float | None = None  # c_A; 1


@dataclass
class VoxelForces(Record):
    """What a voxel body feels besides its buoyancy (docs/voxels.md)."""

    _c: ClassVar[str] = "ShoalVoxelForces"
    _default: ClassVar[str] = "shoal_voxel_forces"
    heave_damping: float | None = None  # N s/m per m^3; 3000
    slam_coefficient: float | None = None  # 1
    linear_drag: float | None = None  # 1/s; 1
    angular_drag: float | None = None  # 1/s; 1
    minimum_linear_drag: float | None = None  # 1/s; 0.02
    minimum_angular_drag: float | None = None  # 1/s; 0.02
    surface_sample_spacing: float | None = None  # m; 0.5


class Mesh(Shared):
    """A closed, oriented surface of triangles, shared by all shapes that use it.

    vertices: (n, 3), m. triangles: (m, 3) vertices of each, counter-clockwise seen from outside.
    """

    _c = "ShoalMesh"
    _retain, _destroy = lib.shoal_mesh_retain, lib.shoal_mesh_destroy

    def __init__(
        self,
        vertices: ArrayLike,
        triangles: ArrayLike,
        scale: ArrayLike = (1.0, 1.0, 1.0),
        repair_winding: bool = False,
    ) -> None:
        keep: list[Any] = []
        c = _mesh_def(vertices, triangles, scale, keep)
        c.repair_winding = repair_winding
        self._make(lib.shoal_mesh_create, c, after=(ffi.NULL,))

    @classmethod
    def load(
        cls, path: str | os.PathLike[str], scale: ArrayLike = (1.0, 1.0, 1.0), repair_winding: bool = False
    ) -> Mesh:
        """Reads an OBJ, STL or PLY file."""
        options = lib.shoal_mesh_load_options()
        return cls._load(
            lib.shoal_mesh_load, path, options, after=(ffi.NULL,), scale=scale, repair_winding=repair_winding
        )

    @property
    def report(self) -> SimpleNamespace:
        """What was found in it: area, volume, centroid, inertia, low, high, added_mass ... (ShoalMeshReport)."""
        out = ffi.new("ShoalMeshReport *")
        lib.shoal_mesh_report(self._pointer, out)
        return read(out)

    @property
    def vertices(self) -> np.ndarray:
        """(n, 3), m, as they are kept: scaled and welded."""
        c = lib.shoal_mesh_triangles(self._pointer)
        return np.frombuffer(ffi.buffer(c.vertices, c.vertex_count * 24), np.float64).reshape(-1, 3).copy()

    @property
    def triangles(self) -> np.ndarray:
        """(m, 3), vertices of each."""
        c = lib.shoal_mesh_triangles(self._pointer)
        return np.frombuffer(ffi.buffer(c.triangles, c.triangle_count * 24), np.int64).reshape(-1, 3).copy()

    @property
    def file(self) -> str | None:
        """That it came from; None: from arrays."""
        return _file(lib.shoal_mesh_source(self._pointer))

    @property
    def memory(self) -> int:
        """Bytes held"""
        return lib.shoal_mesh_bytes(self._pointer)


def _file(source: Any) -> str | None:
    return text(source.file) if source.file else None


def _mesh_def(vertices: ArrayLike, triangles: ArrayLike, scale: ArrayLike, keep: list[Any]) -> Any:
    points = doubles("vertices", vertices, (None, 3))
    corners = np.asarray(triangles)
    if corners.dtype.kind not in "iu" or corners.ndim != 2 or corners.shape[1] != 3:
        raise TypeError(f"triangles is {corners.dtype} of shape {corners.shape}, and must be integers of shape (m, 3)")
    corners = np.ascontiguousarray(corners, dtype=np.int64)
    c = ffi.new("ShoalMeshDef *", lib.shoal_mesh_def())
    keep += [points, corners, c]
    c.vertices, c.vertex_count = pointer(points), len(points)
    c.triangles, c.triangle_count = pointer(corners, "int64_t[]"), len(corners)
    ffi.memmove(c.scale, doubles("scale", scale, (3,)), 24)
    return c


class Voxels(Shared):
    """A body filled with equal cubes, shared by all shapes that use it.

    cells: centres (n, 3), m, with their cell_size; or see fill() and load().
    """

    _c = "ShoalVoxels"
    _retain, _destroy = lib.shoal_voxels_retain, lib.shoal_voxels_destroy

    def __init__(self, cells: ArrayLike, cell_size: float) -> None:
        points = doubles("cells", cells, (None, 3))
        c = ffi.new("ShoalVoxelsDef *", lib.shoal_voxels_def())
        c.cells, c.cell_count, c.cell_size = pointer(points), len(points), cell_size
        self._make(lib.shoal_voxels_create, c)

    @classmethod
    def fill(cls, what: Shape | tuple[ArrayLike, ArrayLike], cell_size: float = 0.0) -> Voxels:
        """Fills a shape, or (vertices, triangles) that may be open, with cells of a size (m; 0: a sixteenth of it)."""
        self = cls.__new__(cls)
        keep: list[Any] = []
        c = ffi.new("ShoalVoxelsDef *", lib.shoal_voxels_def())
        if isinstance(what, Shape):
            c.shape = what._new(keep)
        else:
            c.mesh = _mesh_def(*what, (1.0, 1.0, 1.0), keep)
        c.cell_size = cell_size
        self._make(lib.shoal_voxels_create, c)
        return self

    @classmethod
    def load(cls, path: str | os.PathLike[str], cell_size: float = 0.0, scale: ArrayLike = (1.0, 1.0, 1.0)) -> Voxels:
        """Fills the triangles of an OBJ, STL or PLY file, which need not be closed."""
        return cls._load(lib.shoal_voxels_load, path, lib.shoal_voxels_load_options(), scale=scale, cell_size=cell_size)

    @property
    def report(self) -> SimpleNamespace:
        """cells, cell_size, cell_volume, volume, low, high, centroid, inertia per unit density."""
        out = ffi.new("ShoalVoxelsReport *")
        lib.shoal_voxels_report(self._pointer, out)
        return read(out)

    @property
    def cells(self) -> np.ndarray:
        """Centres (n, 3), m."""
        cells = lib.shoal_voxels_cells(self._pointer)
        return np.frombuffer(ffi.buffer(cells, self.report.cells * 24), np.float64).reshape(-1, 3).copy()

    @property
    def file(self) -> str | None:
        """Of the triangles that were filled; None: from no file."""
        return _file(lib.shoal_voxels_source(self._pointer))

    @property
    def memory(self) -> int:
        """Bytes held"""
        return lib.shoal_voxels_bytes(self._pointer)

    def mass_properties(self, *, mass: float = 0.0, density: float = 0.0) -> MassProperties:
        """Of cells of a uniform density. One of mass (kg) and density (kg/m^3) is given."""
        out = ffi.new("ShoalMassProperties *")
        call(lib.shoal_voxels_mass, self._pointer, mass, density, out)
        return MassProperties(**vars(read(out)))


@dataclass
class MassProperties(Record):
    """Mass, centre of mass and inertia of a body, or of a part of one."""

    _c: ClassVar[str] = "ShoalMassProperties"
    mass: float  # kg
    com: ArrayLike  # (3), m
    inertia: ArrayLike = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)  # about the centre of mass, xx xy xz yy yz zz, kg m^2
    volume: float = 0.0  # m^3, overlaps counted twice

    @classmethod
    def point(cls, mass: float, at: ArrayLike) -> MassProperties:
        """Of a point (3, m), such as a keel's lead: no volume and no inertia of its own."""
        return cls(**vars(read(lib.shoal_mass_point(mass, pointer(doubles("at", at, (3,)))))))

    @classmethod
    def combine(cls, parts: Sequence[MassProperties]) -> MassProperties:
        """Of several parts together, in one frame."""
        rows = ffi.new("ShoalMassProperties[]", len(parts))
        for i, part in enumerate(parts):
            part._write(ffi.addressof(rows, i), [])
        out = ffi.new("ShoalMassProperties *")
        call(lib.shoal_mass_combine, rows, len(parts), out)
        return cls(**vars(read(out)))


@dataclass
class Shape(Record):
    """A shape of a body: sphere(), box(), cylinder(), capsule(), ellipsoid(), of_mesh() and of_voxels() make them."""

    _c: ClassVar[str] = "ShoalShapeDef"
    type: str
    radius: float | None = None  # m
    height: float | None = None  # m; of a capsule without the caps; axis along z
    size: ArrayLike | None = None  # (3), m: full sides of a box, semi-axes of an ellipsoid
    mesh: Mesh | None = None
    algorithm: str | None = None  # "exact"; or fast, improved, surface_fast, surface_exact, surface_waves
    voxels: Voxels | None = None
    voxel: VoxelForces | None = None
    offset: ArrayLike | None = None  # (3), of its centre in the body's frame, m
    offset_quaternion: ArrayLike | None = None  # (4), w x y z, shape axes to body axes
    coefficients: Coefficients | None = None
    added_mass_matrix: ArrayLike | None = None  # (6, 6), per unit density about its centre in its axes
    box_added_mass: str | None = None  # "dnv" or "potential"
    faces: str | int | None = None  # the batch's rule; "whole", "standard", "fine", or points (3 to 16)

    def _start(self) -> Any:
        return lib.shoal_shape_def(number("type", names("ShoalShapeType", "SHOAL_"), self.type))

    @classmethod
    def sphere(cls, radius: float, **more: Any) -> Shape:
        return cls("sphere", radius=radius, **more)

    @classmethod
    def box(cls, size: ArrayLike, **more: Any) -> Shape:
        """size: full sides, m."""
        return cls("box", size=size, **more)

    @classmethod
    def cylinder(cls, radius: float, height: float, **more: Any) -> Shape:
        """Its axis along z."""
        return cls("cylinder", radius=radius, height=height, **more)

    @classmethod
    def capsule(cls, radius: float, height: float, **more: Any) -> Shape:
        """Its axis along z; height without the caps."""
        return cls("capsule", radius=radius, height=height, **more)

    @classmethod
    def ellipsoid(cls, semi_axes: ArrayLike, **more: Any) -> Shape:
        return cls("ellipsoid", size=semi_axes, **more)

    @classmethod
    def of_mesh(cls, mesh: Mesh, **more: Any) -> Shape:
        return cls("mesh", mesh=mesh, **more)

    @classmethod
    def of_voxels(cls, voxels: Voxels, **more: Any) -> Shape:
        """A body's only shape."""
        return cls("voxels", voxels=voxels, **more)


@dataclass
class Body(Record):
    """A rigid body: shapes, and a mass or a density."""

    _c: ClassVar[str] = "ShoalBodyDef"
    _default: ClassVar[str] = "shoal_body_def"
    shapes: Sequence[Shape] = ()
    mass: float | None = None  # kg
    density: float | None = None  # kg/m^3, where no mass is given
    name: str | None = None
    type: str | None = None  # "dynamic", "kinematic" or "static"
    com: ArrayLike | None = None  # (3), centre of mass in the frame of the shapes' offsets, m; the centroid
    inertia: ArrayLike | None = None  # (3, 3), or xx xy xz yy yz zz, about the centre of mass, kg m^2; uniform density
    position: ArrayLike | None = None  # (3), of the centre of mass, m
    quaternion: ArrayLike | None = None  # (4), w x y z
    linear_velocity: ArrayLike | None = None  # (3), m/s, world axes
    angular_velocity: ArrayLike | None = None  # (3), rad/s, world axes

    def _write(self, c: Any, keep: list[Any]) -> None:
        super()._write(c, keep)
        c.com_given, c.inertia_given = self.com is not None, self.inertia is not None

    def mass_properties(self) -> MassProperties:
        """What a scene would take as its mass, centre of mass and inertia."""
        keep: list[Any] = []
        out = ffi.new("ShoalMassProperties *")
        call(lib.shoal_mass_properties, self._new(keep), out)
        return MassProperties(**vars(read(out)))
