/* SPDX-License-Identifier: Apache-2.0 */
/* making_meshes.h - as making.h: the triangles near each particle, and the entries of its contacts with them. */
#ifndef TSU_CUDA_MAKING_MESHES_H
#define TSU_CUDA_MAKING_MESHES_H

#include "cuda/making.h"
#include "cuda/mesh.h"

/* Candidates of row i under one image of the mesh; `to`: NULL, they are only counted. */
TSU_FN uint32_t tsu_gpu_search_image(const tsu_gpu_making *m, const double x[3], double range, uint32_t image,
                                     uint32_t *to)
{
    const tsu_gpu_mesh *mesh = &m->wall.mesh;
    const tsu_vec3 centre = tsu_pose_point_back(&m->form->pose, tsu_vec3_make(x[0], x[1], x[2]));
    const double at[3] = {centre.x, centre.y, centre.z};
    int32_t stack[TSU_BVH_DEPTH], top = 0, leaf;
    uint32_t count = 0;
    if (mesh->nodes > 0) stack[top++] = 0;
    while ((leaf = tsu_bvh_next_leaf(mesh->node, at, range, stack, &top)) >= 0) {
        const tsu_bvh_node *node = &mesh->node[leaf];
        for (int32_t k = 0; k < node->count; k++) {
            const int32_t t = mesh->item[mesh->leaf[node->first + k]];
            tsu_foot foot;
            if (!tsu_triangle_foot_within(&m->form->triangle[t], centre, range, &foot)) continue;
            if (to) to[count] = (uint32_t)t | image << TSU_CONTACT_ROW_BITS;
            count++;
        }
    }
    return count;
}

TSU_FN uint32_t tsu_gpu_search_mesh(const tsu_gpu_making *m, int64_t i, uint32_t *to)
{
    enum { IMAGES = 27 };
    const tsu_gpu_grid *g = &m->grid;
    const tsu_v4 xr = m->fresh.x[i];
    uint32_t count = 0;
    for (uint32_t image = 0; image < IMAGES; image++) {
        const int32_t s[3] = {(int32_t)(image % 3) - 1, (int32_t)(image / 3 % 3) - 1,
                              (int32_t)(image / 9) - 1};
        double x[3];
        bool real = true;
        for (int q = 0; q < 3; q++) {
            real = real && (s[q] == 0 || g->periodic[q]);
            x[q] = xr[q] - s[q] * g->length[q];
        }
        if (real) count += tsu_gpu_search_image(m, x, xr[3] + m->range, image, to ? to + count : NULL);
    }
    return count;
}

/* `own` gets whether a row is near, and behind that how many candidates it has. */
TSU_FN void tsu_gpu_count_mesh(const tsu_gpu_making *m, int64_t i)
{
    const uint32_t count = m->fresh.group[i] & m->group ? tsu_gpu_search_mesh(m, i, NULL) : 0;
    m->own[i] = count > 0;
    m->own[m->rows + 1 + i] = count;
}

/* Whoever has a contact is near. */
TSU_FN void tsu_gpu_mark_held(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t i = m->from.live[k] ? m->new_row[m->from.row[k]] : UINT32_MAX;
    if (i != UINT32_MAX) m->own[i] = 1;
}

/* `own` says where rows and candidates begin. */
TSU_FN void tsu_gpu_fill_mesh(const tsu_gpu_making *m, int64_t i)
{
    const tsu_gpu_mesh *mesh = &m->wall.mesh;
    const uint32_t a = m->own[i], *first = m->own + m->rows + 1;
    if (i + 1 == m->rows) mesh->first[m->own[m->rows]] = first[m->rows];
    if (m->own[i + 1] == a) return;
    mesh->first[a] = first[i];
    if (first[i + 1] > first[i]) tsu_gpu_search_mesh(m, i, mesh->candidate + first[i]);
    for (int32_t s = 0; s < mesh->slots; s++) {
        const int64_t k = (int64_t)a * mesh->slots + s;
        m->to.row[k] = (uint32_t)i;
        m->to.live[k] = 0;
        mesh->mark[k] = TSU_GPU_VACANT;
    }
    m->near[i] |= UINT32_C(1) << tsu_gpu_wall_bit(m->number);
}

/* The element that an entry names, for a particle that has been wrapped. */
TSU_FN uint32_t tsu_gpu_moved_element(const tsu_gpu_making *m, int64_t k)
{
    const uint32_t code = m->from.partner[k], image = code >> TSU_CONTACT_ROW_BITS;
    const int8_t *wrap = m->wrap[m->from.row[k]];
    const int32_t s[3] = {(int32_t)(image % 3) - 1 - wrap[0], (int32_t)(image / 3 % 3) - 1 - wrap[1],
                          (int32_t)(image / 9) - 1 - wrap[2]};
    for (int q = 0; q < 3; q++) {
        if (s[q] < -1 || s[q] > 1) return code;
    }
    return (code & TSU_CONTACT_ROW_MASK) | tsu_gpu_image(s) << TSU_CONTACT_ROW_BITS;
}

/* Contacts that touch go into the first entries of their particle, in the order in which they were. */
TSU_FN void tsu_gpu_carry_mesh(const tsu_gpu_making *m, int64_t k)
{
    const tsu_gpu_list *from = &m->from;
    const uint32_t row = from->row[k], i = from->live[k] ? m->new_row[row] : UINT32_MAX;
    if (i == UINT32_MAX) return;
    int64_t at = (int64_t)m->own[i] * m->wall.mesh.slots;
    for (int64_t q = k - 1; q >= 0 && from->row[q] == row; q--) {
        at += from->live[q];
    }
    m->to.partner[at] = tsu_gpu_moved_element(m, k);
    tsu_gpu_copy_four(m->to.geometry[at], from->geometry[k]);
    tsu_gpu_hand_on(from, k, &m->to, at);
}

#endif
