package main

import (
	"encoding/json"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/bench"
	"rosette/engine/evaluation"
	"rosette/engine/matches"
	"rosette/engine/neural"
	"rosette/engine/records"
	"rosette/engine/review"
	"rosette/engine/solve"
	"rosette/engine/testsuite"
	"rosette/engine/train"
	"rosette/game"
	"rosette/store"
)

// printedAsJSON are values that commands print as JSON, by the sections of docs/json.md.
var printedAsJSON = map[string][]any{
	"Shared objects": {matches.Conditions{}, matches.Standing{}},
	"analyze":        {review.Assessment{}},
	"match":          {matches.MatchSummary{}},
	"ladder":         {matches.LadderSummary{}},
	"perft":          {perftReport{}},
	"solve":          {solve.Solution{}},
	"bench":          {bench.Playouts{}, bench.Network{}, bench.Records{}},
	"network eval":   {evaluation.Evaluation{}},
	"network info":   {neural.Description{}},
	"exam sit":       {testsuite.Report{}},
	"exam records":   {records.Outcome{}},
	"games list":     {store.Archived{}},
	"trial":          {train.MatchResult{}},
}

// addKeys adds the keys of the JSON of a type.
func addKeys(keys map[string]bool, of reflect.Type) {
	marshaler := reflect.TypeFor[json.Marshaler]()
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, of.Kind()) {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of.Implements(marshaler) && of != reflect.TypeFor[engine.Interval]() && of != reflect.TypeFor[game.Rules]() {
		return
	}
	if of.Implements(marshaler) {
		text, _ := json.Marshal(reflect.Zero(of).Interface())
		fields := map[string]any{}
		if json.Unmarshal(text, &fields) == nil {
			maps.Insert(keys, func(yield func(string, bool) bool) {
				for key := range fields {
					yield(key, true)
				}
			})
		}
		return
	}
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			keys[name] = true
			addKeys(keys, f.Type)
		}
	}
}

func TestEveryFieldThatCommandsPrintIsDescribed(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]string{}
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		sections[name] = body
	}
	if got, want := slices.Sorted(maps.Keys(sections)), slices.Sorted(maps.Keys(printedAsJSON)); !slices.Equal(got, want) {
		t.Errorf("the sections are %q, want %q", got, want)
	}
	for name, values := range printedAsJSON {
		keys := map[string]bool{}
		for _, v := range values {
			addKeys(keys, reflect.TypeOf(v))
		}
		for key := range keys {
			if !strings.Contains(sections[name]+sections["Shared objects"], "`"+key+"`") {
				t.Errorf("%s prints %q, which docs/json.md does not describe", name, key)
			}
		}
	}
}
