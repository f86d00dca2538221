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

// imports says which packages of this module a package may import outside its
// tests. A word is the path of a package, or its last element where that is
// unique; "…" adds all packages below. "—" is none.
const imports = `
.                    —
account              budget i18n
api                  account api/talk api/web budget chat engine filecache game board i18n panics play clock play/fair play/rating play/view pubsub pubsub/roster quote draw sgf game/sgf/foreign plainjson
api/client           api api/meet api/people api/stream api/web quote
api/correspondence   account api api/web game game/board panics play play/conditional
api/meet             account api api/web game play clock play/lobby play/rating play/view pubsub
api/moderators       account api/people api/talk api/web chat moderation play play/rating
api/notices          account api/web notify
api/people           account api/web budget i18n notify
api/players          account api api/web budget play clock play/rating play/view
api/stream           api api/meet api/talk api/web chat game/board play play/lobby play/view pubsub
api/talk             account api/web chat moderation pubsub pubsub/roster
api/typescript       api api/correspondence api/players api/web play/view api/meet api/talk
api/web              account budget i18n loglimit pubsub quote
bridge               api api/client api/meet api/stream game board play clock play/view protocol/gtp
budget               fairqueue
certificates         permission
chart                —
chart/flow           —
chat                 —
cmd/rosette          everything
draw                 game board sgf
engine               game board
engine/bench         engine engine/neural engine/playout engine/search game board sgf
engine/configure     engine engine/deadstones engine/neural engine/player engine/playout engine/search game board rng panics
engine/deadstones    engine engine/lifedeath engine/neural engine/playout engine/search game board life game/life/local panics
engine/endings       engine/deadstones game board life game/life/local
engine/evaluation    engine/neural draw game board
engine/komi          chart engine engine/configure engine/deadstones engine/matches game board
engine/lifedeath     engine engine/playout engine/search game board
engine/matches       chart engine engine/configure engine/deadstones engine/neural engine/player engine/playout engine/search protocol/gtp game board life sgf game/sgf/foreign quote rng runlog
engine/neural        engine game board life rng
engine/neural/remote engine engine/neural game board
engine/pattern       board
engine/pattern/learn engine engine/pattern engine/playout engine/search game board
engine/player        engine engine/search game board rng
engine/playout       engine engine/pattern game board rng
engine/puzzle        engine engine/player engine/search engine/solve game board life reading sgf rng runlog
engine/records       engine/matches protocol/gtp game board life sgf runlog
engine/review        engine game board sgf panics runlog
engine/review/background engine engine/review game board panics permission runlog
engine/search        engine engine/pattern game board life rng panics
engine/solve         game board life rng runlog retrograde
engine/solve/retrograde game board runlog
engine/task          engine engine/configure engine/review game board
engine/testsuite     chart engine engine/matches engine/solve engine/solve/retrograde engine/search game board
engine/train         chart engine… game board sgf report rng runlog
examples/bot         api api/client api/stream
fairqueue            —
filecache            budget panics
game                 board life quote
game/board           quote rng
game/life            board reading
game/life/local      board life
game/life/reading    board
game/sgf             game board life charset quote
game/sgf/charset     quote
game/sgf/foreign     board sgf charset quote
goldentest           —
i18n                 —
loglimit             —
metrics              —
moderation           —
narrate              play i18n game board
notify               i18n narrate
notify/mail          notify panics
notify/push          notify
notify/turns         board notify notify/push panics play
panics               —
permission           —
plainjson            —
play                 clock play/rating game board plainjson quote
play/clock           quote
play/computer        panics play clock game board work
play/conditional     play game board
play/fair            game board
play/host            panics play play/view pubsub board
play/lobby           play play/rating game board
play/rating          clock game board
play/view            play game board narrate plainjson sgf
programtest          —
progress             —
protocol/analysis    engine game board rng
protocol/gtp         engine game board life sgf game/sgf/foreign draw quote
pubsub               —
pubsub/natstest      —
pubsub/remote        pubsub
pubsub/roster        pubsub
pubsub/suite         pubsub waittest
quote                —
report               chart draw engine/review board sgf
rng                  —
runlog               permission
settings             —
site                 api api/web chart chart/flow play clock play/view engine game board draw i18n narrate site/shell site/ui quote
site/meet            api api/meet api/web draw game/board i18n play/lobby clock site site/shell
site/moderators      account api/moderators api/people api/players api/web chat game/board i18n moderation play site/shell site/talk
site/operator        i18n site/shell
site/people          account api/people api/web i18n site/shell
site/players         account api/players api/web chart draw game play clock play/rating game/board i18n narrate site/shell
site/shell           api/web i18n narrate site/ui
site/talk            api/people api/talk api/web chat i18n moderation site/shell
site/ui              —
site/ui/bundle       —
site/ui/test         —
store                panics permission play play/rating game game/board runlog
store/postgres       store
store/postgrestest   waittest
store/storetest      account chat notify store store/tables play play/lobby play/rating clock game game/board play/conditional moderation
store/tables         account chat notify play play/conditional play/lobby store game/board moderation
store/transfer       store
storm                api client game board chart flood network play clock rng runlog
storm/flood          —
storm/network        —
terminal             play play/computer play/view draw game board sgf i18n narrate quote
waittest             —
work                 fairqueue
work/remote          panics quote work
`

// pure packages get time and random numbers as arguments and do not touch
// anything outside.
var pure = strings.Fields(`chat game game/board game/life game/sgf game/sgf/charset game/sgf/foreign draw engine i18n moderation narrate notify play play/clock play/conditional play/fair play/lobby play/rating play/view plainjson quote rng`)

// impure are the packages of the standard library that pure packages may not import.
var impure = strings.Fields(`os net net/http database/sql log/slog math/rand math/rand/v2 crypto/rand`)

const module = "rosette"

// A rule is a row of a table: what stands first, and the words behind it.
type rule struct {
	name  string
	words []string
}

// rules reads a table, a row in each line.
func rules(table string) (all []rule) {
	for line := range strings.Lines(table) {
		if words := strings.Fields(line); len(words) > 0 {
			all = append(all, rule{words[0], words[1:]})
		}
	}
	return all
}

// meaning returns the packages that a word of the table stands for.
func meaning(all []rule, word string) (packages []string) {
	exact := slices.ContainsFunc(all, func(r rule) bool { return r.name == word })
	below, family := strings.CutSuffix(word, "…")
	for _, r := range all {
		switch {
		case word == "everything", r.name == word,
			family && (r.name == below || strings.HasPrefix(r.name, below+"/")),
			!exact && path.Base(r.name) == word:
			packages = append(packages, r.name)
		}
	}
	return packages
}

// wrongImports compares what the files outside tests import with the table, and
// the table with what is imported. Each complaint is one line.
func wrongImports(all []source, table string) (found []string) {
	rows := rules(table)
	imported := importsOf(all)
	for _, f := range all {
		if !slices.ContainsFunc(rows, func(r rule) bool { return r.name == f.dir() }) {
			found = append(found, fmt.Sprintf("%s: the table imports has no row for %s", f.name, f.dir()))
		}
	}
	for _, r := range rows {
		if _, ok := imported[r.name]; !ok {
			found = append(found, fmt.Sprintf("the table imports has a row for %s, which does not exist", r.name))
			continue
		}
		rest := slices.Clone(imported[r.name])
		for _, word := range r.words {
			if word == "—" {
				continue
			}
			means := meaning(rows, word)
			if len(means) > 1 && word != "everything" && !strings.HasSuffix(word, "…") {
				found = append(found, fmt.Sprintf("row %s: %s means %s", r.name, word, strings.Join(means, " and ")))
			}
			before := len(rest)
			rest = slices.DeleteFunc(rest, func(to string) bool { return slices.Contains(means, to) })
			if len(rest) == before {
				found = append(found, fmt.Sprintf("row %s: %s is allowed and not imported", r.name, word))
			}
		}
		for _, to := range rest {
			found = append(found, fmt.Sprintf("%s may not import %s", r.name, to))
		}
	}
	return found
}

// importsOf returns for each package of this module those that it imports outside tests.
func importsOf(all []source) map[string][]string {
	imported := map[string][]string{}
	for _, f := range all {
		of := imported[f.dir()]
		for _, to := range f.imports() {
			ours := to == module || strings.HasPrefix(to, module+"/")
			if to = strings.TrimPrefix(to, module+"/"); ours && !f.test() && !slices.Contains(of, to) {
				of = append(of, to)
			}
		}
		imported[f.dir()] = of
	}
	return imported
}

// impurities returns what pure packages may not do.
func impurities(all []source, pure []string) (found []string) {
	for _, dir := range pure {
		if !slices.ContainsFunc(all, func(f source) bool { return f.dir() == dir }) {
			found = append(found, fmt.Sprintf("the pure package %s does not exist", dir))
		}
	}
	for _, f := range all {
		if f.test() || !slices.Contains(pure, f.dir()) {
			continue
		}
		for _, to := range f.imports() {
			if slices.Contains(impure, to) {
				found = append(found, fmt.Sprintf("%s: %s is pure and may not import %s", f.name, f.dir(), to))
			}
		}
		if usesTheTime(f) {
			found = append(found, fmt.Sprintf("%s: %s is pure and may not ask for the time", f.name, f.dir()))
		}
	}
	return found
}

// usesTheTime reports whether the file refers to time.Now or what calls it.
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

// wrongLibraries compares the imports of outside modules with the table, and the
// table with them and with go.mod.
func wrongLibraries(all []source, table, gomod string) (found []string) {
	rows := rules(table)
	used := map[string]bool{}
	for _, f := range all {
		for _, to := range f.imports() {
			first, _, _ := strings.Cut(to, "/")
			if !strings.Contains(first, ".") {
				continue
			}
			row := slices.IndexFunc(rows, func(r rule) bool { return to == r.name || strings.HasPrefix(to, r.name+"/") })
			switch {
			case row < 0:
				found = append(found, fmt.Sprintf("%s: the table libraries has no row for %s", f.name, to))
			case slices.Contains(rows[row].words, f.dir()) && (!f.test() || !slices.Contains(rows[row].words, "tests")):
				used[rows[row].name+" "+f.dir()] = true
			case f.test() && slices.Contains(rows[row].words, "tests"):
				used[rows[row].name+" tests"] = true
			default:
				found = append(found, fmt.Sprintf("%s: %s may not import %s", f.name, f.dir(), rows[row].name))
			}
		}
	}
	for _, r := range rows {
		for _, word := range r.words {
			if !used[r.name+" "+word] {
				found = append(found, fmt.Sprintf("row %s: %s is allowed and does not import it", r.name, word))
			}
		}
		if !strings.Contains(gomod, "\t"+r.name+" v") {
			found = append(found, fmt.Sprintf("row %s: go.mod does not require it", r.name))
		}
	}
	return found
}

func TestPackagesImportWhatTheTableAllows(t *testing.T) {
	all := parsed(t)
	complain(t, wrongImports(all, imports))
	complain(t, impurities(all, pure))
}

func TestOutsideLibrariesAreImportedWhereTheTableAllows(t *testing.T) {
	gomod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	complain(t, wrongLibraries(parsed(t), libraries, string(gomod)))
}

func TestForbiddenImportsAreFound(t *testing.T) {
	all := parse(t, fstest.MapFS{
		"game/board/a.go":          file("package board\nimport \"rosette/game\""),
		"game/board/a_test.go":     file("package board\nimport \"rosette/play\""),
		"game/b.go":                file("package game\nimport (\"rosette/game/board\"; \"os\"; \"math/rand/v2\")"),
		"play/clock/c.go":          file("package clock\nimport when \"time\"\nvar t = when.Now"),
		"play/d.go":                file("package play\nimport \"time\"\nvar t = time.Unix(1, 0)\nvar now = time.Since(t)"),
		"web/h.go":                 file("package web\nimport (\"rosette/play/clock\"; \"rosette/store\"; _ \"rosette/gamer\")"),
		"cmd/rosette/i.go":         file("package main\nimport (\"rosette/play\"; \"rosette/web\")"),
		"utils/j.go":               file("package utils"),
		"web/ui/node_modules/k.go": file("not Go at all"),
	})
	found := wrongImports(all, `
		cmd/rosette everything
		game        board
		game/board  —
		play        clock
		play/clock  —
		store       —
		web         play… game`)
	found = append(found, impurities(all, []string{"game", "play", "play/clock", "past"})...)
	want := []string{
		"utils/j.go: the table imports has no row for utils",
		"game/board may not import game",
		"row play: clock is allowed and not imported",
		"the table imports has a row for store, which does not exist",
		"row web: game is allowed and not imported",
		"web may not import store",
		"web may not import gamer",
		"the pure package past does not exist",
		"game/b.go: game is pure and may not import os",
		"game/b.go: game is pure and may not import math/rand/v2",
		"play/clock/c.go: play/clock is pure and may not ask for the time",
		"play/d.go: play is pure and may not ask for the time",
	}
	same(t, found, want)
}

func TestForbiddenLibrariesAreFound(t *testing.T) {
	found := wrongLibraries(parse(t, fstest.MapFS{
		"a/a.go":      file("package a\nimport \"example.org/plot/svg\""),
		"a/a_test.go": file("package a\nimport \"example.org/check\""),
		"b/b.go":      file("package b\nimport (\"example.org/plot\"; \"example.org/check\"; \"example.org/plotter\")"),
	}), `
		example.org/check tests c
		example.org/plot  a
		example.org/gone`, "\texample.org/check v1.0.0\n\texample.org/plot v1.0.0\n")
	same(t, found, []string{
		"b/b.go: b may not import example.org/plot",
		"b/b.go: b may not import example.org/check",
		"b/b.go: the table libraries has no row for example.org/plotter",
		"row example.org/check: c is allowed and does not import it",
		"row example.org/gone: go.mod does not require it",
	})
}

func TestTheTablesAreSorted(t *testing.T) {
	for _, table := range []string{imports, libraries} {
		names := []string{}
		for _, r := range rules(table) {
			names = append(names, r.name)
		}
		if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) < len(names) {
			t.Errorf("not sorted, or with a row twice:\n%s", strings.Join(names, "\n"))
		}
	}
}
