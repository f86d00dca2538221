package sgf

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// nestedSetups returns a line of set-ups and moves in which each node has a second variation.
func nestedSetups(nodes int) string {
	random := rng.NewXoshiro(35)
	node := func() string {
		id := []string{"B", "W", "B", "W", "AB", "AW", "AE"}[random.IntN(7)]
		return fmt.Sprintf(";%s[%c%c]", id, 'a'+random.IntN(5), 'a'+random.IntN(5))
	}
	var text strings.Builder
	text.WriteString("(;GM[1]SZ[5]RU[Japanese]")
	for range nodes {
		text.WriteString("(" + node())
	}
	for range nodes {
		text.WriteString(")(" + node() + node() + ")")
	}
	return text.String() + ")"
}

// TestAWalkReturnsToTheGamesBeforeSetups compares each node in a walk with a replay of the line to
// it, in trees that park games.
func TestAWalkReturnsToTheGamesBeforeSetups(t *testing.T) {
	c, err := Parse(strings.NewReader(nestedSetups(120)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	root := c.Trees[0]
	deepest, seen := 0, 0
	err = Walk(root, func(n *Node, g *game.Game, _ error) error {
		var line []*Node
		for at := n; at != nil; at = at.Parent {
			line = append(line, at)
		}
		deepest, seen = max(deepest, len(line)), seen+1
		if seen%5 > 0 {
			return nil
		}
		r, err := newReplayer(root, Override{})
		if err != nil {
			return err
		}
		for i := len(line) - 1; i >= 0; i-- {
			r.step(line[i])
		}
		state := func(g *game.Game) string {
			last, _ := g.Last()
			return fmt.Sprint(g.Board().Hash(), g.Ply(), last, g.Prisoners(board.Black), g.Prisoners(board.White), g.Passes())
		}
		if got, want := state(g), state(r.game); got != want {
			return fmt.Errorf("node %d: %s, want %s", n.number, got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if deepest < 3*maxUnparked {
		t.Errorf("%d nodes, at most %d deep, in which no game is parked", seen, deepest)
	}
}
