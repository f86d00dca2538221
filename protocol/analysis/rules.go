package analysis

import (
	"encoding/json"
	"fmt"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// readRules reads the fields rules, komi and whiteHandicapBonus; the last two override the rules.
// Queries on square boards need rules, unless the service has rules.
func (s *server) readRules(q *query, o object) error {
	raw, ok := o["rules"]
	switch {
	case ok:
		if err := q.parseRules(raw); err != nil {
			return fieldError{"rules", err.Error()}
		}
	case s.Rules != nil:
		q.rules = *s.Rules
	case q.graph.Lattice() == board.Grid:
		return fieldError{"rules", `must be a name such as "chinese" or "tromp-taylor", or an object of choices`}
	default:
		q.rules = game.DefaultRules(q.graph)
	}
	if raw, ok := o["komi"]; ok {
		komi, err := parseNumber(raw)
		if err != nil || math.Abs(komi) > maxKomi || komi*2 != math.Trunc(komi*2) {
			return fieldError{"komi", fmt.Sprintf("must be a whole or half number from -%d to %[1]d", maxKomi)}
		}
		q.rules.Komi = komi
	}
	if raw, ok := o["whiteHandicapBonus"]; ok {
		if q.rules.Handicap == game.HandicapNone {
			q.rules.Handicap = game.HandicapFree
		}
		r, err := q.rules.Set("whiteHandicapBonus", settingText(raw))
		if err != nil {
			return fieldError{"whiteHandicapBonus", err.Error()}
		}
		q.rules = r
	}
	return nil
}

// maxKomi is the largest komi in a query, for either side.
const maxKomi = 400

// parseRules parses rules given by name or as an object. An object's missing keys take KataGo's
// defaults on square boards.
func (q *query) parseRules(raw json.RawMessage) (err error) {
	var text string
	var choices object
	named := json.Unmarshal(raw, &text) == nil && raw[0] == '"'
	if !named && (json.Unmarshal(raw, &choices) != nil || choices == nil) {
		return fmt.Errorf(`must be a name such as "chinese", or an object of choices, not %s`, excerpt(raw))
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
