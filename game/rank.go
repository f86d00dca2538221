package game

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/internal/regex"
)

// A RankDifference is the difference in strength between two players, in ranks. A rank is worth one
// handicap stone on 19×19.
type RankDifference struct {
	Ranks            float64 // 0 or more
	Weaker, Stronger string  // ranks such as "5k" and "2d"; empty if only the difference is known
}

// mostRanks is the difference between 30 kyu and 9 dan.
const mostRanks = 38

var (
	rankPattern   = regex.MustCompile(`^([1-9]|[12][0-9]|30)k$|^[1-9]d$`)
	ranksPattern  = regex.MustCompile(`^([0-9]+[kd])[ ,/–-]+([0-9]+[kd])$`)
	numberPattern = regex.MustCompile(`^[0-9]{1,2}([.,][0-9]{1,2})?$`)
)

// IsRank reports whether a text is a rank: 30k to 1k, the weakest first, then 1d to 9d.
func IsRank(text string) bool { return rankPattern.MatchString(text) }

// ParseRankDifference parses a number of ranks such as "3.4", or both ranks in either order, such
// as "5k 2d". The error is one line.
func ParseRankDifference(text string) (RankDifference, error) {
	plain := strings.ToLower(strings.TrimSpace(text))
	if numberPattern.MatchString(plain) {
		n, err := strconv.ParseFloat(strings.Replace(plain, ",", ".", 1), 64)
		if err == nil && n <= mostRanks {
			return RankDifference{Ranks: n}, nil
		}
	}
	if both := ranksPattern.FindStringSubmatch(plain); both != nil && IsRank(both[1]) && IsRank(both[2]) {
		d := RankDifference{Ranks: float64(height(both[2]) - height(both[1])), Weaker: both[1], Stronger: both[2]}
		if d.Ranks < 0 {
			d = RankDifference{Ranks: -d.Ranks, Weaker: both[2], Stronger: both[1]}
		}
		return d, nil
	}
	return RankDifference{},
		fmt.Errorf("rank difference %q: use 0 to %d ranks such as 3.4, or both ranks such as 5k,2d, from 30k to 9d",
			quote.Clip(text, 24), mostRanks)
}

// height returns the number of ranks above 1 kyu.
func height(rank string) int {
	n, err := strconv.Atoi(rank[:len(rank)-1])
	if err != nil {
		panic("game: no rank: " + rank)
	}
	if strings.HasSuffix(rank, "k") {
		return 1 - n
	}
	return n
}

// mostRankStones is the largest handicap for a rank difference, except on honeycombs and under
// [HandicapFlower].
const mostRankStones = 9

// RankHandicap returns the handicap for a rank difference: one stone per whole rank, at most nine,
// on honeycombs at most six, or as many as the rules require under [HandicapFlower]. There a
// fraction of a rank gives the weaker player Black without komi, and blackFree is true; elsewhere
// it has no effect.
func (r Rules) RankHandicap(g *board.Graph, d RankDifference) (stones int, blackFree bool) {
	whole := math.Floor(d.Ranks)
	if r.Handicap == HandicapFlower {
		return int(whole), d.Ranks > whole
	}
	most := mostRankStones
	if g.Lattice() == board.Honeycomb {
		most = board.MostHoneycombHandicap
	}
	return min(int(whole), most, r.MostHandicap(g)), false
}
