package game

import (
	"slices"

	"rosette/game/board"
	"rosette/game/life"
)

// A Score is a final position counted.
type Score struct {
	Black, White float64              // points of each, komi with White
	Owner        []board.Color        // whose each point is: stones and what they alone surround
	Dead         []board.Point        // every stone that was taken for dead
	Scoring      Scoring              // which of Of counts
	Of           board.ByColor[Tally] // what the points of each colour are made of
}

// A Tally is what the points of a colour are made of. Which of it counts is for
// the rules to say.
type Tally struct {
	Stones     int     // alive on the board
	Space      int     // empty points, and those of the opponent's dead stones
	Prisoners  int     // captured stones, and the opponent's suicides
	Dead       int     // the opponent's dead stones
	PassStones int     // stones that the opponent's passes gave
	Komi       float64 // of White's
	Bonus      float64 // of White's for a handicap
	FirstPass  float64 // for the first pass of the game
	Tax        float64 // what groups must leave empty to live; taken off
}

// Margin returns Black's points less White's.
func (s Score) Margin() float64 { return s.Black - s.White }

// Score counts the position by the rules of the game. The chains at the points
// that dead names come off first, but immortal ones never do; every other stone
// is taken for alive. Area counts stones and the empty points that only one
// colour reaches, territory those points, prisoners and dead stones, and pass
// stones those that passes gave as well. Under [SekiTax] the empty points of
// groups in seki are nobody's; under [AllTax] every other group loses the two
// points that it must leave empty besides, unless it holds a rosette: then it
// needs none, or one under [Forbid].
func (g *Game) Score(dead ...board.Point) Score {
	b, off := g.withoutDead(dead)
	s := Score{Owner: Owners(b), Dead: off, Scoring: g.rules.Scoring}
	if g.rules.Tax != TaxNone {
		g.tax(b, &s)
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
	s.Black, s.White = s.points(board.Black), s.points(board.White)
	return s
}

// addOffBoard enters what is not on the board.
func (g *Game) addOffBoard(s *Score) {
	black, white := &s.Of[board.Black], &s.Of[board.White]
	white.Komi = g.rules.Komi
	if g.handicap >= 2 {
		white.Bonus = map[Bonus]float64{BonusNMinusOne: float64(g.handicap - 1), BonusN: float64(g.handicap)}[g.rules.Bonus]
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

// withoutDead returns the board without the chains at those points, and their
// stones. Immortal chains stay.
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
	b, err := board.Setup(g.Graph(), stones)
	if err != nil {
		panic("game: a chain has lost a liberty by others coming off: " + err.Error())
	}
	slices.Sort(off)
	return &b.View, off
}

// tax takes the empty points of groups in seki from their owner, and under
// AllTax what the others must leave empty.
func (g *Game) tax(b *board.View, s *Score) {
	for _, group := range life.Groups(b) {
		switch {
		case group.Seki():
			for _, p := range group.Space {
				s.Owner[p] = board.Empty
			}
		case g.rules.Tax != TaxAll:
		case group.Immortal && g.rules.Libertyless == LibertylessForbidden:
			s.Of[group.Color].Tax += float64(min(1, len(group.Space)))
		case !group.Immortal && group.Eyes >= 2:
			s.Of[group.Color].Tax += 2
		}
	}
}

// Owners returns whose each point is when every stone is alive: a stone's own
// colour, and for an empty point the one colour that its region touches, Empty
// if it touches both or none.
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

// claim gives the empty region around p to the one colour it touches.
func claim(b *board.View, p board.Point, owner []board.Color, done []bool) {
	region, touched := []board.Point{p}, board.ByColor[bool]{}
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
