package pattern

import "rosette/game/board"

// A Sample is one choice among the legal moves in a position. It lists the moves near the last move
// and sums up all others. The shares usually sum to 1.
type Sample struct {
	Local      []Move
	Others     int     // number of other moves
	OtherShare float64 // summed over the other moves
}

// A Move is a move in the last move's neighbourhood.
type Move struct {
	Code  Code    // canonical
	Share float64 // share in the choice, 0 … 1
}

// Fit returns the maximum-likelihood weights for the samples. It runs the given number of
// minorization-maximization rounds (Hunter, MM Algorithms for Generalized Bradley-Terry Models,
// 2004). As a prior, each pattern has won and lost one choice against a move with weight 1, so that
// rare patterns stay near 1.
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
