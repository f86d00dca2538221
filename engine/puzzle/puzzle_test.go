package puzzle

import (
	"context"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

func playouts(seed uint64) engine.Evaluator { return playout.New(seed) }

// generator generates two puzzles on a small board.
func generator(t *testing.T) *Generator {
	t.Helper()
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	return &Generator{
		Graph: board.Rosette(2), Rules: rules, Seed: 4, Puzzles: 2, Games: 50,
		EscapeLiberties: 3, Nodes: 3000, NewEvaluator: playouts,
	}
}

// record parses the record of a puzzle.
func record(t *testing.T, text string) *sgf.Node {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Trees[0]
}

func TestGeneratedPuzzlesDependOnTheSeedAndPassTheCheck(t *testing.T) {
	var progress [][2]int
	gen := generator(t)
	gen.Progress = func(games, puzzles int) { progress = append(progress, [2]int{games, puzzles}) }
	all, err := gen.Generate(t.Context())
	if err != nil || len(all) != gen.Puzzles {
		t.Fatalf("%d puzzles, %v", len(all), err)
	}
	if last := progress[len(progress)-1]; last != [2]int{len(progress), len(all)} {
		t.Errorf("the last report is %v after %d games", last, len(progress))
	}
	again, err := generator(t).Generate(t.Context())
	if err != nil || len(again) != len(all) {
		t.Fatalf("%d puzzles the second time, %v", len(again), err)
	}
	for i := range all {
		p, q := &all[i], &again[i]
		if p.Grade < 1 || p.Grade > lastGrade || len(p.Tempting) > maxTempting || slices.Contains(p.Tempting, p.Move) {
			t.Errorf("puzzle %d: grade %d, tempting %v, solution %v", i, p.Grade, p.Tempting, p.Move)
		}
		if p.Move != q.Move || p.Grade != q.Grade || !reflect.DeepEqual(p.Tempting, q.Tempting) {
			t.Errorf("puzzle %d differs: %v grade %d, %v grade %d", i, p.Move, p.Grade, q.Move, q.Grade)
		}
		root, err := p.Record(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if err := Check(t.Context(), root, 100_000); err != nil {
			t.Errorf("puzzle %d: %v\n%s", i, err, root)
		}
	}
	text, err := SGF(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := sgf.Parse(strings.NewReader(string(text)), sgf.Options{}); err != nil || len(c.Trees) != len(all) {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestACanceledGenerationReturnsAnError(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if all, err := generator(t).Generate(ctx); err == nil {
		t.Errorf("%d puzzles", len(all))
	}
}

func TestABoardWithoutSGFCoordinatesIsRefused(t *testing.T) {
	gen := generator(t)
	f := board.File{
		Name:   "line",
		Points: []board.FilePoint{{Name: "A"}, {Name: "B", X: 1}, {Name: "C", X: 3}},
		Lines:  [][]string{{"A", "B"}, {"B", "C"}},
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	gen.Graph = g
	if _, err := gen.Generate(t.Context()); err == nil {
		t.Error("puzzles were generated on a board that SGF cannot name")
	}
}

// threeInARow is an eye of three points in a row: Black kills and White lives by its
// middle.
const threeInARow = `(;FF[4]GM[1]SZ[6:3]RU[mindsports-chinese]` +
	`AW[da][ab][bb][cb][db]AB[ea][eb][fb][ac][bc][cc][dc][ec]PL[B]XQ[captured D2 0](;B[ba]TE[1])(;B[aa]BM[1]))`

// solved returns the puzzle of threeInARow.
func solved(t *testing.T) solve.Puzzle {
	t.Helper()
	q, goal, err := parseProblem(record(t, threeInARow))
	if err != nil || goal != string(solve.Captured) {
		t.Fatal(goal, err)
	}
	p, ok, err := solve.FindPuzzle(t.Context(), q)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	return p
}

// preferring evaluates every position as even and prefers one move.
type preferring struct{ move board.Point }

func (e preferring) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	*into = engine.Evaluation{Win: 0.5, Policy: make([]float32, g.Graph().Points()+1)}
	into.Policy[e.move] = 1
}

func TestTheGradeIsTheNumberOfDoublingsAndWrongMovesTempt(t *testing.T) {
	p := solved(t)
	right := Grade(t.Context(), p, func() engine.Evaluator { return preferring{p.Move} })
	if right.Grade != 1 {
		t.Errorf("an evaluator that prefers the solution gives grade %d", right.Grade)
	}
	wrong := Grade(t.Context(), p, func() engine.Evaluator { return preferring{p.Wrong[0]} })
	if wrong.Grade != lastGrade || len(wrong.Tempting) == 0 || wrong.Tempting[0] != p.Wrong[0] {
		t.Errorf("an evaluator that prefers %v gives grade %d, tempting %v", p.Wrong[0], wrong.Grade, wrong.Tempting)
	}
	calls := 0
	Grade(t.Context(), p, func() engine.Evaluator {
		if calls++; calls < 3 {
			return preferring{p.Wrong[0]}
		}
		return preferring{p.Move}
	})
	if calls != 3 {
		t.Errorf("the puzzle was searched %d times, want 3", calls)
	}
}

func TestTheRecordOfAPuzzleShowsTaskSolutionAndRefutations(t *testing.T) {
	p := Puzzle{Puzzle: solved(t), Grade: 2}
	p.Tempting = p.Wrong[:1]
	root, err := p.Record(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := root.String()
	for _, want := range []string{
		"XQ[captured ", "DI[2]", "TE[1]C[RIGHT]", "BM[1]C[WRONG]", "B[ba]",
		"Black to play and capture the chain at ", "It lives when nothing can take it. Grade 2.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if wrong := root.Children[1]; len(wrong.Children) != 1 || !wrong.Children[0].Has("W") {
		t.Errorf("the wrong move has no refutation:\n%s", text)
	}
	p.Goal, p.EscapeLiberties = solve.Saved, 3
	if got := p.task(); !strings.Contains(got, "and save the chain") || !strings.Contains(got, "It escapes with 3 liberties") {
		t.Errorf("the task is %q", got)
	}
}

func TestARecordThatIsNoPuzzleIsRefusedInOneLine(t *testing.T) {
	if err := Check(t.Context(), record(t, threeInARow), 100_000); err != nil {
		t.Errorf("the right record: %v", err)
	}
	changed := func(old, now string) string { return strings.Replace(threeInARow, old, now, 1) }
	for _, test := range []struct{ text, want string }{
		{changed("XQ[captured D2 0]", ""), "it asks nothing"},
		{changed("captured D2 0", "captured D2"), "it asks nothing"},
		{changed("D2 0", "Z9 0"), "no point"},
		{changed("D2 0", "D2 -1"), `XQ has "-1" liberties: use a whole number from 0`},
		{changed("D2 0", "D2 x"), `XQ has "x" liberties`},
		{changed("D2 0", "F1 0"), "no stone at F1"},
		{changed("captured", "saved"), "it has not one solution"},
		{changed("B[ba]TE[1]", "B[ba]"), "the solution is B3, and the record marks otherwise"},
		{changed("B[aa]BM[1]", "B[aa]TE[1]"), "the solution is B3, and the record marks otherwise"},
		{changed("(;B[ba]TE[1])(;B[aa]BM[1])", ""), "it shows no solution"},
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
