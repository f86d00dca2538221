package solve

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

var (
	seed  = flag.Uint64("seed", 0, "of random positions; 0 takes another each time")
	games = flag.Int("games", 28, "random positions to solve")
	nodes = flag.Uint64("nodes", 1<<15, "of a search that a retrograde analysis is compared with")
)

// newRNG returns a random generator whose seed is logged.
func newRNG(t *testing.T) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1975))
}

// minimax searches whole games by the rules in package game: without a table, and with alpha-beta
// as its only pruning.
type minimax struct {
	nodes, most int
}

// margin returns the value of the game within the window; ok is false if the node limit was
// reached.
func (r *minimax) margin(g *game.Game, next board.Color, alpha, beta float64) (best float64, ok bool) {
	if r.nodes++; r.nodes > r.most {
		return 0, false
	}
	if g.Passes() >= 2 {
		return g.Score().Margin(), true
	}
	moves := []board.Point{board.Pass}
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, next) == nil {
			moves = append(moves, p)
		}
	}
	best = 1000
	if next == board.Black {
		best = -1000
	}
	for _, p := range moves {
		g.Make(p, next)
		m, ok := r.margin(g, next.Opponent(), alpha, beta)
		g.Undo()
		if !ok {
			return 0, false
		}
		if next == board.Black {
			best, alpha = max(best, m), max(alpha, m)
		} else {
			best, beta = min(best, m), min(beta, m)
		}
		if alpha >= beta {
			break
		}
	}
	return best, true
}

// wheelGraph returns a hub with five spokes whose rim is a rosette.
func wheelGraph(t *testing.T) *board.Graph {
	t.Helper()
	f := board.File{Name: "wheel"}
	names := []string{"H", "A", "B", "C", "D", "E"}
	for i, name := range names {
		f.Points = append(f.Points, board.FilePoint{Name: name, X: float64(i), Y: float64(i * i)})
		if i > 0 {
			f.Lines = append(f.Lines, []string{"H", name}, []string{name, names[i%5+1]})
		}
	}
	f.Rosettes = [][]string{names[1:]}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomPosition returns a position after random plays, and the player to move.
func randomPosition(g *board.Graph, r *rand.Rand, rules game.Rules) (*board.Board, board.Color) {
	at := game.New(g, rules)
	c := board.Black
	for range r.IntN(2*g.Points() + 1) {
		p := board.Point(r.IntN(g.Points()))
		if at.Legal(p, c) == nil {
			at.Make(p, c)
		}
		c = c.Opponent()
	}
	return at.Board().Clone(), c
}

func TestTheSolverAgreesWithMinimax(t *testing.T) {
	r := newRNG(t)
	graphs := []*board.Graph{wheelGraph(t)}
	names := []string{
		"square-1", "square-2x1", "square-3x1", "square-4x1", "square-5x1", "square-6x1", "square-2",
		"square-2x3", "square-3", "square-4x2", "rosette-1", "rosette-2", "square-3x4",
	}
	for _, name := range names {
		graphs = append(graphs, graphNamed(t, name))
	}
	decided, met := 0, 0
	for i := range *games {
		g := graphs[i%len(graphs)]
		rules := rulesNamed(t, "mindsports-chinese")
		rules.Repetition = []game.Repetition{game.KoPositional, game.KoSituational, game.KoNaturalSituational}[r.IntN(3)]
		rules.Tax = []game.Tax{game.TaxNone, game.TaxSeki}[r.IntN(2)]
		switch r.IntN(3) {
		case 0:
			rules.Suicide = true
		case 1:
			rules.Libertyless = game.LibertylessForbidden
		}
		b, first := randomPosition(g, r, rules)
		ref := minimax{most: 30_000}
		want, ok := ref.margin(game.From(b.Clone(), rules, first), first, -1000, 1000)
		if !ok {
			continue
		}
		decided++
		s, err := New(b, first, rules, Options{Table: NewTable(int64(1) << (16 + r.IntN(5)))})
		if err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithTimeout(context.Background(), waittest.Limit)
		value, err := s.anyRuleBounds(ctx)
		if err != nil {
			t.Fatal(err)
		}
		{
			margin := want + rules.Komi
			if margin < float64(value.Low) || margin > float64(value.High) {
				t.Errorf("%s, %s to move, %s: bounds %v, minimax %v\n%s", g.Name(), first, rules.KataGoJSON(), value, margin, stonesOf(b))
			}
			if value.Exact() {
				met++
			}
			exact, err := s.ownRuleBounds(ctx, Bounds{Low: -g.Points(), High: g.Points()})
			if err != nil {
				t.Fatal(err)
			}
			if margin < float64(exact.Low) || margin > float64(exact.High) {
				t.Errorf("%s, %s to move, %s: %v by the rule, minimax %v\n%s", g.Name(), first, rules.KataGoJSON(), exact, margin, stonesOf(b))
			}
		}
		stop()
	}
	t.Logf("%d positions were small enough for minimax; bounds under every rule met in %d", decided, met)
}

// stonesOf writes a position as a row of signs.
func stonesOf(b *board.Board) string {
	var row []byte
	for p := range board.Point(b.Graph().Points()) {
		row = append(row, ".XO"[b.At(p)])
	}
	return string(row)
}
