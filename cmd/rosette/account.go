package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
)

// An account is a counted game.
type account struct {
	Name      string             `json:"name"`
	Board     string             `json:"board"`
	Rules     game.Rules         `json:"rules"`
	Moves     int                `json:"moves"`
	Result    string             `json:"result"`
	Black     map[string]float64 `json:"black"` // what counts, by parts, and the total
	White     map[string]float64 `json:"white"`
	Chains    []finding          `json:"chains"` // those that are dead, unsure, or told to be dead or alive
	Record    string             `json:"record,omitempty"`
	Agrees    *bool              `json:"agrees,omitempty"`    // with the result of the record, if that is one of points
	Territory *[]string          `json:"territory,omitempty"` // where it differs from the record's

	graph  *board.Graph
	result game.Result
	owner  []board.Color // of what is no live stone
}

// A finding is what was taken of a chain, and why.
type finding struct {
	Color  string   `json:"color"`
	Status string   `json:"status"`
	Reason string   `json:"reason"`
	Stones []string `json:"stones"`
}

// parts are what the points of a colour are made of, and under which scorings
// they count; without a word under all.
var parts = []struct {
	name    string
	of      func(game.Tally) float64
	scoring []game.Scoring
}{
	{"stones", func(t game.Tally) float64 { return float64(t.Stones) }, []game.Scoring{game.ScoringArea}},
	{"space", func(t game.Tally) float64 { return float64(t.Space) }, nil},
	{"prisoners", func(t game.Tally) float64 { return float64(t.Prisoners) }, []game.Scoring{game.ScoringTerritory, game.ScoringPassStones}},
	{"dead", func(t game.Tally) float64 { return float64(t.Dead) }, []game.Scoring{game.ScoringTerritory, game.ScoringPassStones}},
	{"pass stones", func(t game.Tally) float64 { return float64(t.PassStones) }, []game.Scoring{game.ScoringPassStones}},
	{"komi", func(t game.Tally) float64 { return t.Komi }, nil},
	{"handicap", func(t game.Tally) float64 { return t.Bonus }, nil},
	{"first pass", func(t game.Tally) float64 { return t.FirstPass }, nil},
	{"tax", func(t game.Tally) float64 { return 0 - t.Tax }, nil},
}

// reasons say in words why a chain is taken as it is.
var reasons = map[life.Reason]string{
	given:                "as told",
	life.Immortal:        "it holds a rosette",
	life.Unconditionally: "nobody can take it",
	life.InTerritory:     "it cannot live in what is surely the opponent's",
	life.ByOwnership:     "reading says so, whoever moves first",
	life.SharesLiberty:   "it is in seki",
	life.Stalemate:       "neither side can take the other",
	life.Divided:         "reading is divided",
	life.Untakable:       "playouts give it up, but nobody can take it",
	life.Linked:          "playouts give it up, but it may connect to what lives",
	life.NotSurrounded:   "playouts give it up, but who would take it is not surely alive",
}

func newAccount(name string, g *game.Game, moves int, chains []life.ChainStatus) account {
	a := account{Name: name, Board: g.Graph().Name(), Rules: g.Rules(), Moves: moves, Chains: []finding{}, graph: g.Graph()}
	var dead []board.Point
	for _, c := range chains {
		if c.Status == life.Dead {
			dead = append(dead, c.Stones[0])
		}
		if c.Status == life.Dead || c.Status == life.Unsure || c.Reason == given {
			a.Chains = append(a.Chains, finding{c.Color.String(), string(c.Status), string(c.Reason), g.Graph().Names(c.Stones)})
		}
	}
	score := g.Score(dead...)
	a.result = score.Result()
	if g.NoResult() {
		a.result = game.Result{By: game.NoResult}
	}
	a.Result = a.result.String()
	a.owner = score.Owner
	for p := range a.owner {
		if at := board.Point(p); g.Board().At(at) != board.Empty && !slices.Contains(score.Dead, at) {
			a.owner[p] = board.Empty
		}
	}
	a.Black, a.White = a.tally(score.Of[board.Black], score.Black), a.tally(score.Of[board.White], score.White)
	return a
}

// tally returns the parts that count.
func (a account) tally(t game.Tally, total float64) map[string]float64 {
	all := map[string]float64{"total": total}
	for _, p := range parts {
		if p.scoring == nil || slices.Contains(p.scoring, a.Rules.Scoring) {
			all[p.name] = p.of(t)
		}
	}
	return all
}

// compareResult tells whether the record says the same.
func (a *account) compareResult(last *sgf.Node) {
	a.Record = strings.TrimSpace(sgf.SimpleText(last.Info("RE")))
	said, ok := last.Result()
	if !ok || said.By == game.ByResign || said.By == game.ByTime {
		return
	}
	agrees := said == a.result
	a.Agrees = &agrees
}

// compareTerritory tells where the record marks other territory.
func (a *account) compareTerritory(last *sgf.Node) error {
	if !last.Has("TB") && !last.Has("TW") {
		return nil
	}
	ground, err := sgf.NewCoordinates(a.graph)
	if err != nil {
		return err
	}
	marked := make([]board.Color, a.graph.Points())
	for id, c := range map[string]board.Color{"TB": board.Black, "TW": board.White} {
		p := last.Property(id)
		if p == nil {
			continue
		}
		for _, raw := range p.Values {
			if raw == "" {
				continue // an empty list
			}
			points, err := ground.Points(raw)
			if err != nil {
				return last.ProblemIn(id, err)
			}
			for _, at := range points {
				marked[at] = c
			}
		}
	}
	differs := []string{}
	for p, c := range marked {
		if c != a.owner[p] {
			differs = append(differs, a.graph.PointName(board.Point(p)))
		}
	}
	a.Territory = &differs
	return nil
}

// String is the account for people.
func (a account) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s\n", a.Name, a.Result)
	fmt.Fprintf(&text, "  %s, %s, komi %v, after %s\n", a.Board, a.rulesName(), a.Rules.Komi, plural(a.Moves, "move"))
	fmt.Fprintf(&text, "  %-12s %7s %7s\n", "", "black", "white")
	for _, p := range parts {
		if _, counts := a.Black[p.name]; counts && (a.Black[p.name] != 0 || a.White[p.name] != 0) {
			fmt.Fprintf(&text, "  %-12s %7v %7v\n", p.name, a.Black[p.name], a.White[p.name])
		}
	}
	fmt.Fprintf(&text, "  %-12s %7v %7v\n", "total", a.Black["total"], a.White["total"])
	for _, c := range a.Chains {
		why := reasons[life.Reason(c.Reason)]
		if why == "" {
			why = c.Reason
		}
		status := c.Status
		if status == string(life.Unsure) {
			status = "unsure, counted as alive"
		}
		fmt.Fprintf(&text, "  %s: %s %s (%s)\n", status, c.Color, strings.Join(c.Stones, " "), why)
	}
	a.verdict(&text)
	return plain("%s", text.String())
}

// rulesName names the rules in a word or two.
func (a account) rulesName() string {
	preset, err := game.Preset(a.Rules.Preset)
	preset.Komi = a.Rules.Komi
	switch {
	case err != nil:
		return "no rules named, so by area"
	case preset != a.Rules:
		return a.Rules.Preset + " with changes"
	}
	return a.Rules.Preset
}

// verdict says whether the record agrees.
func (a account) verdict(text *strings.Builder) {
	switch {
	case a.Record == "":
	case a.Agrees == nil:
		fmt.Fprintf(text, "  RE[%s] is no count to compare with\n", a.Record)
	case *a.Agrees:
		fmt.Fprintf(text, "  RE[%s] agrees\n", a.Record)
	default:
		fmt.Fprintf(text, "  RE[%s] differs\n", a.Record)
	}
	switch {
	case a.Territory == nil:
	case len(*a.Territory) == 0:
		fmt.Fprint(text, "  TB and TW agree\n")
	default:
		fmt.Fprintf(text, "  TB and TW differ at %s\n", strings.Join(*a.Territory, " "))
	}
}

// plural counts things.
func plural(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
