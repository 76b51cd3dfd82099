/* SPDX-License-Identifier: Apache-2.0 */
/* confine.c - by Landlock: rights of a process on files, which the kernel checks with every call. The numbers are those of the kernel's
 * documentation (userspace-api/landlock), the same on all machines. */
#include "gallery/confine.h"
#include <fcntl.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446, ASK_VERSION = 1, BENEATH = 1 };

#define MAY_EXECUTE  (UINT64_C(1) << 0)
#define MAY_WRITE    (UINT64_C(1) << 1)
#define MAY_READ     (UINT64_C(1) << 2)
#define MAY_LIST     (UINT64_C(1) << 3)
#define ALL_OF_1     ((UINT64_C(1) << 13) - 1) /* of the first version of Landlock */
#define MAY_REFER    (UINT64_C(1) << 13)       /* links and renames into other folders: version 2 */
#define MAY_TRUNCATE (UINT64_C(1) << 14)       /* version 3 */

typedef struct ruleset {
    uint64_t handled;
} ruleset;

typedef struct beneath { /* the kernel reads the first 12 bytes */
    uint64_t allowed;
    int32_t parent;
} beneath;

static long version(void)
{
    return syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
}

bool tsu_confine_possible(void)
{
    return version() >= 1;
}

/* What is not there needs no rule. */
static bool allow(int rules, const char *path, uint64_t rights)
{
    const int place = open(path, O_PATH | O_CLOEXEC);
    if (place < 0) return true;
    const beneath rule = {rights, place};
    const bool ok = syscall(ADD_RULE, rules, BENEATH, &rule, 0) == 0;
    close(place);
    return ok;
}

bool tsu_confine(const char *folder, const char *also, const char *program)
{
    static const char *const libraries[] = {"/usr/lib", "/usr/lib64", "/usr/local/lib",         "/lib",
                                            "/lib64",   "/proc/self", "/sys/devices/system/cpu"};
    static const char *const files[] = {"/etc/ld.so.cache", "/etc/localtime", "/proc/meminfo",
                                        "/proc/cpuinfo", "/dev/urandom"};
    static const char *const loaders[] = {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1",
                                          "/lib/ld-linux-armhf.so.3", "/lib/ld-musl-x86_64.so.1",
                                          "/lib/ld-linux-riscv64-lp64d.so.1"};
    const long have = version();
    const ruleset all = {ALL_OF_1 | (have >= 2 ? MAY_REFER : 0) | (have >= 3 ? MAY_TRUNCATE : 0)};
    const int rules = have < 1 ? -1 : (int)syscall(CREATE_RULESET, &all, sizeof all, 0);
    if (rules < 0) return false;
    bool ok = allow(rules, folder, all.handled & ~MAY_EXECUTE) && allow(rules, also, MAY_READ | MAY_LIST) &&
              allow(rules, program, MAY_READ | MAY_EXECUTE) &&
              allow(rules, "/dev/null", MAY_READ | MAY_WRITE);
    for (unsigned k = 0; k < sizeof libraries / sizeof *libraries; k++) {
        ok = ok && allow(rules, libraries[k], MAY_READ | MAY_LIST);
    }
    for (unsigned k = 0; k < sizeof files / sizeof *files; k++) {
        ok = ok && allow(rules, files[k], MAY_READ);
    }
    for (unsigned k = 0; k < sizeof loaders / sizeof *loaders; k++) {
        ok = ok && allow(rules, loaders[k], MAY_READ | MAY_EXECUTE);
    }
    ok = ok && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(RESTRICT_SELF, rules, 0) == 0;
    close(rules);
    return ok;
}
