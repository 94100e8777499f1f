"""How many steps of bodies a second this machine takes now."""

from __future__ import annotations

import datetime
import os
import pathlib
import platform
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from shoal.batch import Array, Batch
from shoal.scene import Scene


@dataclass(frozen=True)
class Throughput:
    """Steps of bodies a second by the wall clock."""

    batches: list[int]  # environments
    threads: list[int]
    rate: Array  # (threads, batches), bodies times steps, 1/s
    isa: str
    machine: str
    measured: datetime.datetime


def throughput(
    scene: Scene,
    batches: Sequence[int] = (1, 4, 16, 64, 256, 1024, 4096),
    threads: Sequence[int] | None = None,
    *,
    dt: float | None = None,
    seconds: float = 0.05,
    turns: int = 3,
) -> Throughput:
    """Times batches of a scene, for each number of environments and threads the best of `turns` turns of `seconds`.

    threads: 1, 2, 4 ... as many as the machine has for this process.
    """
    here = _processors()
    counts = list(threads) if threads is not None else [*(n for n in (1, 2, 4, 8, 16, 32, 64) if n < here), here]
    rate = np.empty((len(counts), len(batches)))
    for j, n_env in enumerate(batches):
        for i, count in enumerate(counts):
            batch = Batch(scene, n_env=n_env, threads=count, hash=False)
            batch.step(1, dt)
            rate[i, j] = max(_steps_per_second(batch, dt, seconds) for _ in range(turns)) * n_env * batch.n_body
            isa = batch.isa
    return Throughput(list(batches), counts, rate, isa, _machine(), datetime.datetime.now())


def _steps_per_second(batch: Batch, dt: float | None, seconds: float) -> float:
    steps, count, start = 0, 1, time.perf_counter()
    while (taken := time.perf_counter() - start) < seconds:
        batch.step(count, dt)
        steps += count
        count = 2 * count if taken < seconds / 8 else count
    return steps / taken


def _processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _machine() -> str:
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", cpuinfo.read_text()) if cpuinfo.exists() else None
    return f"{_processors()} x {model[1] if model else platform.processor() or platform.machine()}"
