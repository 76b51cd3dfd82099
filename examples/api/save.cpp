// SPDX-License-Identifier: Apache-2.0
// save.cpp - contacts, copies, files and comparison, from C++: a heap of balls is copied, saved and loaded, and all three go on alike.
#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <tsubu/tsubu.h>
#include <vector>

static_assert(TSU_ABI >= 1, "the header has a number");

struct Destroy {
    void operator()(tsu_world *w) const
    {
        tsu_world_destroy(w);
    }
};
using World = std::unique_ptr<tsu_world, Destroy>;

static void check(tsu_status status, const tsu_error &err)
{
    if (status != TSU_OK) throw std::runtime_error(err.message);
}

static World heap()
{
    tsu_error err{};
    tsu_world_def def = tsu_world_def_default();
    def.gravity[2] = -9.81;
    def.timestep = 1e-5;
    World w(tsu_world_create(&def, &err));
    if (!w) throw std::runtime_error(err.message);
    const double young = 1e7, poisson = 0.3, restitution = 0.3, friction = 0.5;
    check(tsu_property_set_type(w.get(), "youngsModulus", &young, &err), err);
    check(tsu_property_set_type(w.get(), "poissonsRatio", &poisson, &err), err);
    check(tsu_property_set_pair(w.get(), "coefficientRestitution", &restitution, &err), err);
    check(tsu_property_set_pair(w.get(), "coefficientFriction", &friction, &err), err);
    check(tsu_laws_choose(w.get(), "model hertz tangential history", &err), err);
    tsu_wall_def floor = tsu_wall_def_default();
    check(tsu_walls_add(w.get(), &floor, &err), err);
    std::vector<tsu_particle_def> ball(64, tsu_particle_def_default());
    for (int k = 0; k < 64; k++) {
        ball[k].radius = 0.01;
        ball[k].position[0] = 0.5 + 0.02 * (k % 4);
        ball[k].position[1] = 0.5 + 0.02 * (k / 4 % 4) + 0.001 * (k / 16);
        ball[k].position[2] = 0.01 + 0.0199 * (k / 16);
    }
    check(tsu_particles_add(w.get(), ball.data(), ball.size(), &err), err);
    check(tsu_world_step(w.get(), 3000, &err), err);
    return w;
}

int main()
try {
    tsu_error err{};
    World w = heap();
    tsu_contacts_view c;
    check(tsu_contacts_list(w.get(), &c, &err), err);
    double on_floor = 0.0;
    for (std::size_t k = 0; k < c.count; k++) {
        if (c.contact[k].wall >= 0) on_floor += c.contact[k].force[2];
    }
    double force[3];
    check(tsu_wall_force(w.get(), "wall", force, &err), err);
    std::printf("%zu contacts remember %zu numbers (%s ...); the floor carries %.4f N\n", c.count,
                c.contact[0].history_width, tsu_contact_history_name(w.get(), -1, 0), on_floor);

    World copy(tsu_world_copy(w.get(), &err));
    if (!copy) throw std::runtime_error(err.message);
    check(tsu_world_save(w.get(), "heap.restart", &err), err);
    World loaded(tsu_world_load("heap.restart", 1, &err));
    std::remove("heap.restart");
    if (!loaded) throw std::runtime_error(err.message);
    for (tsu_world *each : {w.get(), copy.get(), loaded.get()}) {
        check(tsu_world_step(each, 1000, &err), err);
    }
    std::size_t differences = 0;
    tsu_difference first{};
    check(tsu_world_diff(w.get(), copy.get(), &first, 1, &differences, &err), err);
    const double push[3] = {0.0, 0.0, 1.0};
    const uint64_t one = 1;
    check(tsu_field_write(copy.get(), "v", &one, 1, 3, push, &err), err);
    std::size_t more = 0;
    check(tsu_world_diff(w.get(), copy.get(), &first, 1, &more, &err), err);
    char text[200];
    tsu_difference_tell(&first, text, sizeof text);
    std::printf("%zu differences, then %zu: %s\n", differences, more, text);
    const bool same = tsu_world_hash(w.get()) == tsu_world_hash(loaded.get()) && differences == 0 && more > 0;
    return same && on_floor > 0.0 && std::fabs(on_floor + force[2]) < 1e-9 && c.count > 32 &&
                   tsu_abi() == TSU_ABI
               ? 0
               : 1;
} catch (const std::exception &e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 1;
}
