"""N environments of a scene, stepped at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from shoal._c import ArgumentError, call, doubles, ffi, lib, made, names, number, pointer, refuse, text
from shoal._record import _PREFIX
from shoal.scene import Scene

Array = NDArray[np.float64]

_FIELDS = {text(lib.shoal_field_name(i)): i for i in range(lib.SHOAL_FIELD_COUNT)}
_SHAPE_FIELDS = names("ShoalShapeField", "SHOAL_SHAPE_")
_PARAMS = {text(lib.shoal_param_name(i)): i for i in range(lib.SHOAL_PARAM_COUNT)}
TERMS: tuple[str, ...] = tuple(text(lib.shoal_term_name(i)) for i in range(lib.SHOAL_TERM_COUNT))
FLAGS = {name: bit for name, bit in names("ShoalFlag", "SHOAL_BODY_").items()}


class _Window:
    """Memory of a batch as NumPy takes it; whatever looks through it keeps the batch."""

    def __init__(self, owner: Any, address: int, shape: tuple[int, ...], strides: tuple[int, ...], kind: str) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "version": 3,
            "data": (address, kind != "<f8"),
            "shape": shape,
            "strides": strides,
            "typestr": kind,
        }


def _array(owner: Any, view: Any) -> Array:
    if 0 in view.shape:
        return np.empty(tuple(view.shape))
    address = int(ffi.cast("uintptr_t", view.data))
    return np.asarray(_Window(owner, address, tuple(view.shape), tuple(8 * s for s in view.stride), "<f8"))


def _field(name: str, doc: str, writable: bool = False) -> property:
    def get(self: Batch) -> Array:
        return self.field(name)

    def put(self: Batch, values: ArrayLike) -> None:
        view = self.field(name)
        array = np.asarray(values)
        if array.dtype.kind not in "fiub":
            raise TypeError(f"{name} holds {array.dtype}, and must hold real numbers")
        if array.ndim > 3 or array.shape != view.shape[3 - array.ndim :]:
            refuse(f"the shape of {name}", array.shape, f"{view.shape}, or its last axes")
        view[...] = array

    return property(get, put if writable else None, doc=doc)


@ffi.def_extern(error=1)
def shoal_python_force(c: Any, time: Any, dt: float, user: Any) -> int:
    batch = ffi.from_handle(user)
    times = np.frombuffer(ffi.buffer(time, 8 * batch.n_env), np.float64).copy()
    return batch._guard(lambda: batch._force(batch, times, dt))


@ffi.def_extern(error=1)
def shoal_python_sampler(c: Any, points: Any, samples: Any, user: Any) -> int:
    batch, sampler = ffi.from_handle(user)
    n = points.count

    def array(p: Any, kind: Any, shape: tuple[int, ...]) -> np.ndarray:
        return np.frombuffer(ffi.buffer(p, n * np.dtype(kind).itemsize * (shape[1] if shape[1:] else 1)), kind).reshape(
            shape
        )

    asked = SimpleNamespace(
        volume=points.volume,
        position=array(points.position, np.float64, (n, 3)),
        time=array(points.time, np.float64, (n,)),
        environment=array(points.environment, np.int32, (n,)),
        body=array(points.body, np.int32, (n,)),
        shape=array(points.shape, np.int32, (n,)),
    )
    answer = SimpleNamespace(
        surface_height=array(samples.surface_height, np.float64, (n,)),
        normal=array(samples.normal, np.float64, (n, 3)),
        velocity=array(samples.velocity, np.float64, (n, 3)),
        acceleration=array(samples.acceleration, np.float64, (n, 3)),
    )
    return batch._guard(lambda: sampler(asked, answer))


class Batch:
    """N environments of a scene; every one starts as the scene says.

    Fields are views of the library's memory, of shape (n_env, n_body, k): write through them between calls. They keep
    the batch. Environments lie next to each other in memory, so that batch.position[:, 0, 2] is contiguous.

    threads: at most this many; 0: all. isa: "best", "scalar", "avx2", "avx512" or "neon"; it changes no bit.
    faces: "standard", "fine", "whole", or points (3 to 16). hash: digest every step. term_outputs: keep the wrench of
    each term. shape_outputs: keep what was found for each shape. prefetch: have oceans ready ahead, on a thread of
    their own.
    """

    position = _field("position", "(n_env, n_body, 3), of the centre of mass, m", True)
    quaternion = _field("quaternion", "(n_env, n_body, 4), w x y z, body to world", True)
    linear_velocity = _field("linear_velocity", "(n_env, n_body, 3), of the centre of mass, m/s, world axes", True)
    angular_velocity = _field("angular_velocity", "(n_env, n_body, 3), rad/s, world axes", True)
    force = _field("force", "(n_env, n_body, 3), fluids on the body, N; of the last step's kick, or of forces()")
    moment = _field("moment", "(n_env, n_body, 3), about the centre of mass, N m")
    external_wrench = _field("external_wrench", "(n_env, n_body, 6), force and moment, held until changed", True)
    added_mass = _field("added_mass", "(n_env, n_body, 21), lower triangle by rows; see matrix(); written by forces()")
    drag_derivative = _field("drag_derivative", "(n_env, n_body, 21), D, lower triangle by rows; written by forces()")
    acceleration = _field("acceleration", "(n_env, n_body, 6), m/s^2 and rad/s^2; written by forces()")
    submerged_volume = _field("submerged_volume", "(n_env, n_body, 1), m^3")

    def __init__(
        self,
        scene: Scene,
        n_env: int = 1,
        *,
        threads: int = 0,
        isa: str = "best",
        faces: str | int = "default",
        hash: bool = True,
        term_outputs: bool = False,
        shape_outputs: bool = False,
        prefetch: bool = False,
    ) -> None:
        c = ffi.new("ShoalBatchDef *", lib.shoal_batch_def())
        c.environments, c.threads = n_env, threads
        c.isa = number("isa", names("ShoalIsa", _PREFIX["ShoalIsa"]), isa)
        c.faces = number("faces", names("ShoalFaces", _PREFIX["ShoalFaces"]), faces)
        c.hash, c.term_outputs, c.shape_outputs, c.prefetch = hash, term_outputs, shape_outputs, prefetch
        self._pointer = made("ShoalBatch", lib.shoal_batch_destroy, lib.shoal_batch_create, scene._pointer, c)
        self.term_outputs, self.shape_outputs = term_outputs, shape_outputs
        self._scene = scene
        self._timestep = scene.timestep
        self._force: Callable[..., None] | None = None
        self._handles: dict[Any, Any] = {}
        self._raised: BaseException | None = None

    @property
    def n_env(self) -> int:
        """Environments"""
        return lib.shoal_batch_environments(self._pointer)

    @property
    def n_body(self) -> int:
        """Bodies of an environment"""
        return lib.shoal_batch_bodies(self._pointer)

    @property
    def threads(self) -> int:
        """How many a step uses at most"""
        return lib.shoal_batch_threads(self._pointer)

    @property
    def isa(self) -> str:
        """The instruction set that dispatch chose"""
        return text(lib.shoal_isa_name(lib.shoal_batch_isa(self._pointer)))

    @property
    def faces(self) -> str | int:
        """How fine the integrals over faces are, of shapes that have no rule of their own"""
        faces = lib.shoal_batch_faces(self._pointer)
        return {lib.SHOAL_FACES_WHOLE: "whole", lib.SHOAL_FACES_STANDARD: "standard", lib.SHOAL_FACES_FINE: "fine"}.get(
            faces, faces
        )

    @property
    def memory(self) -> int:
        """Bytes held"""
        return lib.shoal_batch_bytes(self._pointer)

    @property
    def bodies(self) -> list[str]:
        """Names of the bodies, in order"""
        return [text(lib.shoal_batch_body_name(self._pointer, i)) for i in range(self.n_body)]

    def shapes(self, body: int | str = 0) -> int:
        """How many shapes a body has"""
        return lib.shoal_batch_shapes(self._pointer, self.body_index(body))

    def body_index(self, body: int | str) -> int:
        """The number of a body's name."""
        if isinstance(body, str):
            if body not in self.bodies:
                refuse("body", body, "one of " + ", ".join(self.bodies))
            return self.bodies.index(body)
        return body

    def field(self, name: str) -> Array:
        """A field by its name, as a view (n_env, n_body, k)."""
        view = ffi.new("ShoalView *")
        call(lib.shoal_batch_field, self._pointer, number("field", _FIELDS, name), view)
        return _array(self._pointer, view)

    def shape_field(self, name: str, body: int | str = 0, shape: int = 0) -> Array:
        """What was found for a shape, (n_env, k): wet_volume, waterplane_area, wet_centroid ... (shape_outputs)."""
        view = ffi.new("ShoalView *")
        which = number("shape field", _SHAPE_FIELDS, name)
        call(lib.shoal_batch_shape_field, self._pointer, which, self.body_index(body), shape, view)
        return _array(self._pointer, view)[:, 0, :]

    def term(self, name: str) -> Array:
        """The wrench of a term, (n_env, n_body, 6), of the last evaluation (term_outputs)."""
        first = 6 * number("term", {t: i for i, t in enumerate(TERMS)}, name)
        return self.field("term_wrench")[:, :, first : first + 6]

    @property
    def flags(self) -> NDArray[np.uint32]:
        """(n_env, n_body), read-only: bits of shoal.FLAGS."""
        stride = ffi.new("ptrdiff_t *")
        data = lib.shoal_batch_flags(self._pointer, stride)
        shape = (self.n_env, self.n_body)
        if 0 in shape:
            return np.empty(shape, np.uint32)
        address = int(ffi.cast("uintptr_t", data))
        return np.asarray(_Window(self._pointer, address, shape, (4, 4 * stride[0]), "<u4"))

    @property
    def reports(self) -> list[SimpleNamespace]:
        """The flagged bodies: environment, body, flags (names), step in which the first was raised."""
        count = lib.shoal_batch_reports(self._pointer, ffi.NULL, 0)
        out = ffi.new("ShoalReport[]", count)
        lib.shoal_batch_reports(self._pointer, out, count)
        return [
            SimpleNamespace(
                environment=r.environment, body=r.body, flags=[n for n, b in FLAGS.items() if r.flags & b], step=r.step
            )
            for r in out
        ]

    @property
    def time(self) -> Array:
        """(n_env), s: the clock of each environment"""
        out = np.empty(self.n_env)
        lib.shoal_python_times(self._pointer, pointer(out), ffi.NULL)
        return out

    @property
    def steps(self) -> NDArray[np.int64]:
        """(n_env): steps since the start or the last reset"""
        out = np.empty(self.n_env, np.int64)
        lib.shoal_python_times(self._pointer, ffi.NULL, pointer(out, "int64_t[]"))
        return out

    def step(self, n: int = 1, dt: float | None = None) -> None:
        """Steps every environment n times by dt (s; the scene's time step). Other Python threads run meanwhile."""
        self._call(lib.shoal_batch_step, self._timestep if dt is None else dt, n)

    def forces(self, terms: str | Iterable[str] = TERMS) -> None:
        """Works out wrenches, added mass, D and accelerations at the present state; steps nothing."""
        table = {t: 1 << i for i, t in enumerate(TERMS)}
        wanted = (terms,) if isinstance(terms, str) else terms
        self._call(lib.shoal_batch_forces, sum({number("term", table, t) for t in wanted}))

    def reset(self, mask: ArrayLike | None = None) -> None:
        """Takes environments (mask: (n_env) of booleans; None: all) back to the scene's state and step 0."""
        if mask is None:
            call(lib.shoal_batch_reset, self._pointer, ffi.NULL)
            return
        chosen = np.asarray(mask)
        if chosen.dtype != np.bool_:
            raise TypeError(f"mask holds {chosen.dtype}, and must hold booleans")
        if chosen.shape != (self.n_env,):
            refuse("the shape of mask", chosen.shape, f"({self.n_env},)")
        call(lib.shoal_batch_reset, self._pointer, pointer(np.ascontiguousarray(chosen, np.uint8), "uint8_t[]"))

    def get_param(self, name: str, item: int | str = 0, part: int = 0) -> Array:
        """A parameter (ShoalParam) in every environment, (n_env, k).

        item, part: (volume, wave) for fluids, (body, shape) for bodies.
        """
        which, item = self._param(name, item)
        out = np.empty((self.n_env, lib.shoal_param_components(which)))
        for i in range(self.n_env):
            call(lib.shoal_batch_get_param, self._pointer, which, item, part, i, pointer(out[i]))
        return out

    def set_param(
        self, name: str, values: ArrayLike, item: int | str = 0, part: int = 0, environment: int | None = None
    ) -> None:
        """Sets a parameter: (k) values for one environment or for all (None), or (n_env, k), a row for each."""
        which, item = self._param(name, item)
        k = lib.shoal_param_components(which)
        array = np.asarray(values)
        if k == 1 and array.ndim == 0:
            array = array[None]
        if array.ndim == 2 and environment is None:
            array, where = doubles(name, array, (self.n_env, k)), lib.SHOAL_EACH_ENVIRONMENT
        else:
            array, where = doubles(name, array, (k,)), environment
            where = lib.SHOAL_ALL_ENVIRONMENTS if environment is None else range(self.n_env)[environment]
        call(lib.shoal_batch_set_param, self._pointer, which, item, part, where, pointer(array))

    def param_places(self, name: str) -> list[tuple[int, int]]:
        """The (item, part) pairs that this batch has of a parameter."""
        which = number("param", _PARAMS, name)
        count = lib.shoal_batch_param_places(self._pointer, which, ffi.NULL, 0)
        places = ffi.new("int[][2]", count)
        lib.shoal_batch_param_places(self._pointer, which, places, count)
        return [(p[0], p[1]) for p in places]

    def _param(self, name: str, item: int | str) -> tuple[int, int]:
        return number("param", _PARAMS, name), self.body_index(item)

    def hash(self) -> str:
        """The digest of all steps so far, 32 hexadecimal digits; equal for equal runs on any machine."""
        return self._digest(lib.shoal_batch_hash)

    def environment_hash(self, environment: int) -> str:
        """The digest of one environment."""
        return self._digest(lib.shoal_batch_environment_hash, environment)

    def body_hash(self, environment: int, body: int | str = 0) -> str:
        """The digest of one body's present fields."""
        return self._digest(lib.shoal_batch_body_hash, environment, self.body_index(body))

    def _digest(self, function: Any, *where: int) -> str:
        digest, out = ffi.new("ShoalDigest *"), ffi.new("char[33]")
        call(function, self._pointer, *where, digest)
        lib.shoal_digest_text(digest[0], out)
        return text(out)

    def save(self, path: str | os.PathLike[str] | None = None) -> bytes | None:
        """All that the future depends on, as bytes, or into a file."""
        if path is not None:
            call(lib.shoal_batch_save_file, self._pointer, os.fsencode(path))
            return None
        out = bytearray(lib.shoal_batch_save_bytes(self._pointer))
        call(lib.shoal_batch_save, self._pointer, ffi.from_buffer(out, require_writable=True), len(out))
        return bytes(out)

    def restore(self, saved: bytes | str | os.PathLike[str], first: int | None = None) -> None:
        """Takes back what save() gave: bytes, or the name of a file.

        first: takes over as many environments as this batch has, from that one on, of bytes that may hold more.
        """
        if not isinstance(saved, (str, os.PathLike)):
            if first is None:
                call(lib.shoal_batch_restore, self._pointer, ffi.from_buffer(saved), len(saved))
            else:
                call(lib.shoal_batch_restore_part, self._pointer, ffi.from_buffer(saved), len(saved), first)
        elif first is None:
            call(lib.shoal_batch_restore_file, self._pointer, os.fsencode(saved))
        else:
            raise TypeError("a part is restored from bytes, not from a file's name")

    def set_force(self, force: Callable[[Batch, Array, float], None] | None) -> None:
        """A force that depends on the state: force(batch, times (n_env), dt) is called once a step, half way.

        The fields hold the state at the kick; write into external_wrench. An exception undoes the step and is raised.
        """
        self._force = force
        handle = self._handles["force"] = ffi.new_handle(self)
        callback = lib.shoal_python_force if force else ffi.NULL
        call(lib.shoal_batch_set_force_callback, self._pointer, callback, handle)

    def set_sampler(self, volume: int, sampler: Callable[[Any, Any], None] | None, rise_known: bool = True) -> None:
        """A surface of your own: sampler(points, samples) is called once a step for all points of all environments.

        points: position (n, 3), time, environment, body, shape (n), volume. Write what you know into samples:
        surface_height (n), normal, velocity, acceleration (n, 3).
        """
        if sampler is None:
            call(lib.shoal_batch_set_sampler, self._pointer, volume, ffi.NULL)
            self._handles.pop(volume, None)
            return
        handle = ffi.new_handle((self, sampler))
        c = ffi.new("ShoalSamplerDef *", lib.shoal_sampler_def())
        c.sampler, c.user, c.rise_known = lib.shoal_python_sampler, handle, rise_known
        call(lib.shoal_batch_set_sampler, self._pointer, volume, c)
        self._handles[volume] = handle

    def _call(self, function: Any, *args: Any) -> None:
        try:
            call(function, self._pointer, *args)
        except ArgumentError:
            raised, self._raised = self._raised, None
            if raised is not None:
                raise raised from None
            raise

    def _guard(self, action: Callable[[], Any]) -> int:
        """Runs what a callback does; an exception waits until the library has returned."""
        try:
            action()
        except BaseException as e:
            self._raised = e
            return 1
        return 0


def matrix(lower: ArrayLike) -> Array:
    """Symmetric (..., 6, 6) from (..., 21) lower triangles by rows, such as batch.added_mass."""
    lower = np.asarray(lower)
    out = np.empty((*lower.shape[:-1], 6, 6))
    rows, columns = np.tril_indices(6)
    out[..., rows, columns] = lower
    out[..., columns, rows] = lower
    return out
