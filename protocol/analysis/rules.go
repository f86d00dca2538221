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
		if q.rules.Handicap == game.HandicapNone {
			q.rules.Handicap = game.HandicapFree
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

// rule reads rules by name, in KataGo's words or as an object. On square boards
// what an object leaves out is what KataGo takes.
func (q *query) rule(raw json.RawMessage) (err error) {
	var text string
	var choices object
	named := json.Unmarshal(raw, &text) == nil && raw[0] == '"'
	if !named && (json.Unmarshal(raw, &choices) != nil || choices == nil) {
		return fmt.Errorf(`must be a name such as "chinese", or an object of choices, not %s`, short(raw))
	}
	read := game.ParseRules
	if !named {
		text = string(raw)
		if q.graph.Lattice() == board.Grid {
			read = game.ParseKataGo
		}
	}
	q.rules, err = read(text)
	return err
}
