# SPDX-License-Identifier: Apache-2.0
# Run by cpack when everything is installed into its folder, before that becomes a Debian package: what Debian wants otherwise than
# `cmake --install` has it.
find_program(gzip gzip REQUIRED)
set(doc ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/${CPACK_PACKAGE_NAME})

# The same bytes each time: no time stamp, no name.
function(pack)
  execute_process(COMMAND ${gzip} -9 -n -f ${ARGV} RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "gzip has failed on ${ARGV}")
  endif()
endfunction()

file(GLOB manual ${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/man1/*.1)
if(manual)
  pack(${manual})
endif()

string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${doc}/changelog
"${CPACK_PACKAGE_NAME} (${CPACK_PACKAGE_VERSION}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}; CHANGELOG.md says what is new.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
pack(${doc}/changelog)

file(WRITE ${doc}/copyright
"Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: tsubu
Upstream-Contact: ${CPACK_PACKAGE_CONTACT}
Comment: three.js and uPlot are part of the page that the program serves.

Files: *
Copyright: 2026 tsubu developers
License: Apache-2.0

Files: three.js
Copyright: 2010-2026 three.js authors
License: Expat

Files: uPlot
Copyright: 2022 Leon Sorokin
License: Expat

License: Apache-2.0
 The full text is in /usr/share/common-licenses/Apache-2.0.

License: Expat
 Permission is hereby granted, free of charge, to any person obtaining a copy
 of this software and associated documentation files (the \"Software\"), to deal
 in the Software without restriction, including without limitation the rights
 to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 copies of the Software, and to permit persons to whom the Software is
 furnished to do so, subject to the following conditions:
 .
 The above copyright notice and this permission notice shall be included in all
 copies or substantial portions of the Software.
 .
 THE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 SOFTWARE.
")

# Contact models outside the tree are compiled as those inside: their pkg-config file says how numbers are treated, on purpose.
if(CPACK_PACKAGE_NAME STREQUAL "tsubu")
  file(WRITE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/lintian/overrides/tsubu
"tsubu: pkg-config-bad-directive -fno-trapping-math *
")
endif()
