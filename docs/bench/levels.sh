#!/bin/sh
# Measures the levels of the computer on the boards that are named, or on six boards,
# each level against its neighbours up to two places away (levels.txt):
#
#   docs/bench/levels.sh ROSETTE FOLDER [BOARD…]
#
# ROSETTE is the program. The games are kept in FOLDER, and the same command goes on
# where it was ended. Levels below 10 are of playouts and stay as they are; run it again
# with every new network.
set -eu
rosette=$1 folder=$2
shift 2
[ $# -gt 0 ] || set -- rosette-3 rosette-5 rosette-7 square-9 square-13 square-19
levels=$(seq -f level=%g 1 22)
mkdir -p "$folder"
for board; do
	case $board in
	square-*) rules="--rules tromp-taylor --komi 7.5" ;;
	*) rules="" ;;
	esac
	case $board in
	square-13 | square-19 | rosette-7) pairs=4 ;;
	*) pairs=10 ;;
	esac
	# shellcheck disable=SC2086 # lists of words are meant
	"$rosette" ladder --board "$board" $rules --reach 2 --pairs $pairs --seed 600 --parallel "$(getconf _NPROCESSORS_ONLN)" --threads 1 \
		--adjudicate 0.98 --out "$folder/$board" $levels >"$folder/$board.txt"
done
