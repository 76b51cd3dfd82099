/* SPDX-License-Identifier: Apache-2.0 */
/* lists_cuda.h - what lists.cu brings to the table of kernels.cu, and the errors of both. */
#ifndef TSU_CUDA_LISTS_CUDA_H
#define TSU_CUDA_LISTS_CUDA_H

#include "cuda/backend.h"
#include <cuda_runtime.h>

extern cudaError_t tsu_gpu_cuda_wrong; /* the first error there was */
bool tsu_gpu_cuda_well(cudaError_t e);

bool tsu_gpu_cuda_each(tsu_gpu_task task, int64_t n, const tsu_gpu_making *m);
size_t tsu_gpu_cuda_scratch(int64_t n);
bool tsu_gpu_cuda_scan(uint32_t *number, int64_t n, tsu_gpu_scratch scratch);
bool tsu_gpu_cuda_sort(uint32_t *const key[2], uint32_t *const value[2], int64_t n, int bits,
                       tsu_gpu_scratch scratch);
bool tsu_gpu_cuda_powers(const tsu_gpu_making *m, int64_t n);

#endif
