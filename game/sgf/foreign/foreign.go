// Package foreign reads game records in formats other than SGF: GIB from the Tygem server, NGF from
// WBaduk and Cyberoro. Both have one game per file and no specification; this package follows
// existing files.
package foreign

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/charset"
	"rosette/internal/quote"
)

// Read reads records in any format. It recognizes the format by the content; the default is SGF,
// see [sgf.Parse]. A game in another format becomes an SGF tree, and Problems lists what Read could
// not parse. Read fails if r fails or has no record.
func Read(r io.Reader, o sgf.Options) (*sgf.Collection, error) {
	size := 0
	if sized, ok := r.(interface{ Len() int }); ok {
		size = sized.Len()
	}
	from := sizedReader{bufio.NewReaderSize(r, headSize), size}
	head, err := from.Peek(headSize)
	if err != nil && err != io.EOF {
		return nil, fmt.Errorf("sgf: %w", err)
	}
	read := formatOf(string(head))
	if read == nil {
		return sgf.Parse(from, o)
	}
	most := largest
	if o.MaxBytes > 0 {
		most = min(most, o.MaxBytes)
	}
	data, err := io.ReadAll(io.LimitReader(from, int64(most)+1))
	if err != nil {
		return nil, fmt.Errorf("sgf: %w", err)
	}
	if len(data) > most {
		return nil, sgf.Problem{
			Fault: sgf.FaultTooLarge, Message: fmt.Sprintf("over %d bytes; a game is smaller", most),
		}
	}
	given, err := sgf.GivenCharset(o)
	if err != nil {
		return nil, err
	}
	return read(string(data), given)
}

const (
	headSize = 4096
	largest  = 1 << 20 // largest file in bytes; games have some thousands
)

// A sizedReader is a reader with a known size in bytes, or 0, so that reading can allocate the
// whole buffer at once.
type sizedReader struct {
	*bufio.Reader
	size int
}

// Len returns the number of bytes, like Len in [bytes.Reader].
func (r sizedReader) Len() int { return r.size }

// A reader parses a file in one format. given is its charset, or nil to guess it.
type reader func(data string, given *charset.Charset) (*sgf.Collection, error)

// formatOf returns the reader for a file that starts with head, nil for SGF.
func formatOf(head string) reader {
	head = strings.TrimLeft(strings.TrimPrefix(head, "\xef\xbb\xbf"), " \t\r\n")
	switch {
	case strings.HasPrefix(head, "("):
		return nil
	case isGIB(head):
		return readGIB
	case isNGF(head):
		return readNGF
	}
	return nil
}

// lines splits a file into lines, without trailing blanks.
func lines(text string) []string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = strings.TrimRight(line, " \t\r\x00")
	}
	return all
}

// A builder builds a game tree line by line.
type builder struct {
	c           *sgf.Collection
	root, last  *sgf.Node
	line        int // number of the current line, from 1
	coordinates *sgf.Coordinates
	next        board.Color // the player to move
	reading     sgf.Reading // what the properties do not show
	comments    map[*sgf.Node][]string
}

// newBuilder returns a builder for a square board with size lines, by default 19. Files do not name
// rules: both servers are Korean and count territory.
func newBuilder(size string) *builder {
	side, err := strconv.Atoi(size)
	if err != nil {
		side = 19
	}
	b := &builder{c: &sgf.Collection{}, root: &sgf.Node{}, next: board.Black, comments: map[*sgf.Node][]string{}}
	b.c.Trees, b.last = []*sgf.Node{b.root}, b.root
	switch {
	case side < 1 || side > maxSide:
		b.problem(sgf.FaultNoBoard, "a board of side %d; read as 19", side)
		b.reading.Size = sgf.Assumption{How: sgf.Default, Value: "square-19", Written: size, Why: sgf.ReasonNineteen}
		side = 19
	case err != nil && size != "":
		b.unusable(&b.reading.Size, "board", size, "square-19", sgf.ReasonNineteen)
	}
	b.coordinates, _ = sgf.NewCoordinates(board.Square(side, side)) // square boards have coordinates
	b.root.Set("FF", "4")
	b.root.Set("GM", "1")
	b.root.Set("CA", "UTF-8")
	b.root.Set("SZ", strconv.Itoa(side))
	b.root.Set("RU", "Korean")
	b.reading.Rules = sgf.Assumption{How: sgf.Default, Value: "korean", Why: sgf.ReasonServer}
	return b
}

// maxSide is the largest board side on these servers.
const maxSide = 19

// problem adds a problem at the current line, up to a limit.
func (b *builder) problem(f sgf.Fault, format string, args ...any) {
	if len(b.c.Problems) < 100 {
		b.c.Problems = append(b.c.Problems, sgf.Problem{Fault: f, Line: b.line, Message: fmt.Sprintf(format, args...)})
	}
}

// decoded adds the charset and the problems with it. given is the charset that the caller names, or
// nil.
func (b *builder) decoded(t charset.Text, given *charset.Charset) {
	b.c.Charset = t.Charset
	b.reading.Charset = sgf.CharsetOf(t, given, "")
	if t.Doubt != "" {
		b.problem(sgf.FaultCharsetGuessed, "%s", t.Doubt)
	}
	if t.Invalid >= 0 {
		b.line = 1 + strings.Count(t.Text[:t.Invalid], "\n")
		b.problem(sgf.FaultCharset, "bytes that are not %s", t.Charset)
		b.line = 0
	}
}

// set sets a property of the root, unless text is empty.
func (b *builder) set(id, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.root.Set(id, sgf.Escape(text))
	}
}

// komi sets KM, unless no ruleset allows that komi.
func (b *builder) komi(points float64) {
	if 2*points != math.Trunc(2*points) || math.Abs(points) > float64(b.coordinates.Graph.Points()) {
		b.problem(sgf.FaultRules, "komi %v is left out: use a whole or half number up to the points of the board",
			points)
		return
	}
	b.root.Set("KM", strconv.FormatFloat(points, 'f', -1, 64))
}

// comment appends a comment to a node; [builder.done] writes them.
func (b *builder) comment(n *sgf.Node, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.comments[n] = append(b.comments[n], text)
	}
}

// done writes the comments and the reading and returns the game.
func (b *builder) done() *sgf.Collection {
	b.root.Assume(b.reading)
	for n, all := range b.comments {
		n.Set("C", sgf.Escape(strings.Join(all, "\n")))
	}
	return b.c
}

// unusable reports that a header value cannot be used, with its default and the reason for it.
func (b *builder) unusable(to *sgf.Assumption, name, text, value string, why sgf.Reason) {
	b.problem(sgf.FaultBadLine, "%s %s cannot be used", name, clip(text))
	*to = sgf.Assumption{How: sgf.Default, Value: value, Written: text, Why: why}
}

// handicap places n handicap stones and gives White the move.
func (b *builder) handicap(n int) {
	if n < 2 {
		return
	}
	points, err := b.coordinates.FixedHandicap(n)
	if err != nil {
		b.problem(sgf.FaultBadLine, "%v", err)
		b.reading.Handicap = sgf.Assumption{How: sgf.Default, Value: "0", Written: strconv.Itoa(n), Why: sgf.ReasonEven}
		return
	}
	raw := make([]string, len(points))
	for i, p := range points {
		raw[i] = b.coordinates.Write(p)
	}
	b.root.Set("HA", strconv.Itoa(n))
	b.root.Set("AB", raw...)
	b.root.Set("PL", "W")
	b.next = board.White
}

// move adds a move at a column and a row, both from 0 at the top left.
func (b *builder) move(c board.Color, column, row int) {
	width, height := b.coordinates.Size()
	if column < 0 || column >= width || row < 0 || row >= height {
		b.problem(sgf.FaultNoPoint, "no point at column %d and row %d of %s; the move is left out", column+1, row+1,
			b.coordinates.Name())
		return
	}
	b.add(c, string([]byte{byte('a' + column), byte('a' + row)}))
}

// pass adds a pass of the player whose turn it is.
func (b *builder) pass() { b.add(b.next, "") }

func (b *builder) add(c board.Color, raw string) {
	b.last = b.last.Add()
	id := "B"
	if c == board.White {
		id = "W"
	}
	b.last.Set(id, raw)
	b.next = c.Opponent()
}

// clip quotes and shortens text from a file for a message.
func clip(text string) string { return strconv.Quote(quote.Clip(text, 24)) }
