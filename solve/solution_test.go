package solve

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
)

func TestASolutionIsWrittenAsTextAndJSON(t *testing.T) {
	rules := rulesNamed(t, positional)
	rules.Komi = 0.5
	s, err := New(board.New(graphNamed(t, "square-2")), board.Black, rules, Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Solution(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := found.WriteText(&text, true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"square-2, komi 0.5: B+0.5\n", "proven under repetition POSITIONAL\n", "best first moves: A2 B2 A1 B1\n",
		"best play: ", "best   +0.5: A2 B2 A1 B1\n", "worse  ", " nodes\n",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, &text)
		}
	}
	data, err := json.Marshal(found)
	want := `"low":0.5,"high":0.5,"exact":true,"repetition":["POSITIONAL"],"result":"B+0.5","best":["A2",`
	if err != nil || !strings.Contains(string(data), want) {
		t.Errorf("no %s in %s, %v", want, data, err)
	}
}

func TestASolutionThatIsNotExactHasBoundsAndUndecidedMoves(t *testing.T) {
	found := &Solution{
		Board: "square-2", Low: -1, High: 2.5, Repetition: []string{"SITUATIONAL"},
		Openings: []FirstMoves{{[]string{"A1"}, -1, 2.5, UndecidedOpening}, {[]string{"pass"}, -4, -4, WorseOpening}},
	}
	var text bytes.Buffer
	if err := found.WriteText(&text, false); err != nil {
		t.Fatal(err)
	}
	want := "square-2, komi 0: not solved; Black's margin is -1 to +2.5\nproven under repetition SITUATIONAL\n" +
		"open   -1 to +2.5: A1\n0 nodes\n"
	if text.String() != want {
		t.Errorf("%s\nwant\n%s", &text, want)
	}
	for margin, want := range map[float64]string{3: "B+3", -2.5: "W+2.5", 0: "Draw"} {
		if got := resultOf(margin).String(); got != want {
			t.Errorf("the margin %v is the result %s", margin, got)
		}
	}
}

func TestASavedTableIsCreatedLoadedAndReplaced(t *testing.T) {
	g, rules := graphNamed(t, "square-2x4"), rulesNamed(t, situational)
	name := filepath.Join(t.TempDir(), "a.table")
	saved := &SavedTable{name, NewTable(1 << 20), g, rules}
	if err := saved.Load(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error(err)
	}
	value, err := solver(t, "square-2x4", situational, saved.Table).Solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := saved.Save(); err != nil {
		t.Fatal(err)
	}
	again := &SavedTable{name, NewTable(1 << 18), g, rules}
	if err := again.Load(); err != nil {
		t.Fatal(err)
	}
	s := solver(t, "square-2x4", situational, again.Table)
	if got, err := s.Solve(t.Context()); err != nil || got != value || s.Progress().Nodes != 0 {
		t.Errorf("%v after %d nodes, %v; want %v at once", got, s.Progress().Nodes, err, value)
	}
	other := &SavedTable{name, NewTable(1), graphNamed(t, "square-3"), rules}
	if err := other.Load(); !errors.Is(err, ErrOtherTable) {
		t.Errorf("the table of another board: %v", err)
	}
}

func TestATableThatCannotBeSavedIsReported(t *testing.T) {
	g, rules := graphNamed(t, "square-2"), rulesNamed(t, situational)
	missing := &SavedTable{filepath.Join(t.TempDir(), "no", "such"), NewTable(1), g, rules}
	if err := missing.Load(); err == nil || !strings.HasPrefix(err.Error(), "cannot save the table: ") {
		t.Errorf("%v", err)
	}
	folder := &SavedTable{t.TempDir(), NewTable(1), g, rules}
	if err := folder.Save(); err == nil || !strings.Contains(err.Error(), " is unchanged: ") {
		t.Errorf("%v", err)
	}
	unnamed := &SavedTable{Table: NewTable(1)}
	if err := errors.Join(unnamed.Load(), unnamed.Save()); err != nil {
		t.Errorf("without a name: %v", err)
	}
}

func TestATableIsSavedAtIntervalsUntilThatFails(t *testing.T) {
	saved := &SavedTable{filepath.Join(t.TempDir(), "a.table"), NewTable(1), graphNamed(t, "square-2"), rulesNamed(t, situational)}
	failures := 0
	fail := func(error) { failures++ }
	saved.SaveEvery(time.Hour, fail)()
	if _, err := os.Stat(saved.Name); err == nil {
		t.Error("the table was saved before the interval had passed")
	}
	save := saved.SaveEvery(0, fail)
	save()
	if _, err := os.Stat(saved.Name); err != nil || failures != 0 {
		t.Errorf("%v, %d failures", err, failures)
	}
	saved.Name = t.TempDir()
	save()
	save()
	if failures != 1 {
		t.Errorf("%d failures were reported, want 1", failures)
	}
}

func TestProgressIsOneLine(t *testing.T) {
	p := Progress{Depth: 12, Nodes: 3000, Elapsed: 2 * time.Second, Bounds: Bounds{Low: -1, High: 4}, Entries: 1, Capacity: 4}
	want := "2s: -1 to +4 without komi, 12 turns deep, 3,000 nodes, 1,500 nodes/s, table 25 % full"
	if got := p.String(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
