package goldentest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A recorder records the failure of a test.
type recorder struct {
	testing.TB
	failure string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) { r.failure = fmt.Sprintf(format, args...) }

func TestADifferenceIsReportedAndUpdateRewritesTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "golden.txt")
	if err := os.WriteFile(file, []byte("one\ntwo\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	defer func(was bool) { *update = was }(*update)
	*update = false
	r := &recorder{TB: t}
	if Text(r, file, "one\ntwo\n"); r.failure != "" {
		t.Errorf("equal text fails with %s", r.failure)
	}
	if Text(r, file, "one\nthree\n"); !strings.HasPrefix(r.failure, file+" differs") || !strings.Contains(r.failure, "three") {
		t.Errorf("different text fails with %s", r.failure)
	}
	*update, r.failure = true, ""
	if Text(r, file, "one\nthree\n"); r.failure != "" || !Updating() {
		t.Errorf("an update fails with %s", r.failure)
	}
	*update = false
	if got := string(Want(t, file, nil)); got != "one\nthree\n" {
		t.Errorf("after an update the file holds %q", got)
	}
}

func TestAFieldThatASchemaLacksIsReported(t *testing.T) {
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(`{"$defs":{"point":{"properties":{"x":{},"y":{}}}}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	type inner struct {
		Y int `json:"y,omitempty"`
	}
	r := &recorder{TB: t}
	if SchemaOf(r, file, map[string]any{"point": struct {
		X int `json:"x"`
		inner
	}{}}); r.failure != "" {
		t.Error(r.failure)
	}
	if SchemaOf(r, file, map[string]any{"point": inner{}}); !strings.Contains(r.failure, `["y"]`) {
		t.Errorf("a field too many is reported by %q", r.failure)
	}
}
