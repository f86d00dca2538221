package board

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"rosette/internal/goldentest"
)

func TestARegisteredBoardHasItsName(t *testing.T) {
	g := mustRead(t, strings.Replace(triangle, `"tri"`, `"registered"`, 1))
	if _, err := Named("registered"); err == nil {
		t.Fatal("the board has a name before it is registered")
	}
	for range 2 {
		if again, err := Register(mustRead(t, strings.Replace(triangle, `"tri"`, `"registered"`, 1))); err != nil {
			t.Fatal(err)
		} else if named, err := Named("registered"); err != nil || named != again {
			t.Fatalf("the name gives another graph: %v", err)
		}
	}
	if first, err := Register(g); err != nil || first == g {
		t.Errorf("the same board is registered twice: %v", err)
	}
	other := mustRead(t, strings.Replace(strings.Replace(triangle, `"tri"`, `"registered"`, 1), `"x":1`, `"x":2`, 1))
	if _, err := Register(other); err == nil {
		t.Error("another board gets a name that is taken")
	}
	if _, err := Register(Rosette(1)); err == nil {
		t.Error("a built-in board is registered")
	}
}

func TestABoardInRecordsIsOneGraphWhileItIsInUse(t *testing.T) {
	text := strings.Replace(triangle, `"tri"`, `"shared"`, 1)
	first, err := ReadShared(text)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := ReadShared(" " + text); err != nil || again != first {
		t.Errorf("the same board is another graph: %v", err)
	}
	if other, err := ReadShared(strings.Replace(text, `"x":1`, `"x":2`, 1)); err != nil || other == first {
		t.Errorf("another board is the same graph: %v", err)
	}
	if _, err := Named("shared"); err == nil {
		t.Error("a board in a record gets a name")
	}
	runtime.KeepAlive(first)
	first = nil
	for range 100 {
		runtime.GC()
		runtime.Gosched()
		left := 0
		custom.byFile.Range(func(key, _ any) bool {
			if strings.Contains(key.(string), `"shared"`) {
				left++
			}
			return true
		})
		if left == 0 {
			return
		}
	}
	t.Error("boards that are not in use stay in memory")
}

func mustRead(t *testing.T, text string) *Graph {
	t.Helper()
	g, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A schema is the part of JSON Schema in docs/board.schema.json.
type schema struct {
	Ref        string            `json:"$ref"`
	Type       string            `json:"type"`
	Pattern    string            `json:"pattern"`
	Properties map[string]schema `json:"properties"`
	Required   []string          `json:"required"`
	Items      *schema           `json:"items"`
	MinItems   int               `json:"minItems"`
	MaxItems   int               `json:"maxItems"`
	Unique     bool              `json:"uniqueItems"`
	Minimum    *float64          `json:"minimum"`
	Maximum    *float64          `json:"maximum"`
	Defs       map[string]schema `json:"$defs"`
}

// valid reports whether a value satisfies the schema.
func (s schema) valid(v any, defs map[string]schema) bool {
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		s = defs[name]
	}
	switch v := v.(type) {
	case map[string]any:
		for _, name := range s.Required {
			if _, ok := v[name]; !ok {
				return false
			}
		}
		for name, field := range v {
			if p, ok := s.Properties[name]; !ok || !p.valid(field, defs) {
				return false
			}
		}
		return s.Type == "object"
	case []any:
		if s.Type != "array" || len(v) < s.MinItems || s.MaxItems > 0 && len(v) > s.MaxItems {
			return false
		}
		seen := map[any]bool{}
		for _, item := range v {
			if !s.Items.valid(item, defs) || s.Unique && seen[item] {
				return false
			}
			if s.Unique {
				seen[item] = true
			}
		}
		return true
	case string:
		return s.Type == "string" && (s.Pattern == "" || regexp.MustCompile(s.Pattern).MatchString(v))
	case float64:
		return s.Type == "number" && v >= *s.Minimum && v <= *s.Maximum
	}
	return false
}

// TestTheSchemaIsThatOfTheReader compares docs/board.schema.json with the fields and bounds of the
// reader. Both judge files at the bounds, except what JSON Schema cannot express: names that differ
// or exist, and connection.
func TestTheSchemaIsThatOfTheReader(t *testing.T) {
	const name = "../../docs/board.schema.json"
	goldentest.SchemaOf(t, name, map[string]any{"board": File{}, "point": FilePoint{}})
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var s schema
	if err := json.Unmarshal(data, &s); err != nil {
		t.Fatal(err)
	}
	if s.Defs["board"].Properties["name"].Pattern != boardName.String() || s.Defs["point"].Properties["name"].Pattern != pointName.String() {
		t.Error("the schema has other names")
	}
	beyond := map[string]bool{ // faults that JSON Schema does not see
		"name of a built-in board": true, "name like a built-in board": true, "point named pass": true,
		"point named resign": true, "two points of one name": true, "line to a missing point": true, "line twice": true,
		"two pieces": true, "a lonely point": true, "thirteen lines at a point": true,
		"rosette of a missing point": true, "rosette with a point twice": true, "rosette in two pieces": true,
	}
	judge := func(about, text string, want bool) {
		var v any
		if json.Unmarshal([]byte(text), &v) == nil && s.valid(v, s.Defs) != want {
			t.Errorf("%s: the schema accepts the file: %v", about, !want)
		}
	}
	for _, f := range badFiles() {
		judge(f[0], f[1], beyond[f[0]])
	}
	for _, g := range []*Graph{mustRead(t, triangle), Rosette(3), Square(5, 4)} {
		f := g.File()
		f.Name = "board"
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		judge(g.Name(), string(text), true)
	}
	example, err := os.ReadFile("../../docs/boards/triangles.json")
	if err != nil {
		t.Fatal(err)
	}
	judge("triangles.json", string(example), true)
	if g := mustRead(t, string(example)); g.Points() != 37 {
		t.Errorf("triangles.json has %d points", g.Points())
	}
}
