package game

import (
	"fmt"
	"slices"

	"rosette/game/board"
)

// A HandicapPlacement is a handicap with its stones. The zero value is an even game.
type HandicapPlacement struct {
	Stones int           // the handicap n; see [Rules.SetsStones]
	Points []board.Point // n different points if the rules set stones, otherwise none
	Color  board.Color   // colour of the stones; Empty means Black, and White needs [HandicapFlower]
}

// First returns the player to move first with a handicap of n.
func (r Rules) First(n int) board.Color {
	if n >= 2 && (r.Handicap == HandicapFixed || r.Handicap == HandicapFree) {
		return board.White
	}
	return board.Black
}

// HandicapKomi returns the komi, in points for White, with a handicap of n. Without a handicap it
// is r.Komi, and so it is under [HandicapFlower], where the players agree on it; otherwise it is
// half a point, or 0 in some rulesets.
func (r Rules) HandicapKomi(n int) float64 {
	switch {
	case n == 0 || r.Handicap == HandicapFlower:
		return r.Komi
	case n == 1:
		return 0.5
	case r.Handicap == HandicapWhitePasses || r.Ending == EndingConfirmation:
		return 0
	}
	return 0.5
}

// SetsStones reports whether a handicap of n places n stones before the first move.
func (r Rules) SetsStones(n int) bool {
	return n >= 2 && r.Handicap != HandicapWhitePasses || n == 1 && r.Handicap == HandicapFlower
}

// FixedHandicap returns the points for a handicap of n, if rules and board leave no choice.
func (r Rules) FixedHandicap(g *board.Graph, n int) (points []board.Point, fixed bool) {
	if r.Handicap != HandicapFixed || !r.SetsStones(n) {
		return nil, false
	}
	points, err := g.FixedHandicap(n)
	return points, err == nil
}

// MostHandicap returns the largest handicap possible on the board: half the points, or less if the
// receiving player's supply is smaller.
func (r Rules) MostHandicap(g *board.Graph) int {
	most := g.Points() / 2
	if r.Supply.Limited() {
		most = min(most, r.Supply[board.Black])
	}
	if r.Supply.Limited() && r.Handicap == HandicapFlower {
		most = min(most, r.Supply[board.White])
	}
	return most
}

// CheckHandicap returns nil if the rules allow a handicap of n on the board, and otherwise an error
// that names the allowed ones.
func (r Rules) CheckHandicap(g *board.Graph, n int) error {
	most := g.Points() / 2
	switch {
	case n < 0 || n > most:
		return fmt.Errorf("handicap %d: use 0 to %d on %s", n, most, g.Name())
	case n > 0 && r.Handicap == HandicapNone:
		return fmt.Errorf("handicap %d: this ruleset has none; use 0, or choose FIXED, FREE, WHITE_PASSES or FLOWER", n)
	case n > r.MostHandicap(g):
		return fmt.Errorf("handicap %d: a supply of %s stones does not reach", n, r.Supply)
	}
	return nil
}

// NewWithHandicap starts a game with a handicap. The komi is r.Komi: set it by [Rules.HandicapKomi]
// first. It fails if o contradicts the rules or the board.
func NewWithHandicap(g *board.Graph, r Rules, o HandicapPlacement) (*Game, error) {
	if err := r.CheckHandicap(g, o.Stones); err != nil {
		return nil, err
	}
	want := 0
	if r.SetsStones(o.Stones) {
		want = o.Stones
	}
	if len(o.Points) != want {
		return nil, fmt.Errorf("a handicap of %d stands on %d points, not on %d", o.Stones, want, len(o.Points))
	}
	c := o.Color
	switch {
	case c == board.Empty:
		c = board.Black
	case c != board.Black && c != board.White:
		return nil, fmt.Errorf("handicap stones of colour %d: use 1 for black or 2 for white", c)
	case c == board.White && r.Handicap != HandicapFlower:
		return nil, fmt.Errorf("handicap stones are black: White has them under FLOWER alone")
	}
	stones := make([]board.Color, g.Points())
	for i, p := range o.Points {
		if p < 0 || int(p) >= g.Points() {
			return nil, fmt.Errorf("a handicap stone at point %d: use 0 to %d on %s", p, g.Points()-1, g.Name())
		}
		if slices.Contains(o.Points[:i], p) {
			return nil, fmt.Errorf("two handicap stones at %s: use a point once", g.PointName(p))
		}
		stones[p] = c
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		return nil, err
	}
	game := From(b, r, r.First(o.Stones))
	if c == board.Black {
		game.handicap = o.Stones
	}
	return game, nil
}

// Handicap returns the number of Black's handicap stones.
func (g *Game) Handicap() int { return g.handicap }

// SetHandicap declares n initial stones to be Black's handicap, which determines White's
// compensation. A record or a position alone does not show it.
func (g *Game) SetHandicap(n int) { g.handicap = n }
