/* SPDX-License-Identifier: Apache-2.0 */
/* language.c - in which language the program speaks: that of the environment, by the rules of gettext; and its sentences in Japanese.
 *
 * The library, logs and files speak English. What goes to the screen is compared with the formats of cli/messages/ja.po, and the words that
 * stand for %s, %d ... are put into the Japanese sentence, as %1$s, %2$d ..., wherever it has them; they may be sentences themselves. What
 * is not in the list stays as it is. */
#include "cli.h"
#include "messages.h"
#include <ctype.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 16, DEPTH = 4, ROOM = 4096 };

typedef struct sentence {
    char *english, *japanese;
    size_t letters; /* of the English format that are no conversion */
} sentence;

static struct {
    bool read;
    int count;
    sentence *sentence; /* those with most letters first */
} list;

typedef struct part {
    const char *at;
    size_t length;
} part;

static const char *setting(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

bool tsu_cli_japanese(void)
{
    const char *locale = setting("LC_ALL"), *language = setting("LANGUAGE");
    if (!locale) locale = setting("LC_MESSAGES");
    if (!locale) locale = setting("LANG");
    if (!locale || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0) return false;
    return strncmp(language ? language : locale, "ja", 2) == 0;
}

/* ---- the list ---------------------------------------------------------------------------------------------------------------- */

/* Behind the % of a conversion: how many bytes it has; its letter in *kind. */
static size_t conversion(const char *at, char *kind)
{
    size_t n = strspn(at, "0123456789$-+ #.*");
    n += strspn(at + n, "lzh");
    *kind = at[n];
    return n + (at[n] != '\0');
}

/* The text of `msgid "..."`, in place, with \n \" \\ as they are meant. */
static char *unquote(char *line)
{
    char *from = strchr(line, '"'), *to, *begin;
    if (!from) return NULL;
    begin = to = ++from;
    for (; *from && *from != '"'; from++) {
        if (*from == '\\' && from[1])
            from++, *to++ = *from == 'n' ? '\n' : *from;
        else
            *to++ = *from;
    }
    *to = '\0';
    return begin;
}

/* Sentences that hold another one go first: `COMMAND`: ..., ... (usage: ...). */
static size_t letters_of(const char *format)
{
    const char *end = format + strlen(format);
    const bool leads = strncmp(format, "`%", 2) == 0 || strncmp(format, "formula `%", 10) == 0;
    const bool place =
        leads && (strstr(format, ": at word %d") || (end - format > 6 && strcmp(end - 4, ": %s") == 0));
    size_t n = strstr(format, "(usage: %s)") ? 2000 : place ? 1000 : 0;
    for (char kind; *format; format++) {
        if (*format == '%' && format[1] != '%')
            format += conversion(format + 1, &kind);
        else
            n++;
    }
    return n;
}

static int by_letters(const void *a, const void *b)
{
    const size_t x = ((const sentence *)a)->letters, y = ((const sentence *)b)->letters;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void read_list(void)
{
    if (list.read) return;
    list.read = true;
    char *text = malloc(messages_ja_size + 1), *english = NULL;
    list.sentence = calloc(messages_ja_size / 16 + 1, sizeof *list.sentence);
    if (!text || !list.sentence) return;
    memcpy(text, messages_ja, messages_ja_size);
    text[messages_ja_size] = '\0';
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (strncmp(line, "msgid ", 6) == 0) english = unquote(line);
        if (strncmp(line, "msgstr ", 7) != 0 || !english || !*english) continue;
        list.sentence[list.count++] = (sentence){english, unquote(line), letters_of(english)};
    }
    qsort(list.sentence, (size_t)list.count, sizeof *list.sentence, by_letters);
}

/* ---- comparing --------------------------------------------------------------------------------------------------------------- */

/* Whether a piece of text may stand for a conversion. */
static bool may_stand(char kind, const char *at, size_t n)
{
    if (kind == 's') return true;
    if (kind == 'c') return n == 1;
    if (n == 0 || n > 40) return false;
    for (size_t k = 0; k < n; k++) {
        if (!strchr("0123456789+-.einfa ", at[k])) return false;
    }
    return true;
}

/* Lays the format over the text; the parts are what stands for its conversions. */
static bool fits(const char *format, const char *text, part *parts, int count)
{
    char kind;
    while (*format && *format != '%') {
        if (*format++ != *text++) return false;
    }
    if (!*format) return !*text;
    if (format[1] == '%') return *text == '%' && fits(format + 2, text + 1, parts, count);
    if (count == PARTS) return false;
    const size_t skip = 1 + conversion(format + 1, &kind), all = strlen(text);
    const bool beside =
        format[skip] == '%' && format[skip + 1] != '%'; /* of some side by side the first takes all */
    for (size_t k = 0; k <= all; k++) {
        const size_t n = beside ? all - k : k;
        parts[count] = (part){text, n};
        if (may_stand(kind, text, n) && fits(format + skip, text + n, parts, count + 1)) return true;
    }
    return false;
}

static size_t translate(const char *text, size_t length, char *out, size_t size, int depth);

static size_t put(char *out, size_t used, size_t size, const char *text, size_t n)
{
    for (size_t k = 0; k < n && used + 1 < size; k++) {
        out[used++] = text[k];
    }
    out[used] = '\0';
    return used;
}

/* The Japanese sentence with its parts; a part of several words may be a sentence of the list. */
static size_t fill(const char *japanese, const part *parts, char *out, size_t size, int depth)
{
    size_t used = 0;
    int next = 0;
    char kind;
    for (; *japanese; japanese++) {
        if (*japanese != '%') {
            used = put(out, used, size, japanese, 1);
        } else if (japanese[1] == '%') {
            used = put(out, used, size, japanese++, 1);
        } else {
            const int number = isdigit((unsigned char)japanese[1]) && strchr(japanese, '$')
                                   ? atoi(japanese + 1) - 1
                                   : next++;
            japanese += conversion(japanese + 1, &kind);
            if (number < 0 || number >= PARTS || !parts[number].at) continue;
            used += translate(parts[number].at, parts[number].length, out + used, size - used, depth + 1);
        }
    }
    out[used] = '\0';
    return used;
}

static size_t translate(const char *text, size_t length, char *out, size_t size, int depth)
{
    char own[ROOM];
    if (length >= sizeof own || depth > DEPTH || length < 2) return put(out, 0, size, text, length);
    snprintf(own, sizeof own, "%.*s", (int)length, text);
    for (int k = 0; k < list.count; k++) {
        part parts[PARTS] = {{0}};
        if (fits(list.sentence[k].english, own, parts, 0))
            return fill(list.sentence[k].japanese, parts, out, size, depth);
    }
    return put(out, 0, size, text, length);
}

const char *tsu_cli_say(const char *english, char *room, size_t size)
{
    return tsu_cli_japanese() && size > 0 ? tsu_cli_in_japanese(english, room, size) : english;
}

void tsu_cli_put(const char *format, ...)
{
    char text[2 * PATH_MAX], room[2 * PATH_MAX + ROOM];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fputs(tsu_cli_say(text, room, sizeof room), stdout);
}

const char *tsu_cli_in_japanese(const char *english, char *room, size_t size)
{
    read_list();
    size_t used = 0;
    room[0] = '\0';
    while (*english) { /* line by line, the break left out */
        const size_t n = strcspn(english, "\n");
        if (n > 0) used += translate(english, n, room + used, size - used, 0);
        english += n;
        if (*english) used = put(room, used, size, english++, 1);
    }
    return room;
}

int tsu_cli_columns(const char *text)
{
    int columns = 0;
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < 0x80 || c >= 0xc0) columns += c >= 0xe3 && c <= 0xef ? 2 : 1;
    }
    return columns;
}
