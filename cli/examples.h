/* SPDX-License-Identifier: Apache-2.0 */
/* examples.h - where the examples that come with the program lie. */
#ifndef TSU_CLI_EXAMPLES_H
#define TSU_CLI_EXAMPLES_H

#include <stdbool.h>
#include <stddef.h>

/* The folder of the examples: as installed, by the way from the program, so that the whole tree may be moved; beside the program
 * where it was built, wherever that is (CMake puts a link there); or where the program was meant to be installed. */
bool tsu_find_examples(char *folder, size_t size);

#endif
