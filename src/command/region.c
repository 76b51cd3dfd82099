/* SPDX-License-Identifier: Apache-2.0 */
/* region.c - `region`: volumes of space by name, at rest or moving. */
#include "base/memory.h"
#include "base/trig.h"
#include "command/command.h"
#include "command/tables.h"
#include "deck/arguments.h"
#include "format/vtk_tets.h"
#include "search/tets.h"
#include "session/read.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

typedef struct reader {
    const tsu_session *session;
    tsu_words *words;
    double scale[3]; /* 1, or the spacings of the lattice */
    tsu_region *r;
} reader;

static tsu_status number(reader *d, const char *what, double scale, double *out, tsu_error *err)
{
    const tsu_status status = tsu_words_number(d->words, what, out, err);
    if (status == TSU_OK) *out *= scale;
    return status;
}

/* A coordinate that may be INF or EDGE; EDGE is the face of the box. */
static tsu_status bound(reader *d, const char *what, int axis, bool high, double *out, tsu_error *err)
{
    const tsu_world *w = d->session->world;
    if (tsu_words_accept(d->words, "INF")) {
        *out = high ? INFINITY : -INFINITY;
        return TSU_OK;
    }
    if (tsu_words_accept(d->words, "EDGE")) {
        if (!w)
            return tsu_error_lacks(err, TSU_LACKS_BOX,
                                   tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                                                   "EDGE needs a simulation box"));
        *out = high ? w->box.hi[axis] : w->box.lo[axis];
        return TSU_OK;
    }
    return number(d, what, d->scale[axis], out, err);
}

static tsu_status read_radius(reader *d, double scale, double *out, tsu_error *err)
{
    const tsu_status status = number(d, "the radius", scale, out, err);
    if (status == TSU_OK && !(*out >= 0.0))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "the radius is %g; it must not be negative", *out);
    return status;
}

/* ---- shapes ------------------------------------------------------------------------------------------------------------ */

static tsu_status read_block(reader *d, tsu_error *err)
{
    static const char *const names[3][2] = {{"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}};
    tsu_region *r = d->r;
    for (int q = 0; q < 3; q++) {
        tsu_status status = bound(d, names[q][0], q, false, &r->lo[q], err);
        if (status == TSU_OK) status = bound(d, names[q][1], q, true, &r->hi[q], err);
        if (status != TSU_OK) return status;
        if (!(r->lo[q] <= r->hi[q]))
            return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                                   "%s (%g) is above %s (%g)", names[q][0], r->lo[q], names[q][1], r->hi[q]);
    }
    return TSU_OK;
}

static tsu_status read_prism(reader *d, tsu_error *err)
{
    tsu_region *r = d->r;
    tsu_status status = read_block(d, err);
    if (status == TSU_OK) status = tsu_words_numbers(d->words, "the tilts xy xz yz", 3, r->tilt, err);
    if (status != TSU_OK) return status;
    if (!isfinite(r->hi[0] - r->lo[0] + r->hi[1] - r->lo[1] + r->hi[2] - r->lo[2]))
        return tsu_words_error(d->words, -1, TSU_ERROR_INPUT, err, "a prism needs finite bounds");
    r->tilt[0] *= d->scale[0];
    r->tilt[1] *= d->scale[0];
    r->tilt[2] *= d->scale[1];
    return TSU_OK;
}

static tsu_status read_ends(reader *d, tsu_error *err)
{
    tsu_region *r = d->r;
    tsu_status status = bound(d, "the lower end", r->axis, false, &r->along[0], err);
    if (status == TSU_OK) status = bound(d, "the upper end", r->axis, true, &r->along[1], err);
    if (status == TSU_OK && !(r->along[0] <= r->along[1]))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "the lower end %g is above the upper end %g", r->along[0], r->along[1]);
    if (status == TSU_OK && r->shape == TSU_REGION_CONE && !isfinite(r->along[1] - r->along[0]))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err, "a cone needs finite ends");
    return status;
}

/* cylinder: dim c1 c2 radius lo hi; cone: dim c1 c2 radlo radhi lo hi. The centre comes in the order x, y, z. */
static tsu_status read_turned(reader *d, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    tsu_region *r = d->r;
    tsu_status status = tsu_words_choice(d->words, "an axis", axes, &r->axis, err);
    if (status != TSU_OK) return status;
    static const int others[3][2] = {{1, 2}, {0, 2}, {0, 1}};
    const int a = others[r->axis][0], b = others[r->axis][1];
    status = number(d, "the centre", d->scale[a], &r->centre[a], err);
    if (status == TSU_OK) status = number(d, "the centre", d->scale[b], &r->centre[b], err);
    for (int k = 0; k < (r->shape == TSU_REGION_CONE ? 2 : 1) && status == TSU_OK; k++) {
        status = read_radius(d, d->scale[a], &r->radius[k], err);
    }
    return status == TSU_OK ? read_ends(d, err) : status;
}

static tsu_status expect(reader *d, const char *word, tsu_error *err)
{
    if (tsu_words_accept(d->words, word)) return TSU_OK;
    return tsu_words_error(d->words, d->words->at, TSU_ERROR_INPUT, err, "expected `%s`", word);
}

/* wedge axis z center c1 c2 radius R bounds lo hi angle0 A angle B: the centre and the angles turn as x y z do. */
static tsu_status read_wedge(reader *d, tsu_error *err)
{
    static const char *const axes[] = {"x", "y", "z", NULL};
    tsu_region *r = d->r;
    double angle[2] = {0};
    d->words->loose = true;
    tsu_status status = expect(d, "axis", err);
    if (status == TSU_OK) status = tsu_words_choice(d->words, "an axis", axes, &r->axis, err);
    const int a = (r->axis + 1) % 3, b = (r->axis + 2) % 3;
    if (status == TSU_OK) status = expect(d, "center", err);
    if (status == TSU_OK) status = number(d, "the centre", d->scale[a], &r->centre[a], err);
    if (status == TSU_OK) status = number(d, "the centre", d->scale[b], &r->centre[b], err);
    if (status == TSU_OK) status = expect(d, "radius", err);
    if (status == TSU_OK) status = read_radius(d, d->scale[a], &r->radius[0], err);
    if (status == TSU_OK) status = expect(d, "bounds", err);
    if (status == TSU_OK) status = read_ends(d, err);
    if (status == TSU_OK) status = expect(d, "angle0", err);
    if (status == TSU_OK) status = number(d, "the first angle [degree]", PI / 180.0, &angle[0], err);
    if (status == TSU_OK) status = expect(d, "angle", err);
    if (status == TSU_OK) status = number(d, "the angle of the wedge [degree]", PI / 180.0, &angle[1], err);
    if (status != TSU_OK) return status;
    if (!(angle[1] > 0.0 && angle[1] <= PI))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "the angle of the wedge lies between 0 and 180 degrees");
    r->angle[0] = angle[0];
    r->angle[1] = angle[0] + angle[1];
    return TSU_OK;
}

static tsu_status read_sphere(reader *d, tsu_error *err)
{
    for (int q = 0; q < 3; q++) {
        const tsu_status status = number(d, "the centre", d->scale[q], &d->r->centre[q], err);
        if (status != TSU_OK) return status;
    }
    return read_radius(d, d->scale[0], &d->r->radius[0], err);
}

/* Makes v a unit vector. */
static tsu_status normalize(reader *d, double v[3], const char *what, tsu_error *err)
{
    const double n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    if (!(n > 0.0))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err, "%s has no length", what);
    for (int q = 0; q < 3; q++) {
        v[q] /= n;
    }
    return TSU_OK;
}

static tsu_status read_plane(reader *d, tsu_error *err)
{
    tsu_region *r = d->r;
    tsu_status status = tsu_words_numbers(d->words, "a point of the plane", 3, r->centre, err);
    if (status == TSU_OK) status = tsu_words_numbers(d->words, "the normal", 3, r->normal, err);
    for (int q = 0; q < 3; q++) {
        r->centre[q] *= d->scale[q];
        r->normal[q] *= d->scale[q];
    }
    return status == TSU_OK ? normalize(d, r->normal, "the normal", err) : status;
}

static tsu_status read_parts(reader *d, tsu_error *err)
{
    int64_t n;
    tsu_region *r = d->r;
    tsu_status status = tsu_words_integer_in(d->words, "the number of regions", 2, 1000, &n, err);
    if (status != TSU_OK) return status;
    r->part = calloc((size_t)n, sizeof *r->part);
    if (!r->part) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a region");
    for (; r->parts < n; r->parts++) {
        const char *name;
        status = tsu_words_text(d->words, "a region", &name, err);
        if (status == TSU_OK) status = tsu_session_region(d->session, name, &r->part[r->parts], err);
        if (status != TSU_OK) return status;
    }
    return TSU_OK;
}

/* ---- tetrahedra -------------------------------------------------------------------------------------------------------- */

typedef struct placing {
    double scale, move[3], angle[3]; /* [-], [m], [degree] */
} placing;

/* Moved, then scaled, then turned about x, y and z in this order. */
static void place(const placing *p, double x[3])
{
    for (int q = 0; q < 3; q++) {
        x[q] = (x[q] + p->move[q]) * p->scale;
    }
    for (int q = 0; q < 3; q++) {
        const int a = (q + 1) % 3, b = (q + 2) % 3;
        const tsu_sincos_pair turn = tsu_sincos(p->angle[q] * PI / 180.0);
        const double u = x[a], v = x[b];
        x[a] = turn.cos * u - turn.sin * v;
        x[b] = turn.sin * u + turn.cos * v;
    }
}

static tsu_status make_tets(reader *d, const char *path, const placing *p, tsu_error *err)
{
    tsu_tet_list list;
    tsu_status status = tsu_vtk_tets_read(path, &list, err);
    if (status != TSU_OK) return status;
    for (int32_t k = 0; k < list.count; k++) {
        for (int c = 0; c < 4; c++) {
            place(p, list.corner[k][c]);
        }
    }
    if (list.others > 0)
        tsu_script_warn(d->session->script, "%s has %lld cells that are not tetrahedra; they are ignored",
                        path, (long long)list.others);
    status = tsu_tets_make(&d->r->solid, (const double(*)[4][3])list.corner, list.count, err);
    if (status == TSU_OK)
        tsu_script_say(d->session->script, "Read %d tetrahedra from %s, volume %g\n", list.count, path,
                       d->r->solid.volume);
    tsu_memory_release(&list.corner);
    return status;
}

static tsu_status read_tets(reader *d, tsu_error *err)
{
    placing p = {.scale = 1.0};
    const char *path;
    d->words->loose = true;
    tsu_status status = expect(d, "file", err);
    if (status == TSU_OK) status = tsu_words_text(d->words, "the VTK file", &path, err);
    if (status == TSU_OK && tsu_words_accept(d->words, "scale"))
        status = tsu_words_number(d->words, "the scale", &p.scale, err);
    if (status == TSU_OK && !(p.scale > 0.0))
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "the scale is %g; it must be positive", p.scale);
    if (status == TSU_OK && tsu_words_accept(d->words, "move"))
        status = tsu_words_numbers(d->words, "the displacement", 3, p.move, err);
    if (status == TSU_OK && tsu_words_accept(d->words, "rotate"))
        status = tsu_words_numbers(d->words, "the angles [degree]", 3, p.angle, err);
    if (status == TSU_OK && d->session->options.forbid_files)
        return tsu_error_set(err, TSU_ERROR_UNSUPPORTED, "files are not opened here");
    return status == TSU_OK ? make_tets(d, path, &p, err) : status;
}

static tsu_status read_shape(reader *d, tsu_error *err)
{
    switch (d->r->shape) {
    case TSU_REGION_BLOCK: return read_block(d, err);
    case TSU_REGION_PRISM: return read_prism(d, err);
    case TSU_REGION_SPHERE: return read_sphere(d, err);
    case TSU_REGION_PLANE: return read_plane(d, err);
    case TSU_REGION_CYLINDER:
    case TSU_REGION_CONE: return read_turned(d, err);
    case TSU_REGION_WEDGE: return read_wedge(d, err);
    case TSU_REGION_UNION:
    case TSU_REGION_INTERSECT: return read_parts(d, err);
    case TSU_REGION_SOLID: return read_tets(d, err);
    }
    return TSU_OK;
}

/* ---- motion -------------------------------------------------------------------------------------------------------------- */

/* v_NAME, or NULL for none. */
static tsu_status read_variable(reader *d, char name[64], tsu_error *err)
{
    const char *word;
    const tsu_status status = tsu_words_text(d->words, "v_NAME or NULL", &word, err);
    if (status != TSU_OK || strcmp(word, "NULL") == 0) return status;
    if (strncmp(word, "v_", 2) != 0 || strlen(word) > 63 + 2)
        return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                               "a region moves by variables: v_NAME or NULL");
    snprintf(name, 64, "%s", word + 2);
    return TSU_OK;
}

static tsu_status read_rotation(reader *d, tsu_error *err)
{
    tsu_region *r = d->r;
    tsu_status status = read_variable(d, r->rotate, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = number(d, "a point of the axis", d->scale[q], &r->point[q], err);
    }
    if (status == TSU_OK)
        status = tsu_words_numbers(d->words, "the direction of the axis", 3, r->direction, err);
    return status == TSU_OK ? normalize(d, r->direction, "the axis", err) : status;
}

static tsu_status value_of(const tsu_session *s, const char *name, double *out, tsu_error *err)
{
    return name[0] ? tsu_script_variable_value(s->script, name, out, err) : TSU_OK;
}

tsu_status tsu_session_move_region(const tsu_session *s, tsu_region *r, tsu_error *err)
{
    tsu_status status = value_of(s, r->rotate, &r->turn, err);
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = value_of(s, r->move[q], &r->shift[q], err);
    }
    for (int k = 0; k < r->parts && status == TSU_OK; k++) {
        status = tsu_session_move_region(s, r->part[k], err);
    }
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------------------------------- */

static tsu_status refuse_parts(const reader *d, tsu_error *err)
{
    return tsu_words_error(d->words, d->words->at - 1, TSU_ERROR_INPUT, err,
                           "a union or intersection does not move; let its parts move");
}

static tsu_status read_side(void *to, tsu_words *words, tsu_error *err)
{
    return tsu_words_either(words, "in or out", "in", "out", &((reader *)to)->r->outside, err);
}

static tsu_status read_lengths(void *to, tsu_words *words, tsu_error *err)
{
    bool lattice; /* known already: it counts for what stands before it, too */
    (void)to;
    return tsu_session_read_units(words, &lattice, err);
}

static tsu_status read_move(void *to, tsu_words *words, tsu_error *err)
{
    reader *d = to;
    (void)words;
    tsu_status status = d->r->parts > 0 ? refuse_parts(d, err) : TSU_OK;
    for (int q = 0; q < 3 && status == TSU_OK; q++) {
        status = read_variable(d, d->r->move[q], err);
    }
    return status;
}

static tsu_status read_rotate(void *to, tsu_words *words, tsu_error *err)
{
    reader *d = to;
    (void)words;
    return d->r->parts > 0 ? refuse_parts(d, err) : read_rotation(d, err);
}

/* `seed` and `volume_limit` steer how LIGGGHTS estimates volumes by chance; here volumes are exact or come from a fixed
 * set of points, so they are read and checked and change nothing. */
const tsu_argument tsu_arguments_region[] = {
    {.keyword = "side", .kind = TSU_ARGUMENT_OTHER, .what = "in or out", .read = read_side},
    {.keyword = "units", .kind = TSU_ARGUMENT_OTHER, .what = "box or lattice", .read = read_lengths},
    {.keyword = "move",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "v_X v_Y v_Z, each a variable or NULL",
     .read = read_move},
    {.keyword = "rotate",
     .kind = TSU_ARGUMENT_OTHER,
     .what = "a variable, a point and an axis",
     .read = read_rotate},
    {.keyword = "seed",
     .kind = TSU_ARGUMENT_INTEGER,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "a seed",
     .low = INT64_MIN,
     .high = INT64_MAX,
     .doc = "no effect: volumes are exact or come from fixed points"},
    {.keyword = "volume_limit",
     .kind = TSU_ARGUMENT_NUMBER,
     .at = TSU_ARGUMENT_UNUSED,
     .what = "a volume",
     .doc = "no effect"},
    {0}};

static tsu_status read_region(reader *d, tsu_error *err)
{
    bool lattice = false;
    tsu_words *words = d->words;
    for (int k = words->at; k + 1 < words->count; k++) { /* the last of `units` counts for all lengths */
        if (strcmp(words->word[k], "units") == 0) lattice = strcmp(words->word[k + 1], "lattice") == 0;
    }
    tsu_session_length_scale(d->session, lattice, d->scale);
    tsu_status status = read_shape(d, err);
    while (status == TSU_OK && tsu_words_left(words)) {
        status = tsu_arguments_next(words, "a keyword", tsu_arguments_region, d, err);
    }
    return status;
}

/* The next word as one of the shapes, in the order of tsu_region_shape. */
static tsu_status read_shape_name(tsu_words *words, int *shape, tsu_error *err)
{
    const char *list[TSU_REGION_SOLID + 2] = {0};
    for (int k = 0; tsu_regions[k].name; k++) {
        list[k] = tsu_regions[k].name;
    }
    return tsu_words_choice(words, "a shape", list, shape, err);
}

static tsu_status run_region(tsu_script *script, tsu_words *words, tsu_error *err)
{
    tsu_session *s = tsu_session_of(script);
    const char *name;
    int shape = 0;
    tsu_status status = tsu_words_text(words, "the region's name", &name, err);
    if (status == TSU_OK && tsu_session_find_region(s, name))
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "there is already a region '%s'", name);
    if (status == TSU_OK && strlen(name) >= TSU_NAME)
        return tsu_words_error(words, 1, TSU_ERROR_INPUT, err, "the name '%s' is too long", name);
    if (status == TSU_OK) status = read_shape_name(words, &shape, err);
    if (status != TSU_OK) return status;
    tsu_region *r = calloc(1, sizeof *r);
    tsu_region **larger = realloc(s->region, (size_t)(s->regions + 1) * sizeof *larger);
    if (larger) s->region = larger;
    if (!r || !larger) {
        free(r);
        return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for region %s", name);
    }
    snprintf(r->name, sizeof r->name, "%s", name);
    r->shape = (tsu_region_shape)shape;
    status = read_region(&(reader){.session = s, .words = words, .r = r}, err);
    if (status != TSU_OK) {
        tsu_region_destroy(r);
        return status;
    }
    s->region[s->regions++] = r;
    return TSU_OK;
}

const tsu_command tsu_regions[] = {
    {"block", "region NAME block XLO XHI YLO YHI ZLO ZHI", "a box along the axes; bounds may be INF or EDGE",
     run_region},
    {"sphere", "region NAME sphere X Y Z RADIUS", "a sphere", run_region},
    {"cylinder", "region NAME cylinder x|y|z C1 C2 RADIUS LO HI", "a cylinder along an axis", run_region},
    {"cone", "region NAME cone x|y|z C1 C2 RADIUS_LO RADIUS_HI LO HI", "a cone or frustum along an axis",
     run_region},
    {"plane", "region NAME plane X Y Z NX NY NZ", "the side of a plane to which its normal points",
     run_region},
    {"prism", "region NAME prism XLO XHI YLO YHI ZLO ZHI XY XZ YZ", "a tilted box", run_region},
    {"wedge", "region NAME wedge axis x|y|z center C1 C2 radius R bounds LO HI angle0 A angle B",
     "a sector of a cylinder; angles in degrees", run_region},
    {"union", "region NAME union N REGION ...", "the union of the regions", run_region},
    {"intersect", "region NAME intersect N REGION ...", "the intersection of the regions", run_region},
    {"mesh/tet", "region NAME mesh/tet file FILE [scale S] [move X Y Z] [rotate X Y Z]",
     "a body made of the tetrahedra of a VTK file", run_region},
    {0}};

const tsu_command tsu_commands_region[] = {
    {"region",
     "region NAME block|sphere|cylinder|cone|plane|prism|wedge|union|intersect|mesh/tet ... [side in|out] "
     "[units box|lattice] [move v_X v_Y v_Z] [rotate v_ANGLE X Y Z DX DY DZ]",
     "define a region of space", run_region},
    {0}};
