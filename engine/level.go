package engine

import (
	"slices"
	"strconv"
)

// A Level is a playing strength. Weaker levels search few positions with playouts and choose at
// random among the searched moves. Levels from firstOfNetwork use a network if one supports the
// board, and the weaker of these also choose at random. The [Setting] for a level depends on the
// board, so that the steps between levels are even on every board.
//
// Texts for players are in the catalogue: level.NAME.title, .short and .about for levels, and
// opponent.ID.name and .about for opponents.
type Level struct {
	Name     string // name in flags and forms
	Elo      int    // relative to level 1 on base 5, as calibrated by ladders; 0 for level 1 and full strength
	Dated    bool   // Elo was measured with an earlier network, and the level is now stronger
	Opponent string // ID of the named opponent at this level; "" if none

	number int // from 1; 0 for full strength
}

// firstOfNetwork is the weakest level that uses a network.
const firstOfNetwork = 10

// UsesNetwork reports whether the level uses a network on boards that a network supports.
func (l Level) UsesNetwork() bool { return l.number == 0 || l.number >= firstOfNetwork }

// strengths lists all levels except full strength, weakest first, without their names. A test
// compares them with docs/bench/levels.csv.
var strengths = []Level{
	{Elo: 0, Opponent: "daisy"},
	{Elo: 138, Opponent: "clover"},
	{Elo: 277},
	{Elo: 415, Opponent: "iris"},
	{Elo: 553},
	{Elo: 692},
	{Elo: 830, Opponent: "violet"},
	{Elo: 968},
	{Elo: 1107},
	{Elo: 1245, Opponent: "thistle"},
	{Elo: 1383},
	{Elo: 1522, Opponent: "peony"},
	{Elo: 1660},
	{Elo: 1798},
	{Elo: 1937},
	{Elo: 2075},
	{Elo: 2213, Opponent: "lotus"},
	{Elo: 2352},
	{Elo: 2490},
	{Elo: 2628},
	{Elo: 2767},
	{Elo: 2905, Opponent: "rosa"},
}

// FullStrength is the name of the level without its own limits.
const FullStrength = "full"

// Levels lists all levels, weakest first. It must not be modified.
var Levels = levels()

func levels() []Level {
	all := append(slices.Clone(strengths), Level{Name: FullStrength})
	for i := range strengths {
		all[i].Name, all[i].number = strconv.Itoa(i+1), i+1
	}
	return all
}

// LevelNamed returns the level with the given name; ok is false if there is none.
func LevelNamed(name string) (l Level, ok bool) {
	i := slices.IndexFunc(Levels, func(l Level) bool { return l.Name == name })
	if i < 0 {
		return Level{}, false
	}
	return Levels[i], true
}

// Opponents returns the levels with a named opponent, weakest first.
func Opponents() []Level {
	return slices.DeleteFunc(slices.Clone(Levels), func(l Level) bool { return l.Opponent == "" })
}
