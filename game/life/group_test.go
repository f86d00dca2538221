package life

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestEmptyRegionsJoinChainsIntoGroups(t *testing.T) {
	for _, test := range []struct{ name, board, picture, want string }{
		{"an empty board has none", "rosette-1", "......", ""},
		{"one chain", "square-5x2", ". X . X .  . X X X O", "B2 black 2 eyes of 5 shared E1 white 0 eyes of 1 shared"},
		{
			"two chains that a corner joins, and one that a dame does not; the first can take what lies between", "square-7x2",
			". X . O O X .  X X . O X X .", "B2 black 2 eyes of 3 shared D2 white 0 eyes of 3 shared F2 black 1 eyes of 3",
		},
		{
			"two chains that their region joins", "square-7x2",
			". X O . . O .  . X O . . O .", "B2 black 1 eyes of 2 C2 white 2 eyes of 4",
		},
		{"a rosette needs no eye", "rosette-1", "X X X X X X", "B1 black 0 eyes of 6 immortal"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := position(t, test.board, test.picture)
			var got []string
			for _, g := range Groups(&b.View, AllowLibertyless) {
				text := fmt.Sprintf("%s %v %d eyes of %d", b.Graph().PointName(g.Stones[0]), g.Color, g.Eyes, len(g.Stones))
				if g.Shared {
					text += " shared"
				}
				if g.Immortal {
					text += " immortal"
				}
				got = append(got, text)
				if g.Independent() != (g.Eyes >= 2 || g.Immortal) || g.Seki() != (g.Shared && !g.Independent()) {
					t.Errorf("%s: independent %v, in seki %v", text, g.Independent(), g.Seki())
				}
			}
			if got := strings.Join(got, " "); got != test.want {
				t.Errorf("groups are %s\nwant       %s", got, test.want)
			}
		})
	}
}

func TestEveryStoneBelongsToOneGroup(t *testing.T) {
	b := position(t, "square-7x2", ". X . O O X .  X X . O X X .")
	seen := map[board.Point]bool{}
	for _, g := range Groups(&b.View, AllowLibertyless) {
		for _, p := range g.Stones {
			if seen[p] || b.At(p) != g.Color {
				t.Errorf("%d is in a group twice, or in one of the other colour", p)
			}
			seen[p] = true
		}
	}
	if len(seen) != 9 {
		t.Errorf("%d stones in groups, want 9", len(seen))
	}
}
