package deadstones_test

import (
	"context"
	"fmt"

	"rosette/engine/deadstones"
	"rosette/game"
	"rosette/game/board"
)

// Black and White divide a 7×7 board with two walls. The white stone at A2 is dead because it is
// alone in Black's territory.
func ExampleJudge_Propose() {
	rules, err := game.ParseRules("japanese")
	if err != nil {
		fmt.Println(err)
		return
	}
	g := game.New(board.Square(7, 7), rules)
	next := board.Black
	for _, name := range []string{"A4", "A5", "B4", "B5", "C4", "C5", "D4", "D5", "E4", "E5", "F4", "F5", "G4", "G5", "D2", "A2", "pass", "pass"} {
		p, err := g.Graph().Move(name)
		if err == nil {
			err = g.Play(p, next)
		}
		if err != nil {
			fmt.Println(name, err)
			return
		}
		next = next.Opponent()
	}
	proposal, err := deadstones.Judge{Seed: 1}.Propose(context.Background(), g)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(g.Graph().Names(proposal.Dead), g.Score(proposal.Dead...).Result())
	// Output: [A2] B+0.5
}
