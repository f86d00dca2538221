package draw

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// AllNumbers makes [FromRecord] number every move.
const AllNumbers = -1

// ParseNumbers parses the number of final moves to number: "all", a number, or "" for none.
func ParseNumbers(text string) (int, error) {
	switch text {
	case "":
		return 0, nil
	case "all":
		return AllNumbers, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, fmt.Errorf("%s; use all, or how many of the last moves", text)
	}
	return n, nil
}

// markShapes maps the marks in records to shapes.
var markShapes = map[sgf.MarkKind]Shape{
	sgf.Circle: Circle, sgf.Square: Square, sgf.Triangle: Triangle, sgf.Cross: Cross, sgf.Selected: Selected,
	sgf.Label: Label, sgf.Arrow: Arrow, sgf.Line: Line, sgf.Dim: Dim,
}

// FromRecord returns a picture of a game at a node of its record, with the node's contents: marks,
// territory, the last move, the players as title and the move as caption. Numbers is the number of
// final moves to number, or [AllNumbers]; the caption lists numbers without a visible stone.
// Unreadable contents are omitted and returned as problems.
func FromRecord(g *game.Game, at *sgf.Node, numbers int) (p *Picture, problems []sgf.Problem, err error) {
	coordinates, err := sgf.NewCoordinates(g.Graph())
	if err != nil {
		return nil, nil, err
	}
	p = &Picture{Board: g.Board(), Title: at.Root().Last().Players()}
	marks, problems := coordinates.Marks(at)
	for _, m := range marks {
		p.Marks = append(p.Marks, Mark{Shape: markShapes[m.Kind], At: m.At, To: m.To, Text: m.Text})
	}
	owner, wrong := coordinates.Territory(at)
	p.Territory, problems = owner, append(problems, wrong...)
	moves := coordinates.NumberedMoves(at)
	if len(moves) == 0 {
		return p, problems, nil
	}
	last := moves[len(moves)-1]
	captions := []string{fmt.Sprintf("Move %d: %s passes", last.Number, colorWords[last.Color])}
	if last.Point != board.Pass {
		captions[0] = fmt.Sprintf("Move %d: %s %s", last.Number, colorWords[last.Color],
			g.Graph().PointName(last.Point))
		if g.Board().At(last.Point) == last.Color {
			p.Marks = append(p.Marks, Mark{Shape: Last, At: last.Point})
		}
	}
	if numbers != AllNumbers {
		moves = moves[max(0, len(moves)-numbers):]
	}
	visible, hidden := sgf.VisibleNumbers(g.Board(), moves)
	p.Numbers = visible
	for _, m := range hidden {
		captions = append(captions, hiddenNumber(g.Graph(), m))
	}
	p.Caption = strings.Join(captions, "; ")
	return p, problems, nil
}

// hiddenNumber describes a move whose number is not in the picture.
func hiddenNumber(g *board.Graph, m sgf.NumberedMove) string {
	if m.Point == board.Pass {
		return strconv.Itoa(m.Number) + " passes"
	}
	return strconv.Itoa(m.Number) + " at " + g.PointName(m.Point)
}
