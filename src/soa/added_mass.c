// Closed forms, each fitted to a table of the boundary element method or exact. Translations of a box are within 1.3 % of
// potential flow at aspect ratios up to 20, its rotations within 2.6 % where they matter; cylinder 0.3 %, capsule 0.7 %.
#include "soa/added_mass.h"
#include "soa/cmath.h"

#define PI 3.141592653589793

void shl_added_mass_sphere(double radius, double out[6])
{
    const double half_volume = 2.0 / 3.0 * PI * radius * radius * radius; // Lamb, Hydrodynamics, Art. 92
    for (int k = 0; k < 3; k++) {
        out[k] = half_volume;
        out[3 + k] = 0.0;
    }
}

// Motion along the side `depth` with a face a x b, a <= b: (pi/4) a^2 b K(b/a) (1 + chi F(b/a, depth/a)). K is the exact
// thin plate to 0.18 %, F the growth with depth; chi = 1 is potential flow, 1 + 0.244 a/b follows DNV-RP-C205 (cube 0.68).
static double box_translation(double depth, double side1, double side2, ShoalBoxAddedMass model)
{
    const double a = side1 < side2 ? side1 : side2, b = side1 < side2 ? side2 : side1;
    const double r = b / a, x = depth / a;
    const double plate = r / (r + 0.53 + 0.24 / r - 0.043 / (r * r));
    const double r_f = r < 30.0 ? r : 30.0, l = shl_log(r_f);
    const double s = 0.91 * shl_pow(x, 0.6) * shl_pow(r_f, -0.29) + 1.28 * x * shl_pow(r_f, -0.69);
    const double growth = (0.580 + 0.094 * l + 0.062 * l * l) * s / (1.0 + s);
    // chi at r = 1 makes a cube 0.68 with the plate's 0.579
    const double s_cube = 0.91 + 1.28, f_cube = 0.580 * s_cube / (1.0 + s_cube);
    const double excess = (0.68 / (PI / 4.0 * 0.579) - 1.0) / f_cube - 1.0;
    const double chi = model == SHOAL_BOX_DNV ? 1.0 + excess / r : 1.0;
    return PI / 4.0 * a * a * b * plate * (1.0 + chi * growth);
}

// A thin plate a x b turning about the in-plane axis parallel to a.
static double plate_rotation(double a, double b)
{
    if (b <= a) {
        return PI / 128.0 * (b * b * b * b) * a * (1.0 - 0.1846 * b / a);
    }
    const double q = b / a;
    return PI / 48.0 * a * a * (b * b * b) * q / (q + 1.60 + 1.05 / q - 0.39 / (q * q));
}

// About the axis parallel to `axis`: each pair of faces acts as a plate, corrected for the section and the finite length. Both
// corrections vanish with the thickness, as a thin plate is exact by itself; that of the length does so as the growth of a
// translating plate with its depth.
static double box_rotation(double axis, double side1, double side2)
{
    const double c = side1 > side2 ? side1 : side2, u = (side1 > side2 ? side2 : side1) / c;
    const double section = 1.0 + 3.12 * u - 6.61 * shl_pow(u, 1.5) + 3.40 * u * u;
    const double thickness = shl_pow(u / (u + 0.06), 0.6);
    const double finite = 1.0 + (0.54 + 0.42 * u) * thickness * shl_log(1.0 + 0.07 * c / axis);
    return (plate_rotation(axis, side1) + plate_rotation(axis, side2)) * section * finite;
}

void shl_added_mass_box(const double sides[3], ShoalBoxAddedMass model, double out[6])
{
    for (int k = 0; k < 3; k++) {
        const double s1 = sides[(k + 1) % 3], s2 = sides[(k + 2) % 3];
        out[k] = box_translation(sides[k], s1, s2, model);
        out[3 + k] = box_rotation(sides[k], s1, s2);
    }
}

void shl_added_mass_cylinder(double radius, double length, double out[6])
{
    const double e = length / (2.0 * radius), r3 = radius * radius * radius;
    const double q = 0.96 * shl_pow(e, 0.61) + 1.25 * e, l = shl_log(e / 1.46) / 4.28;
    const double kappa = 0.34 + 0.39 * shl_exp(-l * l);
    const double p = shl_pow(e, 0.85), slender = e / (e + 1.02);
    out[0] = out[1] = PI * radius * radius * length * e / (e + kappa);
    out[2] = 8.0 / 3.0 * r3 * (1.0 + 0.552 * q / (1.0 + q));
    out[3] = out[4] = r3 * radius * radius *
                      ((16.0 / 45.0 + 0.78 * p / (1.0 + 6.33 * p)) / (1.0 + shl_pow(e / 1.42, 1.72)) +
                       2.0 * PI / 3.0 * e * e * e * slender * slender);
    out[5] = 0.0;
}

void shl_added_mass_capsule(double radius, double straight, double out[6])
{
    const double l = straight / radius, r3 = radius * radius * radius;
    const double volume = PI * radius * radius * straight + 4.0 / 3.0 * PI * r3;
    const double fluid =
        r3 * radius * radius * (PI * l * (3.0 + l * l) / 12.0 + 4.0 * PI / 3.0 * (0.4 + l * l / 4.0 + 0.375 * l));
    const double t = shl_pow(l, 1.04), slender = t / (t + 2.216);
    out[0] = out[1] = volume * (1.0 - 0.5 * (1.0 + 0.409 * l) / (1.0 + 0.694 * l + 0.1515 * l * l));
    out[2] = 2.0 * PI / 3.0 * r3 * (1.0 + 0.331 * (0.506 * l) / (1.0 + 0.506 * l));
    out[3] = out[4] = fluid * slender * slender;
    out[5] = 0.0;
}
