package solve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"rosette/game/board"
)

// raceOutcome is the outcome of a race between two chains.
type raceOutcome string

// The outcomes of a race.
const (
	firstWins  raceOutcome = "first"  // the first player captures the other chain
	secondWins raceOutcome = "second" // the first player's chain is captured
	bothLive   raceOutcome = "both"   // neither can capture the other
	raceByKo   raceOutcome = "ko"
	raceOpen   raceOutcome = "unknown"
)

// race decides a race by capture searches: mine is the chain of the player to move.
func race(ctx context.Context, q CaptureProblem, mine, theirs board.Point) (raceOutcome, error) {
	q.First, q.Chain = q.Board.At(mine), theirs
	if q.Board.At(mine) == q.Board.At(theirs) {
		return raceOpen, errors.New("a race is between a black chain and a white one: name a stone of each")
	}
	take, err := Capture(ctx, q)
	if err != nil || take == Captured {
		return firstWins, err
	}
	q.Chain = mine
	lose, err := Capture(ctx, q)
	switch {
	case err != nil || take == Unknown || lose == Unknown:
		return raceOpen, err
	case lose == Captured:
		return secondWins, nil
	case take == ByKo || lose == ByKo:
		return raceByKo, nil
	}
	return bothLive, nil
}

// races are between Black's chain x and White's chain o; the chains around them live.
var races = []struct {
	name, board, picture string
	black, white         raceOutcome // when that colour moves first
}{
	{"with equal liberties the first to move wins", "square-7x6", `
		. O . O O O O
		O O O O . . O
		O x X X X X O
		X o O O O O X
		X X X X . . X
		. X . X X X X`, firstWins, firstWins},
	{"with one liberty more the second to move wins too", "square-7x6", `
		. O . O O O O
		O O O . . . O
		O x X X X X O
		X o O O O O X
		X X X X . . X
		. X . X X X X`, firstWins, secondWins},
	{"two liberties that take approach moves are three: against two they win", "square-8x8", `
		. O . O O O O O
		O O O O . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X . X X . X X
		X X X X X X X X`, secondWins, firstWins},
	{"two liberties that take approach moves are three: against three the first to move wins", "square-8x8", `
		. O . O O O O O
		O O O . . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X . X X . X X
		X X X X X X X X`, firstWins, firstWins},
	{"without room to capture it whole, the throw-in that needs no approach move is a ko", "square-8x7", `
		. O . O O O O O
		O O O O . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X X X X X . X`, raceByKo, firstWins},
	{"two liberties that both share, and no eye, are seki", "square-7x7", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X X X . . O O
		o O O O O O O
		X X X X X X X
		. X . X X X X`, bothLive, bothLive},
	{"without an eye, shared liberties kill the chain without liberties outside", "square-7x9", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X X X X X X X
		X X X . . O O
		o O O O O O O
		X . . X X X X
		X X X X X X X
		. X . X X X X`, secondWins, firstWins},
	{"with an eye against none the same race is won, moving first or second", "square-7x9", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X . X X X X X
		X X X . . O O
		o O O O O O O
		X . . X X X X
		X X X X X X X
		. X . X X X X`, firstWins, secondWins},
	{"a big eye of four is five liberties: against four outside it wins", "square-8x9", `
		. O . O O O O O
		O O O . . . . O
		x X X X X X X X
		o O O O O O O O
		X X O . . O X X
		X X O . . O X X
		X X O O O O X X
		X X X X X X X X
		. X . X X X X X`, secondWins, firstWins},
	{"a big eye of four is five liberties: against five the first to move wins", "square-8x9", `
		. O . O O O O O
		O O . . . . . O
		x X X X X X X X
		o O O O O O O O
		X X O . . O X X
		X X O . . O X X
		X X O O O O X X
		X X X X X X X X
		. X . X X X X X`, firstWins, firstWins},
	{"with two liberties against three, the sixth stone of a rosette decides", "rosette-2", `
		  . . . . X
		X O . X O . .
		x X X . O o O
		  X X X O O`, firstWins, firstWins},
	{"where the other stands on the sixth point, three liberties win", "rosette-2", `
		  . . . . X
		X O . X O . .
		x X X O O o O
		  X X X O O`, secondWins, firstWins},
}

func TestCapturingRacesEndAsInTheirDiagrams(t *testing.T) {
	for _, test := range races {
		t.Run(test.name, func(t *testing.T) {
			b, _ := parsePicture(t, test.board, test.picture)
			signs := strings.Join(strings.Fields(test.picture), "")
			x, o := board.Point(strings.Index(signs, "x")), board.Point(strings.Index(signs, "o"))
			q := CaptureProblem{Board: b, Rules: rulesNamed(t, "mindsports-chinese")}
			for _, turn := range []struct {
				mine, theirs board.Point
				want         raceOutcome
			}{{x, o, test.black}, {o, x, test.white}} {
				got, err := race(context.Background(), q, turn.mine, turn.theirs)
				if err != nil || got != turn.want {
					t.Errorf("%s moves first: %s, %v; want %s", b.At(turn.mine), got, err, turn.want)
				}
			}
		})
	}
}
