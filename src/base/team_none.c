/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TSU_HAVE_MPI
#include "base/team.h"
#include "base/team_launch.h"
#include <stdlib.h>
#include <string.h>

int tsu_team_start(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    return tsu_team_launched();
}

int tsu_team_rank(void)
{
    return 0;
}

int tsu_team_size(void)
{
    return 1;
}

void tsu_team_end(void)
{
}

void tsu_team_abort(int code)
{
    (void)code;
}

void tsu_team_share(void *data, size_t bytes, bool patient)
{
    (void)data;
    (void)bytes;
    (void)patient;
}

void tsu_team_collect(const void *mine, size_t bytes, void *all)
{
    memcpy(all, mine, bytes);
}

void tsu_team_deal(const int64_t *mine, int64_t *theirs)
{
    *theirs = *mine;
}

double tsu_team_waited(void)
{
    return 0.0;
}

void tsu_team_send(int to, const void *data, size_t bytes)
{
    (void)to;
    (void)data;
    (void)bytes;
}

void tsu_team_receive(int from, void *data, size_t bytes)
{
    (void)from;
    (void)data;
    (void)bytes;
}

bool tsu_team_exchange(tsu_team_letter *letter, int letters)
{
    (void)letter;
    return letters == 0;
}

struct tsu_team_route {
    int none;
};

tsu_team_route *tsu_team_route_make(const tsu_team_letter *letter, int letters)
{
    (void)letter;
    return letters == 0 ? calloc(1, sizeof(tsu_team_route)) : NULL;
}

void tsu_team_route_free(tsu_team_route *r)
{
    free(r);
}

void tsu_team_route_begin(tsu_team_route *r)
{
    (void)r;
}

void tsu_team_route_end(tsu_team_route *r)
{
    (void)r;
}

void tsu_team_collect_begin(const void *mine, size_t bytes, void *all)
{
    memcpy(all, mine, bytes);
}

void tsu_team_collect_end(void)
{
}
#endif
