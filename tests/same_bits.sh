#!/usr/bin/env bash
# usage: same_bits.sh SOURCE_DIR    Builds the program with GCC and Clang at -O1 and -O3, runs seven worlds with each, on
# the scalar and on the widest kernels, and compares the hashes: primitives on waves, on a sea, on a sea through a grid and
# on an ocean, meshes, voxels, and meshes with a height for each vertex.
set -euo pipefail
cd "$1"

sea=$(mktemp --suffix .xml)
grid=$(mktemp --suffix .xml)
trap 'rm -f "$sea" "$grid"' EXIT
sed 's|<wave direction="1 0".*|<sea significant_height="0.6" peak_period="4" spreading="6" components="40" seed="3"/>|' \
    examples/waves.xml >"$sea"
grep -q '<sea ' "$sea"
sed 's|<volume |<volume grid_spacing="0.4" |' "$sea" >"$grid"
grep -q 'grid_spacing' "$grid"

hash_of() {
    local world steps
    for world in examples/waves.xml "$sea" "$grid" examples/ocean.xml examples/hull.xml examples/cubes.xml examples/sea.xml; do
        steps=200
        [ "$world" = examples/sea.xml ] && steps=20
        "$1" run "$world" --envs 5 --steps $steps --quiet --json "${@:2}" | tail -n 1 |
            python3 -c 'import json, sys; print(json.load(sys.stdin)["summary"]["hash"], end=" ")'
    done
}

quietly() {
    local output
    output=$("$@" 2>&1) || { echo "$output"; return 1; }
}

declare -A seen
for compiler in gcc:g++ clang:clang++; do
    for level in -O1 -O3; do
        build=build/bits-${compiler%:*}$level
        quietly cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSHOAL_OPT=$level \
            -DCMAKE_C_COMPILER="${compiler%:*}" -DCMAKE_CXX_COMPILER="${compiler#*:}" \
            -DSHOAL_TESTS=OFF -DSHOAL_BENCH=OFF -DSHOAL_EXAMPLES=OFF
        quietly cmake --build "$build" --target shoal_program --parallel "$(nproc)"
        for isa in scalar widest; do
            selected=()
            [ $isa = scalar ] && selected=(--isa scalar)
            hash=$(hash_of "$build/shoal" "${selected[@]}")
            printf '%-14s %-6s %s\n' "${build#build/bits-}" $isa "$hash"
            seen[$hash]=1
        done
    done
done
if [ ${#seen[@]} -ne 1 ]; then
    echo "${#seen[@]} hashes where one was expected"
    exit 1
fi
