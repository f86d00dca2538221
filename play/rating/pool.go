package rating

import (
	"slices"
	"strconv"
	"strings"

	"rosette/play/clock"
)

// A Family is a group of boards with common ratings.
type Family string

// Families of boards.
const (
	Rosette Family = "rosette" // honeycombs with base 3 or more
	Go9     Family = "go-9"
	Go13    Family = "go-13"
	Go19    Family = "go-19"
)

// Families lists all families, Rosette first.
var Families = []Family{Rosette, Go9, Go13, Go19}

// leastBase is the base of the smallest rated honeycomb. Smaller ones are solved or nearly so.
const leastBase = 3

// FamilyOf returns the family of the named board. Ok is false for a board without ratings.
func FamilyOf(boardName string) (f Family, ok bool) {
	if base, found := strings.CutPrefix(boardName, "rosette-"); found {
		n, err := strconv.Atoi(base)
		return Rosette, err == nil && n >= leastBase
	}
	f, ok = map[string]Family{"square-9": Go9, "square-13": Go13, "square-19": Go19}[boardName]
	return f, ok
}

// A Pool holds players whose games are compared: on a family of boards at one speed.
type Pool struct {
	Family Family
	Speed  clock.Speed
}

// PoolOf returns a game's pool. Ok is false if it has none: the board has no ratings or the game
// has no time limit.
func PoolOf(boardName string, speed clock.Speed) (p Pool, ok bool) {
	f, ok := FamilyOf(boardName)
	return Pool{f, speed}, ok && slices.Contains(clock.Speeds, speed)
}

// Pools returns all pools, in display order.
func Pools() (all []Pool) {
	for _, f := range Families {
		for _, s := range clock.Speeds {
			all = append(all, Pool{f, s})
		}
	}
	return all
}

// String returns the pool in one word, such as "rosette-live" or "go-9-blitz".
func (p Pool) String() string { return string(p.Family) + "-" + string(p.Speed) }

// ParsePool parses the format of [Pool.String].
func ParsePool(text string) (p Pool, ok bool) {
	all := Pools()
	i := slices.IndexFunc(all, func(p Pool) bool { return p.String() == text })
	if i < 0 {
		return Pool{}, false
	}
	return all[i], true
}
