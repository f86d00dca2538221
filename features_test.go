package rosette_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// features are the user-visible parts of the server. Each has the same name on every layer.
var features = strings.Fields(`account chat correspondence fairplay lobby match moderation notice rating record review`)

// layers are the folders with a folder for each feature, and their other folders.
var layers = map[string]string{
	"server/http":          `socket stream testdata typescript web wire`,
	"server/page":          `komi operator shell template testdata ui`,
	"server/page/template": ``,
	"server/page/ui/src":   `board coach common editor home images komi learn net newgame pages rules settings style`,
}

// aliases are alternative names for features, which must not name areas, tables or routes.
var aliases = strings.Fields(`conversations handover leaders letters meet meeting moderator moderators mutes notify offers
	pair people person players reports room rooms subscriptions table talk`)

var (
	route        = regexp.MustCompile(`"/api/([a-z-]+)`)
	tableMade    = regexp.MustCompile(`CREATE TABLE (\w+)`)
	tableRenamed = regexp.MustCompile(`(?m)^ALTER TABLE (\w+) RENAME TO (\w+)`)
)

// misnamed returns the folders, areas, tables and routes whose name is not a feature's.
func misnamed(t *testing.T, tree fs.FS) (found []string) {
	t.Helper()
	for layer, others := range layers {
		entries, err := fs.ReadDir(tree, layer)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() && !slices.Contains(append(strings.Fields(others), features...), e.Name()) {
				found = append(found, path.Join(layer, e.Name()))
			}
		}
	}
	for _, name := range filesOf(t, tree, "i18n/catalog/en/*.json") {
		if area := strings.TrimSuffix(path.Base(name), ".json"); slices.Contains(aliases, area) {
			found = append(found, name)
		}
	}
	for _, table := range tablesOf(t, tree) {
		if slices.Contains(aliases, table) {
			found = append(found, "table "+table)
		}
	}
	for _, name := range filesOf(t, tree, "server/http/*/*.go") {
		for _, m := range route.FindAllStringSubmatch(textOf(t, tree, name), -1) {
			if slices.Contains(aliases, m[1]) {
				found = append(found, "/api/"+m[1])
			}
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// tablesOf returns the names of tables after all migrations.
func tablesOf(t *testing.T, tree fs.FS) (tables []string) {
	t.Helper()
	for _, name := range filesOf(t, tree, "server/store/migration/*.sql") {
		up, _, _ := strings.Cut(textOf(t, tree, name), "-- +goose Down")
		for _, m := range tableMade.FindAllStringSubmatch(up, -1) {
			tables = append(tables, m[1])
		}
		for _, m := range tableRenamed.FindAllStringSubmatch(up, -1) {
			tables[slices.Index(tables, m[1])] = m[2]
		}
	}
	return tables
}

func filesOf(t *testing.T, tree fs.FS, pattern string) []string {
	t.Helper()
	names, err := fs.Glob(tree, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: %v, %d files", pattern, err, len(names))
	}
	return names
}

func textOf(t *testing.T, tree fs.FS, name string) string {
	t.Helper()
	text, err := fs.ReadFile(tree, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAFeatureHasOneNameOnEveryLayer(t *testing.T) {
	for _, name := range misnamed(t, os.DirFS(".")) {
		t.Errorf("%s is not the name of its feature; use one of %s", name, strings.Join(features, ", "))
	}
}

func TestASecondNameOfAFeatureIsFound(t *testing.T) {
	tree := fstest.MapFS{
		"server/http/people/server.go":         {Data: []byte(`routes.Get("/api/offers/{id}")`)},
		"server/page/chat/rooms.go":            {},
		"server/page/template/talk/rooms.html": {},
		"server/page/ui/src/meet/meet.ts":      {},
		"i18n/catalog/en/room.json":            {},
		"server/store/migration/1.sql":         {Data: []byte("CREATE TABLE rooms (\nCREATE TABLE offers (\n-- +goose Down\n")},
		"server/store/migration/2.sql":         {Data: []byte("ALTER TABLE rooms RENAME TO chat_rooms;\n-- +goose Down\nALTER TABLE chat_rooms RENAME TO rooms;\n")},
	}
	want := []string{
		"/api/offers", "i18n/catalog/en/room.json", "server/http/people", "server/page/template/talk", "server/page/ui/src/meet", "table offers",
	}
	if got := misnamed(t, tree); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
