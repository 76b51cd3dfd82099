/* SPDX-License-Identifier: Apache-2.0 */
/* Restart files with anything in them, read by a deck that then takes two steps. The input is a list of changes to a good
 * file, of five bytes each: which array, what to do, two for the place in it, a value. The outcome is given to the session as it
 * is, or, if the first byte is 2 more than a multiple of 8, through a valid HDF5 file in memory, which takes many times as long. If
 * the first byte is a multiple of 8, the bytes of the file itself are changed instead and nobody mends its checksums, so that it
 * must be refused. Every other time the deck in the file is continued. Built with TSU_FUZZ for libFuzzer;
 * test_restart_smoke.c feeds the same function. */
#include "base/memory.h"
#include "io/read_file.h"
#include "io/sections.h"
#include "session/continue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EDIT = 5, EDITS_MAX = 64, SPARE = 256 };

static const char BEGIN[] =
    "units si\nboundary p f f\nregion box block -1 1 -1 1 -1 1\ncreate_box 2 box\n"
    "lattice sc 0.5\nregion in block -0.9 0.9 -0.9 0.9 -0.9 0\ncreate_atoms 1 region in\n"
    "set group all diameter 0.505 density 2000\nvelocity all set 0.1 0.2 -0.1\n"
    "region low block INF INF INF INF INF -0.5\ngroup low region low\n"
    "fix colour all property/atom colour scalar yes no no 1.5\n";
static const char REST[] =
    "fix m1 all property/global youngsModulus peratomtype 1e7 1e7\n"
    "fix m2 all property/global poissonsRatio peratomtype 0.3 0.3\n"
    "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5\n"
    "fix m4 all property/global coefficientFriction peratomtypepair 2 0.5 0.5 0.5 0.5\n"
    "fix m5 all property/global coefficientRollingFriction peratomtypepair 2 .1 .1 .1 .1\n"
    "pair_style gran model hertz tangential history rolling_friction cdt\ntimestep 1e-5\n"
    "fix g all gravity 9.81 vector 0 0 -1\n"
    "fix floor all wall/gran model hertz tangential history primitive type 1 zplane -1\n"
    "fix pts all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.05\n"
    "fix pdd all particledistribution/discrete 32452843 1 pts 1.0\n"
    "region top block -0.9 0.9 -0.9 0.9 0.4 0.9\n"
    "fix ins all insert/pack seed 32452867 distributiontemplate pdd vel constant 0 0 -1 insert_every 2 "
    "overlapcheck yes all_in yes particles_in_region 4 region top\n"
    "variable push equal random(0,5,77)\nfix push low addforce v_push 0 0\nfix n all nve/sphere\n";

static char base_path[64], path[64];
static char *base;
static size_t base_size;
static tsu_sections sections, changed;
static bool by_file; /* the changed one is read from the disk */

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static tsu_status read_changed(void *context, const char *name, tsu_sections *out, tsu_error *err)
{
    (void)context;
    if (by_file) return tsu_sections_read(out, name, err);
    *out = (tsu_sections){0};
    tsu_status status = tsu_memory_grow(&out->section, &out->capacity, (size_t)changed.count + 1,
                                        sizeof *out->section, "sections", err);
    for (int k = 0; k < changed.count && status == TSU_OK; k++) {
        tsu_section *to = &out->section[k];
        *to = changed.section[k];
        to->data = NULL;
        status = tsu_memory_allocate(&to->data, to->size, 1, "sections", err);
        if (status == TSU_OK && to->size > 0) memcpy(to->data, changed.section[k].data, to->size);
        out->count++;
    }
    return status;
}

static void run(const char *before, const char *file, const char *after)
{
    tsu_error err = {0};
    char line[128];
    tsu_session *s =
        tsu_session_open(&(tsu_session_options){.threads = 1, .read_sections = read_changed}, &err);
    if (!s) return;
    snprintf(line, sizeof line, "%s %s\n", before, file);
    tsu_status status = after ? tsu_script_run_string(s->script, "fuzz", line, &err)
                              : tsu_script_run_string(s->script, "fuzz", BEGIN, &err);
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "fuzz", REST, &err);
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "fuzz", after ? after : "run 7\n", &err);
    if (status == TSU_OK && !after) status = tsu_script_run_string(s->script, "fuzz", line, &err);
    if (!after && status != TSU_OK) {
        fprintf(stderr, "the good file cannot be created: %s\n", err.message);
        abort();
    }
    tsu_session_destroy(s);
}

static bool stop(void *context)
{
    int *calls = context;
    return ++*calls > 200;
}

/* The whole deck out of the file: it may say anything, so the session stops soon. */
static void run_continued(void)
{
    tsu_error err = {0};
    int calls = 0;
    tsu_session *s = tsu_session_open(&(tsu_session_options){.threads = 1,
                                                             .interrupted = stop,
                                                             .context = &calls,
                                                             .read_sections = read_changed,
                                                             .forbid_shell = true,
                                                             .max_commands = 300},
                                      &err);
    if (!s) return;
    (void)tsu_session_continue(s, path, &err);
    tsu_session_destroy(s);
}

static void remove_files(void)
{
    unlink(base_path);
    unlink(path);
    tsu_memory_release(&base);
    tsu_sections_free(&sections);
}

static void make_base(void)
{
    tsu_error err = {0};
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(base_path, sizeof base_path, "%s/tsubu_fuzz_%ld.base", folder, (long)getpid());
    snprintf(path, sizeof path, "%s/tsubu_fuzz_%ld.restart", folder, (long)getpid());
    run("write_restart", base_path, NULL);
    if (tsu_file_read(base_path, &base, &base_size, &err) != TSU_OK) abort();
    if (tsu_sections_open(&sections, base, base_size, "the good file", &err) != TSU_OK) abort();
    atexit(remove_files);
}

/* ---- changed bytes -------------------------------------------------------------------------------------------------- */

static void must_be_refused(const uint8_t *data, size_t size)
{
    tsu_error err = {0};
    tsu_sections s;
    uint8_t *file = calloc(base_size + SPARE, 1);
    size_t length = base_size;
    if (!file) return;
    memcpy(file, base, base_size);
    for (size_t k = 0; k + EDIT <= size && k < EDIT * EDITS_MAX; k += EDIT) {
        const uint8_t *edit = data + k;
        const size_t at = ((size_t)edit[0] | (size_t)edit[2] << 8 | (size_t)edit[3] << 16) % base_size;
        if (edit[1] % 4 == 0) file[at] = edit[4];
        if (edit[1] % 4 == 1) file[at] ^= (uint8_t)(1u << (edit[4] % 8));
        if (edit[1] % 4 == 2) length = at;
        if (edit[1] % 4 == 3) length = base_size + edit[4];
    }
    const bool same = length == base_size && memcmp(file, base, base_size) == 0;
    if (!same && tsu_sections_open(&s, file, length, "the file", &err) == TSU_OK) abort();
    if (!same && !err.message[0]) abort();
    free(file);
}

/* ---- changed contents ----------------------------------------------------------------------------------------------- */

/* A copy with room to grow, its texts ended. */
static void copy_section(const tsu_section *from, tsu_section *to)
{
    *to = *from;
    to->data = calloc(from->size + SPARE, 1);
    if (!to->data) abort();
    if (from->size > 0) memcpy(to->data, from->data, from->size);
}

static void put_number(uint8_t *p, uint64_t x)
{
    for (int k = 0; k < 8; k++) {
        p[k] = (uint8_t)(x >> (8 * k));
    }
}

static void change(tsu_section *s, const uint8_t *edit)
{
    const size_t row = s->columns * tsu_section_width(s->type);
    const size_t at = s->size > 0 ? ((size_t)edit[2] | (size_t)edit[3] << 8) % s->size : 0;
    switch (edit[1] % 8) {
    case 0: s->data[at] = edit[4]; break;
    case 1: s->data[at] ^= (uint8_t)(1u << (edit[4] % 8)); break;
    case 2: s->data[at] = (uint8_t)(s->data[at] + edit[4]); break;
    case 3: /* a whole number: small, huge, negative */
        put_number(s->data + at / 8 * 8, edit[4] < 128 ? edit[4] : UINT64_MAX >> (edit[4] % 64));
        break;
    case 4: /* fewer rows */
        if (s->type != TSU_SECTION_TEXT) s->rows = s->rows > edit[4] ? s->rows - edit[4] : 0;
        break;
    case 5: /* one row more */
        if (s->type != TSU_SECTION_TEXT && row < SPARE / 2 && (s->rows + 1) * row <= s->size + SPARE / 2)
            s->rows++;
        break;
    case 6: s->name[0] = '\0'; break; /* left out */
    default:                          /* of another type */
        if (s->type != TSU_SECTION_TEXT)
            s->type =
                tsu_section_width(s->type) == 8 ? (tsu_section_type)(TSU_SECTION_I64 + edit[4] % 3) : s->type;
    }
}

/* Texts of a section one by one; returns their number. */
static size_t split_texts(const tsu_section *s, const char **text)
{
    size_t count = 0;
    for (size_t at = 0; at < s->size; at += strlen((char *)s->data + at) + 1) {
        text[count++] = (char *)s->data + at;
    }
    return count;
}

static void write_section(tsu_pack *p, const tsu_section *s)
{
    if (s->type != TSU_SECTION_TEXT) {
        tsu_pack_array(p, s->name, s->type, s->rows, s->columns, NULL, s->data);
        return;
    }
    const char **text = calloc(s->size + 2, sizeof *text);
    if (!text) abort();
    tsu_pack_texts(p, s->name, split_texts(s, text), text);
    free(text);
}

static bool write_changed(void)
{
    tsu_error err = {0};
    tsu_pack p;
    if (tsu_pack_open(&p, path, "si", &err) != TSU_OK) abort();
    for (int k = 0; k < changed.count; k++) {
        write_section(&p, &changed.section[k]);
    }
    return tsu_pack_close(&p, &err) == TSU_OK;
}

/* Size and rows as a file would have them after the changes. */
static void even_out(tsu_section *s)
{
    if (s->type != TSU_SECTION_TEXT) {
        s->size = s->rows * s->columns * tsu_section_width(s->type);
        return;
    }
    const char **text = calloc(s->size + 2, sizeof *text);
    if (!text) abort();
    s->rows = split_texts(s, text);
    if (s->rows > 0) s->size = (size_t)(text[s->rows - 1] - (char *)s->data) + strlen(text[s->rows - 1]) + 1;
    free(text);
}

static void make_changed(const uint8_t *data, size_t size)
{
    tsu_section *copy = calloc((size_t)sections.count, sizeof *copy);
    if (!copy) abort();
    for (int k = 0; k < sections.count; k++) {
        copy_section(&sections.section[k], &copy[k]);
    }
    for (size_t k = 0; k + EDIT <= size && k < EDIT * EDITS_MAX; k += EDIT) {
        change(&copy[data[k] % sections.count], data + k);
    }
    changed = (tsu_sections){.section = copy};
    for (int k = 0; k < sections.count; k++) {
        if (copy[k].name[0]) {
            even_out(&copy[k]);
            copy[changed.count++] = copy[k];
        } else {
            free(copy[k].data);
        }
    }
}

static void forget_changed(void)
{
    for (int k = 0; k < changed.count; k++) {
        free(changed.section[k].data);
    }
    free(changed.section);
    changed = (tsu_sections){0};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!base) make_base();
    if (size < 1) return 0;
    if (data[0] % 8 == 0) {
        must_be_refused(data + 1, size - 1);
        return 0;
    }
    make_changed(data + 1, size - 1);
    by_file = data[0] % 8 == 2;
    const bool made = !by_file || write_changed();
    if (made && (data[0] & 16))
        run_continued();
    else if (made)
        run("read_restart", path, "run 2\n");
    forget_changed();
    return 0;
}
