"""Shoal: what water and air do to thousands of rigid bodies at once, and their motion.

SI units, double precision, z up; quaternions are w x y z and turn body axes into world axes; wrenches are about the
centre of mass in world axes, force first.

    scene = shoal.Scene()
    scene.add_volume()
    scene.add_body(shapes=[shoal.Shape.box((1, 1, 1))], density=500)
    batch = shoal.Batch(scene, n_env=1000)
    batch.step(500, 0.002)
    batch.position[:, 0, 2]
"""

from shoal._c import (
    ArgumentError,
    FileError,
    FormatError,
    OutOfMemoryError,
    ShoalError,
    UnsupportedError,
    lib,
    text,
)
from shoal.batch import FLAGS, TERMS, Batch, matrix
from shoal.bodies import Body, Coefficients, MassProperties, Mesh, Shape, VoxelForces, Voxels
from shoal.fluids import (
    Current,
    CurrentPlace,
    Medium,
    Ocean,
    OceanComponent,
    OceanPatch,
    Plane,
    River,
    Sea,
    Volume,
    Wave,
)
from shoal.parts import join_hashes, join_saves, saved_environments
from shoal.recording import Recording
from shoal.scene import Scene
from shoal.surface import SurfaceGrid, SurfaceSampler

__version__ = text(lib.shoal_version())


def isas() -> list[str]:
    """The instruction sets that this machine can run."""
    every = range(lib.SHOAL_ISA_SCALAR, lib.SHOAL_ISA_NEON + 1)
    return [text(lib.shoal_isa_name(i)) for i in every if lib.shoal_isa_here(i)]


__all__ = [
    "FLAGS",
    "TERMS",
    "ArgumentError",
    "Batch",
    "Body",
    "Coefficients",
    "Current",
    "CurrentPlace",
    "FileError",
    "FormatError",
    "MassProperties",
    "Medium",
    "Mesh",
    "Ocean",
    "OceanComponent",
    "OceanPatch",
    "OutOfMemoryError",
    "Plane",
    "Recording",
    "River",
    "Scene",
    "Sea",
    "Shape",
    "ShoalError",
    "SurfaceGrid",
    "SurfaceSampler",
    "UnsupportedError",
    "Volume",
    "VoxelForces",
    "Voxels",
    "Wave",
    "isas",
    "join_hashes",
    "join_saves",
    "matrix",
    "saved_environments",
]
