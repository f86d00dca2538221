package advice

import (
	"os"
	"testing"

	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
)

func TestX(t *testing.T) {
	g, _ := board.Named("rosette-3")
	e := Exam{Graph: g, Rules: game.DefaultRules(g), Engine: configure.Config{Level: "1"}, Games: 6, Seed: 1}
	table, err := e.Run(t.Context(), os.Stdout)
	if err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
}
