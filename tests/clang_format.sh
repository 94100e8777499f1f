#!/usr/bin/env bash
# usage: clang_format.sh SOURCE_DIR    Fails where clang-format would change a file.
set -euo pipefail
cd "$1"
if ! command -v clang-format >/dev/null; then
    echo "skipped: clang-format is not installed"
    exit 77
fi
find include src tools tests bench examples -name '*.[ch]' -o -name '*.cpp' | xargs clang-format --dry-run -Werror
