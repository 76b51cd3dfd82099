/* SPDX-License-Identifier: Apache-2.0 */
#include "io/file_lock.h"
#include "base/system.h"
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static tsu_status is_held(const char *path, const tsu_lock_holder *by, tsu_error *err)
{
    char who[sizeof *by + 64] = "";
    if (by->process > 0)
        snprintf(who, sizeof who, " (process %ld%s%s%s%s)", by->process, by->command[0] ? ": " : "",
                 by->command, by->folder[0] ? " in " : "", by->folder);
    return tsu_error_set(err, TSU_ERROR_IO,
                         "'%.200s' is being written by another run%s; wait for it or stop it, or give this "
                         "run another folder or other file names",
                         path, who);
}

tsu_status tsu_file_lock(const char *path, int *lock, tsu_error *err)
{
    struct stat about;
    tsu_lock_holder holder;
    *lock = -1;
    if (stat(path, &about) == 0 && !S_ISREG(about.st_mode)) return TSU_OK;
    const int file = tsu_system_open(path, O_WRONLY | O_APPEND | O_CREAT);
    if (file < 0) return TSU_OK; /* who writes it will say why */
    const tsu_lock_state state = tsu_system_lock(file);
    if (state == TSU_LOCKED) {
        *lock = file;
        return TSU_OK;
    }
    tsu_system_lock_holder(file, &holder);
    close(file);
    return state == TSU_LOCK_HELD && !holder.own ? is_held(path, &holder, err) : TSU_OK;
}

void tsu_file_unlock(int lock)
{
    if (lock >= 0) close(lock);
}
