/* SPDX-License-Identifier: Apache-2.0 */
/* resume_parts.h - the words that say which laws a history belongs to. */
#ifndef TSU_STEP_RESUME_RESUME_PARTS_H
#define TSU_STEP_RESUME_RESUME_PARTS_H

#include "step/resume/resume.h"

/* The laws in words, with the settings that are not the default. */
void tsu_resume_laws_text(const tsu_lawset *laws, char text[TSU_LAWS_TEXT]);

#endif
