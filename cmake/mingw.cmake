# SPDX-License-Identifier: Apache-2.0
# Toolchain file for a program for Windows, made on Debian (gcc-mingw-w64-x86-64):
#   cmake -B build-windows -DCMAKE_TOOLCHAIN_FILE=cmake/mingw.cmake && cmake --build build-windows --target tsubu
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
find_program(TSU_MINGW_GCC NAMES x86_64-w64-mingw32-gcc-posix x86_64-w64-mingw32-gcc)
set(CMAKE_C_COMPILER ${TSU_MINGW_GCC})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
