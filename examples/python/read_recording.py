#!/usr/bin/env python3
"""Reads a recording with h5py: what is in it, and how a body moved.

usage: read_recording.py FILE.h5 [BODY]

A recording may be read while it is written, and after its writer was killed: open it with swmr=True and take the first
`frames` of every dataset.
"""
import sys

import h5py


def main(path, name=None):
    with h5py.File(path, "r", swmr=True) as file:
        frames = int(file["frames"][()])
        bodies = [body.decode() for body in file["body_names"]]
        print(f"{path}: {frames} frames of {file.attrs['environments']} environments of {len(bodies)} bodies, "
              f"dt {file.attrs['dt']} s, {'closed' if file['closed'][()] else 'not closed'}")
        if frames == 0:
            return
        body = bodies.index(name) if name else 0
        position = file["position"][:frames, 0, body]  # [frame, environment, body, x y z]
        for step, time, at, digest in zip(file["step"][:frames, 0], file["time"][:frames, 0], position,
                                          file["hash"][:frames, 0]):
            print(f"step {step:6d}  {time:8.3f} s  {bodies[body]} at {at[0]:.17g} {at[1]:.17g} {at[2]:.17g}  "
                  f"{digest.decode()}")
        masses, of = file["parameters/mass"][0, :, 0], file["parameters/mass_of"][:, 0]
        print("mass of environment 0, kg:", {bodies[b]: float(mass) for b, mass in zip(of, masses)})


if __name__ == "__main__":
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
