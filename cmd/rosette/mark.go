package main

import (
	"fmt"
	"strconv"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// marked are the properties of records that picture a point, and how.
var marked = []struct {
	id    string
	shape draw.Shape
}{
	{"CR", draw.Circle},
	{"SQ", draw.Square},
	{"TR", draw.Triangle},
	{"MA", draw.Cross},
	{"SL", draw.Selected},
	{"LB", draw.Label},
	{"AR", draw.Arrow},
	{"LN", draw.Line},
	{"DD", draw.Dim},
}

// mark puts the marks and the territory of a node into a picture, and returns
// what cannot be read.
func mark(p *draw.Picture, ground *sgf.Coordinates, at *sgf.Node) (problems []error) {
	for _, m := range marked {
		from := at
		for m.id == "DD" && !from.Has(m.id) && from.Parent != nil {
			from = from.Parent // what is dimmed stays so until a node says otherwise
		}
		for _, raw := range values(from, m.id) {
			marks, err := marksOf(ground, m.shape, raw)
			if err != nil {
				problems = append(problems, from.ProblemIn(m.id, err))
			}
			p.Marks = append(p.Marks, marks...)
		}
	}
	for _, side := range []struct {
		id    string
		color board.Color
	}{{"TB", board.Black}, {"TW", board.White}} {
		for _, raw := range values(at, side.id) {
			points, err := ground.Points(raw)
			if err != nil {
				problems = append(problems, at.ProblemIn(side.id, err))
				continue
			}
			if p.Owner == nil {
				p.Owner = make([]board.Color, ground.Graph.Points())
			}
			for _, q := range points {
				p.Owner[q] = side.color
			}
		}
	}
	return problems
}

// values are those of a property but for empty ones, which clear a list.
func values(n *sgf.Node, id string) (all []string) {
	for _, p := range n.Properties {
		for _, raw := range p.Values {
			if p.ID == id && raw != "" {
				all = append(all, raw)
			}
		}
	}
	return all
}

// marksOf reads one value.
func marksOf(ground *sgf.Coordinates, shape draw.Shape, raw string) ([]draw.Mark, error) {
	if shape != draw.Label && shape != draw.Arrow && shape != draw.Line {
		points, err := ground.Points(raw)
		if err != nil {
			return nil, err
		}
		var marks []draw.Mark
		for _, at := range points {
			marks = append(marks, draw.Mark{Shape: shape, At: at})
		}
		return marks, nil
	}
	first, second, whole := sgf.Split(raw)
	if whole {
		return nil, fmt.Errorf("%q has one part; it takes two around a colon", raw[:min(len(raw), 24)])
	}
	m := draw.Mark{Shape: shape}
	var err error
	if m.At, err = ground.Point(first); err != nil {
		return nil, err
	}
	if shape == draw.Label {
		m.Text = plain("%s", sgf.SimpleText(second))
	} else if m.To, err = ground.Point(second); err != nil {
		return nil, err
	}
	return []draw.Mark{m}, nil
}

// A numberedMove is a move of a record with its number.
type numberedMove struct {
	number int
	point  board.Point
	color  board.Color
}

// numbered lists the moves from the root to a node. MN numbers those from it on
// anew.
func numbered(ground *sgf.Coordinates, root, at *sgf.Node) (moves []numberedMove) {
	var path []*sgf.Node
	for n := at; ; n = n.Parent {
		path = append(path, n)
		if n == root {
			break
		}
	}
	number := 0
	for i := len(path) - 1; i >= 0; i-- {
		if mn, err := sgf.Number(path[i].Raw("MN")); err == nil {
			number = mn - 1
		}
		for _, p := range path[i].Properties {
			color, ok := map[string]board.Color{"B": board.Black, "W": board.White}[p.ID]
			for _, raw := range p.Values {
				if point, err := ground.Move(raw); ok && err == nil {
					number++
					moves = append(moves, numberedMove{number, point, color})
				}
			}
		}
	}
	return moves
}

// numbers writes each move on its stone, the newest where several stood, and
// lists those that are not to be seen: passes, stones that were taken.
func numbers(g *game.Game, moves []numberedMove) (on map[board.Point]string, unseen []string) {
	on = map[board.Point]string{}
	newest := map[board.Point]int{}
	for i, m := range moves {
		newest[m.point] = i
	}
	for i, m := range moves {
		switch text := strconv.Itoa(m.number); {
		case m.point == board.Pass:
			unseen = append(unseen, text+" passes")
		case newest[m.point] == i && g.Board().At(m.point) == m.color:
			on[m.point] = text
		default:
			unseen = append(unseen, text+" at "+g.Graph().PointName(m.point))
		}
	}
	return on, unseen
}
