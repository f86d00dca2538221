package view_test

import (
	"testing"

	"rosette/game/board"
	"rosette/internal/rng"
	"rosette/play"
	"rosette/play/view"
)

// middle returns a match with that many random plays.
func middle(t failer, boardName string, plays int) *view.Projection {
	t.Helper()
	opened, err := play.Open(settings(t, boardName, "tromp-taylor", "10m+3x30s"), noon)
	if err != nil {
		t.Fatal(err)
	}
	p, random := view.NewProjection("0123456789abcdef"), rng.NewXoshiro(1)
	p.Apply([]play.Event{opened})
	for p.Match().Game().Ply() < plays {
		m, g := p.Match(), p.Match().Game()
		point := g.Graph().PointName(board.Point(random.IntN(g.Graph().Points())))
		events, _ := m.Decide(play.Command{Kind: play.Play, By: m.ToMove(), Point: point}, noon)
		p.Apply(events)
	}
	return p
}

// Measures the time from the decision about a move to its encoded frame.
func BenchmarkMoveToFrame(b *testing.B) {
	for _, on := range []struct {
		board string
		plays int
	}{{"rosette-7", 120}, {"square-19", 150}} {
		b.Run(on.board, func(b *testing.B) {
			p := middle(b, on.board, on.plays)
			last := p.Frame(p.Match().Seq() - 1).Events[0]
			again := play.Event{Seq: last.Seq, At: noon, Kind: play.Asked, Color: board.Black}
			b.ReportAllocs()
			for b.Loop() {
				p.Apply([]play.Event{again})
				p.Encoded(last.Seq - 1)
			}
		})
	}
}
