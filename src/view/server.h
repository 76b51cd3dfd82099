/* SPDX-License-Identifier: Apache-2.0 */
/* server.h - answers on 127.0.0.1 for a source, by threads of its own. */
#ifndef TSU_VIEW_SERVER_H
#define TSU_VIEW_SERVER_H

#include "view/source.h"

typedef struct tsu_server tsu_server;

/* Starts a server on a port (0: the system chooses). The source must live until the server has stopped. Fails with a
 * sentence in builds without libmicrohttpd. */
tsu_status tsu_server_start(tsu_server **server, const tsu_view_source *source, int port, tsu_error *err);
/* Waits for the answers that are under way. NULL is fine. */
void tsu_server_stop(tsu_server *server);
/* http://127.0.0.1:PORT/TOKEN/ */
const char *tsu_server_address(const tsu_server *server);

#endif
