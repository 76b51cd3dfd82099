// SPDX-License-Identifier: Apache-2.0
// lists.cu - how lists are made on a GPU: a kernel for each task of making.h, and the sums and sorts of CUB.
#include "cuda/backend.h"
#include "cuda/lists_cuda.h"
#include "cuda/making_meshes.h"
#include "cuda/making_walls.h"
#include <cub/cub.cuh>

cudaError_t tsu_gpu_cuda_wrong = cudaSuccess;

bool tsu_gpu_cuda_well(cudaError_t e)
{
    if (e != cudaSuccess && tsu_gpu_cuda_wrong == cudaSuccess) tsu_gpu_cuda_wrong = e;
    return e == cudaSuccess;
}

namespace {

enum { THREADS = 128, BLOCKS_MOST = 1 << 20, BLOCKS_OF_SUMS = 528 };

template <tsu_gpu_task TASK> __device__ void run(const tsu_gpu_making *m, int64_t k)
{
#define CALL(name, function)                                                                                 \
    if constexpr (TASK == name) function(m, k);
    TSU_GPU_TASKS(CALL)
#undef CALL
}

template <tsu_gpu_task TASK>
__global__ void __launch_bounds__(THREADS) task_kernel(const __grid_constant__ tsu_gpu_making m, int64_t n)
{
    const int64_t stride = (int64_t)gridDim.x * THREADS;
    for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < n; k += stride) {
        run<TASK>(&m, k);
    }
}

// An exact sum of each block, and then of all.
__global__ void __launch_bounds__(THREADS) powers_kernel(const __grid_constant__ tsu_gpu_making m, int64_t n)
{
    __shared__ tsu_gpu_exact sum;
    enum { WORDS = sizeof sum / sizeof(int64_t) };
    int64_t *word = reinterpret_cast<int64_t *>(&sum), *to = reinterpret_cast<int64_t *>(&m.extent->power);
    const int64_t stride = (int64_t)gridDim.x * THREADS;
    for (int q = threadIdx.x; q < WORDS; q += THREADS) {
        word[q] = 0;
    }
    __syncthreads();
    for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < n; k += stride) {
        tsu_gpu_add_exact(&sum, tsu_gpu_power(&m, k));
    }
    __syncthreads();
    for (int q = threadIdx.x; q < WORDS; q += THREADS) {
        if (word[q] != 0) tsu_gpu_add(&to[q], word[q]);
    }
}

int blocks_for(int64_t n, int64_t most)
{
    const int64_t needed = (n + THREADS - 1) / THREADS;
    return (int)(needed < most ? needed : most);
}

} // namespace

bool tsu_gpu_cuda_each(tsu_gpu_task task, int64_t n, const tsu_gpu_making *m)
{
#define KERNEL(name, function) task_kernel<name>,
    static void (*const kernel[])(tsu_gpu_making, int64_t) = {TSU_GPU_TASKS(KERNEL)};
#undef KERNEL
    if (n == 0) return true;
    kernel[task]<<<blocks_for(n, BLOCKS_MOST), THREADS>>>(*m, n);
    return tsu_gpu_cuda_well(cudaGetLastError());
}

bool tsu_gpu_cuda_powers(const tsu_gpu_making *m, int64_t n)
{
    if (n == 0) return true;
    powers_kernel<<<blocks_for(n, BLOCKS_OF_SUMS), THREADS>>>(*m, n);
    return tsu_gpu_cuda_well(cudaGetLastError());
}

size_t tsu_gpu_cuda_scratch(int64_t n)
{
    size_t scan = 0, sort = 0;
    uint32_t *none = nullptr;
    (void)cub::DeviceScan::ExclusiveSum(nullptr, scan, none, none, n);
    (void)cub::DeviceRadixSort::SortPairs(nullptr, sort, none, none, none, none, n);
    return scan > sort ? scan : sort;
}

bool tsu_gpu_cuda_scan(uint32_t *number, int64_t n, tsu_gpu_scratch scratch)
{
    return tsu_gpu_cuda_well(cub::DeviceScan::ExclusiveSum(scratch.at, scratch.bytes, number, number, n));
}

bool tsu_gpu_cuda_sort(uint32_t *const key[2], uint32_t *const value[2], int64_t n, int bits, tsu_gpu_scratch scratch)
{
    return tsu_gpu_cuda_well(
        cub::DeviceRadixSort::SortPairs(scratch.at, scratch.bytes, key[0], key[1], value[0], value[1], n, 0, bits));
}
