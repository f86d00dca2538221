package matches

import "rosette/engine"

// A PairScore adds up the games between two players, pair by pair.
type PairScore struct {
	first    string
	sprt     *SPRT
	open     map[int]Game // first finished game of a pair
	waiting  map[int]pair // in a test, pairs that finished before an earlier pair
	next     int          // the next pair for the test
	standing Standing
}

// A pair is two games with the same opening.
type pair [2]Game

// A Standing is the score between two players, seen by the first.
type Standing struct {
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"`
	Losses  int            `json:"losses"`
	Pairs   Pairs          `json:"pairs"`
	Void    int            `json:"void"` // pairs that do not count
	LLR     float64        `json:"llr"`
	Verdict Verdict        `json:"verdict"`
	Faults  [2]FaultCounts `json:"faults"` // first player's, second player's
	Costs   [2]engine.Cost `json:"costs"`
}

// FaultCounts counts games by the kind of fault.
type FaultCounts map[FaultKind]int

// NewPairScore returns an empty score, seen by the named player. With a test, pairs count in the
// order of the schedule: the order in which they finish would favour short games.
func NewPairScore(first string, sprt *SPRT) *PairScore {
	return &PairScore{
		first: first, sprt: sprt, open: map[int]Game{}, waiting: map[int]pair{},
		standing: Standing{Verdict: Undecided, Faults: [2]FaultCounts{{}, {}}},
	}
}

// Standing returns the score so far. Only complete pairs count and, with a test, only pairs before
// its decision.
func (l *PairScore) Standing() Standing { return l.standing }

// Add adds a game.
func (l *PairScore) Add(g Game) {
	other, ok := l.open[g.Pair]
	if !ok {
		l.open[g.Pair] = g
		return
	}
	delete(l.open, g.Pair)
	if l.sprt == nil {
		l.count(pair{other, g})
		return
	}
	l.waiting[g.Pair] = pair{other, g}
	for l.standing.Verdict == Undecided {
		p, ok := l.waiting[l.next]
		if !ok {
			return
		}
		delete(l.waiting, l.next)
		l.next++
		l.count(p)
		l.standing.Verdict, l.standing.LLR = l.sprt.Judge(l.standing.Pairs)
	}
}

// count adds a pair.
func (l *PairScore) count(p pair) {
	s := &l.standing
	for _, g := range p {
		if g.Guilty == l.first {
			s.Faults[0][FaultKind(g.End)]++
		} else if g.Guilty != "" {
			s.Faults[1][FaultKind(g.End)]++
		}
	}
	if !p[0].Counts() || !p[1].Counts() {
		s.Void++
		return
	}
	worth := 0.0
	for _, g := range p {
		s.Games++
		worth += g.Worth(l.first)
		switch g.Worth(l.first) {
		case 1:
			s.Wins++
		case 0:
			s.Losses++
		default:
			s.Draws++
		}
		second := g.Black
		if second == l.first {
			second = g.White
		}
		s.Costs[0] = s.Costs[0].Plus(g.CostOf(l.first))
		s.Costs[1] = s.Costs[1].Plus(g.CostOf(second))
	}
	s.Pairs[int(2*worth)]++
}
