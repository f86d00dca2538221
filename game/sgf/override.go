package sgf

import (
	"strings"

	"rosette/game"
)

// An Override replaces the rules or the komi of a record in a replay; nil leaves the record's own.
type Override struct {
	Rules *game.Rules
	Komi  *float64
}

// RulesFor returns the rules for replaying a record, or nil for its own. The komi comes from the
// override, else from the record, else from the rules. RulesFor fails if the rules are invalid.
func (o Override) RulesFor(root *Node) (*game.Rules, error) {
	if o.Rules == nil && o.Komi == nil {
		return nil, nil
	}
	rules, _ := RulesOf(root.Last()) // the replay reports the error
	if o.Rules != nil {
		rules = *o.Rules
		if komi, ok := RecordedKomi(root); ok {
			rules.Komi = komi
		}
	}
	if o.Komi != nil {
		rules.Komi = *o.Komi
	}
	if err := rules.Check(); err != nil {
		return nil, err
	}
	return &rules, nil
}

// RecordedKomi returns the komi for the main line of a record. ok is false if the record has no
// valid komi.
func RecordedKomi(root *Node) (komi float64, ok bool) {
	n := root.Last()
	rules, err := RulesOf(n)
	return rules.Komi, err == nil && strings.TrimSpace(n.Info("KM")) != ""
}
