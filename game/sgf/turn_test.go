package sgf

import (
	"testing"

	"rosette/game"
)

func TestThePlayerToMoveIsInherited(t *testing.T) {
	for _, c := range []struct{ name, text, next string }{
		{"nothing is said", "(;SZ[9])", "black"},
		{"PL in the root", "(;SZ[9]PL[W])", "white"},
		{"PL in the root, stones after it", "(;SZ[9]PL[W];AB[bb]AW[cc])", "white"},
		{"PL and stones in the root, as GNU Go writes them", "(;SZ[9]PL[W];AW[bb][cb]AB[cc])", "white"},
		{"PL far above the stones", "(;SZ[9]PL[W];C[a problem];AB[bb]AW[cc];AW[dd])", "white"},
		{"PL that changes nothing", "(;SZ[9];PL[B];AB[bb][cc])", "black"},
		{"PL for the one and then for the other", "(;SZ[9]PL[W];AB[bb]AW[cc]PL[B];AW[dd])", "black"},
		{"stones after a move", "(;SZ[9];B[ee];AW[cc])", "white"},
		{"stones after two moves", "(;SZ[9];B[ee];W[cc];AE[ee])", "black"},
		{"stones after a pass", "(;SZ[9];B[];AB[cc])", "white"},
		{"stones twice after a move", "(;SZ[9];B[ee];AW[cc];AW[dd])", "white"},
		{"stones, then a move, then stones", "(;SZ[9]AB[aa];W[ee];AB[cc])", "black"},
		{"PL against the last mover", "(;SZ[9];B[ee];AW[cc]PL[B])", "black"},
		{"PL alone against the last mover", "(;SZ[9];B[ee];PL[B])", "black"},
		{"PL beside the last move, who comes next", "(;SZ[9];B[tt]PL[B])", "black"},
		{"PL beside moves, who moves", "(;SZ[9];B[aa]PL[B];W[bb]PL[W];B[cc]C[end])", "white"},
		{"PL beside moves, who comes next", "(;SZ[9];B[aa]PL[W];W[bb]PL[B];B[cc]PL[W])", "white"},
		{"PL beside the pass that ends the game", "(;SZ[9];B[];W[]PL[W])", "black"},
		{"the first move in the file", "(;SZ[9]AB[aa]AW[bb];C[solve it];W[cc];AE[cc])", "black"},
		{"stones of Black alone", "(;SZ[9]AB[cc][gg])", "white"},
		{"stones of Black alone after an empty root", "(;SZ[9];AB[cc][gg])", "white"},
		{"stones of both", "(;SZ[9]AB[cc]AW[gg])", "black"},
		{"stones of White alone", "(;SZ[9]AW[gg])", "black"},
		{"HA", "(;SZ[9]HA[2])", "white"},
		{"HA and the stones in the next node", "(;SZ[9]HA[2];AB[cc][gg])", "white"},
		{"HA[1] is none", "(;SZ[9]HA[1])", "black"},
		{"HA where White passes", "(;SZ[9]HA[2]RU[NZ])", "black"},
		{"a value that is not a player", "(;SZ[9]PL[x];B[ee];AW[cc])", "white"},
	} {
		line, err := MainLine(read(t, c.text).Trees[0], -1)
		if err != nil {
			t.Fatal(err)
		}
		if next := line.Game.ToMove(); next.String() != c.next {
			t.Errorf("%s: %s has %s to move, want %s", c.name, c.text, next, c.next)
		}
	}
}

func TestAWalkHasTheTurnOfEachVariation(t *testing.T) {
	root := read(t, "(;SZ[9]PL[W](;AB[bb]AW[cc](;PL[B](;AW[dd])(;B[ee];AW[ff]))(;AW[gg]))(;B[hh]PL[B])(;C[x]AW[aa]))").Trees[0]
	var got string
	err := Walk(root, func(_ *Node, g *game.Game, _ error) error {
		got += g.ToMove().String()[:1]
		return nil
	})
	if want := "w" + "w" + "b" + "b" + "ww" + "w" + "b" + "w"; err != nil || got != want {
		t.Errorf("%s to move, want %s: %v", got, want, err)
	}
}
