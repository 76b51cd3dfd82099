# SPDX-License-Identifier: Apache-2.0
# The Python package (`make python`): build/python/tsubu is importable where it lies. Off, with a sentence, where Python's headers or cffi
# are missing. TSU_PYTHON_WHOLE puts the engine into the module itself, as wheels have it (pyproject.toml); else it uses the shared library.
option(TSU_PYTHON_WHOLE "The Python module holds the engine instead of using the shared library" OFF)
set(TSU_PYTHON "/usr/bin/python3" CACHE FILEPATH "The Python that the package is built for")
if(TSU_MINIMAL OR TSU_FUZZ OR WIN32 OR NOT TARGET tsubu_shared)
  return()
endif()
if(NOT EXISTS ${TSU_PYTHON})
  find_program(python3_found python3)
  set(TSU_PYTHON ${python3_found} CACHE FILEPATH "" FORCE)
endif()
execute_process(COMMAND ${TSU_PYTHON} -c "import cffi, sysconfig; print(sysconfig.get_paths()['include'])"
  OUTPUT_VARIABLE python_include OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_python)
if(no_python OR NOT EXISTS ${python_include}/Python.h)
  message(STATUS "tsubu: the Python package is off: no cffi or no Python.h (Debian: python3-cffi, python3-dev)")
  return()
endif()

set(package ${PROJECT_BINARY_DIR}/python/tsubu)
set(module_source ${PROJECT_BINARY_DIR}/generated/_tsubu.c)
add_custom_command(OUTPUT ${module_source}
  COMMAND ${TSU_PYTHON} ${PROJECT_SOURCE_DIR}/python/build_ffi.py ${PROJECT_SOURCE_DIR}/include/tsubu/tsubu.h
          ${PROJECT_SOURCE_DIR}/include/tsubu/tsubu_contact.h ${module_source}
  DEPENDS python/build_ffi.py include/tsubu/tsubu.h include/tsubu/tsubu_contact.h COMMENT "Python module")
add_library(tsubu_module MODULE ${module_source})
target_include_directories(tsubu_module SYSTEM PRIVATE ${python_include})
target_include_directories(tsubu_module PRIVATE include)
target_compile_definitions(tsubu_module PRIVATE Py_LIMITED_API=0x03090000)
target_compile_options(tsubu_module PRIVATE -w) # cffi wrote it
set_target_properties(tsubu_module PROPERTIES PREFIX "" OUTPUT_NAME _tsubu SUFFIX .abi3.so LIBRARY_OUTPUT_DIRECTORY ${package}
  C_VISIBILITY_PRESET hidden)
if(TSU_PYTHON_WHOLE)
  target_link_libraries(tsubu_module PRIVATE tsubu_core)
  if(NOT APPLE)
    target_link_options(tsubu_module PRIVATE -Wl,--exclude-libs,ALL)
  endif()
else()
  target_link_libraries(tsubu_module PRIVATE tsubu_shared)
endif()
file(GLOB package_files CONFIGURE_DEPENDS python/tsubu/*.py python/tsubu/*.pyi python/tsubu/py.typed)
file(GLOB calibrate_files CONFIGURE_DEPENDS python/tsubu/calibrate/*.py)
file(GLOB bulk_files CONFIGURE_DEPENDS python/tsubu/calibrate/bulk/*)
add_custom_target(tsubu_python ALL
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${package_files} ${package}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${package}/calibrate/bulk
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${calibrate_files} ${package}/calibrate
  COMMAND ${CMAKE_COMMAND} -E copy_if_different ${bulk_files} ${package}/calibrate/bulk
  DEPENDS tsubu_module ${package_files} ${calibrate_files} ${bulk_files} COMMENT "Python package")

# The Debian package python3-tsubu: a second package beside that of install.cmake, which holds the library.
if(NOT TSU_PYTHON_WHOLE)
  install(TARGETS tsubu_module LIBRARY DESTINATION lib/python3/dist-packages/tsubu COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES ${package_files} DESTINATION lib/python3/dist-packages/tsubu COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES ${calibrate_files} DESTINATION lib/python3/dist-packages/tsubu/calibrate COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES ${bulk_files} DESTINATION lib/python3/dist-packages/tsubu/calibrate/bulk COMPONENT python EXCLUDE_FROM_ALL)
  install(FILES LICENSE DESTINATION share/doc/python3-tsubu RENAME copyright COMPONENT python EXCLUDE_FROM_ALL)
  configure_file(cmake/python_deb.cmake.in ${PROJECT_BINARY_DIR}/CPackPython.cmake @ONLY)
endif()
