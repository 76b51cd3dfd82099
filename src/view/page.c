/* SPDX-License-Identifier: Apache-2.0 */
#include "view/page.h"
#include "view_page.h" /* written by the build (cmake/page.cmake); of size 0 where it could not make the page */
#include <stdlib.h>
#include <string.h>

bool tsu_page_available(void)
{
    return view_page_size > 0;
}

static tsu_answer answer_copy(const void *text, size_t size, const char *type)
{
    tsu_bytes copy = {malloc(size), size};
    if (!copy.data) return tsu_answer_refuse(500);
    memcpy(copy.data, text, size);
    return tsu_answer_bytes(copy, type);
}

tsu_answer tsu_page_answer(void)
{
    static const char missing[] =
        "This program was built without the page: node and npm were missing (Debian: nodejs npm). The data "
        "is served anyway; see docs/view_protocol.md.\n";
    const bool there = tsu_page_available();
    if (!there) return answer_copy(missing, sizeof missing - 1, "text/plain; charset=utf-8");
    tsu_answer a = answer_copy(view_page, view_page_size, "text/html; charset=utf-8");
    a.gzip = a.status == 200;
    return a;
}

tsu_answer tsu_page_icon(void)
{
    static const char grains[] = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>"
                                 "<circle cx='16' cy='9' r='7' fill='#0b63bd'/>"
                                 "<circle cx='8.5' cy='22.5' r='7' fill='#3a9fd6'/>"
                                 "<circle cx='23.5' cy='22.5' r='7' fill='#d1530b'/></svg>\n";
    return answer_copy(grains, sizeof grains - 1, "image/svg+xml");
}
