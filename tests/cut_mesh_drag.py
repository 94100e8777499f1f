"""usage: cut_mesh_drag.py    with SHOAL_PROGRAM and SHOAL_CASES in the environment

Drag of meshes that the surface cuts, against a computation apart from the kernels and from the checked cases' own, whose
expected numbers come from a quadrature good to 3e-8 there. Each triangle is clipped by the surface with 60 digits; the part
on either side is one polygon, and drag takes the relative velocity at that polygon's centroid (docs/physics.md, "Drag"):

    df = -1/2 rho (C_D |w| max(0, w.n) n + C_f |w_t| w_t) A,   w = v + omega x r - v_f

and so does the matrix D. Of the cases come the bodies, the fluids, and the surface's plane and the liquid's velocity over the mesh, which are exact
there, and the parts of D by other terms. `shoal eval --faces standard` must be within 1e-12 of the size of the force, of the
moment and of the largest element of D."""
import json
import os
import pathlib
import subprocess
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
TOLERANCE = 1e-12
WORST = ["0103", "0129", "0137", "0201", "0230"]  # where the expected drag is off by most
DRAG, FRICTION = Decimal(1), Decimal("0.005")     # C_D of a mesh triangle, C_f by default


def vector(numbers):
    return [Decimal(x) for x in numbers]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def scale(k, a):
    return [k * x for x in a]


def less(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def length(a):
    return dot(a, a).sqrt()


def turned(q, a):
    """a turned by the quaternion q (w x y z), made unit."""
    w, u = q[0] / length(q), scale(1 / length(q), q[1:])
    t = scale(2, cross(u, a))
    return add(a, add(scale(w, t), cross(u, t)))


def clip(polygon, normal, level, above):
    """The part of a polygon below the plane normal.p = level, or above it."""
    sign = -1 if above else 1
    heights = [sign * (dot(normal, p) - level) for p in polygon]
    kept = []
    for k, p in enumerate(polygon):
        q, hp, hq = polygon[k - 1], heights[k], heights[k - 1]
        if (hp < 0) != (hq < 0):
            kept.append(add(q, scale(hq / (hq - hp), less(p, q))))
        if hp < 0:
            kept.append(p)
    return kept


def area_and_centroid(polygon):
    """The area as a vector along the outward normal, and the centroid of a flat polygon."""
    fan = [(cross(less(b, polygon[0]), less(c, polygon[0])), add(polygon[0], add(b, c)))
           for b, c in zip(polygon[1:], polygon[2:])]
    area = [sum(part[0][k] for part in fan) / 2 for k in range(3)]
    if length(area) == 0:
        return area, polygon[0]
    sizes = [length(part[0]) for part in fan]
    return area, [sum(s * part[1][k] for s, part in zip(sizes, fan)) / (3 * sum(sizes)) for k in range(3)]


def solid_centroid(triangles):
    """Of the solid in a closed surface."""
    first, volume = [Decimal(0)] * 3, Decimal(0)
    for a, b, c in triangles:
        six = dot(a, cross(b, c))
        volume += six
        first = add(first, scale(six / 4, add(a, add(b, c))))
    return scale(1 / volume, first)


def add_damping(matrix, k, n, r):
    """k xi xi^T with xi = (n, r x n)."""
    xi = n + cross(r, n)
    for i in range(6):
        for j in range(6):
            matrix[i][j] += k * xi[i] * xi[j]


def drag_of(case, shape_found):
    """Pressure and friction on the one mesh of the case's one body: force and moment of each, about the centre of mass; and
    D of both together."""
    body = case["bodies"][0]
    shape = body["shapes"][0]
    coefficients = shape["coefficients"]
    drag = Decimal(coefficients.get("drag", -1))
    drag = DRAG if drag < 0 else drag
    friction = Decimal(coefficients["skin_friction"]) if "skin_friction" in coefficients else FRICTION
    q, x = vector(body["quaternion"]), vector(body["position"])
    v, omega = vector(body["linear_velocity"]), vector(body["angular_velocity"])
    points = [turned(q, add(turned(vector(shape["offset_quaternion"]), vector(p)), vector(shape["offset"])))
              for p in shape["vertices"]]  # from the centre of mass
    triangles = [[points[k] for k in triangle] for triangle in shape["triangles"]]
    middle = solid_centroid(triangles)
    normal = vector(shape_found["surface_normal"])
    over = [middle[0], middle[1], Decimal(shape_found["surface_height"]) - x[2]]
    level = dot(normal, over)
    liquid = case["volumes"][shape_found["volume_index"]]["medium"]
    ambient = case.get("ambient", {"density": 0, "velocity": [0, 0, 0]})
    sides = [(False, Decimal(liquid["density"]), vector(shape_found["liquid_velocity"])),
             (True, Decimal(ambient["density"]), vector(ambient["velocity"]))]
    damping = [[Decimal(0)] * 6 for _ in range(6)]
    result = {name: [[Decimal(0)] * 3, [Decimal(0)] * 3] for name in ("drag_pressure", "drag_friction")}
    for triangle in triangles:
        for above, rho, flow in sides:
            polygon = clip(triangle, normal, level, above)
            if len(polygon) < 3:
                continue
            area, r = area_and_centroid(polygon)
            size = length(area)
            if size == 0:
                continue
            n = scale(1 / size, area)
            w = less(add(v, cross(omega, r)), flow)
            along = dot(w, n)
            tangent = less(w, scale(along, n))
            for name, force in (
                    ("drag_pressure", scale(-rho / 2 * drag * length(w) * max(Decimal(0), along) * size, n)),
                    ("drag_friction", scale(-rho / 2 * friction * length(tangent) * size, tangent))):
                result[name] = [add(result[name][0], force), add(result[name][1], cross(r, force))]
            if along > 0:
                add_damping(damping, rho / 2 * drag * (length(w) + along * along / length(w)) * size, n, r)
            other = less(triangle[1], triangle[0])
            other = scale(1 / length(other), other)
            for direction in (other, cross(n, other)):  # 1 - n n^T
                add_damping(damping, rho * friction * length(tangent) * size, direction, r)
    return result, damping


def evaluated(paths):
    """What the program prints of the bodies, by path."""
    made = subprocess.run([os.environ["SHOAL_PROGRAM"], "eval", "--faces", "standard", *map(str, paths)],
                          capture_output=True, text=True, check=True)
    return dict(zip(paths, (json.loads(line)["bodies"][0] for line in made.stdout.splitlines())))


def error_of(got, want):
    """Largest difference over the size of what is wanted: of a vector its length, of a matrix its largest element."""
    size = length(want) if len(want) == 3 else max(map(abs, want))
    return float(max(abs(Decimal(g) - w) for g, w in zip(got, want)) / size) if size else float(max(map(abs, got)))


folder = pathlib.Path(os.environ.get("SHOAL_CASES", "")) / "static"
if not folder.is_dir():
    print(f"skipped: the folder of checked cases (SHOAL_CASES={os.environ.get('SHOAL_CASES', '')}) is not there")
    sys.exit(1 if os.environ.get("CI") == "true" else 77)
cases = {}
for path in sorted(folder.glob("case_*.json")):
    case = json.loads(path.read_text())
    shapes = case["case"]["bodies"][0]["shapes"]
    found = case["expected"]["bodies"][0]["shapes"][0]
    if len(shapes) == 1 and shapes[0]["type"] == "mesh" and found["wet_volume"] > 0:
        cases[path] = case
missing = [name for name in WORST if not any(name in path.stem for path in cases)]
if missing:
    sys.exit(f"no cut mesh in cases {', '.join(missing)}")
answers = evaluated(list(cases))
worst, expected_worst, failures = 0.0, 0.0, 0
for path, case in cases.items():
    expected, answer = case["expected"]["bodies"][0], answers[path]
    wanted, damping = drag_of(case["case"], expected["shapes"][0])
    rows = []  # what is told of, the program's number, the case's own, the one worked out here
    for name, pair in wanted.items():
        for key, want in zip(("force", "moment"), pair):
            rows.append((f"{name}.{key}", answer["terms"][name][key], expected["terms"][name][key], want))
    by_others = [sum(Decimal(expected["damping"][name][i][j]) for name in ("viscous", "radiation", "entry"))
                 for i in range(6) for j in range(6)]
    rows.append(("damping_total", sum(answer["damping_total"], []), sum(expected["damping_total"], []),
                 add(sum(damping, []), by_others)))
    for name, got, own, want in rows:
        error, beside = error_of(got, want), error_of(own, want)
        worst, expected_worst = max(worst, error), max(expected_worst, beside)
        if not error <= TOLERANCE:
            print(f"  {path.name} {name}: relative error {error:.3g}, tolerance {TOLERANCE:.0e} "
                  f"(the case's own number: {beside:.3g})")
            failures += 1
print(f"{len(cases)} meshes: drag and D within {worst:.2g}; the cases' own numbers within {expected_worst:.2g}")
sys.exit(bool(failures))
