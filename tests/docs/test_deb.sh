# SPDX-License-Identifier: Apache-2.0
# The Debian package: lintian finds no error, what the program runs with is a dependency, and nothing for development is pulled in.
# usage: test_deb.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
for needed in cpack dpkg-deb dpkg-shlibdeps lintian; do
    command -v $needed >/dev/null || { echo "skipped: $needed is not installed"; exit 0; }
done
if ! grep -q 'CPACK_DEBIAN_PACKAGE_SHLIBDEPS' "$build/CPackConfig.cmake" || grep -q '^TSU_SANITIZE:STRING=.' "$build/CMakeCache.txt"; then
    echo "skipped: this build is not for a package"
    exit 0
fi
# As with Ninja: what is built is not built again.
cpack --config "$build/CPackConfig.cmake" -B "$work" -D CPACK_CMAKE_GENERATOR=Ninja >log 2>&1 || { cat log; fail "cpack"; exit 1; }
package=$(ls "$work"/*.deb)
lintian --no-cfg "$package" >found 2>/dev/null
if grep '^E:' found; then fail "lintian finds errors"; fi
field() { dpkg-deb -f "$package" "$1"; }
case " $(field Depends) $(field Recommends)" in *-dev*) fail "headers are pulled in: $(field Depends); $(field Recommends)" ;; esac
for library in $(ldd "$tsubu" | sed -n 's/^[[:space:]]*lib\(hdf5\|microhttpd\|z\)[^ ]*\.so.*/\1/p' | sort -u); do
    name=lib$library
    [ "$library" = z ] && name=zlib
    case " $(field Depends)" in *" $name"*) ;; *) fail "$name is not among the dependencies: $(field Depends)" ;; esac
done
dpkg-deb --fsys-tarfile "$package" | tar -x -C "$work" ./usr/share/man ./usr/share/doc/tsubu/changelog.gz ./usr/share/doc/tsubu/copyright ./usr/bin
gzip -t usr/share/man/man1/tsubu.1.gz usr/share/doc/tsubu/changelog.gz || fail "what is packed"
[ "$(usr/bin/tsubu --version)" = "$("$tsubu" --version)" ] || fail "the program of the package"

# The Python package: no error either, and what it unpacks works with the library of the other one.
if [ -f "$build/CPackPython.cmake" ]; then
    mkdir python && cd python || exit 1
    cpack --config "$build/CPackPython.cmake" -B "$work/python" -D CPACK_CMAKE_GENERATOR=Ninja >log 2>&1 || { cat log; fail "cpack of python3-tsubu"; exit 1; }
    library=$package
    package=$(ls "$work"/python/python3-tsubu_*.deb)
    lintian --no-cfg "$package" >found 2>/dev/null
    if grep '^E:' found; then fail "lintian finds errors in python3-tsubu"; fi
    case $(field Depends) in *"tsubu (= "*python3-numpy*python3-cffi-backend*) ;; *) fail "python3-tsubu depends on $(field Depends)" ;; esac
    dpkg-deb -x "$library" tree && dpkg-deb -x "$package" tree
    module=tree/usr/lib/python3/dist-packages/tsubu
    if readelf -d "$module/_tsubu.abi3.so" | grep -E 'R(UN)?PATH'; then fail "the module looks for the library where it was built"; fi
    if [ -e "$module/../../../../share/tsubu/examples/python/hopper.ipynb" ]; then :; else fail "the notebooks are not in the package tsubu"; fi
    if /usr/bin/python3 -c 'import numpy, _cffi_backend' 2>/dev/null; then
        said=$(LD_LIBRARY_PATH=$(dirname "$(find tree -name 'libtsubu.so.0')") PYTHONPATH=tree/usr/lib/python3/dist-packages /usr/bin/python3 -c \
            'import tsubu; print(tsubu.__file__, tsubu.__version__)') || fail "import tsubu"
        version=$("$tsubu" --version | awk '{ print $2; exit }')
        case $said in *tree/usr/*" $version") ;; *) fail "imported: $said" ;; esac
    fi
fi
exit $failed
