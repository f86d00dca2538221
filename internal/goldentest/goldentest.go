// Package goldentest implements golden-file tests: it compares a test's output with a file of
// expected output. The flag -update rewrites the files instead; review the difference before you
// commit it.
package goldentest

import (
	"encoding/json"
	"flag"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite golden files with what the tests got")

// Updating reports whether golden files are being rewritten.
func Updating() bool { return *update }

// Want returns a golden file's contents, which after an update are got. It ends the test if the
// file cannot be read or written.
func Want(t testing.TB, file string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

// Text reports an error if got differs from a golden file's contents.
func Text(t testing.TB, file, got string) {
	t.Helper()
	if diff := cmp.Diff(string(Want(t, file, []byte(got))), got); diff != "" {
		t.Errorf("%s differs (- file, + got); look, then -update:\n%s", file, diff)
	}
}

// SchemaOf compares the JSON fields of values with those described in a JSON Schema file: for each
// given name in $defs, the fields must be equal.
func SchemaOf(t testing.TB, name string, values map[string]any) {
	t.Helper()
	var schema struct {
		Defs map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"$defs"`
	}
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &schema)
	}
	if err != nil {
		t.Fatal(err)
	}
	for def, v := range values {
		described := slices.Sorted(maps.Keys(schema.Defs[def].Properties))
		if fields := jsonFields(reflect.TypeOf(v)); !slices.Equal(fields, described) {
			t.Errorf("%s: %s has the fields %q and describes %q", name, def, fields, described)
		}
	}
}

// jsonFields returns the JSON names of a struct's fields, sorted.
func jsonFields(of reflect.Type) (names []string) {
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && f.IsExported() {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
