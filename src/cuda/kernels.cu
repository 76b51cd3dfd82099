// SPDX-License-Identifier: Apache-2.0
// kernels.cu - memory and loops of a GPU. What a thread does with its contact or particle is in contact.h and row.h; here is who does
// which, and how what they found comes together.
#define TSU_LANES_OF_BLOCK 1
#include "cuda/backend.h"
#include "cuda/contact.h"
#include "cuda/lists_cuda.h"
#include "cuda/row.h"
#include "cuda/sums.h"
#include <cuda_runtime.h>
#include <cstdio>

namespace {

enum { THREADS = 128, WARP = 32, BLOCKS_PER_PROCESSOR = 8, BLOCKS_LEAST = 4 };

int processors = 1;

bool well(cudaError_t e)
{
    return tsu_gpu_cuda_well(e);
}

// ---- sums of a block: threads of a warp add up among each other, warps in shared memory, blocks in that of the device ---------------

struct block_sums {
    long long low[TSU_TALLY_SUMS], high[TSU_TALLY_SUMS];
    unsigned long long size[TSU_TALLY_SUMS];
    unsigned used;
    long long touching;
};

__device__ void begin_sums(block_sums *b)
{
    if (threadIdx.x < TSU_TALLY_SUMS) {
        b->low[threadIdx.x] = b->high[threadIdx.x] = 0;
        b->size[threadIdx.x] = 0;
    }
    if (threadIdx.x == 0) {
        b->used = 0;
        b->touching = 0;
    }
    __syncthreads();
}

__device__ long long add_warp(long long n)
{
    for (int far = WARP / 2; far > 0; far /= 2) {
        n += __shfl_xor_sync(0xffffffffu, n, far);
    }
    return n;
}

__device__ unsigned long long join_warp(unsigned long long bits)
{
    for (int far = WARP / 2; far > 0; far /= 2) {
        bits |= __shfl_xor_sync(0xffffffffu, bits, far);
    }
    return bits;
}

// All threads of a warp come here together; those without a contact have found nothing.
__device__ void add_found(const tsu_gpu_view &g, const tsu_gpu_found &found, block_sums *b)
{
    const bool first = threadIdx.x % WARP == 0;
    const unsigned sums = __reduce_or_sync(0xffffffffu, found.sums);
    const int touching = __popc(__ballot_sync(0xffffffffu, found.touching));
    if (sums == 0) return;
    if (first) {
        atomicOr(&b->used, sums);
        atomicAdd((unsigned long long *)&b->touching, (unsigned long long)touching);
    }
#pragma unroll
    for (int s = 0; s <= TSU_SUM_WALL_WORK; s++) {
        if (!(sums >> s & 1)) continue;
        int64_t quanta = 0;
        unsigned long long size = 0;
        if (found.sums >> s & 1) {
            if (g.measured) size = tsu_gpu_size(&g, s, found.energy[s]);
            if (!tsu_gpu_quanta(&g, s, found.energy[s], &quanta)) {
                quanta = 0;
                tsu_gpu_add_large(&g, s, found.energy[s]);
            }
        }
        const long long all = add_warp(quanta), low = all & 0xffffffffll;
        if (g.measured) size = join_warp(size);
        if (!first) continue;
        atomicAdd((unsigned long long *)&b->low[s], (unsigned long long)low);
        atomicAdd((unsigned long long *)&b->high[s], (unsigned long long)((all - low) / (1ll << 32)));
        if (g.measured) atomicOr(&b->size[s], size);
    }
}

__device__ void end_sums(const tsu_gpu_view &g, const block_sums *b)
{
    __syncthreads();
    const int s = threadIdx.x;
    if (s == 0) {
        tsu_gpu_join(&g.sums->used, b->used);
        tsu_gpu_add(&g.sums->touching, b->touching);
    }
    if (s >= TSU_TALLY_SUMS || !(b->used >> s & 1)) return;
    tsu_gpu_add(&g.sums->low[s], b->low[s]);
    tsu_gpu_add(&g.sums->high[s], b->high[s]);
    if (g.measured) tsu_gpu_join(&g.sums->size[s], b->size[s]);
}

// ---- kernels -------------------------------------------------------------------------------------------------------------------------

// Models that are constants, and those that the view names (-1).
template <int NORMAL, int COHESION, int TANGENTIAL, int ROLLING>
__global__ void __launch_bounds__(THREADS, BLOCKS_LEAST) pairs_kernel(const __grid_constant__ tsu_gpu_view g)
{
    __shared__ block_sums sums;
    if (g.turn->stop) return;
    constexpr tsu_gpu_choice choice = {NORMAL < 0, {NORMAL, COHESION, TANGENTIAL, ROLLING}};
    begin_sums(&sums);
    const int64_t stride = (int64_t)gridDim.x * THREADS, whole = (g.pairs.count + WARP - 1) / WARP * WARP;
    for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < whole; k += stride) {
        tsu_gpu_found found = {};
        if (k < g.pairs.count) tsu_gpu_pair(&g, k, choice, &found);
        add_found(g, found, &sums);
    }
    end_sums(g, &sums);
}

__global__ void __launch_bounds__(THREADS, BLOCKS_LEAST)
    wall_kernel(const __grid_constant__ tsu_gpu_view g, const __grid_constant__ tsu_gpu_wall wall)
{
    __shared__ block_sums sums;
    if (g.turn->stop) return;
    constexpr tsu_gpu_choice any = {true, {0, 0, 0, 0}};
    begin_sums(&sums);
    const int64_t stride = (int64_t)gridDim.x * THREADS, whole = (wall.list.count + WARP - 1) / WARP * WARP;
    for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < whole; k += stride) {
        tsu_gpu_found found = {};
        if (k < wall.list.count) tsu_gpu_at_wall(&g, &wall, k, any, &found);
        add_found(g, found, &sums);
    }
    end_sums(g, &sums);
}

__global__ void __launch_bounds__(THREADS) rows_kernel(const __grid_constant__ tsu_gpu_view g)
{
    __shared__ unsigned long long furthest2;
    __shared__ unsigned outside, not_finite;
    if (g.turn->stop) return;
    if (threadIdx.x == 0) furthest2 = outside = not_finite = 0;
    __syncthreads();
    const int64_t stride = (int64_t)gridDim.x * THREADS;
    double furthest = 0.0;
    for (int64_t i = (int64_t)blockIdx.x * THREADS + threadIdx.x; i < g.rows; i += stride) {
        tsu_gpu_moved moved;
        tsu_gpu_row(&g, i, &moved);
        furthest = moved.furthest2 > furthest ? moved.furthest2 : furthest;
        if (moved.outside) outside = 1;
        if (moved.not_finite) not_finite = 1;
    }
    atomicMax(&furthest2, (unsigned long long)__double_as_longlong(furthest)); // none is negative
    __syncthreads();
    if (threadIdx.x > 0) return;
    atomicMax((unsigned long long *)&g.sums->furthest2, furthest2);
    if (outside) tsu_gpu_join(&g.sums->outside, 1);
    if (not_finite) tsu_gpu_join(&g.sums->not_finite, 1);
}

__global__ void turn_kernel(const __grid_constant__ tsu_gpu_view g)
{
    tsu_gpu_turn_over(&g);
}

int blocks_for(int64_t n)
{
    const int64_t most = (int64_t)processors * BLOCKS_PER_PROCESSOR, needed = (n + THREADS - 1) / THREADS;
    return (int)(needed < most ? needed : most);
}

// The combinations that decks use most have a kernel of their own.
struct instance {
    int normal, cohesion, tangential, rolling;
    void (*kernel)(tsu_gpu_view);
};

const instance instances[] = {
    {TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_OFF,
     pairs_kernel<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_OFF>},
    {TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_EPSD2,
     pairs_kernel<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_EPSD2>},
    {TSU_GPU_EDINBURGH, TSU_GPU_OFF, TSU_GPU_JKR_TAN, TSU_GPU_EPSD3,
     pairs_kernel<TSU_GPU_EDINBURGH, TSU_GPU_OFF, TSU_GPU_JKR_TAN, TSU_GPU_EPSD3>},
};

// ---- the table -----------------------------------------------------------------------------------------------------------------------

bool open_device(tsu_gpu_about *about)
{
    int devices = 0;
    cudaDeviceProp properties;
    size_t free = 0, all = 0;
    if (!well(cudaGetDeviceCount(&devices)) || !well(devices > 0 ? cudaSuccess : cudaErrorNoDevice)) return false;
    if (!well(cudaGetDeviceProperties(&properties, 0)) || !well(cudaMemGetInfo(&free, &all))) return false;
    processors = properties.multiProcessorCount;
    snprintf(about->name, sizeof about->name, "%s", properties.name);
    about->bytes = (double)all;
    about->free = (double)free;
    return true;
}

void *allocate(size_t bytes)
{
    void *memory = nullptr;
    return well(cudaMalloc(&memory, bytes > 0 ? bytes : 1)) ? memory : nullptr;
}

void release(void *memory)
{
    (void)cudaFree(memory);
}

bool write(void *to, const void *from, size_t bytes)
{
    return bytes == 0 || well(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
}

bool read(void *to, const void *from, size_t bytes)
{
    return bytes == 0 || well(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
}

bool clear(void *memory, size_t bytes)
{
    return well(cudaMemsetAsync(memory, 0, bytes));
}

bool pairs(const tsu_gpu_view *g)
{
    void (*kernel)(tsu_gpu_view) = pairs_kernel<-1, -1, -1, -1>;
    const int *s = g->pairs.laws.stage;
    for (const instance &i : instances) {
        if (i.normal == s[TSU_NORMAL] && i.cohesion == s[TSU_COHESION] && i.tangential == s[TSU_TANGENTIAL] &&
            i.rolling == s[TSU_ROLLING])
            kernel = i.kernel;
    }
    if (g->pairs.count == 0) return true;
    kernel<<<blocks_for(g->pairs.count), THREADS>>>(*g);
    return well(cudaGetLastError());
}

bool at_wall(const tsu_gpu_view *g, const tsu_gpu_wall *wall)
{
    if (wall->list.count == 0) return true;
    wall_kernel<<<blocks_for(wall->list.count), THREADS>>>(*g, *wall);
    return well(cudaGetLastError());
}

bool rows(const tsu_gpu_view *g)
{
    if (g->rows == 0) return true;
    rows_kernel<<<blocks_for(g->rows), THREADS>>>(*g);
    return well(cudaGetLastError());
}

bool turn(const tsu_gpu_view *g)
{
    turn_kernel<<<1, 1>>>(*g);
    return well(cudaGetLastError());
}

const char *fault(void)
{
    return cudaGetErrorString(tsu_gpu_cuda_wrong);
}

} // namespace

extern "C" const tsu_gpu_backend tsu_gpu_cuda = {.open = open_device,
                                                 .allocate = allocate,
                                                 .release = release,
                                                 .write = write,
                                                 .read = read,
                                                 .clear = clear,
                                                 .pairs = pairs,
                                                 .at_wall = at_wall,
                                                 .rows = rows,
                                                 .turn = turn,
                                                 .each = tsu_gpu_cuda_each,
                                                 .scratch = tsu_gpu_cuda_scratch,
                                                 .scan = tsu_gpu_cuda_scan,
                                                 .sort = tsu_gpu_cuda_sort,
                                                 .powers = tsu_gpu_cuda_powers,
                                                 .fault = fault};
