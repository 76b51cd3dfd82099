/* SPDX-License-Identifier: Apache-2.0 */
/* meshes.h - meshes on a device: their triangles, where they are in the steps that are begun together, and room for their contacts. */
#ifndef TSU_CUDA_MESHES_H
#define TSU_CUDA_MESHES_H

#include "cuda/memory.h"

struct tsu_wall;

/* Why a mesh keeps the steps on the processor; NULL: it does not. */
const char *tsu_gpu_meshes_obstacle(const struct tsu_world *w);

/* Brings the triangles of a wall there, and says where they lie. */
bool tsu_gpu_send_mesh(tsu_gpu_memory *m, const struct tsu_world *w, const struct tsu_wall *wall,
                       tsu_gpu_lists *to, tsu_gpu_mesh *mesh);
/* Brings back how far meshes are worn. */
bool tsu_gpu_fetch_wear(const tsu_gpu_memory *m, struct tsu_world *w);
/* Room for so many particles near a mesh with so many candidates, in the other list. */
bool tsu_gpu_mesh_room(tsu_gpu_memory *m, tsu_gpu_lists *l, int64_t near, int64_t candidates,
                       tsu_gpu_mesh *mesh);
/* How far a mesh may move before lists are made anew [m]. */
double tsu_gpu_meshes_allowance(const struct tsu_world *w, double skin, double radius);
/* How far the surface of a mesh has moved in this step, at most [m]. */
double tsu_gpu_meshes_way(const struct tsu_world *w);
/* Brings there where meshes are in this step and those after it. */
bool tsu_gpu_meshes_send(tsu_gpu_memory *m, const struct tsu_world *w, int steps);
/* How many of so many steps may be begun together before meshes have moved that far beside what they have moved already. */
int tsu_gpu_meshes_steps(tsu_gpu_memory *m, const struct tsu_world *w, int steps, double moved, double most);
/* Whether meshes are where they were expected to be in step k of those that were begun together. */
bool tsu_gpu_meshes_agree(const tsu_gpu_memory *m, const struct tsu_world *w, int k);

/* Walls as the device sees them, in the steps whose contacts with meshes go from the list that is now into the other one, and back. */
bool tsu_gpu_walls_send(tsu_gpu_memory *m, tsu_gpu_view *view);
/* So many steps have been taken: which list is now. */
void tsu_gpu_meshes_passed(tsu_gpu_memory *m, int steps);
/* Each particle gets room for so many contacts with each mesh. */
void tsu_gpu_meshes_widen(tsu_gpu_memory *m, int32_t slots);

void tsu_gpu_swap(tsu_gpu_lists *l);

#endif
