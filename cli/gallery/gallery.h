/* SPDX-License-Identifier: Apache-2.0 */
/* gallery.h - the examples as a list in the browser; one that is started runs as a program of its own, with its own page, in a folder
 * that is removed afterwards. */
#ifndef TSU_CLI_GALLERY_GALLERY_H
#define TSU_CLI_GALLERY_GALLERY_H

#include "view/source.h"

typedef struct tsu_gallery tsu_gallery;

/* `folder` holds one folder per example; NULL: that of the installation or of the source tree. Runs of decks that were edited on the page are
 * kept in folders of `work`, which is made with the first. */
tsu_status tsu_gallery_create(tsu_gallery **gallery, const char *folder, const char *work, tsu_error *err);
/* Ends what it has started. */
void tsu_gallery_destroy(tsu_gallery *gallery);
tsu_view_source tsu_gallery_source(tsu_gallery *gallery);

#endif
