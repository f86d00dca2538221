package editor

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
	"rosette/play/view/position"
	"rosette/study"
)

// otherFiles are records of kinds that the repository's files lack.
var otherFiles = map[string]string{
	"FF[1] with long names":       "(;GaMe[1]SiZe[9]PlayerBlack[Ann]Comment[start];Black[ee]Comment[one];White[cc]L[aa][bb]M[cc])",
	"FF[2]":                       "(;FF[2]GM[1]SZ[13]PB[A]PW[B];B[jd]EL[3]EX[x];W[dd]SI[s];B[tt];W[tt])",
	"FF[3]":                       "(;FF[3]GM[1]SZ[19]EV[Cup]RG[aa]SC[bb]L[cc][dd]M[ee];B[pd]SE[x]BS[1];W[dp];B[tt]CH[2])",
	"set-up in the middle":        "(;GM[1]SZ[9];B[ee];W[cc];AB[aa:cc]AE[ee]PL[W]C[again];W[dd](;AE[aa];B[aa])(;AW[aa][bb]))",
	"a move and set-up in a node": "(;GM[1]SZ[9];B[ee]AB[aa]AW[bb];W[cc]B[dd]C[both]TR[dd])",
	"unknown properties":          "(;GM[1]SZ[9]XYZ[a\\]b][c]KGSDE[x];B[ee]QQ[1]CR[ee]MULTIGOGM[1];W[cc]VW[aa:bb]DD[])",
	"illegal moves":               "(;GM[1]SZ[5]RU[Japanese];B[ab];B[ba];W[aa];W[aa];B[aa];B[zz];W[])",
	"values twice":                "(;GM[1]SZ[9]C[one]C[two]AB[aa]AB[bb];B[ee]TR[aa]TR[bb]N[x]N[y])",
	"not closed":                  "(;GM[1]SZ[9];B[ee](;W[cc];B[gg](;W[dd]C[open",
	"text around":                 "From: me\n\nsee (this)\n(;GM[1]SZ[9];B[ee]\n garbage [x] ;W[cc])))\n-- \nbye",
	"escapes and line ends":       "(;GM[1]SZ[9]C[a\\\r\nb\\]c\\\\d\r\re\\:f]LB[ee:x\\:y\\]z];B[ee]N[one\r\ntwo])",
	"a rectangle":                 "(;GM[1]SZ[13:7]HA[2]AB[dd][jd]PL[W];W[gd];B[ga])",
	"a board of Rosette":          "(;GM[1975]FF[4]XB[3]RU[flower];B[ba];W[ca](;B[aa])(;B[ab]))",
	"rules in a variation":        "(;GM[1]SZ[9]KM[5.5];B[ee](;W[cc]KM[0]RU[AGA])(;W[gg]GN[other]))",
	"many games":                  strings.Repeat("(;GM[1]SZ[9]GN[x];B[ee];W[cc])", 30),
	"another game among them":     "(;GM[2]SZ[8];B[d3])(;GM[1]SZ[9];B[ee])",
	"marks of every kind":         "(;GM[1]SZ[9];B[ee]CR[aa]SQ[bb]TR[cc]MA[dd]SL[ff]LB[gg:A]AR[aa:cc]LN[bb:dd]DD[hh]TB[ii]TW[ia]GB[1]HO[2]IT[]FG[257:x]PM[1])",
}

// realFiles returns the records in the repository and the other kinds.
func realFiles(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, pattern := range []string{
		"game/sgf/testdata/*.sgf", "game/sgf/testdata/charset/*.sgf", "docs/bench/reviews/*.sgf", "engine/review/testdata/*.sgf",
		"solve/puzzle/collection/*.sgf",
	} {
		names, err := filepath.Glob("../../" + pattern)
		if err != nil || names == nil {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			files[name] = data
		}
	}
	for name, text := range otherFiles {
		files[name] = []byte(text)
	}
	return files
}

// positions returns the position and the comment at the end of each variation.
func positions(t *testing.T, root *sgf.Node) (all []string) {
	t.Helper()
	r, err := sgf.NewReplayer(root)
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *sgf.Node)
	walk = func(n *sgf.Node) {
		r.Step(n)
		if len(n.Children) == 0 {
			g := r.Game()
			all = append(all, fmt.Sprint(position.Stones(g.Board()), g.ToMove(), n.Text("C")))
		}
		for _, child := range n.Children {
			walk(child)
		}
		r.Undo()
	}
	walk(root)
	return all
}

// properties lists a tree's properties in file order, with values as text.
func properties(root *sgf.Node) (all []string) {
	depth := map[*sgf.Node]int{}
	for todo := []*sgf.Node{root}; len(todo) > 0; {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		values := map[string][]string{}
		for _, p := range n.Properties {
			for _, raw := range p.Values {
				values[p.ID] = append(values[p.ID], sgf.Text(raw))
			}
		}
		delete(values, "CA") // always UTF-8
		delete(values, "FF") // always 4
		delete(values, "AP") // the program
		all = append(all, fmt.Sprint(depth[n], values))
		for _, child := range slices.Backward(n.Children) {
			depth[child] = depth[n] + 1
			todo = append(todo, child)
		}
	}
	return all
}

// Records keep every property, value, variation and position from opening to export, and an export
// opens as the same.
func TestRecordsReturnUnchanged(t *testing.T) {
	files := realFiles(t)
	if len(files) < 40 {
		t.Fatalf("only %d files", len(files))
	}
	returned := 0
	for name, data := range files {
		before, err := foreign.Read(bytes.NewReader(data), fileOptions)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(before.Trees) > study.MaxChapters {
			before.Trees = before.Trees[:study.MaxChapters]
			part, err := text(before)
			if err != nil {
				t.Fatal(err)
			}
			data = []byte(part)
		}
		var ends [][]string // before the conversion to FF[4]
		valid := true
		for _, root := range before.Trees {
			if _, err := sgf.CoordinatesOf(root); err != nil {
				valid = false
				break
			}
			ends = append(ends, positions(t, root))
		}
		s := newSession(t)
		opened := s.send(Request{Command: Open, File: data})
		if !valid || opened.Refused != nil {
			if valid || opened.Refused == nil {
				t.Errorf("%s: %+v", name, opened.Refused)
			}
			continue
		}
		returned++
		exported := s.sgfText()
		after, err := sgf.Parse(strings.NewReader(exported), sgf.Options{})
		if err != nil || len(after.Trees) != len(before.Trees) {
			t.Fatalf("%s: %v", name, err)
		}
		before.Modernize()
		for i, root := range before.Trees {
			sgf.SeparateMoves(root)
			if a, b := properties(root), properties(after.Trees[i]); !slices.Equal(a, b) {
				t.Errorf("%s: tree %d has\n%.1500q\nwant\n%.1500q", name, i, b, a)
			}
			if now := positions(t, after.Trees[i]); !slices.Equal(now, ends[i]) {
				t.Errorf("%s: tree %d ends in\n%.800q\nwant\n%.800q", name, i, now, ends[i])
			}
		}
		if again := s.do(Request{Command: Open, Text: exported}); again.Start != exported || opened.Start != exported {
			t.Errorf("%s: opened again as\n%.800s\nwant\n%.800s", name, again.Start, exported)
		}
	}
	if returned < 40 {
		t.Errorf("only %d files were opened", returned)
	}
}
