package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"
)

// A field is a query field that is read independently. Errors from read are reported for the field.
type field struct {
	name string
	read func(*query, json.RawMessage) error
}

// fields are the independent query fields, in reading order: fields override settings.
var fields = []field{
	{"overrideSettings", (*query).readSettings},
	{"maxVisits", integerField(1, 1<<50, func(q *query, n int64) { q.params.Visits = int(min(n, maxVisits)) })},
	{"analysisPVLen", integerField(1, 1000, func(q *query, n int64) { q.params.PVLen = int(n) })},
	{"rootFpuReductionMax", unusedField("rootFpuReductionMax", numberField(0, 2, func(*query, float64) {}))},
	{
		"rootPolicyTemperature",
		numberField(0.01, 100, func(q *query, x float64) { q.params.RootPolicyTemperature = float32(x) }),
	},
	{"includeMovesOwnership", boolField(func(q *query) *bool { return &q.include.movesOwnership })},
	{"includeMovesOwnershipStdev", boolField(func(q *query) *bool { return &q.include.movesOwnershipStdev })},
	{"includeOwnership", boolField(func(q *query) *bool { return &q.include.ownership })},
	{"includeOwnershipStdev", boolField(func(q *query) *bool { return &q.include.ownershipStdev })},
	{"includePolicy", boolField(func(q *query) *bool { return &q.include.policy })},
	{"includePVVisits", boolField(func(q *query) *bool { return &q.include.pvVisits })},
	{"includeNoResultValue", boolField(func(q *query) *bool { return &q.include.noResultValue })},
	{
		"reportDuringSearchEvery",
		numberField(0.001, 1e6, func(q *query, x float64) { q.params.ReportEvery = seconds(x) }),
	},
	{"firstReportDuringSearchAfter", numberField(0.001, 1e6, func(q *query, x float64) {
		if q.params.FirstReportAfter = seconds(x); q.params.ReportEvery == 0 {
			q.params.ReportEvery = never
		}
	})},
	{"priority", integerField(-maxPriority, maxPriority, func(q *query, n int64) { q.priority = n })},
}

// otherFields are the fields that depend on each other, for actions, the position, the rules and
// the moves to consider.
var otherFields = []string{
	"id", "action", "terminateId", "turnNumbers", "board", "boardXSize", "boardYSize", "initialStones", "moves",
	"initialPlayer",
	"analyzeTurns", "priorities", "rules", "komi", "whiteHandicapBonus", "allowMoves", "avoidMoves",
}

// Limits for numbers.
const (
	maxVisits   = 1_000_000_000
	maxPriority = 1<<62 - 1
	never       = 1e6 * time.Second
)

// readFields reads the fields in the table.
func (q *query) readFields(o object) error {
	if _, ok := o["priorities"]; ok && o["priority"] != nil {
		return fieldError{"priority", "use priority or priorities, not both"}
	}
	for _, f := range fields {
		raw, ok := o[f.name]
		if !ok {
			continue
		}
		if err := f.read(q, raw); err != nil {
			return fieldError{f.name, err.Error()}
		}
	}
	return nil
}

// warnUnused adds warnings about unknown fields.
func (q *query) warnUnused(o object) {
	for _, key := range slices.Sorted(maps.Keys(o)) {
		known := slices.Contains(otherFields, key) ||
			slices.ContainsFunc(fields, func(f field) bool { return f.name == key })
		if !known {
			q.warnings = append(q.warnings, fieldError{key, "no such field; it is ignored"})
		}
	}
}

// integerField returns a function that reads a whole number from least to most.
func integerField(least, most int64, set func(*query, int64)) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		n, err := parseInteger(raw)
		if err != nil || n < least || n > most {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		set(q, n)
		return nil
	}
}

// parseInteger parses a number without a fraction.
func parseInteger(raw json.RawMessage) (int64, error) {
	var n json.Number
	if len(raw) == 0 || raw[0] == '"' {
		return 0, fmt.Errorf("no number")
	}
	if err := json.Unmarshal(raw, &n); err != nil {
		return 0, err
	}
	return n.Int64()
}

// numberField returns a function that reads a number from least to most.
func numberField(least, most float64, set func(*query, float64)) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		x, err := parseNumber(raw)
		if err != nil || x < least || x > most {
			return fmt.Errorf("must be a number from %v to %v", least, most)
		}
		set(q, x)
		return nil
	}
}

// parseNumber parses a finite number.
func parseNumber(raw json.RawMessage) (float64, error) {
	var x *float64
	if err := json.Unmarshal(raw, &x); err != nil {
		return 0, err
	}
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return 0, fmt.Errorf("no number")
	}
	return *x + 0, nil // 0 rather than -0
}

// boolField returns a function that reads true or false.
func boolField(of func(*query) *bool) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		if !bytes.Equal(raw, []byte("true")) && !bytes.Equal(raw, []byte("false")) {
			return fmt.Errorf("must be true or false")
		}
		*of(q) = raw[0] == 't'
		return nil
	}
}

// unusedField returns a function that reads a field without effect on this search and adds a
// warning.
func unusedField(name string, read func(*query, json.RawMessage) error) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		q.warnings = append(q.warnings, fieldError{name, "has no effect on this search"})
		return read(q, raw)
	}
}
