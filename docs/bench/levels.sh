#!/bin/sh
# Measures the levels of the computer on the boards that are named, or on six boards,
# each level against its neighbours up to two places away (docs/results.md):
#
#   docs/bench/levels.sh ROSETTE FOLDER [BOARD…]
#
# ROSETTE is the program. The games are kept in FOLDER, and the same command goes on
# where it was ended. Run it again with every new network. Where the steps between levels
# are no longer even, lay them anew with levels.py and FOLDER/BOARD.json. The numbers of
# openings and processors and the seed are PAIRS, PARALLEL and SEED.
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
	# shellcheck disable=SC2046,SC2086 # lists of words are meant
	"$rosette" ladder --board "$@" $rules --reach 2 --pairs "${PAIRS:-$pairs}" --seed "${SEED:-600}" --parallel "${PARALLEL:-$(nproc)}" \
		--threads 1 --adjudicate 0.98 --out "$folder/$1" $(seq -f level=%g 1 22)
}

for board; do
	ladder "$board" >"$folder/$board.txt"
	ladder "$board" --json >"$folder/$board.json"
done
