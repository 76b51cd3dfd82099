# SPDX-License-Identifier: Apache-2.0
# cmake -D NODE= -D NPM= -D WEB= -D OUT= -D HEADER= -P build_page.cmake: packages, bundle, header. Packages that cannot be had
# leave the page out; a page that cannot be bundled is an error.
cmake_minimum_required(VERSION 3.18)
include(${CMAKE_CURRENT_LIST_DIR}/embed.cmake)

# Several build folders share one node_modules.
file(LOCK ${WEB}/.build.lock GUARD PROCESS TIMEOUT 600)
set(installed ${WEB}/node_modules/.package-lock.json)
if(${WEB}/package-lock.json IS_NEWER_THAN ${installed})
  execute_process(COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${WEB}
    RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(failed)
    string(STRIP "${text}" text)
    message("${text}")
    message("tsubu: the live page is off: npm could not install its packages (see above); touch web/view/index.html to try again")
    tsu_write_bytes(${HEADER} view_page ${OUT}/none)
    file(TOUCH ${HEADER})
    return()
  endif()
  file(TOUCH ${installed})
endif()

execute_process(COMMAND ${NODE} node_modules/vite/bin/vite.js build --outDir ${OUT} --emptyOutDir --logLevel warn
  WORKING_DIRECTORY ${WEB} RESULT_VARIABLE failed OUTPUT_VARIABLE text ERROR_VARIABLE text)
if(failed)
  message(FATAL_ERROR "the live page cannot be built:\n${text}")
endif()
tsu_write_bytes(${HEADER} view_page ${OUT}/index.html.gz)
file(TOUCH ${HEADER})
