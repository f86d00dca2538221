package rosette_test

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// imports lists forbidden imports outside tests. A row has packages, "only" or "never", and
// packages. A path that ends in "…" includes all packages below, and "-" before a package excludes
// it. "only" concerns packages in this module.
const imports = `
game…                       only  game… internal/quote internal/regex internal/rng
play… -play/view… -play/record only  game play… game/life internal/… game/board
play… -play/view…           never engine… solve… lab… server…
engine…                     never play… solve… lab… server… client protocol… terminal cmd… report
solve… -solve/puzzle        only  game… solve… internal/…
solve…                      never play… lab… server… protocol… cmd…
draw chart… i18n            only  game… chart…
narrate                     only  game… play i18n
lab… -lab/storm…            never play… server… client terminal cmd…
protocol/gtp protocol/analysis never play… server… lab…
server…                     never lab… client terminal protocol… cmd…
server/account server/chat server/correspondence server/moderation server/rating server/lobby server/fairplay server/match server/notice… -server/notice/push never net/http database/sql server/http… server/page… server/store…
server/http… never server/page… server/store…
server/http/socket only internal/panics internal/plainjson server/account server/http/web server/http/wire server/pubsub server/refusal
server/page…                never server/store…
internal… -internal/servertest only internal/…
play/view                   only  game… play play/clock play/view/position narrate internal/plainjson server/http/wire
play/view/position          only  game… server/http/wire
study                       only  game… internal/quote
study/editor                only  game… study play/view/position internal/quote server/http/wire
play/record                 only  game… play play/clock
client                      only  server/http/wire
server/http/wire            only
… -server/http… -server/page… -server/certificates -server/metrics -server/notice/push -client -protocol/bridge -lab/storm… -cmd… -server -internal/servertest never net/http
`

// pure packages get time and random numbers as arguments and have no side effects.
const pure = `game… play… study… draw engine i18n narrate server/chat server/moderation server/lobby server/fairplay server/notice internal/plainjson internal/quote internal/regex internal/rng`

// impure are the standard packages that pure packages may not import.
const impure = `os net net/http database/sql log/slog math/rand math/rand/v2 crypto/rand`

const module = "rosette"

// A packages is a list of packages in a rule.
type packages []string

// has reports whether the list includes a package.
func (p packages) has(name string) bool {
	found := false
	for _, word := range p {
		word, excluded := strings.CutPrefix(word, "-")
		below, family := strings.CutSuffix(word, "…")
		below = strings.TrimSuffix(below, "/")
		if word == name || family && (below == "" || name == below || strings.HasPrefix(name, below+"/")) {
			if excluded {
				return false
			}
			found = true
		}
	}
	return found
}

// An importRule forbids imports.
type importRule struct {
	row      string
	from, to packages
	only     bool // to are the only packages in the module that may be imported
}

// importRules parses a table of rules.
func importRules(table string) (all []importRule) {
	for line := range strings.Lines(table) {
		words := strings.Fields(line)
		i := slices.IndexFunc(words, func(w string) bool { return w == "only" || w == "never" })
		if i > 0 {
			r := importRule{row: strings.TrimSpace(line), from: words[:i], to: words[i+1:], only: words[i] == "only"}
			all = append(all, r)
		}
	}
	return all
}

// forbids reports whether the rule forbids an import.
func (r importRule) forbids(from, to string) bool {
	to, ours := strings.CutPrefix(to, module+"/")
	switch {
	case !r.from.has(from):
		return false
	case r.only:
		return ours && !r.to.has(to)
	default:
		return r.to.has(to)
	}
}

// forbiddenImports returns imports outside tests that a rule forbids, and rules that name missing
// packages.
func forbiddenImports(all []source, rules []importRule) (found []string) {
	for _, r := range rules {
		if !slices.ContainsFunc(all, func(f source) bool { return r.from.has(f.dir()) }) {
			found = append(found, fmt.Sprintf("no package follows the rule %s", r.row))
		}
	}
	for _, f := range all {
		if f.test() {
			continue
		}
		for _, to := range f.imports() {
			for _, r := range rules {
				if r.forbids(f.dir(), to) {
					found = append(found, fmt.Sprintf("%s may not import %s: %s", f.name, to, r.row))
				}
			}
		}
	}
	return found
}

// impurities returns violations in pure packages.
func impurities(all []source, pure packages) (found []string) {
	for _, f := range all {
		if f.test() || !pure.has(f.dir()) {
			continue
		}
		for _, to := range f.imports() {
			if slices.Contains(strings.Fields(impure), to) {
				found = append(found, fmt.Sprintf("%s: %s is pure and may not import %s", f.name, f.dir(), to))
			}
		}
		if usesTheTime(f) {
			found = append(found, fmt.Sprintf("%s: %s is pure and may not read the clock", f.name, f.dir()))
		}
	}
	return found
}

// usesTheTime reports whether the file refers to time.Now or to a function that calls it.
func usesTheTime(f source) bool {
	name := f.importName("time")
	uses := false
	ast.Inspect(f.file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && name != "" {
			if on, ok := s.X.(*ast.Ident); ok && on.Name == name {
				uses = uses || slices.Contains([]string{"Now", "Since", "Until"}, s.Sel.Name)
			}
		}
		return true
	})
	return uses
}

// strayLibraries returns imports of other modules outside their homes, and rows for modules that
// go.mod does not require.
func strayLibraries(all []source, rows []row, gomod string) (found []string) {
	for _, f := range all {
		for _, to := range f.imports() {
			if first, _, _ := strings.Cut(to, "/"); !strings.Contains(first, ".") {
				continue
			}
			i := slices.IndexFunc(rows, func(r row) bool { return to == r.name || strings.HasPrefix(to, r.name+"/") })
			switch {
			case i < 0:
				found = append(found, fmt.Sprintf("%s: the table libraries has no row for %s", f.name, to))
			case !packages(rows[i].words).has(f.dir()) && !(f.test() && slices.Contains(rows[i].words, "tests")):
				found = append(found, fmt.Sprintf("%s: %s may not import %s", f.name, f.dir(), rows[i].name))
			}
		}
	}
	for _, r := range rows {
		if !strings.Contains(gomod, "\t"+r.name+" v") {
			found = append(found, fmt.Sprintf("row %s: go.mod does not require it", r.name))
		}
	}
	return found
}

func TestNoPackageImportsWhatARuleForbids(t *testing.T) {
	all := parsed(t)
	complain(t, forbiddenImports(all, importRules(imports)))
	complain(t, impurities(all, strings.Fields(pure)))
}

func TestOutsideLibrariesHaveAHome(t *testing.T) {
	gomod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	complain(t, strayLibraries(parsed(t), rowsOf(libraries), string(gomod)))
}

// ARCHITECTURE.md contains the tree of folders.
func TestTheTreeOfTheArchitectureHasEveryFolder(t *testing.T) {
	tree := document(t, "ARCHITECTURE.md")
	for _, f := range parsed(t) {
		if base := path.Base(f.dir()); f.dir() != "." && !strings.Contains(tree, base) {
			t.Errorf("ARCHITECTURE.md does not have %s", f.dir())
		}
	}
}

func TestForbiddenImportsAreFound(t *testing.T) {
	all := parse(t, fstest.MapFS{
		"game/board/a.go":          file("package board\nimport \"rosette/play\""),
		"game/board/a_test.go":     file("package board\nimport \"rosette/play\""),
		"game/b.go":                file("package game\nimport (\"rosette/game/board\"; \"os\"; \"math/rand/v2\"; \"net/http\")"),
		"play/clock/c.go":          file("package clock\nimport when \"time\"\nvar t = when.Now"),
		"play/d.go":                file("package play\nimport \"time\"\nvar t = time.Unix(1, 0)\nvar now = time.Since(t)"),
		"web/h.go":                 file("package web\nimport (\"rosette/play/clock\"; \"net/http\"; _ \"rosette/gamer\")"),
		"cmd/i.go":                 file("package main\nimport (\"rosette/play\"; \"net/http\")"),
		"web/ui/node_modules/k.go": file("not Go at all"),
	})
	found := forbiddenImports(all, importRules(`
		game…      only  game…
		web        never play…
		… -cmd -web never net/http
		gone       never game`))
	found = append(found, impurities(all, strings.Fields("game play… -play/old"))...)
	same(t, found, []string{
		"no package follows the rule gone       never game",
		"game/b.go may not import net/http: … -cmd -web never net/http",
		"game/board/a.go may not import rosette/play: game…      only  game…",
		"web/h.go may not import rosette/play/clock: web        never play…",
		"game/b.go: game is pure and may not import os",
		"game/b.go: game is pure and may not import math/rand/v2",
		"game/b.go: game is pure and may not import net/http",
		"play/clock/c.go: play/clock is pure and may not read the clock",
		"play/d.go: play is pure and may not read the clock",
	})
}

func TestForbiddenLibrariesAreFound(t *testing.T) {
	found := strayLibraries(parse(t, fstest.MapFS{
		"a/a.go":      file("package a\nimport \"example.org/plot/svg\""),
		"a/a_test.go": file("package a\nimport \"example.org/check\""),
		"b/b.go":      file("package b\nimport (\"example.org/plot\"; \"example.org/check\"; \"example.org/plotter\")"),
	}), rowsOf(`
		example.org/check tests c
		example.org/plot  a
		example.org/gone`), "\texample.org/check v1.0.0\n\texample.org/plot v1.0.0\n")
	same(t, found, []string{
		"b/b.go: b may not import example.org/plot",
		"b/b.go: b may not import example.org/check",
		"b/b.go: the table libraries has no row for example.org/plotter",
		"row example.org/gone: go.mod does not require it",
	})
}
