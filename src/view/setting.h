/* SPDX-License-Identifier: Apache-2.0 */
/* setting.h - what stays the same from frame to frame: box, fields, meshes, walls. Made anew when a run begins and something
 * of it has changed; frames share it and count their references, under the lock of their owner. */
#ifndef TSU_VIEW_SETTING_H
#define TSU_VIEW_SETTING_H

#include "session/session.h"
#include "view/contact_field.h"
#include "view/json.h"

enum { TSU_SETTING_FIELDS = 40, TSU_SURFACE_FIELDS = 4 };

typedef struct tsu_setting_field {
    char name[TSU_NAME], label[TSU_NAME], unit[16];
    int width;                           /* 1, 3 or 6 */
    const tsu_contact_field *by_contact; /* NULL: it is none of these */
    char field[TSU_NAME]; /* of the particles, if it is not by contact; empty: how clumps have turned */
    bool length;          /* of that field, not its numbers */
    bool region;          /* 1 within the region of that name, else 0 */
    bool vector; /* the numbers of a field of which pages otherwise see the length: asked for, not recorded */
} tsu_setting_field;

/* Whether these laws have what the field reads (sample_contacts.c). */
bool tsu_contact_field_known(const tsu_contact_field *field, const tsu_lawset *laws);

/* What particles do to the triangles of meshes that keep loads. In frames one array has the triangles of all meshes, one mesh
 * after the other; those of meshes without are no numbers. */
typedef struct tsu_surface_field {
    const char *name, *label, *unit;
} tsu_surface_field;
enum { TSU_SURFACE_PRESSURE, TSU_SURFACE_SHEAR, TSU_SURFACE_FORCE, TSU_SURFACE_WEAR };
extern const tsu_surface_field tsu_surface_fields[TSU_SURFACE_FIELDS];
/* Whether an array of a frame is one of them. */
bool tsu_is_surface_field(const char *name);

typedef struct tsu_setting_mesh {
    char name[TSU_NAME];
    int64_t triangles;
    bool moving, loads, wear; /* loads: forces on it are kept */
    uint64_t version;         /* grows when a mesh of this name has another shape */
    uint64_t since;           /* the first frame with this version */
    uint64_t hash;            /* of its corners at rest */
    float *corner;            /* [9 triangles] relative to the origin [m], owned */
} tsu_setting_mesh;

typedef struct tsu_setting {
    int references;
    uint64_t number;
    double origin[3]; /* of the positions in frames [m] */
    int fields;
    tsu_setting_field field[TSU_SETTING_FIELDS];
    int meshes;
    tsu_setting_mesh *mesh;
    char *info; /* members of the JSON of `info` that belong to the scene, without braces, owned */
} tsu_setting;

/* The run a setting was made for: commands change meshes, walls and columns between runs only. Begin with {0}. */
typedef struct tsu_setting_key {
    const void *world;
    int64_t begin, end;
    int columns;
} tsu_setting_key;

/* The setting of a session at present, if it is another one than `before` (which may be NULL and gives the versions of meshes);
 * NULL: `before` still holds, or memory has run out. `frame` is the number of the frame that will be the first with it. One
 * reference is the caller's. */
tsu_setting *tsu_setting_renew(const tsu_setting *before, const tsu_session *s, uint64_t frame,
                               tsu_setting_key *key);
/* Gives one reference back. */
void tsu_setting_release(tsu_setting *scene);

/* Index of a field, or -1. `chain` is no field: TSU_SETTING_FIELDS stands for it; the fields of surfaces follow. */
int tsu_setting_find_field(const tsu_setting *scene, const char *name);

#endif
