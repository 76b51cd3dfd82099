# SPDX-License-Identifier: Apache-2.0
# tsu_page(TARGET HEADER): the page of web/view, built by node and npm when one of its files changes, as the array view_page
# in a header. Without them, or without a network for the first build, the array is empty and the program says so.
function(tsu_page target header)
  find_program(TSU_NODE node)
  find_program(TSU_NPM npm)
  set(reason "")
  if(TSU_MINIMAL)
    set(reason "this is a minimal build")
  elseif(NOT TSU_NODE OR NOT TSU_NPM)
    set(reason "node and npm are not installed (Debian: nodejs npm)")
  else()
    execute_process(COMMAND ${TSU_NODE} --version OUTPUT_VARIABLE version OUTPUT_STRIP_TRAILING_WHITESPACE)
    string(REGEX REPLACE "^v" "" version "${version}")
    if(version VERSION_LESS 18)
      set(reason "node ${version} is too old (18 or later)")
    endif()
  endif()
  if(reason)
    message(STATUS "tsubu: the live page is off: ${reason}")
    tsu_write_bytes(${header} view_page ${PROJECT_BINARY_DIR}/none)
    return()
  endif()
  set(web ${PROJECT_SOURCE_DIR}/web/view)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${web}/src/*)
  add_custom_command(OUTPUT ${header}
    COMMAND ${CMAKE_COMMAND} -D NODE=${TSU_NODE} -D NPM=${TSU_NPM} -D WEB=${web} -D OUT=${PROJECT_BINARY_DIR}/web_view -D HEADER=${header}
            -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
    DEPENDS ${sources} ${web}/index.html ${web}/vite.config.js ${web}/package-lock.json ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
            ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "The live page" VERBATIM)
  target_sources(${target} PRIVATE ${header})
endfunction()
