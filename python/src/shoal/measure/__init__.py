"""What people measure of a float or a batch, as numbers; shoal.plot draws them.

import shoal.measure
arm = shoal.measure.righting_arm(body)
print(arm.gm, arm.vanishing)
"""

from shoal.measure.decay import Decay, decay
from shoal.measure.hashes import HashMatrix, hash_matrix
from shoal.measure.history import MOTIONS, History, history
from shoal.measure.settling import Settling, brown_lawler, settling
from shoal.measure.stability import RightingArm, righting_arm
from shoal.measure.throughput import Throughput, throughput

__all__ = [
    "MOTIONS",
    "Decay",
    "HashMatrix",
    "History",
    "RightingArm",
    "Settling",
    "Throughput",
    "brown_lawler",
    "decay",
    "hash_matrix",
    "history",
    "righting_arm",
    "settling",
    "throughput",
]
