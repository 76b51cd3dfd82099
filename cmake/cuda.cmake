# SPDX-License-Identifier: Apache-2.0
# cuda.cmake - compiles the kernels with nvcc. CMake's own support for CUDA is not used: the options of all other files are those of a C
# compiler. -fmad=false is what -ffp-contract=off is there: products and sums are rounded one by one.
set(TSUBU_CUDA_ARCH "90" CACHE STRING "Compute capability of the GPU, without the dot; newer ones compile the kernels when they are loaded")
find_program(TSU_NVCC nvcc HINTS $ENV{CUDA_PATH}/bin /usr/local/cuda/bin)
if(NOT TSU_NVCC)
  message(FATAL_ERROR "TSUBU_CUDA needs nvcc, which is not in PATH; install the CUDA toolkit, or leave TSUBU_CUDA off")
endif()
get_filename_component(cuda_bin ${TSU_NVCC} REALPATH)
get_filename_component(cuda_bin ${cuda_bin} DIRECTORY)
find_library(TSU_CUDART cudart_static HINTS ${cuda_bin}/../lib64 ${cuda_bin}/../lib ${cuda_bin}/../targets/x86_64-linux/lib)
if(NOT TSU_CUDART)
  message(FATAL_ERROR "TSUBU_CUDA needs libcudart_static.a, which is not beside ${TSU_NVCC}")
endif()
file(GLOB kernel_headers CONFIGURE_DEPENDS src/cuda/*.h src/law/*.h src/shape/*.h src/base/*.h src/state/*.h src/step/*.h src/step/pair/*.h
  src/step/list/*.h src/step/mesh/*.h src/step/wall/*.h src/search/*.h include/tsubu/*.h include/tsubu/law/*.h)
set(kernels "")
foreach(name kernels lists)
  set(object ${PROJECT_BINARY_DIR}/generated/${name}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${TSU_NVCC} -std=c++20 -O3 -fmad=false -gencode arch=compute_${TSUBU_CUDA_ARCH},code=[sm_${TSUBU_CUDA_ARCH},compute_${TSUBU_CUDA_ARCH}]
      --Werror cross-execution-space-call -Xcompiler -fPIC,-ffp-contract=off
      -I ${PROJECT_SOURCE_DIR}/src -I ${PROJECT_SOURCE_DIR}/include -c ${PROJECT_SOURCE_DIR}/src/cuda/${name}.cu -o ${object}
    DEPENDS ${PROJECT_SOURCE_DIR}/src/cuda/${name}.cu ${kernel_headers} VERBATIM COMMENT "Compiling ${name}.cu with nvcc")
  list(APPEND kernels ${object})
endforeach()
add_custom_target(tsubu_kernels DEPENDS ${kernels})
add_dependencies(tsubu_objects tsubu_kernels)
set_source_files_properties(src/cuda/advance.c PROPERTIES COMPILE_DEFINITIONS TSU_HAVE_CUDA)
target_link_libraries(tsubu_objects PUBLIC ${kernels} ${TSU_CUDART} ${CMAKE_DL_LIBS} rt stdc++)
message(STATUS "tsubu: steps on a GPU of compute capability ${TSUBU_CUDA_ARCH} or newer: ${TSU_NVCC}")
