package review

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/goldentest"
)

// record is a game on a small board with a person's words, variations and a pass.
const record = `(;GM[1]FF[4]CA[UTF-8]SZ[5]KM[0]RU[chinese]PB[Ann]PW[Bob]RE[B+9]C[Before the game.];B[cc];W[bb]C[Why here?](;B[cb](;W[])(;W[dd]))(;B[ca];W[ee]))`

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
	rules, err := sgf.RulesOf(c.Trees[0])
	if err != nil {
		t.Fatal(err)
	}
	r, err := Read(c.Trees[0], rules)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A book is an analyzer that knows, for the position after so many stones, the
// analysis as the player to move sees it.
type book map[int]engine.Analysis

func (b book) Analyze(_ context.Context, g *game.Game, next board.Color, _ engine.SearchParams) engine.Analysis {
	a := b[25-g.Board().Vacant()]
	a.Next = next
	return a.For(next)
}

// means is a position that is worth that to the player to move, with one best
// move that is worth more or less to him; both are as sure as 10000 visits of a
// spread of 20 are: two points lost are beyond doubt, half a point is not.
func means(score float32, best board.Point, promise float32, line ...board.Point) engine.Analysis {
	win := func(score float32) float32 { return float32(0.5 + math.Tanh(float64(score)/20)/2) }
	return engine.Analysis{
		Visits: 10000, Score: score, Win: win(score), ScoreStdev: 20,
		Candidates: []engine.Candidate{{Move: best, Visits: 10000, Score: promise, Win: win(promise), ScoreStdev: 20, PV: append([]board.Point{best}, line...)}},
	}
}

// story is the book of the record's main line.
var story = book{
	0: means(3, 12, 4, 6),
	1: means(-4, 6, -3.5, 7),   // Black played the best move
	2: means(3, 7, 3, 11),      // White too
	3: means(-2.5, 18, 12, 11), // Black too; whatever White plays now, he passed
}

// quiet is told what a review has seen and minds nothing.
func quiet(int) error { return nil }

func looked(t *testing.T, c *sgf.Collection, mind Analyzer) *Review {
	t.Helper()
	r := read(t, c)
	told := 0
	err := r.Look(t.Context(), mind, engine.SearchParams{Visits: 100}, 2, func(int) error {
		if told++; r.Seen() != told {
			t.Errorf("%d turns are seen, %d told", r.Seen(), told)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestWhatAMoveCostIsWhatTheBestOnePromised(t *testing.T) {
	for name, c := range map[string]struct {
		before, after engine.Analysis
		loss          float64
		verdict       Verdict
	}{
		"the best move":            {means(5, 12, 6), means(4, 0, 0), 0, Good},
		"a point and a half":       {means(5, 7, 6), means(-4.5, 0, 0), 1.5, Good},
		"within the doubt":         {means(5, 7, 6), means(-5.6, 0, 0), 0, Good},
		"better than the best":     {means(5, 7, 6), means(-9, 0, 0), 0, Good},
		"three points":             {means(5, 7, 6), means(-3, 0, 0), 3, Inaccuracy},
		"six points":               {means(5, 7, 6), means(0, 0, 0), 6, Mistake},
		"sixteen points":           {means(5, 7, 6), means(10, 0, 0), 16, Blunder},
		"nobody looked before":     {engine.Analysis{}, means(10, 0, 0), 0, ""},
		"nobody looked afterwards": {means(5, 7, 6), engine.Analysis{}, 0, ""},
	} {
		r := looked(t, parse(t, `(;SZ[5];B[cc])`), book{0: c.before, 1: c.after})
		all := r.Judge()
		if len(all) != 1 || all[0].Loss != c.loss || all[0].Verdict != c.verdict {
			t.Errorf("%s: %+v, want a loss of %v, %q", name, all, c.loss, c.verdict)
		}
		if named := c.loss >= 2; (all[0].Better == "C4") != named || (len(all[0].Line) > 0) != named {
			t.Errorf("%s: better %q, line %v", name, all[0].Better, all[0].Line)
		}
	}
}

func TestAPassAndAMoveAfterASetUpAreNotJudged(t *testing.T) {
	r := looked(t, parse(t, record), book{0: means(3, 0, 9), 1: means(3, 0, 9), 2: means(3, 0, 9), 3: means(3, 0, 9), 4: means(3, 0, 9), 5: means(3, 0, 9)})
	var judged []bool
	for _, j := range r.Judge() {
		judged = append(judged, j.Verdict != "")
	}
	if len(judged) != 4 || !judged[0] || !judged[1] || !judged[2] || judged[3] {
		t.Errorf("judged %v of B cc, W bb, B cb, W pass", judged)
	}
	set := looked(t, parse(t, `(;SZ[5];B[cc];AW[aa];W[bb];B[dd])`), book{0: means(3, 0, 9), 1: means(3, 0, 9), 2: means(3, 0, 9), 3: means(3, 0, 9), 4: means(3, 0, 9)})
	all := set.Judge()
	if len(all) != 3 || all[0].Verdict == "" || all[1].Verdict != "" || all[2].Verdict == "" {
		t.Errorf("judged %+v", all)
	}
}

// costly is the story with two mistakes in it.
var costly = book{
	0: means(3, 6, 9, 7, 8),
	1: means(4, 8, 6, 2, 3, 4),
	2: means(0, 7, 3, 11),
	3: means(-2.5, 18, 12, 11),
}

func TestAReviewStandsInTheRecordAndLeavesWhatPeopleWrote(t *testing.T) {
	c := parse(t, record)
	written := ""
	for range 2 { // the second review replaces the first
		r := looked(t, c, costly)
		if err := r.Write(r.Judge(), 3); err != nil {
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
	bare := parse(t, record)
	r := looked(t, bare, costly)
	if err := r.Write(r.Judge(), 0); err != nil {
		t.Fatal(err)
	}
	if n := len(bare.Trees[0].Children); n != 1 {
		t.Errorf("%d variations of the first move, though none were wanted", n)
	}
}

func TestAReviewIsJSON(t *testing.T) {
	text, err := json.MarshalIndent(looked(t, parse(t, record), costly).Judge(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/judged.json", string(text)+"\n")
}

var pictured = regexp.MustCompile(`base64,[A-Za-z0-9+/=&#;]{500,}`)

func TestAReviewIsAPageOfItsOwn(t *testing.T) {
	r := looked(t, parse(t, record), costly)
	var page strings.Builder
	if err := r.Page(&page, "Ann <b>– Bob", "square-5, chinese", r.Judge()); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	if n := len(pictured.FindAllString(text, -1)); n != 4 {
		t.Errorf("%d pictures, want two of each mistake", n)
	}
	for _, outside := range []string{"http://", "https://", "<script", "<b>", "@import", "url("} {
		if strings.Contains(strings.ReplaceAll(text, "http://www.w3.org", ""), outside) {
			t.Errorf("the page holds %s", outside)
		}
	}
	goldentest.Text(t, "testdata/page.html", pictured.ReplaceAllString(text, "base64,…"))
}

func TestAPageOfNothingSaysSo(t *testing.T) {
	r := read(t, parse(t, `(;SZ[5])`))
	var page strings.Builder
	if err := r.Page(&page, "Nothing", "", r.Judge()); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), "Reviewed up to move 0 of 0.") || !strings.Contains(page.String(), "Nothing that a search") {
		t.Error(page.String())
	}
}

// A quitter thinks a few times and then stops everybody.
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

func TestAReviewThatIsStoppedKeepsWhatItHasDone(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	q := &quitter{stop: stop}
	q.left.Store(3)
	r := read(t, parse(t, record))
	told := 0
	if err := r.Look(ctx, q, engine.SearchParams{}, 1, func(int) error { told = r.Done; return nil }); err == nil {
		t.Error("nobody stopped it")
	}
	if r.Done != 3 || told != 3 || len(r.Judge()) != 2 {
		t.Errorf("%d turns done, %d told, %d moves judged, want 3, 3 and 2", r.Done, told, len(r.Judge()))
	}
	if err := r.Look(t.Context(), story, engine.SearchParams{}, 1, quiet); err != nil || r.Done != len(r.Turns) {
		t.Errorf("going on: %v, %d of %d turns", err, r.Done, len(r.Turns))
	}
}

// What one review has seen another recalls, turn by turn and in any order, and
// looks at the rest only.
func TestAReviewThatWasInterruptedIsContinuedByAnother(t *testing.T) {
	whole := looked(t, parse(t, record), story)
	again := read(t, parse(t, record))
	for _, turn := range []int{3, 0} {
		text, err := json.Marshal(whole.Sight(turn))
		if err != nil {
			t.Fatal(err)
		}
		var s Sight
		if err := json.Unmarshal(text, &s); err != nil {
			t.Fatal(err)
		}
		if err := again.Recall(s); err != nil {
			t.Fatal(err)
		}
	}
	if again.Done != 1 || again.Seen() != 2 {
		t.Errorf("%d turns in a row, %d in all, want 1 and 2", again.Done, again.Seen())
	}
	var looked []int
	err := again.Look(t.Context(), story, engine.SearchParams{}, 1, func(turn int) error { looked = append(looked, turn); return nil })
	if err != nil || !slices.Equal(looked, []int{1, 2, 4}) {
		t.Errorf("%v, looked at %v, want 1, 2 and 4", err, looked)
	}
	one, err := json.Marshal(whole.Judge())
	if err != nil {
		t.Fatal(err)
	}
	other, err := json.Marshal(again.Judge())
	if err != nil || string(one) != string(other) {
		t.Errorf("%v: in one go\n%s\nin two\n%s", err, one, other)
	}
	if err := again.Recall(Sight{Turn: 5}); err == nil {
		t.Error("a turn that is not in the game is recalled")
	}
}

func TestOnlyTheSamePositionsUnderTheSameRulesHaveTheSameKey(t *testing.T) {
	key := func(text string, komi float64) string {
		t.Helper()
		c := parse(t, text)
		rules, err := sgf.RulesOf(c.Trees[0])
		if err != nil {
			t.Fatal(err)
		}
		rules.Komi = komi
		r, err := Read(c.Trees[0], rules)
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
		t.Error("words and variations make it another game")
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

// Who keeps what is seen may run out of room: then the search ends.
func TestAReviewEndsWhenWhatItSeesCannotBeKept(t *testing.T) {
	r := read(t, parse(t, record))
	full := errors.New("no room")
	if err := r.Look(t.Context(), story, engine.SearchParams{}, 1, func(int) error { return full }); !errors.Is(err, full) || r.Done != 1 {
		t.Errorf("%v after %d turns, want that there is no room after the first", err, r.Done)
	}
}

func TestARecordThatCannotBePlayedIsRefused(t *testing.T) {
	for _, text := range []string{`(;SZ[5];B[cc];W[cc])`, `(;SZ[5];B[zz])`, `(;GM[2])`} {
		c := parse(t, text)
		if _, err := Read(c.Trees[0], game.DefaultRules(board.Square(5, 5))); err == nil {
			t.Errorf("%s is reviewed", text)
		}
	}
}

type player uint64

func (p player) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	return search.Run(ctx, g, next, []engine.Evaluator{playout.New(uint64(p))}, q)
}

// Black could make a rosette at C5, where White would stop it, and plays
// elsewhere: that costs everything.
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
	r, err := Read(root, g.Rules())
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Look(t.Context(), player(1), engine.SearchParams{Visits: 600}, 2, quiet); err != nil {
		t.Fatal(err)
	}
	all := r.Judge()
	if j := all[10]; j.Point != "D6" || j.Verdict != Blunder || j.Better != "C5" {
		t.Errorf("D6 instead of C5 is %+v", j)
	}
	if j := all[11]; j.Point != "C5" || j.Verdict != Good {
		t.Errorf("C5, which stops it, is %+v", j)
	}
}
