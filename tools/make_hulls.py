#!/usr/bin/env python3
"""Makes the sample meshes: closed, oriented outward, the same bytes on every machine.

usage: tools/make_hulls.py [--check] [FOLDER]     the meshes of examples/meshes (the default folder)
       tools/make_hulls.py --blob FILE            a bumpy blob of 30 000 triangles

--check writes nothing and fails where a file differs from what would be written. Names end with .obj or .ply.
"""
import math
import os
import sys

DIGITS = 9  # few enough that the last bit of a machine's sine does not show


class Mesh:
    def __init__(self):
        self.vertices, self.triangles = [], []

    def vertex(self, x, y, z):
        self.vertices.append((x, y, z))
        return len(self.vertices) - 1

    def triangle(self, a, b, c):
        if len({a, b, c}) == 3:
            self.triangles.append((a, b, c))

    def quad(self, a, b, c, d):
        """Corners counter-clockwise seen from outside; two may be one."""
        self.triangle(a, b, c)
        self.triangle(a, c, d)

    def volume(self):
        total = 0.0
        for a, b, c in (map(self.vertices.__getitem__, t) for t in self.triangles):
            total += (a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
                      + a[2] * (b[0] * c[1] - b[1] * c[0]))
        return total / 6

    def drop_unused(self):
        used = sorted({v for t in self.triangles for v in t})
        number_of = {v: i for i, v in enumerate(used)}
        self.vertices = [self.vertices[v] for v in used]
        self.triangles = [tuple(number_of[v] for v in t) for t in self.triangles]

    def check(self):
        """Every edge is run once each way, every vertex is used, and the inside is inside."""
        edges = set()
        for t in self.triangles:
            for k in range(3):
                edge = (t[k], t[(k + 1) % 3])
                assert edge not in edges, "two triangles run the same way"
                edges.add(edge)
        assert all((b, a) in edges for a, b in edges), "an open edge"
        assert {v for t in self.triangles for v in t} == set(range(len(self.vertices))), "an unused vertex"
        assert self.volume() > 0, "inside out"


def number(value):
    return f"{value:.{DIGITS}g}" if abs(value) > 1e-12 else "0"


def as_obj(mesh, title):
    lines = [f"# {title}", "# made by tools/make_hulls.py"]
    lines += ["v " + " ".join(map(number, v)) for v in mesh.vertices]
    lines += ["f %d %d %d" % tuple(i + 1 for i in t) for t in mesh.triangles]
    return "\n".join(lines) + "\n"


def as_ply(mesh, title):
    lines = ["ply", "format ascii 1.0", f"comment {title}", "comment made by tools/make_hulls.py"]
    lines += [f"element vertex {len(mesh.vertices)}"] + [f"property double {axis}" for axis in "xyz"]
    lines += [f"element face {len(mesh.triangles)}", "property list uchar int vertex_indices", "end_header"]
    lines += [" ".join(map(number, v)) for v in mesh.vertices]
    lines += ["3 %d %d %d" % t for t in mesh.triangles]
    return "\n".join(lines) + "\n"


def boat():
    """A sailing boat of 6 m: round sections, raked stem, flat transom, cambered deck, fin keel. Bow along x, z up, and
    z = 0 near the waterline that it floats on at 1.2 t."""
    stations, half, length, beam = 34, 12, 6.0, 1.05
    fin_from, fin_to = 13, 20  # stations between which the fin stands
    mesh = Mesh()

    def section(s):
        """Half breadth and height of the deck, height of the bottom."""
        aft = (0.44 - s) / 0.44
        fore = (s - 0.44) / 0.56
        breadth = beam * (1 - 0.32 * aft ** 2 if s < 0.44 else max(0.0, 1 - fore ** 2.3) ** 0.92)
        deck = 0.50 + 0.42 * (s - 0.38) ** 2 * (1.9 if s > 0.38 else 0.7)
        bottom = -0.36 + 0.30 * max(0.0, aft) ** 2.0 + 0.50 * max(0.0, fore) ** 2.6
        return breadth, deck, bottom

    rows = []  # of a station: from the deck's edge to starboard under the keel line to the deck's edge to port
    for i in range(stations + 1):
        s = i / stations
        breadth, deck, bottom = section(s)
        row = []
        for j in range(2 * half + 1):
            turn = min(j, 2 * half - j) / half
            angle = 0.5 * math.pi * turn
            y = breadth * math.cos(angle) ** (1.0 + 0.45 * s ** 3)
            z = deck - (deck - bottom) * math.sin(angle) ** (1.25 + 0.35 * s ** 3)
            x = length * (s - 0.5) * 0.92 + 0.48 * s ** 5 * (z - bottom) / (deck - bottom)
            if turn == 1.0:
                y = 0.0
            row.append(mesh.vertex(x, -y if j < half else y, z) if i < stations or j <= half else row[2 * half - j])
        rows.append(row)

    for i in range(stations):
        for j in range(2 * half):
            if not (fin_from <= i < fin_to and j in (half - 1, half)):
                a, b = rows[i], rows[i + 1]
                if j < half:
                    mesh.quad(a[j], a[j + 1], b[j + 1], b[j])
                else:  # cut the other way, so that the sides mirror each other
                    mesh.quad(a[j + 1], b[j + 1], b[j], a[j])

    def middle(i, camber):
        starboard, port = mesh.vertices[rows[i][0]], mesh.vertices[rows[i][-1]]
        return mesh.vertex(port[0], 0.0, port[2] + camber * (port[1] - starboard[1]))

    deck = [middle(i, 0.03) for i in range(stations)] + [rows[-1][0]]
    for i in range(stations):
        mesh.quad(rows[i][0], rows[i + 1][0], deck[i + 1], deck[i])
        mesh.quad(deck[i + 1], rows[i + 1][-1], rows[i][-1], deck[i])

    low, high = mesh.vertices[rows[0][half]], mesh.vertices[deck[0]]
    centre = mesh.vertex(low[0], 0.0, 0.5 * (low[2] + high[2]))
    rim = rows[0] + [deck[0]]
    for k, here in enumerate(rim):
        mesh.triangle(centre, rim[(k + 1) % len(rim)], here)

    # the fin goes down from a rim of the bottom: leading edge, starboard side, trailing edge, port side
    stand = range(fin_to, fin_from - 1, -1)
    ring = [rows[fin_to][half]] + [rows[i][half - 1] for i in stand] + [rows[fin_from][half]]
    ring += [rows[i][half + 1] for i in reversed(stand)]
    sides = fin_to - fin_from + 1
    chords = [1.0] + [1 - (k + 0.5) / sides for k in range(sides)] + [0.0]
    chords += list(reversed(chords[1:-1]))
    lead, trail = mesh.vertices[ring[0]], mesh.vertices[ring[sides + 1]]
    for depth in (0.06, 0.2, 0.4, 0.6, 0.8, 1.0):
        x_lead = lead[0] - 0.10 - 0.42 * depth
        chord = (lead[0] - trail[0] - 0.06) * (1 - 0.35 * depth)
        below = []
        for k, c in enumerate(chords):
            # NACA's thickness, 14 % of the chord, with a closed trailing edge
            e = 1 - c
            thick = 0.7 * (0.2969 * math.sqrt(e) - 0.126 * e - 0.3516 * e ** 2 + 0.2843 * e ** 3 - 0.1036 * e ** 4)
            side = 0 if k in (0, sides + 1) else -1 if k <= sides else 1
            below.append(mesh.vertex(x_lead - e * chord, side * chord * thick, -0.36 - 0.95 * depth))
        for k in range(len(ring)):
            n = (k + 1) % len(ring)
            if k <= sides:
                mesh.quad(ring[k], ring[n], below[n], below[k])
            else:
                mesh.quad(ring[n], below[n], below[k], ring[k])
        ring = below
    count = len(ring)
    for k in range(count // 2):
        mesh.quad(ring[k], ring[k + 1], ring[-k - 1], ring[-k % count])
    mesh.drop_unused()  # the keel line over the fin
    return mesh


def torus_knot():
    """The (2, 3) torus knot, 88 rings of 10 corners: 1760 triangles."""
    rings, sides, tube, scale = 88, 10, 0.42, 0.25
    mesh = Mesh()

    def place(t):
        r = 2 + math.cos(3 * t)
        return (r * math.cos(2 * t), r * math.sin(2 * t), -math.sin(3 * t))

    def unit(v):
        n = math.sqrt(sum(x * x for x in v))
        return tuple(x / n for x in v)

    def cross(a, b):
        return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])

    def dot(a, b):
        return sum(x * y for x, y in zip(a, b))

    tangents = []
    for i in range(rings):
        t, h = 2 * math.pi * i / rings, 1e-3
        tangents.append(unit(tuple(a - b for a, b in zip(place(t + h), place(t - h)))))

    # corners are carried along without twist, and what is missing after one round is shared out
    normals = [unit(cross(tangents[0], (0.0, 0.0, 1.0)))]
    for i in range(1, rings + 1):
        tangent = tangents[i % rings]
        along = dot(normals[-1], tangent)
        normals.append(unit(tuple(n - along * t for n, t in zip(normals[-1], tangent))))
    missing = math.atan2(dot(cross(normals[-1], normals[0]), tangents[0]), dot(normals[-1], normals[0]))

    rows = []
    for i in range(rings):
        p, normal, binormal = place(2 * math.pi * i / rings), normals[i], cross(tangents[i], normals[i])
        row = []
        for k in range(sides):
            angle = 2 * math.pi * k / sides + missing * i / rings
            c, s = tube * math.cos(angle), tube * math.sin(angle)
            row.append(mesh.vertex(*(scale * (p[m] + c * normal[m] + s * binormal[m]) for m in range(3))))
        rows.append(row)
    for i in range(rings):
        a, b = rows[i], rows[(i + 1) % rings]
        for k in range(sides):
            n = (k + 1) % sides
            mesh.quad(a[k], a[n], b[n], b[k])
    return mesh


def icosphere(times):
    """An icosahedron in the unit sphere, each triangle cut into four `times` times."""
    mesh = Mesh()
    g = (1 + math.sqrt(5)) / 2
    n = math.sqrt(1 + g * g)
    for x, y, z in ((-1, g, 0), (1, g, 0), (-1, -g, 0), (1, -g, 0), (0, -1, g), (0, 1, g), (0, -1, -g), (0, 1, -g),
                    (g, 0, -1), (g, 0, 1), (-g, 0, -1), (-g, 0, 1)):
        mesh.vertex(x / n, y / n, z / n)
    triangles = [(0, 11, 5), (0, 5, 1), (0, 1, 7), (0, 7, 10), (0, 10, 11), (1, 5, 9), (5, 11, 4), (11, 10, 2),
                 (10, 7, 6), (7, 1, 8), (3, 9, 4), (3, 4, 2), (3, 2, 6), (3, 6, 8), (3, 8, 9), (4, 9, 5), (2, 4, 11),
                 (6, 2, 10), (8, 6, 7), (9, 8, 1)]
    for _ in range(times):
        halves, smaller = {}, []

        def half(a, b):
            key = (min(a, b), max(a, b))
            if key not in halves:
                middle = [(p + q) / 2 for p, q in zip(mesh.vertices[a], mesh.vertices[b])]
                length = math.sqrt(sum(x * x for x in middle))
                halves[key] = mesh.vertex(*(x / length for x in middle))
            return halves[key]

        for a, b, c in triangles:
            ab, bc, ca = half(a, b), half(b, c), half(c, a)
            smaller += [(a, ab, ca), (b, bc, ab), (c, ca, bc), (ab, bc, ca)]
        triangles = smaller
    mesh.triangles = triangles
    return mesh


def blob():
    """A sphere of 100 by 150 with bumps: 30 000 triangles."""
    rows, columns = 101, 150
    mesh = Mesh()

    def at(x, y, z):
        r = 1 + 0.10 * math.sin(5 * x) + 0.10 * math.sin(4 * y + 1) + 0.08 * math.sin(6 * z + 2) * math.cos(3 * x)
        return mesh.vertex(r * x, r * y, r * z)

    bottom = at(0.0, 0.0, -1.0)
    rings = []
    for i in range(1, rows):
        polar = math.pi * i / rows
        ring = []
        for k in range(columns):
            turn = 2 * math.pi * k / columns
            ring.append(at(math.sin(polar) * math.cos(turn), math.sin(polar) * math.sin(turn), -math.cos(polar)))
        rings.append(ring)
    top = at(0.0, 0.0, 1.0)
    for k in range(columns):
        n = (k + 1) % columns
        mesh.triangle(bottom, rings[0][n], rings[0][k])
        for a, b in zip(rings, rings[1:]):
            mesh.quad(a[k], a[n], b[n], b[k])
        mesh.triangle(top, rings[-1][k], rings[-1][n])
    return mesh


SAMPLES = {
    "hull.obj": (boat, "a sailing boat of 6 m with a fin keel, metres, bow along x, z up"),
    "torus_knot.obj": (torus_knot, "the (2, 3) torus knot, 1760 triangles"),
    "icosphere.ply": (lambda: icosphere(4), "an icosahedron in the unit sphere, each triangle cut into 256"),
}


def text_of(path, make, title):
    mesh = make()
    mesh.check()
    return (as_ply if path.endswith(".ply") else as_obj)(mesh, title)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--blob":
        with open(arguments[1], "w", newline="\n") as file:
            file.write(text_of(arguments[1], blob, "a bumpy blob, 30 000 triangles"))
        return 0
    check = arguments[:1] == ["--check"]
    rest = arguments[check:]
    if len(rest) > 1 or any(a.startswith("-") for a in rest):
        print(__doc__, file=sys.stderr)
        return 2
    folder = rest[0] if rest else os.path.join(os.path.dirname(os.path.abspath(__file__)), "../examples/meshes")
    differ = 0
    for name, (make, title) in SAMPLES.items():
        path = os.path.join(folder, name)
        text = text_of(path, make, title)
        if not check:
            with open(path, "w", newline="\n") as file:
                file.write(text)
        elif not os.path.exists(path) or open(path, newline="").read() != text:
            print(f"{path} is not what tools/make_hulls.py makes", file=sys.stderr)
            differ = 1
    return differ


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
