# SPDX-License-Identifier: Apache-2.0
# Every contact model, the surface, the sum of a contact, kick and drift compile as device code of CUDA, from the headers of the CPU.
# usage: test_device.sh PROGRAM SOURCE_TREE
set -euo pipefail
nvcc=$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)
if ! [ -x "$nvcc" ]; then
    echo "skipped: nvcc is not installed"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$2"
laws=$(grep -hoE '^TSU_FN void tsu_(normal|cohesion|tangential|rolling)_\w+\(const double \*p, tsu_contact \*c, double \*h\)' src/law/*.h |
    sed 's/.*void \(\w*\)(.*/\1/')
{
    for header in src/base/*.h src/shape/*.h src/law/*.h src/step/{kick,sum,rigid}.h; do
        printf '#include "%s"\n' "${header#src/}"
    done
    echo '__global__ void laws(const double *p, tsu_contact *c, double *h, int which) { switch (which) {'
    n=0
    for law in $laws; do
        echo "case $n: $law(p, c, h); break;"
        n=$((n + 1))
    done
    cat <<'END'
} }
__global__ void surface(tsu_contact *c, const tsu_motion *m)
{
    tsu_surface_reduce(c);
    tsu_surface_contact(c, m);
    tsu_contact_close_normal(c);
}
__global__ void rows(tsu_v4 *x, tsu_v4 *v, tsu_v4 *f, tsu_v4 *t, const tsu_kick *k, tsu_drifting *d)
{
    tsu_sum_contact(f, t, 1.0, tsu_contact_arm(1.0, 0.5), x, v);
    tsu_sum_roll(t, 1.0, x);
    tsu_kick_row(v, f, 1, 0.5 * k->dt);
    tsu_drift_row(x, v, 1, false, k, d);
}
END
} >"$work/device.cu"
# a function of the host that a kernel calls is an error only where --Werror makes it one
"$nvcc" -std=c++20 -arch=sm_90 -fmad=false --Werror cross-execution-space-call -Isrc -Iinclude -c "$work/device.cu" -o "$work/device.o"
number=$(echo "$laws" | wc -l)
[ "$number" -ge 25 ] || { echo "only $number functions of contact models were found" && exit 1; }
echo "device code: $number functions of contact models"
# the kernels of a step and of the lists
for name in kernels lists; do
    "$nvcc" -std=c++20 -arch=compute_90 -fmad=false --Werror cross-execution-space-call -Isrc -Iinclude -ptx src/cuda/$name.cu -o "$work/$name.ptx"
    echo "$name: $(grep -c '^\.visible \.entry\|^\.entry\|\.entry ' "$work/$name.ptx") kernels"
done
