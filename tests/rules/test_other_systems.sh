# SPDX-License-Identifier: Apache-2.0
# The program builds for other C libraries and systems, where their compilers are installed, and gives the same bits there:
# musl (musl-tools) and Windows (gcc-mingw-w64-x86-64; it is run where wine is). usage: test_other_systems.sh PROGRAM SOURCE_TREE
set -e
. "$2/tests/lib.sh"

# Grains of two sizes fall on a floor and roll: insertion, lists, walls, rolling, dumps, thermo, a made folder.
{
    grains "-0.02 0.02 -0.02 0.02 0 0.08" 2e-5
    cat <<'END'
pair_style gran model hertz tangential history rolling_friction epsd2
fix m5 all property/global coefficientRollingFriction peratomtypepair 1 0.1
fix floor all wall/gran model hertz tangential history rolling_friction epsd2 primitive type 1 zplane 0
fix side all wall/gran model hertz tangential history primitive type 1 zcylinder 0.018 0 0
fix small all particletemplate/sphere 10007 atom_type 1 density constant 2500 radius constant 0.001
fix large all particletemplate/sphere 10009 atom_type 1 density constant 2500 radius constant 0.002
fix mix all particledistribution/discrete 10037 2 small 0.4 large 0.6
region fill cylinder z 0 0 0.015 0.01 0.07
fix ins all insert/pack seed 10039 distributiontemplate mix insert_every once overlapcheck yes vel constant 0.1 0 -0.5 particles_in_region 120 region fill
fix g all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
thermo_style custom step atoms ke
thermo 250
thermo_modify format float %.17g
dump d all custom 1000 out/grains_*.txt id x y z vx vy vz omegax omegay omegaz
dump_modify d format "%d %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g"
run 1000
END
} >in.fall

run_in() { # FOLDER COMMAND...
    local folder=$1
    shift
    mkdir -p "$folder"
    cp in.fall "$folder"
    (cd "$folder" && "$@" in.fall -threads 2 >said 2>&1) || fail "the run for $folder: $(tail -n 5 "$folder/said")"
    grep -E '^ +[0-9]+ +120 ' "$folder/said" >"$folder/thermo" || true
}

compare() { # FOLDER
    cmp native/out/grains_1000.txt "$1/out/grains_1000.txt" || fail "$1 gives other bits"
    cmp native/thermo "$1/thermo" || fail "$1 prints other numbers"
}

build_in() { # FOLDER CMAKE_OPTIONS...
    local folder=$1
    shift
    cmake -S "$source" -B "$folder" -DTSU_MINIMAL=ON -DBUILD_TESTING=OFF -DCMAKE_BUILD_TYPE=None "-DCMAKE_C_FLAGS=-O0 -Werror -Wno-format-truncation" "$@" \
        >"$folder.said" 2>&1 || fail "$(cat "$folder.said")"
    cmake --build "$folder" -j 2 --target tsubu >"$folder.said" 2>&1 || fail "$(grep -E 'error|undefined' "$folder.said" | head -n 20)"
}

run_in native "$tsubu"
[ -s native/thermo ] || fail "the run has no thermo lines: $(tail -n 5 native/said)"
if command -v musl-gcc >/dev/null; then
    build_in build-musl -DCMAKE_C_COMPILER=musl-gcc -DCMAKE_EXE_LINKER_FLAGS=-static
    run_in musl "$PWD/build-musl/tsubu"
    compare musl
else
    echo "musl: no musl-gcc, not tried"
fi
if command -v x86_64-w64-mingw32-gcc >/dev/null; then
    build_in build-windows -DCMAKE_TOOLCHAIN_FILE="$source/cmake/mingw.cmake"
    if command -v wine >/dev/null; then
        export WINEDEBUG=-all WINEPREFIX="$PWD/wine" HOME="$PWD"
        run_in windows timeout 300 wine "$PWD/build-windows/tsubu.exe"
        compare windows
    else
        echo "Windows: builds; no wine, not run"
    fi
else
    echo "Windows: no x86_64-w64-mingw32-gcc, not tried"
fi
exit $failed
