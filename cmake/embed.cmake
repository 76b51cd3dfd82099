# SPDX-License-Identifier: Apache-2.0
# Files inside the program: C headers with the bytes of each file as a constant array. Needs nothing but CMake.

# tsu_write_bytes(HEADER NAME FILE NAME FILE ...) writes the header, if it is another one than before. A file that is not
# there becomes an array of size 0.
function(tsu_write_bytes header)
  set(text "/* SPDX-License-Identifier: Apache-2.0 */\n/* Written by cmake/embed.cmake. */\n#include <stddef.h>\n")
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest name file)
    set(bytes "00")
    set(size 0)
    if(EXISTS ${file})
      file(READ ${file} bytes HEX)
      string(LENGTH "${bytes}" size)
      math(EXPR size "${size} / 2")
    endif()
    string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
    string(APPEND text "static const unsigned char ${name}[] = {\n${bytes}};\nstatic const size_t ${name}_size = ${size};\n")
  endwhile()
  set(old "")
  if(EXISTS ${header})
    file(READ ${header} old)
  endif()
  if(NOT "${old}" STREQUAL "${text}")
    file(WRITE ${header} "${text}")
  endif()
endfunction()

# tsu_embed(HEADER NAME FILE NAME FILE ...): the same while CMake configures; again when a file changes.
function(tsu_embed header)
  set(rest ${ARGN})
  while(rest)
    list(POP_FRONT rest name file)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
  endwhile()
  tsu_write_bytes(${header} ${ARGN})
endfunction()
