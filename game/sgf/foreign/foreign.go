// Package foreign reads game records in other formats than SGF: GIB of the server
// Tygem and NGF of the servers WBaduk and Cyberoro. Both have one game in a file
// and no specification; what is known of them comes from files.
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

// Read reads records in any format, which it recognizes by the content: SGF where
// it knows no better, see [sgf.Parse]. A game in another format becomes a tree in
// SGF, of which the collection lists what could not be read. It fails if r fails,
// or holds no record.
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
	largest  = 1 << 20 // bytes of a file; games have some thousands
)

// A sizedReader knows how many bytes it has, so that a file is read into an array of its
// size; 0 is not known.
type sizedReader struct {
	*bufio.Reader
	size int
}

// Len returns the number of bytes as [bytes.Reader] does.
func (r sizedReader) Len() int { return r.size }

// A reader reads a file in one format, in the charset given unless that is nil.
type reader func(data string, given *charset.Charset) (*sgf.Collection, error)

// formatOf returns the reader of the format that a file begins in, nil for SGF.
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

// lines returns the lines of a file without the blanks at their ends.
func lines(text string) []string {
	all := strings.Split(text, "\n")
	for i, line := range all {
		all[i] = strings.TrimRight(line, " \t\r\x00")
	}
	return all
}

// A builder makes a tree of a game, line by line.
type builder struct {
	c           *sgf.Collection
	root, last  *sgf.Node
	line        int // number of the line that is read, from 1
	coordinates *sgf.Coordinates
	next        board.Color // the player who moves next
	comments    map[*sgf.Node][]string
}

// newBuilder returns the builder of a game on a square board of that side.
func newBuilder(side int) *builder {
	b := &builder{c: &sgf.Collection{}, root: &sgf.Node{}, next: board.Black, comments: map[*sgf.Node][]string{}}
	b.c.Trees, b.last = []*sgf.Node{b.root}, b.root
	if side < 1 || side > maxSide {
		b.problem(sgf.FaultNoBoard, "a board of side %d; read as 19", side)
		side = 19
	}
	b.coordinates, _ = sgf.NewCoordinates(board.Square(side, side)) // square boards have coordinates
	b.root.Set("FF", "4")
	b.root.Set("GM", "1")
	b.root.Set("CA", "UTF-8")
	b.root.Set("SZ", strconv.Itoa(side))
	return b
}

// maxSide is the side of the largest board of these servers.
const maxSide = 19

// problem lists a problem at the line that is read, up to a limit.
func (b *builder) problem(f sgf.Fault, format string, args ...any) {
	if len(b.c.Problems) < 100 {
		b.c.Problems = append(b.c.Problems, sgf.Problem{Fault: f, Line: b.line, Message: fmt.Sprintf(format, args...)})
	}
}

// decoded lists what is doubtful about the charset.
func (b *builder) decoded(t charset.Text) {
	b.c.Charset = t.Charset
	if t.Doubt != "" {
		b.problem(sgf.FaultCharsetGuessed, "%s", t.Doubt)
	}
	if t.Invalid >= 0 {
		b.line = 1 + strings.Count(t.Text[:t.Invalid], "\n")
		b.problem(sgf.FaultCharset, "bytes that are not %s", t.Charset)
		b.line = 0
	}
}

// set gives the root a text, unless it is empty.
func (b *builder) set(id, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.root.Set(id, sgf.Escape(text))
	}
}

// komi sets the komi, unless no rules have such a one.
func (b *builder) komi(points float64) {
	if 2*points != math.Trunc(2*points) || math.Abs(points) > float64(b.coordinates.Graph.Points()) {
		b.problem(sgf.FaultRules, "komi %v is left out: use a whole or half number up to the points of the board",
			points)
		return
	}
	b.root.Set("KM", strconv.FormatFloat(points, 'f', -1, 64))
}

// comment adds a comment to those of a node, which [builder.done] sets.
func (b *builder) comment(n *sgf.Node, text string) {
	if text = strings.TrimSpace(text); text != "" {
		b.comments[n] = append(b.comments[n], text)
	}
}

// done returns the game.
func (b *builder) done() *sgf.Collection {
	for n, all := range b.comments {
		n.Set("C", sgf.Escape(strings.Join(all, "\n")))
	}
	return b.c
}

// handicap sets the stones of a handicap, after which White moves.
func (b *builder) handicap(n int) {
	if n < 2 {
		return
	}
	points, err := b.coordinates.FixedHandicap(n)
	if err != nil {
		b.problem(sgf.FaultBadLine, "%v", err)
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

// clip shortens a piece of a file for a message.
func clip(text string) string { return strconv.Quote(quote.Clip(text, 24)) }
