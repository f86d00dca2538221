package pattern

import "rosette/game/board"

// A Sample is one choice among the moves of a position: the moves in the
// neighbourhood of the last move one by one, all others together. The shares
// usually sum to 1.
type Sample struct {
	Local      []Move
	Others     int     // number of other moves
	OtherShare float64 // share of the choice that fell on them
}

// A Move is a move in the neighbourhood of the last move.
type Move struct {
	Code  Code    // canonical
	Share float64 // share of the choice that fell on it, 0 … 1
}

// Fit returns the weights of maximum likelihood for the samples, by rounds of
// minorization-maximization (Hunter, MM Algorithms for Generalized Bradley-Terry
// Models, 2004). As a prior, each pattern has won and lost one choice against a
// move of weight 1, so that rare patterns stay near 1.
func Fit(l board.Lattice, samples []Sample, rounds int) *Table {
	t := &Table{Lattice: l, Weights: map[Code]float64{}}
	wins := map[Code]float64{}
	for _, s := range samples {
		for _, m := range s.Local {
			wins[m.Code] += m.Share
			t.Weights[m.Code] = 1
		}
	}
	for range rounds {
		opposition := make(map[Code]float64, len(wins))
		for _, s := range samples {
			all := float64(s.Others)
			for _, m := range s.Local {
				all += t.Weights[m.Code]
			}
			share := s.OtherShare
			for _, m := range s.Local {
				share += m.Share
			}
			for _, m := range s.Local {
				opposition[m.Code] += share / all
			}
		}
		for c, w := range t.Weights {
			t.Weights[c] = (wins[c] + 1) / (opposition[c] + 2/(w+1))
		}
	}
	return t
}
