#include "sphere_plain.h"

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

static void add_force_at(PlainSphere *s, const double f[3], const double r[3])
{
    double m[3];
    cross(r, f, m);
    for (int k = 0; k < 3; k++) {
        s->force[k] += f[k];
        s->moment[k] += m[k];
    }
}

// Brown and Lawler's C_D less Stokes' part, times the speed.
static double drag_speed(double speed, const PlainFluid *fluid, double diameter)
{
    if (speed == 0.0) {
        return 0.0;
    }
    if (fluid->viscosity == 0.0) {
        return 0.47 * speed;
    }
    const double re = fluid->density * speed * diameter / fluid->viscosity;
    return speed * (3.6 * pow(re, -0.319) + 0.407 * re / (re + 8710.0));
}

// Pressure on the part of the sphere with n.e < c that meets the flow, in closed form, and its D.
static void pressure(PlainSphere *s, const PlainFluid *fluid, const double w[3], double e_z, double c)
{
    const double e[3] = {0.0, 0.0, e_z}, speed = sqrt(dot(w, w));
    if (speed == 0.0) {
        return;
    }
    const double cos_e = e_z * w[2] / speed;
    double x[3] = {w[0] / speed, w[1] / speed, 0.0};
    const double sin_e = sqrt(dot(x, x));
    if (sin_e > 1e-12) {
        x[0] /= sin_e;
        x[1] /= sin_e;
    } else {
        x[0] = 1.0;
        x[1] = 0.0;
    }
    const double t = sqrt(fmax(0.0, sin_e * sin_e - c * c)), t3 = t * t * t;
    const double phi = atan2(t, -c * cos_e), psi = atan2(t, cos_e);
    const double i0 = (c - c * c * c / 3.0) * phi + cos_e * t / 3.0 + 2.0 * psi / 3.0;
    const double i2 = c * c * c * phi / 3.0 - cos_e * t / 3.0 + psi / 3.0;
    const double skew = sin_e > 0.0 ? cos_e * t3 / (3.0 * sin_e * sin_e) : 0.0;
    const double xx = i0 + skew, yy = i0 - skew, zz = 2.0 * i2, xz = sin_e > 0.0 ? -2.0 * t3 / (3.0 * sin_e) : 0.0;
    const double k = 0.75 * fluid->density * s->radius * s->radius * drag_speed(speed, fluid, 2.0 * s->radius);
    double y[3];
    cross(e, x, y);
    for (int row = 0; row < 3; row++) {
        s->force[row] -= k * speed * ((xx * sin_e + xz * cos_e) * x[row] + (xz * sin_e + zz * cos_e) * e[row]);
        for (int col = 0; col < 3; col++) {
            s->d_linear[row][col] += 2.0 * k *
                                     (xx * x[row] * x[col] + yy * y[row] * y[col] + zz * e[row] * e[col] +
                                      xz * (x[row] * e[col] + e[row] * x[col]));
        }
    }
}

// What one fluid does to its part of the sphere: volume, centroid at height z over the centre, the side e_z on which it is not.
static void part(PlainSphere *s, const PlainFluid *fluid, double gravity, double volume, double whole, double z,
                 double e_z, double c)
{
    if (c <= -1.0) {
        return;
    }
    const double r = s->radius, centre[3] = {0.0, 0.0, z}, spin = sqrt(dot(s->omega, s->omega));
    const double up[3] = {0.0, 0.0, fluid->density * volume * gravity};
    double w[3], at[3], local[3], push[3], lift[3];
    add_force_at(s, up, centre);
    cross(s->omega, centre, at);
    for (int k = 0; k < 3; k++) {
        w[k] = s->velocity[k] - fluid->velocity[k];
        local[k] = w[k] + at[k];
        push[k] = fluid->density * volume * fluid->acceleration[k];
    }
    add_force_at(s, push, centre);
    pressure(s, fluid, w, e_z, c);

    const double r5 = r * r * r * r * r;
    const double rub = 3.0 * pi * pi / 8.0 * fluid->density * s->skin_friction * r5 * spin * 0.5 * (1.0 + c);
    const double share = volume / whole, d = 2.0 * r;
    const double stokes = 3.0 * pi * fluid->viscosity * d * share, turning = pi * fluid->viscosity * d * d * d * share;
    const double k_lift = s->magnus * fluid->density * volume;
    double slow[3];
    cross(s->omega, local, lift);
    for (int k = 0; k < 3; k++) {
        slow[k] = k_lift * lift[k] - stokes * local[k];
        s->moment[k] -= (rub + turning) * s->omega[k];
        s->d_angular[k] += 2.0 * rub + turning + (k < 2 ? stokes * z * z : 0.0);
        s->d_linear[k][k] += stokes;
        s->force[k] += s->added_mass_scale * fluid->density * share * 0.5 * whole * fluid->acceleration[k];
    }
    s->d_mixed[0][1] -= stokes * z;
    s->d_mixed[1][0] += stokes * z;
    add_force_at(s, slow, centre);
}

// Water entry and radiation.
static void waterplane(PlainSphere *s, const PlainWater *water, double area, double z)
{
    const double rho_l = water->liquid.density, rho_a = water->ambient.density, g = water->gravity;
    const double centre[3] = {0.0, 0.0, z};
    double local[3], u[3];
    cross(s->omega, centre, local);
    for (int k = 0; k < 3; k++) {
        const double v = s->velocity[k];
        local[k] += v - water->liquid.velocity[k];
        u[k] = rho_l * (v - water->liquid.velocity[k]) - rho_a * (v - water->ambient.velocity[k]);
    }
    if (local[2] < 0.0) {
        const double k = 0.5 * s->added_mass_scale * area, sink = -local[2];
        for (int axis = 0; axis < 3; axis++) {
            s->force[axis] -= k * sink * u[axis];
        }
        s->d_linear[2][2] += 0.5 * fmax(0.0, k * (sink * (rho_l - rho_a) - u[2]));
    }
    const double stiffness = (rho_l - rho_a) * g * area;
    if (stiffness > 0.0) {
        const double omega_h = sqrt(stiffness / (rho_l * s->wet_volume + s->added_mass));
        const double ratio = omega_h * omega_h * omega_h * omega_h * area / (g * g);
        const double b = 0.5 * rho_l * g * area / omega_h * ratio / (1.0 + ratio);
        const double f[3] = {0.0, 0.0, -b * local[2]};
        add_force_at(s, f, centre);
        s->d_linear[2][2] += b;
    }
}

static void one_sphere(const PlainWater *water, PlainSphere *s)
{
    const double r = s->radius, level = s->position[2] - water->level, whole = 4.0 / 3.0 * pi * r * r * r;
    const double h = fmin(fmax(r - level, 0.0), 2.0 * r), c = fmin(fmax(-level / r, -1.0), 1.0);
    const double wet = pi * h * h * (3.0 * r - h) / 3.0, dry = whole - wet;
    const double area = pi * h * (2.0 * r - h);
    const double z_wet = h > 0.0 ? -0.75 * (2.0 * r - h) * (2.0 * r - h) / (3.0 * r - h) : 0.0;
    const double z_dry = h < 2.0 * r ? 0.75 * h * h / (r + h) : 0.0;
    memset(s->force, 0, sizeof s->force);
    memset(s->moment, 0, sizeof s->moment);
    memset(s->d_linear, 0, sizeof s->d_linear);
    memset(s->d_mixed, 0, sizeof s->d_mixed);
    memset(s->d_angular, 0, sizeof s->d_angular);
    s->wet_volume = wet;
    s->added_mass = s->added_mass_scale * 0.5 * (water->liquid.density * wet + water->ambient.density * dry);
    part(s, &water->liquid, water->gravity, wet, whole, z_wet, 1.0, c);
    part(s, &water->ambient, water->gravity, dry, whole, z_dry, -1.0, -c);
    if (area > 0.0) {
        waterplane(s, water, area, -level);
    }
    for (int k = 0; k < 3; k++) {
        const double weight = k == 2 ? -s->mass * water->gravity : 0.0;
        s->acceleration[k] = (s->force[k] + weight) / (s->mass + s->added_mass);
        s->acceleration[3 + k] = s->moment[k] / s->inertia;
    }
}

void sphere_plain_forces(const PlainWater *water, PlainSphere *spheres, int count)
{
    for (int i = 0; i < count; i++) {
        one_sphere(water, &spheres[i]);
    }
}
