package rosette_test

import (
	"fmt"
	"go/ast"
	"io/fs"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"unicode"
)

// metaphors are words that do not name a technical concept. Use the word from KataGo, the
// literature or the Go standard library.
var metaphors = strings.Fields(`mind luck wish happening tale house hall chair kid deed news heed hunch glance rubbish census duel yardstick shelf`)

// namesUntilMended lists directories with such a word in a file name or an identifier. The list may
// only shrink.
var namesUntilMended = strings.Fields(``)

// metaphorsIn returns the metaphors in a name, written as in Go (camelCase) or as in file names
// (with - _ and .).
func metaphorsIn(name string) (found []string) {
	for _, word := range words(name) {
		for _, m := range metaphors {
			if word == m || word == m+"s" || word == m+"es" {
				found = append(found, m)
			}
		}
	}
	return found
}

// words splits a name into words, in lower case.
func words(name string) (all []string) {
	letters := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			all = append(all, strings.ToLower(string(letters[start:end])))
		}
		start = end
	}
	for i, r := range letters {
		switch {
		case !unicode.IsLetter(r):
			cut(i)
			start = i + 1
		case unicode.IsUpper(r) && i > 0 && (unicode.IsLower(letters[i-1]) || i+1 < len(letters) && unicode.IsLower(letters[i+1])):
			cut(i)
		}
	}
	cut(len(letters))
	return all
}

// namedByMetaphor returns, for each directory, declared identifiers with a metaphor.
func namedByMetaphor(all []source) map[string][]string {
	found := map[string][]string{}
	for _, f := range all {
		seen := map[string]bool{}
		inspectOwn(f.file, func(name *ast.Ident) {
			if m := metaphorsIn(name.Name); len(m) > 0 && !seen[name.Name] {
				seen[name.Name] = true
				line := fmt.Sprintf("%s:%d: the name %s has the word %s", f.name, f.set.Position(name.Pos()).Line, name.Name, m[0])
				found[f.dir()] = append(found[f.dir()], line)
			}
		})
	}
	return found
}

// inspectOwn visits the identifiers that belong to the file's package, not those after a dot or
// before a colon, which may belong to another package.
func inspectOwn(n ast.Node, visit func(*ast.Ident)) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			visit(n)
		case *ast.SelectorExpr:
			inspectOwn(n.X, visit)
			return false
		case *ast.KeyValueExpr:
			if _, ok := n.Key.(*ast.Ident); ok {
				inspectOwn(n.Value, visit)
				return false
			}
		}
		return true
	})
}

// filesNamedByMetaphor returns, for each directory, files and folders with such a name.
func filesNamedByMetaphor(tree fs.FS) (map[string][]string, error) {
	found := map[string][]string{}
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		base := path.Base(name)
		if err != nil {
			return err
		}
		if d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "docs") {
			return fs.SkipDir
		}
		if m := metaphorsIn(base); len(m) > 0 {
			found[path.Dir(name)] = append(found[path.Dir(name)], fmt.Sprintf("%s: the file name has the word %s", name, m[0]))
		}
		return nil
	})
	return found, err
}

func TestNamesAreNotMetaphors(t *testing.T) {
	found, err := filesNamedByMetaphor(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for dir, lines := range namedByMetaphor(parsed(t)) {
		found[dir] = append(found[dir], lines...)
	}
	complain(t, exceptions(found, namesUntilMended))
}

func TestNamesThatAreMetaphorsAreFound(t *testing.T) {
	tree := fstest.MapFS{
		"a/news.go":               file("package a\nfunc openMind(luckyKids []int) { x.Wish(Duel{House: 1}) }"),
		"a/fine.go":               file("package a\nimport \"b\"\nvar hallmark, remind = b.Tale, b.T{Mind: 1}"),
		"b/testdata/x-wishes.txt": file(""),
	}
	found, err := filesNamedByMetaphor(tree)
	if err != nil {
		t.Fatal(err)
	}
	for dir, lines := range namedByMetaphor(parse(t, tree)) {
		found[dir] = append(found[dir], lines...)
	}
	same(t, exceptions(found, nil), []string{
		"a/news.go: the file name has the word news",
		"a/news.go:2: the name openMind has the word mind",
		"a/news.go:2: the name luckyKids has the word kid",
		"a/news.go:2: the name Duel has the word duel",
		"b/testdata/x-wishes.txt: the file name has the word wish",
	})
}

func TestNamesAreSplitIntoWords(t *testing.T) {
	for name, want := range map[string]string{
		"openMind": "open mind", "HTTPServer": "http server", "x": "x", "komi_axis.go": "komi axis go", "JSON2Tale": "json tale", "": "",
	} {
		if got := strings.Join(words(name), " "); got != want {
			t.Errorf("words of %q are %q, want %q", name, got, want)
		}
	}
}
