/* SPDX-License-Identifier: Apache-2.0 */
/* resume.h - the state of contacts, walls and meshes of a run that was saved, waiting until the laws, walls and meshes it
 * belongs to are defined again.
 *
 * A world that was read from a restart file has its particles, but no laws, walls or meshes: a deck defines them again. When
 * lists and forces are wanted for the first time, what was saved is given to those of the same name and the same laws. If
 * all that forces depend on is as it was, the saved forces hold and the run goes on with the bits of one that never stopped;
 * if not, they are evaluated anew, as after any command that changes something. */
#ifndef TSU_STEP_RESUME_RESUME_H
#define TSU_STEP_RESUME_RESUME_H

#include "step/mesh/freedom.h"
#include "step/wall/wall.h"
#include "step/world.h"

enum { TSU_LAWS_TEXT = 512, TSU_HISTORY_TEXT = 2048 };

/* The contacts that touched, of pairs or of one wall. */
typedef struct tsu_saved_contacts {
    char name[64];                /* of the wall; empty for pairs */
    char laws[TSU_LAWS_TEXT];     /* what the history belongs to */
    char names[TSU_HISTORY_TEXT]; /* of the history; empty: a file that has none */
    double force[3];              /* on the wall                                    [N] */
    int history_width;
    bool rolling, with_geometry;
    int64_t count;
    uint64_t *id;          /* [count] of the particle */
    uint64_t *other;       /* [count] pairs: of the partner */
    uint32_t *code;        /* [count] pairs: image; wall: element, with its image */
    double *history;       /* [count][history_width] */
    double (*record)[8];   /* [count] as in tsu_contacts */
    double (*roll)[4];     /* [count], if rolling */
    double (*geometry)[4]; /* [count], if with_geometry */
} tsu_saved_contacts;

typedef struct tsu_saved_mesh {
    char name[64];
    uint64_t shape;     /* hash of its triangles at rest */
    tsu_mesh_body body; /* only pose, twist and movers are used */
    bool free;          /* it moved freely, with ... */
    double constant[TSU_FREEDOM_CONSTANTS], state[TSU_FREEDOM_STATE];
    bool loaded, wear;    /* loads were kept */
    tsu_mesh_loads loads; /* with on_triangle and, if worn, depth */
    int32_t triangles;
} tsu_saved_mesh;

/* What forces depend on, part by part. */
enum {
    TSU_PART_PARTICLES,
    TSU_PART_BOX,
    TSU_PART_GRAVITY,
    TSU_PART_LAWS,
    TSU_PART_WALLS,
    TSU_PART_MESHES,
    TSU_PART_EXCLUSIONS,
    TSU_PART_HOOKS,
    TSU_PARTS
};

typedef struct tsu_resume {
    uint64_t part[TSU_PARTS]; /* fingerprints */
    bool forces_current;      /* when it was saved */
    bool trusted;             /* all that forces depend on is known to be as it was */
    double known, kicks;      /* energies then (world.h)                         [J] */
    tsu_saved_contacts pairs;
    int walls;
    tsu_saved_contacts *wall;
    int meshes;
    tsu_saved_mesh *mesh;
} tsu_resume;

void tsu_saved_contacts_free(tsu_saved_contacts *c);
/* Makes room; the names are kept. */
tsu_status tsu_saved_contacts_reserve(tsu_saved_contacts *c, tsu_error *err);
void tsu_resume_destroy(tsu_resume *r);

/* How many box lengths lie between a particle and its place within the box. */
void tsu_resume_wraps(const struct tsu_world *w, int32_t row, int times[3]);
/* Copies what touches now, with the ids of particles, whatever lists there were before (resume_save.c). `wall` NULL: pairs. */
tsu_status tsu_resume_save_contacts(const struct tsu_world *w, const tsu_wall *wall, tsu_saved_contacts *to,
                                    tsu_error *err);
uint64_t tsu_resume_mesh_shape(const tsu_mesh_body *body);
void tsu_resume_fingerprint(const struct tsu_world *w, uint64_t part[TSU_PARTS]);

/* Gives what waits in w->resume to the world, whose laws are prepared; `note` (may be NULL) is told, in sentences, what could
 * not be used. */
typedef void tsu_resume_note(void *context, const char *sentence);
tsu_status tsu_resume_adopt(struct tsu_world *w, tsu_resume_note *note, void *context, tsu_error *err);

#endif
