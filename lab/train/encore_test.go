package train

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// endedAt returns a game under Japanese rules that has ended in the given position, top row first,
// with Black to move next.
func endedAt(t *testing.T, rows string) *game.Game {
	t.Helper()
	graph := named(t, "square-5")
	stones := make([]board.Color, graph.Points())
	for i, c := range strings.ReplaceAll(rows, " ", "") {
		p, err := graph.Move(string(rune('A'+i%5)) + string(rune('5'-i/5)))
		if err != nil {
			t.Fatal(err)
		}
		stones[p] = map[rune]board.Color{'X': board.Black, 'O': board.White}[c]
	}
	b, err := board.Setup(graph, stones)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("japanese")
	if err != nil {
		t.Fatal(err)
	}
	g := game.From(b, rules, board.Black)
	g.Make(board.Pass, board.Black)
	g.Make(board.Pass, board.White)
	return g
}

func TestAnEncoreShowsWhichStonesAreDead(t *testing.T) {
	// Black owns the left two columns and White the others; one white stone is on the left.
	const position = ".XO.. OXO.. .XO.. .XO.. .XO.."
	for _, c := range []struct{ name, moves, dead string }{
		{"captured", "A5 pass A3 pass pass", "A4"},
		{"left alone", "pass pass", ""},
		{"rescued", "pass A2 pass A1 pass A5 pass A3 pass pass", "B5 B4 B3 B2 B1"},
	} {
		g := endedAt(t, position)
		e, err := replayEncore(g, strings.Fields(c.moves))
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		var dead []string
		for _, p := range deadAfter(g.Board(), e) {
			dead = append(dead, g.Graph().PointName(p))
		}
		want := strings.Fields(c.dead)
		slices.Sort(dead)
		slices.Sort(want)
		if !slices.Equal(dead, want) {
			t.Errorf("%s: %v are dead, want %v", c.name, dead, want)
		}
	}
}

// underTerritory returns self-play by playouts under territory scoring.
func underTerritory(t *testing.T) *SelfPlay {
	t.Helper()
	y := small(t)
	rules := game.DefaultRules(y.Boards[0].Value)
	toTerritory(&rules, game.TaxSeki)
	y.Rules, y.Evaluators = []Weighted[game.Rules]{{rules, 1}}, EvaluatorsOf(nil)
	return y
}

// The encore decides: without dead stones, a game's score is the area of its last position.
func TestGamesUnderTerritoryEndWithAnEncore(t *testing.T) {
	dead := 0
	for number := range 4 {
		for _, p := range batch(t, underTerritory(t), number).Games {
			if p.end.encore == nil || !ended(p.end.encore) || p.end.encore.Rules().Scoring != game.ScoringArea {
				t.Fatal("a game has no encore that ended by area rules")
			}
			stones := deadAfter(p.Game.Board(), p.end.encore)
			dead += len(stones)
			if got, want := p.Score.Margin(), p.Game.Score(stones...).Margin(); got != want {
				t.Errorf("the game comes to %v, without its dead stones to %v", got, want)
			}
			for _, r := range p.Samples {
				sign := 1.
				if r.next == board.White {
					sign = -1
				}
				if d := float64(r.Margin) - sign*(p.Score.Margin()-r.offset); d < -0.5 || d > 0.5 {
					t.Errorf("ply %d: margin %d beside %v off the board, in a game of %v", r.ply, r.Margin, r.offset, p.Score.Margin())
				}
			}
		}
	}
	if dead == 0 {
		t.Error("no stone is dead after 24 games, so nothing was tested")
	}
}

func TestAWrongEncoreIsRefused(t *testing.T) {
	y := underTerritory(t)
	o := y.order(y.Boards[0].Value, 3)
	p, err := y.game(t.Context(), y.Boards[0].Value, 3)
	if err != nil {
		t.Fatal(err)
	}
	text, err := p.bytes()
	if err == nil {
		_, err = o.Read(text)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*playedRecord){
		"no encore":           func(r *playedRecord) { r.Encore = nil },
		"no end":              func(r *playedRecord) { r.Encore = r.Encore[:len(r.Encore)-1] },
		"moves after the end": func(r *playedRecord) { r.Encore = append(r.Encore, "pass") },
		"no point":            func(r *playedRecord) { r.Encore[0] = "Z99" },
		"an occupied point":   func(r *playedRecord) { r.Encore[0] = strings.Fields(r.Game.Moves[0])[1] },
	} {
		var bad playedRecord
		if err := json.Unmarshal(text, &bad); err != nil {
			t.Fatal(err)
		}
		change(&bad)
		wrong, err := json.Marshal(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Read(wrong); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	var area playedRecord
	other, good := one(t)
	area = good
	area.Encore = []string{"pass", "pass"}
	if wrong, err := json.Marshal(area); err != nil {
		t.Fatal(err)
	} else if _, err := other.Read(wrong); err == nil {
		t.Error("an encore under area scoring is taken")
	}
}

func TestRulesetsAreOfAreaAndOfTerritory(t *testing.T) {
	for _, preset := range []string{"mindsports-chinese", "mindsports-japanese", "tromp-taylor", "japanese", "aga-button"} {
		r, err := game.Preset(preset)
		if err != nil {
			t.Fatal(err)
		}
		weight := map[game.Scoring]float64{}
		for _, w := range Rulesets(r) {
			if err := w.Value.Check(); err != nil {
				t.Errorf("%s: %v", preset, err)
			}
			weight[w.Value.Scoring] += w.Weight
		}
		if weight[game.ScoringArea] < 4 || weight[game.ScoringTerritory] < 4 {
			t.Errorf("%s: weights %v", preset, weight)
		}
	}
}

// TestRulesetsHaveEveryChoiceThatPresetsHave checks the training rules: a network that saw only one
// value of a choice in training is useless under the others.
func TestRulesetsHaveEveryChoiceThatPresetsHave(t *testing.T) {
	seen := func(rules []game.Rules) map[string]bool {
		all := map[string]bool{}
		for _, r := range rules {
			repetition := r.Repetition
			if repetition == game.KoNaturalSituational {
				repetition = game.KoSituational // a network's input does not distinguish them
			}
			for name, choice := range map[string]any{
				"suicide": r.Suicide, "ko": repetition, "tax": r.Tax != game.TaxNone, "libertyless": r.Libertyless,
				"button": r.Button, "scoring": r.Scoring,
			} {
				all[fmt.Sprintf("%s %v", name, choice)] = true
			}
		}
		return all
	}
	var presets []game.Rules
	for _, name := range game.Presets() {
		r, err := game.Preset(name)
		if err != nil {
			t.Fatal(err)
		}
		presets = append(presets, r)
	}
	for _, base := range []string{"mindsports-chinese", "tromp-taylor"} {
		r, err := game.Preset(base)
		if err != nil {
			t.Fatal(err)
		}
		var rules []game.Rules
		for _, w := range Rulesets(r) {
			rules = append(rules, w.Value)
		}
		met := seen(rules)
		for choice := range seen(presets) {
			if !met[choice] {
				t.Errorf("no game from %s has %s", base, choice)
			}
		}
	}
}
