package sgf

import (
	"strings"

	"rosette/game"
)

// An Override has rules and a komi for the replay of a record in place of its own; nil leaves
// those of the record.
type Override struct {
	Rules *game.Rules
	Komi  *float64
}

// RulesFor returns the rules under which the record is to be replayed, nil for its own. The komi
// is that of the override, else that of the record, else that of the rules. RulesFor fails if
// the rules are invalid.
func (o Override) RulesFor(root *Node) (*game.Rules, error) {
	if o.Rules == nil && o.Komi == nil {
		return nil, nil
	}
	rules, _ := RulesOf(root.Last()) // the replay reports what is wrong
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

// RecordedKomi returns the komi of the main line of a record. It is not ok if the record has no
// valid komi.
func RecordedKomi(root *Node) (komi float64, ok bool) {
	n := root.Last()
	rules, err := RulesOf(n)
	return rules.Komi, err == nil && strings.TrimSpace(n.Info("KM")) != ""
}
