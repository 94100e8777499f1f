#!/usr/bin/env python3
"""Prints the righting arm of a hull over its angle of heel, balanced at its displacement, and draws it.

usage: righting_arm.py [MESH] [--mass KG] [--com X Y Z] [--by DEGREES] [--density KG/M3] [--out PICTURE]
"""

import argparse
import pathlib

import numpy as np

import shoal
import shoal.measure

BOAT = pathlib.Path(__file__).parents[1] / "meshes/hull.obj"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("mesh", nargs="?", default=BOAT)
    options.add_argument("--mass", type=float, default=1264, help="kg")
    options.add_argument("--com", type=float, nargs=3, default=(-0.343, 0, -0.25), help="centre of mass, m")
    options.add_argument("--by", type=float, default=10, help="degrees from one angle to the next")
    options.add_argument("--density", type=float, default=1026.021, help="of the water, kg/m^3")
    options.add_argument("--out", help="a picture of the curve, such as gz.png")
    given = options.parse_args()

    body = shoal.Body(shapes=[shoal.Shape.of_mesh(shoal.Mesh.load(given.mesh))], mass=given.mass, com=given.com)
    water = shoal.Medium(given.density, 1.2e-3)
    arm = shoal.measure.righting_arm(body, np.arange(0, 180 + given.by / 2, given.by), medium=water)
    print("heel, degrees   GZ, m       trim, degrees")
    for heel, gz, trim in zip(arm.heel, arm.gz, arm.trim):
        print(f"{heel:13.1f}   {gz:9.6f}   {trim:9.4f}")
    print(f"GM {arm.gm:.6f} m, greatest arm {arm.greatest[1]:.4f} m at {arm.greatest[0]:.1f} degrees, ", end="")
    print("rights itself from anywhere" if arm.vanishing is None else f"vanishes at {arm.vanishing:.1f} degrees")
    if given.out:
        from shoal import plot

        plot.righting_arm(arm).figure.savefig(given.out)


if __name__ == "__main__":
    main()
