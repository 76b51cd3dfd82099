// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h - what the kernels use of CUDA, declared only: so that clang, which reads CUDA, can judge them where there is no toolkit.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>

#define __host__               __attribute__((host))
#define __device__             __attribute__((device))
#define __global__             __attribute__((global))
#define __shared__             __attribute__((shared))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __noinline__           __attribute__((noinline))
#define __grid_constant__

struct dim3 {
    unsigned x, y, z;
    __host__ __device__ dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c)
    {
    }
};
struct uint3 {
    unsigned x, y, z;
};
extern const __device__ uint3 threadIdx, blockIdx, blockDim, gridDim;

enum cudaError_t { cudaSuccess, cudaErrorNoDevice };
enum cudaMemcpyKind { cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost };
typedef void *cudaStream_t;
struct cudaDeviceProp {
    char name[256];
    int multiProcessorCount;
};

extern "C" {
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaMemGetInfo(size_t *, size_t *);
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, cudaMemcpyKind);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = nullptr);
cudaError_t cudaGetLastError();
const char *cudaGetErrorString(cudaError_t);
int cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, cudaStream_t = nullptr);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);

__device__ double fabs(double) noexcept;
__device__ double floor(double) noexcept;
__device__ double fmax(double, double) noexcept;
__device__ double fmin(double, double) noexcept;
__device__ double frexp(double, int *) noexcept;
__device__ double sqrt(double) noexcept;
__device__ float nextafterf(float, float) noexcept;
__device__ void *memcpy(void *, const void *, size_t) noexcept;
__device__ void *memset(void *, int, size_t) noexcept;
}

__device__ unsigned atomicAdd(unsigned *, unsigned);
__device__ unsigned atomicOr(unsigned *, unsigned);
__device__ unsigned long long atomicAdd(unsigned long long *, unsigned long long);
__device__ unsigned long long atomicMax(unsigned long long *, unsigned long long);
__device__ unsigned long long atomicMin(unsigned long long *, unsigned long long);
__device__ unsigned long long atomicOr(unsigned long long *, unsigned long long);
__device__ long long atomicMax(long long *, long long);
__device__ long long __double_as_longlong(double);
__device__ unsigned __reduce_or_sync(unsigned, unsigned);
__device__ int __reduce_add_sync(unsigned, int);
template <class T> __device__ T __shfl_xor_sync(unsigned, T, int);
__device__ void __syncthreads();
