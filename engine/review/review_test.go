package review

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/internal/goldentest"
)

// gameText is a game on a small board with comments, variations and a pass.
const gameText = `(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0]RU[chinese]PB[Ann]PW[Bob]RE[B+9]C[Before the game.];B[cc];W[bb]C[Why here?](;B[cb](;W[])(;W[dd]))(;B[ca];W[ee]))`

func parse(t *testing.T, text string) *sgf.Collection {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func read(t *testing.T, c *sgf.Collection) *Review {
	t.Helper()
	r, err := Read(c.Trees[0], sgf.Override{}, 2000)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A book is an Analyzer that looks up the analysis by the number of stones, from the view of the
// player to move. A longer search after the best move finds the score that the book promises.
type book map[int]engine.Analysis

// bookVisits is the number of visits in the first search of a review by a book.
const bookVisits = 100

func (b book) Analyze(_ context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	stones := 25 - g.Board().Vacant()
	a := b[stones]
	before := b[stones-1].Candidates
	if last, ok := g.Last(); ok && q.Visits > bookVisits && len(before) > 0 && last.Point == before[0].Move {
		a.Score, a.Win = -before[0].Score, 1-before[0].Win
		a.Candidates = []engine.Candidate{{Move: board.Pass, Visits: 1, PV: before[0].PV[1:]}}
	}
	a.Next = next
	return a.For(next)
}

// means returns an analysis with a score for the player to move and one candidate with score
// promise. Both are means over 10000 visits with standard deviation 20, so that a loss of two
// points is significant and a loss of half a point is not.
func means(score float32, best board.Point, promise float32, line ...board.Point) engine.Analysis {
	win := func(score float32) float32 { return float32(0.5 + math.Tanh(float64(score)/20)/2) }
	return engine.Analysis{
		Visits: 10000, Score: score, Win: win(score), ScoreStdev: 20,
		Candidates: []engine.Candidate{{Move: best, Visits: 10000, Score: promise, Win: win(promise), ScoreStdev: 20, PV: append([]board.Point{best}, line...)}},
	}
}

// sound is a book for the main line without mistakes.
var sound = book{
	0: means(3, 12, 4, 6),
	1: means(-4, 6, -3.5, 7),   // Black played the best move
	2: means(3, 7, 3, 11),      // White too
	3: means(-2.5, 18, 12, 11), // Black too; White passes
}

// ignore is an onResult callback that does nothing.
func ignore(int) error { return nil }

func searched(t *testing.T, c *sgf.Collection, analyzer Analyzer) *Review {
	t.Helper()
	r := read(t, c)
	calls := 0
	err := r.RunDeepening(t.Context(), analyzer, engine.SearchParams{Visits: bookVisits}, 2, func(int) error {
		if calls++; r.Searched() != min(calls, len(r.Turns)) {
			t.Errorf("%d turns are searched after %d calls", r.Searched(), calls)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestALossIsMeasuredAgainstTheBestMove(t *testing.T) {
	for name, c := range map[string]struct {
		before, after engine.Analysis
		loss          float64
		class         Class
	}{
		"the best move":        {means(5, 12, 6), means(4, 0, 0), 0, Good},
		"a point and a half":   {means(5, 7, 6), means(-4.5, 0, 0), 0, Good},
		"not significant":      {means(5, 7, 6), means(-5.6, 0, 0), 0, Good},
		"better than the best": {means(5, 7, 6), means(-9, 0, 0), 0, Good},
		"three points":         {means(5, 7, 6), means(-3, 0, 0), 3, Inaccuracy},
		"six points":           {means(5, 7, 6), means(0, 0, 0), 6, Mistake},
		"sixteen points":       {means(5, 7, 6), means(10, 0, 0), 16, Blunder},
		"not searched before":  {engine.Analysis{}, means(10, 0, 0), 0, ""},
		"not searched after":   {means(5, 7, 6), engine.Analysis{}, 0, ""},
	} {
		r := searched(t, parse(t, `(;SZ[5];B[cc])`), book{0: c.before, 1: c.after})
		all := r.Assess()
		if len(all) != 1 || all[0].Loss != c.loss || all[0].Class != c.class {
			t.Errorf("%s: %+v, want a loss of %v, %q", name, all, c.loss, c.class)
		}
		if named := c.loss >= 2; (all[0].Better == "C4") != named || (len(all[0].Line) > 0) != named {
			t.Errorf("%s: better %q, line %v", name, all[0].Better, all[0].Line)
		}
	}
}

func TestAPassAndAMoveAfterASetUpAreNotAssessed(t *testing.T) {
	r := searched(t, parse(t, gameText), book{0: means(3, 0, 9), 1: means(3, 0, 9), 2: means(3, 0, 9), 3: means(3, 0, 9), 4: means(3, 0, 9), 5: means(3, 0, 9)})
	var judged []bool
	for _, j := range r.Assess() {
		judged = append(judged, j.Class != "")
	}
	if len(judged) != 4 || !judged[0] || !judged[1] || !judged[2] || judged[3] {
		t.Errorf("judged %v of B cc, W bb, B cb, W pass", judged)
	}
	set := searched(t, parse(t, `(;SZ[5];B[cc];AW[aa];W[bb];B[dd])`), book{0: means(3, 0, 9), 1: means(3, 0, 9), 2: means(3, 0, 9), 3: means(3, 0, 9), 4: means(3, 0, 9)})
	all := set.Assess()
	if len(all) != 3 || all[0].Class == "" || all[1].Class != "" || all[2].Class == "" {
		t.Errorf("judged %+v", all)
	}
}

// costly is a book with two mistakes.
var costly = book{
	0: means(3, 6, 9, 7, 8),
	1: means(4, 8, 6, 2, 3, 4),
	2: means(0, 7, 3, 11),
	3: means(-2.5, 18, 12, 11),
}

func TestAnnotationsReplaceTheirPredecessorsAndKeepWhatPeopleWrote(t *testing.T) {
	c := parse(t, gameText)
	written := ""
	for range 2 { // the second review replaces the first
		r := searched(t, c, costly)
		if err := r.Annotate(r.Assess(), 3); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		if err := sgf.Write(&text, c); err != nil {
			t.Fatal(err)
		}
		if written != "" && written != text.String() {
			t.Errorf("written twice it is\n%s", text.String())
		}
		written = text.String()
	}
	goldentest.Text(t, "testdata/reviewed.sgf", written)
	if again := sgf.Check(parse(t, written)); len(again) > 0 {
		t.Errorf("the record has problems: %v", again)
	}
	bare := parse(t, gameText)
	r := searched(t, bare, costly)
	if err := r.Annotate(r.Assess(), 0); err != nil {
		t.Fatal(err)
	}
	if n := len(bare.Trees[0].Children); n != 1 {
		t.Errorf("%d variations of the first move, though none were wanted", n)
	}
}

func TestAReviewIsJSON(t *testing.T) {
	text, err := json.MarshalIndent(searched(t, parse(t, gameText), costly).Assess(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/judged.json", string(text)+"\n")
}

// A quitter analyzes a few positions and then cancels the context.
type quitter struct {
	left atomic.Int64
	stop context.CancelFunc
}

func (q *quitter) Analyze(_ context.Context, _ *game.Game, next board.Color, _ engine.SearchParams) engine.Analysis {
	if q.left.Add(-1) < 0 {
		q.stop()
	}
	a := means(1, 0, 1)
	a.Next = next
	return a.For(next)
}

func TestACancelledReviewKeepsItsResults(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	q := &quitter{stop: stop}
	q.left.Store(3)
	r := read(t, parse(t, gameText))
	reported := 0
	if err := r.Run(ctx, q, engine.SearchParams{}, 1, func(int) error { reported = r.Done; return nil }); err == nil {
		t.Error("it was not cancelled")
	}
	if r.Done != 3 || reported != 3 || len(r.Assess()) != 2 {
		t.Errorf("%d turns done, %d reported, %d moves assessed, want 3, 3 and 2", r.Done, reported, len(r.Assess()))
	}
	if err := r.Run(t.Context(), sound, engine.SearchParams{}, 1, ignore); err != nil || r.Done != len(r.Turns) {
		t.Errorf("going on: %v, %d of %d turns", err, r.Done, len(r.Turns))
	}
}

// Results are restored in any order, and only the rest is searched.
func TestAnInterruptedReviewIsContinuedByAnother(t *testing.T) {
	whole := searched(t, parse(t, gameText), sound)
	again := read(t, parse(t, gameText))
	for _, turn := range []int{3, 0} {
		text, err := json.Marshal(whole.Result(turn))
		if err != nil {
			t.Fatal(err)
		}
		var s Result
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		if err := again.Restore(s); err != nil {
			t.Fatal(err)
		}
	}
	if again.Done != 1 || again.Searched() != 2 {
		t.Errorf("%d turns in a row, %d in all, want 1 and 2", again.Done, again.Searched())
	}
	var turns []int
	err := again.Run(t.Context(), sound, engine.SearchParams{}, 1, func(turn int) error { turns = append(turns, turn); return nil })
	if err != nil || !slices.Equal(turns, []int{1, 2, 4}) {
		t.Errorf("%v, searched %v, want 1, 2 and 4", err, turns)
	}
	one, err := json.Marshal(whole.Assess())
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(again.Assess())
	if err != nil || string(one) != string(other) {
		t.Errorf("%v: in one go\n%s\nin two\n%s", err, one, other)
	}
	if err := again.Restore(Result{Turn: 5}); err == nil {
		t.Error("a turn that the game does not have is restored")
	}
}

func TestOnlyTheSamePositionsUnderTheSameRulesHaveTheSameKey(t *testing.T) {
	key := func(text string, komi float64) string {
		t.Helper()
		c := parse(t, text)
		r, err := Read(c.Trees[0], sgf.Override{Komi: &komi}, 2000)
		if err != nil {
			t.Fatal(err)
		}
		k, err := r.Key()
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	const game = "(;SZ[5]RU[chinese];B[cc];W[bb])"
	if key(game, 0) != key("(;SZ[5]RU[chinese]C[said];B[cc]C[more](;W[bb])(;W[dd]))", 0) {
		t.Error("comments and variations change the key")
	}
	for _, other := range []string{"(;SZ[5]RU[chinese];B[cc];W[dd])", "(;SZ[5]RU[chinese];B[cc])", "(;SZ[5]RU[aga];B[cc];W[bb])", "(;SZ[5]RU[chinese];B[cc];W[bb];B[])", "(;SZ[5]RU[chinese]AW[aa];B[cc];W[bb])"} {
		if key(game, 0) == key(other, 0) {
			t.Errorf("%s has the same key", other)
		}
	}
	if key(game, 0) == key(game, 1) {
		t.Error("komi makes no difference")
	}
}

func TestAReviewEndsWhenAResultCannotBeSaved(t *testing.T) {
	r := read(t, parse(t, gameText))
	full := errors.New("the disk is full")
	if err := r.Run(t.Context(), sound, engine.SearchParams{}, 1, func(int) error { return full }); !errors.Is(err, full) || r.Done != 1 {
		t.Errorf("%v after %d turns, want that the disk is full after the first", err, r.Done)
	}
}

func TestIllegalMovesAreReviewedAndMovesOffTheBoardAreLeftOut(t *testing.T) {
	rules, err := game.Preset("japanese")
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(parse(t, `(;SZ[5];B[cc];W[zz];W[cc];B[dd])`).Trees[0], sgf.Override{Rules: &rules}, 2000)
	if err != nil || len(r.Turns) != 4 || r.Left != 0 {
		t.Fatalf("%d turns: %v", len(r.Turns), err)
	}
	at := r.Turns[1].Move.Point
	for i, want := range []board.Color{board.Empty, board.Black, board.White, board.White} {
		if got := r.Turns[i].Game.Board().At(at); got != want {
			t.Errorf("before turn %d the point is %s, want %s", i, got, want)
		}
	}
	if err := r.Run(t.Context(), player(1), engine.SearchParams{Visits: 20}, 1, func(int) error { return nil }); err != nil {
		t.Error(err)
	}
	if _, err := Read(parse(t, `(;GM[2])`).Trees[0], sgf.Override{Rules: &rules}, 2000); err == nil {
		t.Error("another game is reviewed")
	}
}

// A player is an Analyzer that searches with playouts from a seed.
type player uint64

func (p player) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	return search.Run(ctx, g, next, []engine.Evaluator{playout.New(uint64(p))}, q)
}

// Black could complete a rosette at C5, which White would otherwise prevent. Black plays elsewhere,
// which costs the whole board.
func TestARosetteThatIsNotMadeIsABlunder(t *testing.T) {
	g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
	c := board.Black
	for _, name := range strings.Fields("b3 a4 b4 d4 b5 b2 c3 b6 c4 c2 d6 c5") {
		p, err := g.Graph().Move(name)
		if err == nil {
			err = g.Play(p, c)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		c = c.Opponent()
	}
	root, err := sgf.FromGame(g)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(root, sgf.Override{}, 2000)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.RunDeepening(t.Context(), player(1), engine.SearchParams{Visits: 600}, 2, ignore); err != nil {
		t.Fatal(err)
	}
	all := r.Assess()
	if j := all[10]; j.Point != "D6" || j.Class != Blunder || j.Better != "C5" {
		t.Errorf("D6 instead of C5 is %+v", j)
	}
	if j := all[11]; j.Point != "C5" || j.Class != Good {
		t.Errorf("C5, which stops it, is %+v", j)
	}
}

func TestAReviewThatStopsSaysHowFarItCameAndWhatIsKept(t *testing.T) {
	r := &Review{Turns: make([]Turn, 12), Done: 5}
	cause := errors.New("interrupted")
	for want, kept := range map[string][2]bool{
		"stopped after 4 of 11 moves: interrupted":                                           {false, false},
		"stopped after 4 of 11 moves, which are kept: interrupted":                           {true, false},
		"stopped after 4 of 11 moves, which are kept: interrupted; the same command goes on": {true, true},
	} {
		if err := r.Stopped(cause, kept[0], kept[1]); err == nil || err.Error() != want || !errors.Is(err, cause) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := r.Stopped(nil, true, true); err != nil {
		t.Error(err)
	}
}

func TestAPositionHasThreeThousandVisitsWithoutOtherLimits(t *testing.T) {
	if p := ParamsOf(0, 0); p.Visits != 3000 || p.Time != 0 {
		t.Errorf("%+v", p)
	}
	if p := ParamsOf(0, time.Second); p.Visits != 0 || p.Time != time.Second {
		t.Errorf("%+v", p)
	}
	if p := ParamsOf(7, 0); p.Visits != 7 {
		t.Errorf("%+v", p)
	}
}
