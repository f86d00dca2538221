package sgf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rosette/game"
	"rosette/game/board"
)

// The features in the FF[4] example file, one by one, in files written for this test. Each must be
// valid and survive a round trip.

func checkedRoot(t *testing.T, file string) *Node {
	t.Helper()
	c := read(t, file)
	if found := Check(c); len(found) > 0 {
		t.Errorf("%s: %v", file, problemTexts(found))
	}
	again := read(t, write(t, c))
	if first, second := write(t, c), write(t, again); first != second {
		t.Errorf("written as %s, then as %s", first, second)
	}
	return c.Trees[0]
}

func TestMarkupNamesItsPointsOnEveryKindOfMark(t *testing.T) {
	root := checkedRoot(
		t,
		"(;FF[4]GM[1]SZ[19]AB[dd]AW[pp];CR[aa][bb]SQ[cc]TR[dd:ff]MA[pp]SL[qq];LB[aa:1][bb:two][cc:a\\:b];LN[aa:bb][cc:dd]AR[ee:ff]"+
			";DD[aa:ss];DD[];VW[aa:jj];VW[])",
	)
	g, err := CoordinatesOf(root)
	if err != nil {
		t.Fatal(err)
	}
	marked, err := g.Points(root.Children[0].Raw("TR"))
	if err != nil || len(marked) != 9 {
		t.Errorf("a rectangle of triangles is %d points: %v", len(marked), err)
	}
	at, label, whole := Split(root.Children[0].Children[0].Property("LB").Values[2])
	if at != "cc" || SimpleText(label) != "a:b" || whole {
		t.Errorf("label %q at %q", SimpleText(label), at)
	}
}

func TestAnnotationsOfMovesAndPositionsAreValid(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[9];B[aa]BM[1];W[bb]DO[];B[cc]IT[];W[dd]TE[2];DM[1];GB[2];GW[1];UC[1]HO[2]V[-3.5]N[a name])")
	last := root
	for len(last.Children) > 0 {
		last = last.Children[0]
	}
	if v, err := Real(last.Raw("V")); err != nil || v != -3.5 || last.Text("N") != "a name" {
		t.Errorf("value %v, %v", v, err)
	}
}

func TestGameInformationIsKeptWithItsTypes(t *testing.T) {
	root := checkedRoot(t, `(;FF[4]GM[1]SZ[19]AP[Tool:2.1]CA[UTF-8]ST[2]AN[A]BR[9d]BT[red]CP[c]DT[2001-01-02,03]EV[cup]GC[first
second]GN[n]HA[0]KM[6.5]ON[fuseki]OT[5x30 byo-yomi]PB[B]PC[here]PW[W]RE[B+0.5]RO[1 (final)]RU[AGA]SO[s]TM[3600]US[u]WR[1d]WT[blue])`)
	if root.Text("GC") != "first\nsecond" || root.Text("RO") != "1 (final)" {
		t.Errorf("%s", root)
	}
	name, version, whole := Split(root.Raw("AP"))
	if name != "Tool" || version != "2.1" || whole {
		t.Errorf("AP %q %q", name, version)
	}
	if r, err := rulesOf(root); err != nil || r.Preset != "aga" {
		t.Errorf("%v %v", r, err)
	}
}

func TestTimeFiguresAndNumberingBelongToMoves(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[9];B[aa]BL[120.5]OB[3];W[bb]WL[99]OW[2]MN[10]PM[2];FG[257:Dia 1]B[cc];FG[]W[dd])")
	if n := root.Children[0].Children[0]; n.Raw("MN") != "10" || n.Raw("PM") != "2" {
		t.Errorf("%s", n)
	}
	flags, title, _ := Split(root.Children[0].Children[0].Children[0].Raw("FG"))
	if n, err := Number(flags); err != nil || n != 257 || title != "Dia 1" {
		t.Errorf("figure %q %q: %v", flags, title, err)
	}
}

func TestSetUpAddsAndClearsStonesAndSetsThePlayerToMove(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[5];AB[aa:bb]AW[dd][ee]PL[W];AE[aa:ba]AB[cc];W[aa])")
	g, _, err := sound(root, -1)
	if err != nil {
		t.Fatal(err)
	}
	var stones []string
	for p := range board.Point(25) {
		if c := g.Board().At(p); c != board.Empty {
			stones = append(stones, c.String()[:1]+g.Graph().PointName(p))
		}
	}
	if d := cmp.Diff("[wA5 bA4 bB4 bC3 wD2 wE1]", fmt.Sprint(stones)); d != "" {
		t.Error(d)
	}
}

func TestPLAloneChangesThePlayerToMove(t *testing.T) {
	for _, c := range [][2]string{
		{"(;FF[4]GM[1]SZ[9]AB[aa];PL[W])", "white"},
		{"(;FF[4]GM[1]SZ[9];AB[aa];PL[B])", "black"},
		{"(;FF[4]GM[1]SZ[9]PL[W])", "white"},
		{"(;FF[4]GM[1]SZ[9];B[aa];W[ba];B[ab];PL[B])", "black"},
	} {
		g, _, err := sound(checkedRoot(t, c[0]), -1)
		if err != nil {
			t.Fatal(err)
		}
		if _, first, _ := g.Start(); first.String() != c[1] {
			t.Errorf("%s: %s moves next", c[0], first)
		}
	}
	g, _, err := sound(checkedRoot(t, "(;FF[4]GM[1]SZ[9];B[aa];W[ba];B[ab];PL[W])"), -1)
	if err != nil || g.Ply() != 3 {
		t.Errorf("PL for who moves anyway leaves %d moves: %v", g.Ply(), err)
	}
	g, _, err = sound(read(t, "(;FF[4]GM[1]SZ[9];B[aa]PL[W];W[ba]PL[B];B[ab]PL[W])").Trees[0], -1)
	if err != nil || g.Ply() != 3 {
		t.Errorf("PL beside moves leaves %d moves: %v", g.Ply(), err)
	}
	if g, _, err = sound(checkedRoot(t, "(;FF[4]GM[1]SZ[9];B[aa];W[ba];B[ab];PL[B])"), -1); err != nil ||
		g.Prisoners(board.Black) != 0 || g.Board().Vacant() != 78 {
		t.Errorf("PL changes the board: %v", err)
	}
}

func TestInformationOfMergedGamesIsReadFromTheBranch(t *testing.T) {
	root := read(t, "(;FF[4]GM[1]SZ[19]PC[here];B[pd](;PB[Ann]PW[Bob]RU[AGA]KM[-59.5]HA[2]RE[W+3.5]W[dp];B[aa])(;PB[Cem]W[cp]))").Trees[0]
	last := root.Last()
	if last.Raw("B") != "aa" || last.Info("PB") != "Ann" || last.Info("PC") != "here" || last.Info("ON") != "" {
		t.Errorf("the end %s knows of %q at %q", last, last.Info("PB"), last.Info("PC"))
	}
	if r, ok := last.Result(); !ok || r.String() != "W+3.5" {
		t.Errorf("result %s", r)
	}
	g, _, err := sound(root, -1)
	if err != nil || g.Rules().Preset != "aga" || g.Rules().Komi != -59.5 || g.Handicap() != 2 {
		t.Errorf("played by %+v: %v", g.Rules(), err)
	}
	other := root.Children[0].Children[1]
	if r, err := rulesOf(other); err != nil || r.Preset != "japanese" || r.Komi == -59.5 || other.Info("PB") != "Cem" {
		t.Errorf("the other game is played by %+v: %v", r, err)
	}
	_, _, err = sound(read(t, "(;FF[4]GM[1]SZ[9]\n;B[aa]KM[much])").Trees[0], -1)
	if err == nil || !strings.HasPrefix(err.Error(), "line 2, column 7, node 2: KM: ") {
		t.Errorf("said %v", err)
	}
}

func TestSuicideIsReadWhereNoRulesForbidIt(t *testing.T) {
	suicide := "(;FF[4]GM[1]SZ[5]%sAB[aa]AW[ab][bb][ca];B[ba])"
	g, _, err := sound(checkedRoot(t, fmt.Sprintf(suicide, "")), -1)
	if err != nil || g.Prisoners(board.White) != 2 {
		t.Errorf("White has %d prisoners: %v", g.Prisoners(board.White), err)
	}
	if _, _, err = sound(read(t, fmt.Sprintf(suicide, "RU[Japanese]")).Trees[0], -1); err == nil {
		t.Error("Japan's rules allow suicide")
	}
}

func TestTerritoryAndPassesEndAGame(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[5];B[ca];W[];B[];W[tt];TB[aa:be]TW[])")
	g, last, err := sound(root, -1)
	if err != nil || g.Passes() != 3 {
		t.Errorf("%d passes: %v", g.Passes(), err)
	}
	at, err := NewCoordinates(g.Graph())
	if err != nil {
		t.Fatal(err)
	}
	if points, err := at.Points(last.Raw("TB")); err != nil || len(points) != 10 {
		t.Errorf("territory of %d points: %v", len(points), err)
	}
}

func TestOblongBoardsAndPrivatePropertiesAreValid(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[7:4]XYZ[private][of][nobody];B[gd]ABCDEFGHIJ[x])")
	if g, _, err := sound(root, -1); err != nil || g.Graph().Name() != "square-7x4" {
		t.Errorf("%v", err)
	}
}

func TestVariationsInVariationsKeepTheirPlaces(t *testing.T) {
	root := checkedRoot(t, "(;FF[4]GM[1]SZ[9];B[aa](;W[ab];B[ac](;W[ad])(;W[ae]))(;W[bb](;B[bc])(;B[bd];W[be]))(;W[cc]))")
	var order []string
	err := Walk(root, func(n *Node, g *game.Game, wrong error) error {
		order = append(order, n.Raw("B")+n.Raw("W")+itoa(g.Ply()))
		return wrong
	})
	if got := strings.Join(order, " "); err != nil || got != "0 aa1 ab2 ac3 ad4 ae4 bb2 bc3 bd3 be4 cc2" {
		t.Errorf("%s: %v", got, err)
	}
}

func TestOtherGamesAreReadWithoutABoard(t *testing.T) {
	c := read(t, "(;FF[4]GM[3]SZ[8];W[e2-e4]C[chess])(;FF[4]GM[1]SZ[9])")
	if _, _, err := sound(c.Trees[0], -1); err == nil || !strings.Contains(err.Error(), "GM[3] is another game") {
		t.Errorf("%v", err)
	}
	if _, _, err := sound(c.Trees[1], -1); err != nil {
		t.Errorf("the second game of the file: %v", err)
	}
	if text := write(t, c); !strings.Contains(text, "W[e2-e4]") {
		t.Errorf("written as %s", text)
	}
}
