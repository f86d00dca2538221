package sgf

import (
	"fmt"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxProblems is the largest number of problems reported for a file; a file
// that is not SGF at all would have many more.
const maxProblems = 100

// maxAlike is the largest number of problems listed with the same message.
const maxAlike = 3

// A Grade says how bad a problem is.
type Grade int

const (
	Error   Grade = iota // the record breaks the format or the rules, and something is lost
	Warning              // the record may not mean what was read
	Note                 // the letter of the format is broken, and nothing is lost
)

// isError reports whether a problem is more than a warning.
func isError(p Problem) bool { return p.Grade == Error }

// A Problem is what is wrong in a record, with its place. Line, Column (in
// characters) and Node count from 1 and are 0 where they are not known.
type Problem struct {
	Grade              Grade
	Line, Column, Node int
	Message            string
	More               int // how many problems with this message follow that are not listed
}

// Error returns the place and the message in one line. Control characters,
// which a terminal would obey, are replaced.
func (p Problem) Error() string {
	var where []string
	for _, w := range []struct {
		name string
		n    int
	}{{"line ", p.Line}, {"column ", p.Column}, {"node ", p.Node}} {
		if w.n > 0 {
			where = append(where, w.name+itoa(w.n))
		}
	}
	what := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return utf8.RuneError
		}
		return r
	}, p.Message)
	if p.More > 0 {
		what += fmt.Sprintf(" … and %d more like it", p.More)
	}
	if len(where) == 0 {
		return what
	}
	return strings.Join(where, ", ") + ": " + what
}

// A problemList is what was found in a file: at most [maxProblems] problems, and
// [maxAlike] with the same message, so that one mistake repeated throughout a
// file does not hide the others.
type problemList struct {
	all   []Problem
	alike map[string]*alike // by message
}

// alike are the problems with one message.
type alike struct{ listed, last int } // last is the index of the last one listed

// lists reports whether a further problem with this message is to be added, and
// counts it if not.
func (l *problemList) lists(message string) bool {
	a := l.alike[message]
	if a == nil {
		return !l.full()
	}
	if a.listed < maxAlike && !l.full() {
		return true
	}
	l.all[a.last].More++
	return false
}

func (l *problemList) full() bool { return len(l.all) >= maxProblems }

// add lists a problem for which lists has returned true.
func (l *problemList) add(p Problem) {
	a := l.alike[p.Message]
	if a == nil {
		if l.alike == nil {
			l.alike = map[string]*alike{}
		}
		a = &alike{}
		l.alike[p.Message] = a
	}
	a.listed++
	a.last = len(l.all)
	l.all = append(l.all, p)
}

// A source is the text of a file, in which places are found.
type source struct {
	text    string
	lines   []int // offset of each line
	blocks  []int // for every multiple of block: how many characters stand before it
	counted int   // bytes read so far to find places
}

// block is the distance of the offsets for which a source knows the number of
// characters before them. A file may be one long line.
const block = 512

// place returns the line and column of an offset. It costs as much for the last
// byte of a file as for the first.
func (s *source) place(at int) (line, column int) {
	if s.lines == nil {
		s.index()
	}
	line = sort.SearchInts(s.lines, at+1)
	return line, s.charactersBefore(at) - s.charactersBefore(s.lines[line-1]) + 1
}

// index notes where lines begin and how many characters stand before each block.
func (s *source) index() {
	s.lines = []int{0}
	for i := 0; i < len(s.text); i++ {
		if n := newline(s.text[i:]); n > 0 {
			i += n - 1
			s.lines = append(s.lines, i+1)
		}
	}
	characters := 0
	for at := 0; at <= len(s.text); at += block {
		s.blocks = append(s.blocks, characters)
		characters += s.characters(at, min(at+block, len(s.text)))
	}
}

// charactersBefore returns the number of characters before an offset.
func (s *source) charactersBefore(at int) int {
	return s.blocks[at/block] + s.characters(at/block*block, at)
}

// characters counts the characters that begin within a part of the text.
func (s *source) characters(from, to int) int {
	n := 0
	for i := from; i < to; i++ {
		if utf8.RuneStart(s.text[i]) {
			n++
		}
	}
	s.counted += to - from
	return n
}

// newline returns the length of the line break that the text begins with, 0 if
// there is none. LF, CR, CRLF and LFCR are one break each.
func newline(s string) int {
	if s[0] != '\n' && s[0] != '\r' {
		return 0
	}
	if len(s) > 1 && s[1] != s[0] && (s[1] == '\n' || s[1] == '\r') {
		return 2
	}
	return 1
}

// problem returns a Problem at a node, or at one of its properties. Without a
// source it has no line.
func (s *source) problem(n *Node, p *Property, what string) Problem {
	found := Problem{Node: int(n.number), Message: what}
	if s == nil || n.number == 0 {
		return found
	}
	at := n.at
	if p != nil && p.at > 0 {
		at = p.at
	}
	found.Line, found.Column = s.place(int(at))
	return found
}

// problem returns a Problem at the node, or at one of its properties. It looks
// for the root first, which takes long for every node of a long game.
func (n *Node) problem(p *Property, what string) Problem { return n.Root().src.problem(n, p, what) }

// ProblemIn returns an error in a property of the node as a Problem at its
// place.
func (n *Node) ProblemIn(id string, wrong error) Problem {
	return n.problem(n.Property(id), id+": "+wrong.Error())
}
