package life

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// safetyText formats Black's safety as a picture: X for stones that live, x for stones that can be
// captured, + and o for territory, . and O for other points.
func safetyText(b *board.View, r CaptureRules) string {
	safety := Unconditional(b, board.Black, r)
	var text strings.Builder
	for p := range board.Point(b.Graph().Points()) {
		signs := [...]string{".+", "xX", "Oo"}[b.At(p)]
		text.WriteByte(signs[map[bool]int{true: 1}[safety.Alive[p] || safety.Territory[p]]])
	}
	return text.String()
}

var unconditionalCases = []struct{ name, board, readings, picture string }{
	{"an empty board belongs to neither player", "square-1", "allow suicide forbid", "."},
	{"two eyes, and room for the opponent outside", "square-7x2", "allow suicide forbid", `
		+ X + X . . .
		X X X X . . .`},
	{"two eyes, and too little room outside", "square-5x2", "allow suicide forbid", `
		+ X + X o
		+ X X X +`},
	{"two points in a row do not live", "square-3x2", "allow suicide forbid", `
		. . x
		x x x`},
	{"a stone in the eye that touches no wall", "square-4x3", "allow forbid", `
		o + X +
		+ + X X
		X X X X`},
	{"the same where suicide empties the eye", "square-4x3", "suicide", `
		O . x .
		. . x x
		x x x x`},
	{"an eye so large that the opponent lives in it", "square-5x4", "allow suicide forbid", `
		+ X . . .
		X X . O .
		X X . . .
		+ X X X X`},
	{"an eye that large, but filled: to take what fills it makes room", "square-5x4", "allow suicide forbid", `
		+ X . O O
		X X . O .
		X X . . .
		+ X X X X`},
	{"a corridor whose inner points all cut it", "rosette-3", "allow suicide forbid", `
		    + + + + + X X
		  X + X X X X X X X
		X X X X X X X X X X X
		X X X X X X X X X X X
		  X X X X X X X X X
		    X X X X X X X`},
	{"a rosette may not fill its last liberty, so the opponent beside it lives", "rosette-2", "allow suicide forbid", `
		  O . O X X
		X O . O X X X
		X X X X X X X
		  X X X X X`},
	{"with another liberty it may, and there is no room for a rosette", "rosette-2", "forbid", `
		  o + o X X
		X o + o X X X
		X X X X X X X
		  X X X X +`},
	{"with an eye that the opponent may fill and then loses it may too", "rosette-2", "forbid", `
		  o + o X X
		X o + o X X X
		X X X X X + X
		  X X X + +`},
	{"room for a rosette and for the liberty it needs", "rosette-2", "allow suicide forbid", `
		  . . . X X
		X . . . X X X
		X X . X X X X
		  X X X X +`},
	{"a full rosette is not territory of the opponent", "rosette-2", "allow suicide forbid", `
		  O O O X X
		X O O O X X X
		X X X X X X X
		  X X X X +`},
	{"where the opponent may fill the last liberty, a rosette can be made", "rosette-2", "allow suicide", `
		  O . O X X
		X O . O X X X
		X X X X X X X
		  X X X X +`},
	{"the outer ring of a honeycomb: Benson says it lives", "rosette-2", "allow suicide", `
		  x . x x x
		x x . . . x x
		x x . . . x x
		  x x x x x`},
	{"the outer ring where the last liberty may not be filled", "rosette-2", "forbid", `
		  X + X X X
		X X + + + X X
		X X + + + X X
		  X X X X X`},
	{"a rosette needs no eyes", "rosette-2", "allow suicide forbid", `
		  X X X . .
		. X X X . . .
		. . . . . . .
		  . . . . .`},
	{"a full rosette without a liberty", "rosette-1", "allow suicide forbid", "X X X X X X"},
}

func TestUnconditionalLifeMatchesThePictures(t *testing.T) {
	for _, test := range unconditionalCases {
		t.Run(test.name, func(t *testing.T) {
			want := strings.Join(strings.Fields(test.picture), "")
			plain := strings.NewReplacer("+", ".", "o", "O", "x", "X").Replace(want)
			for _, r := range allCaptureRules {
				if !strings.Contains(test.readings, captureRuleNames[r]) {
					continue
				}
				if got := safetyText(&position(t, test.board, plain).View, r); got != want {
					t.Errorf("%s: life is %s\nwant          %s", captureRuleNames[r], got, want)
				}
			}
		})
	}
}

// customGraph makes a graph from point names, lines such as A-B and rosettes such as A-B-C.
func customGraph(t *testing.T, points, lines, rosettes string) *board.Graph {
	t.Helper()
	f := board.File{Name: "own"}
	for _, name := range strings.Fields(points) {
		f.Points = append(f.Points, board.FilePoint{Name: name})
	}
	for _, line := range strings.Fields(lines) {
		f.Lines = append(f.Lines, strings.Split(line, "-"))
	}
	for _, rosette := range strings.Fields(rosettes) {
		f.Rosettes = append(f.Rosettes, strings.Split(rosette, "-"))
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestUnconditionalLifeOnCustomGraphs(t *testing.T) {
	for _, test := range []struct {
		name, points, lines, rosettes, want string
		rules                               CaptureRules
	}{
		{
			"two rings that a point joins: it is not an eye", "A B P C D E X Y Z",
			"A-B A-P B-P P-C C-D D-E E-P X-A X-B X-C X-E X-Y Y-Z", "X-Y-Z", "++++++XXX", AllowLibertyless,
		},
		{
			"two rosettes, neither of which may fill its last dame", "X Y Z P O Q A B C",
			"X-Y Y-Z Z-P P-O O-Q Q-A A-B B-C", "X-Y-Z A-B-C", "XXX.O.XXX", ForbidLibertyless,
		},
		{
			"the same where they may", "X Y Z P O Q A B C",
			"X-Y Y-Z Z-P P-O O-Q Q-A A-B B-C", "X-Y-Z A-B-C", "XXX+o+XXX", AllowLibertyless,
		},
		{
			"a chain with a liberty elsewhere, in a region that a rosette can be made in, fills its dame",
			"X Y Z P O Q A B D E", "X-Y Y-Z P-O O-Q Q-Z A-B B-D D-E A-X B-X E-X", "X-Y-Z A-B-D", "XXX+o+..O.", ForbidLibertyless,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := customGraph(t, test.points, test.lines, test.rosettes)
			s, at := newBitGraph(g), bitPosition{}
			for p, c := range strings.ToUpper(test.want) {
				switch c {
				case 'X':
					at.own |= 1 << p
				case 'O':
					at.foe |= 1 << p
				}
			}
			b := board.New(g)
			s.set(b, at, board.Black)
			if got := safetyText(&b.View, test.rules); got != test.want {
				t.Errorf("life is %s, want %s", got, test.want)
			}
			must, may, ok := s.searchedTerritory(b, at, test.rules, s.capturable(at, test.rules), 10000)
			s.set(b, at, board.Black)
			if _, territory := s.unconditional(b, board.Black, test.rules); !ok || territory&^may != 0 || must&^territory != 0 {
				t.Errorf("territory %b, every attack says from %b to %b", territory, must, may)
			}
		})
	}
}
