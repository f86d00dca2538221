package rosette_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// law says which rooms of ours a room may import. A word is a room's path or
// its last name where that is unique; "…" adds all rooms below. Rooms to come
// stand here too.
const law = `
.                  —
game               board life
game/board         —
goldentest             —
game/life          board
game/sgf           game board
draw               game board life
engine             game board
engine/playout     engine engine/pattern game board
engine/pattern       game board
engine/pattern/learn engine… game board
engine/neural      engine game board life
engine/neural/remote engine engine/neural game board
engine/solve       engine game board life
engine/testsuite        engine engine/solve engine/search game board
engine/review      engine game board sgf draw
engine/matches       engine/player protocol/gtp game board sgf
engine/search      engine engine/pattern game board
engine/player         engine engine/search game board life
engine/train       engine… game board sgf
play               clock game board
play/clock         —
play/table         play game board
play/seat          play clock game board
play/lobby         play people/rating
people             —
people/rating      —
people/chat        people
protocol/gtp       engine game board life sgf draw
protocol/analysis  engine game board
store              play people people/chat
bus                play people/chat
i18n               —
web                play… people… game board life sgf draw i18n web/ui
web/ui             —
web/ui/bundle      —
cmd/rosette        everything
`

// pure rooms get time and luck as arguments and touch nothing outside.
var pure = strings.Fields(`game game/board game/life game/sgf draw engine play play/clock people/rating`)

// impure imports are not for pure rooms.
var impure = strings.Fields(`os net net/http database/sql log/slog math/rand math/rand/v2 crypto/rand`)

const module = "rosette"

// rooms reads the law: for each room the rooms that it may import.
func rooms(law string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(law) {
		if words := strings.Fields(line); len(words) > 0 {
			all[words[0]] = words[1:]
		}
	}
	for room, words := range all {
		var may []string
		for _, word := range words {
			may = append(may, mean(all, word)...)
		}
		all[room] = may
	}
	return all
}

// mean returns the rooms that a word of the law stands for.
func mean(all map[string][]string, word string) []string {
	var meant []string
	below, family := strings.CutSuffix(word, "…")
	for room := range all {
		switch {
		case word == "everything", room == word, family && (room == below || strings.HasPrefix(room, below+"/")),
			all[word] == nil && path.Base(room) == word:
			meant = append(meant, room)
		}
	}
	return meant
}

// breaches returns in one line each what in the tree is against the law.
func breaches(tree fs.FS, law string) ([]string, error) {
	var found []string
	may := rooms(law)
	err := eachFile(tree, func(name string, file *ast.File, _ *token.FileSet) {
		room := path.Dir(name)
		if _, ok := may[room]; !ok {
			found = append(found, fmt.Sprintf("%s: no room %s in the law", name, room))
			return
		}
		if strings.HasSuffix(name, "_test.go") {
			return
		}
		for _, i := range file.Imports {
			to, _ := strconv.Unquote(i.Path.Value) // the parser has checked it
			ours := to == module || strings.HasPrefix(to, module+"/")
			to = strings.TrimPrefix(to, module+"/")
			if ours && !slices.Contains(may[room], to) {
				found = append(found, fmt.Sprintf("%s: %s may not import %s", name, room, to))
			}
			if slices.Contains(pure, room) && !ours && slices.Contains(impure, to) {
				found = append(found, fmt.Sprintf("%s: %s is pure and may not import %s", name, room, to))
			}
		}
		if slices.Contains(pure, room) && asksTheTime(file) {
			found = append(found, fmt.Sprintf("%s: %s is pure and may not ask what time it is", name, room))
		}
	})
	return found, err
}

// asksTheTime tells whether the file speaks of time.Now, or of what calls it.
func asksTheTime(file *ast.File) bool {
	name := ""
	for _, i := range file.Imports {
		if i.Path.Value == `"time"` {
			name = "time"
			if i.Name != nil {
				name = i.Name.Name
			}
		}
	}
	asks := false
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && name != "" {
			if on, ok := s.X.(*ast.Ident); ok && on.Name == name {
				asks = asks || slices.Contains([]string{"Now", "Since", "Until"}, s.Sel.Name)
			}
		}
		return true
	})
	return asks
}

// eachFile parses every Go file of the tree.
func eachFile(tree fs.FS, see func(name string, file *ast.File, set *token.FileSet)) error {
	return fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := path.Base(name)
		if d.IsDir() && name != "." && (strings.HasPrefix(base, ".") || base == "node_modules" || base == "testdata") {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, name, text, parser.SkipObjectResolution)
		if err == nil {
			see(name, file, set)
		}
		return err
	})
}

func TestTheHouseKeepsItsLaw(t *testing.T) {
	found, err := breaches(os.DirFS("."), law)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestAHouseThatBreaksTheLawIsFound(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	found, err := breaches(fstest.MapFS{
		"game/board/a.go":          file("package board\nimport \"rosette/game\""),
		"game/board/a_test.go":     file("package board\nimport \"rosette/play\""),
		"game/b.go":                file("package game\nimport (\"rosette/game/board\"; \"os\"; \"math/rand/v2\")"),
		"play/clock/c.go":          file("package clock\nimport when \"time\"\nvar t = when.Now"),
		"play/d.go":                file("package play\nimport \"time\"\nvar t = time.Unix(1, 0)\nvar now = time.Since(t)"),
		"engine/search/e.go":       file("package search\nimport \"rosette/play\""),
		"engine/player/f.go":       file("package player\nimport \"rosette/engine/search\"\nimport \"os\""),
		"play/table/g.go":          file("package table\nimport \"rosette/engine\""),
		"web/h.go":                 file("package web\nimport (\"rosette/play/table\"; \"rosette/store\"; _ \"rosette/gamer\")"),
		"cmd/rosette/i.go":         file("package main\nimport (\"rosette/store\"; \"rosette/engine/player\"; \"rosette/web\")"),
		"utils/j.go":               file("package utils"),
		"web/ui/node_modules/k.go": file("not Go at all"),
	}, law)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"engine/search/e.go: engine/search may not import play",
		"game/b.go: game is pure and may not import os",
		"game/b.go: game is pure and may not import math/rand/v2",
		"game/board/a.go: game/board may not import game",
		"play/clock/c.go: play/clock is pure and may not ask what time it is",
		"play/d.go: play is pure and may not ask what time it is",
		"play/table/g.go: play/table may not import engine",
		"utils/j.go: no room utils in the law",
		"web/h.go: web may not import store",
		"web/h.go: web may not import gamer",
	}
	if !slices.Equal(found, want) {
		t.Errorf("found\n%s\nwant\n%s", strings.Join(found, "\n"), strings.Join(want, "\n"))
	}
}

func TestEveryWordOfTheLawIsARoom(t *testing.T) {
	all := map[string][]string{}
	for line := range strings.Lines(law) {
		if words := strings.Fields(line); len(words) > 0 {
			all[words[0]] = words[1:]
		}
	}
	for room, words := range all {
		for _, word := range words {
			if n := len(mean(all, word)); word != "—" && (n == 0 || n > 1 && word != "everything" && !strings.HasSuffix(word, "…")) {
				t.Errorf("%s: the word %s of the law means %d rooms", room, word, n)
			}
		}
	}
	for _, room := range pure {
		if _, ok := all[room]; !ok {
			t.Errorf("the pure room %s is not in the law", room)
		}
	}
}

// The lengths that no file and no function exceeds without a reason here.
const (
	longestFile     = 400
	longestFunction = 60
)

var long = map[string]string{}

// tooLong returns the files, and the functions outside tests, that are longer.
func tooLong(tree fs.FS) (found []string, err error) {
	err = eachFile(tree, func(name string, file *ast.File, set *token.FileSet) {
		if n := set.File(file.Pos()).LineCount(); n > longestFile && long[name] == "" {
			found = append(found, fmt.Sprintf("%s has %d lines", name, n))
		}
		for _, d := range file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || strings.HasSuffix(name, "_test.go") {
				continue
			}
			n := set.Position(f.End()).Line - set.Position(f.Pos()).Line + 1
			if n > longestFunction && long[name+" "+f.Name.Name] == "" {
				found = append(found, fmt.Sprintf("%s: %s has %d lines", name, f.Name.Name, n))
			}
		}
	})
	return found, err
}

func TestNoFileAndNoFunctionIsTooLong(t *testing.T) {
	found, err := tooLong(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range found {
		t.Error(line)
	}
}

func TestALongFunctionAndALongFileAreFound(t *testing.T) {
	body := strings.Repeat("\n", longestFunction-1)
	found, err := tooLong(fstest.MapFS{
		"a.go": {Data: []byte("package a\nfunc f() {" + body + "}\nfunc g() {\n" + body + "}\n")},
		"b.go": {Data: []byte("package a\n" + strings.Repeat("\n", longestFile-1))},
		"c.go": {Data: []byte("package a\n" + strings.Repeat("\n", longestFile))},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.go: g has 61 lines", "c.go has 401 lines"}; !slices.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
}
