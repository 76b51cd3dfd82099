/* SPDX-License-Identifier: Apache-2.0 */
/* import.c - turns files into a recorded run in a temporary file, which is gone when it is closed. */
#include "view/import.h"
#include "format/dump_read.h"
#include "format/tables_read.h"
#include "session/session.h"
#include "view/import_table.h"
#include "view/recording.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 512 };

static tsu_status temporary(char out[PATH], tsu_error *err)
{
    const char *folder = getenv("TMPDIR");
    snprintf(out, PATH, "%.400s/tsubu-XXXXXX", folder && folder[0] ? folder : "/tmp");
    const int file = mkstemp(out);
    if (file < 0)
        return tsu_error_set(err, TSU_ERROR_IO, "the temporary file %s cannot be created: %s", out,
                             strerror(errno));
    close(file);
    return TSU_OK;
}

/* A restart file is read by a deck of one line; the session is then recorded once. */
static tsu_status record_restart(const char *path, const char *to, tsu_error *err)
{
    char line[1400];
    tsu_recorder *recorder = NULL;
    tsu_session *s = tsu_session_open(&(tsu_session_options){0}, err);
    if (!s) return err ? err->status : TSU_ERROR_MEMORY;
    snprintf(line, sizeof line, "read_restart \"%s\"\n", path);
    tsu_status status = tsu_script_run_string(s->script, path, line, err);
    if (status != TSU_OK && err) {
        char why[sizeof err->message];
        memcpy(why, err->message, sizeof why);
        tsu_error_set(
            err, status,
            "%s is neither a recorded run nor a text dump, VTK or HDF5 file of particles; as a restart "
            "file: %s",
            path, why);
    }
    const char *slash = strrchr(path, '/');
    if (status == TSU_OK) status = tsu_recorder_create(&recorder, to, slash ? slash + 1 : path, 0, err);
    if (status == TSU_OK) {
        tsu_recorder_poll(recorder, s, true);
        status = tsu_recorder_close(recorder, err);
    }
    tsu_session_destroy(s);
    return status;
}

static tsu_status add_table(void *context, tsu_dump_frame *frame, tsu_error *err)
{
    return tsu_import_add(context, frame, err);
}

/* Files of a series come as the shell sorts them: 1000 before 200. */
typedef struct member {
    const char *path;
    int64_t step;
    int place;
} member;

static int by_step(const void *a, const void *b)
{
    const member *p = a, *q = b;
    return p->step != q->step ? (p->step > q->step) - (p->step < q->step) : p->place - q->place;
}

static tsu_status sort(const char *const *path, int paths, member **out, tsu_error *err)
{
    member *all = *out = malloc((size_t)paths * sizeof *all);
    if (!all) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory to open files");
    for (int k = 0; k < paths; k++) {
        all[k] = (member){path[k], tsu_tables_step(path[k]), k};
    }
    qsort(all, (size_t)paths, sizeof *all, by_step);
    return TSU_OK;
}

static tsu_status record_tables(const char *const *path, int paths, const char *to, tsu_import_note *note,
                                tsu_error *err)
{
    tsu_import_writer *writer = NULL;
    member *file;
    const char *slash = strrchr(path[0], '/');
    tsu_status status = sort(path, paths, &file, err);
    if (status == TSU_OK) status = tsu_import_begin(&writer, to, slash ? slash + 1 : path[0], err);
    for (int k = 0; k < paths && status == TSU_OK; k++) {
        const char *one = file[k].path;
        status = tsu_dump_is(one) ? tsu_dump_read_all(one, add_table, writer, err)
                 : tsu_tables_is(one)
                     ? tsu_tables_read(one, add_table, writer, err)
                     : tsu_error_set(err, TSU_ERROR_INPUT,
                                     "%s is neither a text dump nor a VTK or HDF5 file of particles; "
                                     "only these can be opened together",
                                     one);
    }
    free(file);
    return tsu_import_end(writer, status, note, err);
}

/* What the page calls it: the name of its first file. */
static void name_after(tsu_recording *r, const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(r->name, sizeof r->name, "%.*s", (int)sizeof r->name - 1, slash ? slash + 1 : path);
}

tsu_status tsu_import(tsu_recording **out, const char *const *path, int paths, tsu_import_note *note,
                      tsu_error *err)
{
    char to[PATH];
    *out = NULL;
    if (note) *note = (tsu_import_note){0};
    for (int k = 0; k < paths; k++) {
        if (access(path[k], R_OK) != 0)
            return tsu_error_set(err, TSU_ERROR_IO, "cannot open %s: %s", path[k], strerror(errno));
    }
    const bool whole = paths == 1 && tsu_recording_is(path[0]);
    tsu_status status = whole ? tsu_recording_open(out, path[0], err) : temporary(to, err);
    if (status == TSU_OK && whole) name_after(*out, path[0]);
    if (status != TSU_OK || whole) return status;
    const bool tables = paths > 1 || tsu_dump_is(path[0]) || tsu_tables_is(path[0]);
    status = tables ? record_tables(path, paths, to, note, err) : record_restart(path[0], to, err);
    if (status == TSU_OK) status = tsu_recording_open(out, to, err);
    if (status == TSU_OK) name_after(*out, path[0]);
    unlink(to); /* who has opened it can still read it */
    return status;
}
