package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"time"
)

// simple are the fields that hold one value of their own; add a line to teach
// one. What they refuse is said of the field.
var simple = map[string]func(*query, json.RawMessage) error{
	"maxVisits":                  whole(1, 1<<50, func(q *query, n int64) { q.question.Visits = int(min(n, mostVisits)) }),
	"analysisPVLen":              whole(1, 1000, func(q *query, n int64) { q.line = int(n) }),
	"priority":                   whole(-mostUrgent, mostUrgent, func(q *query, n int64) { q.priority = n }),
	"includeOwnership":           truth(func(q *query) *bool { return &q.include.ownership }),
	"includeOwnershipStdev":      truth(func(q *query) *bool { return &q.include.doubt }),
	"includeMovesOwnership":      truth(func(q *query) *bool { return &q.include.movesOwnership }),
	"includeMovesOwnershipStdev": truth(func(q *query) *bool { return &q.include.movesDoubt }),
	"includePolicy":              truth(func(q *query) *bool { return &q.include.policy }),
	"includePVVisits":            truth(func(q *query) *bool { return &q.include.visits }),
	"includeNoResultValue":       truth(func(q *query) *bool { return &q.include.noResult }),
	"reportDuringSearchEvery":    number(0.001, 1e6, func(q *query, x float64) { q.question.ReportEvery = seconds(x) }),
	"firstReportDuringSearchAfter": number(0.001, 1e6, func(q *query, x float64) {
		if q.question.FirstReportAfter = seconds(x); q.question.ReportEvery == 0 {
			q.question.ReportEvery = never
		}
	}),
	"rootPolicyTemperature": number(0.01, 100, func(q *query, x float64) { q.question.RootPolicyTemperature = float32(x) }),
	"rootFpuReductionMax":   idle("rootFpuReductionMax", number(0, 2, func(*query, float64) {})),
	"overrideSettings":      (*query).settings,
}

// Bounds of numbers.
const (
	mostVisits = 1_000_000_000
	mostUrgent = 1<<62 - 1
	never      = 1e6 * time.Second
)

// simple reads the fields of that table, one that must come first first.
func (q *query) simple(o object) error {
	if _, ok := o["priorities"]; ok && o["priority"] != nil {
		return fault{"priority", "use priority or priorities, not both"}
	}
	for _, key := range ordered {
		raw, ok := o[key]
		if !ok {
			continue
		}
		if err := simple[key](q, raw); err != nil {
			return fault{key, err.Error()}
		}
	}
	return nil
}

// ordered are the names of simple fields in the order they are read: settings
// are overruled by fields, the first report is later than the others.
var ordered = []string{
	"overrideSettings", "maxVisits", "analysisPVLen", "rootFpuReductionMax", "rootPolicyTemperature",
	"includeMovesOwnership", "includeMovesOwnershipStdev", "includeOwnership", "includeOwnershipStdev",
	"includePolicy", "includePVVisits", "includeNoResultValue",
	"reportDuringSearchEvery", "firstReportDuringSearchAfter", "priority",
}

// whole reads a whole number.
func whole(least, most int64, set func(*query, int64)) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		n, err := integer(raw)
		if err != nil || n < least || n > most {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		set(q, n)
		return nil
	}
}

// integer reads a number without a fraction.
func integer(raw json.RawMessage) (int64, error) {
	var n json.Number
	if len(raw) == 0 || raw[0] == '"' {
		return 0, fmt.Errorf("no number")
	}
	if err := json.Unmarshal(raw, &n); err != nil {
		return 0, err
	}
	return n.Int64()
}

// number reads any number.
func number(least, most float64, set func(*query, float64)) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		x, err := decimal(raw)
		if err != nil || x < least || x > most {
			return fmt.Errorf("must be a number from %v to %v", least, most)
		}
		set(q, x)
		return nil
	}
}

// decimal reads a finite number.
func decimal(raw json.RawMessage) (float64, error) {
	var x *float64
	if err := json.Unmarshal(raw, &x); err != nil {
		return 0, err
	}
	if x == nil || math.IsNaN(*x) || math.IsInf(*x, 0) {
		return 0, fmt.Errorf("no number")
	}
	return *x, nil
}

// truth reads true or false.
func truth(of func(*query) *bool) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		if !bytes.Equal(raw, []byte("true")) && !bytes.Equal(raw, []byte("false")) {
			return fmt.Errorf("must be true or false")
		}
		*of(q) = raw[0] == 't'
		return nil
	}
}

// idle reads a field that a search with playouts has no use for, and says so.
func idle(name string, read func(*query, json.RawMessage) error) func(*query, json.RawMessage) error {
	return func(q *query, raw json.RawMessage) error {
		q.warnings = append(q.warnings, fault{name, "has no effect on this search"})
		return read(q, raw)
	}
}
