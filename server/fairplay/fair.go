// Package fairplay finds positions close to those in rated matches in progress, which the computer
// does not judge for the players of these matches.
//
// The distance between two positions is the number of points with different contents, minimized
// over the board's symmetries and the exchange of colours. Komi, prisoners and the player to move
// do not count, because a pass or another ruleset would change them.
package fairplay

import (
	"math/bits"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

const (
	// Recent is the number of last positions in a match in progress that count. The player knows
	// them all, and an estimate for an earlier one is an estimate for the game.
	Recent = 8

	// opening and openingShare determine the common opening moves: positions after fewer than 8
	// moves are free, or after fewer than an eighth of the points on a board with fewer than 64.
	opening      = 8
	openingShare = 8

	// stoneShare and mostDistance determine the distance of close positions: an eighth of the
	// stones, rounded up, and at most 6.
	stoneShare   = 8
	mostDistance = 6
)

// Free returns how many moves positions need to count on a board with points points.
func Free(points int) int { return min(opening, points/openingShare) }

// IsFree reports whether a game has too few moves, and set-up stones, to count.
func IsFree(g *game.Game) bool {
	free := Free(g.Graph().Points())
	return g.Ply() < free && g.Graph().Points()-g.Board().Vacant() < free
}

// Distance returns the maximum distance that is close to a position with some stones.
func Distance(stones int) int { return min(mostDistance, (stones+stoneShare-1)/stoneShare) }

// Positions holds positions in matches in progress by board name. The zero Positions is empty.
type Positions map[string][]position

// A position holds its stones under all symmetries of the board: for each symmetry the words of a
// bit set with Black's points, then with White's.
type position struct {
	stones int
	images []uint64
}

// words returns how many words a bit set for all points needs.
func words(g *board.Graph) int { return (g.Points() + 63) / 64 }

// Add adds the last [Recent] positions in a match in progress, and undoes as many moves in g. Its
// cost for each position is proportional to the stones times the symmetries.
func (s Positions) Add(g *game.Game) {
	for range Recent {
		if g.Ply() < Free(g.Graph().Points()) {
			return
		}
		name := g.Graph().Name()
		s[name] = append(s[name], positionOf(g.Board()))
		if !g.Undo() {
			return
		}
	}
}

// positionOf returns a position under all symmetries.
func positionOf(b *board.View) position {
	n, symmetries := words(b.Graph()), b.Graph().Symmetries()
	p := position{images: make([]uint64, 2*n*len(symmetries))}
	for q := range b.Graph().Points() {
		c := b.At(board.Point(q))
		if c == board.Empty {
			continue
		}
		p.stones++
		first := 0
		if c == board.White {
			first = n
		}
		for i, image := range symmetries {
			set(p.images[2*n*i+first:], image[q])
		}
	}
	return p
}

// set adds a point to a set.
func set(to []uint64, p board.Point) { to[p/64] |= 1 << (p % 64) }

// Reached reports whether g, or an earlier position in it, is close to one of the positions. It
// undoes g's moves and makes them again.
func (s Positions) Reached(g *game.Game) bool {
	running := s[g.Graph().Name()]
	if len(running) == 0 {
		return false
	}
	var taken []game.Move
	from := g.PassesFrom()
	defer func() {
		for _, m := range slices.Backward(taken) {
			g.Make(m.Point, m.Color)
		}
		g.CountPassesFrom(from)
	}()
	sets := make([]uint64, 2*words(g.Graph()))
	for !IsFree(g) {
		if isClose(g.Board(), running, sets) {
			return true
		}
		last, ok := g.Last()
		if !ok || !g.Undo() {
			return false
		}
		taken = append(taken, last)
	}
	return false
}

// isClose reports whether a position is close to any of others. It uses sets as a buffer for its
// stones.
func isClose(b *board.View, others []position, sets []uint64) bool {
	stones, filled := b.Graph().Points()-b.Vacant(), false
	for _, p := range others {
		most := Distance(p.stones)
		if stones < p.stones-most || stones > p.stones+most {
			continue
		}
		if !filled {
			filled = true
			fill(sets, b)
		}
		for images := range slices.Chunk(p.images, len(sets)) {
			if same, exchanged := distances(sets, images); min(same, exchanged) <= most {
				return true
			}
		}
	}
	return false
}

// fill sets the bits for a position's stones.
func fill(sets []uint64, b *board.View) {
	clear(sets)
	for q := range b.Graph().Points() {
		switch b.At(board.Point(q)) {
		case board.Black:
			set(sets, board.Point(q))
		case board.White:
			set(sets[len(sets)/2:], board.Point(q))
		}
	}
}

// distances returns how many points differ between two positions, with equal colours and with
// one position's colours exchanged.
func distances(a, b []uint64) (same, exchanged int) {
	n := len(a) / 2
	b = b[:len(a)]
	for i := range n {
		same += bits.OnesCount64((a[i] ^ b[i]) | (a[n+i] ^ b[n+i]))
		exchanged += bits.OnesCount64((a[i] ^ b[n+i]) | (a[n+i] ^ b[i]))
	}
	return same, exchanged
}
