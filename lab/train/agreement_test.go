package train

import (
	"encoding/json"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// agreedGame returns a game on 5×5 that ends with a dead stone of White, and the stone.
func agreedGame(t *testing.T) (*game.Game, []board.Point) {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader("(;GM[1]FF[4]SZ[5]KM[0.5]RU[japanese];B[cc];W[dc];B[cb];W[db];B[cd];W[dd]"+
		";B[ca];W[da];B[ce];W[de];B[eb];W[aa];B[];W[])"), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil || len(line.Problems) > 0 {
		t.Fatal(err, line.Problems)
	}
	var dead []board.Point
	for _, name := range []string{"A5", "E4"} {
		p, err := line.Game.Graph().Move(name)
		if err != nil {
			t.Fatal(err)
		}
		dead = append(dead, p)
	}
	return line.Game, dead
}

func TestTheEndOfAnAgreedGameHasSamplesWithoutPolicies(t *testing.T) {
	g, dead := agreedGame(t)
	rules, err := recordRules()
	if err != nil {
		t.Fatal(err)
	}
	scorings := map[game.Scoring]bool{}
	for seed := range uint64(20) {
		p, err := AgreedGame(g, dead, rules, seed)
		if err != nil {
			t.Fatal(err)
		}
		scorings[p.Game.Rules().Scoring] = true
		last := p.Samples[len(p.Samples)-1]
		if n := len(p.Samples); n < 4 || last.ply != g.Ply() || p.Samples[n-3].ply != g.Ply()-2 {
			t.Errorf("seed %d: %d samples, the last after %d of %d moves", seed, n, last.ply, g.Ply())
		}
		for _, s := range p.Samples {
			black := int8(1)
			if s.next == board.White {
				black = -1
			}
			if !s.valueOnly() || s.Weight != 1 || s.Ownership[dead[0]] != black || s.Ownership[dead[1]] != -black ||
				s.Margin*int16(black) < 5 || s.Outcome != black {
				t.Errorf("seed %d, after %d moves: policy %v, weight %v, ownership %v, margin %d, outcome %d",
					seed, s.ply, s.Policy, s.Weight, s.Ownership, s.Margin, s.Outcome)
			}
		}
	}
	if !scorings[game.ScoringArea] || !scorings[game.ScoringTerritory] {
		t.Errorf("scorings: %v", scorings)
	}
}

func TestAnAgreedGameFromElsewhereIsTakenIfItIsOrdered(t *testing.T) {
	y := small(t)
	y.Evaluators = EvaluatorsOf(nil)
	y.Agreed = 1
	graph := board.Rosette(1)
	var played *PlayedGame
	for number := uint64(0); played == nil || !played.end.agreed; number++ {
		var err error
		if played, err = y.game(t.Context(), graph, number); err != nil {
			t.Fatal(err)
		}
	}
	text, err := played.bytes()
	if err != nil {
		t.Fatal(err)
	}
	o := y.order(graph, 0)
	if _, err := o.Read(text); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*playedRecord){
		"no stone":    func(r *playedRecord) { r.Dead = append(r.Dead, "pass") },
		"other rules": func(r *playedRecord) { r.Game.Rules.Ending = game.EndingAllAlive; r.Dead = append(r.Dead, "A1") },
		"no result":   func(r *playedRecord) { r.Result = "" },
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
			t.Errorf("%s: it is taken", name)
		}
	}
	o.Agreed = 0
	if _, err := o.Read(text); err == nil {
		t.Error("a game is taken that should not end by agreement")
	}
}
