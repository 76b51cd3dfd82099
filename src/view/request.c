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

static bool read_parameter(const char *key, char *value, tsu_request *r)
{
    if (strcmp(key, "after") == 0) return read_count(value, &r->after);
    if (strcmp(key, "index") == 0) return read_signed(value, &r->index);
    if (strcmp(key, "max") == 0) return read_signed(value, &r->most);
    if (strcmp(key, "fields") == 0) return read_fields(value, r);
    if (strcmp(key, "energy") == 0) return read_count(value, &r->energy_from);
    if (strcmp(key, "thermo") == 0) return read_count(value, &r->thermo_from);
    if (strcmp(key, "from") == 0) return read_count(value, &r->from);
    if (strcmp(key, "id") == 0) return read_count(value, &r->id);
    if (strcmp(key, "i") == 0) return read_count(value, &r->i);
    if (strcmp(key, "j") == 0) return read_partner(value, r);
    if (strcmp(key, "name") == 0) return read_name(value, r);
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

static int find_kind(const char *rest)
{
    static const char *const paths[] = {"",        "info",    "frame", "series",  "particle",
                                        "contact", "control", "files", "picture", "icon"};
    for (int k = 0; k < (int)(sizeof paths / sizeof *paths); k++) {
        if (strcmp(rest, paths[k]) == 0) return k;
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
    if (kind == TSU_ASK_CONTROL ? !post : !get) return 405;
    char nothing[1] = "";
    return read_query(query ? query : nothing, request) ? 200 : 400;
}

const char *tsu_request_excuse(int status)
{
    static const struct {
        int status;
        const char *text;
    } excuses[] = {{400, "the request makes no sense\n"}, {403, "this server answers its own page only\n"},
                   {404, "there is nothing here\n"},      {405, "this method is not for this path\n"},
                   {413, "the body is too long\n"},       {414, "the path is too long\n"},
                   {503, "the run is busy; ask again\n"}};
    for (size_t k = 0; k < sizeof excuses / sizeof *excuses; k++) {
        if (excuses[k].status == status) return excuses[k].text;
    }
    return "it failed\n";
}

/* ---- steering --------------------------------------------------------------------------------------------------------------- */

bool tsu_control_read(const char *body, size_t size, tsu_control *control)
{
    enum { VALUES = 32 };
    static const char *const words[] = {"pause", "resume", "step", "stop", "start"};
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
    for (int k = 0; k < (int)(sizeof words / sizeof *words); k++) {
        if (strcmp(words[k], word) != 0) continue;
        control->word = (tsu_control_word)k;
        return control->word != TSU_CONTROL_START || control->name[0] != '\0';
    }
    return false;
}
