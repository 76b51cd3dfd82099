/* SPDX-License-Identifier: Apache-2.0 */
/* page.h - the page itself, which lies in the program. */
#ifndef TSU_VIEW_PAGE_H
#define TSU_VIEW_PAGE_H

#include "view/source.h"

tsu_answer tsu_page_answer(void);
/* Whether this build has the page; if not, a client gets a plain text that says so. */
bool tsu_page_available(void);

#endif
