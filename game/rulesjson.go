package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"rosette/internal/quote"
)

// A jsonKey reads and writes the value of a key in the JSON for rules.
type jsonKey struct {
	set func(r *Rules, raw json.RawMessage) error
	get func(r Rules) any
}

// enumKey returns the key for a field with named values.
func enumKey[E ~uint8](words []string, field func(*Rules) *E) jsonKey {
	return jsonKey{
		set: func(r *Rules, raw json.RawMessage) error {
			s := string(raw) // a word without quotes, such as 0
			if quoted := ""; json.Unmarshal(raw, &quoted) == nil {
				s = quoted
			}
			if i := slices.IndexFunc(words, func(w string) bool { return strings.EqualFold(w, s) }); i >= 0 {
				*field(r) = E(i)
				return nil
			}
			return fmt.Errorf("use \"%s\"", strings.Join(words, `" or "`))
		},
		get: func(r Rules) any { return words[*field(&r)] },
	}
}

func boolKey(field func(*Rules) *bool) jsonKey {
	return jsonKey{
		set: func(r *Rules, raw json.RawMessage) error {
			if s := string(raw); s != "true" && s != "false" {
				return errors.New("use true or false")
			}
			return json.Unmarshal(raw, field(r))
		},
		get: func(r Rules) any { return *field(&r) },
	}
}

// jsonKeys maps the keys in the JSON for rules, except preset and komi.
var jsonKeys = map[string]jsonKey{
	"ko":                 enumKey(repetitionWords, func(r *Rules) *Repetition { return &r.Repetition }),
	"suicide":            boolKey(func(r *Rules) *bool { return &r.Suicide }),
	"libertylessRosette": enumKey(libertylessWords, func(r *Rules) *Libertyless { return &r.Libertyless }),
	"scoring":            enumKey(scoringWords, func(r *Rules) *Scoring { return &r.Scoring }),
	"tax":                enumKey(taxWords, func(r *Rules) *Tax { return &r.Tax }),
	"hasButton":          boolKey(func(r *Rules) *bool { return &r.Button }),
	"whitePassesLast":    boolKey(func(r *Rules) *bool { return &r.WhiteLast }),
	"firstPassByWhite":   enumKey(firstPassWords, func(r *Rules) *FirstPass { return &r.FirstPass }),
	"handicap":           enumKey(handicapWords, func(r *Rules) *Handicap { return &r.Handicap }),
	"whiteHandicapBonus": enumKey(bonusWords, func(r *Rules) *Bonus { return &r.Bonus }),
	"supply":             supplyKey(),
	"ending":             enumKey(endingWords, func(r *Rules) *Ending { return &r.Ending }),
	"friendlyPassOk":     boolKey(func(r *Rules) *bool { return &r.FriendlyPass }),
}

// keyAliases maps other names to keys.
var keyAliases = map[string]string{"score": "scoring"}

// RuleKeys returns the keys in the JSON for rules except preset and komi, sorted.
func RuleKeys() []string { return slices.Sorted(maps.Keys(jsonKeys)) }

// KataGoJSON returns the choices as a JSON object, as in KataGo's kata-get-rules: without preset
// and komi.
func (r Rules) KataGoJSON() string {
	m := map[string]any{}
	for key, c := range jsonKeys {
		m[key] = c.get(r)
	}
	text, _ := json.Marshal(m) // strings and booleans cannot fail
	return string(text)
}

// MarshalJSON returns all choices, komi and preset in the form that [ParseRules] accepts.
func (r Rules) MarshalJSON() ([]byte, error) {
	m := map[string]any{"komi": r.Komi}
	if r.Preset != "" {
		m["preset"] = r.Preset
	}
	for key, c := range jsonKeys {
		m[key] = c.get(r)
	}
	return json.Marshal(m)
}

// UnmarshalJSON parses the input formats of [ParseRules].
func (r *Rules) UnmarshalJSON(data []byte) error {
	read, err := ParseRules(string(data))
	if err == nil {
		*r = read
	}
	return err
}

// Set returns the rules with one choice changed. The value is JSON or a word
// without quotes. The error lists the keys or values.
func (r Rules) Set(key, value string) (Rules, error) {
	raw := json.RawMessage(value)
	if !json.Valid(raw) {
		raw, _ = json.Marshal(value) // a string cannot fail
	}
	return r.with(map[string]json.RawMessage{key: raw})
}

// ParseRules parses the name of a ruleset as in [RulesNamed], a JSON object, or KataGo's notation without spaces, see
// [Rules.Compact]. Choices missing in the object come from its "preset", or from
// mindsports-chinese; an object with all choices and komi has no preset. Errors are one line and
// name a correction.
func ParseRules(text string) (Rules, error) {
	if IsCompact(text) {
		return ParseKataGo(text)
	}
	m, err := readObject(text)
	switch {
	case err != nil:
		return Rules{}, err
	case m == nil:
		r, _, err := RulesNamed(text)
		return r, err
	}
	return fromObject(m)
}

// readObject parses a JSON object. It returns nil if the text does not start like one.
func readObject(text string) (m map[string]json.RawMessage, err error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "{") {
		return nil, nil
	}
	d := json.NewDecoder(strings.NewReader(text))
	if err := d.Decode(&m); err != nil {
		return nil, fmt.Errorf(
			"rules: %w; use a preset's name or JSON such as {\"preset\":\"tromp-taylor\",\"suicide\":false}", err,
		)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("rules: text after the JSON object; use one object")
	}
	return m, nil
}

// fromObject returns the rules for a JSON object.
func fromObject(m map[string]json.RawMessage) (Rules, error) {
	name := "mindsports-chinese"
	raw, named := m["preset"]
	if named {
		if json.Unmarshal(raw, &name) != nil || string(raw) == "null" {
			return Rules{}, errors.New("rules: preset is a name in quotes")
		}
		delete(m, "preset")
	}
	r, _, err := RulesNamed(name)
	if err != nil {
		return Rules{}, err
	}
	if !named && len(m) == len(jsonKeys)+1 { // complete: nothing comes from a preset
		r.Preset = ""
	}
	if raw, ok := m["komi"]; ok {
		if json.Unmarshal(raw, &r.Komi) != nil || string(raw) == "null" {
			return Rules{}, errors.New("rules: komi is a number, whole or half")
		}
		r.Komi += 0 // 0 rather than -0
		delete(m, "komi")
	}
	return r.with(m)
}

func (r Rules) with(m map[string]json.RawMessage) (Rules, error) {
	for _, key := range slices.Sorted(maps.Keys(m)) {
		name := key
		if other, ok := keyAliases[key]; ok {
			if _, twice := m[other]; twice {
				return Rules{}, fmt.Errorf("rules: %s and %s are the same choice: use one of them", key, other)
			}
			name = other
		}
		c, ok := jsonKeys[name]
		if !ok {
			return Rules{}, fmt.Errorf("no choice %q in rules: use %s", quote.Clip(key, 24),
				strings.Join(RuleKeys(), ", "))
		}
		var raw bytes.Buffer
		if err := json.Compact(&raw, m[key]); err != nil {
			return Rules{}, fmt.Errorf("rules: %s: %w", key, err)
		}
		if err := c.set(&r, raw.Bytes()); err != nil {
			return Rules{}, fmt.Errorf("rules: %s %s: %w", key, quote.Clip(raw.String(), 24), err)
		}
	}
	return r, r.Check()
}
