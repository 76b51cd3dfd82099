/* SPDX-License-Identifier: Apache-2.0 */
/* fix_insert.c - `fix insert/pack`, `insert/rate/region` and `insert/stream`. */
#include "insertion/insertion.h"
#include "session/define.h"
#include <stdlib.h>

static tsu_status fix_insert(tsu_script *script, tsu_words *words, const tsu_model_row *row,
                             tsu_insertion_kind kind, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object fix;
    tsu_status status = tsu_model_fix_begin(s, words, &fix, err);
    if (status != TSU_OK) return status;
    tsu_insertion_def *def = tsu_session_new_state(&fix, sizeof *def, err); /* large */
    status = def ? tsu_insertion_read(s, words, &fix, kind, def, err) : TSU_ERROR_MEMORY;
    status = tsu_model_fix_finish(s, &fix, status, row, def, err);
    free(def);
    return status;
}

static tsu_status fix_pack(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return fix_insert(script, words, &tsu_model_insert_pack, TSU_INSERT_PACK, err);
}

static tsu_status fix_rate(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return fix_insert(script, words, &tsu_model_insert_rate, TSU_INSERT_RATE, err);
}

static tsu_status fix_stream(tsu_script *script, tsu_words *words, tsu_error *err)
{
    return fix_insert(script, words, &tsu_model_insert_stream, TSU_INSERT_STREAM, err);
}

#define COMMON_USAGE                                                                                         \
    " [maxattempt N] [start STEP] [overlapcheck yes|no] [all_in yes|no] [vel constant VX VY VZ | "           \
    "uniform|gaussian VX VY VZ SX SY SZ] [omega constant X Y Z] [orientation ...] [random_distribute "       \
    "exact|uncorrelated] [set_property NAME V] [verbose yes|no] [ntry_mc N]"
#define RATE_USAGE " nparticles N|INF | mass M|INF particlerate R | massrate R"

const tsu_command tsu_fixes_insert[] = {
    {"insert/pack",
     "fix ID GROUP insert/pack seed N distributiontemplate ID region ID insert_every N|once "
     "volumefraction_region F | particles_in_region N | mass_in_region M" COMMON_USAGE,
     "fill a region; f_ID[1], f_ID[2]: particles and mass inserted", fix_pack},
    {"insert/rate/region",
     "fix ID GROUP insert/rate/region seed N distributiontemplate ID region ID insert_every N" RATE_USAGE
         COMMON_USAGE,
     "insert into a region at a rate; f_ID[1], f_ID[2]: particles and mass inserted", fix_rate},
    {"insert/stream",
     "fix ID GROUP insert/stream seed N distributiontemplate ID insertion_face MESH vel ... extrude_length L "
     "| "
     "insert_every N [duration N]" RATE_USAGE COMMON_USAGE,
     "a stream through a planar face; f_ID[1], f_ID[2]: particles and mass inserted", fix_stream},
    {0}};
