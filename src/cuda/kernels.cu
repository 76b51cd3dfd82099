// SPDX-License-Identifier: Apache-2.0
// kernels.cu - memory and loops of a GPU. What a thread does with its contact or particle is in contact.h and row.h; here is who does
// which, and how what they found comes together.
#define TSU_LANES_OF_BLOCK 1
#include "cuda/backend.h"
#include "cuda/contact.h"
#include "cuda/lists_cuda.h"
#include "cuda/row.h"
#include "cuda/sums.h"
#include <cstdio>
#include <cuda_runtime.h>

namespace
{

enum { THREADS = 128, WARP = 32, BLOCKS_PER_PROCESSOR = 8, BLOCKS_LEAST = 4, BLOCKS_AT_WALLS = 2 };

int processors = 1;

bool well(cudaError_t e)
{
    return tsu_gpu_cuda_well(e);
}

// ---- sums: each thread for itself, then the threads of a warp together, warps in shared memory, blocks in that of the device ----------

enum {
    SUMS = TSU_SUM_WALL_WORK + 1,
    TOGETHER = 64
}; // values that a thread adds up, at most: of a warp there are then 2^11

struct block_sums {
    long long low[TSU_TALLY_SUMS], high[TSU_TALLY_SUMS];
    unsigned long long size[TSU_TALLY_SUMS];
    unsigned used;
    long long touching;
};

// The quanta of each thread of the block lie in shared memory, since registers are dearer; `MASK` says which sums there can be.
__host__ __device__ constexpr int count_of(unsigned mask)
{
    return mask ? (int)(mask & 1) + count_of(mask >> 1) : 0;
}

__host__ __device__ constexpr int place_of(unsigned mask, int s)
{
    return count_of(mask & ((1u << s) - 1));
}

constexpr unsigned ALL_SUMS = (1u << SUMS) - 1;

template <unsigned MASK, bool MEASURED> struct thread_sums {
    long long (*quanta)[THREADS]; // [count_of(MASK)][THREADS]
    unsigned long long size[MEASURED ? SUMS : 1];
    unsigned used;
    int touching;
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

// Seldom.
__device__ __noinline__ void add_large(const tsu_gpu_view *g, int s, double a)
{
    tsu_gpu_add_large(g, s, a);
}

template <unsigned MASK, bool MEASURED> __device__ void begin_thread(thread_sums<MASK, MEASURED> *t)
{
#pragma unroll
    for (int s = 0; s < count_of(MASK); s++) {
        t->quanta[s][threadIdx.x] = 0;
    }
}

// MASK: sums that there can be.
template <unsigned MASK, bool MEASURED>
__device__ void note(const tsu_gpu_view &g, const tsu_gpu_found &found, thread_sums<MASK, MEASURED> *t)
{
    t->used |= found.sums;
    t->touching += found.touching;
    if (found.sums == 0) return;
#pragma unroll
    for (int s = 0; s < SUMS; s++) {
        int64_t quanta;
        if (!(MASK >> s & 1) || !(found.sums >> s & 1)) continue;
        if (MEASURED) t->size[s] |= tsu_gpu_size(&g, s, found.energy[s]);
        if (tsu_gpu_quanta(&g, s, found.energy[s], &quanta))
            t->quanta[place_of(MASK, s)][threadIdx.x] += quanta;
        else
            add_large(&g, s, found.energy[s]);
    }
}

// All threads of a warp come here together.
template <unsigned MASK, bool MEASURED>
__device__ void collect(const thread_sums<MASK, MEASURED> &t, block_sums *b)
{
    const bool first = threadIdx.x % WARP == 0;
    const unsigned used = __reduce_or_sync(0xffffffffu, t.used);
    const int touching = __reduce_add_sync(0xffffffffu, t.touching);
    if (first) {
        atomicOr(&b->used, used);
        atomicAdd((unsigned long long *)&b->touching, (unsigned long long)touching);
    }
#pragma unroll
    for (int s = 0; s < SUMS; s++) {
        if (!(MASK >> s & 1) || !(used >> s & 1)) continue;
        const long long all = add_warp(t.quanta[place_of(MASK, s)][threadIdx.x]), low = all & 0xffffffffll;
        const unsigned long long size = MEASURED ? join_warp(t.size[s]) : 0;
        if (!first) continue;
        atomicAdd((unsigned long long *)&b->low[s], (unsigned long long)low);
        atomicAdd((unsigned long long *)&b->high[s], (unsigned long long)((all - low) / (1ll << 32)));
        if (MEASURED) atomicOr(&b->size[s], size);
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

// Contacts between particles. Who the next one of a thread is, is on its way while it works on this one.
template <class CHOICE> struct pairs_work {
    const tsu_gpu_view &g;
    tsu_gpu_entry next = {};
    __device__ void start(int64_t k)
    {
        next = tsu_gpu_entry_of(&g.pairs, k);
    }
    __device__ void find(int64_t k, int64_t following, tsu_gpu_found *found)
    {
        const tsu_gpu_entry now = next;
        next = tsu_gpu_entry_of(&g.pairs, following);
        tsu_gpu_ask_pair(&g, following);
        tsu_gpu_pair(&g, k, now, CHOICE::models, found);
    }
};

template <class CHOICE> struct wall_work {
    const tsu_gpu_view &g;
    const tsu_gpu_wall &wall;
    __device__ void start(int64_t)
    {
    }
    __device__ void find(int64_t k, int64_t, tsu_gpu_found *found)
    {
        tsu_gpu_at_wall(&g, &wall, k, CHOICE::models, found);
    }
};

// Models that are constants, and those that a list names.
template <int NORMAL, int COHESION, int TANGENTIAL, int ROLLING> struct these {
    static constexpr tsu_gpu_choice models = {false, {NORMAL, COHESION, TANGENTIAL, ROLLING}};
};

struct any {
    static constexpr tsu_gpu_choice models = {true, {0, 0, 0, 0}};
};

// The contacts of a list, in pieces that a thread adds up by itself. Who has none left looks at the last one ahead.
template <unsigned MASK, bool MEASURED, class WORK>
__device__ void walk(const tsu_gpu_view &g, int64_t number, WORK work)
{
    __shared__ block_sums sums;
    __shared__ long long quanta[count_of(MASK)][THREADS];
    begin_sums(&sums);
    const unsigned count = (unsigned)number, stride = gridDim.x * THREADS,
                   whole = (count + WARP - 1) / WARP * WARP;
    const auto there = [=](unsigned index) { return index < count ? index : count - 1; };
    unsigned k = blockIdx.x * THREADS + threadIdx.x;
    if (k < whole) work.start(there(k));
    while (k < whole) {
        thread_sums<MASK, MEASURED> t = {.quanta = quanta};
        begin_thread(&t);
        for (int n = 0; n < TOGETHER && k < whole; n++, k += stride) {
            tsu_gpu_found found = {};
            if (k < count) work.find(k, there(k + stride), &found);
            note<MASK>(g, found, &t);
        }
        collect<MASK>(t, &sums);
    }
    end_sums(g, &sums);
}

// A thread for each index, and then for others.
template <class WORK> __device__ void each(int64_t n, WORK work)
{
    const int64_t stride = (int64_t)gridDim.x * THREADS;
    for (int64_t k = (int64_t)blockIdx.x * THREADS + threadIdx.x; k < n; k += stride) {
        work(k);
    }
}

// Once a particle has stopped the step the others may go on: the list before stays as it is.
__global__ void __launch_bounds__(THREADS)
    find_kernel(const __grid_constant__ tsu_gpu_view g, const __grid_constant__ tsu_gpu_wall mesh)
{
    if (g.turn->stop) return;
    each(mesh.mesh.near, [&](int64_t a) { tsu_gpu_find_contacts(&g, &mesh, a); });
}

// With the accounts that there can be, and the blocks that a multiprocessor shall have room for.
template <class CHOICE, unsigned ACCOUNTS, int BLOCKS, bool MEASURED>
__global__ void __launch_bounds__(THREADS, BLOCKS) pairs_kernel(const __grid_constant__ tsu_gpu_view g)
{
    if (g.turn->stop) return;
    walk<ACCOUNTS | 1u << TSU_SUM_ELASTIC, MEASURED>(g, g.pairs.count, pairs_work<CHOICE>{g});
}

template <class CHOICE, unsigned ACCOUNTS>
__global__ void __launch_bounds__(THREADS, BLOCKS_AT_WALLS)
    wall_kernel(const __grid_constant__ tsu_gpu_view g, const __grid_constant__ tsu_gpu_wall wall)
{
    if (g.turn->stop) return;
    walk<ACCOUNTS | 1u << TSU_SUM_ELASTIC | 1u << TSU_SUM_WALL_WORK, true>(g, wall.list.count,
                                                                           wall_work<CHOICE>{g, wall});
}

__global__ void __launch_bounds__(THREADS)
    wear_contacts_kernel(const __grid_constant__ tsu_gpu_view g, const __grid_constant__ tsu_gpu_wall mesh)
{
    if (g.turn->stop) return;
    each(mesh.list.count, [&](int64_t k) { tsu_gpu_wear_contact(&g, &mesh, k); });
}

__global__ void __launch_bounds__(THREADS)
    wear_triangles_kernel(const __grid_constant__ tsu_gpu_view g, const __grid_constant__ tsu_gpu_wall mesh)
{
    if (g.turn->stop) return;
    each(mesh.mesh.triangles, [&](int64_t t) { tsu_gpu_wear_triangle(&mesh, t); });
}

__global__ void __launch_bounds__(THREADS, BLOCKS_PER_PROCESSOR)
    rows_kernel(const __grid_constant__ tsu_gpu_view g)
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

int blocks_for(int64_t n, int each = BLOCKS_PER_PROCESSOR)
{
    const int64_t most = (int64_t)processors * each, needed = (n + THREADS - 1) / THREADS;
    return (int)(needed < most ? needed : most);
}

// The combinations that decks use most have kernels of their own: without and with a look at the largest energies, and at walls.
struct instance {
    int normal, cohesion, tangential, rolling;
    unsigned accounts;
    void (*pairs[2])(tsu_gpu_view);
    void (*wall)(tsu_gpu_view, tsu_gpu_wall);
    int blocks; // of pairs, that a multiprocessor has room for
};

template <int NORMAL, int COHESION, int TANGENTIAL, int ROLLING, unsigned ACCOUNTS, int BLOCKS>
constexpr instance make()
{
    typedef these<NORMAL, COHESION, TANGENTIAL, ROLLING> models;
    return {NORMAL,
            COHESION,
            TANGENTIAL,
            ROLLING,
            ACCOUNTS,
            {pairs_kernel<models, ACCOUNTS, BLOCKS, false>, pairs_kernel<models, ACCOUNTS, BLOCKS, true>},
            wall_kernel<models, ACCOUNTS>,
            BLOCKS};
}

constexpr unsigned HERTZ = 1u << TSU_ACCOUNT_NORMAL_DASHPOT | 1u << TSU_ACCOUNT_INTEGRATION,
                   SPRING = 1u << TSU_ACCOUNT_SLIDING | 1u << TSU_ACCOUNT_TANGENTIAL_DASHPOT |
                            1u << TSU_ACCOUNT_TANGENTIAL_HISTORY,
                   ROLLS = 1u << TSU_ACCOUNT_ROLLING_SLIP | 1u << TSU_ACCOUNT_ROLLING_HISTORY,
                   EDINBURGH =
                       HERTZ | SPRING | ROLLS | 1u << TSU_ACCOUNT_PLASTIC | 1u << TSU_ACCOUNT_ROLLING_DASHPOT;

const instance instances[] = {
    make<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_OFF, HERTZ | SPRING, 4>(),
    make<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_EPSD2, HERTZ | SPRING | ROLLS, 4>(),
    make<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_CDT, HERTZ | SPRING | ROLLS, 4>(),
    make<TSU_GPU_HERTZ, TSU_GPU_OFF, TSU_GPU_ELASTOPLASTIC, TSU_GPU_EPSD2, HERTZ | SPRING | ROLLS, 3>(),
    make<TSU_GPU_HOOKE, TSU_GPU_OFF, TSU_GPU_HISTORY, TSU_GPU_OFF, HERTZ | SPRING, 4>(),
    make<TSU_GPU_EDINBURGH, TSU_GPU_OFF, TSU_GPU_JKR_TAN, TSU_GPU_EPSD3, EDINBURGH, 3>(),
    make<TSU_GPU_EDINBURGHS, TSU_GPU_OFF, TSU_GPU_JKR_TAN, TSU_GPU_EPSD3, EDINBURGH, 3>(),
};

// ---- the table -----------------------------------------------------------------------------------------------------------------------

bool open_device(tsu_gpu_about *about)
{
    int devices = 0;
    cudaDeviceProp properties;
    size_t free = 0, all = 0;
    if (!well(cudaGetDeviceCount(&devices)) || !well(devices > 0 ? cudaSuccess : cudaErrorNoDevice))
        return false;
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

bool find(const tsu_gpu_view *g, const tsu_gpu_wall *mesh)
{
    if (mesh->mesh.near == 0) return true;
    find_kernel<<<blocks_for(mesh->mesh.near), THREADS>>>(*g, *mesh);
    return well(cudaGetLastError());
}

// The kernels for the models of a list alone.
const instance *instance_of(const tsu_gpu_laws *laws)
{
    const int *s = laws->stage;
    for (const instance &i : instances) {
        if (i.normal == s[TSU_NORMAL] && i.cohesion == s[TSU_COHESION] && i.tangential == s[TSU_TANGENTIAL] &&
            i.rolling == s[TSU_ROLLING] && !(laws->accounts & ~i.accounts))
            return &i;
    }
    return nullptr;
}

bool pairs(const tsu_gpu_view *g)
{
    const instance *i = instance_of(&g->pairs.laws);
    const int64_t n = g->pairs.count;
    if (n == 0) return true;
    if (i)
        i->pairs[g->measured]<<<blocks_for(n, i->blocks), THREADS>>>(*g);
    else
        pairs_kernel<any, ALL_SUMS, BLOCKS_LEAST, true><<<blocks_for(n, BLOCKS_LEAST), THREADS>>>(*g);
    return well(cudaGetLastError());
}

bool at_wall(const tsu_gpu_view *g, const tsu_gpu_wall *wall)
{
    const instance *i = instance_of(&wall->list.laws);
    const int64_t n = wall->list.count;
    if (n == 0) return true;
    if (i)
        i->wall<<<blocks_for(n), THREADS>>>(*g, *wall);
    else
        wall_kernel<any, ALL_SUMS><<<blocks_for(n), THREADS>>>(*g, *wall);
    return well(cudaGetLastError());
}

bool wear(const tsu_gpu_view *g, const tsu_gpu_wall *mesh)
{
    if (mesh->list.count == 0) return true;
    wear_contacts_kernel<<<blocks_for(mesh->list.count), THREADS>>>(*g, *mesh);
    wear_triangles_kernel<<<blocks_for(mesh->mesh.triangles), THREADS>>>(*g, *mesh);
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
                                                 .find = find,
                                                 .pairs = pairs,
                                                 .at_wall = at_wall,
                                                 .wear = wear,
                                                 .rows = rows,
                                                 .turn = turn,
                                                 .each = tsu_gpu_cuda_each,
                                                 .scratch = tsu_gpu_cuda_scratch,
                                                 .scan = tsu_gpu_cuda_scan,
                                                 .sort = tsu_gpu_cuda_sort,
                                                 .powers = tsu_gpu_cuda_powers,
                                                 .fault = fault};
