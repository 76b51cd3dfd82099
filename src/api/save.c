/* SPDX-License-Identifier: Apache-2.0 */
/* save.c - worlds in files, and copies of them. */
#include "api/definition.h"
#include "format/restart_file.h"
#include "io/hdf5_base.h"
#include <string.h>

static tsu_status pack(tsu_pack *p, tsu_world *w, tsu_error *err)
{
    tsu_status s = TSU_OK;
    if (w->laws.law[TSU_NORMAL]) s = w->resume ? tsu_world_settle(w, err) : TSU_OK;
    if (s == TSU_OK && w->laws.law[TSU_NORMAL]) s = tsu_world_look_to_save(w, err);
    if (s != TSU_OK) return s;
    tsu_definition_pack(p, w);
    s = tsu_restart_pack(p, w, err);
    tsu_world_look_away(w);
    return s;
}

/* On failure of either the sentence is that of the first. */
static tsu_status close(tsu_pack *p, tsu_status status, tsu_error *err)
{
    if (status != TSU_OK && p->status == TSU_OK) {
        p->status = status;
        snprintf(p->error.message, sizeof p->error.message, "%s", err ? err->message : "");
    }
    return tsu_pack_close(p, err);
}

tsu_status tsu_world_save(tsu_world *w, const char *path, tsu_error *err)
{
    if (!w || !path) return tsu_error_null(err, "tsu_world_save", "world and path");
    tsu_pack p;
    tsu_status s = tsu_world_need_rest(w, "tsu_world_save", err);
    if (s == TSU_OK) s = tsu_pack_open(&p, path, "si", err);
    return s == TSU_OK ? close(&p, pack(&p, w, err), err) : s;
}

static tsu_world *unpack(const tsu_sections *sections, const char *what, int threads, tsu_error *err)
{
    tsu_world *w = tsu_restart_unpack(sections, what, err);
    if (!w) return NULL;
    if (threads > 0) w->threads = threads;
    if (tsu_definition_unpack(sections, what, w, err) == TSU_OK) return w;
    tsu_world_destroy(w);
    return NULL;
}

tsu_world *tsu_world_load(const char *path, int threads, tsu_error *err)
{
    if (!path) {
        tsu_error_null(err, "tsu_world_load", "path");
        return NULL;
    }
    tsu_sections sections;
    if (tsu_hdf5_available("tsu_world_load", err) != TSU_OK) return NULL;
    tsu_world *w =
        tsu_sections_read(&sections, path, err) == TSU_OK ? unpack(&sections, path, threads, err) : NULL;
    tsu_sections_free(&sections);
    return w;
}

tsu_world *tsu_world_copy(tsu_world *from, tsu_error *err)
{
    if (!from) {
        tsu_error_null(err, "tsu_world_copy", "world");
        return NULL;
    }
    tsu_pack p;
    tsu_sections sections = {0};
    tsu_world *w = NULL;
    if (tsu_world_need_rest(from, "tsu_world_copy", err) != TSU_OK) return NULL;
    tsu_pack_open_memory(&p, &sections);
    if (close(&p, pack(&p, from, err), err) == TSU_OK) w = unpack(&sections, "the copy", from->threads, err);
    tsu_sections_free(&sections);
    return w;
}
