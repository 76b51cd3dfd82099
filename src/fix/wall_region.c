/* SPDX-License-Identifier: Apache-2.0 */
/* wall_region.c - `fix wall/region`: the surface of a region repels, or attracts, particles (model/force/region_wall.h). */
#include "fix/fix.h"
#include "model/force/region_wall.h"
#include "session/model_fix.h"

static tsu_status read_potential(tsu_words *words, tsu_region_wall_def *def, tsu_error *err)
{
    enum { LJ93, LJ126, COLLOID, HARMONIC };
    static const char *const names[] = {
        [LJ93] = "lj93", [LJ126] = "lj126", [COLLOID] = "colloid", [HARMONIC] = "harmonic", NULL};
    static const tsu_wall_potential known[] = {
        [LJ93] = TSU_WALL_LJ93, [LJ126] = TSU_WALL_LJ126, [HARMONIC] = TSU_WALL_HARMONIC};
    int key = 0;
    tsu_status status = tsu_words_choice(words, "a potential", names, &key, err);
    if (status == TSU_OK && key == COLLOID)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "the colloid potential is for suspended molecules; for grains use `harmonic`, or "
            "`fix wall/gran` with a cohesion model");
    def->potential = known[key];
    if (status == TSU_OK) status = tsu_words_number(words, "epsilon", &def->epsilon, err);
    if (status == TSU_OK) status = tsu_words_number(words, "sigma", &def->sigma, err);
    if (status == TSU_OK) status = tsu_words_number(words, "the cutoff [m]", &def->cutoff, err);
    if (status == TSU_OK && !(def->cutoff > 0.0))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                               "the cutoff is %g; it must be positive", def->cutoff);
    return status == TSU_OK ? tsu_words_end(words, err) : status;
}

static tsu_status read_shape(const tsu_session *s, const tsu_object *fix, tsu_words *words,
                             tsu_region_wall_def *def, tsu_error *err)
{
    tsu_region *region = NULL;
    char name[TSU_NAME] = "";
    double way[TSU_REGION_FACES][3];
    const double anywhere[3] = {0.0, 0.0, 0.0};
    tsu_status status = tsu_session_read_region(s, words, name, err);
    if (status == TSU_OK) status = tsu_session_region(s, name, &region, err);
    if (status == TSU_OK && tsu_region_surface(region, anywhere, 0.0, way) < 0)
        return tsu_words_error(
            words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
            "walls are made of blocks, spheres, cylinders and planes that do not rotate; use "
            "several of them, or `fix mesh/surface` with `fix wall/gran` for other shapes");
    return status == TSU_OK ? tsu_model_fix_place(fix, name, &def->place, err) : status;
}

static tsu_status fix_wall_region(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_region_wall_def def = tsu_model_region_wall_default();
    def.group = 1u << fix.group;
    status = read_shape(s, &fix, words, &def, err);
    if (status == TSU_OK) status = read_potential(words, &def, err);
    return tsu_model_fix_finish(s, &fix, status, &tsu_model_region_wall, &def, err);
}

const tsu_command tsu_fixes_wall_region[] = {
    {"wall/region", "fix ID GROUP wall/region REGION harmonic|lj93|lj126 EPSILON SIGMA CUTOFF",
     "the surface of a region repels the centres of particles by a potential; f_ID: its energy, f_ID[1..3]: "
     "the force "
     "on the wall",
     fix_wall_region},
    {0}};
