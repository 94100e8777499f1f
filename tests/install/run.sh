#!/usr/bin/env bash
# usage: run.sh BUILD_DIR VERSION CC CXX    Installs the build below BUILD_DIR and uses the copy as others would:
# from C and C++, through find_package and pkg-config, shared and static.
set -euo pipefail
build=$1 version=$2 cc=$3 cxx=$4
source=$(dirname "$(realpath "$0")")
work=$build/install_consumer
prefix=$work/prefix

quietly() {
    local output
    output=$("$@" 2>&1) || { echo "$output"; return 1; }
}

expect() { # what the program prints is the version
    local got
    got=$("$@")
    echo "${1##*/}: $got"
    [ "$got" = "$version" ]
}

rm -rf "$work"
quietly cmake --install "$build" --prefix "$prefix"
"$prefix/bin/shoal" info | grep -F "$version"

quietly cmake -S "$source" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx"
quietly cmake --build "$work/cmake"
for program in shared_c shared_cpp static_c; do
    expect "$work/cmake/$program"
done

pc=$(find "$prefix" -name shoal.pc)
lib=$(dirname "$(dirname "$pc")")
export PKG_CONFIG_PATH=${pc%/*} LD_LIBRARY_PATH=$lib
read -ra cflags <<<"$(pkg-config --cflags shoal)"
read -ra shared <<<"$(pkg-config --libs shoal)"
read -ra static <<<"$(pkg-config --libs --static shoal)"
"$cc" -std=c17 "${cflags[@]}" "$source/main.c" -o "$work/pc_shared_c" "${shared[@]}"
"$cxx" -std=c++17 "${cflags[@]}" "$source/main.cpp" -o "$work/pc_shared_cpp" "${shared[@]}"
"$cc" -std=c17 "${cflags[@]}" "$source/main.c" -o "$work/pc_static_c" "${static[@]/#-lshoal/-l:libshoal.a}"
for program in pc_shared_c pc_shared_cpp pc_static_c; do
    expect "$work/$program"
done
