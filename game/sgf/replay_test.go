package sgf

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rosette/game"
	"rosette/game/board"
)

// picture returns the stones on a square board, one row per line from the top.
func picture(g *game.Game) string {
	width, _ := g.Graph().Size()
	var text strings.Builder
	for p := range board.Point(g.Graph().Points()) {
		text.WriteByte(".XO"[g.Board().At(p)])
		if int(p)%width == width-1 {
			text.WriteByte('\n')
		}
	}
	return text.String()
}

func TestTheCoordinatesOfEveryBoardCountFromTheTopLeft(t *testing.T) {
	for _, c := range []struct {
		g     *board.Graph
		names string
	}{
		{board.Square(19, 19), "aa=A19 sa=T19 as=A1 pd=Q16 tt=pass"},
		{board.Square(9, 13), "aa=A13 ia=J13 im=J1"},
		{board.Square(25, 25), "aa=A25 yy=Z1 tt=U6"},
		{board.Rosette(7), "ga=O7 ua=O21 gn=A7 un=A21 ag=H1 Ah=G27 ng=H14"},
		{board.Rosette(12), "Ul=N47 Um=M47"},
	} {
		at, err := NewCoordinates(c.g)
		if err != nil {
			t.Fatal(err)
		}
		for pair := range strings.FieldsSeq(c.names) {
			raw, name, _ := strings.Cut(pair, "=")
			if p, err := at.Move(raw); err != nil || c.g.PointName(p) != name {
				t.Errorf("%s: %s is %s, want %s: %v", c.g.Name(), raw, c.g.PointName(p), name, err)
			}
		}
		for p := range board.Point(c.g.Points()) {
			if back, err := at.Point(at.Write(p)); err != nil || back != p {
				t.Errorf("%s: %s comes back as %s: %v", c.g.Name(), c.g.PointName(p), c.g.PointName(back), err)
			}
		}
	}
}

func TestTheBoardIsReadFromTheRoot(t *testing.T) {
	for _, c := range [][2]string{
		{"", "square-19"},
		{"SZ[9]", "square-9"},
		{"GM[1]SZ[9:13]", "square-9x13"},
		{"GM[1975]XB[7]", "rosette-7"},
		{"GM[1975]SZ[27:14]", "rosette-7"},
		{"GM[1975]SZ[27:14]XB[7]", "rosette-7"},
		{"GM[2]", "line 1, column 3, node 1: GM[2] is another game; Go is 1, Rosette 1975"},
		{"SZ[1000000000]", "line 1, column 3, node 1: a board of 1000000000×1000000000; use 1 to 25 lines a side"},
		{"SZ[99999999999999999999]", `line 1, column 3, node 1: SZ: "99999999999999999999" is not a whole number; use SZ[19] or SZ[9:13]`},
		{"SZ[0]", "line 1, column 3, node 1: a board of 0×0; use 1 to 25 lines a side"},
		{"SZ[-9]", "line 1, column 3, node 1: a board of -9×-9; use 1 to 25 lines a side"},
		{"SZ[27:14]", "line 1, column 3, node 1: a board of 27×14; use 1 to 25 lines a side"},
		{"GM[1975]SZ[19]", "line 1, column 11, node 1: SZ[19] is not a rosette board; base 9 is SZ[35:18]"},
		{"GM[1975]XB[5]SZ[27:14]", "line 1, column 16, node 1: SZ[27:14] is not a rosette board; base 5 is SZ[19:10]"},
		{"GM[1975]XB[13]", "line 1, column 11, node 1: XB[13]; use the base, 1 to 12"},
		{"GM[1975]", "line 1, column 3, node 1: GM[1975] without XB; name the base, 1 to 12"},
	} {
		g, err := CoordinatesOf(read(t, "(;"+c[0]+")").Trees[0])
		got := ""
		if err != nil {
			got = err.Error()
		} else {
			got = g.Name()
		}
		if got != c[1] {
			t.Errorf("%s: %s\nwant %s", c[0], got, c[1])
		}
	}
}

func TestRectanglesAndPassesAreReadAsTheBoardHasThem(t *testing.T) {
	for _, c := range []struct {
		root, list string
		n          int
		wrong      string
	}{
		{"SZ[9]", "aa:cc", 9, ""},
		{"SZ[9]", "cc:aa", 9, ""},
		{"SZ[9]", "dd:dd", 1, ""},
		{"SZ[9]", "aa:jj", 0, `the rectangle "aa:jj" leaves square-9: use letters to i and i`},
		{"SZ[9]", "aa:c", 0, `"aa:c" is not a rectangle; use its corners, such as aa:cc`},
		{"SZ[9]", "jj", 1, `no point "jj" on square-9: use a column letter to i and a row letter to i`},
		{"GM[1975]XB[2]", "aa:gd", 24, ""},
		{"GM[1975]XB[2]", "aa:gb", 12, ""},
		{"GM[1975]XB[2]", "aa", 1, `no point "aa" on rosette-2: use a column letter to g and a row letter to d`},
	} {
		g, err := CoordinatesOf(read(t, "(;"+c.root+")").Trees[0])
		if err != nil {
			t.Fatal(err)
		}
		points, err := g.Points(c.list)
		if len(points) != c.n || c.wrong != "" && (err == nil || err.Error() != c.wrong) || c.wrong == "" && err != nil {
			t.Errorf("%s %s: %d points, %v", c.root, c.list, len(points), err)
		}
	}
	if g, _ := NewCoordinates(board.Square(21, 21)); g != nil {
		if p, err := g.Move("tt"); err != nil || p == board.Pass {
			t.Errorf("tt on 21×21 is a point: %v", err)
		}
	}
}

func TestAMainLineIsReplayedWithSetUpHandicapAndCaptures(t *testing.T) {
	root := read(t, `(;GM[1]SZ[5]HA[2]AB[bb][dd]PL[W];W[aa];B[ab];W[ee];B[ba];W[];B[tt])`).Trees[0]
	g, at, err := sound(root, -1)
	if err != nil || len(at.Children) != 0 {
		t.Fatal(err)
	}
	want := ".X...\nXX...\n.....\n...X.\n....O\n"
	if d := cmp.Diff(want, picture(g)); d != "" {
		t.Error(d)
	}
	if g.Prisoners(board.Black) != 1 || g.Passes() != 2 || g.Ply() != 6 {
		t.Errorf("prisoners %d, passes %d, ply %d", g.Prisoners(board.Black), g.Passes(), g.Ply())
	}
	if g, at, err = sound(root, 2); err != nil || g.Ply() != 2 || at.Raw("B") != "ab" {
		t.Errorf("after two moves: ply %d at %s: %v", g.Ply(), at, err)
	}
	if g, at, err = sound(root, 0); err != nil || g.Ply() != 0 || at != root {
		t.Errorf("before the first: ply %d: %v", g.Ply(), err)
	}
}

func TestAFullBoardOfRosettesCanBeSetUp(t *testing.T) {
	g, _, err := sound(read(t, "(;GM[1975]XB[2]AB[aa:gd])").Trees[0], -1)
	if err != nil || g.Board().Vacant() != 0 || !g.Board().Immortal(0) {
		t.Errorf("%v", err)
	}
}

func TestTheRulesAreThoseThatTheFileNames(t *testing.T) {
	for _, c := range [][2]string{
		{"RU[Japanese]KM[6.5]", "japanese SIMPLE 6.5"},
		{"RU[japanese]", "japanese SIMPLE 6.5"},
		{"RU[NZ]KM[7]", "new-zealand SITUATIONAL 7"},
		{"RU[Tromp-Taylor]KM[0]", "tromp-taylor POSITIONAL 0"},
		{"RU[koSITUATIONALscoreAREAtaxNONEsui0whbNfpok1]KM[6]", " SITUATIONAL 6"},
		{"RU[koSITUATIONALscoreMOON]KM[6]", "japanese SIMPLE 6"},
		{"RU[Martian]KM[5,5]", "japanese SIMPLE 5.5"},
		{"RU[Chinese]KM[375]", "chinese SIMPLE 7.5"},
		{"RU[Chinese]KM[275]", "chinese SIMPLE 5.5"},
		{"RU[Chinese]KM[325]", "chinese SIMPLE 6.5"},
		{"RU[Korean]KM[350]", "korean SIMPLE 3.5"},
		{"SZ[25]RU[Chinese]KM[375]", "chinese SIMPLE 7.5"},
		{"RU[Chinese]KM[3.75]", "chinese SIMPLE 7.5"},
		{"RU[Japanese]KM[650]", "japanese SIMPLE 6.5"},
		{"", "japanese SIMPLE 6.5"},
		{"KM[]", "japanese SIMPLE 6.5"},
		{"GM[1975]XB[5]", "mindsports-chinese SITUATIONAL 5.5"},
		{"GM[1975]XB[5]RU[comment-jouer]KM[3]", "comment-jouer NATURAL_SITUATIONAL 3"},
		{`GM[1975]XB[5]XR[{"preset":"mindsports-japanese","ko":"SIMPLE"}]`, "mindsports-japanese SIMPLE 4.5"},
		{`SZ[9]XR[{"preset":"chinese"}]KM[100]`, "chinese SIMPLE 100"},
		{"KM[6.3]", "line 1, column 3, node 1: KM[6.3]: komi 6.3: use a whole or half number from -1024 to 1024"},
		{"KM[many]", `line 1, column 3, node 1: KM: "many" is not a number such as 6.5`},
		{
			"GM[1975]XB[5]XR[{\"ko\":1}]",
			`line 1, column 16, node 1: rules: ko 1: use "SIMPLE" or "POSITIONAL" or "SITUATIONAL" or "NATURAL_SITUATIONAL"`,
		},
	} {
		r, err := rulesOf(read(t, "(;"+c[0]+")").Trees[0])
		got := fmt.Sprintf("%s %s %v", r.Preset, r.Repetition, r.Komi)
		if err != nil {
			got = err.Error()
		}
		if got != c[1] {
			t.Errorf("%s: %s, want %s", c[0], got, c[1])
		}
	}
}

func TestAReplayUnderOtherRulesNamesWhatTheyForbid(t *testing.T) {
	root := read(t, "(;SZ[5]AB[ba][ab];W[aa])").Trees[0]
	if _, _, err := sound(root, -1); err != nil {
		t.Errorf("a file without rules forbids suicide: %v", err)
	}
	r, err := game.Preset("japanese")
	if err != nil {
		t.Fatal(err)
	}
	line, err := Replay(root, -1, Override{Rules: &r})
	if err != nil {
		t.Fatal(err)
	}
	if err := line.Err(); err == nil || !strings.Contains(err.Error(), "suicide") {
		t.Errorf("Japan allows suicide: %v", err)
	}
}

func TestAWalkVisitsEveryVariationWithItsOwnPosition(t *testing.T) {
	root := read(t, "(;SZ[5](;B[aa](;W[bb];B[cc])(;AE[aa]AW[ee];B[dd]))(;B[ab];W[ac]))").Trees[0]
	var seen []string
	err := Walk(root, func(n *Node, g *game.Game, wrong error) error {
		if wrong != nil {
			t.Error(wrong)
		}
		var stones []string
		for p := range board.Point(g.Graph().Points()) {
			if c := g.Board().At(p); c != board.Empty {
				stones = append(stones, c.String()[:1]+g.Graph().PointName(p))
			}
		}
		seen = append(seen, fmt.Sprint(stones, g.Ply()))
		return nil
	})
	want := []string{
		"[] 0", "[bA5] 1", "[bA5 wB4] 2", "[bA5 wB4 bC3] 3", "[wE1] 0", "[bD2 wE1] 1", "[bA4] 1", "[bA4 wA3] 2",
	}
	if d := cmp.Diff(want, seen); d != "" || err != nil {
		t.Error(d, err)
	}
	visits := 0
	stop := errors.New("enough")
	err = Walk(root, func(n *Node, _ *game.Game, _ error) error {
		if visits++; n.Raw("B") == "aa" {
			return ErrSkipVariations
		}
		if n.Raw("B") == "ab" {
			return stop
		}
		return nil
	})
	if visits != 3 || !errors.Is(err, stop) {
		t.Errorf("%d visits, %v", visits, err)
	}
}

func TestAWalkWithSetUpsInEveryVariationEnds(t *testing.T) {
	text := "(;SZ[5]" + strings.Repeat("(;B[aa];AE[aa])(;AB[bb];W[cc]", 50) + strings.Repeat(")", 50) + ")"
	nodes := 0
	err := Walk(read(t, text).Trees[0], func(n *Node, g *game.Game, wrong error) error {
		if nodes++; wrong != nil && !strings.Contains(wrong.Error(), "occupied") {
			t.Error(wrong)
		}
		if n.Has("AE") && g.Board().At(0) != board.Empty {
			t.Error("A5 is not empty")
		}
		return nil
	})
	if err != nil || nodes != 201 {
		t.Errorf("%d nodes: %v", nodes, err)
	}
}

func TestAHandicapIsCompensatedByTheRules(t *testing.T) {
	for _, c := range []struct {
		root  string
		odds  int
		bonus float64
		first board.Color
	}{
		{"RU[Chinese]HA[2]AB[bb][dd]", 2, 2, board.White},
		{"RU[AGA]HA[3]AB[bb][dd][bd]", 3, 2, board.White},
		{"RU[Japanese]HA[2]AB[bb][dd]", 2, 0, board.White},
		{"RU[NZ]HA[3]", 3, 0, board.Black},
		{"RU[flower]HA[2]AB[bb][dd]PL[B]", 2, 0, board.Black},
		{"RU[flower]HA[2]AB[bb][dd]", 2, 0, board.Black},
		{"HA[2]AB[bb][dd]", 2, 0, board.White},
		{"RU[Chinese]HA[0]", 0, 0, board.Black},
		{"RU[Chinese]HA[1000000]", 0, 0, board.White},
	} {
		g, _, err := sound(read(t, "(;SZ[5]"+c.root+")").Trees[0], -1)
		if err != nil {
			t.Fatal(err)
		}
		_, first, _ := g.Start()
		if bonus := g.Score().Of[board.White].Bonus; g.Handicap() != c.odds || bonus != c.bonus || first != c.first {
			t.Errorf("%s: handicap %d, bonus %v, %s first", c.root, g.Handicap(), bonus, first)
		}
	}
}

func TestPassesOfAHandicapAndPassStonesAreRead(t *testing.T) {
	for _, c := range []struct {
		text                 string
		passes, black, white int
	}{
		{"(;SZ[5]RU[NZ]HA[3];B[bb];W[];B[cc];W[];B[dd];W[])", 1, 0, 0},
		{"(;SZ[5]RU[flower];B[bb];W[];B[];W[])", 3, 1, 1}, // White's first is free
		{"(;SZ[5]RU[flower];B[];W[])", 2, 1, 1},
	} {
		g, _, err := sound(read(t, c.text).Trees[0], -1)
		if err != nil {
			t.Fatal(err)
		}
		if g.Passes() != c.passes || g.PassStonesPaid(board.Black) != c.black || g.PassStonesPaid(board.White) != c.white {
			t.Errorf("%s: %d passes, Black paid %d, White %d", c.text, g.Passes(), g.PassStonesPaid(board.Black), g.PassStonesPaid(board.White))
		}
	}
}

func TestPrisonersAreKeptWhenStonesAreSetUp(t *testing.T) {
	root := read(t, "(;SZ[5]RU[Japanese];B[ba];W[aa];B[ab];AW[ee]AE[ba];B[cc];W[])").Trees[0]
	g, _, err := sound(root, -1)
	if err != nil || g.Prisoners(board.Black) != 1 || g.Ply() != 2 {
		t.Fatalf("Black has %d prisoners after %d moves: %v", g.Prisoners(board.Black), g.Ply(), err)
	}
	r := preset(t, "flower")
	if under, known := g.WithRules(r); !known || under.Prisoners(board.Black) != 1 || under.Rules() != r || under.Ply() != 2 {
		t.Error("they are lost under other rules")
	}
	if g.Ply() != 2 || g.Board().At(0) != board.Empty {
		t.Error("the game is not as it was")
	}
}

func TestResultsOfManyProgramsAreReadAndWrittenInOneForm(t *testing.T) {
	for _, c := range [][2]string{
		{"B+3.5", "B+3.5"},
		{"W+0.5", "W+0.5"},
		{"b+12.0", "B+12"},
		{"W+Resign", "W+R"},
		{"B+T", "B+T"},
		{"W+Time", "W+T"},
		{"0", "0"},
		{"Draw", "0"},
		{"jigo", "0"},
		{"Void", "Void"},
		{"B+", ""},
		{"B+F", "B+F"},
		{"?", ""},
		{"", ""},
		{"B+-3", ""},
		{"three", ""},
	} {
		root := read(t, "(;RE["+c[0]+"])").Trees[0]
		r, ok := root.Result()
		if ok != (c[1] != "") {
			t.Errorf("RE[%s] is %v, %v", c[0], r, ok)
		}
		if ok {
			root.SetResult(r)
			if root.Raw("RE") != c[1] {
				t.Errorf("RE[%s] is written as %s", c[0], root.Raw("RE"))
			}
		}
	}
}

// rulesOf returns the rules of a record and the first error in them.
func rulesOf(n *Node) (game.Rules, error) {
	info, err := GameInfoAt(n, Override{})
	for _, p := range info.Problems {
		if p.Grade() == Error {
			return info.Rules, p
		}
	}
	return info.Rules, err
}

// sound replays a main line and returns the worst problem as an error.
func sound(root *Node, moves int) (*game.Game, *Node, error) {
	line, err := MainLine(root, moves)
	if err != nil {
		return nil, nil, err
	}
	return line.Game, line.At, line.Err()
}
