package retrograde

import (
	"flag"
	"math/bits"
	"slices"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

var long = flag.Bool("long", false, "solve the larger boards too, which takes minutes")

func graphNamed(t testing.TB, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// perft returns the number of legal sequences of depth moves from the empty board
// under situational superko without suicide, and the number of plays tried.
func perft(g *board.Graph, depth int) (sequences, tried uint64) {
	c := counter{words: newWords(g)}
	sequences = c.count(situation{}, 0, depth)
	return sequences, c.tried
}

// A counter counts sequences of moves.
type counter struct {
	*words
	path  []situation
	tried uint64
}

// count counts the sequences of depth moves from a situation after that many consecutive passes.
func (c *counter) count(s situation, passes, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	if passes == 2 {
		return 0
	}
	c.path = append(c.path, s)
	defer func() { c.path = c.path[:len(c.path)-1] }()
	foe := s.mover ^ 1
	n = c.count(situation{s.stones, foe}, passes+1, depth-1)
	for empty := c.all &^ (s.stones[black] | s.stones[white]); empty != 0; empty &= empty - 1 {
		c.tried++
		after, left, _, legal := c.play(s.stones[s.mover], s.stones[foe], bits.TrailingZeros32(empty))
		if !legal {
			continue
		}
		next := situation{mover: foe}
		next.stones[s.mover], next.stones[foe] = after, left
		switch {
		case slices.Contains(c.path, next):
		case depth == 1:
			n++
		default:
			n += c.count(next, 0, depth-1)
		}
	}
	return n
}

func TestTheWordsCountTheSequencesOfTheGame(t *testing.T) {
	for _, test := range []struct {
		board string
		depth int
		want  uint64 // 0: as package game counts
	}{
		{"rosette-1", 8, 53448},
		{"rosette-2", 4, 305304},
		{"rosette-2", 6, 129297936},
		{"square-2", 9, 0},
		{"square-2x3", 6, 0},
		{"square-3", 5, 0},
		{"square-4x1", 9, 0},
	} {
		if test.depth == 6 && test.board == "rosette-2" && !*long {
			continue
		}
		g := graphNamed(t, test.board)
		want := test.want
		if want == 0 {
			want = game.New(g, game.Rules{Repetition: game.KoSituational}).Perft(board.Black, test.depth)
		}
		start := time.Now()
		got, tried := perft(g, test.depth)
		if got != want {
			t.Errorf("%s, depth %d: %d sequences, want %d", test.board, test.depth, got, want)
		}
		t.Logf("%s, depth %d: %d sequences, %.3g plays tried a second", test.board, test.depth, got, float64(tried)/time.Since(start).Seconds())
	}
}
