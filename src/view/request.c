/* SPDX-License-Identifier: Apache-2.0 */
#include "view/request.h"
#include "base/system.h"
#include "step/wall/wall.h"
#include "view/json.h"
#include <stdio.h>
#include <string.h>

tsu_status tsu_gate_init(tsu_gate *gate, tsu_error *err)
{
    static const char digits[] = "0123456789abcdef";
    unsigned char random[TSU_TOKEN_LENGTH / 2];
    *gate = (tsu_gate){0};
    if (!tsu_system_random(random, sizeof random))
        return tsu_error_set(err, TSU_ERROR_IO, "the system gives no random numbers for the page's address");
    for (size_t k = 0; k < sizeof random; k++) {
        gate->token[2 * k] = digits[random[k] >> 4];
        gate->token[2 * k + 1] = digits[random[k] & 15];
    }
    return TSU_OK;
}

/* ---- who may ask ------------------------------------------------------------------------------------------------------- */

/* Pages of other sites can make a browser send requests here; their names betray them. */
static bool is_own_name(const tsu_gate *gate, const char *name)
{
    char own[2][40];
    snprintf(own[0], sizeof own[0], "127.0.0.1:%u", gate->port);
    snprintf(own[1], sizeof own[1], "localhost:%u", gate->port);
    return strcmp(name, own[0]) == 0 || strcmp(name, own[1]) == 0;
}

static bool is_own_origin(const tsu_gate *gate, const char *origin)
{
    return strncmp(origin, "http://", 7) == 0 && is_own_name(gate, origin + 7);
}

/* In a time that does not depend on where they differ. */
static bool is_token(const tsu_gate *gate, const char *word)
{
    unsigned char differs = 0;
    for (int k = 0; k < TSU_TOKEN_LENGTH; k++) {
        if (word[k] == '\0') return false;
        differs |= (unsigned char)(word[k] ^ gate->token[k]);
    }
    return differs == 0;
}

/* ---- queries ------------------------------------------------------------------------------------------------------------ */

static bool read_count(const char *word, uint64_t *out)
{
    uint64_t value = 0;
    if (!*word) return false;
    for (; *word; word++) {
        if (*word < '0' || *word > '9' || value > UINT64_C(900000000000000)) return false;
        value = 10 * value + (uint64_t)(*word - '0');
    }
    *out = value;
    return true;
}

static bool read_signed(const char *word, int64_t *out)
{
    uint64_t value;
    if (!read_count(word, &value)) return false;
    *out = (int64_t)value;
    return true;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef", lower = (char)(c >= 'A' && c <= 'F' ? c + 32 : c);
    const char *at = c ? strchr(digits, lower) : NULL;
    return at ? (int)(at - digits) : -1;
}

/* Undoes %XX in place; false if it is broken or hides a control character. */
static bool unescape(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++, to++) {
        *to = *from == '+' ? ' ' : *from;
        if (*from != '%') continue;
        const int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
        if (low < 0 || 16 * high + low < 0x20) return false;
        *to = (char)(16 * high + low);
        from += 2;
    }
    *to = '\0';
    return true;
}

static bool read_fields(char *list, tsu_request *r)
{
    for (char *save = NULL, *word = strtok_r(list, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
        if (r->fields == TSU_REQUEST_FIELDS || strlen(word) >= TSU_REQUEST_NAME) return false;
        snprintf(r->field[r->fields++], TSU_REQUEST_NAME, "%s", word);
    }
    return true;
}

/* The second of a contact: an id, or wall:NAME. */
static bool read_partner(const char *word, tsu_request *r)
{
    if (strncmp(word, "wall:", 5) != 0) return read_count(word, &r->j) && r->j > 0;
    if (strlen(word + 5) >= sizeof r->wall || word[5] == '\0') return false;
    snprintf(r->wall, sizeof r->wall, "%s", word + 5);
    return true;
}

/* A name that is too long is nobody's: it is not found, as any other that is not. */
static bool read_name(const char *word, tsu_request *r)
{
    snprintf(r->name, sizeof r->name, "%s", strlen(word) < sizeof r->name ? word : "");
    return true;
}

/* A folder of its own: letters, digits, - and _, so that no name leads elsewhere. */
static bool read_folder(const char *word, tsu_request *r)
{
    enum { LONGEST = 40 };
    const size_t plain = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_");
    if (plain == 0 || plain > LONGEST || word[plain] != '\0' || word[0] == '-') return false;
    snprintf(r->keep, sizeof r->keep, "%s", word);
    return true;
}

static bool read_language(const char *word, tsu_request *r)
{
    r->japanese = strcmp(word, "ja") == 0;
    return r->japanese || strcmp(word, "en") == 0;
}

static bool read_parameter(const char *key, char *value, tsu_request *r)
{
    if (strcmp(key, "after") == 0) return read_count(value, &r->after);
    if (strcmp(key, "run") == 0) return read_count(value, &r->run) && r->run <= 1;
    if (strcmp(key, "index") == 0) return read_signed(value, &r->index);
    if (strcmp(key, "max") == 0) return read_signed(value, &r->most);
    if (strcmp(key, "fields") == 0) return read_fields(value, r);
    if (strcmp(key, "from") == 0) return read_count(value, &r->from);
    if (strcmp(key, "id") == 0) return read_count(value, &r->id);
    if (strcmp(key, "i") == 0) return read_count(value, &r->i);
    if (strcmp(key, "j") == 0) return read_partner(value, r);
    if (strcmp(key, "name") == 0) return read_name(value, r);
    if (strcmp(key, "keep") == 0) return read_folder(value, r);
    if (strcmp(key, "language") == 0) return read_language(value, r);
    for (int k = 0; k < TSU_TABLES; k++) {
        if (strcmp(key, tsu_table_names[k]) == 0) return read_count(value, &r->table_from[k]);
    }
    return true; /* of a later version perhaps */
}

static bool read_query(char *query, tsu_request *r)
{
    for (char *save = NULL, *part = strtok_r(query, "&", &save); part; part = strtok_r(NULL, "&", &save)) {
        char *value = strchr(part, '=');
        if (value) *value++ = '\0';
        if (!value || !unescape(part) || !unescape(value) || !read_parameter(part, value, r)) return false;
    }
    if (r->kind == TSU_ASK_PARTICLE) return r->id > 0;
    if (r->kind == TSU_ASK_CONTACT) return r->i > 0 && (r->j > 0 || r->wall[0]) && r->i != r->j;
    return true;
}

/* ---- requests ------------------------------------------------------------------------------------------------------------- */

const char *const tsu_request_paths[] = {"",        "info",    "frame", "series",  "particle",
                                         "contact", "control", "files", "picture", "icon",
                                         "deck",    "check",   "run",   "kept",    NULL};

static int find_kind(const char *rest)
{
    for (int k = 0; tsu_request_paths[k]; k++) {
        if (strcmp(rest, tsu_request_paths[k]) == 0) return k;
    }
    return -1;
}

int tsu_request_read(const tsu_gate *gate, const tsu_request_line *line, tsu_request *request)
{
    char path[TSU_REQUEST_PATH + 1];
    *request = (tsu_request){.index = -1};
    if (!line->host || !is_own_name(gate, line->host)) return 403;
    if (line->origin && !is_own_origin(gate, line->origin)) return 403;
    if (strlen(line->path) > TSU_REQUEST_PATH) return 414;
    snprintf(path, sizeof path, "%s", line->path);
    char *query = strchr(path, '?');
    if (query) *query++ = '\0';
    if (path[0] != '/' || !is_token(gate, path + 1) || path[1 + TSU_TOKEN_LENGTH] != '/') return 404;
    const int kind = find_kind(path + 2 + TSU_TOKEN_LENGTH);
    if (kind < 0) return 404;
    request->kind = (tsu_request_kind)kind;
    const bool post = strcmp(line->method, "POST") == 0,
               get = strcmp(line->method, "GET") == 0 || strcmp(line->method, "HEAD") == 0;
    const bool told = kind == TSU_ASK_CONTROL || kind == TSU_ASK_CHECK || kind == TSU_ASK_RUN;
    if (told ? !post : !get) return 405;
    char nothing[1] = "";
    return read_query(query ? query : nothing, request) ? 200 : 400;
}

size_t tsu_request_room(const tsu_request *r)
{
    return r->kind == TSU_ASK_CHECK || r->kind == TSU_ASK_RUN ? TSU_REQUEST_DECK : TSU_REQUEST_BODY;
}

const char *tsu_request_excuse(int status)
{
    static const struct {
        int status;
        const char *text;
    } excuses[] = {{400, "invalid request\n"},           {403, "this server answers its own page only\n"},
                   {404, "there is nothing here\n"},     {405, "this method is not for this path\n"},
                   {413, "the body is too long\n"},      {414, "the path is too long\n"},
                   {503, "the run is busy; ask again\n"}};
    for (size_t k = 0; k < sizeof excuses / sizeof *excuses; k++) {
        if (excuses[k].status == status) return excuses[k].text;
    }
    return "it failed\n";
}

/* ---- steering --------------------------------------------------------------------------------------------------------------- */

/* The numbers of an array of exactly `count`. */
static bool read_numbers(const char *body, const tsu_json_value *value, int at, int count, double *out)
{
    int have = 0;
    if (at < 0 || value[at].kind != TSU_JSON_ARRAY) return false;
    for (int k = at + 1; k < value[at].next; k = value[k].next, have++) {
        if (have == count || value[k].kind != TSU_JSON_NUMBER) return false;
        out[have] = tsu_json_get_number(body, value, k, 0.0);
    }
    return have == count;
}

/* A change of the run: its word is that of a journal. */
static bool read_steer(const char *body, const tsu_json_value *value, const char *word, tsu_control *control)
{
    const int kind = tsu_steer_find(word);
    tsu_steer *c = &control->change;
    if (kind < 0) return false;
    control->word = TSU_CONTROL_STEER;
    c->kind = (tsu_steer_kind)kind;
    const double i = tsu_json_get_number(body, value, tsu_json_find(body, value, 0, "i"), 0.0),
                 j = tsu_json_get_number(body, value, tsu_json_find(body, value, 0, "j"), 0.0);
    control->time = tsu_json_get_number(body, value, tsu_json_find(body, value, 0, "time"), 0.0);
    if (!(i >= 0.0 && i < 1000.0 && j >= 0.0 && j < 1000.0 && control->time >= 0.0 && control->time < 1.0e9))
        return false;
    c->pair[0] = (int)i;
    c->pair[1] = (int)j;
    const size_t length = strlen(control->name);
    if (length >= sizeof c->mesh) return false;
    memcpy(c->mesh, control->name, length + 1);
    const bool mesh = c->kind != TSU_STEER_GRAVITY && c->kind != TSU_STEER_FRICTION;
    if (mesh && (!c->mesh[0] || strpbrk(c->mesh, " \t"))) return false; /* a word of a journal */
    return read_numbers(body, value, tsu_json_find(body, value, 0, "value"), tsu_steer_values(c->kind),
                        c->value);
}

bool tsu_control_read(const char *body, size_t size, tsu_control *control)
{
    enum { VALUES = 32 };
    static const char *const words[] = {"pause", "resume", "step", "stop", "start", "open"};
    tsu_json_value value[VALUES];
    char word[16];
    *control = (tsu_control){.steps = 1};
    if (size > TSU_REQUEST_BODY || tsu_json_read(body, size, value, VALUES) < 1) return false;
    if (!tsu_json_get_string(body, value, tsu_json_find(body, value, 0, "do"), word, sizeof word))
        return false;
    const double steps = tsu_json_get_number(body, value, tsu_json_find(body, value, 0, "steps"), 1.0);
    if (!(steps >= 1.0 && steps <= 1.0e9)) return false;
    control->steps = (int64_t)steps;
    tsu_json_get_string(body, value, tsu_json_find(body, value, 0, "name"), control->name,
                        sizeof control->name);
    const int beside = tsu_json_find(body, value, 0, "beside");
    if (beside >= 0 && !tsu_json_get_string(body, value, beside, control->beside, sizeof control->beside))
        return false;
    for (int k = 0; k < (int)(sizeof words / sizeof *words); k++) {
        if (strcmp(words[k], word) != 0) continue;
        control->word = (tsu_control_word)k;
        return control->word < TSU_CONTROL_START || control->name[0] != '\0';
    }
    return read_steer(body, value, word, control);
}
