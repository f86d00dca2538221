#!/bin/sh
# curves.sh measures live games by number of games, spectators and earlier plies, for SQLite, PostgreSQL and
# two servers, and draws curves. It takes about twelve minutes on two idle cores. The same command continues an
# interrupted run; remove the folder for new measurements.
#
#   DATABASE=postgres://… NATS=nats://… docs/bench/curves.sh
#
# DATABASE  URL of a PostgreSQL database with a user that may create databases; without it only SQLite is measured
# NATS      URL of a NATS server; without it two servers are not measured
# OUT       folder for the results, by default docs/bench/curves
# PIN       by default --pin: servers on one core, generator on another (Linux)
# QUICK     if set, small numbers and short times, to test the script
set -eu
cd "$(dirname "$0")/../.."
out=${OUT:-docs/bench/curves}
pin=${PIN---pin}
games='--games 200,500,1000,1500,2000,3000 --duration 8s'
spectators='--spectators 0,10,100,1000 --duration 6s'
history='--games 100 --plies 10,100,300,1000 --duration 6s'
sockets='--sockets 10000 --duration 10s'
if [ -n "${QUICK:-}" ]; then
	games='--games 5,20 --duration 500ms --warm-up 100ms'
	spectators='--spectators 0,5 --duration 500ms --warm-up 100ms'
	history='--games 4 --plies 10,100 --duration 500ms --warm-up 100ms'
	sockets='--sockets 50 --duration 500ms'
fi
mkdir -p "$out"
build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
go build -o "$build/rosette" ./cmd/rosette
rosette() { "$build/rosette" "$@"; }

# measure KIND FLAGS… measures one kind of server. Number flags are separate words.
measure() {
	kind=$1
	shift
	rosette lab storm games $pin $games --rate 4.5 --seed 1 --out "$out/$kind" "$@"
	rosette lab storm spectators $pin $spectators --rate 4.5 --seed 1 --out "$out/$kind" "$@"
	# Random moves end a game on a small board long before 1000 plies.
	rosette lab storm history $pin $history --board square-19 --rate 4.5 --seed 1 --out "$out/$kind" "$@"
}

measure sqlite
if [ -n "${DATABASE:-}" ]; then
	measure postgresql --database "$DATABASE"
fi
if [ -n "${DATABASE:-}" ] && [ -n "${NATS:-}" ]; then
	measure two --database "$DATABASE" --nats "$NATS" --nodes 2
fi
if [ ! -s "$out/sockets.jsonl" ]; then
	rosette lab storm sockets $pin $sockets --json >"$out/sockets.part"
	mv "$out/sockets.part" "$out/sockets.jsonl"
fi
cat "$out/sockets.jsonl"
for curve in games spectators history; do
	rosette lab storm chart --curve $curve "$out"/*/rows.jsonl >"$out/$curve.svg"
done
