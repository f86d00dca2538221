package matches

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"rosette/chart"
	"rosette/engine"
)

// A CrossTable holds the points that each player has won against each other player. A draw is half
// a point for both.
type CrossTable struct {
	Players []string
	Points  [][]float64 // Points[i][j] are the points of i against j
}

// NewCrossTable returns a table without games.
func NewCrossTable(players []string) CrossTable {
	t := CrossTable{Players: players, Points: make([][]float64, len(players))}
	for i := range t.Points {
		t.Points[i] = make([]float64, len(players))
	}
	return t
}

// Add records a game in which player a won worth points, 0 … 1, against player b.
func (t CrossTable) Add(a, b int, worth float64) {
	t.Points[a][b] += worth
	t.Points[b][a] += 1 - worth
}

// A Rating is a player's strength relative to the anchor, in Elo.
type Rating struct {
	Player string
	Elo    engine.Interval
	Games  int
	Points float64
}

// Ratings fits the Bradley-Terry model: the maximum likelihood ratings for the points, with the
// anchor fixed. Intervals come from the observed information. The strongest player comes first. If
// a player has won every game, no finite maximum exists; then every pairing that was played counts
// one more drawn game, and propped is true.
func (t CrossTable) Ratings(anchor int, at float64) (ratings []Rating, propped bool, err error) {
	if far := t.unreached(anchor, t.met); far >= 0 {
		return nil, false, fmt.Errorf("no games connect %s with %s yet", t.Players[far], t.Players[anchor])
	}
	if propped = !t.finite(); propped {
		t = t.withDraws()
	}
	elo, err := t.fit(anchor)
	if err != nil {
		return nil, propped, err
	}
	spread, err := t.spread(elo, anchor)
	if err != nil {
		return nil, propped, err
	}
	for i, name := range t.Players {
		r := Rating{
			Player: name,
			Elo:    engine.Interval{Low: elo[i] - spread[i] + at, At: elo[i] + at, High: elo[i] + spread[i] + at},
		}
		for j := range t.Players {
			games := t.games(i, j)
			r.Points += t.Points[i][j]
			if propped && games > 0 {
				games--
				r.Points -= 0.5
			}
			r.Games += int(math.Round(games))
		}
		ratings = append(ratings, r)
	}
	slices.SortStableFunc(ratings, func(a, b Rating) int {
		return int(math.Copysign(1, b.Elo.At-a.Elo.At))
	})
	return ratings, propped, nil
}

func (t CrossTable) games(i, j int) float64  { return t.Points[i][j] + t.Points[j][i] }
func (t CrossTable) met(i, j int) bool       { return t.games(i, j) > 0 }
func (t CrossTable) beaten(i, j int) bool    { return t.Points[j][i] > 0 }
func (t CrossTable) hasBeaten(i, j int) bool { return t.Points[i][j] > 0 }

// finite reports whether finite ratings maximize the likelihood: every player has a chain of wins
// to every other (Ford 1957).
func (t CrossTable) finite() bool {
	return t.unreached(0, t.hasBeaten) < 0 && t.unreached(0, t.beaten) < 0
}

// unreached returns a player without a chain of steps from the first one, or −1.
func (t CrossTable) unreached(from int, step func(i, j int) bool) int {
	seen := make([]bool, len(t.Players))
	seen[from] = true
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		for j := range t.Players {
			if !seen[j] && step(queue[0], j) {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return slices.Index(seen, false)
}

// withDraws returns the table with one more drawn game in every pairing played.
func (t CrossTable) withDraws() CrossTable {
	p := NewCrossTable(t.Players)
	for i := range t.Points {
		for j := range t.Points {
			if p.Points[i][j] = t.Points[i][j]; t.met(i, j) {
				p.Points[i][j] += 0.5
			}
		}
	}
	return p
}

// fit computes the ratings by minorization-maximization (Hunter 2004): it repeatedly sets each
// strength to the value that fits its points, given the other strengths. The anchor has rating 0.
func (t CrossTable) fit(anchor int) ([]float64, error) {
	strength := make([]float64, len(t.Players))
	for i := range strength {
		strength[i] = 1
	}
	for range 1_000_000 {
		most := 0.0
		for i := range strength {
			points, denominator := 0.0, 0.0
			for j := range strength {
				points += t.Points[i][j]
				if games := t.games(i, j); games > 0 {
					denominator += games / (strength[i] + strength[j])
				}
			}
			if denominator == 0 { // the player has no games
				continue
			}
			was := strength[i]
			strength[i] = points / denominator
			most = max(most, math.Abs(math.Log(strength[i]/was)))
		}
		if most < 1e-10 {
			elo := make([]float64, len(strength))
			for i := range elo {
				elo[i] = 400 * math.Log10(strength[i]/strength[anchor])
			}
			return elo, nil
		}
	}
	return nil, errors.New("the ratings do not converge; play more games")
}

// spread returns half the width of each 95 % interval; the anchor's is 0.
func (t CrossTable) spread(elo []float64, anchor int) ([]float64, error) {
	n := len(elo)
	information := make([][]float64, n)
	curve := math.Ln10 / 400
	for i := range information {
		information[i] = make([]float64, n)
		for j := range elo {
			if i == j {
				continue
			}
			p := ExpectedScore(elo[i] - elo[j])
			known := t.games(i, j) * p * (1 - p) * curve * curve
			information[i][i] += known
			information[i][j] = -known
		}
	}
	for i := range information { // the anchor is known
		information[i][anchor], information[anchor][i] = 0, 0
	}
	information[anchor][anchor] = 1
	inverse, ok := invert(information)
	if !ok {
		return nil, errors.New("too few games for intervals; play more games")
	}
	spread := make([]float64, n)
	for i := range spread {
		spread[i] = z95 * math.Sqrt(inverse[i][i])
	}
	spread[anchor] = 0
	return spread, nil
}

// invert returns the inverse of a symmetric positive definite matrix by Gauss-Jordan elimination,
// or false if there is none. It overwrites m.
func invert(m [][]float64) ([][]float64, bool) {
	n := len(m)
	inverse := make([][]float64, n)
	for i := range inverse {
		inverse[i] = make([]float64, n)
		inverse[i][i] = 1
	}
	for c := range n {
		pivot := m[c][c]
		if !(pivot > 1e-300) {
			return nil, false
		}
		for j := range n {
			m[c][j] /= pivot
			inverse[c][j] /= pivot
		}
		for i := range n {
			by := m[i][c]
			for j := range n {
				if i != c {
					m[i][j] -= by * m[c][j]
					inverse[i][j] -= by * inverse[c][j]
				}
			}
		}
	}
	return inverse, true
}

// Plot draws ratings with their intervals as SVG, in the order given.
func Plot(w io.Writer, title string, ratings []Rating) error {
	c := chart.Rows{Title: title, X: chart.Axis{Label: "Elo, 95 % intervals"}}
	for _, r := range ratings {
		if math.IsInf(r.Elo.Low, 0) || math.IsInf(r.Elo.High, 0) || math.IsNaN(r.Elo.At) {
			return fmt.Errorf("the rating of %s is not finite; play more games", r.Player)
		}
		value := chart.Decimal(r.Elo.At, 0)
		if r.Elo.Low < r.Elo.High {
			value += fmt.Sprintf(" (%s to %s)", chart.Decimal(r.Elo.Low, 0), chart.Decimal(r.Elo.High, 0))
		}
		c.Rows = append(c.Rows, chart.Row{Name: r.Player, Value: value, Low: r.Elo.Low, At: r.Elo.At, High: r.Elo.High})
	}
	return c.SVG(w)
}
