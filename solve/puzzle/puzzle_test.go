package puzzle

import (
	"context"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/solve"
)

func playouts(seed uint64) engine.Evaluator { return playout.New(seed) }

// newRun generates puzzles on a small board.
func newRun(t *testing.T) *Run {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	return &Run{Count: 2, Games: 20, Generator: Generator{
		Graph: board.Rosette(2), Rules: rules, Seed: 4, EscapeLiberties: 3, Nodes: 100, NewEvaluator: playouts, NewPlayouts: playouts,
	}}
}

// texts returns the records in a run.
func texts(r *Run) (all []string) {
	for _, root := range r.Records {
		all = append(all, root.String())
	}
	return all
}

// record returns the parsed record of a puzzle.
func record(t *testing.T, text string) *sgf.Node {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Trees[0]
}

func TestAComposedSekiIsOneWithoutTheStonesThatItDoesNotNeed(t *testing.T) {
	r := newRun(t)
	r.Graph = board.Rosette(3)
	r.Seed = 1
	r.Nodes = 20_000
	r.Composed = true
	r.Only = []Theme{Seki}
	const batch = 25 // contains a puzzle; batches are independent
	found, err := r.Game(t.Context(), batch)
	if err != nil || len(found) != 1 || found[0].Theme != Seki {
		t.Fatalf("%d puzzles, %v, want one about seki", len(found), err)
	}
	if ok, err := found[0].Verify(t.Context()); err != nil || !ok {
		t.Errorf("the puzzle is not proven: %v", err)
	}
	if stones := r.Graph.Points() - found[0].Board.Vacant(); stones > 35 {
		t.Errorf("%d of 54 points have stones", stones)
	}
}

func TestGeneratedPuzzlesPassTheCheckAndARunThatWasEndedMakesTheSame(t *testing.T) {
	whole := newRun(t)
	var games []int
	whole.Progress = func(f Found) error { games = append(games, f.Game); return nil }
	if err := whole.Generate(t.Context()); err != nil || len(whole.Wanted()) != whole.Count {
		t.Fatalf("%d puzzles, %v", len(whole.Records), err)
	}
	if len(games) != whole.Played || games[len(games)-1] != whole.Played {
		t.Errorf("%d games were played, reported are %v", whole.Played, games)
	}
	for i, root := range whole.Records {
		if err := Check(t.Context(), root, 100_000); err != nil {
			t.Errorf("puzzle %d: %v\n%s", i, err, root)
		}
	}
	name := filepath.Join(t.TempDir(), "log.jsonl")
	for _, count := range []int{1, whole.Count} {
		part := newRun(t)
		part.Count = count
		part.Games = whole.Played - whole.Count + count // the first part ends earlier
		if err := part.Open(name, true); err != nil {
			t.Fatal(err)
		}
		if err := part.Generate(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := part.Close(); err != nil {
			t.Fatal(err)
		}
		if count == whole.Count && !slices.Equal(texts(part), texts(whole)) {
			t.Errorf("in one run\n%v\nin two\n%v", texts(whole), texts(part))
		}
	}
	for _, test := range []struct {
		change func(*Run)
		want   string
	}{
		{func(r *Run) { r.Seed = 5 }, "was made with --seed 4"},
		{func(r *Run) { r.Graph = board.Rosette(3) }, "has puzzles on rosette-2"},
		{func(r *Run) { r.Only = []Theme{Seki} }, "was made with other options"},
		{func(r *Run) { r.Network = "another" }, "was made with other options"},
	} {
		other := newRun(t)
		test.change(other)
		if err := other.Open(name, true); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestACanceledGenerationReturnsAnError(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if r := newRun(t); r.Generate(ctx) == nil {
		t.Errorf("%d puzzles", len(r.Records))
	}
}

func TestLimitsOfEasyPuzzlesAndOfAThemeHold(t *testing.T) {
	gen := Generator{Easy: 1, PerTheme: 2}
	gen.begin()
	for _, test := range []struct {
		theme Theme
		grade int
		want  bool
	}{{Ko, 1, true}, {Capture, 1, false}, {Ko, 2, true}, {Ko, 3, false}, {Capture, 9, true}} {
		if got := gen.wants(&Puzzle{Theme: test.theme, Grade: test.grade}); got != test.want {
			t.Errorf("%s of grade %d: %v", test.theme, test.grade, got)
		}
	}
}

// threeInARow is an eye with three points in a row: Black kills and White lives by its middle.
const threeInARow = `(;FF[4]GM[1]SZ[6:3]RU[mindsports-chinese]` +
	`AW[da][ab][bb][cb][db]AB[ea][eb][fb][ac][bc][cc][dc][ec]PL[B]XQ[captured D2 0](;B[ba]TE[1])(;B[aa]BM[1]))`

// solved returns the puzzle in threeInARow.
func solved(t *testing.T) solve.Puzzle {
	t.Helper()
	read, err := Parse(record(t, threeInARow))
	if err != nil || read.Goal != solve.Captured {
		t.Fatal(read.Goal, err)
	}
	p, ok, err := solve.FindPuzzle(t.Context(), read.CaptureProblem)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if p.Move != read.Move || !slices.Equal(p.Wrong, read.Wrong) {
		t.Errorf("solved %v, read %v", p, read.Puzzle)
	}
	return p
}

// preferring evaluates every position as even and prefers one move.
type preferring struct{ move board.Point }

func (e preferring) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	*into = engine.Evaluation{Win: 0.5, Policy: make([]float32, n+1), Ownership: make([]float32, n)}
	into.Policy[e.move] = 1
}

func TestTheGradeRisesUntilTheSearchKeepsTheSolutionAndWrongMovesTempt(t *testing.T) {
	p := solved(t)
	if right := Grade(t.Context(), p, preferring{p.Move}); right.Grade != 1 || right.Theme != Kill {
		t.Errorf("an evaluator that prefers the solution gives grade %d, theme %s", right.Grade, right.Theme)
	}
	wrong := Grade(t.Context(), p, preferring{p.Wrong[0]})
	if wrong.Grade < 2 || len(wrong.Tempting) == 0 || wrong.Tempting[0] != p.Wrong[0] || len(wrong.Tempting) > maxTempting {
		t.Errorf("an evaluator that prefers %v gives grade %d, tempting %v", p.Wrong[0], wrong.Grade, wrong.Tempting)
	}
}

func TestTheRecordOfAPuzzleShowsTaskSolutionAndRefutationsAndReadsBack(t *testing.T) {
	p := Puzzle{Puzzle: solved(t), Theme: Kill, Grade: 2}
	p.Tempting = p.Wrong[:1]
	root, err := p.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := root.String()
	for _, want := range []string{
		"XQ[captured ", "XT[kill]", "DI[2]", "TE[1]C[RIGHT]", "BM[1]C[WRONG]", "B[ba]", "PL[B]", "KM[5.5]", "Black to play and capture the chain at D2.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "XR[") {
		t.Errorf("it says what RU says:\n%s", text)
	}
	if wrong := root.Children[1]; len(wrong.Children) != 1 || !wrong.Children[0].Has("W") {
		t.Errorf("the wrong move has no refutation:\n%s", text)
	}
	read, err := Parse(root)
	if err != nil || read.Theme != p.Theme || read.Grade != p.Grade || read.Move != p.Move || !reflect.DeepEqual(read.Tempting, p.Tempting) {
		t.Errorf("read back %+v, %v", read, err)
	}
	p.EscapeLiberties, p.Goal = 3, solve.ByKo
	if got := p.Task(); got != "Black to play and capture the chain at D2 by a ko. It escapes with 3 liberties when the attacker is to move." {
		t.Errorf("the task is %q", got)
	}
}

func TestARecordThatIsNoPuzzleIsRefusedInOneLine(t *testing.T) {
	if err := Check(t.Context(), record(t, threeInARow), 100_000); err != nil {
		t.Errorf("the right record: %v", err)
	}
	changed := func(old, now string) string { return strings.Replace(threeInARow, old, now, 1) }
	for _, test := range []struct{ text, want string }{
		{changed("XQ[captured D2 0]", ""), "no question; add a property such as XQ[captured D4 3]"},
		{changed("captured D2 0", "captured D2"), "no question; add a property such as XQ[captured D4 3]"},
		{changed("D2 0", "Z9 0"), "no point"},
		{changed("D2 0", "D2 -1"), `XQ has "-1" liberties; use a whole number from 0`},
		{changed("D2 0", "D2 x"), `XQ has "x" liberties`},
		{changed("D2 0", "F1 0"), "no stone at F1"},
		{changed("captured", "saved"), `XQ has "saved"; the player to move needs captured or ko`},
		{changed("captured", "ko"), "B3 is not the only solution"},
		{changed("XQ", "XT[joseki]XQ"), `no theme "joseki"`},
		{changed("B[ba]TE[1]", "B[ba]"), "it has no solution"},
		{changed("B[ba]TE[1]", "B[ca]TE[1]"), "C3 is not the only solution"},
		{changed("B[aa]BM[1]", "B[aa]TE[1]"), "it has two solutions"},
		{changed("(;B[ba]TE[1])(;B[aa]BM[1])", ""), "it has no solution"},
	} {
		err := Check(t.Context(), record(t, test.text), 100_000)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\n%v, want %q", test.text, err, test.want)
		}
	}
	if err := Check(t.Context(), record(t, threeInARow), 1); err == nil || !strings.Contains(err.Error(), "more --nodes") {
		t.Errorf("with one node: %v", err)
	}
}
