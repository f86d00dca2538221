package sgf

import (
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// small keeps fuzzing fast; the limits themselves are tested elsewhere.
var small = Options{MaxBytes: 1 << 16, MaxNodes: 2000, MaxValues: 4000, MaxDepth: 200}

// FuzzParse parses arbitrary bytes. Written output must be valid and parse to the same tree.
// Checks, replays and exports must not panic and must leave legal positions.
func FuzzParse(f *testing.F) {
	for _, c := range faults {
		f.Add([]byte(c.file))
	}
	for _, text := range []string{
		"(;FF[4]GM[1]SZ[9]AB[aa:cc]PL[W](;W[dd];B[tt])(;AE[aa]C[x\\]\\\ny]))",
		"(;GM[1975]SZ[7:4]XB[2]XR[{\"ko\":\"SIMPLE\"}];B[bb];W[ab])",
		"(;GaMe[1]Black[aa]L[aa][bb]M[cc])",
		"(;SZ[5]RU[AGA]HA[2]AB[bb][dd]RE[W+R];W[cc];AW[ee]AE[cc];B[])",
		"(;GM[1975]XB[1]RU[flower]HA[1]AW[bb]PL[B]RE[0];B[];W[])",
		"\xff\xfe(\x00;\x00)\x00",
		"From: me (a mail)\n\n(GM[1]SZ[3];B[aa];W[aa]B[aa](W[bb];B[bb]))\n-- \nme :-)",
		"(;GM[1975]XB[1]RU[comment-jouer];B[ba];B[ca];B[aa];B[ab];B[cb];B[bb];W[bb];B[bb];W[])",
		"(;SZ[2]RU[Chinese];B[aa];W[bb];B[ab];W[ba];B[aa];B[ba];W[bb];B[aa:bb];AB[aa:bb];PL[W]AW[aa])",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Parse(strings.NewReader(string(data)), small)
		if err != nil {
			return
		}
		text := written(t, c)
		o := small
		o.MaxBytes = 1 << 20
		o.MaxNodes = 4000
		o.MaxDepth = 4000
		again, err := Parse(strings.NewReader(text), o)
		if err == nil {
			err = again.Err()
		}
		if err != nil {
			t.Fatalf("%q is written as %q: %v", data, text, err)
		}
		if twice := written(t, again); twice != text {
			t.Fatalf("%q is written as %q, then as %q", data, text, twice)
		}
		Check(c)
		for _, root := range c.Trees {
			exercise(t, root)
		}
	})
}

func written(t *testing.T, c *Collection) string {
	var out strings.Builder
	if err := Write(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// exercise replays a tree in all ways.
func exercise(t *testing.T, root *Node) {
	line, err := MainLine(root, -1)
	if err == nil {
		possible(t, line.Game)
		if _, err := FromGame(line.Game); err != nil {
			t.Fatal(err)
		}
		under, known := line.Game.WithRules(line.Game.Rules())
		if !known || under.Board().Hash() != line.Game.Board().Hash() {
			t.Fatal("the same rules make another position")
		}
	}
	nodes := 0
	walked := Walk(root, func(n *Node, g *game.Game, _ error) error {
		if nodes++; n == root.Last() && g.Board().Hash() != line.Game.Board().Hash() {
			t.Fatal("a walk comes to another position than the main line")
		}
		possible(t, g)
		return nil
	})
	view, _, err := Viewer(root, 0)
	if (walked == nil) != (err == nil) {
		t.Fatalf("a walk says %v, a viewer %v", walked, err)
	}
	if err == nil && view == nil {
		t.Fatal("no tree for viewers")
	}
	Modernize(root)
	again := 0
	if err := Walk(root, func(*Node, *game.Game, error) error { again++; return nil }); err == nil && again != nodes {
		t.Fatalf("%d nodes become %d", nodes, again)
	}
	SeparateMoves(root)
	if apart, err := MainLine(root, -1); err == nil && apart.Game.Board().Hash() != line.Game.Board().Hash() {
		t.Fatal("separated moves come to another position")
	}
}

// possible fails unless the board's incremental state equals the state after a fresh set-up.
func possible(t *testing.T, g *game.Game) {
	stones := make([]board.Color, g.Graph().Points())
	for p := range stones {
		stones[p] = g.Board().At(board.Point(p))
	}
	b := board.SetupAny(g.Graph(), stones)
	if b.Hash() != g.Board().Hash() || b.Vacant() != g.Board().Vacant() {
		t.Fatal("the board does not know its stones")
	}
	for p := range board.Point(len(stones)) {
		if b.Size(p) != g.Board().Size(p) || b.Immortal(p) != g.Board().Immortal(p) ||
			b.PlayResult(p, board.Black) != g.Board().PlayResult(p, board.Black) {
			t.Fatalf("the board does not know %s", g.Graph().PointName(p))
		}
	}
}
