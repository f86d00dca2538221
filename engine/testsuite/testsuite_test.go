package testsuite

import (
	"bytes"
	"context"
	"flag"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
)

var seed = flag.Uint64("seed", 0, "of random games; 0 takes another each time")

// luck returns a source whose seed a failure prints.
func luck(t *testing.T) *rand.Rand {
	t.Helper()
	s := *seed
	if s == 0 {
		s = uint64(time.Now().UnixNano())
	}
	t.Logf("-seed %d", s)
	return rand.New(rand.NewPCG(s, 1975))
}

func playouts(seed uint64) engine.Evaluator { return playout.New(seed) }

// maker makes small exams of a board.
func maker(t *testing.T, name, rules string) *Maker {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return &Maker{Graph: g, Rules: r, Seed: 1, Questions: 1000, Games: 5, Nodes: 30_000, Threads: 2, Mind: playouts}
}

func made(t *testing.T, m *Maker) *Exam {
	t.Helper()
	e, err := m.Make(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// anyMade makes an exam of luck: by the next seed where the games of one ask
// nothing.
func anyMade(t *testing.T, m *Maker, r *rand.Rand) *Exam {
	t.Helper()
	for range 100 {
		m.Seed = r.Uint64()
		e, err := m.Make(t.Context())
		if err == nil {
			return e
		}
		if !strings.HasPrefix(err.Error(), "no question in ") {
			t.Fatal(err)
		}
	}
	t.Fatalf("no question by a hundred seeds on %s", m.Graph.Name())
	return nil
}

// A referee is minimax over whole games, by nothing but the rules of package
// game: no table, no cut-off but alpha and beta.
type referee struct{ nodes, most int }

func (r *referee) margin(g *game.Game, next board.Color, alpha, beta float64) (best float64, ok bool) {
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

// referee holds every move of a question against minimax, and returns about how
// many that could decide.
func (e *Exam) referee(t *testing.T, q *Question) (decided int) {
	t.Helper()
	for _, move := range legal(e.game(q, 0), q.Next()) {
		g := e.game(q, 0)
		g.Make(move, q.Next())
		want := float64(q.worth(move))
		ref := referee{most: 20_000}
		got, ok := ref.margin(g, q.Next().Opponent(), want-1, want+1)
		if ok && got != want {
			t.Errorf("%s, %s, after %v: %s comes to %v, minimax says %v", e.Graph.Name(), e.Rules.KataGoJSON(), e.Graph.Names(q.Moves), e.Graph.PointName(move), want, got)
		}
		if ok {
			decided++
		}
	}
	return decided
}

// worth is the margin after a move.
func (q *Question) worth(move board.Point) int {
	if q.Next() == board.White {
		return q.Margin + q.Lost[move]
	}
	return q.Margin - q.Lost[move]
}

func TestWhatEveryMoveIsWorthIsWhatMinimaxOverWholeGamesSays(t *testing.T) {
	r := luck(t)
	decided := 0
	for _, name := range []string{"square-2", "square-3x1", "square-4x1", "square-5x1"} {
		for _, rules := range []string{
			"mindsports-chinese",
			`{"preset":"mindsports-chinese","tax":"NONE","ko":"POSITIONAL"}`,
			`{"preset":"tromp-taylor","ko":"NATURAL_SITUATIONAL"}`,
		} {
			m := maker(t, name, rules)
			m.Games, m.Nodes = 12, 10_000
			e := anyMade(t, m, r)
			for i := range e.Questions {
				decided += e.referee(t, &e.Questions[i])
			}
		}
	}
	t.Logf("%d moves were held against minimax", decided)
	if decided < 20 {
		t.Errorf("minimax decided about %d moves only", decided)
	}
}

// Of base 1 minimax over whole games is without end: a solver that has seen nothing
// else proves each move and the position itself.
func TestWhatEveryMoveIsWorthOnBaseOneIsWhatANewSolverSays(t *testing.T) {
	m := maker(t, "rosette-1", "mindsports-chinese")
	e := anyMade(t, m, luck(t))
	for i := range e.Questions {
		q := &e.Questions[i]
		told := func(what string, want int, line ...board.Point) {
			s, err := solve.New(board.New(e.Graph), board.Black, e.Rules, solve.Options{Table: solve.NewTable(1 << 22)})
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithTimeout(t.Context(), 2*time.Second)
			defer stop()
			if b, err := s.Solve(ctx, line...); err != nil || want < b.Low || want > b.High {
				t.Errorf("after %v %s comes to %d, by a new solver %v, %v", e.Graph.Names(q.Moves), what, want, b, err)
			}
		}
		told("perfect play", q.Margin, q.Moves...)
		for _, move := range legal(e.game(q, 0), q.Next()) {
			if g := e.game(q, 0); move != board.Pass || g.Passes() == 0 {
				told(e.Graph.PointName(move), q.worth(move), append(slices.Clip(q.Moves), move)...)
			}
		}
	}
}

func TestAnExamFollowsFromItsSeedHoweverManyThreadsMakeIt(t *testing.T) {
	var texts []string
	for _, threads := range []int{1, 3} {
		m := maker(t, "rosette-1", "mindsports-chinese")
		m.Threads = threads
		told := 0
		m.Told = func(questions, games int) { told = questions }
		e := made(t, m)
		var text bytes.Buffer
		if err := e.Write(&text); err != nil {
			t.Fatal(err)
		}
		if told != len(e.Questions) {
			t.Errorf("it told of %d questions and has %d", told, len(e.Questions))
		}
		texts = append(texts, text.String())
	}
	if texts[0] != texts[1] {
		t.Errorf("one thread makes\n%s\nthree make\n%s", texts[0], texts[1])
	}
}

func TestNoTwoQuestionsLookAlikeAndEachAsksSomething(t *testing.T) {
	e := made(t, maker(t, "rosette-1", "mindsports-chinese"))
	seen := map[face]bool{}
	for i := range e.Questions {
		q := &e.Questions[i]
		g := e.game(q, 0)
		if f := faceOf(g, q.Next()); seen[f] {
			t.Errorf("after %v stands what stood before", e.Graph.Names(q.Moves))
		} else {
			seen[f] = true
		}
		if err := e.check(q, g); err != nil {
			t.Errorf("after %v: %v", e.Graph.Names(q.Moves), err)
		}
	}
}

func TestAnExamThatIsStoppedIsNone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	m := maker(t, "rosette-2", "mindsports-chinese")
	m.Nodes, m.Told = 1000, func(int, int) { stop() }
	if e, err := m.Make(ctx); err == nil {
		t.Errorf("there are %d questions all the same", len(e.Questions))
	}
}

func TestWhatTheSolverCannotProveIsSaid(t *testing.T) {
	for _, test := range []struct{ board, rules, want string }{
		{"rosette-5", "mindsports-chinese", "rosette-5 has 150 points and the solver takes up to 64: use rosette-1 to rosette-3, or a square board up to 8x8"},
		{"rosette-1", "japanese", "the solver counts area: use rules with scoring AREA, such as mindsports-chinese or tromp-taylor"},
	} {
		if _, err := maker(t, test.board, test.rules).Make(t.Context()); err == nil || err.Error() != test.want {
			t.Errorf("%s, %s: %v, want %s", test.board, test.rules, err, test.want)
		}
	}
}

func TestAnExamThatIsReadIsTheOneThatWasWritten(t *testing.T) {
	e := made(t, maker(t, "rosette-1", "mindsports-chinese"))
	var text bytes.Buffer
	if err := e.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Questions) != len(e.Questions) || again.Chance() != e.Chance() {
		t.Errorf("%d questions of %d, chance %v of %v", len(again.Questions), len(e.Questions), again.Chance(), e.Chance())
	}
	for i, q := range e.Questions {
		if len(q.Moves) == 0 {
			q.Moves = nil
		}
		if !reflect.DeepEqual(again.Questions[i], q) {
			t.Errorf("question %d: %+v, want %+v", i+1, again.Questions[i], q)
		}
	}
	var twice bytes.Buffer
	if err := again.Write(&twice); err != nil || twice.String() != text.String() {
		t.Errorf("written again it is\n%s\n%v", &twice, err)
	}
}
