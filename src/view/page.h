/* SPDX-License-Identifier: Apache-2.0 */
/* page.h - the page itself, which lies in the program. */
#ifndef TSU_VIEW_PAGE_H
#define TSU_VIEW_PAGE_H

#include "view/source.h"

tsu_answer tsu_page_answer(void);
/* What a browser shows beside the title. It comes from here so that the page needs no pictures but the server's own. */
tsu_answer tsu_page_icon(void);
/* Whether this build has the page; if not, a client gets a plain text that says so. */
bool tsu_page_available(void);

#endif
