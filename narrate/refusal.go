package narrate

import (
	"errors"

	"rosette/game"
	"rosette/i18n"
	"rosette/play"
)

// Refusal returns the sentence for a refusal by the rules or the match. Ok is false if err is not a
// refusal.
func Refusal(lang string, err error) (text string, ok bool) {
	key := ""
	var byRules game.Refusal
	var byMatch play.Refusal
	switch {
	case errors.As(err, &byRules):
		key = string(byRules)
	case errors.As(err, &byMatch):
		key = string(byMatch)
	default:
		return "", false
	}
	return i18n.T(lang, "refusal."+key, nil), true
}
