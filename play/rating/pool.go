package rating

import (
	"slices"
	"strconv"
	"strings"

	"rosette/play/clock"
)

// A Family is the boards that share ratings.
type Family string

// The families of boards.
const (
	Rosette Family = "rosette" // honeycombs of base 3 and more
	Go9     Family = "go-9"
	Go13    Family = "go-13"
	Go19    Family = "go-19"
)

// Families are all families, Rosette first.
var Families = []Family{Rosette, Go9, Go13, Go19}

// leastBase is the smallest honeycomb that is rated. Smaller ones are solved or nearly so.
const leastBase = 3

// FamilyOf returns the family of a board by its name. ok is false for a board without
// ratings.
func FamilyOf(boardName string) (f Family, ok bool) {
	if base, found := strings.CutPrefix(boardName, "rosette-"); found {
		n, err := strconv.Atoi(base)
		return Rosette, err == nil && n >= leastBase
	}
	f, ok = map[string]Family{"square-9": Go9, "square-13": Go13, "square-19": Go19}[boardName]
	return f, ok
}

// A Pool is the games whose players are compared: those of a family of boards at a speed.
type Pool struct {
	Family Family
	Speed  clock.Speed
}

// PoolOf returns the pool of a game. ok is false for a game that has none: on a board
// without ratings, or without a time limit.
func PoolOf(boardName string, speed clock.Speed) (p Pool, ok bool) {
	f, ok := FamilyOf(boardName)
	return Pool{f, speed}, ok && slices.Contains(clock.Speeds, speed)
}

// Pools are all pools, in the order in which pages list them.
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

// ParsePool reads what [Pool.String] writes.
func ParsePool(text string) (p Pool, ok bool) {
	all := Pools()
	i := slices.IndexFunc(all, func(p Pool) bool { return p.String() == text })
	if i < 0 {
		return Pool{}, false
	}
	return all[i], true
}
