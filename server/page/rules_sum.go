package page

import (
	"fmt"
	"slices"
	"sync"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// exampleKomi is the komi in the example, small like its board.
const exampleKomi = 2.5

// A sum is the example's score under one way of counting, in a language.
type sum struct {
	Title        string
	Rows         []sumRow
	Black, White string
	Won          string
}

// A sumRow is one line of a sum.
type sumRow struct{ Name, Black, White string }

// ways are the three ways of counting: the key for texts, the rules, and the parts of a tally that
// count.
var ways = []struct {
	key, rules string
	parts      []part
}{
	{"area", `"scoring":"AREA"`, []part{stones, surrounded}},
	{"territory", `"scoring":"TERRITORY"`, []part{surrounded, taken, dead}},
	{"passes", `"scoring":"PASS_STONES","whitePassesLast":true`, []part{surrounded, taken, dead, paid}},
}

// A part is the subject of one line in a sum.
type part struct {
	key  string
	size func(game.Tally) int
}

var (
	stones     = part{"rules.sum.stones", func(t game.Tally) int { return t.Stones }}
	surrounded = part{"rules.sum.surrounded", func(t game.Tally) int { return t.Space }}
	taken      = part{"rules.sum.taken", func(t game.Tally) int { return t.Prisoners }}
	dead       = part{"rules.sum.dead", func(t game.Tally) int { return t.Dead }}
	paid       = part{"rules.sum.paid", func(t game.Tally) int { return t.PassStones }}
)

// example is the ID of the scene that is a whole game.
const example = "count"

// recounts returns the example's score under each way, replayed under its rules.
var recounts = sync.OnceValue(func() []game.Score {
	var all []game.Score
	for _, way := range ways {
		s := scenes[slices.IndexFunc(scenes, func(s scene) bool { return s.ID == example })]
		s.Rules = fmt.Sprintf(`{%s,"komi":%v}`, way.rules, exampleKomi)
		d, err := s.play()
		shell.Must(err)
		all = append(all, d.game.Score(d.dead...))
	}
	return all
})

// sums returns the example's sums in a language.
func sums(lang string) []sum {
	var all []sum
	for i, way := range ways {
		score := recounts()[i]
		b, w := score.Of[board.Black], score.Of[board.White]
		t := sum{
			Title: i18n.T(lang, "rules.sum."+way.key, nil),
			Black: i18n.Number(lang, score.Black), White: i18n.Number(lang, score.White),
		}
		for _, p := range way.parts {
			t.Rows = append(t.Rows, sumRow{
				i18n.T(lang, p.key, nil),
				i18n.Number(lang, float64(p.size(b))), i18n.Number(lang, float64(p.size(w))),
			})
		}
		t.Rows = append(t.Rows, sumRow{i18n.T(lang, "rules.key.komi", nil), "", i18n.Number(lang, w.Komi)})
		r := score.Result()
		t.Won = i18n.T(lang, "rules.sum.won", i18n.Args{"color": colorName(lang, r.Winner), "n": r.Margin})
		all = append(all, t)
	}
	return all
}
