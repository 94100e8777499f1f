"""Recordings of batches (HDF5), which `shoal replay` runs again and h5py reads."""

from __future__ import annotations

import os
from types import TracebackType

from shoal._c import call, ffi, lib
from shoal.batch import Batch
from shoal.scene import Scene


class Recording:
    """A recording that is being written, for use in a `with` block.

    scene: that the batch was made of. dt: of every step, s. every: steps from one frame to the next.
    compression: 0 (none) to 9. terms: also the wrench of each term (the batch must have term_outputs).
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        scene: Scene,
        batch: Batch,
        *,
        dt: float | None = None,
        every: int = 1,
        compression: int = 0,
        terms: bool = False,
    ) -> None:
        c = ffi.new("ShoalRecordDef *", lib.shoal_record_def())
        c.dt = scene.timestep if dt is None else dt
        c.every, c.compression, c.terms = every, compression, terms
        place = ffi.new("ShoalRecord **")
        call(lib.shoal_record_create, os.fsencode(path), scene._pointer, batch._pointer, c, place)
        self._batch, self._record = batch, place[0]
        self._dt, self._every = c.dt, every

    def step(self, frames: int = 1) -> None:
        """Steps the batch to its next frames and records them."""
        for _ in range(frames):
            self._batch.step(self._every, self._dt)
            self.frame()

    def frame(self) -> None:
        """Records the batch as its last step left it; another thread writes it."""
        call(lib.shoal_record_frame, self._record, self._batch._pointer)

    def close(self) -> None:
        """Waits until all is written."""
        record, self._record = self._record, ffi.NULL
        call(lib.shoal_record_close, record)

    def __enter__(self) -> Recording:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_record", ffi.NULL):
            lib.shoal_record_close(self._record, ffi.NULL)
