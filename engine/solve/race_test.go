package solve

import (
	"context"
	"strings"
	"testing"

	"rosette/game/board"
)

// races are between the chain of x, which is black, and that of o; the others
// around them live.
var races = []struct {
	name, board, picture string
	black, white         Outcome // when that colour moves first
}{
	{"with as many liberties, who moves first wins", "square-7x6", `
		. O . O O O O
		O O O O . . O
		O x X X X X O
		X o O O O O X
		X X X X . . X
		. X . X X X X`, FirstWins, FirstWins},
	{"with one liberty more, who moves second wins too", "square-7x6", `
		. O . O O O O
		O O O . . . O
		O x X X X X O
		X o O O O O X
		X X X X . . X
		. X . X X X X`, FirstWins, SecondWins},
	{"two liberties that take approach moves are three: against two they win", "square-8x8", `
		. O . O O O O O
		O O O O . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X . X X . X X
		X X X X X X X X`, SecondWins, FirstWins},
	{"two liberties that take approach moves are three: against three it matters who moves first", "square-8x8", `
		. O . O O O O O
		O O O . . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X . X X . X X
		X X X X X X X X`, FirstWins, FirstWins},
	{"without room to capture it whole, the throw-in that needs no approach move is a ko", "square-8x7", `
		. O . O O O O O
		O O O O . . O O
		O x X X X X X O
		X o O O O O O X
		X O . O O . O X
		X X . X X . X X
		X X X X X X . X`, RaceByKo, FirstWins},
	{"two liberties that both share, and no eye, are seki", "square-7x7", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X X X . . O O
		o O O O O O O
		X X X X X X X
		. X . X X X X`, BothLive, BothLive},
	{"without an eye, what both share is the death of who has nothing outside", "square-7x9", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X X X X X X X
		X X X . . O O
		o O O O O O O
		X . . X X X X
		X X X X X X X
		. X . X X X X`, SecondWins, FirstWins},
	{"with an eye against none the same race is won, whoever moves first", "square-7x9", `
		. O . O O O O
		O O O O O O O
		x X X X X X X
		X . X X X X X
		X X X . . O O
		o O O O O O O
		X . . X X X X
		X X X X X X X
		. X . X X X X`, FirstWins, SecondWins},
	{"a big eye of four is five liberties: against four outside it wins", "square-8x9", `
		. O . O O O O O
		O O O . . . . O
		x X X X X X X X
		o O O O O O O O
		X X O . . O X X
		X X O . . O X X
		X X O O O O X X
		X X X X X X X X
		. X . X X X X X`, SecondWins, FirstWins},
	{"a big eye of four is five liberties: against five it matters who moves first", "square-8x9", `
		. O . O O O O O
		O O . . . . . O
		x X X X X X X X
		o O O O O O O O
		X X O . . O X X
		X X O . . O X X
		X X O O O O X X
		X X X X X X X X
		. X . X X X X X`, FirstWins, FirstWins},
	{"with two liberties against three, the sixth stone of a rosette decides", "rosette-2", `
		  . . . . X
		X O . X O . .
		x X X . O o O
		  X X X O O`, FirstWins, FirstWins},
	{"where the other stands on the sixth point, three liberties win", "rosette-2", `
		  . . . . X
		X O . X O . .
		x X X O O o O
		  X X X O O`, SecondWins, FirstWins},
}

func TestRacesAreWonAsTheirDiagramsSay(t *testing.T) {
	for _, test := range races {
		t.Run(test.name, func(t *testing.T) {
			b, _ := picture(t, test.board, test.picture)
			signs := strings.Join(strings.Fields(test.picture), "")
			x, o := board.Point(strings.Index(signs, "x")), board.Point(strings.Index(signs, "o"))
			q := Question{Board: b, Rules: rulesNamed(t, "mindsports-chinese")}
			for _, turn := range []struct {
				mine, theirs board.Point
				want         Outcome
			}{{x, o, test.black}, {o, x, test.white}} {
				got, err := Race(context.Background(), q, turn.mine, turn.theirs)
				if err != nil || got != turn.want {
					t.Errorf("%s moves first: %s, %v; want %s", b.At(turn.mine), got, err, turn.want)
				}
			}
		})
	}
}
