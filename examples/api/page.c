/* SPDX-License-Identifier: Apache-2.0 */
/* page.c - a world on a page: its address is printed, a browser on this machine can follow the run. */
#include <stdio.h>
#include <string.h>
#include <tsubu/tsubu.h>

static tsu_error err;

static int failed(const char *what)
{
    fprintf(stderr, "%s: %s\n", what, err.message);
    return strstr(err.message, "libmicrohttpd") ? 0 : 1; /* a library built without the page says so */
}

int main(void)
{
    static const double young = 1e7, poisson = 0.3, restitution = 0.9;
    tsu_world_def def = tsu_world_def_default();
    tsu_wall_def floor = tsu_wall_def_default();
    tsu_particle_def ball = tsu_particle_def_default();
    def.timestep = 1e-5;
    def.gravity[2] = -9.81;
    floor.name = "floor";
    floor.shape = "zplane";
    ball.radius = 0.05;
    ball.position[0] = ball.position[1] = ball.position[2] = 0.5;
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w || tsu_property_set_type(w, "youngsModulus", &young, &err) != TSU_OK ||
        tsu_property_set_type(w, "poissonsRatio", &poisson, &err) != TSU_OK ||
        tsu_property_set_pair(w, "coefficientRestitution", &restitution, &err) != TSU_OK ||
        tsu_laws_choose(w, "model hertz", &err) != TSU_OK || tsu_walls_add(w, &floor, &err) != TSU_OK ||
        tsu_particles_add(w, &ball, 1, &err) != TSU_OK)
        return failed("world");
    tsu_page *page = tsu_page_open("bouncing sphere", 0, &err);
    if (!page || tsu_page_show(page, w, &err) != TSU_OK) return failed("page");
    printf("%s\n", tsu_page_address(page));
    if (tsu_world_step(w, 50000, &err) != TSU_OK) return failed("run");
    while (tsu_page_serve(page)) { /* as long as somebody looks */
    }
    printf("ended %s\n", tsu_page_stopped(page) ? "at the page" : "by itself");
    tsu_page_close(page);
    tsu_world_destroy(w);
    return 0;
}
