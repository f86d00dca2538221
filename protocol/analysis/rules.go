package analysis

import (
	"encoding/json"
	"fmt"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// ruled reads the rules and what may overrule them. On boards that are not
// square they may be left out.
func (s *service) ruled(q *query, o object) error {
	raw, told := o["rules"]
	switch {
	case told:
		if err := q.rule(raw); err != nil {
			return fault{"rules", err.Error()}
		}
	case s.Rules != nil:
		q.rules = *s.Rules
	case q.graph.Lattice() == board.Grid:
		return fault{"rules", `must be a name such as "chinese" or "tromp-taylor", or an object of choices`}
	default:
		q.rules = game.DefaultRules(q.graph)
	}
	if raw, ok := o["komi"]; ok {
		komi, err := decimal(raw)
		if err != nil || math.Abs(komi) > mostKomi || komi*2 != math.Trunc(komi*2) {
			return fault{"komi", fmt.Sprintf("must be a whole or half number from -%d to %[1]d", mostKomi)}
		}
		q.rules.Komi = komi
	}
	if raw, ok := o["whiteHandicapBonus"]; ok {
		if q.rules.Handicap == game.NoneHandicap {
			q.rules.Handicap = game.FreeStones
		}
		r, err := q.rules.Set("whiteHandicapBonus", bare(raw))
		if err != nil {
			return fault{"whiteHandicapBonus", err.Error()}
		}
		q.rules = r
	}
	return nil
}

const mostKomi = 400

// rule reads rules by name or as an object. On square boards komi and choices
// that are left out are those that KataGo takes.
func (q *query) rule(raw json.RawMessage) (err error) {
	var name string
	var choices object
	square := q.graph.Lattice() == board.Grid
	switch {
	case json.Unmarshal(raw, &name) == nil && raw[0] == '"':
		if q.rules, err = game.ParseRules(name); err != nil {
			return err
		}
	case json.Unmarshal(raw, &choices) == nil && choices != nil:
		if _, ok := choices["preset"]; !ok && square {
			choices["preset"] = json.RawMessage(`"tromp-taylor"`)
			if choices["handicap"] == nil { // KataGo's bonus does not ask how stones are given
				choices["handicap"] = json.RawMessage(`"FREE"`)
			}
		}
		text, err := json.Marshal(choices)
		if err == nil {
			q.rules, err = game.ParseRules(string(text))
		}
		if err != nil {
			return err
		}
	default:
		return fmt.Errorf(`must be a name such as "chinese", or an object of choices, not %s`, short(raw))
	}
	if _, ok := choices["komi"]; square && !ok {
		q.rules.Komi = usual(q.rules)
	}
	return nil
}

// usual is the komi that KataGo takes when nobody says.
func usual(r game.Rules) float64 {
	switch {
	case r.Scoring != game.Area:
		return 6.5
	case r.Button:
		return 7
	}
	return 7.5
}
