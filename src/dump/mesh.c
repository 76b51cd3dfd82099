/* SPDX-License-Identifier: Apache-2.0 */
/* mesh.c - meshes where they are: `mesh/stl` (`stl`) and, with numbers per triangle, `mesh/vtk` (`mesh/gran/VTK`), laid
 * out as LIGGGHTS does: three points of its own for each triangle. */
#include "base/memory.h"
#include "dump/dump.h"
#include "session/groups.h"
#include "state/region.h"
#include "step/mesh/body.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES_MAX = 64 };

typedef enum mesh_place { PLACE_FACE, PLACE_POINT, PLACE_ORIGINAL } mesh_place;

typedef struct mesh_dump {
    tsu_dump base;
    int meshes;
    char mesh[MESHES_MAX][TSU_NAME];
    char region[TSU_NAME]; /* STL: only triangles whose middle is in it */
    bool binary, compress;
    uint32_t wanted; /* bits of `fields` */
    mesh_place place;
    tsu_vtk_format format;
} mesh_dump;

static tsu_status add_mesh(mesh_dump *d, const char *name, tsu_error *err)
{
    if (d->meshes == MESHES_MAX)
        return tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: more than %d meshes", d->base.id, MESHES_MAX);
    snprintf(d->mesh[d->meshes++], TSU_NAME, "%s", name);
    return TSU_OK;
}

/* Without names: all there are now, as LIGGGHTS has it. */
static tsu_status add_all_meshes(tsu_session *s, mesh_dump *d, tsu_error *err)
{
    tsu_status status = TSU_OK;
    for (int k = 0; k < s->world->meshes && status == TSU_OK; k++) {
        status = add_mesh(d, s->world->mesh[k]->name, err);
    }
    if (status == TSU_OK && d->meshes == 0)
        tsu_script_warn(s->script, "dump %s: there is no mesh to write; define the dump after its meshes",
                        d->base.id);
    return status;
}

static tsu_status find_mesh(const tsu_session *s, const mesh_dump *d, int k, tsu_mesh_body **body,
                            tsu_error *err)
{
    *body = tsu_meshes_find(s->world, d->mesh[k]);
    if (*body) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_INPUT, "dump %s: mesh %s is gone; `undump %s` before its fix",
                         d->base.id, d->mesh[k], d->base.id);
}

/* Corners of a triangle as it lies now, and its unit normal. */
static void place_triangle(const tsu_mesh_body *body, int32_t t, double x[3][3], double normal[3])
{
    double v[3];
    for (int c = 0; c < 3; c++) {
        tsu_mesh_corner(body, t, c, x[c], v);
    }
    const double a[3] = {x[1][0] - x[0][0], x[1][1] - x[0][1], x[1][2] - x[0][2]};
    const double b[3] = {x[2][0] - x[1][0], x[2][1] - x[1][1], x[2][2] - x[1][2]};
    const double n[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    const double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    for (int q = 0; q < 3; q++) {
        normal[q] = length > 0.0 ? n[q] / length : 0.0;
    }
}

/* ---- STL ------------------------------------------------------------------------------------------------------------------ */

typedef struct stl_snapshot {
    int64_t triangles;
    double (*number)[12]; /* normal and corners */
} stl_snapshot;

static void free_stl(void *snapshot)
{
    stl_snapshot *t = snapshot;
    if (t) tsu_memory_release(&t->number);
    free(t);
}

static void write_stl_text(tsu_text_out *out, const stl_snapshot *t)
{
    tsu_text_put(out, "solid LIGGGHTS_STL_EXPORT\n"); /* scripts look for this name */
    for (int64_t k = 0; k < t->triangles; k++) {
        static const char *const before[] = {"  facet normal ", "    outer loop\n      vertex ",
                                             "      vertex ", "      vertex "};
        for (int q = 0; q < 12; q++) {
            tsu_text_put(out, q % 3 == 0 ? before[q / 3] : " ");
            tsu_text_number(out, t->number[k][q], 6);
            if (q % 3 == 2) tsu_text_put(out, "\n");
        }
        tsu_text_put(out, "    endloop\n  endfacet\n");
    }
    tsu_text_put(out, "endsolid LIGGGHTS_STL_EXPORT\n");
}

static void write_stl_binary(tsu_text_out *out, const stl_snapshot *t)
{
    char header[80];
    memset(header, ' ', sizeof header);
    memcpy(header, "STL written by tsubu", strlen("STL written by tsubu"));
    const uint32_t count = (uint32_t)t->triangles;
    tsu_text_bytes(out, header, sizeof header);
    tsu_text_bytes(out, &count, sizeof count);
    for (int64_t k = 0; k < t->triangles; k++) {
        float number[12];
        for (int q = 0; q < 12; q++) {
            number[q] = (float)t->number[k][q];
        }
        tsu_text_bytes(out, number, sizeof number);
        tsu_text_bytes(out, "\0", 2);
    }
}

static void write_stl(tsu_text_out *out, const tsu_dump *base, const tsu_dump_moment *now,
                      const void *snapshot)
{
    (void)now;
    if (((const mesh_dump *)base)->binary)
        write_stl_binary(out, snapshot);
    else
        write_stl_text(out, snapshot);
}

static tsu_status count_triangles(const tsu_session *s, const mesh_dump *d, int64_t *count, tsu_error *err)
{
    tsu_status status = TSU_OK;
    *count = 0;
    for (int k = 0; k < d->meshes && status == TSU_OK; k++) {
        tsu_mesh_body *body;
        status = find_mesh(s, d, k, &body, err);
        if (status == TSU_OK) *count += body->mesh.triangles;
    }
    return status;
}

static tsu_status output_stl(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    mesh_dump *d = (mesh_dump *)base;
    stl_snapshot *t = calloc(1, sizeof *t);
    tsu_region *region = NULL;
    int64_t count = 0;
    if (!t) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for dump %s", base->id);
    tsu_status status = count_triangles(s, d, &count, err);
    if (status == TSU_OK && d->region[0]) status = tsu_session_region(s, d->region, &region, err);
    if (status == TSU_OK)
        status =
            tsu_memory_allocate(&t->number, (size_t)count + 1, sizeof *t->number, "triangles of a dump", err);
    for (int k = 0; k < d->meshes && status == TSU_OK; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(s->world, d->mesh[k]);
        for (int32_t i = 0; i < body->mesh.triangles; i++) {
            double x[3][3], middle[3];
            place_triangle(body, i, x, t->number[t->triangles]);
            memcpy(t->number[t->triangles] + 3, x, sizeof x);
            for (int q = 0; q < 3; q++) {
                middle[q] = (x[0][q] + x[1][q] + x[2][q]) / 3.0;
            }
            t->triangles += !region || tsu_region_contains(region, middle);
        }
    }
    const tsu_dump_snapshot snapshot = {t, (size_t)count * sizeof *t->number, free_stl};
    if (status == TSU_OK) return tsu_dump_write_text(s, base, write_stl, &snapshot, err);
    free_stl(t);
    return status;
}

static tsu_status read_stl(tsu_session *s, mesh_dump *d, tsu_words *words, tsu_error *err)
{
    while (tsu_words_left(words)) {
        const char *word;
        tsu_region *region;
        tsu_status status = tsu_words_text(words, "a mesh", &word, err);
        if (status != TSU_OK) return status;
        if (strcmp(word, "binary") == 0) {
            d->binary = true;
        } else if (strcmp(word, "region") == 0) {
            status = tsu_words_text(words, "a region", &word, err);
            if (status == TSU_OK) status = tsu_session_region(s, word, &region, err);
            if (status == TSU_OK) snprintf(d->region, sizeof d->region, "%s", word);
        } else if (strcmp(word, "ghost") == 0) {
            return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err,
                                   "one process has no ghost triangles");
        } else if (tsu_meshes_find(s->world, word)) {
            status = add_mesh(d, word, err);
        } else if (strcmp(word, "all") != 0 && strcmp(word, "local") != 0) { /* with one process the same */
            return tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                   "is not a mesh, nor one of the words binary, region, all and local");
        }
        if (status != TSU_OK) return status;
    }
    return d->meshes > 0 ? TSU_OK : add_all_meshes(s, d, err);
}

static tsu_status dump_stl(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(mesh_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    base->write = output_stl;
    if (!base->many)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the file name needs a *, as in post/mesh_*.stl: a file per step");
    if (status == TSU_OK) status = read_stl(s, (mesh_dump *)base, words, err);
    return tsu_dump_add(s, &object, base, status, err);
}

/* ---- VTK ------------------------------------------------------------------------------------------------------------------- */

/* What can be written, in the order of the files; several rows may belong to one word of the deck. */
typedef enum field {
    FIELD_SIGMA_N,
    FIELD_SIGMA_T,
    FIELD_STRESS,
    FIELD_ID,
    FIELD_WEAR,
    FIELD_OWNER,
    FIELD_AREA,
    FIELD_INDEX,
    FIELD_NEIGHBOURS,
    FIELD_FORCE,
    FIELD_VELOCITY, /* at the corners */
    FIELDS
} field;

static const struct {
    const char *keyword, *name;
    int components;
    bool integer;
} fields[FIELDS] = {{"stress", "normal_stress_average", 1, false},
                    {"stress", "shear_stress_average", 1, false},
                    {"stresscomponents", "stress", 3, false},
                    {"id", "meshid", 1, true},
                    {"wear", "wear", 1, false},
                    {"owner", "owner", 1, true},
                    {"area", "area", 1, false},
                    {"index", "index", 1, true},
                    {"nneighs", "nneighs", 1, true},
                    {"f", "f", 3, false},
                    {"vel", "v", 3, false}};

/* Whether a mesh has it; LIGGGHTS leaves an array out that no mesh has and writes 0 for the others. */
static bool mesh_has(const tsu_mesh_body *body, field f)
{
    switch (f) {
    case FIELD_SIGMA_N:
    case FIELD_SIGMA_T:
    case FIELD_STRESS:
    case FIELD_FORCE: return body->loads != NULL;
    case FIELD_WEAR: return body->loads && body->loads->depth;
    case FIELD_VELOCITY: return !tsu_mesh_is_still(body);
    default: return true;
    }
}

static int neighbours(const tsu_mesh *m, int32_t t)
{
    int count = 0;
    for (int k = 0; k < 3; k++) {
        const int32_t e = m->side[t][k];
        count += m->edge_first[e + 1] - m->edge_first[e] - 1;
    }
    return count;
}

static void field_of(const tsu_mesh_body *body, int32_t t, field f, double out[3])
{
    double normal = 0.0, shear = 0.0;
    const double area = body->mesh.plane[t][3];
    switch (f) {
    case FIELD_SIGMA_N:
    case FIELD_SIGMA_T:
        tsu_mesh_stress(body, t, &normal, &shear);
        out[0] = f == FIELD_SIGMA_N ? normal : shear;
        break;
    case FIELD_STRESS:
    case FIELD_FORCE:
        for (int q = 0; q < 3; q++) {
            const double force = body->loads->on_triangle[t][q];
            out[q] = f == FIELD_FORCE ? force : area > 0.0 ? force / area : 0.0;
        }
        break;
    case FIELD_WEAR: out[0] = body->loads->depth[t]; break;
    case FIELD_AREA: out[0] = area; break;
    case FIELD_NEIGHBOURS: out[0] = neighbours(&body->mesh, t); break;
    case FIELD_OWNER: out[0] = 0.0; break;
    default: out[0] = t; break; /* id and index */
    }
}

/* The velocity at the corners: of the movers, and of a surface that runs within itself. */
static void corner_velocity(const tsu_mesh_body *body, int32_t t, int corner, double v[3])
{
    double x[3][3], n[3];
    tsu_vec3 velocity, spin;
    place_triangle(body, t, x, n);
    const tsu_vec3 foot = {x[corner][0], x[corner][1], x[corner][2]}, normal = {n[0], n[1], n[2]};
    tsu_mesh_surface(body, foot, normal, &velocity, &spin);
    v[0] = velocity.x;
    v[1] = velocity.y;
    v[2] = velocity.z;
}

/* One array over all meshes, at the faces or at the corners. */
static void fill_field(const tsu_session *s, const mesh_dump *d, field f, bool corners, double *out)
{
    const int each = fields[f].components;
    for (int k = 0; k < d->meshes; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(s->world, d->mesh[k]);
        const bool has = mesh_has(body, f);
        for (int32_t t = 0; t < body->mesh.triangles; t++) {
            double v[3][3] = {{0.0}};
            for (int c = 0; has && c < 3; c++) {
                if (f == FIELD_VELOCITY)
                    corner_velocity(body, t, c, v[c]);
                else
                    field_of(body, t, f, v[c]);
            }
            for (int c = 0; corners && c < 3; c++) {
                memcpy(out, v[c], (size_t)each * sizeof *out);
                out += each;
            }
            for (int q = 0; !corners && q < each; q++) {
                *out++ = f == FIELD_VELOCITY ? (v[0][q] + v[1][q] + v[2][q]) / 3.0 : v[0][q];
            }
        }
    }
}

static void fill_points(const tsu_session *s, const mesh_dump *d, double *out)
{
    for (int k = 0; k < d->meshes; k++) {
        const tsu_mesh_body *body = tsu_meshes_find(s->world, d->mesh[k]);
        for (int32_t t = 0; t < body->mesh.triangles; t++, out += 9) {
            double x[3][3], n[3];
            place_triangle(body, t, x, n);
            memcpy(out, x, sizeof x);
        }
    }
}

/* The arrays that are wanted and that some mesh has; those at corners are put behind `array + FIELDS`. */
static void make_arrays(const tsu_session *s, const mesh_dump *d, int64_t triangles, double *at,
                        tsu_vtk_array *array, int count[2])
{
    count[0] = count[1] = 0;
    for (int pass = 0; pass < 2; pass++) { /* interpolated: what lies at corners anyway comes first */
        for (int f = 0; f < FIELDS; f++) {
            bool has = false;
            for (int k = 0; k < d->meshes; k++) {
                has = has || mesh_has(tsu_meshes_find(s->world, d->mesh[k]), (field)f);
            }
            const bool first = d->place == PLACE_POINT && f == FIELD_VELOCITY;
            if (!has || !(d->wanted >> f & 1u) || first != (pass == 0)) continue;
            const bool corners =
                d->place == PLACE_POINT || (d->place == PLACE_ORIGINAL && f == FIELD_VELOCITY);
            tsu_vtk_array *a = &array[(corners ? FIELDS : 0) + count[corners]++];
            *a = (tsu_vtk_array){.components = fields[f].components,
                                 .tuples = corners ? 3 * triangles : triangles,
                                 .value = at,
                                 .type = fields[f].integer ? TSU_VTK_INT : TSU_VTK_DOUBLE};
            if (fields[f].integer && corners) a->type = TSU_VTK_FLOAT;
            snprintf(a->name, sizeof a->name, "%s", fields[f].name);
            fill_field(s, d, (field)f, corners, at);
            at += a->tuples * a->components;
        }
    }
}

static tsu_status output_vtk(tsu_session *s, tsu_dump *base, tsu_error *err)
{
    mesh_dump *d = (mesh_dump *)base;
    int64_t n;
    int count[2];
    tsu_dump_grid *g;
    tsu_status status = count_triangles(s, d, &n, err);
    if (status == TSU_OK) /* points, and at most three numbers at each corner for each field */
        status = tsu_dump_grid_create(&g, (size_t)n * 9 * (FIELDS + 1), err);
    if (status != TSU_OK) return status;
    fill_points(s, d, g->room);
    make_arrays(s, d, n, g->room + 9 * n, g->array, count);
    const tsu_vtk_array points = {
        .name = "Points", .type = TSU_VTK_FLOAT, .components = 3, .tuples = 3 * n, .value = g->room};
    g->data = (tsu_vtk_data){.kind = TSU_VTK_TRIANGLES,
                             .points = points,
                             .cells = n,
                             .cell_arrays = count[0],
                             .cell_array = g->array,
                             .point_arrays = count[1],
                             .point_array = g->array + FIELDS};
    g->format = d->format;
    g->options = (tsu_vtk_options){NULL, d->binary, d->compress};
    return tsu_dump_write_grid(s, base, g, err);
}

/* A quantity; true if the word is one. */
static bool take_field(mesh_dump *d, const char *word)
{
    bool found = false;
    for (int f = 0; f < FIELDS; f++) {
        const bool this = strcmp(word, fields[f].keyword) == 0 ||
                          (strcmp(word, "sigma_n") == 0 && f == FIELD_SIGMA_N) ||
                          (strcmp(word, "sigma_t") == 0 && f == FIELD_SIGMA_T);
        if (this) d->wanted |= 1u << f;
        found = found || this;
    }
    return found;
}

static tsu_status read_vtk(tsu_session *s, mesh_dump *d, tsu_words *words, tsu_error *err)
{
    static const char *const places[] = {
        [PLACE_FACE] = "face", [PLACE_POINT] = "interpolate", [PLACE_ORIGINAL] = "original", NULL};
    static const char *const later = "meshes have no such quantity yet",
                             *const never = "tsubu has no active edges and corners: contacts are found "
                                            "from the surface as a whole";
    const char *const without[][2] = {{"temp", later},     {"liquid", later}, {"aedges", never},
                                      {"acorners", never}, {"distaa", never}, {NULL, NULL}};
    tsu_status status = TSU_OK;
    while (status == TSU_OK && tsu_words_left(words)) {
        const char *word;
        int key = 0;
        status = tsu_words_text(words, "a quantity or a mesh", &word, err);
        if (status != TSU_OK) break;
        if (strcmp(word, "output") == 0) {
            status = tsu_words_choice(words, "where numbers are put", places, &key, err);
            d->place = (mesh_place)key;
        } else if (tsu_meshes_find(s->world, word)) {
            status = add_mesh(d, word, err);
        } else if (!take_field(d, word)) {
            while (without[key][0] && strcmp(without[key][0], word) != 0) {
                key++;
            }
            const char *why = without[key][1];
            return tsu_words_error(words, words->at - 1, why ? TSU_ERROR_UNSUPPORTED : TSU_ERROR_INPUT, err,
                                   "%s", why ? why : "there is no quantity and no mesh of that name");
        }
    }
    if (status == TSU_OK && d->wanted == 0)
        return tsu_words_error(words, -1, TSU_ERROR_INPUT, err,
                               "the dump names no quantity (stress, vel, wear, id, area ...)");
    return status != TSU_OK || d->meshes > 0 ? status : add_all_meshes(s, d, err);
}

static tsu_status modify_vtk(tsu_session *s, tsu_dump *base, const char *keyword, bool *taken,
                             tsu_words *words, tsu_error *err)
{
    mesh_dump *d = (mesh_dump *)base;
    bool zlib;
    (void)s;
    *taken = true;
    if (strcmp(keyword, "binary") == 0) return tsu_words_switch(words, "yes or no", &d->binary, err);
    *taken = strcmp(keyword, "compressor") == 0;
    if (!*taken) return TSU_OK;
    const tsu_status status = tsu_words_either(words, "the compressor", "none", "zlib", &zlib, err);
    if (status != TSU_OK) return status;
    if (zlib && (!tsu_vtk_can_compress() || d->format == TSU_VTK_LEGACY))
        return tsu_words_error(words, words->at - 1, TSU_ERROR_UNSUPPORTED, err, "%s",
                               tsu_vtk_can_compress() ? ".vtk files cannot be compressed; use .vtp"
                                                      : "this tsubu was built without zlib");
    d->compress = zlib;
    return TSU_OK;
}

static tsu_status dump_vtk(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    tsu_object object;
    tsu_dump *base;
    tsu_status status = tsu_dump_begin(s, words, sizeof(mesh_dump), &object, &base, err);
    if (status != TSU_OK) return status;
    mesh_dump *d = (mesh_dump *)base;
    base->write = output_vtk;
    base->modify = modify_vtk;
    d->format = tsu_vtk_format_of(base->path);
    if (d->format != TSU_VTK_LEGACY && d->format != TSU_VTK_VTP && d->format != TSU_VTK_PVTP)
        status = tsu_words_error(words, words->at - 1, TSU_ERROR_INPUT, err,
                                 "the name must end in .vtk, .vtp or .pvtp");
    if (status == TSU_OK) status = read_vtk(s, d, words, err);
    return tsu_dump_add(s, &object, base, status, err);
}

static const char stl_usage[] = "dump ID GROUP mesh/stl N FILE [binary] [region ID] [MESH ...]";
static const char vtk_usage[] =
    "dump ID GROUP mesh/vtk N FILE [output face|interpolate|original] QUANTITY ... [MESH ...]";

const tsu_command tsu_dumps_mesh[] = {
    {"mesh/stl", stl_usage, "meshes at their current positions, as STL", dump_stl},
    {"stl", stl_usage, "as mesh/stl", dump_stl},
    {"mesh/vtk", vtk_usage, "meshes with stress, wear, velocity ...", dump_vtk},
    {"mesh/gran/VTK", vtk_usage, "as mesh/vtk", dump_vtk},
    {0}};
