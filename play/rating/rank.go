package rating

import (
	"math"
	"strconv"

	"rosette/game"
	"rosette/game/board"
)

// The scale of ranks is that of the European Go Federation and of the Dragon Go Server: a
// rank is 100 points wide. Level 1 of the computer marks its foot, 30 kyu.
const (
	rankWidth  = 100
	foot       = 500 // where 30 kyu begins
	kyus, dans = 30, 9
)

// Rank returns the rank of a number of points, from 30k to 9d.
func Rank(points float64) string {
	n := int(math.Floor(min(max((points-foot)/rankWidth, 0), kyus+dans-1)))
	if n < kyus {
		return strconv.Itoa(kyus-n) + "k"
	}
	return strconv.Itoa(n-kyus+1) + "d"
}

// RankDifference returns by how many ranks two players differ, with fractions, and their
// ranks.
func RankDifference(a, b float64) game.RankDifference {
	return game.RankDifference{Ranks: math.Abs(a-b) / rankWidth, Weaker: Rank(min(a, b)), Stronger: Rank(max(a, b))}
}

// fullSize is the number of points of the board on which a rank is worth a stone.
const fullSize = 361

// ranksOfStone returns how many ranks a stone of handicap makes up for. A stone is worth
// about as many points of score everywhere, and on a smaller board a better player wins by
// fewer: so a stone counts there for more ranks, in proportion to the points of the board.
func ranksOfStone(g *board.Graph) float64 { return fullSize / float64(g.Points()) }

// Handicap returns the handicap that makes a game between two players even, as
// [game.Rules.RankHandicap] gives it for what their difference is worth on the board.
func Handicap(r game.Rules, g *board.Graph, a, b float64) (stones int, blackFree bool) {
	d := RankDifference(a, b)
	d.Ranks /= ranksOfStone(g)
	return r.RankHandicap(g, d)
}

// firstMove is what it is worth, in stones, to move first without komi.
const firstMove = 0.5

// HeadStart returns what a handicap is worth to Black in points, below 0 if it is worth
// that to White: n stones for the weaker player, who is Black if that is Empty, are worth
// half a stone less, because White then moves first. Under Flower, where Black moves after
// the stones, they are worth all of it, and free says that Black has the first move without
// komi, whoever has the stones.
func HeadStart(r game.Rules, g *board.Graph, n int, weaker board.Color, free bool) float64 {
	stones := float64(n)
	if r.Handicap != game.HandicapFlower && n > 0 {
		stones -= firstMove
	}
	if weaker == board.White {
		stones = -stones
	}
	if r.Handicap == game.HandicapFlower && free {
		stones += firstMove
	}
	return stones * ranksOfStone(g) * rankWidth
}

// headStartMargin is by how many points the head start that counts may be more than the
// difference of the players, whose ratings are not exact.
const headStartMargin = rankWidth

// counted returns how much of a head start of the first of two players counts, below 0 if
// it is that of the second. A stone is not worth the same at every strength and on every
// board, so that stones that the difference of the players does not ask for would make a
// victory over a weak player count for more than any: they count no further than the
// margin.
func counted(first, second Rating, headStart float64) float64 {
	if headStart < 0 {
		return -counted(second, first, -headStart)
	}
	return min(headStart, max(0, second.Points-first.Points)+headStartMargin)
}
