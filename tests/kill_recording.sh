#!/usr/bin/env bash
# usage: kill_recording.sh PYTHON    Kills a run that records with SIGKILL at random instants. What is there can be read by
# show, replay and h5py, and has the digests of a run that was left alone, up to its last frame.
set -euo pipefail
shoal=$SHOAL_PROGRAM world=$SHOAL_SOURCE/examples/waves.xml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

if [ "${SHOAL_TEST_LEVEL:-}" = quick ]; then kills=3 envs=50 every=20; else kills=20 envs=1000 every=40; fi
RANDOM=${SHOAL_TEST_SEED:-$$}
echo "seed $RANDOM"

python=
for candidate in "$1" /usr/bin/python3; do
    if "$candidate" -c 'import h5py' 2>/dev/null; then python=$candidate; fi
done
[ -n "$python" ] || echo "without h5py, which no Python here has"


value() { # of a key of show --json
    "$shoal" show a.h5 --json | tr ',' '\n' | sed -n "s/.*\"$1\": \"\{0,1\}\([^\"]*\)\"\{0,1\}/\1/p"
}

read=0
for ((kill = 1; kill <= kills; kill++)); do
    rm -f a.h5 a.h5.tmp.*
    compress=$((kill % 2 * 4))
    "$shoal" run "$world" --envs $envs --steps 2000 --seed 1 --every $every --compress $compress --quiet \
        --record a.h5 >/dev/null &
    pid=$!
    sleep $((RANDOM % 4)).$((RANDOM % 1000))
    kill -KILL $pid 2>/dev/null || echo "it had ended"
    wait $pid 2>/dev/null || true
    if [ ! -f a.h5 ]; then
        echo "$kill: killed before there was a recording"
        continue
    fi
    frames=$(value frames) step=$(value last_step) hash=$(value hash)
    echo "$kill: $frames frames, to step $step"
    if [ "$frames" -gt 0 ]; then
        "$shoal" replay a.h5 | grep -q "^same: $frames frames, to step $step,"
        whole=$("$shoal" run "$world" --envs $envs --steps "$step" --seed 1 --quiet)
        [ "$step" = 0 ] || [ "$hash" = "$whole" ]
        read=$((read + 1))
    fi
    if [ -n "$python" ]; then
        "$python" "$SHOAL_SOURCE/examples/python/read_recording.py" a.h5 raft >python.txt
        [ "$(grep -c '^step ' python.txt || true)" = "$frames" ]
    fi
done
echo "$read of $kills could be replayed"
[ "$read" -gt 0 ]
