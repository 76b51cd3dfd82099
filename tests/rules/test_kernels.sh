# SPDX-License-Identifier: Apache-2.0
# The kernels are CUDA, as clang reads it: what runs on the GPU calls nothing of the host, launches have the arguments of their kernels,
# and these fit. No toolkit is needed; where there is one, test_device.sh compiles them.
# usage: test_kernels.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
if ! command -v clang >/dev/null; then
    echo "skipped: clang is not installed"
    exit 0
fi
cd "$source" || exit 1

read_as_cuda() { # FILE SIDE: what clang has to say
    clang -x cuda --cuda-"$2"-only -nocudainc -nocudalib --cuda-gpu-arch=sm_70 -Wno-unknown-cuda-version -std=c++20 -fsyntax-only \
        -Wno-deprecated-anon-enum-enum-conversion -Wno-undefined-internal -D__CUDACC__ -include tests/rules/cuda/cuda_runtime.h -Itests/rules/cuda -Isrc -Iinclude "$1" 2>&1
}

for file in src/cuda/*.cu; do
    for side in host device; do
        said=$(read_as_cuda "$file" $side) || fail "$file, for the $side: $said"
        [ -z "$said" ] || echo "$said"
    done
done

# A function of the host in a kernel is found.
sed 's/tsu_gpu_turn_over(&g);/puts("");/' src/cuda/kernels.cu >"$work/kernels.cu"
if said=$(read_as_cuda "$work/kernels.cu" device); then fail "a kernel that calls the host must be found"; fi
grep -q "call to __host__ function from __global__ function" <<<"$said" || fail "$said"
exit $failed
