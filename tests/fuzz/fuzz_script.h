/* SPDX-License-Identifier: Apache-2.0 */
#ifndef TSU_TESTS_FUZZ_FUZZ_SCRIPT_H
#define TSU_TESTS_FUZZ_FUZZ_SCRIPT_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
