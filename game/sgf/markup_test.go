package sgf

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
)

// markupOf returns the coordinates and the last node of a record.
func markupOf(t *testing.T, text string) (*Coordinates, *Node) {
	t.Helper()
	root := read(t, text).Trees[0]
	c, err := CoordinatesOf(root)
	if err != nil {
		t.Fatal(err)
	}
	return c, root.Last()
}

// marksText returns marks such as "CR A9" and problems, one per line.
func marksText(c *Coordinates, marks []Mark, problems []Problem) string {
	var lines []string
	for _, m := range marks {
		line := markProperties[m.Kind] + " " + c.PointName(m.At)
		if m.Kind == Arrow || m.Kind == Line {
			line += " " + c.PointName(m.To)
		}
		if m.Text != "" {
			line += fmt.Sprintf(" %q", m.Text)
		}
		lines = append(lines, line)
	}
	for _, p := range problems {
		lines = append(lines, p.Error())
	}
	return strings.Join(lines, "; ")
}

func TestMarksOfEveryKindAreRead(t *testing.T) {
	for _, test := range []struct{ name, record, want string }{
		{"none", "(;SZ[9])", ""},
		{"points", "(;SZ[9]CR[aa]SQ[ba]TR[ca]MA[da]SL[ea])", "CR A9; SQ B9; TR C9; MA D9; SL E9"},
		{"a rectangle", "(;SZ[9]CR[aa:bb])", "CR A9; CR B9; CR A8; CR B8"},
		{"a property that is in the node twice", "(;SZ[9]CR[aa]CR[bb])", "CR A9; CR B8"},
		{"an empty list", "(;SZ[9]DD[]CR[])", ""},
		{"labels", `(;SZ[9]LB[aa:1][bb:a\:b])`, `LB A9 "1"; LB B8 "a:b"`},
		{"lines", "(;SZ[9]AR[aa:bb]LN[cc:dd])", "AR A9 B8; LN C7 D6"},
		{"what is dimmed stays so", "(;SZ[9]DD[aa];B[bb];W[cc])", "DD A9"},
		{"until a node says otherwise", "(;SZ[9]DD[aa];B[bb]DD[];W[cc])", ""},
		{"marks do not stay", "(;SZ[9]CR[aa];B[bb])", ""},
		{"on a honeycomb", "(;GM[1975]XB[2]CR[cb])", "CR C3"},
		{
			"what cannot be read is left out", "(;SZ[9]CR[zz][aa]LB[bb][zz:1]AR[aa:zz])",
			`CR A9; line 1, column 8, node 1: CR: no point "zz" on square-9: use a column letter to i and a row letter to i; ` +
				`line 1, column 18, node 1: LB: "bb" has one part; it takes two around a colon; ` +
				`line 1, column 18, node 1: LB: no point "zz" on square-9: use a column letter to i and a row letter to i; ` +
				`line 1, column 30, node 1: AR: no point "zz" on square-9: use a column letter to i and a row letter to i`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, n := markupOf(t, test.record)
			marks, problems := c.Marks(n)
			if got := marksText(c, marks, problems); got != test.want {
				t.Errorf("marks %s\nwant  %s", got, test.want)
			}
		})
	}
}

func TestTerritoryIsReadByPoint(t *testing.T) {
	c, n := markupOf(t, "(;SZ[3]TB[aa:ca]TW[bc][zz])")
	owner, problems := c.Territory(n)
	if got := fmt.Sprint(owner); got != "[black black black empty empty empty empty white empty]" || len(problems) != 1 {
		t.Errorf("owners %s, problems %v", got, problems)
	}
	c, n = markupOf(t, "(;SZ[3]TB[])")
	if owner, problems = c.Territory(n); len(owner) != 9 || problems != nil {
		t.Errorf("an empty list: %v, %v", owner, problems)
	}
	c, n = markupOf(t, "(;SZ[3])")
	if owner, problems = c.Territory(n); owner != nil || problems != nil {
		t.Errorf("no list: %v, %v", owner, problems)
	}
}

func TestMovesAreNumberedToTheNode(t *testing.T) {
	for record, want := range map[string]string{
		"(;SZ[9])":                             "",
		"(;SZ[9];B[aa];W[bb];B[])":             "1 black A9, 2 white B8, 3 black pass",
		"(;SZ[9];B[aa];W[bb]MN[7];B[cc])":      "1 black A9, 7 white B8, 8 black C7",
		"(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))": "1 black A9, 2 white B8, 3 black C7",
		"(;SZ[9];B[zz];W[bb])":                 "1 white B8",
		"(;SZ[9]AB[aa];C[and now];W[bb])":      "1 white B8",
	} {
		c, n := markupOf(t, record)
		var moves []string
		for _, m := range c.NumberedMoves(n) {
			moves = append(moves, fmt.Sprintf("%d %s %s", m.Number, m.Color, c.PointName(m.Point)))
		}
		if got := strings.Join(moves, ", "); got != want {
			t.Errorf("%s: moves %s, want %s", record, got, want)
		}
	}
	_, n := markupOf(t, "(;SZ[9];B[zz]W[aa];C[and now];W[bb])")
	if got := n.MoveCount(); got != 3 {
		t.Errorf("%d moves, want 3", got)
	}
}

func TestOnlyStonesThatAreOnTheBoardShowTheirNumbers(t *testing.T) {
	// Move 2 captures move 1, move 3 stands where it was, move 4 is a pass.
	root := read(t, "(;SZ[3]AW[ba]AB[bb];B[aa];W[ab];B[];W[];B[cc])").Trees[0]
	g, at, err := sound(root, -1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := CoordinatesOf(root)
	if err != nil {
		t.Fatal(err)
	}
	numbers, hidden := VisibleNumbers(g.Board(), c.NumberedMoves(at))
	if got := fmt.Sprint(numbers); got != "map[3:2 8:5]" {
		t.Errorf("numbers %s", got)
	}
	var moves []string
	for _, m := range hidden {
		moves = append(moves, fmt.Sprintf("%d %s", m.Number, c.PointName(m.Point)))
	}
	if got := strings.Join(moves, ", "); got != "1 A3, 3 pass, 4 pass" {
		t.Errorf("hidden %s", got)
	}
}

func TestAPlayerHasANameAndARank(t *testing.T) {
	_, n := markupOf(t, `(;SZ[9]PB[Ann\nAbel]BR[3d]WR[1k];B[aa])`)
	if black, white := n.Player(board.Black), n.Player(board.White); black != `AnnnAbel 3d` || white != "1k" {
		t.Errorf("players %q and %q", black, white)
	}
	for record, want := range map[string]string{
		"(;PB[Ann]PW[Bob]WR[2k])": "Ann (black) – Bob 2k (white)",
		"(;PW[Bob])":              "unknown (black) – Bob (white)",
		"(;GN[A game])":           "",
	} {
		if _, n := markupOf(t, record); n.Players() != want {
			t.Errorf("%s: players %q, want %q", record, n.Players(), want)
		}
	}
}
