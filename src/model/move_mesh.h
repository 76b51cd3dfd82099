/* SPDX-License-Identifier: Apache-2.0 */
/* move_mesh.h - "move_mesh": rigid motion of a mesh of the world (step/mesh/motion.h), several one upon the other. */
#ifndef TSU_MODEL_MOVE_MESH_H
#define TSU_MODEL_MOVE_MESH_H

#include "model/model.h"
#include "step/mesh/motion.h"

typedef struct tsu_move_mesh_def {
    char mesh[TSU_MODEL_NAME];
    tsu_mover mover;          /* its name is that of the model */
    tsu_model_value value[3]; /* of motions by values: velocity [m/s], or the spin first [rad/s] */
} tsu_move_mesh_def;
tsu_move_mesh_def tsu_model_move_mesh_default(void); /* a linear motion that rests; the mesh must be given */
extern const tsu_model_row tsu_model_move_mesh;

#endif
