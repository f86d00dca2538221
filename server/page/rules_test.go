package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// drawn plays a scene for a test.
func drawn(t *testing.T, id string) *diagram {
	t.Helper()
	for _, s := range scenes {
		if s.ID == id {
			d, err := s.play()
			if err != nil {
				t.Fatal(err)
			}
			return d
		}
	}
	t.Fatalf("no scene %s", id)
	return nil
}

// at returns a point by name.
func (d *diagram) at(t *testing.T, name string) board.Point {
	t.Helper()
	p, err := d.game.Graph().Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// start returns the game at the diagram's beginning.
func (d *diagram) start() *game.Game {
	g := d.game.Clone()
	stones := make([]board.Color, d.game.Graph().Points())
	for p, sign := range d.Frames[0].Stones {
		stones[p] = board.Color(strings.IndexRune(".bw", sign))
	}
	b, err := board.Setup(g.Graph(), stones)
	shell.Must(err)
	return game.From(b, g.Rules(), board.Black)
}

func TestEveryDiagramCanBePlayedAndHasItsPlace(t *testing.T) {
	var shown []string
	for _, c := range chapters {
		shown = append(shown, c.diagrams...)
	}
	if len(shown) < 12 {
		t.Errorf("the page has %d diagrams, at least 12 were there", len(shown))
	}
	for _, s := range scenes {
		d, err := s.play()
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if want := len(list(s.Turns)) + 1 + len(list(s.Dead)); len(d.Frames) != want {
			t.Errorf("%s has %d frames, wants %d", s.ID, len(d.Frames), want)
		}
		if n := strings.Count(strings.Join(shown, " ")+" ", s.ID+" "); n < 1 {
			t.Errorf("%s stands in no chapter", s.ID)
		}
	}
	if slices.Sort(shown); len(slices.Compact(slices.Clone(shown))) != len(scenes) {
		t.Errorf("the chapters show %v, there are %d scenes", shown, len(scenes))
	}
}

func TestASceneThatCannotBeIsRefused(t *testing.T) {
	for _, test := range []struct {
		s    scene
		want string
	}{
		{scene{Board: "rosette-0"}, "rosette-0"},
		{scene{Board: "rosette-1", Start: "X O"}, "2 points"},
		{scene{Board: "rosette-1", Start: "X O . . . ?"}, `'?'`},
		{scene{Board: "rosette-1", Start: "O X . X . ."}, "no liberty"},
		{scene{Board: "rosette-1", Turns: "b A1, w A1"}, "occupied"},
		{scene{Board: "rosette-1", Turns: "b A1!"}, "is legal"},
		{scene{Board: "rosette-1", Turns: "A1"}, "use such as"},
		{scene{Board: "rosette-1", Turns: "b Z9"}, "use such as"},
		{scene{Board: "rosette-1", Letters: "a Z9"}, "Z9"},
		{scene{Board: "rosette-1", Count: true, Dead: "Z9"}, "Z9"},
		{scene{Board: "rosette-1", Rules: "none"}, "no ruleset"},
	} {
		if _, err := test.s.play(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v, wants %q", test.s, err, test.want)
		}
	}
}

func TestTheDiagramsOfPointsAndChainsNameAllNeighboursAndLiberties(t *testing.T) {
	d := drawn(t, "names")
	for stone, want := range map[string]string{"C5": "abc", "A2": "de"} {
		var got []string
		for _, p := range d.game.Graph().Near(d.at(t, stone)) {
			got = append(got, d.Frames[0].Letters[p])
		}
		if slices.Sort(got); strings.Join(got, "") != want {
			t.Errorf("the neighbours of %s are %v", stone, got)
		}
	}
	d = drawn(t, "chain")
	b := d.game.Board()
	liberties := b.Liberties(d.at(t, "C3"))
	if b.Size(d.at(t, "C3")) != 3 || len(liberties) != 4 || len(d.Frames[0].Letters) != 4 || b.Size(d.at(t, "C2")) != 1 {
		t.Errorf("the chain has %d stones and %d liberties", b.Size(d.at(t, "C3")), len(liberties))
	}
	for _, p := range liberties {
		if d.Frames[0].Letters[p] == "" {
			t.Errorf("the liberty %s has no letter", d.game.Graph().PointName(p))
		}
	}
}

func TestTheDiagramsOfCaptureTakeWhatTheySay(t *testing.T) {
	d := drawn(t, "capture")
	if len(d.Frames[0].Atari) != 3 || d.steps[0].takes != 1 {
		t.Errorf("capture: %d stones in atari, the first move takes %d", len(d.Frames[0].Atari), d.steps[0].takes)
	}
	if saved := d.at(t, "A5"); len(d.game.Board().Liberties(saved)) != 2 || d.game.Board().At(saved) != board.White {
		t.Errorf("the chain that runs has %d liberties", len(d.game.Board().Liberties(saved)))
	}
	d = drawn(t, "suicide")
	if d.steps[0].refused != "suicide" || d.steps[1].takes != 1 || d.game.Board().At(d.at(t, "A2")) != board.Empty {
		t.Errorf("suicide: %+v", d.steps)
	}
	for _, name := range []string{"new-zealand", "tromp-taylor"} {
		rules, err := game.Preset(name)
		if err != nil || !rules.Suicide {
			t.Errorf("%s forbids suicide, the text says it does not", name)
		}
	}
}

func TestTheDiagramsOfRosettesHoldImmortalChains(t *testing.T) {
	d := drawn(t, "rosette")
	b := d.game.Board()
	if p := d.at(t, "C4"); !d.steps[0].rosette || !b.Immortal(p) || len(b.Liberties(p)) != 0 || b.Size(p) != 6 {
		t.Errorf("rosette: immortal %v with %d liberties", b.Immortal(p), len(b.Liberties(p)))
	}
	d = drawn(t, "joined")
	b = d.game.Board()
	before := d.start().Board()
	for _, name := range []string{"C4", "D4"} {
		p := d.at(t, name)
		if _, atari := before.Atari(p); !atari || before.Immortal(p) || !b.Immortal(p) {
			t.Errorf("joined: %s was in atari %v, is immortal %v", name, atari, b.Immortal(p))
		}
	}
	d = drawn(t, "allowed")
	if p := d.at(t, "B4"); !d.steps[0].rosette || len(d.game.Board().Liberties(p)) != 0 || d.game.Board().At(p) != board.Black {
		t.Errorf("allowed: %+v", d.steps)
	}
	d = drawn(t, "forbidden")
	if d.steps[0].refused != "libertyless" || d.Frames[0].Stones != drawn(t, "allowed").Frames[0].Stones {
		t.Errorf("forbidden: %+v, from %s", d.steps, d.Frames[0].Stones)
	}
	d.game.Make(d.at(t, "B4"), board.White)
	if n := d.game.Prisoners(board.White); n != 5 {
		t.Errorf("White then takes %d stones, the text says five", n)
	}
}

func TestTheDiagramsOfKoRefuseWhatTheySay(t *testing.T) {
	d := drawn(t, "ko")
	if d.steps[0].takes != 1 || d.steps[1].refused != "superko" || d.steps[4].takes != 1 || d.steps[4].point != d.steps[1].point {
		t.Errorf("ko: %+v", d.steps)
	}
	i := slices.IndexFunc(scenes, func(s scene) bool { return s.ID == "superko" })
	for _, kind := range []string{"SIMPLE", "POSITIONAL", "SITUATIONAL", "NATURAL_SITUATIONAL"} {
		s := scenes[i]
		s.Rules = fmt.Sprintf(`{"ko":%q}`, kind)
		if kind != "POSITIONAL" {
			s.Turns = strings.TrimSuffix(s.Turns, "!")
		}
		if _, err := s.play(); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestTheDiagramsOfEyesLiveAndDieAsTheySay(t *testing.T) {
	d := drawn(t, "eyes")
	safe := life.Unconditional(d.game.Board(), board.Black, life.AllowLibertyless)
	for p, sign := range d.Frames[0].Stones {
		if sign == 'b' && !safe.Alive[p] {
			t.Errorf("the stone on %s does not live", d.game.Graph().PointName(board.Point(p)))
		}
	}
	for _, do := range d.steps {
		if do.refused != "suicide" {
			t.Errorf("eyes: %+v", do)
		}
	}
	d = drawn(t, "fake")
	safe = life.Unconditional(d.start().Board(), board.Black, life.AllowLibertyless)
	if slices.Contains(safe.Alive, true) || d.steps[6].takes != 17 || !d.steps[5].rosette || strings.Contains(d.Frames[7].Stones, "b") {
		t.Errorf("fake: the last move takes %d", d.steps[6].takes)
	}
	strict := life.Unconditional(d.start().Board(), board.Black, life.ForbidLibertyless)
	if !slices.Contains(strict.Alive, true) {
		t.Error("fake: where no rosette may lose its last liberty the ring lives, as in Go")
	}
}

func TestInTheDiagramOfSekiWhoeverPlaysFirstLoses(t *testing.T) {
	d := drawn(t, "seki")
	for p, seki := range life.Seki(d.start().Board(), d.start().Rules().CaptureRules()) {
		if stands := d.Frames[0].Stones[p] != '.'; stands && !seki {
			t.Errorf("%s is in no seki", d.game.Graph().PointName(board.Point(p)))
		}
	}
	for _, c := range board.Colors {
		for _, p := range d.start().Board().Empties() {
			g := d.start()
			g.Make(p, c)
			last := g.Board().Liberties(p)
			if len(last) != 1 || g.Legal(last[0], c.Opponent()) != nil {
				t.Fatalf("%s on %s leaves %d liberties", c, g.Graph().PointName(p), len(last))
			}
			g.Make(last[0], c.Opponent())
			if n := g.Prisoners(c.Opponent()); n != 3 {
				t.Errorf("%s on %s loses %d stones", c, g.Graph().PointName(p), n)
			}
		}
	}
}

func TestTheExampleIsWonByTheSameMarginInAllThreeCounts(t *testing.T) {
	for i, score := range recounts() {
		if r := score.Result(); r.Winner != board.Black || r.Margin != 1.5 || ways[i].key == "" {
			t.Errorf("by %s: %s", ways[i].key, r)
		}
	}
	for _, s := range sums("en") {
		total := [2]float64{}
		for _, row := range s.Rows {
			for i, text := range []string{row.Black, row.White} {
				x := 0.0
				if text != "" {
					if _, err := fmt.Sscan(text, &x); err != nil {
						t.Fatal(err)
					}
				}
				total[i] += x
			}
		}
		if fmt.Sprint(total[0]) != s.Black || fmt.Sprint(total[1]) != s.White {
			t.Errorf("%s: the lines add up to %v, the total says %s and %s", s.Title, total, s.Black, s.White)
		}
	}
	d := drawn(t, "count")
	if d.game.Passes() != 2 || len(d.dead) != 1 {
		t.Errorf("the example ends with %d passes and %d dead stones", d.game.Passes(), len(d.dead))
	}
}

func TestTheTableHasEveryRulesetWithAllItsChoicesInWords(t *testing.T) {
	known := append(slices.Clone(columns), "friendlyPassOk") // for engines only
	for key := range extras {
		known = append(known, key)
	}
	for _, key := range append(game.RuleKeys(), "komi") {
		if !slices.Contains(known, key) {
			t.Errorf("the table says nothing of %s", key)
		}
	}
	for _, lang := range i18n.Languages() {
		table := newRulesTable(lang)
		if len(table.Rows) != len(game.Presets()) {
			t.Errorf("%s: %d rows for %d rulesets", lang, len(table.Rows), len(game.Presets()))
		}
		for _, row := range table.Rows {
			for _, text := range append(rowTexts(row), table.Heads...) {
				if strings.Contains(text, "rules.") || strings.ContainsAny(text, "{}") {
					t.Errorf("%s %s: no words for %s", lang, row.Name, text)
				}
			}
		}
	}
	more := "a first pass by White moves half a point to him · libertyless rosettes forbidden · "
	for supply, want := range map[string]string{`150`: more + "150 stones a colour", `"181/180"`: more + "181 black and 180 white stones"} {
		supplied, err := game.ParseRules(`{"libertylessRosette":"forbid","firstPassByWhite":"HALF_POINT","supply":` + supply + `}`)
		if err != nil {
			t.Fatal(err)
		}
		if cells := choicesInWords("en", supplied); cells[len(cells)-1] != want {
			t.Errorf("besides: %q, wants %q", cells[len(cells)-1], want)
		}
	}
}

func rowTexts(row rulesRow) []string {
	all := []string{row.About}
	for _, cell := range row.Cells {
		all = append(all, cell.Text)
	}
	return all
}

func TestProseIsEscapedAndItsMarksBecomeTags(t *testing.T) {
	got := string(shell.Prose("A *term* <b>.\n- one\n- two\nEnd & `solve --komi 0`."))
	want := "<p>A <dfn>term</dfn> &lt;b&gt;.</p><ul><li>one</li><li>two</li></ul><p>End &amp; <code><span>solve</span> <span>--komi</span> <span>0</span></code>.</p>"
	if got != want {
		t.Errorf("%s, wants %s", got, want)
	}
}
