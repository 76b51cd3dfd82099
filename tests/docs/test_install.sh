# SPDX-License-Identifier: Apache-2.0
# Installs into an empty folder, moves it, and uses it: the program with its examples, and the library from C and C++.
# usage: test_install.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
build=$(dirname "$tsubu")
cmake --install "$build" --prefix "$work/first" >log 2>&1 || { cat log; exit 1; }
mv first moved
for file in bin/tsubu lib*/libtsubu.a lib*/libtsubu.so lib*/cmake/tsubu/tsubuConfig.cmake include/tsubu/tsubu.h share/man/man1/tsubu.1 share/bash-completion/completions/tsubu \
    share/tsubu/examples/demo/in.demo share/doc/tsubu/docs/theory/normal_edinburgh.ja.md share/doc/tsubu/docs/reference/index.md \
    share/doc/tsubu/copyright share/doc/tsubu/CHANGELOG.md; do
    ls moved/$file >/dev/null 2>&1 || fail "$file is not installed"
done
version=$(sed -n 's/^project(tsubu VERSION \([0-9.]*\).*/\1/p' "$source/CMakeLists.txt")
[ "$(moved/bin/tsubu --version)" = "tsubu $version" ] || fail "version $(moved/bin/tsubu --version), not $version"
grep -q "^## \[\($version\|Unreleased\)\]" "$source/CHANGELOG.md" || fail "the changelog does not know $version"

# The demonstration starts with the installed deck; it is stopped as soon as it has said so.
moved/bin/tsubu demo --out demo >said 2>&1 &
demo=$!
wait_for said "Created [0-9]* atoms"
[ -s demo/log.tsubu ] || fail "demo writes no log: $(cat said)"
kill -INT $demo 2>/dev/null
wait $demo

# The gallery finds the installed examples with their pictures.
if moved/bin/tsubu --help | grep -q -- '-view '; then
    moved/bin/tsubu view >seen 2>&1 &
    gallery=$!
    wait_for seen http:
    python3 - "$(grep -oE 'http://[^ ]*' seen)" "$source/examples" <<'PYTHON' || { cat seen; fail "gallery"; }
import json, os, sys, urllib.request
address, examples = sys.argv[1:]
ask = lambda path: urllib.request.urlopen(address + path, timeout=60).read()
listed = json.loads(ask("files"))
pictures = {f"{root}/{file}" for root, _, files in os.walk(examples) for file in files if file.endswith(".png")}
seen = {}
for f in listed:
    assert f["picture"], f  # every example that the gallery can start has one, and a title in Japanese
    assert any(ord(letter) > 0x3000 for letter in f["title_ja"]), f
    own = sum(f["folder"] == other["folder"] for other in listed) == 1
    seen[f["name"]] = os.path.join(examples, f["folder"], "picture.png" if own else f["deck"][3:] + ".png")
assert len(listed) >= 20 and set(seen.values()) == pictures, set(seen.values()) ^ pictures
for name, file in seen.items():
    assert ask("picture?name=" + name) == open(file, "rb").read(), name
PYTHON
    kill -INT $gallery
    wait $gallery || fail "the gallery does not end well"
fi

# Programs against the library.
PKG_CONFIG_PATH=$(dirname "$(find moved -name tsubu.pc)")
export PKG_CONFIG_PATH
[ "$(pkg-config --modversion tsubu)" = "$version" ] || fail "pkg-config says version $(pkg-config --modversion tsubu)"
case $(sed -n 's/^TSU_SANITIZE:STRING=//p' "$build/CMakeCache.txt") in '') flags= ;; *) flags=-fsanitize=$(sed -n 's/^TSU_SANITIZE:STRING=//p' "$build/CMakeCache.txt") ;; esac
LD_LIBRARY_PATH=$(dirname "$(realpath "$(find moved -name libtsubu.so)")")
export LD_LIBRARY_PATH
cp "$source/examples/api/two_spheres.c" use.c
"${CC:-cc}" -std=c17 $flags use.c $(pkg-config --cflags --libs tsubu) -lm -o use_c || fail "C"
./use_c >c.txt || fail "the C program does not run"
case $(ldd use_c) in *libtsubu.so.0*moved*) ;; *) fail "the C program does not use the shared library: $(ldd use_c)" ;; esac
"${CC:-cc}" -std=c17 $flags use.c $(pkg-config --cflags tsubu) "$LD_LIBRARY_PATH/libtsubu.a" $(pkg-config --static --libs-only-l --libs-only-other tsubu |
    sed 's/-ltsubu//') -o use_static || fail "C, static"
./use_static >static.txt && cmp c.txt static.txt || fail "the static program says something else"
cat >use.cpp <<'CPP'
#include <cstdio>
#include <tsubu/tsubu.h>
int main()
{
    tsu_error err{};
    tsu_world_def def = tsu_world_def_default();
    tsu_world *w = tsu_world_create(&def, &err);
    if (!w) return std::printf("%s\n", err.message), 1;
    tsu_world_destroy(w);
    return std::printf("tsubu %s\n", tsu_version()) < 0;
}
CPP
"${CXX:-c++}" -std=c++17 $flags use.cpp $(pkg-config --cflags --libs tsubu) -o use_cpp || fail "C++"
[ "$(./use_cpp)" = "tsubu $version" ] || fail "the C++ program says: $(./use_cpp)"

# The same by CMake, with both libraries.
mkdir package
cat >package/CMakeLists.txt <<'CMAKE'
cmake_minimum_required(VERSION 3.18)
project(use C)
find_package(tsubu 0.1 REQUIRED)
add_executable(shared ../use.c)
target_link_libraries(shared PRIVATE tsubu::tsubu m)
add_executable(static ../use.c)
target_link_libraries(static PRIVATE tsubu::static)
CMAKE
if cmake -S package -B package/build -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_C_FLAGS="$flags" >log 2>&1 && cmake --build package/build >>log 2>&1; then
    for program in shared static; do
        package/build/$program >cmake.txt && cmp c.txt cmake.txt || fail "the program by CMake, $program, says something else"
    done
else
    cat log
    fail "find_package"
fi

# A contact model compiled outside, with pkg-config and with CMake; the installed program loads it.
cp moved/share/tsubu/examples/plugin/* .
"${CC:-cc}" -shared -fPIC -O2 $(pkg-config --cflags tsubu-law) walton_braun.c -o walton_braun.so || fail "a plugin with pkg-config"
moved/bin/tsubu laws walton_braun --plugin ./walton_braun.so | grep -q 'Walton and Braun' || fail "the plugin is not loaded"
mkdir plugin && cp moved/share/tsubu/examples/plugin/* plugin/
cmake -S plugin -B plugin/build -Dtsubu_DIR="$(dirname "$(find "$PWD/moved" -name tsubuConfig.cmake)")" >log 2>&1 && cmake --build plugin/build >log 2>&1 || { cat log; fail "a plugin with CMake"; }
moved/bin/tsubu laws walton_braun --plugin plugin/build/walton_braun.so >log 2>&1 || fail "the plugin made by CMake: $(cat log)"
exit $failed
