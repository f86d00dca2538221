package sgf

import (
	"fmt"
	"slices"
	"strconv"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// A MarkKind is the kind of a [Mark].
type MarkKind uint8

// The kinds of marks, with their SGF properties.
const (
	Circle   MarkKind = iota // CR
	Square                   // SQ
	Triangle                 // TR
	Cross                    // MA
	Selected                 // SL
	Label                    // LB
	Arrow                    // AR
	Line                     // LN
	Dim                      // DD
)

// markProperties lists the SGF properties by kind.
var markProperties = [...]string{
	Circle: "CR", Square: "SQ", Triangle: "TR", Cross: "MA", Selected: "SL", Label: "LB", Arrow: "AR", Line: "LN",
	Dim: "DD",
}

// A Mark is drawn on a point, or from one point to another.
type Mark struct {
	Kind MarkKind
	At   board.Point
	To   board.Point // the other end of an Arrow or a Line
	Text string      // the text of a Label
}

// Marks returns the marks in a node by kind, in file order. Points that DD dims stay dim in the
// following nodes until the next DD. Marks skips invalid values and returns them as problems.
func (c *Coordinates) Marks(n *Node) (marks []Mark, problems []Problem) {
	for kind, id := range markProperties {
		from := n
		for MarkKind(kind) == Dim && !from.Has(id) && from.Parent != nil {
			from = from.Parent
		}
		for raw := range from.list(id) {
			found, err := c.marks(MarkKind(kind), raw)
			if err != nil {
				problems = append(problems, from.ProblemIn(id, err))
			}
			marks = append(marks, found...)
		}
	}
	return marks, problems
}

// marks parses one value.
func (c *Coordinates) marks(kind MarkKind, raw string) ([]Mark, error) {
	if kind != Label && kind != Arrow && kind != Line {
		points, err := c.Points(raw)
		if err != nil {
			return nil, err
		}
		var marks []Mark
		for _, p := range points {
			marks = append(marks, Mark{Kind: kind, At: p})
		}
		return marks, nil
	}
	first, second, whole := Split(raw)
	if whole {
		return nil, fmt.Errorf("%q has one part; it takes two around a colon", quote.Clip(raw, 24))
	}
	m := Mark{Kind: kind}
	var err error
	if m.At, err = c.Point(first); err != nil {
		return nil, err
	}
	if kind == Label {
		m.Text = SimpleText(second)
	} else if m.To, err = c.Point(second); err != nil {
		return nil, err
	}
	return []Mark{m}, nil
}

// Territory returns the owner of each point according to TB and TW in a node, nil if it has
// neither. It skips invalid values and returns them as problems.
func (c *Coordinates) Territory(n *Node) (owner []board.Color, problems []Problem) {
	for _, side := range []struct {
		id    string
		color board.Color
	}{{"TB", board.Black}, {"TW", board.White}} {
		if !n.Has(side.id) {
			continue
		}
		if owner == nil {
			owner = make([]board.Color, c.Graph.Points())
		}
		for raw := range n.list(side.id) {
			points, err := c.Points(raw)
			if err != nil {
				problems = append(problems, n.ProblemIn(side.id, err))
				continue
			}
			for _, p := range points {
				owner[p] = side.color
			}
		}
	}
	return owner, problems
}

// list iterates over the values of all properties with that name. It skips empty values, which
// stand for an empty list.
func (n *Node) list(id string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for _, p := range n.Properties {
			if p.ID != id {
				continue
			}
			for _, raw := range p.Values {
				if raw != "" && !yield(raw) {
					return
				}
			}
		}
	}
}

// A NumberedMove is a move with its number in the record.
type NumberedMove struct {
	Number int
	game.Move
}

// NumberedMoves returns the moves from the root to a node. Numbers start at 1; MN sets another
// number. It skips invalid moves.
func (c *Coordinates) NumberedMoves(at *Node) (moves []NumberedMove) {
	var path []*Node
	for n := at; n != nil; n = n.Parent {
		path = append(path, n)
	}
	number := 0
	for _, n := range slices.Backward(path) {
		if mn, err := Number(n.Raw("MN")); err == nil {
			number = mn - 1
		}
		for _, p := range n.Properties {
			if p.ID != "B" && p.ID != "W" {
				continue
			}
			color := board.Black
			if p.ID == "W" {
				color = board.White
			}
			for _, raw := range p.Values {
				if point, err := c.Move(raw); err == nil {
					number++
					moves = append(moves, NumberedMove{number, game.Move{Color: color, Point: point}})
				}
			}
		}
	}
	return moves
}

// VisibleNumbers returns the move numbers to draw on the stones of a position, and the moves
// without a visible stone: passes, captured stones, and stones replaced by a later move.
func VisibleNumbers(b *board.View, moves []NumberedMove) (numbers map[board.Point]string, hidden []NumberedMove) {
	numbers = map[board.Point]string{}
	newest := map[board.Point]int{}
	for i, m := range moves {
		newest[m.Point] = i
	}
	for i, m := range moves {
		if m.Point != board.Pass && newest[m.Point] == i && b.At(m.Point) == m.Color {
			numbers[m.Point] = strconv.Itoa(m.Number)
		} else {
			hidden = append(hidden, m)
		}
	}
	return numbers, hidden
}

// MoveCount returns the number of moves from the root to n, including those before a set-up.
func (n *Node) MoveCount() (moves int) {
	for ; n != nil; n = n.Parent {
		moves += n.moves()
	}
	return moves
}

// moves returns the number of values in B and W.
func (n *Node) moves() (moves int) {
	for i := range n.Properties {
		if p := &n.Properties[i]; p.ID == "B" || p.ID == "W" {
			moves += len(p.Values)
		}
	}
	return moves
}
