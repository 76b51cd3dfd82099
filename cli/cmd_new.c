/* SPDX-License-Identifier: Apache-2.0 */
/* cmd_new.c - `tsubu new NAME`: a folder with a commented deck to start from (examples/starters, embedded). */
#include "base/system.h"
#include "cli.h"
#include "starters.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct starter {
    const char *kind, *summary;
    const unsigned char *deck;
    const size_t *deck_size;
    const char *mesh; /* NULL: none */
    const unsigned char *mesh_text;
    const size_t *mesh_size;
} starter;

static const starter starters[] = {
    {"hopper", "grains run out of a hopper made of an STL mesh", starter_hopper, &starter_hopper_size,
     "hopper.stl", starter_hopper_stl, &starter_hopper_stl_size},
    {"drum", "a rotating drum with two sizes of grains", starter_drum, &starter_drum_size, NULL, NULL, NULL},
    {"pile", "grains are poured on a floor and the angle of repose is measured", starter_pile,
     &starter_pile_size, NULL, NULL, NULL},
    {"compression", "a bed of cohesive grains is pressed by a plate and released", starter_compression,
     &starter_compression_size, "plate.stl", starter_plate_stl, &starter_plate_stl_size},
    {0}};

static const starter *find_starter(const char *kind, tsu_error *err)
{
    const char *kinds[sizeof starters / sizeof *starters] = {0};
    for (int k = 0; starters[k].kind; k++) {
        if (strcmp(starters[k].kind, kind) == 0) return &starters[k];
        kinds[k] = starters[k].kind;
    }
    const char *near = tsu_nearest_word(kind, kinds);
    tsu_error_set(err, TSU_ERROR_INPUT,
                  "there is no starter '%s'%s%s%s kinds are hopper, drum, pile, compression", kind,
                  near ? "; did you mean '" : "", near ? near : "", near ? "'?" : ";");
    return NULL;
}

/* A name becomes a folder and a part of a file's name. */
static tsu_status check_name(const char *name, tsu_error *err)
{
    if (name[0] != '-' && name[0] != '.' && name[0] != '\0' && !strchr(name, '/') && strlen(name) < 200)
        return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT,
                         "'%s' cannot name a deck; take letters, digits, - and _, as in `tsubu new silo`",
                         name);
}

/* Writes a text with the word `from` replaced by `to`; NULL: as it is. */
static void write_text(FILE *file, const unsigned char *bytes, size_t size, const char *from, const char *to)
{
    const size_t length = from ? strlen(from) : 0;
    for (size_t k = 0; k < size; k++) {
        if (length > 0 && size - k >= length && memcmp(bytes + k, from, length) == 0) {
            fputs(to, file);
            k += length - 1;
        } else {
            fputc(bytes[k], file);
        }
    }
}

static tsu_status write_file(const char *path, const unsigned char *bytes, size_t size, const char *from,
                             const char *to, tsu_error *err)
{
    FILE *file = fopen(path, "wx");
    if (!file) return tsu_error_set(err, TSU_ERROR_IO, "%s cannot be written: %s", path, strerror(errno));
    write_text(file, bytes, size, from, to);
    const bool whole = !ferror(file);
    if (fclose(file) == 0 && whole) return TSU_OK;
    remove(path);
    return tsu_error_set(err, TSU_ERROR_IO, "%s could not be written to the end; is the disk full?", path);
}

/* The deck, whose comments speak of it by its own name, and its mesh. */
static tsu_status write_starter(const char *name, const starter *s, tsu_error *err)
{
    char path[512], deck[256], in_kind[64];
    snprintf(deck, sizeof deck, "in.%s", name);
    snprintf(in_kind, sizeof in_kind, "in.%s", s->kind);
    snprintf(path, sizeof path, "%s/%s", name, deck);
    tsu_status status = write_file(path, s->deck, *s->deck_size, in_kind, deck, err);
    if (status != TSU_OK || !s->mesh) return status;
    char mesh[512];
    snprintf(mesh, sizeof mesh, "%s/%s", name, s->mesh);
    status = write_file(mesh, s->mesh_text, *s->mesh_size, NULL, NULL, err);
    if (status != TSU_OK) remove(path);
    return status;
}

static tsu_status make(const char *name, const starter *s, tsu_error *err)
{
    if (!tsu_system_make_folder(name))
        return errno == EEXIST
                   ? tsu_error_set(err, TSU_ERROR_IO,
                                   "%s already exists and is not changed; choose another name", name)
                   : tsu_error_set(err, TSU_ERROR_IO, "the folder %s cannot be created: %s", name,
                                   strerror(errno));
    const tsu_status status = write_starter(name, s, err);
    if (status != TSU_OK) {
        remove(name); /* nothing half is left */
        return status;
    }
    tsu_cli_put("%s/in.%s: %s\n", name, name, s->summary);
    if (s->mesh) tsu_cli_put("%s/%s: its mesh\n", name, s->mesh);
    tsu_cli_put("Run it with:  cd %s && tsubu in.%s\n", name, name);
    return TSU_OK;
}

int tsu_cmd_new(int argc, char **argv)
{
    const char *kind = NULL, *name = NULL;
    const tsu_option options[] = {
        {"--kind", 1, "KIND", "hopper (default), drum, pile or compression", &kind, NULL, 0}, {0}};
    tsu_error err = {0};
    int words;
    bool help;
    if (tsu_options_read("new", options, argc, argv, &name, 1, &words, &help, &err) != TSU_OK)
        return tsu_cli_fail(&err);
    if (help) return 0;
    if (!name) {
        tsu_error_set(&err, TSU_ERROR_INPUT,
                      "`tsubu new` needs a name, as in `tsubu new silo --kind hopper`");
        return tsu_cli_fail(&err);
    }
    const starter *s = find_starter(kind ? kind : "hopper", &err);
    if (!s || check_name(name, &err) != TSU_OK || make(name, s, &err) != TSU_OK) return tsu_cli_fail(&err);
    return 0;
}
