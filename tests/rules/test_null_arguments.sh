# SPDX-License-Identifier: Apache-2.0
# No function of the public interface falls over a NULL: one that has a status fails with a sentence that names it, the others return nothing. The calls are made
# from the header, so that a new function is among them: each pointer in turn is NULL, the others are good, and each call is a process of its own.
# usage: test_null_arguments.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
cmake --build "$build" --target tsubu_shared >log 2>&1 || { cat log; exit 1; }

"${CC:-cc}" -E -P -I"$source/include" "$source/include/tsubu/tsubu_contact.h" | python3 -c '
import re, sys
may_be_null = {("tsu_callbacks_add", "handle"), ("tsu_field_write", "ids"), ("tsu_group_ids", "ids"), ("tsu_session_quit", "exit_status"), ("tsu_model_kind", "doc"), ("tsu_model_name", "model"),  ("tsu_world_step_until", "context"), ("tsu_field_name", "width"), ("tsu_slide_create", "context"), ("tsu_slide_column", "unit"), ("tsu_slide_column", "doc"), ("tsu_slide_case", "rows")}
good = {"tsu_world *": "world", "tsu_session *": "session", "tsu_page *": "page", "tsu_probe *": "probe", "tsu_slide *": "slide", "char *": "\"all\"", "double *": "number", "uint64_t *": "id", "size_t *": "&size", "char **": "words"}
text = sys.stdin.read()
text = text[text.index("tsu_status"):]
while re.search(r"\{[^{}]*\}", text):
    text = re.sub(r"\{[^{}]*\}", ";", text)
text = re.sub(r"\w+ \(\*(\w+)\)\([^()]*\)", r"function \1", text)
calls = []
for statement in text.split(";"):
    statement = " ".join(statement.split())
    found = re.match(r"((?:const )?\w+ \**)(tsu_\w+)\((.*)\)$", statement)
    if not found or statement.startswith("typedef"):
        continue
    result, name, arguments = found.group(1).strip(), found.group(2), [a.strip() for a in found.group(3).split(",")]
    names, values, pointers = [], [], []
    for k, a in enumerate(arguments):
        if a == "void":
            continue
        parts = re.match(r"(.*?)(\w+)((?:\[\d+\])?)$", a)
        kind = parts.group(1).replace("const ", "").replace("*const", "*").replace("* *", "**").strip() + (" *" if parts.group(3) else "")
        kind = re.sub(r" ?(\*+)$", r" \1", kind)
        names.append(parts.group(2))
        if parts.group(2) == "err":
            values.append("&err")
        elif kind == "function":
            values.append("NULL")
        elif "*" in kind:
            pointers.append(k)
            values.append(good.get(kind, "(void *)zeros"))
        else:
            values.append("1")
    for k in pointers:
        if (name, names[k]) in may_be_null:
            continue
        for error in ("&err", "NULL"):
            if error == "NULL" and "&err" not in values:
                continue
            call = "%s(%s)" % (name, ", ".join("NULL" if j == k else error if v == "&err" else v for j, v in enumerate(values)))
            calls.append((name, names[k], call, result == "tsu_status", error == "&err" and "&err" in values))
print("static const int calls = %d;\nstatic int make(int n)\n{\n    switch (n) {" % len(calls))
for n, (name, argument, call, status, told) in enumerate(calls):
    failed = "%s == TSU_ERROR_INPUT" % call if status else "((void)%s, true)" % call
    print("    case %d: return (%s) && %s ? 0 : complain(\"%s: %s\");" % (n, failed, "tells(\"%s\")" % name if told else "true", name, argument))
print("    }\n    return 1;\n}")
' >calls.inc

cat >null.c <<'END'
#include "tsubu/tsubu_contact.h"
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static tsu_world *world;
static tsu_session *session;
static tsu_page *page;
static tsu_probe *probe;
static tsu_slide *slide;
static tsu_error err;
static double number[64];
static uint64_t id[64] = {1};
static size_t size = 1;
static const char *words[] = {"all", NULL};
static char zeros[65536];

static int complain(const char *what)
{
    printf("%s: NULL is not refused, or the sentence is: '%s'\n", what, err.message);
    return 1;
}

static bool tells(const char *name)
{
    return strstr(err.message, name) && strstr(err.message, "NULL");
}
#include "calls.inc"

/* Members of definitions. */
static int more(int n)
{
    tsu_wall_def wall = tsu_wall_def_default();
    tsu_mesh_def mesh = tsu_mesh_def_default();
    tsu_callback_def callback = tsu_callback_def_default();
    wall.shape = n == 1 ? NULL : n == 2 ? "mesh" : "zplane";
    wall.name = n == 0 ? NULL : "wall";
    wall.mesh = NULL;
    mesh.name = NULL;
    if (n < 3) return tsu_walls_add(world, &wall, &err) != TSU_OK && err.message[0] ? 0 : complain("a wall without name, shape or mesh");
    if (n == 3) return tsu_meshes_add(world, &mesh, &err) != TSU_OK && err.message[0] ? 0 : complain("a mesh without name");
    return tsu_callbacks_add(world, &callback, NULL, &err) != TSU_OK && err.message[0] ? 0 : complain("a callback without function");
}

int main(void)
{
    tsu_world_def def = tsu_world_def_default();
    tsu_session_def silent = tsu_session_def_default();
    def.timestep = 1e-6;
    def.threads = silent.threads = 1; /* a process that forks keeps no others */
    world = tsu_world_create(&def, &err);
    session = tsu_session_create(&silent, &err);
    slide = tsu_slide_create(NULL, NULL, &err);
    if (!world || !session || !slide) return 1;
    static const double number_of_material = 1e3;
    const tsu_probe_def contact = tsu_probe_def_default();
    static const char *const needed[] = {"kn", "kt", "gamman", "gammat"};
    for (int k = 0; k < 4; k++) {
        if (tsu_property_set_pair(world, needed[k], &number_of_material, &err) != TSU_OK) return complain(needed[k]);
    }
    if (tsu_laws_choose(world, "model hooke/stiffness", &err) != TSU_OK || !(probe = tsu_probe_create(world, &contact, &err))) return complain("a probe");
    page = tsu_page_open("null", 0, &err); /* NULL in a build without the page */
    int failed = 0;
    for (int n = 0; n < calls + 5; n++) {
        int status = 0;
        fflush(stdout);
        const pid_t child = fork();
        if (child == 0) {
            const int result = n < calls ? make(n) : more(n - calls);
            fflush(stdout);
            _exit(result);
        }
        waitpid(child, &status, 0);
        if (WIFSIGNALED(status)) printf("call %d (see calls.inc) ends with signal %d\n", n, WTERMSIG(status));
        failed |= status != 0;
    }
    printf("%d calls\n", calls + 5);
    tsu_session_destroy(session);
    tsu_world_destroy(world);
    return failed;
}
END
"${CC:-cc}" -std=gnu17 -Wno-nonnull -I"$source/include" -I. null.c -o null -L"$build" -ltsubu -Wl,-rpath,"$(cd "$build" && pwd)" >log 2>&1 || fail "the calls cannot be compiled: $(cat log)"
./null >said || fail "NULL arguments: $(cat said)"
[ "$(sed -n 's/ calls$//p' said)" -gt 150 ] || fail "only $(tail -n 1 said)"
exit $failed
