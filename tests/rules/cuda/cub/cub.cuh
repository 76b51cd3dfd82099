// SPDX-License-Identifier: Apache-2.0
// cub.cuh - what the lists use of CUB, declared only (cuda_runtime.h).
#pragma once

namespace cub
{
struct DeviceScan {
    template <class A, class B> static cudaError_t ExclusiveSum(void *, size_t &, A, B, int64_t);
};
struct DeviceRadixSort {
    template <class K, class V>
    static cudaError_t SortPairs(void *, size_t &, const K *, K *, const V *, V *, int64_t, int = 0,
                                 int = 32);
};
} // namespace cub
