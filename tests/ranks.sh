#!/usr/bin/env bash
# usage: ranks.sh MPIEXEC    Runs shared out over 1, 2, 3 and more ranks than environments: the digests, the recording, the
# saved state and the text are those of one process. A rank that dies ends the run and leaves a recording.
set -euo pipefail
shoal=$SHOAL_PROGRAM world=$SHOAL_SOURCE/examples/waves.xml
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
export OMPI_MCA_btl_vader_single_copy_mechanism=none
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

run() { # NAME [OPTION...]; ranks in front
    "${launch[@]}" "$shoal" run "$world" --envs 7 --steps 40 --seed 3 --every 8 --threads 1 --quiet \
        --hash-file "$1.hash" --record "$1.h5" --save "$1.state" "${@:2}" >"$1.out"
}

launch=()
run one --csv one.csv --environments all
each=$("$shoal" run "$world" --restore one.state --steps 9 --quiet)
for ranks in 1 2 3 9; do
    launch=("$1" -n $ranks)
    run r --csv r.csv --environments all
    for part in hash state csv out; do
        cmp one.$part r.$part
    done
    "$shoal" replay r.h5 | grep -q '^same: 6 frames'
    if command -v h5diff >/dev/null; then
        h5diff one.h5 r.h5
    fi
    [ "$("${launch[@]}" "$shoal" run "$world" --restore one.state --steps 9 --quiet)" = "$each" ]
    echo "$ranks ranks: the same"
done

# A sea of its own in every environment, where rank 0 has environment 0 alone, which is as the file says.
cat >sea.xml <<'END'
<shoal>
    <timestep value="0.005"/>
    <fluids><volume medium="water">
        <sea type="jonswap" significant_height="0.4" peak_period="4" components="8"/>
    </volume></fluids>
    <objects><sphere name="buoy" density="400"><dim radius="0.3"/></sphere></objects>
</shoal>
END
for ranks in 1 3 5; do
    "$1" -n $ranks "$shoal" run sea.xml --envs 3 --seed 8 --steps 20 --threads 1 --quiet --save sea$ranks.state \
        --record sea$ranks.h5 >sea$ranks.out
    cmp sea1.out sea$ranks.out
    cmp sea1.state sea$ranks.state
    "$shoal" replay sea$ranks.h5 | grep -q '^same: '
done
echo "a sea: the same"

expect() { # CODE TEXT COMMAND...: the exit code, and the text once on standard error
    local code=0
    "${@:3}" >out.txt 2>err.txt || code=$?
    if [ $code != "$1" ] || [ "$(grep -c -e "$2" err.txt)" != 1 ]; then
        cat err.txt
        echo "exit code $code where $1 was expected, with: $2"
        exit 1
    fi
}
expect 3 'none.xml: cannot be opened' "$1" -n 3 "$shoal" run none.xml
expect 2 'no option --frob' "$1" -n 3 "$shoal" run "$world" --frob
expect 4 'none/a.h5: cannot be made' "$1" -n 3 "$shoal" run "$world" --steps 5 --record none/a.h5

"$1" -n 3 sh -c 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then echo $$ >rank1.pid; fi; exec "$@"' sh \
    "$shoal" run "$world" --envs 30 --steps 100000000 --every 100 --threads 1 --quiet --record dead.h5 2>err.txt &
launcher=$!
while [ ! -f dead.h5 ]; do sleep 0.1; done
sleep 1
kill -KILL "$(cat rank1.pid)"
if wait $launcher; then
    echo "the run went on without a rank"
    exit 1
fi
grep -q 'signal 9' err.txt
"$shoal" replay dead.h5
