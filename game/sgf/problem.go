package sgf

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxProblems is the largest number of problems reported for a file. A file in another format would
// have many more.
const maxProblems = 100

// maxAlike is the largest number of listed problems that are alike, usually with the same message.
const maxAlike = 3

// A Problem is a fault at a place in a record. Line, Column (in characters) and Node count from 1;
// 0 means unknown.
type Problem struct {
	Line, Column, Node int
	Fault              Fault
	Message            string
	More               int // number of similar problems that follow unlisted

	kind string // key for similar problems, Message if empty
}

// alikeBy returns the key that similar problems share.
func (p *Problem) alikeBy() string { return cmp.Or(p.kind, p.Message) }

// Grade returns the severity of the problem.
func (p Problem) Grade() Grade { return grades[p.Fault] }

// Error returns the place and the message in one line. It replaces control characters, which a
// terminal would obey.
func (p Problem) Error() string { return p.line("") }

// Graded is like Error, with the grade before the message.
func (p Problem) Graded() string { return p.line(p.Grade().String() + ": ") }

// line returns the place, before and the message.
func (p Problem) line(before string) string {
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
		return before + what
	}
	return strings.Join(where, ", ") + ": " + before + what
}

// MarshalJSON writes the known place, the grade, the fault and the message.
func (p Problem) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Line    int    `json:"line,omitempty"`
		Column  int    `json:"column,omitempty"`
		Node    int    `json:"node,omitempty"`
		Grade   Grade  `json:"grade"`
		Fault   Fault  `json:"fault"`
		Message string `json:"message"`
		More    int    `json:"more,omitempty"`
	}{p.Line, p.Column, p.Node, p.Grade(), p.Fault, p.Message, p.More})
}

// Worst returns the first problem with the highest grade, and false if all are notes.
func Worst(all []Problem) (worst Problem, found bool) {
	for _, p := range all {
		if grade := p.Grade(); grade > worst.Grade() || grade > Note && !found {
			worst, found = p, true
		}
	}
	return worst, found
}

// Summary returns the worst problem in one line, with its grade and how many other problems are
// above notes, or "" if there are only notes.
func Summary(all []Problem) string {
	worst, found := Worst(all)
	if !found {
		return ""
	}
	others := -1
	for _, p := range all {
		if p.Grade() > Note {
			others += 1 + p.More
		}
	}
	switch others -= worst.More; {
	case others == 1:
		return worst.Graded() + "; and 1 other problem, see rosette sgf check"
	case others > 1:
		return fmt.Sprintf("%s; and %d other problems, see rosette sgf check", worst.Graded(), others)
	}
	return worst.Graded()
}

// A problemList collects the problems in a file: at most [maxProblems], and at most [maxAlike]
// alike, so that one repeated mistake does not hide the others.
type problemList struct {
	all   []Problem
	alike map[string]*alike // by the key from alikeBy
}

// alike counts similar problems.
type alike struct{ listed, last int } // last is the index in all of the last listed one

// lists reports whether there is room for another problem with that key. If not, it counts the
// problem.
func (l *problemList) lists(by string) bool {
	a := l.alike[by]
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

// add adds a problem after lists has returned true for it.
func (l *problemList) add(p Problem) {
	a := l.alike[p.alikeBy()]
	if a == nil {
		if l.alike == nil {
			l.alike = map[string]*alike{}
		}
		a = &alike{}
		l.alike[p.alikeBy()] = a
	}
	a.listed++
	a.last = len(l.all)
	l.all = append(l.all, p)
}

// A source is the text of a file, with an index for finding line and column.
type source struct {
	text    string
	blocks  []mark // one for every block bytes
	counted int    // number of bytes scanned so far
}

// block is the distance in bytes between marks. A file may be one long line, or only line breaks.
const block = 512

// A mark holds the line and the number of characters at an offset.
type mark struct {
	characters int32 // number before the offset
	from       int32 // the offset, or the start of a line break that it splits
	line       int32 // line of from, counted from 1
	start      int32 // offset of that line
}

// place returns the line and column of an offset. The cost does not depend on the offset.
func (s *source) place(at int) (line, column int) {
	if s.blocks == nil {
		s.index()
	}
	m := s.blocks[at/block]
	s.advance(&m, at)
	return int(m.line), s.charactersBefore(at) - s.charactersBefore(int(m.start)) + 1
}

// advance moves a mark to an offset, or to a line break that the offset splits.
func (s *source) advance(m *mark, to int) {
	for i := int(m.from); i < to; {
		n := newline(s.text[i:])
		switch {
		case n == 0:
			i++
		case i+n > to:
			return
		default:
			i += n
			m.line, m.start = m.line+1, int32(i)
		}
		m.from = int32(i)
	}
}

// index builds the marks.
func (s *source) index() {
	s.blocks = make([]mark, 0, len(s.text)/block+1)
	m := mark{line: 1}
	for at := 0; at <= len(s.text); at += block {
		s.advance(&m, at)
		s.blocks = append(s.blocks, m)
		m.characters += int32(s.characters(at, min(at+block, len(s.text))))
	}
}

// charactersBefore returns the number of characters before an offset.
func (s *source) charactersBefore(at int) int {
	return int(s.blocks[at/block].characters) + s.characters(at/block*block, at)
}

// characters counts the characters that start between two offsets.
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

// newline returns the length of the line break at the start of s, or 0. LF, CR, CRLF and LFCR are
// one break each.
func newline(s string) int {
	if s[0] != '\n' && s[0] != '\r' {
		return 0
	}
	if len(s) > 1 && s[1] != s[0] && (s[1] == '\n' || s[1] == '\r') {
		return 2
	}
	return 1
}

// problem returns a Problem with a node, or with one of its properties. Without a source it has no
// line.
func (s *source) problem(n *Node, p *Property, f Fault, what string) Problem {
	found := Problem{Node: int(n.number), Fault: f, Message: what}
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

// problem returns a Problem with the node, or with one of its properties. It walks up to the root,
// which is slow for every node in a long game.
func (n *Node) problem(p *Property, f Fault, what string) Problem {
	return n.Root().source().problem(n, p, f, what)
}

// ProblemIn returns an error in a property as a Problem with its place.
func (n *Node) ProblemIn(id string, wrong error) Problem {
	return n.problem(n.Property(id), faultOf(id), id+": "+wrong.Error())
}
