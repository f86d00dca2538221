package life

import (
	"reflect"
	"testing"

	"rosette/game/board"
)

func TestAPendingRegionIsReadAsItIsNamed(t *testing.T) {
	g := board.Rosette(2)
	for _, p := range []Pending{
		{Points: []board.Point{1, 4, 6}, Moves: board.ByColor[board.Point]{board.Black: 4, board.White: board.Pass}, Gain: board.ByColor[int]{board.Black: 5}, Ko: board.Pass},
		{Points: []board.Point{2, 3}, Moves: board.ByColor[board.Point]{board.Black: 2, board.White: 3}, Ko: 3},
		{Points: []board.Point{2, 3}, Moves: board.ByColor[board.Point]{board.Black: 2, board.White: 3}, Ko: 3, Needs: board.White},
	} {
		named := p.Named(g)
		if again, err := named.Parse(g); err != nil || !reflect.DeepEqual(again, p) {
			t.Errorf("%+v is read as %+v, %v", named, again, err)
		}
	}
}

func TestAPendingRegionThatCannotBeIsRefused(t *testing.T) {
	g := board.Rosette(2)
	one, two := g.PointName(1), g.PointName(2)
	for name, r := range map[string]PendingRegion{
		"no points":             {},
		"no such point":         {Points: []string{"Z9"}},
		"twice":                 {Points: []string{one, one}},
		"out of order":          {Points: []string{two, one}},
		"a move outside":        {Points: []string{one}, Black: PendingMove{Move: two}},
		"a ko outside":          {Points: []string{one}, Ko: two, Threat: "black"},
		"a ko without a threat": {Points: []string{one}, Ko: one},
		"a threat without a ko": {Points: []string{one}, Threat: "second"},
		"no such threat":        {Points: []string{one}, Ko: one, Threat: "both"},
		"more than the board":   {Points: []string{one}, White: PendingMove{Gain: 49}},
	} {
		if p, err := r.Parse(g); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
