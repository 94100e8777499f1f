#!/usr/bin/env bash
# usage: SHOAL_PROGRAM=... SHOAL_CASES=... compare_cases.sh [PYTHON]
# Compares the answers of `shoal eval` with the checked cases, with fine and with standard faces.
set -euo pipefail
if [ ! -f "${SHOAL_CASES:-}/compare.py" ]; then
    echo "skipped: the folder of checked cases (SHOAL_CASES=${SHOAL_CASES:-}) is not there"
    if [ "${CI:-}" = true ]; then
        echo "  and with CI=true that is a failure"
        exit 1
    fi
    exit 77
fi
for faces in fine standard; do
    echo "$faces faces"
    "${1:-python3}" "$SHOAL_CASES/compare.py" --shoal "$SHOAL_PROGRAM" --kinds sphere,box,cylinder,capsule \
        --faces $faces "$SHOAL_CASES"/static/*.json
done
