/* SPDX-License-Identifier: Apache-2.0 */
#include "view/server.h"
#include <stdlib.h>
#include <string.h>

#ifdef TSU_HAVE_MICROHTTPD

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CONNECTIONS = 192, IDLE_SECONDS = 30, HEADER_BYTES = 24 << 10, STACK_BYTES = 256 << 10 };

struct tsu_server {
    struct MHD_Daemon *daemon;
    tsu_view_source source;
    tsu_gate gate;
    char address[96], policy[320];
};

typedef struct call { /* a request under way */
    char *path;       /* with its query, as it came */
    bool seen;        /* its headers have come */
    size_t size;      /* of the body */
    bool too_long;
    char body[TSU_REQUEST_DECK];
} call;

static const char policy[] = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; "
                             "connect-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; "
                             "frame-ancestors ";

static enum MHD_Result send_answer(struct MHD_Connection *connection, const tsu_server *server,
                                   const tsu_answer *a)
{
    struct MHD_Response *r =
        MHD_create_response_from_buffer(a->body.size, a->body.data ? (void *)a->body.data : (void *)"",
                                        a->body.data ? MHD_RESPMEM_MUST_FREE : MHD_RESPMEM_PERSISTENT);
    if (!r) {
        free(a->body.data);
        return MHD_NO;
    }
    if (a->type) MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_TYPE, a->type);
    if (a->gzip) MHD_add_response_header(r, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
    MHD_add_response_header(r, MHD_HTTP_HEADER_CACHE_CONTROL, "no-store");
    MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
    MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
    MHD_add_response_header(r, "Content-Security-Policy", server->policy);
    const enum MHD_Result result = MHD_queue_response(connection, (unsigned)a->status, r);
    MHD_destroy_response(r);
    return result;
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *data, size_t *size,
                              void **request)
{
    (void)url;
    (void)version;
    tsu_server *server = context;
    call *c = *request;
    if (!c) return MHD_NO;
    if (!c->seen) {
        c->seen = true;
        return MHD_YES;
    }
    const size_t more = *size;
    if (more > 0) { /* a part of the body */
        const size_t room = sizeof c->body - c->size, n = more < room ? more : room;
        memcpy(c->body + c->size, data, n);
        c->size += n;
        c->too_long = c->too_long || n < more;
        *size = 0;
        return MHD_YES;
    }
    const tsu_request_line line = {
        .method = method,
        .path = c->path,
        .host = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_HOST),
        .origin = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_ORIGIN)};
    tsu_request asked;
    int status = tsu_request_read(&server->gate, &line, &asked);
    if (status == 200 && (c->too_long || c->size > tsu_request_room(&asked))) status = 413;
    const tsu_answer a = status == 200 ? tsu_view_answer(&server->source, &asked, c->body, c->size)
                                       : tsu_answer_refuse(status);
    return send_answer(connection, server, &a);
}

/* The path as it came, query included, before anything is undone in it. */
static void *begin_call(void *context, const char *uri, struct MHD_Connection *connection)
{
    (void)context;
    (void)connection;
    call *c = calloc(1, sizeof *c);
    if (c) c->path = strdup(uri);
    if (c && c->path) return c;
    free(c);
    return NULL;
}

static void end_call(void *context, struct MHD_Connection *connection, void **request,
                     enum MHD_RequestTerminationCode code)
{
    (void)context;
    (void)connection;
    (void)code;
    call *c = *request;
    if (c) free(c->path);
    free(c);
    *request = NULL;
}

/* The library writes its complaints about clients nowhere. */
static void say_nothing(void *context, const char *format, va_list arguments)
{
    (void)context;
    (void)format;
    (void)arguments;
}

/* A socket of our own, so that the port is known before the first client can come. */
static int listen_on(int port, unsigned *chosen)
{
    enum { WAITING = 64 };
    struct sockaddr_in local = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof local;
    const int one = 1, s = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (s < 0) return -1;
    setsockopt(s, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(s, (const struct sockaddr *)&local, sizeof local) == 0 && listen(s, WAITING) == 0 &&
        getsockname(s, (struct sockaddr *)&local, &size) == 0) {
        *chosen = ntohs(local.sin_port);
        return s;
    }
    close(s);
    return -1;
}

static struct MHD_Daemon *start_daemon(tsu_server *server, int port)
{
    const int s = listen_on(port, &server->gate.port);
    if (s < 0) return NULL;
    snprintf(server->address, sizeof server->address, "http://127.0.0.1:%u/%s/", server->gate.port,
             server->gate.token);
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ERROR_LOG | MHD_USE_POLL, 0,
        NULL, NULL, handle, server, MHD_OPTION_EXTERNAL_LOGGER, say_nothing, NULL, MHD_OPTION_LISTEN_SOCKET,
        s, MHD_OPTION_URI_LOG_CALLBACK, begin_call, NULL, MHD_OPTION_NOTIFY_COMPLETED, end_call, NULL,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)IDLE_SECONDS, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)HEADER_BYTES,
        MHD_OPTION_THREAD_STACK_SIZE, (size_t)STACK_BYTES, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
    if (!daemon) close(s);
    return daemon;
}

tsu_status tsu_server_start(tsu_server **out, const tsu_view_source *source, int port, tsu_error *err)
{
    *out = NULL;
    tsu_server *server = calloc(1, sizeof *server);
    if (!server) return tsu_error_set(err, TSU_ERROR_MEMORY, "no memory for a server");
    server->source = *source;
    snprintf(server->policy, sizeof server->policy, "%s%s", policy,
             source->framed ? "http://localhost:* http://127.0.0.1:*" : "'none'");
    tsu_status status = tsu_gate_init(&server->gate, err);
    if (status == TSU_OK) server->daemon = start_daemon(server, port);
    if (status == TSU_OK && !server->daemon)
        status =
            port > 0
                ? tsu_error_set(err, TSU_ERROR_IO,
                                "port %d of 127.0.0.1 cannot be opened (is it in use?); without --port the "
                                "system chooses one",
                                port)
                : tsu_error_set(err, TSU_ERROR_IO, "no port of 127.0.0.1 can be opened for the page");
    if (status == TSU_OK)
        *out = server;
    else
        free(server);
    return status;
}

void tsu_server_stop(tsu_server *server)
{
    if (!server) return;
    MHD_stop_daemon(server->daemon);
    free(server);
}

const char *tsu_server_address(const tsu_server *server)
{
    return server->address;
}

#else

tsu_status tsu_server_start(tsu_server **out, const tsu_view_source *source, int port, tsu_error *err)
{
    (void)source;
    (void)port;
    *out = NULL;
    return tsu_error_set(err, TSU_ERROR_UNSUPPORTED,
                         "this build serves no page: libmicrohttpd was missing when it was made (Debian: "
                         "libmicrohttpd-dev)");
}

void tsu_server_stop(tsu_server *server)
{
    (void)server;
}

const char *tsu_server_address(const tsu_server *server)
{
    (void)server;
    return "";
}

#endif
