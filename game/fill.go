package game

import (
	"cmp"
	"errors"
	"slices"

	"rosette/game/board"
)

// A Filling is a final position as players count it on a real board: dead stones are removed, and
// captured stones fill the territory of their own colour, so that the open points can be counted at
// a glance.
type Filling struct {
	Board    *board.View                  // the living stones
	Captured []board.Color                // by point: captured stone placed there, or Empty
	Open     board.ByColor[[]board.Point] // remaining territory, region by region, in counting order
	Filled   board.ByColor[int]           // number of captured stones in their own territory
	Over     board.ByColor[int]           // number of captured stones without room in their territory
}

// errNothingToFill is returned by [Game.Fill] if captured stones do not count.
var errNothingToFill = errors.New("by area captured stones are worth nothing, so none fills territory: use rules with scoring TERRITORY or PASS_STONES")

// Fill returns the position with the captured stones in their own colour's territory: prisoners,
// dead stones and pass stones. s is the game's score. Fill starts with the smallest regions and
// goes through each in point order, so at most one region per colour is partly filled. The margin
// equals the difference in open points, corrected by the stones without room, komi and other points
// off the board. It returns an error under [ScoringArea].
func (g *Game) Fill(s Score) (Filling, error) {
	if s.Scoring == ScoringArea {
		return Filling{}, errNothingToFill
	}
	b, _ := g.withoutDead(s.Dead)
	f := Filling{Board: b, Captured: make([]board.Color, len(s.Owner))}
	for _, c := range board.Colors {
		taken := s.Of[c.Opponent()]
		f.Over[c] = taken.Prisoners + taken.Dead + taken.PassStones
		for _, region := range territories(b, s.Owner, c) {
			n := min(f.Over[c], len(region))
			for _, p := range region[:n] {
				f.Captured[p] = c
			}
			f.Over[c], f.Filled[c] = f.Over[c]-n, f.Filled[c]+n
			f.Open[c] = append(f.Open[c], region[n:]...)
		}
	}
	return f, nil
}

// territories returns c's connected regions, the smallest first, each sorted.
func territories(b *board.View, owner []board.Color, c board.Color) (regions [][]board.Point) {
	done := make([]bool, len(owner))
	mine := func(p board.Point) bool { return owner[p] == c && b.At(p) == board.Empty && !done[p] }
	for p := range board.Point(len(owner)) {
		if !mine(p) {
			continue
		}
		done[p] = true
		region := []board.Point{p}
		for i := 0; i < len(region); i++ {
			for _, q := range b.Graph().Near(region[i]) {
				if mine(q) {
					done[q] = true
					region = append(region, q)
				}
			}
		}
		slices.Sort(region)
		regions = append(regions, region)
	}
	slices.SortStableFunc(regions, func(a, b []board.Point) int { return cmp.Compare(len(a), len(b)) })
	return regions
}
