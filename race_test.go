package rosette_test

import (
	"fmt"
	"go/ast"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// goroutines returns the packages that start goroutines, each with a position. Tests count, because
// their goroutines share the package's memory.
func goroutines(all []source) map[string]string {
	found := map[string]string{}
	for _, f := range all {
		ast.Inspect(f.file, func(n ast.Node) bool {
			starts := false
			switch n := n.(type) {
			case *ast.GoStmt:
				starts = true
			case *ast.CallExpr: // sync.WaitGroup or errgroup.Group
				s, ok := n.Fun.(*ast.SelectorExpr)
				starts = ok && s.Sel.Name == "Go" && len(n.Args) == 1
			}
			if starts {
				found[f.dir()] = fmt.Sprintf("%s:%d", f.name, f.set.Position(n.Pos()).Line)
			}
			return !starts
		})
	}
	return found
}

// watched compares .ci/race, the list of packages tested under the race detector, with the packages
// that have tests and start goroutines, and its patterns with the names of tests.
func watched(all []source, list string) (found []string) {
	rows := rowsOf(list)
	starts := goroutines(all)
	for _, f := range all {
		if at := starts[f.dir()]; at != "" && len(testsOf(all, f.dir())) > 0 && !slices.ContainsFunc(rows, func(r row) bool { return r.name == f.dir() }) {
			found = append(found, fmt.Sprintf("%s: a goroutine starts, and .ci/race has no row for %s", at, f.dir()))
			delete(starts, f.dir())
		}
	}
	for _, r := range rows {
		tests := testsOf(all, r.name)
		switch {
		case len(tests) == 0:
			found = append(found, fmt.Sprintf(".ci/race: %s has no tests", r.name))
		case len(r.words) == 0:
		case len(r.words) != 2 || r.words[0] != "-run" && r.words[0] != "-skip":
			found = append(found, fmt.Sprintf(".ci/race: %s is followed by nothing, or by -run or -skip and a pattern", r.name))
		default:
			found = append(found, unmatched(r, tests)...)
		}
	}
	return found
}

// unmatched returns the alternatives in a row's pattern that match no test name.
func unmatched(r row, tests []string) (found []string) {
	pattern := regexp.MustCompile(`/[^|]*\([^)]*\)[^|]*`).ReplaceAllString(r.words[1], "") // remove subtests
	for _, word := range strings.Split(pattern, "|") {
		if !slices.ContainsFunc(tests, func(name string) bool { return strings.Contains(name, word) }) {
			found = append(found, fmt.Sprintf(".ci/race: %s has no test that is called %s", r.name, word))
		}
	}
	return found
}

// testsOf returns the names of a package's tests.
func testsOf(all []source, dir string) (names []string) {
	for _, f := range all {
		for _, d := range f.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && f.test() && f.dir() == dir && strings.HasPrefix(d.Name.Name, "Test") {
				names = append(names, d.Name.Name)
			}
		}
	}
	return names
}

func TestPackagesThatStartGoroutinesRunUnderTheRaceDetector(t *testing.T) {
	list, err := os.ReadFile(".ci/race")
	if err != nil {
		t.Fatal(err)
	}
	complain(t, watched(parsed(t), string(list)))
}

func TestPackagesThatEscapeTheRaceDetectorAreFound(t *testing.T) {
	found := watched(parse(t, fstest.MapFS{
		"a/a.go":      file("package a\nfunc f() { go f() }"),
		"a/a_test.go": file("package a\nfunc TestA() {}"),
		"b/b.go":      file("package b\nfunc f() { all.Go(f) }"),
		"b/b_test.go": file("package b\nfunc TestOfMany() {}\nfunc TestOfOne() {}"),
		"c/c_test.go": file("package c\nfunc TestC() { go f() }"),
	}), `
		b -run Many|Two|One/(x|y)$
		c -timeout 1m
		d`)
	same(t, found, []string{
		"a/a.go:2: a goroutine starts, and .ci/race has no row for a",
		".ci/race: b has no test that is called Two",
		".ci/race: c is followed by nothing, or by -run or -skip and a pattern",
		".ci/race: d has no tests",
	})
}
