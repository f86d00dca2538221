package game

import (
	"reflect"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// ruleWords lists the override words for each choice.
var ruleWords = map[string][]string{
	"ko": repetitionWords, "suicide": {"true", "false"}, "libertylessRosette": libertylessWords,
	"scoring": scoringWords, "tax": taxWords, "hasButton": {"true", "false"}, "whitePassesLast": {"true", "false"},
	"firstPassByWhite": firstPassWords, "handicap": handicapWords, "whiteHandicapBonus": bonusWords,
	"supply": {"0", "1", "3", "10", "150", `{"black":3,"white":2}`, `{"black":1,"white":10}`, `{"black":150,"white":4}`}, "ending": endingWords, "friendlyPassOk": {"true", "false"},
}

// anyRules draws a preset with overrides that do not conflict.
func anyRules() *rapid.Generator[Rules] {
	return rapid.Custom(func(t *rapid.T) Rules {
		r := rapid.SampledFrom(presets).Draw(t, "preset")
		for range rapid.IntRange(0, 4).Draw(t, "overrides") {
			key := rapid.SampledFrom(RuleKeys()).Draw(t, "key")
			if changed, err := r.Set(key, rapid.SampledFrom(ruleWords[key]).Draw(t, "word")); err == nil {
				r = changed
			}
		}
		return r
	})
}

// anyHandicap draws a handicap that the rules allow on the board, with free stones anywhere.
func anyHandicap(t *rapid.T, g *board.Graph, r Rules) HandicapPlacement {
	n := rapid.IntRange(0, min(4, g.Points()/2)).Draw(t, "handicap")
	if r.CheckHandicap(g, n) != nil {
		return HandicapPlacement{}
	}
	o := HandicapPlacement{Stones: n}
	if r.SetsStones(n) {
		o.Points = rapid.SliceOfNDistinct(
			rapid.Map(rapid.IntRange(0, g.Points()-1), func(i int) board.Point { return board.Point(i) }), n, n, rapid.ID,
		).Draw(t, "stones")
	}
	if r.Handicap == HandicapFlower {
		o.Color = rapid.SampledFrom([]board.Color{board.Empty, board.Black, board.White}).Draw(t, "weaker")
	}
	return o
}

// startBothWays starts the same game on both implementations, with a handicap or with either colour
// first.
func startBothWays(t *rapid.T, g *board.Graph, r Rules) *refereed {
	o := anyHandicap(t, g, r)
	fast, err := NewWithHandicap(g, r, o)
	if err != nil { // stones without a liberty: not a valid handicap
		o = HandicapPlacement{}
		fast = New(g, r)
	}
	first := r.First(o.Stones)
	if o.Stones == 0 {
		first = rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "first")
		fast = From(board.New(g), r, first)
	}
	slow := slowGameAt(g, r, first, picture(fast.Board()))
	if slow.odds = o.Stones; o.Color == board.White {
		slow.odds = 0
	}
	m := &refereed{t: t, fast: fast, slow: slow, next: first}
	m.pass = rapid.SampledFrom([]float64{0.05, 0.05, 0.5}).Draw(t, "chance of a pass")
	return m
}

// replayed plays the turns in a fresh game and compares it with the game after plays and undos.
func (m *refereed) replayed(g *board.Graph) {
	stones := make([]board.Color, g.Points())
	for p := range stones {
		stones[p] = colourOf(m.slow.turns[0].made[p])
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		m.t.Fatalf("%v", err)
	}
	fresh := From(b, m.fast.Rules(), m.slow.first)
	fresh.SetHandicap(m.fast.Handicap())
	for _, t := range m.slow.turns[1:] {
		_ = fresh.Force(t.point, t.by) // some tests force illegal moves
	}
	if !reflect.DeepEqual(fresh.turns, m.fast.turns) || !sameCounters(fresh, m.fast) {
		m.t.Fatalf("played anew the game is %+v, want %+v", fresh, m.fast)
	}
	if got, want := m.fast.Score(), fresh.Score(); !reflect.DeepEqual(got, want) {
		m.t.Fatalf("the score is %+v, played anew %+v", got, want)
	}
}

// sameCounters compares all counters of two games except the board.
func sameCounters(a, b *Game) bool {
	return a.prisoners == b.prisoners && a.passStones == b.passStones && a.stones == b.stones && a.handicap == b.handicap &&
		a.passCount == b.passCount && a.halfPointTo == b.halfPointTo && a.positions.count == b.positions.count &&
		a.positions.zero == b.positions.zero
}
