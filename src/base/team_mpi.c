/* SPDX-License-Identifier: Apache-2.0 */
#ifdef TSU_HAVE_MPI
#include "base/team.h"
#include "base/team_launch.h"
#ifdef __GLIBC__
#include <malloc.h>
#endif
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { TAG = 7, PIECE = 1 << 30 /* MPI counts bytes with an int */ };

static int own_rank, team_size = 1;
static clock_t waited;

/* When parts move on, ranks take and give back the same megabytes; the system would clear them again each time. */
static void keep_memory(void)
{
#ifdef __GLIBC__
    enum { LARGE = 32 << 20, LEFT = 256 << 20 };
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, LEFT);
#endif
}

/* A program that nobody started as one of several does without MPI: starting it takes time, and some machines let it run in jobs only. */
int tsu_team_start(int *argc, char ***argv)
{
    int provided;
    const int launched = tsu_team_launched();
    if (launched <= 1) return 1;
    keep_memory();
    MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &team_size);
    return launched;
}

int tsu_team_rank(void)
{
    return own_rank;
}

int tsu_team_size(void)
{
    return team_size;
}

void tsu_team_end(void)
{
    if (team_size > 1) MPI_Finalize();
}

void tsu_team_abort(int code)
{
    if (team_size > 1) MPI_Abort(MPI_COMM_WORLD, code);
}

static int piece_of(size_t bytes)
{
    return bytes < PIECE ? (int)bytes : PIECE;
}

/* MPI waits by looking again and again, which takes a core. */
static void wait_patiently(MPI_Request *request)
{
    int done = 0;
    for (int k = 0; !done; k++) {
        MPI_Test(request, &done, MPI_STATUS_IGNORE);
        if (!done && k > 100) nanosleep(&(struct timespec){0, 200000}, NULL);
    }
}

enum { CALL_SHARE = 1, CALL_COLLECT, CALL_DEAL, EXIT_NOT_ALIKE = 70 };

/* In builds for tests: what all ranks do together must be the same. A branch that ranks take differently would otherwise let them wait for
 * ever, or take one message for another. */
static void do_alike(int64_t call, size_t bytes)
{
#ifdef TSU_CHECK_TEAM
    const int64_t mine[4] = {call, -call, (int64_t)bytes, -(int64_t)bytes};
    int64_t least[4];
    MPI_Allreduce(mine, least, 4, MPI_INT64_T, MPI_MIN, MPI_COMM_WORLD);
    if (least[0] == -least[1] && least[2] == -least[3]) return;
    MPI_Abort(MPI_COMM_WORLD, EXIT_NOT_ALIKE); /* which says who ended the job, with this code */
#else
    (void)call;
    (void)bytes;
#endif
}

void tsu_team_share(void *data, size_t bytes, bool patient)
{
    if (team_size > 1) do_alike(CALL_SHARE, bytes);
    for (size_t at = 0; at < bytes && team_size > 1; at += PIECE) {
        MPI_Request request;
        MPI_Ibcast((char *)data + at, piece_of(bytes - at), MPI_BYTE, 0, MPI_COMM_WORLD, &request);
        if (patient)
            wait_patiently(&request);
        else
            MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

void tsu_team_collect(const void *mine, size_t bytes, void *all)
{
    const clock_t begin = clock();
    do_alike(CALL_COLLECT, bytes);
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD);
    waited += clock() - begin;
}

static MPI_Request collecting = MPI_REQUEST_NULL;

void tsu_team_collect_begin(const void *mine, size_t bytes, void *all)
{
    do_alike(CALL_COLLECT, bytes);
    MPI_Iallgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, MPI_COMM_WORLD, &collecting);
}

void tsu_team_collect_end(void)
{
    const clock_t begin = clock();
    MPI_Wait(&collecting, MPI_STATUS_IGNORE);
    waited += clock() - begin;
}

void tsu_team_deal(const int64_t *mine, int64_t *theirs)
{
    do_alike(CALL_DEAL, 0);
    MPI_Alltoall(mine, 1, MPI_INT64_T, theirs, 1, MPI_INT64_T, MPI_COMM_WORLD);
}

double tsu_team_waited(void)
{
    return (double)waited / CLOCKS_PER_SEC;
}

void tsu_team_send(int to, const void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE) {
        MPI_Send((const char *)data + at, piece_of(bytes - at), MPI_BYTE, to, TAG, MPI_COMM_WORLD);
    }
}

void tsu_team_receive(int from, void *data, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += PIECE) {
        MPI_Recv((char *)data + at, piece_of(bytes - at), MPI_BYTE, from, TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

static int pieces(size_t bytes)
{
    return (int)((bytes + PIECE - 1) / PIECE);
}

struct tsu_team_route {
    int count;
    bool begun;
    MPI_Request request[];
};

static int requests_of(const tsu_team_letter *letter, int letters)
{
    int count = 0;
    for (int k = 0; k < letters; k++) {
        count += pieces(letter[k].in_bytes) + pieces(letter[k].out_bytes);
    }
    return count;
}

/* Receives come first, so that what arrives finds its place. */
static tsu_team_route *prepare(const tsu_team_letter *letter, int letters)
{
    const size_t count = (size_t)requests_of(letter, letters);
    tsu_team_route *r = malloc(sizeof *r + (count + 1) * sizeof *r->request);
    if (!r) return NULL;
    r->count = 0;
    r->begun = false;
    for (int k = 0; k < letters; k++) {
        for (size_t at = 0; at < letter[k].in_bytes; at += PIECE) {
            MPI_Recv_init((char *)letter[k].in + at, piece_of(letter[k].in_bytes - at), MPI_BYTE,
                          letter[k].rank, TAG, MPI_COMM_WORLD, &r->request[r->count++]);
        }
    }
    for (int k = 0; k < letters; k++) {
        for (size_t at = 0; at < letter[k].out_bytes; at += PIECE) {
            MPI_Send_init((char *)letter[k].out + at, piece_of(letter[k].out_bytes - at), MPI_BYTE,
                          letter[k].rank, TAG, MPI_COMM_WORLD, &r->request[r->count++]);
        }
    }
    return r;
}

tsu_team_route *tsu_team_route_make(const tsu_team_letter *letter, int letters)
{
    return prepare(letter, letters);
}

void tsu_team_route_free(tsu_team_route *r)
{
    if (!r) return;
    tsu_team_route_end(r);
    for (int k = 0; k < r->count; k++) {
        MPI_Request_free(&r->request[k]);
    }
    free(r);
}

void tsu_team_route_begin(tsu_team_route *r)
{
    if (r->count > 0) MPI_Startall(r->count, r->request);
    r->begun = true;
}

void tsu_team_route_end(tsu_team_route *r)
{
    if (!r->begun) return;
    const clock_t begin = clock();
    MPI_Waitall(r->count, r->request, MPI_STATUSES_IGNORE);
    r->begun = false;
    waited += clock() - begin;
}

bool tsu_team_exchange(tsu_team_letter *letter, int letters)
{
    tsu_team_route *r = prepare(letter, letters);
    if (!r) return false;
    tsu_team_route_begin(r);
    tsu_team_route_free(r);
    return true;
}
#endif
