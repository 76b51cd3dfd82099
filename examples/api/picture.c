/* SPDX-License-Identifier: Apache-2.0 */
/* picture.c - a heap falls until it has come to rest, and a picture of it is drawn. */
#include <stdio.h>
#include <string.h>
#include <tsubu/tsubu.h>

static tsu_error err;
static tsu_world *w;

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, err.message);
    return strstr(err.message, "zlib") ? 0 : 1; /* a library built without zlib says so */
}

static tsu_status make(void)
{
    static const double young = 1e7, poisson = 0.3, restitution = 0.3, friction = 0.5;
    static tsu_particle_def grain[300];
    tsu_world_def def = {{0, 0, 0}, {0.1, 0.1, 0.2}, {"ff", "ff", "ff"}, 1, {0, 0, -9.81}, 2e-5, 0.0, 0};
    tsu_wall_def floor = {.name = "floor", .shape = "zplane", .type = 1};
    for (int k = 0; k < 300; k++) {
        const double x[3] = {0.02 + 0.006 * (k % 10), 0.02 + 0.006 * (k / 10 % 10), 0.01 + 0.01 * (k / 100)};
        grain[k] = (tsu_particle_def){0, 1, 0.0025, 2500.0, {x[0], x[1], x[2]}, {0}, {0}};
    }
    w = tsu_world_create(&def, &err);
    if (!w) return err.status;
    tsu_status s = tsu_property_set_type(w, "youngsModulus", &young, &err);
    if (s == TSU_OK) s = tsu_property_set_type(w, "poissonsRatio", &poisson, &err);
    if (s == TSU_OK) s = tsu_property_set_pair(w, "coefficientRestitution", &restitution, &err);
    if (s == TSU_OK) s = tsu_property_set_pair(w, "coefficientFriction", &friction, &err);
    if (s == TSU_OK) s = tsu_laws_choose(w, "model hertz tangential history", &err);
    if (s == TSU_OK) s = tsu_walls_add(w, &floor, &err);
    return s == TSU_OK ? tsu_particles_add(w, grain, 300, &err) : s;
}

/* Asked before each step: whether no grain is faster than 2 cm/s. */
static bool at_rest(void *context)
{
    tsu_view v;
    double fastest = 0.0;
    (void)context;
    if (tsu_world_step_count(w) < 1000 || tsu_field_view(w, "v", &v, &err) != TSU_OK) return false;
    for (size_t k = 0; k < v.count; k++) {
        const double *u = v.data + k * v.stride, square = u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        fastest = square > fastest ? square : fastest;
    }
    return fastest < 0.02 * 0.02;
}

int main(void)
{
    char start[8] = "";
    tsu_picture_def picture = tsu_picture_def_default();
    picture.width = 640, picture.height = 480;
    picture.color = "speed";
    picture.title = "a heap";
    printf("tsubu %s\n", tsu_version());
    if (tsu_abi() != TSU_ABI) return fprintf(stderr, "another library than the header\n"), 1;
    if (make() != TSU_OK) return failed("world");
    if (tsu_world_step_until(w, 100000, at_rest, NULL, &err) != TSU_OK) return failed("run");
    printf("at rest after %.3f s\n", tsu_world_time(w));
    if (tsu_world_picture(w, &picture, "heap.png", &err) != TSU_OK) return failed("picture");
    FILE *file = fopen("heap.png", "rb");
    const bool drawn = file && fread(start, 1, 8, file) == 8 && memcmp(start, "\x89PNG\r\n\x1a\n", 8) == 0;
    if (file) fclose(file);
    const bool rested = tsu_world_step_count(w) < 100000;
    tsu_world_destroy(w);
    return drawn && rested && remove("heap.png") == 0 ? 0 : 1;
}
