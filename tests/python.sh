#!/usr/bin/env bash
# usage: python.sh PYTHON    Builds the Python package's wheel, installs it with what its tests need into an environment of
# its own under build/python, and runs its tests.
set -euo pipefail
cd "$SHOAL_SOURCE"

venv=build/python/venv
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() {
    "$@" >"$log" 2>&1 || { cat "$log"; return 1; }
}
[ -x $venv/bin/pytest ] || quietly "$1" -m venv --clear $venv
rm -rf build/python/wheel
quietly $venv/bin/pip wheel --no-deps --wheel-dir build/python/wheel ./python
wheel=$(ls build/python/wheel/shoal-*.whl)
quietly $venv/bin/pip install --force-reinstall --no-deps "$wheel"
quietly $venv/bin/pip install "$wheel[test]"
cd python
exec ../$venv/bin/pytest -q --durations 5 "${@:2}"
