package advice

import (
	"strings"
	"testing"

	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
)

func TestACoachIsConfirmedAndDoesNotRepeatARefusedAdvice(t *testing.T) {
	g, err := board.Named("rosette-2")
	if err != nil {
		t.Fatal(err)
	}
	e := Exam{
		Graph: g, Rules: game.DefaultRules(g), Engine: configure.Config{Level: "1"}, Games: 3, Seed: 5, Visits: 60,
	}
	var lines strings.Builder
	table, err := e.Run(t.Context(), &lines)
	if err != nil {
		t.Fatal(err)
	}
	if table.Turns < 20 || table.Advices < 3 || table.Repeated > 0 || 20*table.Worth < 19*table.Advices {
		t.Errorf("%+v\n%s", table, lines.String())
	}
	if n := strings.Count(lines.String(), "\n"); n != table.Advices+table.Passes {
		t.Errorf("%d lines for %d advices and %d passes", n, table.Advices, table.Passes)
	}
}
