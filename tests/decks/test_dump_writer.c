/* SPDX-License-Identifier: Apache-2.0 */
/* Dumps written beside the run: the files are those that are written in the foreground, byte for byte; the run is the same; what
 * fails is said in the same words; whoever may read the files finds them whole. And the queue by itself: order, bounds, errors. */
#include "decks/deck_fixture.h"
#include "io/writer.h"
#include <dirent.h>
#include <pthread.h>
#include <sys/stat.h>

/* ---- two sessions, one folder each --------------------------------------------------------------------------------------- */

typedef struct pair {
    deck *one[2]; /* [0] in the foreground, [1] beside the run */
} pair;

static int set_up(void **state)
{
    pair *p = calloc(1, sizeof *p);
    if (!p) return -1;
    *state = p;
    for (int k = 0; k < 2; k++) {
        if (deck_set_up((void **)&p->one[k]) != 0) return -1;
        p->one[k]->session->options.foreground = k == 0;
    }
    return 0;
}

static int tear_down(void **state)
{
    pair *p = *state;
    int status = 0;
    for (int k = 0; k < 2; k++) {
        status += deck_tear_down((void **)&p->one[k]);
    }
    free(p);
    return status;
}

static void run_both(const pair *p, const char *text)
{
    for (int k = 0; k < 2; k++) {
        tsu_error err = {0};
        if (deck_try_here(p->one[k], text, &err) != TSU_OK) fail_msg("deck:%d: %s", err.line, err.message);
    }
}

static char *content(const char *folder, const char *name, size_t *size)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("there is no %s", path);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *data = malloc(*size + 1);
    assert_non_null(data);
    assert_int_equal(fread(data, 1, *size, f), *size);
    data[*size] = '\0';
    fclose(f);
    return data;
}

static int files_in(const char *folder)
{
    int count = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        count += e->d_name[0] != '.';
    }
    closedir(dir);
    return count;
}

/* The same names in both folders and the same bytes in each file. */
static int same_files(const pair *p)
{
    DIR *dir = opendir(p->one[0]->folder);
    int count = 0;
    assert_non_null(dir);
    for (const struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (e->d_name[0] == '.') continue;
        size_t size[2];
        char *data[2];
        for (int k = 0; k < 2; k++) {
            data[k] = content(p->one[k]->folder, e->d_name, &size[k]);
        }
        if (size[0] != size[1] || memcmp(data[0], data[1], size[0]) != 0) fail_msg("%s differs", e->d_name);
        free(data[0]);
        free(data[1]);
        count++;
    }
    closedir(dir);
    assert_int_equal(files_in(p->one[1]->folder), count);
    return count;
}

static void same_particles(const pair *p)
{
    const tsu_particles *a = deck_particles(p->one[0]), *b = deck_particles(p->one[1]);
    assert_int_equal(a->count, b->count);
    const size_t n = (size_t)a->count;
    assert_memory_equal(a->xr, b->xr, n * sizeof *a->xr);
    assert_memory_equal(a->vm, b->vm, n * sizeof *a->vm);
    assert_memory_equal(a->wi, b->wi, n * sizeof *a->wi);
}

/* A shaken heap on a mesh: everything changes from snapshot to snapshot. */
#define HEAP                                                                                                 \
    DECK_BEGIN DECK_LAWS                                                                                     \
        "fix g all gravity 9.81 vector 0 0 -1\n"                                                             \
        "lattice sc 0.21\nregion low block -0.9 0.9 -0.9 0.9 -0.9 0.3\ncreate_atoms 1 region low\n"          \
        "set group all diameter 0.2 density 2500\nvelocity all set 0.3 -0.2 -2\n"                            \
        "velocity all ramp vx -1 1 z -1 1\n"                                                                 \
        "fix floor all wall/gran model hertz tangential history primitive type 2 zplane -0.95\n"             \
        "fix integrate all nve/sphere\n"

static void make_mesh(const pair *p)
{
    for (int k = 0; k < 2; k++) {
        deck_file(p->one[k], "plate.stl",
                  "solid a\nfacet normal 0 0 1\nouter loop\nvertex -1 -1 -0.9\nvertex 1 -1 -0.9\n"
                  "vertex 0 1 -0.9\nendloop\nendfacet\nendsolid a\n");
    }
}

/* Dumps that write much oftener than the writer can keep up with, so that jobs queue and the run has to wait for room. */
static void same_bytes(void **state)
{
    const pair *p = *state;
    make_mesh(p);
    run_both(p,
             HEAP "fix plate all mesh/surface/stress file @/plate.stl type 1\n"
                  "fix pw all wall/gran model hertz tangential history mesh n_meshes 1 meshes plate\n"
                  "fix mv all move/mesh mesh plate linear 0.1 0 0\n"
                  "compute c all pair/gran/local pos id force\nvariable e atom mass*vx\n"
                  "dump a all custom 2 @/a_*.txt id type x y z vx vy vz fx radius v_e\n"
                  "dump b all custom 1 @/b.txt id x vz element\n"
                  "dump c all custom/vtk 3 @/c_*.vtk id type x y z vx vy vz radius\n"
                  "dump d all custom/vtk 7 @/d_*.pvtu id x y z vx vy vz element\n"
                  "dump e all atom/vtk 5 @/e_*.vtu\n"
                  "dump f all custom/vtp 5 @/f_*.vtp id x y z vx vy vz omegax omegay omegaz\n"
                  "dump g all mesh/stl 2 @/g_*.stl\ndump h all mesh/vtk 4 @/h_*.vtk stress vel id\n"
                  "dump i all local 3 @/i.txt index c_c[1] c_c[2]\ndump j all local/gran/vtk 10 @/j_*.vtk c\n"
                  "dump k all xyz 2 @/k.xyz\ndump l all decomposition/vtk 10 @/l_*.vtk\n"
                  "dump_modify b element A B\n"
                  "run 16\nrun 8 every 4 NULL\nwrite_dump all custom @/z.txt id x y z\n");
    assert_true(same_files(p) > 60);
    same_particles(p);
}

static void cells_too(void **state)
{
    const pair *p = *state;
    run_both(p, HEAP "fix avg all ave/euler nevery 5 cell_size_relative 3 parallel no\n"
                     "dump a all euler/vtk 5 @/a_*.vtk\nrun 15\n");
    assert_int_equal(same_files(p), 4);
}

/* Names and contents as they are at each command that may look at them. */
static void whole_when_looked_at(void **state)
{
    const pair *p = *state;
    run_both(p, HEAP "dump a all custom 2 @/a_*.txt id x\ndump b all custom 1 @/b.txt id x\n"
                     "dump_modify b flush no\n"
                     "run 16\nshell cp @/a_16.txt @/copy.txt\nundump b\nshell cp @/b.txt @/b_copy.txt\n"
                     "restart 7 @/r.*\nrun 8\nclear\nshell cp @/a_24.txt @/late.txt\n");
    for (int k = 0; k < 2; k++) {
        size_t size;
        free(content(p->one[k]->folder, "copy.txt", &size));
        assert_true(size > 1000);
        assert_int_equal(files_in(p->one[k]->folder), 13 + 4 + 1); /* with b, the copies and r.21 */
    }
}

/* ---- errors ------------------------------------------------------------------------------------------------------------------ */

/* The two folders have different names: compares what is behind them. */
static void fails_alike(const pair *p, const char *text, const char *fragment)
{
    tsu_error err[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++) {
        if (deck_try_here(p->one[k], text, &err[k]) == TSU_OK) fail_msg("accepted: %s", text);
        if (!strstr(err[k].message, fragment)) fail_msg("%s\nhas not: %s", err[k].message, fragment);
        char *folder = strstr(err[k].message, p->one[k]->folder);
        if (folder) memset(folder, '@', strlen(p->one[k]->folder));
    }
    assert_string_equal(err[0].message, err[1].message);
    assert_string_equal(err[0].file, err[1].file);
    assert_int_equal(err[0].line, err[1].line);
    assert_int_equal(err[0].status, err[1].status);
}

static void folder_gone(void **state)
{
    const pair *p = *state;
    fails_alike(p,
                HEAP "dump a all custom 5 @/sub/a_*.txt id x\nshell rmdir @/sub\n"
                     "run 1000000\n",
                "cannot write");
}

static void disk_full(void **state)
{
    const pair *p = *state;
    struct stat known;
    if (stat("/dev/full", &known) != 0) skip();
    fails_alike(p, HEAP "dump a all custom 5 /dev/full id x y z\nrun 1000000\n",
                "dump a could not write '/dev/full': is the disk full?");
    run_both(p, "undump a\nrun 5\n"); /* the session has told it and goes on */
}

/* ---- the queue ----------------------------------------------------------------------------------------------------------------- */

typedef struct bench {
    pthread_mutex_t gate; /* held: no job gets on */
    int written[512];
    int count, destroyed, fail_at;
} bench;

typedef struct task {
    bench *b;
    int number;
} task;

static tsu_status write_task(void *context, tsu_error *err)
{
    const task *t = context;
    pthread_mutex_lock(&t->b->gate);
    const bool fails = t->number == t->b->fail_at;
    if (!fails) t->b->written[t->b->count++] = t->number;
    pthread_mutex_unlock(&t->b->gate);
    return fails ? tsu_error_set(err, TSU_ERROR_IO, "task %d", t->number) : TSU_OK;
}

static void destroy_task(void *context)
{
    task *t = context;
    pthread_mutex_lock(&t->b->gate);
    t->b->destroyed++;
    pthread_mutex_unlock(&t->b->gate);
    free(t);
}

static tsu_status add_task(tsu_writer *w, bench *b, int number, size_t bytes, tsu_error *err)
{
    task *t = malloc(sizeof *t);
    assert_non_null(t);
    *t = (task){b, number};
    return tsu_writer_add(w, &(tsu_write_job){write_task, destroy_task, t, bytes}, err);
}

/* Four times what the queue holds, by number and by bytes; some are larger than all that may wait. */
static void in_order(void **state)
{
    (void)state;
    bench b = {.gate = PTHREAD_MUTEX_INITIALIZER, .fail_at = -1};
    tsu_error err = {0};
    tsu_writer *w = tsu_writer_create(&err);
    assert_non_null(w);
    for (int k = 0; k < 4 * TSU_WRITER_JOBS; k++) {
        const size_t bytes = k % 9 == 0 ? 2 * (size_t)TSU_WRITER_BYTES : (size_t)TSU_WRITER_BYTES / 5;
        assert_int_equal(add_task(w, &b, k, bytes, &err), TSU_OK);
    }
    assert_int_equal(tsu_writer_drain(w, &err), TSU_OK);
    assert_int_equal(b.count, 4 * TSU_WRITER_JOBS);
    assert_int_equal(b.destroyed, b.count);
    for (int k = 0; k < b.count; k++) {
        assert_int_equal(b.written[k], k);
    }
    assert_int_equal(add_task(w, &b, 500, 1, &err), TSU_OK);
    tsu_writer_destroy(w); /* finishes what waits */
    assert_int_equal(b.written[b.count - 1], 500);
}

static void first_error(void **state)
{
    (void)state;
    bench b = {.gate = PTHREAD_MUTEX_INITIALIZER, .fail_at = 3};
    tsu_error err = {0};
    tsu_writer *w = tsu_writer_create(&err);
    assert_non_null(w);
    pthread_mutex_lock(&b.gate); /* all are in the queue before the first is done */
    for (int k = 0; k < 10; k++) {
        assert_int_equal(add_task(w, &b, k, 1, &err), TSU_OK);
    }
    assert_false(tsu_writer_failed(w));
    pthread_mutex_unlock(&b.gate);
    assert_int_equal(tsu_writer_drain(w, &err), TSU_ERROR_IO);
    assert_string_equal(err.message, "task 3");
    assert_int_equal(b.count, 3); /* none behind it */
    assert_int_equal(b.destroyed, 10);
    assert_int_equal(tsu_writer_drain(w, &err), TSU_OK); /* told once */
    assert_int_equal(add_task(w, &b, 20, 1, &err), TSU_OK);
    assert_int_equal(tsu_writer_drain(w, &err), TSU_OK);
    assert_int_equal(b.count, 4);
    b.fail_at = 30;
    assert_int_equal(add_task(w, &b, 30, 1, &err), TSU_OK);
    while (!tsu_writer_failed(w)) {
        usleep(100);
    }
    assert_int_equal(add_task(w, &b, 31, 1, &err), TSU_ERROR_IO); /* whoever adds next is told */
    assert_string_equal(err.message, "task 30");
    assert_int_equal(b.destroyed, 13);
    tsu_writer_destroy(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(cells_too, set_up, tear_down),
        cmocka_unit_test_setup_teardown(whole_when_looked_at, set_up, tear_down),
        cmocka_unit_test_setup_teardown(folder_gone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(disk_full, set_up, tear_down),
        cmocka_unit_test(in_order),
        cmocka_unit_test(first_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
