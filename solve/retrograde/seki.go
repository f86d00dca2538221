package retrograde

import (
	"math/bits"

	"rosette/game"
	"rosette/game/board"
)

// twoEyes is the size from which a region always has room for two eyes.
const twoEyes = 7

// inDoubt returns the number of own's empty points that may belong to groups in seki, as defined by
// Groups in package life. A group is in no seki if it holds a rosette, a region of seven points or,
// as a single chain, two regions, or if it touches no empty region that both colours touch. Only
// reading can decide the others.
func (w *words) inDoubt(own, foe set) (points int) {
	owned, shared := w.regions(own, foe)
	if owned == 0 || shared == 0 {
		return 0
	}
	beside := w.neighbours(shared)
	for rest := own; rest != 0; {
		group := w.fill(rest&-rest, own|owned)
		rest &^= group
		if space := group & owned; space != 0 && group&own&beside != 0 && !w.independent(group&own, space) {
			points += bits.OnesCount32(space)
		}
	}
	return points
}

// regions returns the empty points connected only to own's stones, and those connected to stones of
// both colours.
func (w *words) regions(own, foe set) (owned, shared set) {
	empty := w.all &^ (own | foe)
	for rest := empty; rest != 0; {
		region := w.fill(rest&-rest, empty)
		rest &^= region
		switch around := w.neighbours(region); {
		case around&own == 0:
		case around&foe == 0:
			owned |= region
		default:
			shared |= region
		}
	}
	return owned, shared
}

// independent reports whether a group lives for certain without reading. space holds its own empty
// points.
func (w *words) independent(group, space set) bool {
	if w.immortal(group) {
		return true
	}
	oneRegion := w.fill(space&-space, space) == space
	oneChain := w.fill(group&-group, group) == group
	if oneChain && !oneRegion {
		return true
	}
	for rest := space; rest != 0; {
		region := w.fill(rest&-rest, space)
		if rest &^= region; bits.OnesCount32(region) >= twoEyes {
			return true
		}
	}
	return false
}

// end returns the winner after two passes, or open if that takes reading.
func (t *table) end(s stones) label {
	margin := t.margin(s[black], s[white])
	if !t.taxed {
		return t.winner(margin, margin)
	}
	return t.winner(margin-t.inDoubt(s[black], s[white]), margin+t.inDoubt(s[white], s[black]))
}

// winner returns the winner if Black's margin is between least and greatest, or open.
func (t *table) winner(least, greatest int) label {
	switch {
	case least >= t.threshold:
		return blackWins
	case greatest < t.threshold:
		return whiteWins
	}
	return open
}

// end returns the winner after two passes, or open if reading does not decide it.
func (g *graph) end(s stones) label {
	if v := g.table.end(s); v != open || !g.taxed {
		return v
	}
	v, known := g.ends[s]
	if !known {
		score := g.score(s)
		v = g.winner(int(score.Least()), int(score.Greatest()))
		g.ends[s] = v
	}
	return v
}

// score counts a position by the game's rules, ignoring points in seki.
func (w *words) score(s stones) game.Score {
	colors := make([]board.Color, w.points)
	for p := range colors {
		switch set(1) << p {
		case s[black] & (1 << p):
			colors[p] = board.Black
		case s[white] & (1 << p):
			colors[p] = board.White
		}
	}
	b, err := board.Setup(w.board, colors)
	if err != nil {
		panic("retrograde: a node is not a legal position: " + err.Error())
	}
	return game.From(b, game.Rules{
		Scoring: game.ScoringArea, Tax: game.TaxSeki, Libertyless: game.LibertylessAllowed,
	}, board.Black).Score()
}
