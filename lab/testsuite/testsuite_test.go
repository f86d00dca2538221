package testsuite

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/solve"
)

var (
	seed      = flag.Uint64("seed", 0, "of random games; 0 takes another each time")
	positions = flag.Int("positions", 2, "positions of a suite of base 1 that are solved anew")
)

// newRNG returns a random generator and logs its seed.
func newRNG(t *testing.T) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1975))
}

func playouts(seed uint64) engine.Evaluator { return playout.New(seed) }

// newGenerator returns a generator for small suites on a board.
func newGenerator(t *testing.T, name, rules string) *Generator {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return generator(g, r)
}

func generator(g *board.Graph, r game.Rules) *Generator {
	return &Generator{Graph: g, Rules: r, Seed: 1, Positions: 1000, Games: 5, Nodes: 30_000, Threads: 2, NewEvaluator: playouts}
}

func generate(t *testing.T, m *Generator) *Suite {
	t.Helper()
	e, err := m.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

var baseOneSuite = sync.OnceValues(func() (*Suite, error) {
	return generator(board.Rosette(1), game.DefaultRules(board.Rosette(1))).Generate(context.Background())
})

// baseOne returns a suite for Rosette's default rules on base 1, which no test changes.
func baseOne(t *testing.T) *Suite {
	t.Helper()
	e, err := baseOneSuite()
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// generateAny generates a suite from random seeds: games from some seeds have no discriminating
// position.
func generateAny(t *testing.T, m *Generator, r *rand.Rand) *Suite {
	t.Helper()
	for range 100 {
		m.Seed = r.Uint64()
		e, err := m.Generate(t.Context())
		if err == nil {
			return e
		}
		if !strings.HasPrefix(err.Error(), "no position in ") {
			t.Fatal(err)
		}
	}
	t.Fatalf("no question by a hundred seeds on %s", m.Graph.Name())
	return nil
}

// minimax searches whole games by the rules in package game alone, without a table and with no
// pruning but alpha-beta.
type minimax struct{ nodes, most int }

func (r *minimax) margin(g *game.Game, next board.Color, alpha, beta float64) (best float64, ok bool) {
	if r.nodes++; r.nodes > r.most {
		return 0, false
	}
	if g.Passes() >= 2 {
		return g.Score().Margin(), true
	}
	best = 1000
	if next == board.Black {
		best = -1000
	}
	for _, p := range legal(g, next) {
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

// compareWithMinimax compares the value of every move in a position with minimax, and returns the
// number of moves that minimax could decide.
func (s *Suite) compareWithMinimax(t *testing.T, q *Position) (decided int) {
	t.Helper()
	for _, move := range legal(s.game(q, 0), q.Next()) {
		g := s.game(q, 0)
		g.Make(move, q.Next())
		want := float64(q.valueOf(move))
		search := minimax{most: 20_000}
		got, ok := search.margin(g, q.Next().Opponent(), want-1, want+1)
		if ok && got != want {
			t.Errorf("%s, %s, after %v: %s comes to %v, minimax says %v",
				s.Graph.Name(), s.Rules.KataGoJSON(), s.Graph.Names(q.Moves), s.Graph.PointName(move), want, got)
		}
		if ok {
			decided++
		}
	}
	return decided
}

// valueOf returns the margin after a move.
func (q *Position) valueOf(move board.Point) int {
	if q.Next() == board.White {
		return q.Margin + q.Loss[move]
	}
	return q.Margin - q.Loss[move]
}

func TestTheValuesOfAllMovesAgreeWithMinimax(t *testing.T) {
	r := newRNG(t)
	decided := 0
	for _, name := range []string{"square-2", "square-3x1", "square-4x1", "square-5x1"} {
		for _, rules := range []string{
			"mindsports-chinese",
			`{"preset":"mindsports-chinese","tax":"NONE","ko":"POSITIONAL"}`,
			`{"preset":"tromp-taylor","ko":"NATURAL_SITUATIONAL"}`,
		} {
			m := newGenerator(t, name, rules)
			m.Games, m.Nodes = 12, 10_000
			e := generateAny(t, m, r)
			for i := range e.Positions {
				decided += e.compareWithMinimax(t, &e.Positions[i])
			}
		}
	}
	t.Logf("%d moves were held against minimax", decided)
	if decided < 20 {
		t.Errorf("minimax decided about %d moves only", decided)
	}
}

// mostNodes limits the search for a move that a new solver repeats. Bounds left open agree if they
// contain the value.
const mostNodes = 1 << 18

// Minimax over whole games does not end on base 1, so a new solver proves each move and the
// position itself.
func TestTheValuesOfAllMovesOnBaseOneAgreeWithANewSolver(t *testing.T) {
	m, r := newGenerator(t, "rosette-1", "mindsports-chinese"), newRNG(t)
	e := generateAny(t, m, r)
	chosen := r.Perm(len(e.Positions))
	for _, i := range chosen[:min(*positions, len(chosen))] {
		q := &e.Positions[i]
		var limit uint64
		stop := func() {}
		enough := func(p solve.Progress) {
			if p.Nodes > limit {
				stop()
			}
		}
		s, err := solve.New(board.New(e.Graph), board.Black, e.Rules, solve.Options{Table: solve.NewTable(1 << 22), Report: enough})
		if err != nil {
			t.Fatal(err)
		}
		compare := func(what string, want int, line ...board.Point) {
			var ctx context.Context
			ctx, stop = context.WithCancel(t.Context())
			defer stop()
			limit = s.Progress().Nodes + mostNodes
			if b, err := s.Solve(ctx, line...); err != nil || want < b.Low || want > b.High {
				t.Errorf("after %v %s comes to %d, by a new solver %v, %v", e.Graph.Names(q.Moves), what, want, b, err)
			}
		}
		compare("perfect play", q.Margin, q.Moves...)
		for _, move := range legal(e.game(q, 0), q.Next()) {
			if g := e.game(q, 0); move != board.Pass || g.Passes() == 0 {
				compare(e.Graph.PointName(move), q.valueOf(move), append(slices.Clip(q.Moves), move)...)
			}
		}
	}
}

func TestASuiteDependsOnTheSeedAndNotOnThreads(t *testing.T) {
	var texts []string
	for _, threads := range []int{1, 3} {
		m := newGenerator(t, "rosette-1", "mindsports-chinese")
		m.Threads, m.Games = threads, 2
		reported := 0
		m.Progress = func(positions, _ int) { reported = positions }
		e := generate(t, m)
		var text bytes.Buffer
		if err := e.Write(&text); err != nil {
			t.Fatal(err)
		}
		if reported != len(e.Positions) {
			t.Errorf("it reported %d positions and has %d", reported, len(e.Positions))
		}
		texts = append(texts, text.String())
	}
	if texts[0] != texts[1] {
		t.Errorf("one thread makes\n%s\nthree make\n%s", texts[0], texts[1])
	}
}

func TestNoTwoPositionsAreSymmetricAndEachDiscriminates(t *testing.T) {
	e := baseOne(t)
	seen := map[canonicalPosition]bool{}
	for i := range e.Positions {
		q := &e.Positions[i]
		g := e.game(q, 0)
		if f := canonicalize(g, q.Next()); seen[f] {
			t.Errorf("after %v stands what stood before", e.Graph.Names(q.Moves))
		} else {
			seen[f] = true
		}
		if err := e.check(q, g); err != nil {
			t.Errorf("after %v: %v", e.Graph.Names(q.Moves), err)
		}
	}
}

func TestACanceledGenerationReturnsNoSuite(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m := newGenerator(t, "rosette-1", "mindsports-chinese")
	m.Nodes, m.Progress = 1000, func(int, int) { stop() }
	if e, err := m.Generate(ctx); err == nil {
		t.Errorf("there are %d questions all the same", len(e.Positions))
	}
}

func TestUnsupportedBoardsAndRulesAreRefused(t *testing.T) {
	for _, test := range []struct{ board, rules, want string }{
		{"rosette-5", "mindsports-chinese", "rosette-5 has 150 points and the solver takes up to 64: use rosette-1 to rosette-3, or a square board up to 8x8"},
		{"rosette-1", "japanese", "the solver counts area: use rules with scoring AREA, such as mindsports-chinese or tromp-taylor"},
	} {
		if _, err := newGenerator(t, test.board, test.rules).Generate(t.Context()); err == nil || err.Error() != test.want {
			t.Errorf("%s, %s: %v, want %s", test.board, test.rules, err, test.want)
		}
	}
}

func TestASuiteReadIsTheSuiteWritten(t *testing.T) {
	e := baseOne(t)
	var text bytes.Buffer
	if err := e.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Positions) != len(e.Positions) || again.RandomChance() != e.RandomChance() {
		t.Errorf("%d questions of %d, chance %v of %v", len(again.Positions), len(e.Positions), again.RandomChance(), e.RandomChance())
	}
	for i, q := range e.Positions {
		if len(q.Moves) == 0 {
			q.Moves = nil
		}
		if !reflect.DeepEqual(again.Positions[i], q) {
			t.Errorf("question %d: %+v, want %+v", i+1, again.Positions[i], q)
		}
	}
	var twice bytes.Buffer
	if err := again.Write(&twice); err != nil || twice.String() != text.String() {
		t.Errorf("written again it is\n%s\n%v", &twice, err)
	}
}
