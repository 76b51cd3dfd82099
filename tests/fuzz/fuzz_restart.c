/* SPDX-License-Identifier: Apache-2.0 */
/* Restart files with anything in them, read by a deck that then takes two steps. The input is a list of changes to a good
 * file, of four bytes each: two for the place, one for what to do, one for a value. Unless the first byte says otherwise the
 * checksums are made to fit afterwards, or hardly any input would get beyond them. Every other time the deck in the file is
 * continued. Built with TSU_FUZZ for libFuzzer;
 * test_restart_smoke.c feeds the same function. */
#include "base/hash.h"
#include "base/memory.h"
#include "io/read_file.h"
#include "script/continue.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HEAD = 24, SECTION_HEAD = 48, SPARE = 4096 };

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

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void run(const char *before, const char *file, const char *after)
{
    tsu_error err = {0};
    char line[128];
    tsu_session *s = tsu_session_create(&(tsu_session_options){.threads = 1}, &err);
    if (!s) return;
    snprintf(line, sizeof line, "%s %s\n", before, file);
    tsu_status status = after ? tsu_script_run_string(s->script, "fuzz", line, &err)
                              : tsu_script_run_string(s->script, "fuzz", BEGIN, &err);
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "fuzz", REST, &err);
    if (status == TSU_OK) status = tsu_script_run_string(s->script, "fuzz", after ? after : "run 7\n", &err);
    if (status == TSU_OK && !after) status = tsu_script_run_string(s->script, "fuzz", line, &err);
    if (!after && status != TSU_OK) {
        fprintf(stderr, "the good file cannot be made: %s\n", err.message);
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
    tsu_session *s = tsu_session_create(
        &(tsu_session_options){
            .threads = 1, .interrupted = stop, .context = &calls, .forbid_shell = true, .max_commands = 300},
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
}

static void make_base(void)
{
    tsu_error err = {0};
    const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
    snprintf(base_path, sizeof base_path, "%s/tsubu_fuzz_%ld.base", folder, (long)getpid());
    snprintf(path, sizeof path, "%s/tsubu_fuzz_%ld.restart", folder, (long)getpid());
    run("write_restart", base_path, NULL);
    if (tsu_file_read(base_path, &base, &base_size, &err) != TSU_OK) abort();
    atexit(remove_files);
}

static uint64_t number_at(const uint8_t *p)
{
    uint64_t x = 0;
    for (int k = 0; k < 8; k++) {
        x |= (uint64_t)p[k] << (8 * k);
    }
    return x;
}

static void put_number(uint8_t *p, uint64_t x)
{
    for (int k = 0; k < 8; k++) {
        p[k] = (uint8_t)(x >> (8 * k));
    }
}

static void mend_checksums(uint8_t *file, size_t size)
{
    if (size < HEAD) return;
    put_number(file + 16, tsu_hash_bytes(0, file, 16));
    uint64_t place = 0;
    for (size_t at = HEAD; size - at >= SECTION_HEAD;) {
        const uint64_t length = number_at(file + at + 24);
        const bool fits = length <= size - at - SECTION_HEAD;
        if (fits) put_number(file + at + 32, tsu_hash_bytes(0, file + at + SECTION_HEAD, (size_t)length));
        put_number(file + at + 40, tsu_hash_bytes(++place, file + at, 40));
        if (!fits) return;
        at += SECTION_HEAD + (size_t)length;
    }
}

static size_t change(uint8_t *file, size_t size, const uint8_t *edit)
{
    const size_t at = ((size_t)edit[0] | (size_t)edit[1] << 8) % size;
    switch (edit[2] % 8) {
    case 0: file[at] = edit[3]; break;
    case 1: file[at] ^= (uint8_t)(1u << (edit[3] % 8)); break;
    case 2: file[at] = (uint8_t)(file[at] + edit[3]); break;
    case 3: /* a whole number: small, huge, negative */
        if (size - at / 8 * 8 >= 8)
            put_number(file + at / 8 * 8, edit[3] < 128 ? edit[3] : UINT64_MAX >> (edit[3] % 64));
        break;
    case 4: return at > 0 ? at : size; /* cut */
    case 5:                            /* bytes taken out */
        if (size - at > edit[3]) memmove(file + at, file + at + edit[3], size - at - edit[3]);
        return size - at > edit[3] ? size - edit[3] : size;
    case 6: /* a number as large as another one */
        if (size >= 16) memmove(file + at / 8 * 8 % (size - 8), file + (size_t)edit[3] * 8 % (size - 8), 8);
        break;
    default: /* bytes put in */
        if (size + edit[3] > base_size + SPARE) break;
        memmove(file + at + edit[3], file + at, size - at);
        return size + edit[3];
    }
    return size;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!base) make_base();
    uint8_t *file = calloc(base_size + SPARE, 1);
    if (!file || size < 1) {
        free(file);
        return 0;
    }
    memcpy(file, base, base_size);
    size_t length = base_size;
    for (size_t k = 1; k + 4 <= size && k < 256; k += 4) {
        length = change(file, length, data + k);
    }
    if (data[0] % 8 != 0) mend_checksums(file, length);
    FILE *f = fopen(path, "wb");
    if (f) {
        (void)fwrite(file, 1, length, f);
        fclose(f);
        if (data[0] & 16)
            run_continued();
        else
            run("read_restart", path, "run 2\n");
    }
    free(file);
    return 0;
}
