# SPDX-License-Identifier: Apache-2.0
# Kick, drift and sum give the same bits where four doubles are a vector and where they are a struct, as for a GPU.
# usage: test_quads.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
if ! command -v g++ >/dev/null; then
    echo "skipped: g++ is not installed"
    exit 0
fi
cat >quads.cpp <<'END'
#include "step/kick.h"
#include "step/sum.h"
#include <cstdio>
static double draw()
{
    static unsigned long long state = 88172645463325252ull;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (double)(state >> 11) / 9007199254740992.0 - 0.5;
}
static tsu_v4 four()
{
    tsu_v4 v = {draw(), draw(), draw(), draw()};
    return v;
}
static void show(const char *what, const tsu_v4 &v)
{
    std::printf("%s %a %a %a %a\n", what, v[0], v[1], v[2], v[3]);
}
int main()
{
    for (int n = 0; n < 2000; n++) {
        tsu_kick k = {};
        k.dt = 0.01 + draw() * draw();
        for (int q = 0; q < 3; q++) {
            k.lo[q] = n % 3 ? -0.45 : -INFINITY;
            k.hi[q] = n % 3 ? 0.45 : INFINITY;
            k.lattice[q] = n % 2 ? 6755399441055744.0 * 1.0e-18 : 0.0;
        }
        k.lo[3] = -INFINITY;
        k.hi[3] = INFINITY;
        tsu_v4 x = four(), v = four(), w = four(), f = four(), t = four(), by, record[2] = {four(), four()}, roll = four();
        f[3] = t[3] = 0.0;
        tsu_sum_contact(&f, &t, n % 2 ? 1.0 : -1.0, tsu_contact_arm(draw(), record[0][3]), &record[0], &record[1]);
        tsu_sum_roll(&t, n % 2 ? 1.0 : -1.0, &roll);
        show("f", f);
        show("t", t);
        f[3] = t[3] = 0.0;
        tsu_kick_by(&v, &f, n % 5, 0.5 * k.dt, &by);
        tsu_kick_row(&v, &f, n % 5, 0.5 * k.dt);
        tsu_kick_row(&w, &t, n % 7, 0.5 * k.dt);
        tsu_drifting d = {};
        for (int steps = 0; steps < 3; steps++) {
            tsu_drift_row(&x, steps % 2 ? &w : &v, n % 11, n % 3 == 0 && n % 2 == 0, &k, &d);
        }
        const tsu_drift made = tsu_drift_of(&d);
        show("by", by);
        show("x", x);
        show("v", v);
        show("w", w);
        std::printf("%a %a\n", made.furthest2, made.outside);
    }
}
END
for kind in vector plain; do
    flag=
    [ $kind = plain ] && flag=-DTSU_PLAIN_QUADS
    g++ -std=c++20 -O2 -ffp-contract=off -Wno-psabi $flag -I"$source/src" -I"$source/include" quads.cpp -o $kind || { fail "no program with quads as $kind"; exit 1; }
    ./$kind >$kind.txt || fail "quads as $kind"
done
cmp vector.txt plain.txt || fail "other bits"
[ "$(wc -l <plain.txt)" = 14000 ] || fail "$(wc -l <plain.txt) lines"
grep -q ' 0x1p+0$' plain.txt || fail "nobody went out of the box"
exit $failed
