/* SPDX-License-Identifier: Apache-2.0 */
/* thermo.c - the columns that thermo prints and variables read, in one table. */
#include "session/thermo.h"
#include "deck/text.h"
#include "model/group_sum.h"
#include "session/define.h"
#include "session/outputs.h"
#include "step/ledger/energy.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef double thermo_fn(tsu_session *s);

static double per_atom(const tsu_session *s, double value)
{
    const int32_t n = s->world->particles.count;
    return s->thermo->normalize && n > 0 ? value / n : value;
}

static double get_step(tsu_session *s)
{
    return (double)s->world->step;
}
static double get_elapsed(tsu_session *s)
{
    return (double)(s->world->step - s->run_begin);
}
static double get_elaplong(tsu_session *s)
{
    return (double)(s->world->step - s->first_step);
}
static double get_dt(tsu_session *s)
{
    return s->world->dt;
}
static double get_time(tsu_session *s)
{
    return s->world->time;
}
static double get_cpu(tsu_session *s)
{
    return s->running ? s->loop_seconds : 0.0;
}
static double get_tpcpu(tsu_session *s)
{
    return s->loop_seconds > 0.0 ? s->world->dt * get_elapsed(s) / s->loop_seconds : 0.0;
}
static double get_spcpu(tsu_session *s)
{
    return s->loop_seconds > 0.0 ? get_elapsed(s) / s->loop_seconds : 0.0;
}
static double get_cpuremain(tsu_session *s)
{
    const double done = get_elapsed(s), all = (double)(s->run_end - s->run_begin);
    return done > 0.0 ? s->loop_seconds * (all - done) / done : 0.0;
}
static double get_part(tsu_session *s)
{
    (void)s;
    return 0.0;
}
static double get_atoms(tsu_session *s)
{
    return s->world->particles.count;
}
static double get_ke(tsu_session *s)
{
    return per_atom(s, tsu_energy_kinetic(s->world));
}
static double get_erot(tsu_session *s)
{
    return per_atom(s, tsu_energy_rotational(s->world));
}
static double get_egrav(tsu_session *s)
{
    return tsu_energy_gravitational(s->world);
}
static double get_eelastic(tsu_session *s)
{
    return s->world->ledger.elastic_now;
}
static double get_edissipated(tsu_session *s)
{
    return tsu_energy_dissipated(&s->world->ledger);
}
static double get_ewall(tsu_session *s)
{
    return tsu_exact_round(&s->world->ledger.wall_work);
}
static double get_eexternal(tsu_session *s)
{
    return tsu_exact_round(&s->world->ledger.external_work);
}
static double get_eheat(tsu_session *s)
{
    return s->world->heating.particles;
}
static double get_eheatwall(tsu_session *s)
{
    return s->world->heating.walls;
}
static double get_egiven(tsu_session *s)
{
    return tsu_exact_round(&s->world->ledger.given);
}
static double get_eresidual(tsu_session *s)
{
    return tsu_energy_balance(s->world).residual;
}
static double get_eintegration(tsu_session *s)
{
    return tsu_energy_balance(s->world).step_error;
}
static double get_eexchanged(tsu_session *s)
{
    return tsu_energy_balance(s->world).exchanged;
}

static double get_audit(tsu_session *s)
{
    return tsu_energy_balance(s->world).off;
}
static double get_contacts(tsu_session *s)
{
    return (double)s->world->touching;
}
static double get_volume(tsu_session *s)
{
    const tsu_box *b = tsu_session_box(s);
    return (b->hi[0] - b->lo[0]) * (b->hi[1] - b->lo[1]) * (b->hi[2] - b->lo[2]);
}
static void mass_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    (void)context;
    value[0] = w->particles.mass[i];
}
static double get_density(tsu_session *s)
{
    double mass;
    tsu_group_sum(s->world, TSU_GROUP_ALL, NULL, 1, mass_of, NULL, &mass);
    return mass / get_volume(s);
}
static double get_fmax(tsu_session *s)
{
    double most = 0.0;
    for (int32_t i = 0; i < s->world->particles.count; i++) {
        for (int q = 0; q < 3; q++) {
            most = fmax(most, fabs(s->world->particles.force[i][q]));
        }
    }
    return most;
}
static void force2_of(const tsu_world *w, const void *context, int32_t i, double *value)
{
    const double *f = w->particles.force[i];
    (void)context;
    value[0] = f[0] * f[0] + f[1] * f[1] + f[2] * f[2];
}
static double get_fnorm(tsu_session *s)
{
    double sum;
    tsu_group_sum(s->world, TSU_GROUP_ALL, NULL, 1, force2_of, NULL, &sum);
    return sqrt(sum);
}
static double get_cu(tsu_session *s)
{
    return get_tpcpu(s) > 0.0 ? 1.0 / get_tpcpu(s) : 0.0;
}
/* The low 52 bits as a number; thermo prints the whole hash in hexadecimal. */
static double get_hash(tsu_session *s)
{
    return (double)(tsu_world_hash_state(s->world) & ((UINT64_C(1) << 52) - 1));
}
#define BOX_EDGE(name, expression)                                                                           \
    static double get_##name(tsu_session *s)                                                                 \
    {                                                                                                        \
        const tsu_box *b = tsu_session_box(s);                                                               \
        return expression;                                                                                   \
    }
BOX_EDGE(lx, b->hi[0] - b->lo[0])
BOX_EDGE(ly, b->hi[1] - b->lo[1])
BOX_EDGE(lz, b->hi[2] - b->lo[2])
BOX_EDGE(xlo, b->lo[0])
BOX_EDGE(xhi, b->hi[0])
BOX_EDGE(ylo, b->lo[1])
BOX_EDGE(yhi, b->hi[1])
BOX_EDGE(zlo, b->lo[2])
BOX_EDGE(zhi, b->hi[2])
BOX_EDGE(tilt, 0.0 * b->lo[0]) /* boxes are upright */
BOX_EDGE(right_angle, 90.0 + 0.0 * b->lo[0])

static double get_xlat(tsu_session *s)
{
    return s->lattice.spacing[0];
}
static double get_ylat(tsu_session *s)
{
    return s->lattice.spacing[1];
}
static double get_zlat(tsu_session *s)
{
    return s->lattice.spacing[2];
}

static const struct {
    const char *keyword, *title;
    bool integer;
    thermo_fn *get;
    const char *doc;
} keywords[] = {
    {"step", "Step", true, get_step, "number of the step"},
    {"elapsed", "Elapsed", true, get_elapsed, "steps since the start of this run"},
    {"elaplong", "Elaplong", true, get_elaplong, "steps since the start of the first run of a series"},
    {"dt", "Dt", false, get_dt, "time step"},
    {"time", "Time", false, get_time, "simulated time"},
    {"cpu", "CPU", false, get_cpu, "seconds of this run"},
    {"tpcpu", "T/CPU", false, get_tpcpu, "simulated time per second"},
    {"spcpu", "S/CPU", false, get_spcpu, "steps per second"},
    {"cpuremain", "CPULeft", false, get_cpuremain, "estimated remaining time of this run in seconds"},
    {"part", "Part", true, get_part, "the partition; there is one"},
    {"cu", "Cu", false, get_cu, "seconds of computing per unit of simulated time"},
    {"atoms", "Atoms", true, get_atoms, "number of particles"},
    {"ke", "KinEng", false, get_ke, "kinetic energy of translation"},
    {"erotate", "RotEng", false, get_erot, "kinetic energy of rotation"},
    {"erot", "RotEng", false, get_erot, "as erotate"},
    {"vol", "Volume", false, get_volume, "volume of the box"},
    {"density", "Density", false, get_density, "mass over volume of the box"},
    {"lx", "Lx", false, get_lx, "length of the box along x"},
    {"ly", "Ly", false, get_ly, "length of the box along y"},
    {"lz", "Lz", false, get_lz, "length of the box along z"},
    {"xlo", "Xlo", false, get_xlo, "lower face of the box in x"},
    {"xhi", "Xhi", false, get_xhi, "upper face of the box in x"},
    {"ylo", "Ylo", false, get_ylo, "lower face of the box in y"},
    {"yhi", "Yhi", false, get_yhi, "upper face of the box in y"},
    {"zlo", "Zlo", false, get_zlo, "lower face of the box in z"},
    {"zhi", "Zhi", false, get_zhi, "upper face of the box in z"},
    {"xy", "Xy", false, get_tilt, "tilt of the box: always 0"},
    {"xz", "Xz", false, get_tilt, "tilt of the box: always 0"},
    {"yz", "Yz", false, get_tilt, "tilt of the box: always 0"},
    {"xlat", "Xlat", false, get_xlat, "spacing of the lattice along x"},
    {"ylat", "Ylat", false, get_ylat, "spacing of the lattice along y"},
    {"zlat", "Zlat", false, get_zlat, "spacing of the lattice along z"},
    {"cella", "Cella", false, get_lx, "as lx"},
    {"cellb", "Cellb", false, get_ly, "as ly"},
    {"cellc", "Cellc", false, get_lz, "as lz"},
    {"cellalpha", "CellAlpha", false, get_right_angle, "angle of the box: always 90"},
    {"cellbeta", "CellBeta", false, get_right_angle, "angle of the box: always 90"},
    {"cellgamma", "CellGamma", false, get_right_angle, "angle of the box: always 90"},
    {"fmax", "Fmax", false, get_fmax, "largest component of a force on a particle"},
    {"fnorm", "Fnorm", false, get_fnorm, "length of the vector of all forces"},
    /* tsubu's own */
    {"contacts", "Contacts", true, get_contacts, "number of contacts"},
    {"egrav", "GravEng", false, get_egrav, "potential energy in gravity"},
    {"eelastic", "ElastEng", false, get_eelastic, "energy stored in contacts"},
    {"edissipated", "Dissipated", false, get_edissipated, "energy dissipated so far"},
    {"ewall", "WallWork", false, get_ewall, "work of moving walls"},
    {"eexternal", "ExtWork", false, get_eexternal, "work of added forces"},
    {"eheat", "Heat", false, get_eheat, "heat of dissipation that particles have taken up"},
    {"eheatwall", "WallHeat", false, get_eheatwall,
     "heat of dissipation that walls and meshes have taken up"},
    {"egiven", "Given", false, get_egiven, "energy put in or taken out by commands"},
    {"eintegration", "StepError", false, get_eintegration, "error of the time step"},
    {"eresidual", "Residual", false, get_eresidual, "what the energy audit does not explain"},
    {"eexchanged", "Exchanged", false, get_eexchanged, "energy exchanged so far, the measure of the audit"},
    {"audit", "Audit", false, get_audit, "error of the energy balance over the energy exchanged"},
    {"hash", "Hash", true, get_hash, "hash of the state, equal for bitwise identical states"},
};
enum { KEYWORDS = (int)(sizeof keywords / sizeof *keywords) };

static int find_keyword(const char *word)
{
    for (int k = 0; k < KEYWORDS; k++) {
        if (strcmp(keywords[k].keyword, word) == 0) return k;
    }
    return -1;
}

bool tsu_thermo_keyword_known(const char *word)
{
    return find_keyword(word) >= 0;
}

const char *tsu_thermo_keyword(int k, const char **doc)
{
    if (k >= KEYWORDS) return NULL;
    *doc = keywords[k].doc;
    return keywords[k].keyword;
}

const char *tsu_thermo_nearest_keyword(const char *word)
{
    const char *names[KEYWORDS + 1] = {0};
    for (int k = 0; k < KEYWORDS; k++) {
        names[k] = keywords[k].keyword;
    }
    return tsu_nearest_word(word, names);
}

tsu_status tsu_thermo_value(tsu_session *s, const char *keyword, double *out, tsu_error *err)
{
    const int k = find_keyword(keyword);
    if (k < 0) {
        const char *near = tsu_thermo_nearest_keyword(keyword);
        tsu_error_set(err, TSU_ERROR_INPUT, "unknown thermo keyword '%s'%s%s%s", keyword,
                      near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
        return tsu_error_lacks(err, tsu_text_is_no_value(keyword) ? TSU_LACKS_VALUE : TSU_LACKS_NOTHING,
                               TSU_ERROR_INPUT);
    }
    if (!s->world && strcmp(keyword, "step") == 0) {
        *out = 0.0;
        return TSU_OK;
    }
    const tsu_status status = tsu_session_need_world(s, keyword, err);
    if (status == TSU_OK) *out = keywords[k].get(s);
    return status;
}

tsu_status tsu_thermo_column(tsu_session *s, const char *column, double *out, tsu_error *err)
{
    if (find_keyword(column) >= 0) return tsu_thermo_value(s, column, out, err);
    return tsu_script_evaluate(s->script, column, out, err);
}

const char *tsu_thermo_title(const char *column)
{
    const int known = find_keyword(column);
    return known >= 0 ? keywords[known].title : column;
}

static tsu_status put(tsu_session *s, const char *text, tsu_error *err)
{
    tsu_growing_file *log = s->thermo->log;
    if (s->options.print) s->options.print(s->options.context, text, true, true);
    FILE *part = log ? tsu_growing_file_begin(log) : NULL;
    if (part && fputs(text, part) >= 0 && tsu_growing_file_end(log, true)) return TSU_OK;
    if (!log) return TSU_OK;
    return tsu_error_set(err, TSU_ERROR_IO, "`thermo_log` could not write %s: is the disk full?",
                         s->thermo->log_path);
}

/* What stands above a column: of a reference the first letters of its name, as LIGGGHTS has it. */
static void heading(const char *column, char out[TSU_NAME])
{
    if (find_keyword(column) >= 0)
        snprintf(out, TSU_NAME, "%s", tsu_thermo_title(column));
    else
        snprintf(out, TSU_NAME, "%.8s", column + 2);
}

static bool is_integer(const char *column)
{
    const int known = find_keyword(column);
    return known >= 0 && keywords[known].integer;
}

/* The usual columns have the volume besides where the box follows the particles or is deformed. */
static void add_volume(tsu_session *s)
{
    enum { USUAL = 4 };
    bool changes = false;
    for (int q = 0; q < 3; q++) {
        changes = changes || strchr("sm", s->world->boundary[q][0]) || strchr("sm", s->world->boundary[q][1]);
    }
    for (int k = 0; k < s->fixes.count; k++) {
        changes = changes || strncmp(s->fixes.object[k]->style, "deform", 6) == 0;
    }
    s->thermo->columns = USUAL + (changes ? 1 : 0);
    snprintf(s->thermo->column[USUAL], TSU_NAME, "vol");
}

tsu_status tsu_thermo_write_header(tsu_session *s, tsu_error *err)
{
    (void)err;
    char line[4096] = "", title[TSU_NAME];
    size_t used = 0;
    if (!s->thermo->custom) add_volume(s);
    for (int k = 0; k < s->thermo->columns && !s->thermo->multi; k++) {
        heading(s->thermo->column[k], title);
        used += (size_t)snprintf(line + used, sizeof line - used,
                                 is_integer(s->thermo->column[k]) ? "%8s " : "%14s ", title);
        if (used >= sizeof line - TSU_NAME - 2) break;
    }
    snprintf(line + used, sizeof line - used, "\n");
    return s->thermo->multi ? TSU_OK : put(s, line, err);
}

/* One value in the format of its column. User formats were checked when they were given. */
static void format_value(const tsu_session *s, int k, double value, char *text, size_t size)
{
    const tsu_thermo *t = s->thermo;
    const bool integer = is_integer(t->column[k]);
    const char *format = t->format[k][0] ? t->format[k] : integer ? t->format_int : t->format_float;
    if (strcmp(t->column[k], "hash") == 0) {
        snprintf(text, size, "%016" PRIx64, tsu_world_hash_state(s->world));
    } else if (format[0] && strpbrk(format, "di")) {
        char longer[32]; /* the user wrote %8d; the value is 64 bits wide */
        const size_t at = strcspn(format, "di");
        snprintf(longer, sizeof longer, "%.*sll%s", (int)at, format, format + at);
        snprintf(text, size, longer, (long long)value);
    } else if (format[0]) {
        snprintf(text, size, format, value);
    } else if (integer) {
        snprintf(text, size, "%8lld", (long long)value);
    } else {
        snprintf(text, size, "%14.8g", value);
    }
}

/* Particles that left the box are told of once. */
static void warn_lost(tsu_session *s)
{
    if (s->world->lost_policy != TSU_LOST_WARN || s->world->lost == 0 || s->thermo->warned_lost) return;
    s->thermo->warned_lost = true;
    const bool one = s->world->lost == 1;
    tsu_script_warn(s->script,
                    "%lld %s left the box by step %lld and %s gone; `thermo_modify lost error` stops "
                    "the run instead, `lost ignore` suppresses this message",
                    (long long)s->world->lost, one ? "particle has" : "particles have",
                    (long long)s->world->step, one ? "is" : "are");
}

tsu_status tsu_thermo_write_line(tsu_session *s, tsu_error *err)
{
    char line[8192] = "", text[256], title[TSU_NAME];
    double value[TSU_THERMO_MAX] = {0};
    size_t used = 0;
    if (s->thermo->multi)
        used = (size_t)snprintf(line, sizeof line,
                                "---------------- Step %8lld ----- CPU = %11.4f (sec) ----------------\n",
                                (long long)s->world->step, get_cpu(s));
    for (int k = 0; k < s->thermo->columns; k++) {
        const tsu_status status = tsu_thermo_column(s, s->thermo->column[k], &value[k], err);
        if (status != TSU_OK) return status;
        format_value(s, k, value[k], text, sizeof text);
        heading(s->thermo->column[k], title);
        const bool end = s->thermo->multi && (k % 3 == 2 || k + 1 == s->thermo->columns);
        used += s->thermo->multi ? (size_t)snprintf(line + used, sizeof line - used, "%-8s = %s %s", title,
                                                    text, end ? "\n" : "")
                                 : (size_t)snprintf(line + used, sizeof line - used, "%s ", text);
        if (used >= sizeof line - 300) break;
    }
    if (!s->thermo->multi) snprintf(line + used, sizeof line - used, "\n");
    const tsu_status status = put(s, line, err);
    warn_lost(s);
    tsu_session_watch_energy(s, false);
    if (s->options.thermo) s->options.thermo(s->options.context, s, value);
    return status;
}
