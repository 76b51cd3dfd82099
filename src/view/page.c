/* SPDX-License-Identifier: Apache-2.0 */
#include "view/page.h"
#include "view_page.h" /* written by the build (cmake/page.cmake); of size 0 where it could not make the page */
#include <stdlib.h>
#include <string.h>

bool tsu_page_available(void)
{
    return view_page_size > 0;
}

tsu_answer tsu_page_answer(void)
{
    static const char missing[] = "The page is not in this program: node and npm were not there when it was "
                                  "built (Debian: nodejs npm). The data "
                                  "is served all the same; see docs/view_protocol.md.\n";
    const bool there = tsu_page_available();
    const size_t size = there ? view_page_size : sizeof missing - 1;
    tsu_bytes copy = {malloc(size), size};
    if (!copy.data) return tsu_answer_refuse(500);
    memcpy(copy.data, there ? (const void *)view_page : missing, size);
    tsu_answer a = tsu_answer_bytes(copy, there ? "text/html; charset=utf-8" : "text/plain; charset=utf-8");
    a.gzip = there;
    return a;
}
