package life_test

import (
	"math/rand/v2"
	"testing"

	"rosette/game/board"
	"rosette/game/life"
)

// liberties returns the liberties of the chain at q by a plain search.
func liberties(b *board.View, q board.Point) map[board.Point]bool {
	found := map[board.Point]bool{}
	for s := range b.Chain(q) {
		for _, p := range b.Graph().Near(s) {
			if b.At(p) == board.Empty {
				found[p] = true
			}
		}
	}
	return found
}

// after returns the position after a play, or nil if the play is suicide or retakes a ko.
func after(b *board.Board, p board.Point, c board.Color) *board.Board {
	if p == b.Ko() || b.PlayResult(p, c) != board.HasLiberty {
		return nil
	}
	next := b.Clone()
	next.Play(p, c)
	return next
}

// ladderEscapes is the slow twin of life.LadderReader.EscapesAt: the chain's owner plays at p, then
// it tries every atari, then every escape.
func ladderEscapes(b *board.Board, q, p board.Point) bool {
	next := after(b, p, b.At(q))
	if next == nil {
		return false
	}
	n := len(liberties(&next.View, q))
	return next.Immortal(q) || n > 2 || n == 2 && !ladderCaptures(next, q)
}

// ladderCaptures is the slow twin of life.LadderReader.Captures.
func ladderCaptures(b *board.Board, q board.Point) bool {
	for p := range liberties(&b.View, q) {
		if ladderCapturesAt(b, q, p) {
			return true
		}
	}
	return false
}

func ladderCapturesAt(b *board.Board, q, p board.Point) bool {
	owner := b.At(q)
	next := after(b, p, owner.Opponent())
	if next == nil || len(liberties(&next.View, q)) != 1 {
		return false
	}
	return !ladderGetsOut(next, q)
}

// ladderGetsOut is the slow twin of life.LadderReader.Escapes: the owner plays at the last liberty,
// or captures a neighbouring chain in atari.
func ladderGetsOut(b *board.Board, q board.Point) bool {
	tries := liberties(&b.View, q)
	for s := range b.Chain(q) {
		for _, n := range b.Graph().Near(s) {
			if all := liberties(&b.View, n); b.At(n) == b.At(q).Opponent() && !b.Immortal(n) && len(all) == 1 {
				for p := range all {
					tries[p] = true
				}
			}
		}
	}
	for p := range tries {
		if ladderEscapes(b, q, p) {
			return true
		}
	}
	return false
}

func TestLaddersAreReadAsByTheSlowReader(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 0))
	read := [2]int{}
	for _, graph := range []*board.Graph{board.Square(5, 5), board.Square(7, 4), board.Rosette(2)} {
		for range 300 {
			b := randomPosition(rng, graph)
			r := life.LadderReader{Plays: 1 << 20}
			r.Set(&b.View)
			for q := range board.Point(graph.Points()) {
				if b.At(q) == board.Empty || b.Immortal(q) {
					continue
				}
				all := liberties(&b.View, q)
				check := func(what string, got, want bool) {
					if got {
						read[0]++
					} else {
						read[1]++
					}
					if got != want {
						t.Fatalf("%s: %s of the chain at %s is %v, want %v", graph.Name(), what, graph.PointName(q), got, want)
					}
				}
				switch len(all) {
				case 1:
					check("escape", r.Escapes(q), ladderGetsOut(b, q))
				case 2:
					check("capture", r.Captures(q), ladderCaptures(b, q))
					for p := range all {
						check("capture at "+graph.PointName(p), r.CapturesAt(q, p), ladderCapturesAt(b, q, p))
					}
				}
			}
		}
	}
	if read[0] < 100 || read[1] < 100 {
		t.Errorf("of the ladders %d worked and %d did not; the positions say too little", read[0], read[1])
	}
}

// randomPosition returns a position after random plays.
func randomPosition(rng *rand.Rand, graph *board.Graph) *board.Board {
	b := board.New(graph)
	c := board.Black
	for range graph.Points()/3 + rng.IntN(graph.Points()) {
		if empties := b.Empties(); len(empties) > 0 {
			if p := empties[rng.IntN(len(empties))]; b.PlayResult(p, c) == board.HasLiberty {
				b.Play(p, c)
			}
		}
		c = c.Opponent()
	}
	return b
}

func TestALadderIsReadNoDeeperThanAsked(t *testing.T) {
	b := board.New(board.Square(9, 9))
	for _, move := range []struct {
		name  string
		color board.Color
	}{{"G6", board.White}, {"G7", board.Black}, {"H6", board.Black}, {"H5", board.Black}} {
		p, err := b.Graph().Point(move.name)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(p, move.color)
	}
	q, err := b.Graph().Point("G6")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		reader life.LadderReader
		want   bool
	}{{life.LadderReader{}, true}, {life.LadderReader{Depth: 40}, true}, {life.LadderReader{Depth: 4}, false}, {life.LadderReader{Plays: 3}, false}} {
		r := test.reader
		r.Set(&b.View)
		if got := r.Captures(q); got != test.want {
			t.Errorf("a reader of %d plays and %d plies says %v", r.Plays, r.Depth, got)
		}
	}
}
