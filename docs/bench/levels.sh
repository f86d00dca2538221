#!/bin/sh
# Measures the computer's levels on the given boards, or on six boards,
# each level against its neighbours up to two places away (docs/results.md):
#
#   docs/bench/levels.sh ROSETTE FOLDER [BOARD…]
#
# ROSETTE is the program. FOLDER stores the games, and the same command continues an
# interrupted run. Run it with every new network. If the steps between levels have become
# uneven, compute new places with levels.py and FOLDER/BOARD.json. PAIRS, PARALLEL and SEED
# set the number of openings, the number of processors and the seed.
set -eu
rosette=$1 folder=$2
shift 2
[ $# -gt 0 ] || set -- rosette-3 rosette-5 rosette-7 square-9 square-13 square-19
mkdir -p "$folder"

ladder() { # BOARD [--json]
	case $1 in
	square-*) rules="--rules tromp-taylor --komi 7.5" ;;
	*) rules="" ;;
	esac
	case $1 in
	square-13 | square-19 | rosette-7) pairs=4 ;;
	*) pairs=10 ;;
	esac
	# shellcheck disable=SC2046,SC2086 # word lists are intended
	"$rosette" ladder --board "$@" $rules --reach 2 --pairs "${PAIRS:-$pairs}" --seed "${SEED:-600}" --parallel "${PARALLEL:-$(nproc)}" \
		--threads 1 --adjudicate 0.98 --out "$folder/$1" $(seq -f level=%g 1 22)
}

for board; do
	ladder "$board" >"$folder/$board.txt"
	ladder "$board" --json >"$folder/$board.json"
done
