/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_clump.c - `tsubu clump MESH -n N`: a template of spheres for a closed mesh, how well it fits, and a picture of both. Mass and inertia are those of
 * the mesh itself. */
#include "cli.h"
#include "format/mesh_file.h"
#include "io/atomic_file.h"
#include "search/inscribed.h"
#include "state/clump_shape.h"
#include "tsubu/tsubu.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPHERES_MAX = 1000 };

typedef struct words {
    const char *file, *count, *density, *scale, *least, *out, *png;
} words;

typedef struct fitting {
    int count;
    double density, scale, least;
    char out[512];
    tsu_mesh mesh;
    tsu_mesh_enclosed body;
    tsu_inscribed spheres; /* centres about the centre of mass */
    tsu_solid solid;       /* of the spheres */
} fitting;

/* ---- options -------------------------------------------------------------------------------------------------------- */

static tsu_status read_positive(const char *option, const char *word, double *out, tsu_error *err)
{
    if (!word) return TSU_OK;
    const tsu_status s = tsu_option_number(option, word, out, err);
    if (s == TSU_OK && !(*out > 0.0 && isfinite(*out)))
        return tsu_error_set(err, TSU_ERROR_INPUT, "option %s is %s; it must be larger than 0", option, word);
    return s;
}

/* Where the spheres go if nobody says: the name of the mesh with another end. */
static void name_output(const words *w, fitting *f)
{
    const char *slash = strrchr(w->file, '/'), *name = slash ? slash + 1 : w->file, *dot = strrchr(name, '.');
    if (w->out)
        snprintf(f->out, sizeof f->out, "%s", w->out);
    else
        snprintf(f->out, sizeof f->out, "%.*s.clump", (int)(dot ? dot - name : (long)strlen(name)), name);
}

static tsu_status read_options(const words *w, fitting *f, tsu_error *err)
{
    f->count = 10;
    f->density = 2500.0;
    f->scale = 1.0;
    tsu_status s = TSU_OK;
    if (w->count) s = tsu_option_integer("-n", w->count, 1, SPHERES_MAX, &f->count, err);
    if (s == TSU_OK) s = read_positive("--density", w->density, &f->density, err);
    if (s == TSU_OK) s = read_positive("--scale", w->scale, &f->scale, err);
    if (s == TSU_OK) s = read_positive("--least", w->least, &f->least, err);
    name_output(w, f);
    return s;
}

/* ---- fitting -------------------------------------------------------------------------------------------------------- */

static tsu_status read_mesh(const words *w, fitting *f, tsu_error *err)
{
    tsu_facets facets = {0};
    tsu_status s = tsu_mesh_file_read(w->file, &facets, err);
    if (s == TSU_OK) tsu_facets_scale(&facets, f->scale);
    if (s == TSU_OK) s = tsu_mesh_build(&f->mesh, &facets, 0.0, err);
    tsu_facets_free(&facets);
    if (s == TSU_OK && f->mesh.triangles == 0)
        s = tsu_error_set(err, TSU_ERROR_INPUT, "%s has no triangles", w->file);
    return s == TSU_OK ? tsu_mesh_solid(&f->mesh, w->file, &f->body, err) : s;
}

static tsu_status fit(fitting *f, tsu_error *err)
{
    tsu_inscribed *t = &f->spheres;
    tsu_status s = tsu_inscribed_find(&f->mesh, f->body.volume, f->count, f->least, t, err);
    for (int32_t k = 0; k < t->count && s == TSU_OK; k++) {
        for (int q = 0; q < 3; q++) {
            t->centre[k][q] -= f->body.centre[q];
        }
    }
    if (s == TSU_OK) s = tsu_clump_shape_check(t->count, (const double(*)[3])t->centre, t->radius, err);
    if (s == TSU_OK)
        s = tsu_clump_shape_measure(t->count, (const double(*)[3])t->centre, t->radius, &f->solid, err);
    return s;
}

/* ---- what is told --------------------------------------------------------------------------------------------------- */

/* Of the inertia that the spheres would have with the mass of the mesh, against that of the mesh: by the sums of squares of their entries. */
static double inertia_error(const fitting *f)
{
    double off = 0.0, all = 0.0;
    for (int q = 0; q < 9; q++) {
        const double has = f->solid.inertia[q / 3][q % 3] * (f->body.volume / f->solid.volume),
                     should = f->body.inertia[q / 3][q % 3];
        off += (has - should) * (has - should);
        all += should * should;
    }
    return sqrt(off / all);
}

/* Products of inertia that are nothing but rounding are 0. */
static double entry(const fitting *f, int p, int q)
{
    const double size = f->body.inertia[0][0] + f->body.inertia[1][1] + f->body.inertia[2][2],
                 e = f->body.inertia[p][q];
    return fabs(e) < 1e-14 * size ? 0.0 : f->density * e;
}

static void tell(const words *w, const fitting *f)
{
    const tsu_mesh_enclosed *b = &f->body;
    const tsu_inscribed *t = &f->spheres;
    const double *c = f->solid.centre, size = b->radius, d = f->density;
    printf("%s: %d triangles, volume %.9g m^3, centre of mass %.9g %.9g %.9g\n", w->file, f->mesh.triangles,
           b->volume, b->centre[0], b->centre[1], b->centre[2]);
    printf("%d sphere%s in %s, about the centre of mass (grid of %.3g m)\n", t->count,
           t->count == 1 ? "" : "s", f->out, t->spacing);
    if (t->count < f->count)
        printf("fewer than %d: further ones would fill nothing more%s\n", f->count,
               f->least > 0.0 ? " (see --least)" : "");
    printf("  volume of the spheres     %+.2f %%\n", 100.0 * (f->solid.volume / b->volume - 1.0));
    printf("  centre of the spheres     %.2f %% of the radius %.4g m off\n",
           100.0 * sqrt(c[0] * c[0] + c[1] * c[1] + c[2] * c[2]) / size, size);
    printf("  surface off               %.4g m at most (%.2f %%), %.4g m in the mean square (%.2f %%)\n",
           t->furthest, 100.0 * t->furthest / size, t->mean, 100.0 * t->mean / size);
    printf("  inertia of the spheres    %.2f %% off; the deck has that of the mesh\n",
           100.0 * inertia_error(f));
    printf("\nFor a deck:\nfix part all particletemplate/multisphere 15485863 atom_type 1 density constant "
           "%.12g &\n"
           "    nspheres %d ntry 1 spheres file %s type 1 &\n"
           "    mass %.12g inertia_tensor %.12g %.12g %.12g %.12g %.12g %.12g use_density\n",
           d, t->count, f->out, d * b->volume, entry(f, 0, 0), entry(f, 0, 1), entry(f, 0, 2), entry(f, 1, 1),
           entry(f, 1, 2), entry(f, 2, 2));
}

static tsu_status write_spheres(const fitting *f, tsu_error *err)
{
    tsu_atomic_file file;
    const tsu_status s = tsu_atomic_file_open(&file, f->out, err);
    if (s != TSU_OK) return s;
    for (int32_t k = 0; k < f->spheres.count; k++) {
        const double *c = f->spheres.centre[k];
        fprintf(file.stream, "%.17g %.17g %.17g %.17g\n", c[0], c[1], c[2], f->spheres.radius[k]);
    }
    return tsu_atomic_file_finish(&file, err);
}

/* ---- the picture ---------------------------------------------------------------------------------------------------- */

/* A picture needs no contact model, a world does. */
static tsu_status choose_any_model(tsu_world *world, tsu_error *err)
{
    static const double young = 1e7, poisson = 0.3, restitution = 0.5;
    tsu_status s = tsu_property_set_type(world, "youngsModulus", &young, err);
    if (s == TSU_OK) s = tsu_property_set_type(world, "poissonsRatio", &poisson, err);
    if (s == TSU_OK) s = tsu_property_set_pair(world, "coefficientRestitution", &restitution, err);
    return s == TSU_OK ? tsu_laws_choose(world, "model hertz", err) : s;
}

/* The spheres in the mesh, which one sees through. */
static tsu_status fill_picture(const words *w, const fitting *f, tsu_world *world, tsu_error *err)
{
    tsu_mesh_def m = tsu_mesh_def_default();
    tsu_particle_def p = tsu_particle_def_default();
    m.name = "part";
    m.file = w->file;
    m.scale = f->scale;
    for (int q = 0; q < 3; q++) {
        m.translation[q] = -f->body.centre[q];
    }
    tsu_status s = choose_any_model(world, err);
    if (s == TSU_OK) s = tsu_meshes_add(world, &m, err);
    for (int32_t k = 0; k < f->spheres.count && s == TSU_OK; k++) {
        memcpy(p.position, f->spheres.centre[k], sizeof p.position);
        p.radius = f->spheres.radius[k];
        s = tsu_particles_add(world, &p, 1, err);
    }
    return s;
}

static tsu_status draw(const words *w, const fitting *f, tsu_error *err)
{
    tsu_world_def def = tsu_world_def_default();
    const double r = 1.05 * f->body.radius;
    for (int q = 0; q < 3; q++) {
        def.lo[q] = -r;
        def.hi[q] = r;
    }
    def.timestep = 1.0; /* never taken */
    tsu_world *world = tsu_world_create(&def, err);
    if (!world) return err->status;
    tsu_picture_def p = tsu_picture_def_default();
    p.color = "radius";
    p.view = "20,25";
    p.title = "";
    tsu_status s = fill_picture(w, f, world, err);
    if (s == TSU_OK) s = tsu_world_picture(world, &p, w->png, err);
    tsu_world_destroy(world);
    return s;
}

int tsu_cmd_clump(int argc, char **argv)
{
    words w = {0};
    const tsu_option options[] = {
        {"-n", 1, "N", "largest number of spheres; 10", &w.count, NULL, 0},
        {"--density", 1, "D", "of the body, for mass and inertia [kg/m^3]; 2500", &w.density, NULL, 0},
        {"--scale", 1, "S", "scale factor of the mesh, 0.001 for millimetres; 1", &w.scale, NULL, 0},
        {"--least", 1, "R", "radius of the smallest sphere [m]; without it that of a point of the grid",
         &w.least, NULL, 0},
        {"--out", 1, "FILE", "the spheres, x y z r on a line each; without it NAME.clump", &w.out, NULL, 0},
        {"--png", 1, "FILE.png", "a picture of the spheres in the mesh", &w.png, NULL, 0},
        {0}};
    tsu_error err = {0};
    fitting f = {0};
    bool help;
    int rest;
    tsu_status s = tsu_options_read("clump", options, argc, argv, &w.file, 1, &rest, &help, &err);
    if (help) return 0;
    if (s == TSU_OK && rest == 0)
        s = tsu_error_set(&err, TSU_ERROR_INPUT,
                          "`tsubu clump` needs a mesh: tsubu clump part.stl -n 20 (see --help)");
    if (s == TSU_OK) s = read_options(&w, &f, &err);
    if (s == TSU_OK) s = read_mesh(&w, &f, &err);
    if (s == TSU_OK) s = fit(&f, &err);
    if (s == TSU_OK && w.png) s = draw(&w, &f, &err);
    if (s == TSU_OK) s = write_spheres(&f, &err);
    if (s == TSU_OK) tell(&w, &f);
    tsu_inscribed_free(&f.spheres);
    tsu_mesh_free(&f.mesh);
    return s == TSU_OK ? 0 : tsu_cli_fail(&err);
}
