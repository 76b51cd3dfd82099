/* SPDX-License-Identifier: Apache-2.0 */
#include "base/memory.h"
#include "base/system.h"
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

/* From here on an array is worth pages of its own, and huge pages [byte]. */
static const size_t page_threshold = (size_t)256 << 10;
static const size_t huge_threshold = (size_t)4 << 20;
static const size_t page = (size_t)4 << 10, huge_page = (size_t)2 << 20;

bool tsu_size_multiply(size_t a, size_t b, size_t *product)
{
    if (b != 0 && a > SIZE_MAX / b) return false;
    *product = a * b;
    return true;
}

/* Pointers of any type are handled through memcpy: writing a double * through a void ** would be undefined.
 */
static void *pointer_load(const void *pointer)
{
    void *address;
    memcpy(&address, pointer, sizeof address);
    return address;
}

static void pointer_store(void *pointer, void *address)
{
    memcpy(pointer, &address, sizeof address);
}

static tsu_status out_of_memory(size_t count, size_t size, const char *what, tsu_error *err)
{
    const double mebibytes = (double)count * (double)size / 1048576.0;
    return tsu_error_set(
        err, TSU_ERROR_MEMORY,
        "no memory for %s: %zu elements of %zu bytes (%.1f MiB); use fewer particles or a machine "
        "with more memory",
        what, count, size, mebibytes);
}

/* tsu_system_allocate wants a multiple of the alignment; returns 0 if that does not fit into size_t. */
static size_t round_up(size_t bytes, size_t alignment)
{
    if (bytes > SIZE_MAX - alignment) return 0;
    return bytes < alignment ? alignment : (bytes + alignment - 1) / alignment * alignment;
}

/* Zeroes a block. A large one is not touched for that: its pages are given back and come anew, zeroed, each when and where it
 * is first used; so memory that is never used takes none, and a page lies near the thread that works on it. */
static void clear(void *address, size_t bytes, bool thin)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    if (bytes >= page_threshold && madvise(address, bytes, MADV_DONTNEED) == 0) {
        /* only advice: refusal costs speed or memory, nothing else */
        if (bytes >= huge_threshold) (void)madvise(address, bytes, thin ? MADV_NOHUGEPAGE : MADV_HUGEPAGE);
        return;
    }
#else
    (void)thin;
#endif
    memset(address, 0, bytes);
}

static size_t alignment_of(size_t bytes)
{
    return bytes >= huge_threshold ? huge_page : bytes >= page_threshold ? page : TSU_MEMORY_ALIGNMENT;
}

static tsu_status allocate(void **address, size_t count, size_t size, bool thin, const char *what,
                           tsu_error *err)
{
    size_t bytes = 0;
    if (!tsu_size_multiply(count, size, &bytes)) return out_of_memory(count, size, what, err);
    const size_t alignment = alignment_of(bytes), rounded = round_up(bytes, alignment);
    void *block = rounded ? tsu_system_allocate(alignment, rounded) : NULL;
    if (!block) return out_of_memory(count, size, what, err);
    clear(block, rounded, thin);
    *address = block;
    return TSU_OK;
}

tsu_status tsu_memory_allocate(void *pointer, size_t count, size_t size, const char *what, tsu_error *err)
{
    void *block = NULL;
    const tsu_status status = allocate(&block, count, size, false, what, err);
    if (status == TSU_OK) pointer_store(pointer, block);
    return status;
}

tsu_status tsu_memory_allocate_thin(void *pointer, size_t count, size_t size, const char *what,
                                    tsu_error *err)
{
    void *block = NULL;
    const tsu_status status = allocate(&block, count, size, true, what, err);
    if (status == TSU_OK) pointer_store(pointer, block);
    return status;
}

tsu_status tsu_memory_resize(void *pointer, size_t old_count, size_t new_count, size_t size, const char *what,
                             tsu_error *err)
{
    void *old = pointer_load(pointer), *block = NULL;
    const size_t kept = old ? (old_count < new_count ? old_count : new_count) * size : 0;
    const tsu_status status = allocate(&block, new_count, size, false, what, err);
    if (status != TSU_OK) return status;
    if (kept) memcpy(block, old, kept);
    tsu_system_free(old);
    pointer_store(pointer, block);
    return TSU_OK;
}

tsu_status tsu_memory_renew(void *pointer, size_t *capacity, size_t needed, size_t size, bool thin,
                            const char *what, tsu_error *err)
{
    void *block = NULL;
    if (*capacity >= needed) return TSU_OK;
    const tsu_status status = allocate(&block, needed, size, thin, what, err);
    if (status != TSU_OK) return status;
    tsu_memory_release(pointer);
    pointer_store(pointer, block);
    *capacity = needed;
    return TSU_OK;
}

void tsu_memory_forget(void *array, size_t count, size_t size)
{
    const size_t bytes = count * size;
#if defined(__linux__)
    if (bytes >= page_threshold && madvise(array, round_up(bytes, alignment_of(bytes)), MADV_DONTNEED) == 0)
        return;
#endif
    memset(array, 0, bytes);
}

void tsu_memory_end(void *array, size_t used, size_t bytes)
{
#if defined(__linux__) && defined(MADV_NOHUGEPAGE)
    const size_t whole = used / huge_page * huge_page; /* only advice, too */
    if (bytes >= huge_threshold && whole < bytes)
        (void)madvise((char *)array + whole, round_up(bytes, huge_page) - whole, MADV_NOHUGEPAGE);
#else
    (void)array, (void)used, (void)bytes;
#endif
}

size_t tsu_memory_next_capacity(size_t capacity, size_t needed)
{
    const size_t least = 16;
    const size_t half = capacity / 2;
    const size_t grown = capacity > SIZE_MAX - half ? SIZE_MAX : capacity + half;
    const size_t wanted = grown > needed ? grown : needed;
    return wanted > least ? wanted : least;
}

tsu_status tsu_memory_grow(void *pointer, size_t *capacity, size_t needed, size_t size, const char *what,
                           tsu_error *err)
{
    if (needed <= *capacity && pointer_load(pointer)) return TSU_OK;
    const size_t next = tsu_memory_next_capacity(*capacity, needed);
    const tsu_status status = tsu_memory_resize(pointer, *capacity, next, size, what, err);
    if (status == TSU_OK) *capacity = next;
    return status;
}

void tsu_memory_release(void *pointer)
{
    tsu_system_free(pointer_load(pointer));
    pointer_store(pointer, NULL);
}

int32_t tsu_memory_run(const int32_t *order, int32_t count, int32_t k)
{
    int32_t low = k, high = count; /* how many are missing before an element never falls */
    while (high - low > 1) {
        const int32_t middle = low + (high - low) / 2;
        if (order[middle] - middle == order[k] - k)
            low = middle;
        else
            high = middle;
    }
    return high;
}

void tsu_memory_keep(void *array, size_t size, const int32_t *order, int32_t count)
{
    char *element = array;
    for (int32_t k = 0, end; k < count; k = end) {
        end = tsu_memory_run(order, count, k);
        if (order[k] != k)
            memmove(element + (size_t)k * size, element + (size_t)order[k] * size, (size_t)(end - k) * size);
    }
}
