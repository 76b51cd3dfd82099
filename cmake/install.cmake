# SPDX-License-Identifier: Apache-2.0
# What `cmake --install` puts where, and the Debian package (`make deb`). The program finds its examples from where it lies,
# the pkg-config file and the CMake package their prefix, so the whole tree may be moved.
include(GNUInstallDirs)
set(examples ${CMAKE_INSTALL_DATADIR}/tsubu/examples)
target_compile_definitions(tsubu PRIVATE TSU_EXAMPLES_DIR="${CMAKE_INSTALL_PREFIX}/${examples}")
# Until it is installed it finds them beside itself, wherever the folder of the build lies.
if(NOT PROJECT_BINARY_DIR STREQUAL PROJECT_SOURCE_DIR)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/examples ${PROJECT_BINARY_DIR}/examples SYMBOLIC)
endif()

# Man page, completion and the pages of the reference, out of the program's own tables.
set(made ${PROJECT_BINARY_DIR}/manual)
add_custom_command(OUTPUT ${made}/tsubu.1 ${made}/tsubu.bash ${made}/index.md ${made}/laws.md ${made}/program.md
  COMMAND ${CMAKE_COMMAND} -E make_directory ${made}/reference
  COMMAND tsubu reference --man > ${made}/tsubu.1
  COMMAND tsubu reference --completion > ${made}/tsubu.bash
  COMMAND tsubu reference --markdown > ${made}/index.md
  COMMAND tsubu reference --pages ${made}/reference
  COMMAND tsubu laws --markdown > ${made}/laws.md
  COMMAND tsubu reference --tools > ${made}/program.md
  DEPENDS tsubu COMMENT "Man page, completion, reference")
add_custom_target(manual ALL DEPENDS ${made}/tsubu.1)

# For programs that use the library.
file(RELATIVE_PATH from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
set(TSU_PC_PREFIX "\${pcfiledir}/${from_pc}")
string(REGEX REPLACE "/$" "" TSU_PC_PREFIX "${TSU_PC_PREFIX}")
set(TSU_PC_LIBS "-lm")
if(Threads_FOUND)
  string(APPEND TSU_PC_LIBS " -pthread")
endif()
foreach(library ${MPI_C_LIBRARIES}) # empty without TSUBU_MPI
  string(APPEND TSU_PC_LIBS " ${library}")
endforeach()
if(ZLIB_FOUND)
  string(APPEND TSU_PC_LIBS " -lz")
  set(dev_packages "zlib1g-dev")
endif()
if(FREETYPE_FOUND)
  string(APPEND TSU_PC_LIBS " -lfreetype")
  list(APPEND dev_packages "libfreetype-dev")
endif()
if(HDF5_INCLUDE AND HDF5_LIBRARY)
  get_filename_component(hdf5_name ${HDF5_LIBRARY} NAME_WE)
  string(REGEX REPLACE "^lib" "" hdf5_name ${hdf5_name})
  string(APPEND TSU_PC_LIBS " -l${hdf5_name}")
  list(APPEND dev_packages "libhdf5-dev")
endif()
if(MICROHTTPD_INCLUDE AND MICROHTTPD_LIBRARY)
  string(APPEND TSU_PC_LIBS " -lmicrohttpd")
  list(APPEND dev_packages "libmicrohttpd-dev")
endif()
set(TSU_SONAME libtsubu.so.${PROJECT_VERSION_MAJOR})
include(CMakePackageConfigHelpers)
configure_package_config_file(cmake/tsubuConfig.cmake.in ${PROJECT_BINARY_DIR}/generated/tsubuConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tsubu PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
# Before version 1 a program takes the minor version it was built for.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/tsubuConfigVersion.cmake COMPATIBILITY SameMinorVersion)
configure_file(cmake/tsubu.pc.in ${PROJECT_BINARY_DIR}/generated/tsubu.pc @ONLY)
configure_file(cmake/tsubu-law.pc.in ${PROJECT_BINARY_DIR}/generated/tsubu-law.pc @ONLY)

install(TARGETS tsubu RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES $<TARGET_FILE:tsubu_core> DESTINATION ${CMAKE_INSTALL_LIBDIR} RENAME libtsubu.a)
if(TARGET tsubu_shared)
  install(TARGETS tsubu_shared LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/tsubu DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/generated/tsubuConfig.cmake ${PROJECT_BINARY_DIR}/generated/tsubuConfigVersion.cmake
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tsubu)
install(FILES ${PROJECT_BINARY_DIR}/generated/tsubu.pc ${PROJECT_BINARY_DIR}/generated/tsubu-law.pc
        DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES ${made}/tsubu.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${made}/tsubu.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tsubu)
install(DIRECTORY examples/ DESTINATION ${examples} PATTERN "__pycache__" EXCLUDE)
install(FILES README.md README.ja.md CHANGELOG.md CONTRIBUTING.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} PATTERN "*.py" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(FILES ${made}/laws.md ${made}/program.md DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs/reference)
install(DIRECTORY ${made}/reference/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs/reference)
# The site, where `make docs` has made it.
install(DIRECTORY ${PROJECT_BINARY_DIR}/site/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/html OPTIONAL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tsubu)
set(CPACK_PACKAGE_VENDOR "tsubu")
set(CPACK_PACKAGE_CONTACT "tsubu developers <tsubu@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "discrete element engine that runs LIGGGHTS decks")
set(CPACK_PACKAGE_DESCRIPTION "Spheres that touch, stick, roll and slide, with every contact model selectable
in the deck, the same bits on any number of threads and an energy balance that
closes. Program, library, headers, examples and manual.")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR})
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/triggers) # the loader learns of the library
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# The libraries that the program runs with are found by dpkg-shlibdeps; programs that link libtsubu.a need their headers.
list(JOIN dev_packages ", " CPACK_DEBIAN_PACKAGE_SUGGESTS)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/deb.cmake)
find_program(TSU_SHLIBDEPS dpkg-shlibdeps)
if(TSU_SHLIBDEPS)
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
endif()
# The Python package is one of its own (python.cmake).
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};tsubu;Unspecified;/")
include(CPack)
