/* SPDX-License-Identifier: Apache-2.0 */
/* output.c - the folders of files that a deck writes; waiting for those that are written beside the run. */
#include "io/folder.h"
#include "io/writer.h"
#include "session/outputs.h"

tsu_status tsu_session_reach_output(const tsu_session *s, const char *path, tsu_error *err)
{
    if (s->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "files are not opened here");
    return s->options.rehearsal ? tsu_folders_check(path, err) : tsu_folders_make(path, err);
}

tsu_status tsu_session_drain(tsu_session *s, tsu_status status, tsu_error *err)
{
    const tsu_status written = tsu_writer_drain(s->writer, err);
    return written == TSU_OK ? status : written;
}
