package pattern

import "rosette/game/board"

// A Sample is a choice that was made: the moves beside the last one, and what
// was thought of everything else together.
type Sample struct {
	Beside []Seen
	Others int     // how many other moves there were
	Away   float64 // how much of the choice fell on them
}

// A Seen is a move beside the last one: its canonical code, and how much of the
// choice fell on it.
type Seen struct {
	Code   Code
	Chosen float64
}

// Canonical returns the code that stands for all that look like c.
func Canonical(l board.Lattice, c Code) Code { return rings[l].canonical(c) }

// GroundOf returns the rings of a graph whose lattice has shapes.
func GroundOf(g *board.Graph) (*Ground, bool) {
	r, ok := rings[g.Lattice()]
	if !ok {
		return nil, false
	}
	return newGround(g, r), true
}

// Fit finds the weights that make the choices likeliest, by rounds of
// minorization and maximization (Hunter 2004). Each shape counts as having won
// and lost once against a move that weighs 1 besides, so that what was hardly
// seen stays near 1.
func Fit(l board.Lattice, samples []Sample, rounds int) *Table {
	t := &Table{Lattice: l, Weights: map[Code]float64{}}
	won := map[Code]float64{}
	for _, s := range samples {
		for _, m := range s.Beside {
			won[m.Code] += m.Chosen
			t.Weights[m.Code] = 1
		}
	}
	for range rounds {
		met := make(map[Code]float64, len(won))
		for _, s := range samples {
			all := float64(s.Others)
			for _, m := range s.Beside {
				all += t.Weights[m.Code]
			}
			share := s.Away
			for _, m := range s.Beside {
				share += m.Chosen
			}
			for _, m := range s.Beside {
				met[m.Code] += share / all
			}
		}
		for c, w := range t.Weights {
			t.Weights[c] = (won[c] + 1) / (met[c] + 2/(w+1))
		}
	}
	return t
}
