package narrate

import (
	"errors"

	"rosette/game"
	"rosette/i18n"
	"rosette/play"
)

// Refusal returns the sentence for the reason why the rules or the match refuse a
// command; ok is false if err is none of these.
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
