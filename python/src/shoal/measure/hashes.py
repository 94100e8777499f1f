"""Hashes of one run done in many ways, which are to be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shoal.batch import Batch
from shoal.scene import Scene


@dataclass(frozen=True)
class HashMatrix:
    """Hashes by two of a batch's settings, such as "threads" and "isa"."""

    row: str
    rows: list[Any]
    column: str
    columns: list[Any]
    hashes: list[list[str]]  # [row][column]

    @property
    def usual(self) -> str:
        """The hash that most have."""
        return Counter(h for row in self.hashes for h in row).most_common(1)[0][0]

    @property
    def equal(self) -> bool:
        """Whether all are the same."""
        return all(h == self.usual for row in self.hashes for h in row)


def hash_matrix(
    scene: Scene,
    steps: int,
    dt: float | None = None,
    prepare: Callable[[Batch], object] | None = None,
    **settings: Any,
) -> HashMatrix:
    """Runs a scene in every combination of two settings of shoal.Batch that are lists, as in

        hash_matrix(scene, 500, threads=[1, 2, 3], isa=shoal.isas(), n_env=64)

    Where n_env is one of the lists, the hashes are those of environment 0. prepare(batch) comes before the first step.
    """
    lists = [name for name, value in settings.items() if isinstance(value, Sequence) and not isinstance(value, str)]
    if len(lists) != 2:
        raise ValueError(f"the lists are {', '.join(lists) or 'none'}; two of the settings must be lists")
    row, column = lists

    def run(**chosen: Any) -> str:
        batch = Batch(scene, **{**settings, **chosen})
        if prepare:
            prepare(batch)
        batch.step(steps, dt)
        return batch.environment_hash(0) if "n_env" in lists else batch.hash()

    hashes = [[run(**{row: r, column: c}) for c in settings[column]] for r in settings[row]]
    return HashMatrix(row, list(settings[row]), column, list(settings[column]), hashes)
