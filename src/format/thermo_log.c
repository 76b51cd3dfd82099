/* SPDX-License-Identifier: Apache-2.0 */
#include "format/thermo_log.h"
#include "base/memory.h"
#include "io/read_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LINE_MAX_LENGTH = 16384 };

typedef struct parser {
    tsu_log *log;
    tsu_log_table *open; /* the table that grows; NULL: none */
    bool block;          /* it is one of blocks, and a row is under way */
    char header[TSU_LOG_COLUMNS][TSU_LOG_NAME];
    int header_words, header_line; /* a line that may be one of names */
    bool after_memory;             /* the line before was that on the memory used */
    tsu_status status;
    tsu_error *err;
} parser;

void tsu_log_free(tsu_log *log)
{
    for (int k = 0; k < log->tables; k++) {
        free(log->table[k].name);
        tsu_memory_release(&log->table[k].value);
    }
    free(log->table);
    *log = (tsu_log){0};
}

int tsu_log_find(const tsu_log_table *table, const char *name)
{
    for (int k = 0; k < table->columns; k++) {
        if (strcasecmp(table->name[k], name) == 0) return k;
    }
    return -1;
}

static void fail(parser *p)
{
    p->status = tsu_error_set(p->err, TSU_ERROR_MEMORY, "no memory for the tables of a log");
}

static bool is_number(const char *word, double *value)
{
    char *end;
    *value = strtod(word, &end);
    return end != word && *end == '\0';
}

/* The words of a line, cut apart in place; how many there are, also beyond `most`. */
static int split(char *line, char **word, int most)
{
    int n = 0;
    for (char *save = NULL, *w = strtok_r(line, " \t\r\n", &save); w; w = strtok_r(NULL, " \t\r\n", &save)) {
        if (n < most) word[n] = w;
        n++;
    }
    return n;
}

/* ---- tables ---------------------------------------------------------------------------------------------------------- */

static void begin_table(parser *p, int columns, int line)
{
    tsu_log_table *larger = realloc(p->log->table, (size_t)(p->log->tables + 1) * sizeof *larger);
    if (larger) p->log->table = larger;
    char(*name)[TSU_LOG_NAME] = larger ? calloc(TSU_LOG_COLUMNS, sizeof *name) : NULL;
    if (!name) {
        fail(p);
        return;
    }
    p->open = &p->log->table[p->log->tables++];
    *p->open = (tsu_log_table){.columns = columns, .name = name, .line = line, .seconds = NAN};
    memcpy(name, p->header, (size_t)columns * sizeof *name);
    p->block = false;
}

static double *add_row(parser *p)
{
    tsu_log_table *t = p->open;
    const size_t wide = (size_t)t->columns;
    if (tsu_memory_grow(&t->value, &t->capacity, (t->rows + 1) * wide, sizeof *t->value, "a log", p->err) !=
        TSU_OK) {
        fail(p);
        return NULL;
    }
    double *row = t->value + t->rows++ * wide;
    for (size_t k = 0; k < wide; k++) {
        row[k] = NAN;
    }
    return row;
}

/* ---- lines of numbers ------------------------------------------------------------------------------------------------- */

/* Numbers in all columns, but for hashes, which are not plotted. */
static bool read_numbers(char **word, int n, const char (*name)[TSU_LOG_NAME], double *value)
{
    for (int k = 0; k < n; k++) {
        if (strcmp(name[k], "Hash") == 0)
            value[k] = NAN;
        else if (!is_number(word[k], &value[k]))
            return false;
    }
    return true;
}

static void take_numbers(parser *p, char **word, int n)
{
    double value[TSU_LOG_COLUMNS];
    if (n == p->header_words && p->header_words > 0 &&
        read_numbers(word, n, (const char(*)[TSU_LOG_NAME])p->header, value)) {
        begin_table(p, n, p->header_line);
        p->header_words = 0;
    } else if (!p->open || p->block || n != p->open->columns ||
               !read_numbers(word, n, (const char(*)[TSU_LOG_NAME])p->open->name, value)) {
        return;
    }
    double *row = p->status == TSU_OK ? add_row(p) : NULL;
    if (row) memcpy(row, value, (size_t)n * sizeof *row);
}

/* Names, none of them a number. */
static void note_header(parser *p, char **word, int n, int line)
{
    bool step = p->after_memory;
    double number;
    for (int k = 0; k < n; k++) {
        if (is_number(word[k], &number) || strlen(word[k]) >= TSU_LOG_NAME) return;
        step = step || strcasecmp(word[k], "Step") == 0;
    }
    if (!step) return;
    p->header_words = n;
    p->header_line = line;
    for (int k = 0; k < n; k++) {
        snprintf(p->header[k], sizeof p->header[k], "%.63s", word[k]);
    }
}

/* ---- blocks of `thermo_style multi` ------------------------------------------------------------------------------------- */

/* The column of a name; a new one as long as the first block is read. */
static int block_column(parser *p, const char *name)
{
    tsu_log_table *t = p->open;
    const int known = tsu_log_find(t, name);
    if (known >= 0) return known;
    if (t->rows > 1 || t->columns == TSU_LOG_COLUMNS || strlen(name) >= TSU_LOG_NAME) return -1;
    snprintf(t->name[t->columns], TSU_LOG_NAME, "%s", name);
    t->columns++;
    if (tsu_memory_grow(&t->value, &t->capacity, (size_t)t->columns, sizeof *t->value, "a log", p->err) !=
        TSU_OK) {
        fail(p);
        return -1;
    }
    return t->columns - 1;
}

static void put(parser *p, const char *name, double value)
{
    const int column = block_column(p, name);
    if (column >= 0) p->open->value[(p->open->rows - 1) * (size_t)p->open->columns + (size_t)column] = value;
}

/* ---------------- Step 100 ----- CPU = 0.1 (sec) ---------------- */
static bool take_block_head(parser *p, char **word, int n, int line)
{
    double step, seconds;
    if (n < 7 || strncmp(word[0], "----", 4) != 0 || strcmp(word[1], "Step") != 0 ||
        !is_number(word[2], &step) || !is_number(word[6], &seconds))
        return false;
    if (!p->open || !p->block) {
        snprintf(p->header[0], TSU_LOG_NAME, "Step");
        snprintf(p->header[1], TSU_LOG_NAME, "CPU");
        begin_table(p, 2, line);
        p->block = true;
    }
    if (p->status == TSU_OK && add_row(p)) {
        put(p, "Step", step);
        put(p, "CPU", seconds);
    }
    return true;
}

/* NAME = NUMBER NAME = NUMBER ... */
static void take_block_line(parser *p, char **word, int n)
{
    for (int k = 0; k + 2 < n && p->status == TSU_OK; k += 3) {
        double value;
        if (strcmp(word[k + 1], "=") != 0) return;
        if (is_number(word[k + 2], &value)) put(p, word[k], value);
    }
}

/* ---- lines ----------------------------------------------------------------------------------------------------------------- */

static void recognise(parser *p, const char *line)
{
    const char *units = line + strspn(line, " \t");
    if (strncmp(units, "units", 5) == 0) {
        units += 5 + strspn(units + 5, " \t");
        p->log->si = strncmp(units, "si", 2) == 0 && strspn(units + 2, " \t\r\n") == strlen(units + 2);
    }
    if (p->log->program[0]) return;
    if (strstr(line, "LIGGGHTS")) p->log->program = "LIGGGHTS";
    if (strstr(line, "LAMMPS")) p->log->program = "LAMMPS";
    if (strncmp(line, "tsubu", 5) == 0 || strncmp(line, "Energy audit", 12) == 0) p->log->program = "tsubu";
}

static void take_line(parser *p, char *line, int number)
{
    char *word[TSU_LOG_COLUMNS];
    double seconds;
    recognise(p, line);
    const bool memory =
        strncmp(line, "Memory usage per processor", 26) == 0 || strncmp(line, "Per MPI rank memory", 19) == 0;
    if (strncmp(line, "WARNING", 7) == 0) {
        if (p->log->tables > 0) p->log->table[p->log->tables - 1].warnings++;
        return;
    }
    if (sscanf(line, "Loop time of %lf", &seconds) == 1) {
        if (p->open) p->open->seconds = seconds;
        p->open = NULL;
        p->header_words = 0;
        return;
    }
    const int n = split(line, word, TSU_LOG_COLUMNS);
    if (n == 0 || n > TSU_LOG_COLUMNS) return;
    if (take_block_head(p, word, n, number)) return;
    if (p->open && p->block) take_block_line(p, word, n);
    take_numbers(p, word, n);
    note_header(p, word, n, number);
    p->after_memory = memory;
}

/* A file may begin with a page for people; whoever wrote it is often told by the first line of the log, or not at all. */
tsu_status tsu_log_parse(tsu_log *log, const char *text, const char *name, tsu_error *err)
{
    *log = (tsu_log){.program = ""};
    parser *p = calloc(1, sizeof *p);
    char *line = malloc(LINE_MAX_LENGTH);
    if (!p || !line) {
        free(p);
        free(line);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a log");
    }
    p->log = log;
    p->err = err;
    int number = 0;
    while (*text && p->status == TSU_OK) {
        const size_t length = strcspn(text, "\n");
        number++;
        if (length < LINE_MAX_LENGTH) {
            memcpy(line, text, length);
            line[length] = '\0';
            take_line(p, line, number);
        }
        text += length + (text[length] == '\n');
    }
    tsu_status status = p->status;
    free(p);
    free(line);
    if (status == TSU_OK && log->tables == 0)
        status = tsu_error_set(
            err, TSU_ERROR_INPUT,
            "%s has no thermo output: no line of column names with Step and numbers below it", name);
    if (status != TSU_OK) tsu_log_free(log);
    return status;
}

tsu_status tsu_log_load(tsu_log *log, const char *path, tsu_error *err)
{
    char *text = NULL;
    size_t size;
    *log = (tsu_log){.program = ""};
    tsu_status status = tsu_file_read(path, &text, &size, err);
    if (status == TSU_OK) status = tsu_log_parse(log, text, path, err);
    tsu_memory_release(&text);
    return status;
}
