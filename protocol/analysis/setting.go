package analysis

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// settings reads overrideSettings: some have their effect, some that KataGo
// knows have none here, and some nobody knows.
func (q *query) settings(raw json.RawMessage) error {
	var o object
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return fmt.Errorf("must be an object")
	}
	var vain, unknown []string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		set, ok := settings[key]
		switch {
		case ok:
			if err := set(q, bare(o[key])); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		case KnownSetting(key):
			if err := beyond(key, bare(o[key])); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			vain = append(vain, key)
		default:
			unknown = append(unknown, key)
		}
	}
	if len(vain) > 0 {
		q.warnings = append(q.warnings, fault{"overrideSettings", "no effect on this search: " + strings.Join(vain, ",")})
	}
	if len(unknown) > 0 {
		q.warnings = append(q.warnings, fault{"overrideSettings", "unknown settings: " + strings.Join(unknown, ",")})
	}
	return nil
}

// bare is a value as a file of settings has it: a string without its quotes.
func bare(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		return text
	}
	return string(raw)
}

// settings are those that change what a query gets; add a line to teach one.
var settings = map[string]func(*query, string) error{
	"reportAnalysisWinratesAs": func(q *query, text string) (err error) {
		q.view, err = ParseView(text)
		return err
	},
	"maxVisits":   visits,
	"maxPlayouts": visits,
	"maxTime": func(q *query, text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("%q is no number of seconds", text)
		}
		q.question.Time = seconds(min(max(x, 0.001), 1e6))
		return nil
	},
	"lcbStdevs": func(q *query, text string) (err error) {
		q.doubt, err = ParseDoubt(text)
		return err
	},
	"wideRootNoise": func(q *query, text string) error {
		x, err := ParseBounded("wideRootNoise", text)
		q.question.WideRootNoise = float32(x)
		return err
	},
	"rootPolicyTemperature": func(q *query, text string) error {
		x, err := ParseBounded("rootPolicyTemperature", text)
		q.question.RootPolicyTemperature = float32(x)
		return err
	},
	"humanSLProfile": func(_ *query, text string) error {
		if text == "" { // nobody's
			return nil
		}
		return fmt.Errorf("%q needs a model of how people play, which is not here; leave it out", text)
	},
	"analysisPVLen": func(q *query, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return fmt.Errorf("%q is no whole number from 1 to 1000", text)
		}
		q.line = n
		return nil
	},
}

func visits(q *query, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is no whole number from 1", text)
	}
	q.question.Visits = int(min(n, mostVisits))
	return nil
}

// ParseDoubt reads how many standard deviations a lower bound lies below, KataGo's
// lcbStdevs.
func ParseDoubt(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 1 && x <= 12) {
		return 0, fmt.Errorf("%q is no number from 1 to 12", text)
	}
	return x, nil
}

// ParseView reads a View as KataGo does, in letters of any size.
func ParseView(text string) (View, error) {
	switch strings.ToUpper(text) {
	case "B", "BLACK":
		return AsBlack, nil
	case "W", "WHITE":
		return AsWhite, nil
	case "SIDETOMOVE":
		return AsSideToMove, nil
	}
	return "", fmt.Errorf("%q; use BLACK, WHITE or SIDETOMOVE", text)
}
