package rosette_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// A source is a parsed Go file of the module.
type source struct {
	name string // from the root, with slashes
	file *ast.File
	set  *token.FileSet
}

func (f source) dir() string { return path.Dir(f.name) }
func (f source) test() bool  { return strings.HasSuffix(f.name, "_test.go") }

// lines returns the node's number of lines.
func (f source) lines(n ast.Node) int {
	return f.set.Position(n.End()).Line - f.set.Position(n.Pos()).Line + 1
}

// generated reports whether a program wrote the file.
func (f source) generated() bool { return ast.IsGenerated(f.file) }

// text returns the file's lines.
func (f source) text(t *testing.T) []string {
	t.Helper()
	data, err := os.ReadFile(f.name)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(data), "\n")
}

// imports returns the file's import paths.
func (f source) imports() (paths []string) {
	for _, i := range f.file.Imports {
		to, _ := strconv.Unquote(i.Path.Value) // the parser has checked it
		paths = append(paths, to)
	}
	return paths
}

// importName returns the file's name for a package, or "".
func (f source) importName(of string) string {
	for _, i := range f.file.Imports {
		switch {
		case i.Path.Value != strconv.Quote(of):
		case i.Name != nil:
			return i.Name.Name
		default:
			return path.Base(of)
		}
	}
	return ""
}

var wholeModule = sync.OnceValues(func() ([]source, error) { return parseTree(os.DirFS(".")) })

// parsed returns all Go files in the module.
func parsed(t *testing.T) []source {
	t.Helper()
	all, err := wholeModule()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parse returns all Go files in a small tree.
func parse(t *testing.T, tree fs.FS) []source {
	t.Helper()
	all, err := parseTree(tree)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// parseTree parses the tree's Go files, ordered by name.
func parseTree(tree fs.FS) (all []source, err error) {
	set := token.NewFileSet()
	err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() && name != "." {
			if _, err := fs.Stat(tree, path.Join(name, "go.mod")); err == nil {
				return fs.SkipDir // another module
			}
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution|parser.ParseComments)
		all = append(all, source{name, file, set})
		return err
	})
	return all, err
}

// A row is a table line: a name, and the words after it.
type row struct {
	name  string
	words []string
}

// rowsOf parses a table.
func rowsOf(table string) (rows []row) {
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 0 {
			rows = append(rows, row{name: words[0], words: words[1:]})
		}
	}
	return rows
}

// complain reports each complaint as a test error.
func complain(t *testing.T, found []string) {
	t.Helper()
	for _, line := range found {
		t.Error(line)
	}
}

// same compares the complaints about a small tree with the expected ones.
func same(t *testing.T, found, want []string) {
	t.Helper()
	if !slices.Equal(found, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

// exceptions compares findings, keyed by place, with the permitted places. An unnecessary exception
// is a complaint too.
func exceptions(found map[string][]string, allowed []string) (complaints []string) {
	for _, where := range slices.Sorted(maps.Keys(found)) {
		if !slices.Contains(allowed, where) {
			complaints = append(complaints, found[where]...)
		}
	}
	for _, where := range allowed {
		if len(found[where]) == 0 {
			complaints = append(complaints, fmt.Sprintf("%s is an exception that is no longer needed: remove it from the list", where))
		}
	}
	return complaints
}

func TestAnExceptionThatIsNotNeededIsFound(t *testing.T) {
	found := map[string][]string{"a": {"a is wrong"}, "b": {"b is wrong"}}
	same(t, exceptions(found, []string{"b", "c"}), []string{
		"a is wrong",
		"c is an exception that is no longer needed: remove it from the list",
	})
}

func file(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
