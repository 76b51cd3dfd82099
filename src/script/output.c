/* SPDX-License-Identifier: Apache-2.0 */
/* output.c - the files that a deck writes line by line; waiting for those that are written beside the run. */
#include "io/folder.h"
#include "script/outputs.h"
#include <errno.h>
#include <string.h>

tsu_status tsu_session_reach_output(const tsu_session *s, const char *path, tsu_error *err)
{
    if (s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "files are not opened here");
    return s->options.rehearsal ? tsu_folders_check(path, err) : tsu_folders_make(path, err);
}

FILE *tsu_session_open_output(const tsu_session *s, const char *path, bool append, tsu_error *err)
{
    const bool dry = s->options.rehearsal != NULL;
    if (tsu_session_reach_output(s, path, err) != TSU_OK) return NULL;
    if (s->replaying) (void)tsu_outputs_return(s->outputs, path);
    FILE *file = fopen(dry ? "/dev/null" : path, append || s->replaying ? "a" : "w");
    if (!file) tsu_error_set(err, TSU_ERROR_IO, "cannot write '%.200s': %s", path, strerror(errno));
    if (file && !dry) tsu_outputs_note(s->outputs, path);
    return file;
}

tsu_status tsu_session_drain(tsu_session *s, tsu_status status, tsu_error *err)
{
    const tsu_status written = tsu_writer_drain(s->writer, err);
    return written == TSU_OK ? status : written;
}
