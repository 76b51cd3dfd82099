# SPDX-License-Identifier: Apache-2.0
"""build_ffi.py HEADER ... OUT.c - writes the C source of the extension module tsubu._tsubu from the public headers (cffi, API mode).

It runs when the package is built, never later. The compiler then holds every declaration against them, and the module has the
limited ABI of CPython 3."""
import re
import sys

import cffi

EXTRA = """
typedef struct { double next, every; void *self; bool ended; } tsu_py_watch;
bool tsu_py_wanted(void *watch);
extern "Python" bool tsu_py_look(void *self);
extern "Python" tsu_status tsu_py_call(void *context, const tsu_step_view *now, tsu_error *err);
extern "Python" void tsu_py_print(void *context, const char *text, bool screen, bool log);
void tsu_py_session_print(void *watch, const char *text, bool screen, bool log);
extern "Python" tsu_status tsu_py_log(void *context, const char *path, bool append, tsu_error *err);
tsu_status tsu_py_session_log(void *watch, const char *path, bool append, tsu_error *err);
extern "Python" void tsu_py_say(void *context, const char *text);
"""

# Asked before every step: the clock is read, and Python only called (which takes its lock) when enough time has passed.
SOURCE = """
#include "tsubu/tsubu.h"
#include "tsubu/tsubu_contact.h"
#include <time.h>
typedef struct { double next, every; void *self; bool ended; } tsu_py_watch;
static bool tsu_py_look(void *self);
static bool tsu_py_wanted(void *context)
{
    tsu_py_watch *w = context;
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const double now = (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
    if (w->ended || now < w->next) return w->ended; /* who asks twice is told the same */
    w->next = now + w->every;
    w->ended = tsu_py_look(w->self);
    return w->ended;
}
static void tsu_py_print(void *self, const char *text, bool screen, bool log);
static void tsu_py_session_print(void *watch, const char *text, bool screen, bool log)
{
    tsu_py_print(((tsu_py_watch *)watch)->self, text, screen, log);
}
static tsu_status tsu_py_log(void *self, const char *path, bool append, tsu_error *err);
static tsu_status tsu_py_session_log(void *watch, const char *path, bool append, tsu_error *err)
{
    return tsu_py_log(((tsu_py_watch *)watch)->self, path, append, err);
}
"""


def declarations(header):
    """The declarations of the header, as cffi reads them."""
    text = re.sub(r"/\*.*?\*/", " ", header, flags=re.S)
    text = "\n".join(line for line in text.split("\n") if not line.startswith("#") and line.strip() not in ('extern "C" {', "}"))
    return text + "\n"


def main(*paths):
    ffi, text = cffi.FFI(), ""
    for header in paths[:-1]:
        with open(header, encoding="utf-8") as f:
            text += f.read()
    ffi.cdef(declarations(text) + EXTRA + f"\n#define TSU_ABI {re.search('#define TSU_ABI ([0-9]+)', text)[1]}\n")
    ffi.set_source("tsubu._tsubu", SOURCE, py_limited_api=True)
    ffi.emit_c_code(paths[-1])


if __name__ == "__main__":
    main(*sys.argv[1:])
