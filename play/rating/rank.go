package rating

import (
	"math"
	"strconv"

	"rosette/game"
	"rosette/game/board"
)

// The rank scale is the one used by the European Go Federation and the Dragon Go Server: a rank is
// 100 points wide. Level 1 of the computer is at the bottom, 30 kyu.
const (
	rankWidth  = 100
	foot       = 500 // lower end of 30 kyu
	kyus, dans = 30, 9
)

// Rank returns the rank for a number of points, from 30k to 9d.
func Rank(points float64) string {
	n := int(math.Floor(min(max((points-foot)/rankWidth, 0), kyus+dans-1)))
	if n < kyus {
		return strconv.Itoa(kyus-n) + "k"
	}
	return strconv.Itoa(n-kyus+1) + "d"
}

// RankDifference returns the difference between two players in ranks, with fractions, and their
// ranks.
func RankDifference(a, b float64) game.RankDifference {
	return game.RankDifference{Ranks: math.Abs(a-b) / rankWidth, Weaker: Rank(min(a, b)), Stronger: Rank(max(a, b))}
}

// fullSize is the number of points on the board where a rank is worth a stone.
const fullSize = 361

// ranksOfStone returns the number of ranks that a handicap stone compensates. A stone is worth
// about the same score on all boards, and on a smaller board a better player wins by less; so a
// stone there counts for more ranks, in inverse proportion to the number of points.
func ranksOfStone(g *board.Graph) float64 { return fullSize / float64(g.Points()) }

// Handicap returns the handicap that makes a game between two players even. It is
// [game.Rules.RankHandicap] for the value of their difference on the board.
func Handicap(r game.Rules, g *board.Graph, a, b float64) (stones int, blackFree bool) {
	d := RankDifference(a, b)
	d.Ranks /= ranksOfStone(g)
	return r.RankHandicap(g, d)
}

// firstMove is the value, in stones, of moving first without komi.
const firstMove = 0.5

// HeadStart returns a handicap's value for Black in points, negative if White benefits. N stones
// for the weaker player, who is Black if weaker is Empty, are worth half a stone less, because
// White then moves first. Under Flower, where Black moves after the stones, they have their full
// value, and free means that Black also has the first move without komi, whoever has the stones.
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

// headStartMargin is how many points a head start may exceed the players' difference by, because
// ratings are inexact.
const headStartMargin = rankWidth

// counted returns the part of the first player's head start that counts; it is negative for a head
// start of the second. A stone's value depends on strength and board. Without a limit, unnecessary
// stones would make a win against a weak player more valuable than any other, so they count only up
// to the margin.
func counted(first, second Rating, headStart float64) float64 {
	if headStart < 0 {
		return -counted(second, first, -headStart)
	}
	return min(headStart, max(0, second.Points-first.Points)+headStartMargin)
}
