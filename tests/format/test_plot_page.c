/* SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "format/plot_page.h"
#include "io/atomic_file.h"

static char folder[64];

static char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static char *read_all(const char *path)
{
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    fseek(in, 0, SEEK_END);
    const long size = ftell(in);
    rewind(in);
    char *text = calloc(1, (size_t)size + 1);
    assert_int_equal(fread(text, 1, (size_t)size, in), size);
    fclose(in);
    return text;
}

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/tsubu_plot_XXXXXX");
    return mkdtemp(folder) ? 0 : -1;
}

/* Fails if anything but what a test removed itself is left behind: no temporary files may remain. */
static int remove_folder(void **state)
{
    (void)state;
    return rmdir(folder);
}

static tsu_plot_page *sample(const double *x, const double *y, size_t n)
{
    tsu_plot_page *page = NULL;
    tsu_plot_chart chart = tsu_plot_chart_default("loop \"one\"", "overlap [m]", NULL);
    const tsu_plot_series series = tsu_plot_series_default("a</script><b>");
    const char *head[] = {"name", "value"}, *cells[] = {"k<1", "2", NULL, "3\n4"};
    chart.log_y = true;
    chart.link = 7;
    assert_int_equal(tsu_plot_page_create(&page, "<title> & 粒", NULL, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_add_heading(page, "first", NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_add_chart(page, &chart, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_add_series(page, &series, x, y, n, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_add_series(page, &series, NULL, y, n, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_add_table(page, "numbers", "from a book", 2, head, 2, cells, NULL),
                     TSU_OK);
    return page;
}

/* The JSON between the data tags. */
static char *data_of(char *html)
{
    char *begin = strstr(html, "id=\"data\">");
    assert_non_null(begin);
    begin = strchr(begin, '\n') + 1;
    char *end = strstr(begin, "</script>");
    assert_non_null(end);
    *end = '\0';
    return begin;
}

/* Brackets outside strings are balanced and no string is left open: the page's parser would accept it. */
static void check_balanced(const char *json)
{
    char stack[64];
    int depth = 0;
    for (const char *c = json; *c; c++) {
        if (*c == '"') {
            for (c++; *c != '"'; c++) {
                assert_true((unsigned char)*c >= 0x20);
                if (*c == '\\') c++;
            }
        } else if (*c == '{' || *c == '[') {
            stack[depth++] = *c;
            assert_true(depth < 64);
        } else if (*c == '}' || *c == ']') {
            assert_true(depth > 0 && stack[--depth] == (*c == '}' ? '{' : '['));
            assert_true(c[1] != '{' && c[1] != '[');
        }
    }
    assert_int_equal(depth, 0);
}

static void test_page_is_whole_and_escaped(void **state)
{
    (void)state;
    const double x[] = {0.1, 1.0 / 3.0, 5e-324}, y[] = {1.0, NAN, -INFINITY};
    tsu_plot_page *page = sample(x, y, 3);
    char *path = path_of("page.html");
    assert_int_equal(tsu_plot_page_write(page, path, NULL), TSU_OK);
    char *html = read_all(path);
    assert_non_null(strstr(html, "<title>&lt;title&gt; &amp; 粒</title>"));
    assert_non_null(strstr(html, "default-src 'none'"));
    assert_null(strstr(html, "http:"));
    assert_null(strstr(html, "https:"));
    const char *json = data_of(html);
    check_balanced(json);
    assert_non_null(strstr(json, "\"x\":[0.10000000000000001,0.33333333333333331,4.9406564584124654e-324]"));
    assert_non_null(strstr(json, "\"y\":[1,null,null]"));
    assert_non_null(strstr(json, "a\\u003c/script>\\u003cb>"));
    assert_non_null(strstr(json, "\"title\":\"loop \\u0022one\\u0022\""));
    assert_non_null(strstr(json, "\"logX\":false,\"logY\":true"));
    assert_non_null(strstr(json, "\"link\":7,\"linkBy\":\"x\""));
    assert_non_null(strstr(json, "[\"\",\"3\\u000a4\"]"));
    free(html);
    tsu_plot_page_destroy(page);
    assert_int_equal(unlink(path), 0);
}

/* A page that ends in a chart is closed too, and can be continued after it was written. */
static void test_page_can_be_written_twice(void **state)
{
    (void)state;
    const double y[] = {1.0, 2.0};
    tsu_plot_page *page = sample(y, y, 2);
    const tsu_plot_chart chart = tsu_plot_chart_default("last", "x", "y");
    const tsu_plot_series series = tsu_plot_series_default("second");
    char *path = path_of("page.html");
    assert_int_equal(tsu_plot_page_add_chart(page, &chart, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_write(page, path, NULL), TSU_OK);
    char *first = read_all(path);
    const char *json = data_of(first);
    check_balanced(json);
    assert_null(strstr(json, "\"second\""));
    assert_int_equal(tsu_plot_page_add_series(page, &series, y, y, 2, NULL), TSU_OK);
    assert_int_equal(tsu_plot_page_write(page, path, NULL), TSU_OK);
    char *second = read_all(path);
    json = data_of(second);
    check_balanced(json);
    assert_non_null(strstr(json, "\"second\""));
    free(first);
    free(second);
    tsu_plot_page_destroy(page);
    assert_int_equal(unlink(path), 0);
}

static void test_bad_requests_are_refused(void **state)
{
    (void)state;
    tsu_error err = {0};
    const double y[] = {1.0, 2.0};
    tsu_plot_page *page = sample(y, y, 2); /* ends with a table */
    tsu_plot_series series = tsu_plot_series_default("lonely");
    assert_int_equal(tsu_plot_page_add_series(page, &series, y, y, 2, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "lonely"));
    const tsu_plot_chart chart = tsu_plot_chart_default("c", "x", "y");
    assert_int_equal(tsu_plot_page_add_chart(page, &chart, &err), TSU_OK);
    series.width = -1.0;
    assert_int_equal(tsu_plot_page_add_series(page, &series, y, y, 2, &err), TSU_ERROR_INPUT);
    assert_non_null(strstr(err.message, "-1"));
    series.width = 1.0;
    series.style = (tsu_plot_style)99;
    assert_int_equal(tsu_plot_page_add_series(page, &series, y, y, 2, &err), TSU_ERROR_INPUT);
    assert_int_equal(tsu_plot_page_write(page, path_of("missing/page.html"), &err), TSU_ERROR_IO);
    assert_non_null(strstr(err.message, "missing/page.html"));
    tsu_plot_page_destroy(page);
    tsu_plot_page_destroy(NULL);
}

static void test_abandoned_file_leaves_the_old_one(void **state)
{
    (void)state;
    tsu_atomic_file file;
    char *path = path_of("data.txt");
    assert_int_equal(tsu_atomic_file_open(&file, path, NULL), TSU_OK);
    fputs("old", file.stream);
    assert_int_equal(access(path, F_OK), -1); /* not there before it is finished */
    assert_int_equal(tsu_atomic_file_finish(&file, NULL), TSU_OK);
    assert_int_equal(chmod(path, 0640), 0);

    assert_int_equal(tsu_atomic_file_open(&file, path, NULL), TSU_OK);
    fputs("half of the new", file.stream);
    tsu_atomic_file_abandon(&file);
    char *text = read_all(path);
    assert_string_equal(text, "old");
    free(text);

    assert_int_equal(tsu_atomic_file_open(&file, path, NULL), TSU_OK);
    fputs("new", file.stream);
    assert_int_equal(tsu_atomic_file_finish(&file, NULL), TSU_OK);
    text = read_all(path);
    assert_string_equal(text, "new");
    free(text);
    struct stat info;
    assert_int_equal(stat(path, &info), 0);
    assert_int_equal(info.st_mode & 0777, 0640);
    assert_int_equal(unlink(path), 0);
}

/* Finishing onto a folder cannot succeed: the error must say so and the temporary file must go. */
static void test_failed_finish_cleans_up(void **state)
{
    (void)state;
    tsu_error err = {0};
    tsu_atomic_file file;
    char *path = path_of("occupied");
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(tsu_atomic_file_open(&file, path, &err), TSU_OK);
    fputs("text", file.stream);
    assert_int_equal(tsu_atomic_file_finish(&file, &err), TSU_ERROR_IO);
    assert_non_null(strstr(err.message, "occupied"));
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_page_is_whole_and_escaped),
        cmocka_unit_test(test_page_can_be_written_twice),
        cmocka_unit_test(test_bad_requests_are_refused),
        cmocka_unit_test(test_abandoned_file_leaves_the_old_one),
        cmocka_unit_test(test_failed_finish_cleans_up),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
