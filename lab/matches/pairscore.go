package matches

import "rosette/engine"

// A PairScore adds up the games of two players pair by pair.
type PairScore struct {
	first    string
	sprt     *SPRT
	open     map[int]Game // the game of a pair whose other is missing
	waiting  map[int]pair // pairs that came before an earlier one, in a test
	next     int          // the pair that a test looks at next
	standing Standing
}

// A pair is two games with one opening.
type pair [2]Game

// A Standing is how two players stand, from the first one's side.
type Standing struct {
	Games   int            `json:"games"`
	Wins    int            `json:"wins"`
	Draws   int            `json:"draws"`
	Losses  int            `json:"losses"`
	Pairs   Pairs          `json:"pairs"`
	Void    int            `json:"void"` // pairs that do not count
	LLR     float64        `json:"llr"`
	Verdict Verdict        `json:"verdict"`
	Faults  [2]FaultCounts `json:"faults"` // of the first and of the other
	Costs   [2]engine.Cost `json:"costs"`
}

// A FaultCounts counts games by what was done wrong.
type FaultCounts map[FaultKind]int

// NewPairScore returns an empty score seen by the player of that name. A test, if
// there is one, takes the pairs in the order of the schedule: taking them as they
// end would favour short games.
func NewPairScore(first string, sprt *SPRT) *PairScore {
	return &PairScore{
		first: first, sprt: sprt, open: map[int]Game{}, waiting: map[int]pair{},
		standing: Standing{Verdict: Undecided, Faults: [2]FaultCounts{{}, {}}},
	}
}

// Standing returns how the players stand. Only complete pairs count, and under a
// test those before its decision.
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

// count adds a pair up.
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
