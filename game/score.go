package game

import (
	"slices"

	"rosette/game/board"
	"rosette/game/life"
)

// A Score is the count of a final position.
type Score struct {
	Black, White float64              // total points by player; komi is White's
	Owner        []board.Color        // by point: owner of the live stone or the territory, or Empty
	Dead         []board.Point        // stones counted as dead, sorted
	Scoring      Scoring              // selects the parts of Of that are points, see [Score.Items]
	Of           board.ByColor[Tally] // the items by player
	Divided      []DividedGroup       // groups with points at stake; reading hit its limit there
}

// A DividedGroup is a group whose seki status reading did not resolve. The score counts it by its
// regions: as in seki if Seki is set.
type DividedGroup struct {
	life.Group
	Points float64 // the owner's gain if it is not in seki
}

// A Tally has everything that a ruleset may count for a player.
type Tally struct {
	Stones     int     // live stones on the board
	Space      int     // territory: empty points and dead stones of the opponent
	Prisoners  int     // captured stones, and the opponent's suicides
	Dead       int     // the opponent's dead stones
	PassStones int     // stones that the opponent gave for passes
	Komi       float64 // for White only
	Bonus      float64 // for a handicap, for White only
	FirstPass  float64 // for the first pass: ±0.5 or 0
	Tax        float64 // points that groups must leave empty to live, to be subtracted
}

// Margin returns Black's points minus White's.
func (s Score) Margin() float64 { return s.Black - s.White }

// Least returns the smallest margin that the divided groups allow: each counts in White's favour.
func (s Score) Least() float64 { return s.Margin() + s.swing(-1) }

// Greatest returns the largest margin that the divided groups allow: each counts in Black's favour.
func (s Score) Greatest() float64 { return s.Margin() + s.swing(1) }

// swing returns the change in margin if every divided group counts in Black's favour, or with sign
// −1 in White's.
func (s Score) swing(sign float64) (change float64) {
	for i := range s.Divided {
		g := &s.Divided[i]
		points := g.Points // Black's gain if the group counts the other way
		if g.Seki() != (g.Color == board.Black) {
			points = -points
		}
		change += sign * max(0, sign*points)
	}
	return change
}

// Score counts the position under the rules of the game. The chains at the points in dead are dead,
// unless they are immortal; every other stone is alive. A point without a live stone is territory
// if, over such points, only one player's live stones can be reached from it.
//
// Under [ScoringTerritory] points that their owner must fill once all dame are filled belong to no
// player (see [life.Teire]).
//
// Under [TaxSeki] and [TaxAll] the territory of groups in seki belongs to no player. Under [TaxAll]
// every other group loses the two points that it must leave empty to live; a group with a rosette
// needs none, or one under [LibertylessForbidden]. A button that is still available counts for the
// player to move.
func (g *Game) Score(dead ...board.Point) Score {
	b, off := g.withoutDead(dead)
	s := Score{Owner: Owners(b), Dead: off, Scoring: g.rules.Scoring}
	if g.rules.Tax != TaxNone || g.rules.Scoring == ScoringTerritory {
		g.countGroups(b, &s)
	}
	for p, c := range s.Owner {
		if b.At(board.Point(p)) == board.Empty {
			s.Of[c].Space++
		} else {
			s.Of[c].Stones++
		}
	}
	for _, p := range off {
		s.Of[g.board.At(p).Opponent()].Dead++
	}
	for _, c := range board.Colors {
		s.Of[c].Prisoners = g.prisoners[c]
		s.Of[c].PassStones = g.passStones[c.Opponent()]
	}
	g.addOffBoard(&s)
	if g.ButtonLeft() {
		s.Of[g.turns[len(g.turns)-1].move.Color.Opponent()].FirstPass = 0.5
	}
	s.Black, s.White = s.points(board.Black), s.points(board.White)
	return s
}

// addOffBoard adds the points that do not depend on the position: komi, bonus, passes.
func (g *Game) addOffBoard(s *Score) {
	black, white := &s.Of[board.Black], &s.Of[board.White]
	white.Komi = g.rules.Komi
	if g.handicap >= 2 {
		white.Bonus = map[Bonus]float64{
			BonusNMinusOne: float64(g.handicap - 1), BonusN: float64(g.handicap),
		}[g.rules.Bonus]
	}
	if g.rules.Scoring == ScoringPassStones && g.owedPass() == board.White {
		black.PassStones++
	}
	if g.halfPointTo != board.Empty {
		s.Of[g.halfPointTo].FirstPass = 0.5
		if !g.rules.Button {
			s.Of[g.halfPointTo.Opponent()].FirstPass = -0.5
		}
	}
}

// withoutDead returns the position without the mortal chains at those points, and the removed
// stones, sorted.
func (g *Game) withoutDead(dead []board.Point) (*board.View, []board.Point) {
	var off []board.Point
	gone := make([]bool, g.Graph().Points())
	for _, p := range dead {
		if g.board.At(p) == board.Empty || g.board.Immortal(p) || gone[p] {
			continue
		}
		for q := range g.board.Chain(p) {
			gone[q] = true
			off = append(off, q)
		}
	}
	if len(off) == 0 {
		return &g.board.View, nil
	}
	stones := make([]board.Color, len(gone))
	for p := range stones {
		if !gone[p] {
			stones[p] = g.board.At(board.Point(p))
		}
	}
	slices.Sort(off)
	return &board.SetupAny(g.Graph(), stones).View, off
}

// countGroups removes the owner from points that do not count: territory that must be filled, and
// territory in seki. Under TaxAll it counts the points that other groups must leave empty.
func (g *Game) countGroups(b *board.View, s *Score) {
	groups := life.Groups(b, g.rules.CaptureRules())
	if g.rules.Scoring == ScoringTerritory {
		for _, p := range life.Teire(b, g.rules.CaptureRules(), groups) {
			s.Owner[p] = board.Empty
		}
	}
	if g.rules.Tax != TaxNone {
		g.tax(groups, s)
	}
}

// tax removes the owner from territory in seki. Under TaxAll it counts the points that other groups
// must leave empty.
func (g *Game) tax(groups []life.Group, s *Score) {
	for _, group := range groups {
		if points := g.atStake(&group, s.Owner); group.Divided && points != 0 {
			s.Divided = append(s.Divided, DividedGroup{group, points})
		}
		switch {
		case group.Seki():
			for _, p := range group.Space {
				s.Owner[p] = board.Empty
			}
		case g.rules.Tax != TaxAll:
		case group.Immortal && g.rules.Libertyless == LibertylessForbidden:
			s.Of[group.Color].Tax += float64(min(1, len(group.Space)))
		case !group.Immortal:
			s.Of[group.Color].Tax += float64(min(2, len(group.Space)))
		}
	}
}

// atStake returns the number of points that a group gains if it is not in seki.
func (g *Game) atStake(group *life.Group, owner []board.Color) (points float64) {
	for _, p := range group.Space {
		if owner[p] == group.Color {
			points++
		}
	}
	if g.rules.Tax == TaxAll {
		points -= min(2, points)
	}
	return points
}

// Owners returns the owner of every point if all stones are alive: its stone's colour, or for an
// empty point the only colour next to its region, Empty if there are two or zero.
func Owners(b *board.View) []board.Color {
	owner := make([]board.Color, b.Graph().Points())
	done := make([]bool, len(owner))
	for p := range owner {
		if c := b.At(board.Point(p)); c != board.Empty {
			owner[p] = c
		} else if !done[p] {
			claim(b, board.Point(p), owner, done)
		}
	}
	return owner
}

// claim sets the owner of the empty region around p.
func claim(b *board.View, p board.Point, owner []board.Color, done []bool) {
	region, touched := emptyRegion(b, p, done)
	c := board.Empty
	switch {
	case touched[board.Black] && !touched[board.White]:
		c = board.Black
	case touched[board.White] && !touched[board.Black]:
		c = board.White
	}
	for _, q := range region {
		owner[q] = c
	}
}

// emptyRegion returns the empty points connected with p, p first, and the adjacent colours. It
// marks the points in done; they must be unmarked before.
func emptyRegion(b *board.View, p board.Point, done []bool) (region []board.Point, touched board.ByColor[bool]) {
	region = []board.Point{p}
	done[p] = true
	for i := 0; i < len(region); i++ {
		for _, q := range b.Graph().Near(region[i]) {
			if c := b.At(q); c != board.Empty {
				touched[c] = true
			} else if !done[q] {
				done[q] = true
				region = append(region, q)
			}
		}
	}
	return region, touched
}
