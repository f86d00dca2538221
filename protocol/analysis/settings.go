package analysis

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// readSettings reads the field overrideSettings. It warns about KataGo settings without effect here
// and about unknown ones.
func (q *query) readSettings(raw json.RawMessage) error {
	var o object
	if json.Unmarshal(raw, &o) != nil || o == nil {
		return fmt.Errorf("must be an object")
	}
	var unused, unknown []string
	for _, key := range slices.Sorted(maps.Keys(o)) {
		set, ok := settings[key]
		switch {
		case ok:
			if err := set(q, settingText(o[key])); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
		case knownSetting(key):
			if err := checkUnused(key, settingText(o[key])); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			unused = append(unused, key)
		default:
			unknown = append(unknown, key)
		}
	}
	if len(unused) > 0 {
		q.warnings = append(q.warnings, fieldError{
			"overrideSettings", "no effect on this search: " + strings.Join(unused, ","),
		})
	}
	if len(unknown) > 0 {
		q.warnings = append(q.warnings, fieldError{
			"overrideSettings", "unknown settings: " + strings.Join(unknown, ","),
		})
	}
	return nil
}

// settingText returns a value as in a configuration file: a string without its quotes.
func settingText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil && string(raw) != "null" {
		return text
	}
	return string(raw)
}

// settings are the KataGo settings with an effect here.
var settings = map[string]func(*query, string) error{
	"reportAnalysisWinratesAs": func(q *query, text string) (err error) {
		q.view, err = parseView(text)
		return err
	},
	"maxVisits":   setVisits,
	"maxPlayouts": setVisits,
	"maxTime": func(q *query, text string) error {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil || !(x >= 0) {
			return fmt.Errorf("%q is not a number of seconds", text)
		}
		q.params.Time = seconds(min(max(x, 0.001), 1e6))
		return nil
	},
	"lcbStdevs": func(q *query, text string) (err error) {
		q.lcbStdevs, err = parseLCBStdevs(text)
		return err
	},
	"wideRootNoise": func(q *query, text string) error {
		x, err := parseBounded("wideRootNoise", text)
		q.params.WideRootNoise = float32(x)
		return err
	},
	"rootPolicyTemperature": func(q *query, text string) error {
		x, err := parseBounded("rootPolicyTemperature", text)
		q.params.RootPolicyTemperature = float32(x)
		return err
	},
	"rootSymmetryPruning": func(q *query, text string) (err error) {
		q.params.PruneSymmetries, err = parseSwitch(text)
		return err
	},
	"humanSLProfile": func(_ *query, text string) error {
		if text == "" { // no profile
			return nil
		}
		return fmt.Errorf("%q needs a human model, which this program does not have; omit it", text)
	},
	"analysisPVLen": func(q *query, text string) error {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > 1000 {
			return fmt.Errorf("%q is not a whole number from 1 to 1000", text)
		}
		q.params.PVLen = n
		return nil
	},
}

// parseSwitch parses true or false.
func parseSwitch(text string) (bool, error) {
	on, err := strconv.ParseBool(strings.ToLower(text))
	if err != nil {
		return false, fmt.Errorf("%q; use true or false", text)
	}
	return on, nil
}

func setVisits(q *query, text string) error {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 1 {
		return fmt.Errorf("%q is not a whole number from 1", text)
	}
	q.params.Visits = int(min(n, maxVisits))
	return nil
}

// parseLCBStdevs parses KataGo's setting lcbStdevs, from 1 to 12.
func parseLCBStdevs(text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 1 && x <= 12) {
		return 0, fmt.Errorf("%q is not a number from 1 to 12", text)
	}
	return x, nil
}

// parseView parses KataGo's setting reportAnalysisWinratesAs, in either case.
func parseView(text string) (View, error) {
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
