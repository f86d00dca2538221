package sgf

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf/charset"
	"rosette/internal/goldentest"
)

// play plays the named moves, Black first.
func play(t *testing.T, g *game.Game, moves string) {
	t.Helper()
	c := board.Black
	for name := range strings.FieldsSeq(moves) {
		p, err := g.Graph().Move(name)
		if err == nil {
			err = g.Play(p, c)
		}
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c = c.Opponent()
	}
}

func points(t *testing.T, g *board.Graph, names string) (points []board.Point) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		p, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, p)
	}
	return points
}

func preset(t *testing.T, name string) game.Rules {
	t.Helper()
	r, err := game.Preset(name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestARosetteGameIsNeverWrittenAsGo(t *testing.T) {
	g := game.New(board.Rosette(2), preset(t, "mindsports-japanese"))
	play(t, g, "B2 C2 B3 C3 B4 C4 A2 D4 A3 D5 A4 pass B5")
	root, err := FromGame(g)
	if err != nil {
		t.Fatal(err)
	}
	root.Set("PB", Escape("Ann [1]"))
	goldentest.Text(t, "testdata/rosette.sgf", root.String())
	back, _, err := sound(read(t, root.String()).Trees[0], -1)
	if err != nil || back.Board().Hash() != g.Board().Hash() || back.Rules() != g.Rules() || back.Ply() != g.Ply() {
		t.Errorf("came back otherwise: %v", err)
	}
}

func TestAViewerCopyHasSetUpOnly(t *testing.T) {
	root := read(t, "(;GM[1975]XB[2]PB[Ann]C[start];B[bb]C[one];W[ab](;B[cb];W[ac]TR[ac])(;B[ba]C[takes?];W[ca];B[]))").Trees[0]
	view, _, err := Viewer(root, 0)
	if err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/viewer.sgf", view.String())
	if text := view.String(); strings.Contains(text, ";B[") || strings.Contains(text, ";W[") || strings.Contains(text, "1975") {
		t.Errorf("a viewer would play captures: %s", text)
	}
}

func TestIllegalMovesOfAViewerCopyAndWhatItLeavesOutAreReported(t *testing.T) {
	view, left, err := Viewer(read(t, "(;SZ[5];B[aa];W[aa]\n;B[zz];W[bb])").Trees[0], 0)
	if err != nil || view.Last().Raw("AW") != "bb" {
		t.Fatalf("%s: %v", view, err)
	}
	want := []string{
		"line 1, column 15, node 3: move 2, W[aa]: white at A5 is illegal: occupied",
		`line 2, column 2, node 4: B[zz]: no point "zz" on square-5: use a column letter to e and a row letter to e`,
	}
	if d := cmp.Diff(want, problemTexts(left)); d != "" {
		t.Error(d)
	}
}

func TestAViewerCopyRemovesCapturedStones(t *testing.T) {
	root := read(t, "(;SZ[5];B[aa];W[ab];B[ee];W[ba])").Trees[0]
	view, _, err := Viewer(root, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := view.Children[0].Children[0].Children[0].Children[0]
	if last.Raw("AE") != "aa" || last.Raw("AW") != "ba" || last.Has("AB") {
		t.Errorf("the last node is %s", last)
	}
}

// Rules without a name are written in RU in KataGo's notation, if it can express
// them, for programs that ignore XR.
func TestRulesWithoutANameAreWrittenInKataGosForm(t *testing.T) {
	const spelt = "koSITUATIONALscoreTERRITORYtaxALLsui0whbN-1"
	for _, test := range []struct {
		rules, key, value, want string
	}{
		{spelt, "suicide", "false", spelt},
		{spelt, "libertylessRosette", "forbid", ""}, // there is no such word
	} {
		r, err := game.ParseRules(test.rules)
		if err == nil {
			r, err = r.Set(test.key, test.value)
		}
		if err != nil {
			t.Fatal(err)
		}
		root, err := FromGame(game.New(board.Square(5, 5), r))
		if err != nil {
			t.Fatal(err)
		}
		if got := root.Raw("RU"); got != test.want {
			t.Errorf("%s with %s %s is written RU[%s], want RU[%s]", test.rules, test.key, test.value, got, test.want)
		}
		root.Delete("XR") // as another program would
		back, err := rulesOf(root)
		if test.want != "" && (err != nil || back != r) {
			t.Errorf("%s comes back as %+v (%v)", test.want, back, err)
		}
	}
}

// Other programs write hundredths of a point, or stones.
func TestAnyKomiComesBack(t *testing.T) {
	for _, g := range []*board.Graph{board.Square(9, 9), board.Square(19, 19), board.Rosette(2)} {
		for _, komi := range []float64{-375, -0.5, 7.5, 100, 375, 650, 750.5} {
			r := game.DefaultRules(g)
			r.Komi = komi
			root, err := FromGame(game.New(g, r))
			if err != nil {
				t.Fatal(err)
			}
			if back, err := rulesOf(root); err != nil || back != r {
				t.Errorf("%s, komi %v comes back as %+v (%v)", g.Name(), komi, back, err)
			}
		}
	}
}

func TestAGameWithAHandicapIsWrittenWithItsStart(t *testing.T) {
	g, err := game.NewWithHandicap(
		board.Square(9, 9), preset(t, "japanese"), game.HandicapPlacement{Stones: 2, Points: points(t, board.Square(9, 9), "G7 C3")},
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Play(0, board.White); err != nil {
		t.Fatal(err)
	}
	root, err := FromGame(g)
	if err != nil {
		t.Fatal(err)
	}
	if want := "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Japanese]KM[6.5]AB[gc][cg]PL[W]HA[2];W[aa])\n"; root.String() != want {
		t.Errorf("got  %swant %s", root, want)
	}
	if g.Ply() != 1 || g.Board().At(0) != board.White {
		t.Error("the game is not as it was")
	}
	if _, err := FromGame(g.Clone()); err == nil || !strings.Contains(err.Error(), "clone") {
		t.Errorf("a clone knows its start: %v", err)
	}
}

func TestEveryGameComesBackFromItsRecord(t *testing.T) {
	names := []string{"rosette-1", "rosette-2", "rosette-3", "square-5", "square-7x4", "square-19"}
	rapid.Check(t, func(t *rapid.T) {
		graph, err := board.Named(rapid.SampledFrom(names).Draw(t, "board"))
		if err != nil {
			t.Fatal(err)
		}
		rules, err := game.Preset(rapid.SampledFrom(game.Presets()).Draw(t, "rules"))
		if err != nil {
			t.Fatal(err)
		}
		rules.Komi = float64(rapid.IntRange(-20, 20).Draw(t, "komi")) / 2
		rules.FriendlyPass = rapid.Bool().Draw(t, "friendly")
		odds := drawOdds(t, graph, rules)
		start, err := game.NewWithHandicap(graph, rules, odds)
		if err != nil {
			t.Fatal(err)
		}
		g := randomGame(start, rapid.Uint64().Draw(t, "seed"), rapid.IntRange(0, 80).Draw(t, "moves"))
		root, err := FromGame(g)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Parse(strings.NewReader(root.String()), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if found := Check(c); len(found) > 0 && (g.Handicap() != 1 || found[0].Grade() > Note) { // HA[1] is a note
			t.Fatal(found[0])
		}
		back, _, err := sound(c.Trees[0], -1)
		if err != nil || back.Ply() != g.Ply() || back.Board().Hash() != g.Board().Hash() || back.Rules() != g.Rules() {
			t.Fatalf("%v: %s comes back with %+v, not %+v", err, root, back.Rules(), g.Rules())
		}
		handicap := g.Handicap()
		if handicap == 1 { // HA is 2 or more, and Black's first move counts for nothing
			handicap = 0
		}
		if d := cmp.Diff(g.Score(), back.Score()); d != "" || back.Handicap() != handicap || back.Passes() != g.Passes() {
			t.Fatalf("%s counts otherwise: %s", root, d)
		}
		for i := range g.Ply() {
			if g.Move(i) != back.Move(i) {
				t.Fatalf("move %d is %v, was %v", i, back.Move(i), g.Move(i))
			}
		}
	})
}

// drawOdds draws a handicap that the rules allow, or none.
func drawOdds(t *rapid.T, g *board.Graph, r game.Rules) (o game.HandicapPlacement) {
	if r.Handicap == game.HandicapNone || g.Points() < 12 {
		return o
	}
	o.Stones = rapid.IntRange(0, 5).Draw(t, "handicap")
	if r.SetsStones(o.Stones) {
		o.Points = game.SpreadStones(&board.New(g).View, o.Stones)
	}
	if r.Handicap == game.HandicapFlower && rapid.Bool().Draw(t, "weaker") {
		o.Color = board.White
	}
	return o
}

func TestAGameSetUpIsWrittenWithoutAHandicap(t *testing.T) {
	g, _, err := sound(read(t, "(;SZ[5]RU[Chinese]AB[ab][cd]PL[W];W[aa])").Trees[0], -1)
	if err != nil {
		t.Fatal(err)
	}
	root, err := FromGame(g)
	if err != nil || root.Has("HA") || root.Raw("PL") != "W" {
		t.Errorf("written as %s: %v", root, err)
	}
	if bonus := g.Score().Of[board.White].Bonus; bonus != 0 {
		t.Errorf("White gets %v for stones that were set up", bonus)
	}
}

// randomGame plays random legal moves with occasional passes.
func randomGame(g *game.Game, seed uint64, moves int) *game.Game {
	rng := rand.New(rand.NewPCG(seed, 1975))
	c := board.Black
	for range moves {
		p := board.Point(rng.IntN(g.Graph().Points()+1) - 1)
		for range 8 {
			if g.Legal(p, c) == nil {
				break
			}
			p = board.Point(rng.IntN(g.Graph().Points()+1) - 1)
		}
		if g.Play(p, c) == nil {
			c = c.Opponent()
		}
	}
	return g
}

func TestAWrittenRecordIsReadAsTheSame(t *testing.T) {
	id := rapid.StringMatching(`[A-Z][A-Z0-9]{0,3}`)
	value := rapid.Map(rapid.StringOf(rapid.SampledFrom([]rune("ab]\\:;()[ \n\t\ré碁"))), Escape)
	rapid.Check(t, func(t *rapid.T) {
		c := &Collection{}
		var all []*Node
		for range rapid.IntRange(1, 3).Draw(t, "trees") {
			root := &Node{}
			c.Trees = append(c.Trees, root)
			all = append(all, root)
			nodes := []*Node{root}
			for range rapid.IntRange(0, 12).Draw(t, "nodes") {
				n := rapid.SampledFrom(nodes).Draw(t, "parent").Add()
				nodes, all = append(nodes, n), append(all, n)
			}
		}
		for _, n := range all {
			for _, name := range rapid.SliceOfN(id, 0, 3).Draw(t, "names") {
				if name != "CA" {
					n.Set(name, rapid.SliceOfN(value, 1, 3).Draw(t, "values")...)
				}
			}
		}
		var text strings.Builder
		if err := Write(&text, c); err != nil {
			t.Fatal(err)
		}
		back, err := Parse(strings.NewReader(text.String()), Options{})
		if err != nil {
			t.Fatalf("%s: %v", text.String(), err)
		}
		if len(back.Trees) != len(c.Trees) {
			t.Fatalf("%d trees come back as %d", len(c.Trees), len(back.Trees))
		}
		if text := text.String(); !charset.ASCII(text) && !strings.Contains(text, "CA[UTF-8]") {
			t.Fatalf("%s does not name its charset", text)
		}
		for i := range c.Trees {
			if !c.Trees[i].plain() {
				back.Trees[i].Delete("CA")
			}
			same(t, c.Trees[i], back.Trees[i])
		}
	})
}

// same fails if two trees differ in nodes or properties.
func same(t *rapid.T, a, b *Node) {
	if len(a.Properties) != len(b.Properties) || len(a.Children) != len(b.Children) {
		t.Fatalf("%s comes back as %s", a, b)
	}
	for i, p := range a.Properties {
		if q := b.Properties[i]; p.ID != q.ID || !cmp.Equal(p.Values, q.Values) {
			t.Fatalf("%v comes back as %v", p, q)
		}
	}
	for i := range a.Children {
		if b.Children[i].Parent != b {
			t.Fatal("a child has another parent")
		}
		same(t, a.Children[i], b.Children[i])
	}
}

// customBoards are a board with coordinates and one whose points coincide.
const (
	wheel = `{"name":"wheel","points":[{"name":"HUB","x":0,"y":0},{"name":"N","x":0,"y":-3},{"name":"E","x":3,"y":0},` +
		`{"name":"S","x":0,"y":3},{"name":"W","x":-3,"y":0}],"lines":[["HUB","N"],["HUB","E"],["HUB","S"],["HUB","W"],` +
		`["N","E"],["E","S"],["S","W"],["W","N"]],"rosettes":[["N","E","S","W"]]}`
	row = `{"name":"path","points":[{"name":"A"},{"name":"B"},{"name":"C"}],"lines":[["A","B"],["B","C"]]}`
)

func TestAGameOnACustomBoardIsWrittenWithItsBoard(t *testing.T) {
	for text, moves := range map[string][2]string{wheel: {"HUB N E", "bb ba cb"}, row: {"A C", "aa ab"}} {
		graph, err := board.ReadShared(text)
		if err != nil {
			t.Fatal(err)
		}
		g := game.New(graph, game.DefaultRules(graph))
		play(t, g, moves[0])
		root, err := FromGame(g)
		if err != nil {
			t.Fatal(err)
		}
		c := read(t, written(t, &Collection{Trees: []*Node{root}}))
		back, _, err := sound(c.Trees[0], -1)
		if err != nil || back.Graph() != graph || back.Board().Hash() != g.Board().Hash() || back.Rules() != g.Rules() {
			t.Errorf("%s came back otherwise: %v", graph.Name(), err)
		}
		var letters []string
		for n := c.Trees[0]; len(n.Children) > 0; {
			n = n.Children[0]
			letters = append(letters, n.Raw("B")+n.Raw("W"))
		}
		if got := strings.Join(letters, " "); got != moves[1] {
			t.Errorf("moves on %s are %s, want %s", graph.Name(), got, moves[1])
		}
		view, _, err := Viewer(root, 0)
		if err != nil {
			t.Fatal(err)
		}
		if _, diagrams := plainDiagrams(t, view.String()); len(diagrams[len(diagrams)-1].stones) != g.Ply() {
			t.Errorf("a viewer shows %v", diagrams)
		}
	}
}

func TestABadBoardInARecordIsRefusedByItsField(t *testing.T) {
	_, err := CoordinatesOf(read(t, "(;GM[1975]XB["+Escape(`{"name":"a","points":[{"name":"A"}],"lines":[["A","B"]]}`)+"])").Trees[0])
	if err == nil || !strings.Contains(err.Error(), `line 1: `) {
		t.Errorf("the error is %v", err)
	}
}
