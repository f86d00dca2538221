package endings

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

func TestWhatIsLeftToGainIsProvenUpToDame(t *testing.T) {
	certain := func(dame int, black, white Interval) End {
		return End{Least: 4, Greatest: 4, Dame: dame, Value: &[2]Interval{black, white}}
	}
	for _, c := range []struct {
		end   End
		class int
		wrong bool
	}{
		{certain(0, Interval{4, 4}, Interval{4, 4}), nothing, false},
		{certain(0, Interval{-54, 5}, Interval{3, 54}), nothing, false},
		{certain(0, Interval{-54, 6}, Interval{3, 54}), unknown, false},
		{certain(0, Interval{6, 54}, Interval{4, 4}), small, false},
		{certain(2, Interval{6, 6}, Interval{4, 4}), nothing, false},
		{certain(0, Interval{6, 6}, Interval{1, 1}), large, false},
		{certain(0, Interval{-54, 54}, Interval{-54, -20}), huge, false},
		{certain(0, Interval{2, 2}, Interval{2, 2}), small, true},
		{certain(2, Interval{2, 2}, Interval{2, 2}), nothing, false},
		{End{Least: 2, Greatest: 8, Pending: 6}, large, false},
		{End{Least: 2, Greatest: 8}, unknown, false},
	} {
		if class := c.end.class(); class != c.class || c.end.Wrong() != c.wrong {
			t.Errorf("%+v %v: %s, wrong: %v", c.end, c.end.Value, classNames[class], c.end.Wrong())
		}
	}
}

func TestThePlayedGamesAreJudgedAtTheirEnds(t *testing.T) {
	graph := board.Rosette(2)
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	rules.Komi = 0
	exam := PlayedExam{Graph: graph, Rules: rules, Games: 2, Before: 1, Nodes: 2000}
	file := filepath.Join(t.TempDir(), "log.jsonl")
	if err := exam.Log.Open(file, "v1", exam.Conditions()); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	table, err := exam.Run(t.Context(), &lines)
	if err != nil {
		t.Fatal(err)
	}
	if table.Wrong() > 0 {
		t.Errorf("certain though a move is worth points:\n%s", &lines)
	}
	if err := exam.Log.Close(); err != nil {
		t.Fatal(err)
	}
	other := PlayedExam{Graph: graph, Rules: rules, Seed: 1}
	if err := other.Log.Open(file, "v1", other.Conditions()); err == nil || !strings.Contains(err.Error(), "use another file") {
		t.Errorf("the log of another seed is opened: %v", err)
	}
	exam.Log = Log[PlayedGame]{}
	if err := exam.Log.Open(file, "v1", exam.Conditions()); err != nil {
		t.Fatal(err)
	}
	defer exam.Log.Close()
	if games := exam.Log.Known; len(games) != 2 || len(games[0].Ends) != 2 || len(games[1].Ends) != 2 {
		t.Fatalf("%s\n%s%+v", &table, &lines, games)
	}
	exam.Engine.Level = "none" // no game is played again
	if again, err := exam.Run(t.Context(), &lines); err != nil || again != table {
		t.Errorf("continued it is\n%s, %v, not\n%s", &again, err, &table)
	}
}
