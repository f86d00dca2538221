package reading

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// fromPicture sets up X, O and . row by row from the top.
func fromPicture(t *testing.T, name, picture string) *board.Board {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	letters := strings.Join(strings.Fields(picture), "")
	if len(letters) != g.Points() {
		t.Fatalf("the picture has %d points, %s has %d", len(letters), name, g.Points())
	}
	b := board.New(g)
	for p, c := range letters {
		if c != '.' && b.Play(board.Point(p), map[rune]board.Color{'X': board.Black, 'O': board.White}[c]) != 0 {
			t.Fatalf("the picture has a chain without liberty near %s", g.PointName(board.Point(p)))
		}
	}
	return b
}

var verdictNames = map[Verdict]string{Unknown: "unknown", Yes: "yes", No: "no"}

// check compares an answer with "VERDICT MOVE", where MOVE may be left out.
func check(t *testing.T, g *board.Graph, got Answer, want string) {
	t.Helper()
	text := verdictNames[got.Verdict]
	if got.Move != board.Pass {
		text += " " + g.PointName(got.Move)
	}
	if text != want {
		t.Errorf("%s after %d positions, want %s", text, got.Nodes, want)
	}
}

func TestCapture(t *testing.T) {
	for _, test := range []struct {
		name, board, picture, chain string
		attacked, defended          string // the answers when the attacker and the owner play first
	}{
		{"a stone in atari, with nowhere to go", "square-5x3", `
			O O O O O
			O X . O .
			O O O O .`, "B2", "yes C2", "yes"},
		{"a stone in atari that goes out", "square-6x3", `
			O O O O . .
			O X . X X .
			O O O X . .`, "B2", "yes C2", "no C2"},
		{"a ladder, and a fight too long for the limit", "square-5x4", `
			. O O O O
			O X X . .
			O O O . .
			O O . . .`, "B3", "yes D3", "unknown"},
		{"two eyes", "square-6x2", `
			. X . X O .
			X X X X O .`, "B2", "no", "no"},
		{"one eye against two", "square-9x2", `
			. X . O . O . O .
			X X O O O O O O O`, "B2", "yes C2", "yes"},
		{"one eye against one, and the first play takes", "square-6x2", `
			. X . O . O
			X X O O O O`, "B2", "no", "no"},
		{"one eye against one, two liberties shared: seki", "square-7x2", `
			. X . O O . O
			X X . O O O O`, "B2", "no", "no C2"},
		{"three points in a row are two eyes for who plays first", "square-6x2", `
			. . . X O .
			X X X X O .`, "A1", "yes B2", "no B2"},
		{"six stones of a rosette", "rosette-1", "X X X X X X", "B1", "no", "no"},
		{"five stones that the sixth makes immortal", "rosette-1", "X X X X X .", "B1", "yes A3", "no A3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := fromPicture(t, test.board, test.picture)
			p, err := b.Graph().Point(test.chain)
			if err != nil {
				t.Fatal(err)
			}
			owner, r := b.At(p), NewReader()
			check(t, b.Graph(), r.Capture(&b.View, AllowLibertyless, p, owner.Opponent()), test.attacked)
			check(t, b.Graph(), r.Capture(&b.View, AllowLibertyless, p, owner), test.defended)
		})
	}
}

func TestConnect(t *testing.T) {
	for _, test := range []struct {
		name, board, picture, a, b string
		cut, connected             string // the answers when the opponent and the owner play first
	}{
		{"a bamboo joint", "square-6x4", `
			O O . . O O
			X X . . X X
			X X . . X X
			O O . . O O`, "A3", "F3", "yes", "yes C3"},
		{"a jump", "square-5x3", `
			O O . O O
			X X . X X
			O O . O O`, "A2", "E2", "no C2", "yes C2"},
		{"a diagonal", "square-4x4", `
			. O X X
			O . X X
			X X . O
			X X O .`, "A1", "D4", "yes", "yes C2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := fromPicture(t, test.board, test.picture)
			p, err := b.Graph().Point(test.a)
			q, err2 := b.Graph().Point(test.b)
			if err != nil || err2 != nil {
				t.Fatal(err, err2)
			}
			owner, r := b.At(p), NewReader()
			check(t, b.Graph(), r.Connect(&b.View, AllowLibertyless, p, q, owner.Opponent()), test.cut)
			check(t, b.Graph(), r.Connect(&b.View, AllowLibertyless, p, q, owner), test.connected)
		})
	}
}
