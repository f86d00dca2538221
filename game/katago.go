package game

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rosette/internal/quote"
)

// A compactWord is a choice in KataGo's notation without spaces, such as
// koPOSITIONALscoreAREAtaxNONEsui1: its key there, its key in JSON, and the possible values, in the
// order to try them.
type compactWord struct {
	key, choice string
	values      []string
}

// compactWords lists all choices in that notation. If one key or value is a prefix of another, the
// longer one comes first. If a choice has two keys, Compact writes the last.
var compactWords = []compactWord{
	{"komi", "komi", nil},
	{"ko", "ko", []string{"SIMPLE", "POSITIONAL", "SITUATIONAL"}},
	{"scoring", "scoring", scoringWords[:2]},
	{"score", "scoring", scoringWords[:2]},
	{"tax", "tax", taxWords},
	{"sui", "suicide", []string{"0", "1"}},
	{"button", "hasButton", []string{"0", "1"}},
	{"whb", "whiteHandicapBonus", []string{"N-1", "N", "0"}},
	{"fpok", "friendlyPassOk", []string{"0", "1"}},
}

// IsCompact reports whether a text looks like rules in KataGo's notation without spaces: a known
// key, followed by a capital letter, a digit or a sign. The text may still be invalid.
func IsCompact(text string) bool {
	_, rest, ok := compactKey(strings.TrimSpace(text))
	return ok && rest != "" && strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.", rest[0]) >= 0
}

// compactKey cuts a key and a space after it off the text.
func compactKey(text string) (compactWord, string, bool) {
	for _, w := range compactWords {
		if rest, ok := strings.CutPrefix(text, w.key); ok {
			return w, strings.TrimSpace(rest), true
		}
	}
	return compactWord{}, text, false
}

// readCompact parses rules in the notation without spaces into a JSON object.
func readCompact(text string) (map[string]json.RawMessage, error) {
	m := map[string]json.RawMessage{}
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		w, rest, ok := compactKey(text)
		if !ok {
			return nil, fmt.Errorf("rules: no choice begins %q: use %s", quote.Clip(text, 24),
				strings.Join(compactKeys(), ", "))
		}
		value, behind, ok := w.value(rest)
		if !ok {
			return nil, fmt.Errorf("rules: %s %q: use %s", w.key, quote.Clip(rest, 24), w.advice())
		}
		m[w.choice], text = value, behind
	}
	return m, nil
}

// value cuts a value off the text and returns it as JSON.
func (w compactWord) value(text string) (raw json.RawMessage, rest string, ok bool) {
	if w.values == nil {
		end := strings.IndexFunc(text, func(r rune) bool { return !strings.ContainsRune("+-.0123456789", r) })
		if end < 0 {
			end = len(text)
		}
		number, err := strconv.ParseFloat(text[:end], 64)
		raw, wrong := json.Marshal(number)
		return raw, text[end:], err == nil && wrong == nil
	}
	for i, v := range w.values {
		if rest, ok := strings.CutPrefix(text, v); ok {
			if w.isBool() {
				return json.RawMessage(strconv.FormatBool(i == 1)), rest, true
			}
			return json.RawMessage(strconv.Quote(v)), rest, true
		}
	}
	return nil, text, false
}

// isBool reports whether the values are a boolean.
func (w compactWord) isBool() bool { return slices.Equal(w.values, []string{"0", "1"}) }

// advice lists the values for an error message.
func (w compactWord) advice() string {
	if w.values == nil {
		return "a whole or half number"
	}
	return strings.Join(w.values, " or ")
}

func compactKeys() (keys []string) {
	for _, w := range compactWords {
		keys = append(keys, w.key)
	}
	return keys
}

// Compact returns the rules in KataGo's notation for records, without spaces and komi. ok is false
// if that notation cannot express the rules.
func (r Rules) Compact() (text string, ok bool) {
	var b strings.Builder
	for _, w := range compactWords {
		if w.key == "komi" || w.key == "scoring" {
			continue
		}
		value := fmt.Sprint(jsonKeys[w.choice].get(r))
		if w.isBool() {
			value = map[string]string{"false": "0", "true": "1"}[value]
		}
		if rare := w.choice == "hasButton" || w.choice == "whiteHandicapBonus" || w.choice == "friendlyPassOk"; !rare ||
			value != "0" {
			b.WriteString(w.key + value)
		}
	}
	read, err := ParseKataGo(b.String())
	read.Preset, read.Komi = r.Preset, r.Komi
	return b.String(), err == nil && read == r
}

// ParseKataGo parses rules like [ParseRules], but with KataGo's defaults: missing choices come from
// the Tromp-Taylor rules, and the default komi depends on the rules. If they score territory or
// allow friendly passes, the ending is [EndingAgreement].
func ParseKataGo(text string) (Rules, error) {
	if IsCompact(text) {
		m, err := readCompact(text)
		if err != nil {
			return Rules{}, err
		}
		return parseKataGo(m)
	}
	m, err := readObject(text)
	if err != nil || m == nil || m["preset"] != nil {
		return ParseRules(text)
	}
	return parseKataGo(m)
}

func parseKataGo(given map[string]json.RawMessage) (Rules, error) {
	m := map[string]json.RawMessage{"preset": json.RawMessage(`"tromp-taylor"`), "handicap": json.RawMessage(`"FREE"`)}
	maps.Copy(m, given)
	r, err := fromObject(m)
	if err != nil {
		return Rules{}, err
	}
	r.Preset = ""
	if given["tax"] == nil && r.Scoring != ScoringArea {
		r.Tax = TaxSeki
	}
	if given["ending"] == nil && (r.Scoring != ScoringArea || r.FriendlyPass) {
		r.Ending = EndingAgreement
	}
	if given["komi"] == nil {
		r.Komi = defaultKomi(r)
	}
	return r, r.Check()
}

// defaultKomi returns KataGo's default komi for the rules.
func defaultKomi(r Rules) float64 {
	switch {
	case r.Scoring != ScoringArea:
		return 6.5
	case r.Button:
		return 7
	}
	return 7.5
}
