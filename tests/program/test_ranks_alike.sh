# SPDX-License-Identifier: Apache-2.0
# In builds for tests ranks that do not do the same together end the job with a code of its own, in place of waiting for ever: a collective must not lie
# in a branch that ranks take differently.
. "$2/tests/lib.sh"
command -v mpirun >/dev/null && command -v mpicc >/dev/null || { echo "no mpirun or mpicc here"; exit 0; }
start=(timeout 60 mpirun --oversubscribe --allow-run-as-root)
if ! "${start[@]}" -n 2 true >/dev/null 2>&1; then echo "mpirun does not work here"; exit 0; fi

cat >alike.c <<'END'
#include "base/team.h"
#include <string.h>

int main(int argc, char **argv)
{
    double mine = 1.0, all[3] = {0.0};
    tsu_team_start(&argc, &argv);
    const char *what = argc > 1 ? argv[1] : "nothing";
    for (int k = 0; k < 100; k++) {
        tsu_team_collect_begin(&mine, sizeof mine, all);
        tsu_team_collect_end();
    }
    if (strcmp(what, "call") == 0 && tsu_team_rank() == 1)
        tsu_team_share(&mine, sizeof mine, false);
    else if (strcmp(what, "size") == 0 && tsu_team_rank() == 2)
        tsu_team_collect(&mine, sizeof mine / 2, all);
    else
        tsu_team_collect(&mine, sizeof mine, all);
    tsu_team_end();
    return all[2] == 1.0 ? 0 : 1;
}
END
mpicc -std=c17 -D_GNU_SOURCE -DTSU_HAVE_MPI -DTSU_CHECK_TEAM -I"$source/src" alike.c "$source/src/base/team_mpi.c" -o alike || fail "does not compile"
"${start[@]}" -n 3 ./alike >alike.out 2>&1 || fail "ranks that act alike: $(cat alike.out)"
# mpirun ends with the code of the rank that ended the job; its words are lost now and then.
"${start[@]}" -n 3 ./alike call >call.out 2>&1
status=$?
[ $status = 70 ] || fail "another call of one rank: exit code $status, not 70: $(cat call.out)"
"${start[@]}" -n 3 ./alike size >size.out 2>&1
status=$?
[ $status = 70 ] || fail "another size of one rank: exit code $status, not 70: $(cat size.out)"
exit $failed
