package engine

import (
	"math"
	"slices"
	"strconv"
)

// A Level is how strong the computer plays. The weaker levels search few positions by
// playouts and choose at random among the moves they have searched; from some level on a
// network thinks where one serves the board, the weaker of them at random as well. How much
// a level searches and how much is left to chance is its [Setting], which differs by board,
// so that the steps between levels are even on each. What people read of a level
// is no part of it: the catalogue has level.NAME.title, .short and .about, and of an
// opponent opponent.ID.name and .about.
type Level struct {
	Name     string // what flags and forms take
	Elo      int    // above level 1 on base 5, by the ladders that laid the levels; 0 for level 1 and for full strength
	Dated    bool   // Elo was measured with an earlier network, and the level is stronger now
	Opponent string // the ID of the named opponent that plays at this level, "" if none

	number int // from 1 on; 0 for full strength
}

// firstOfNetwork is the weakest level that uses a network.
const firstOfNetwork = 10

// UsesNetwork reports whether the level evaluates by a network where one serves the
// board.
func (l Level) UsesNetwork() bool { return l.number == 0 || l.number >= firstOfNetwork }

// strengths are all levels but full strength, the weakest first, without their names. The
// figures are those of docs/bench/levels.csv, as a test checks.
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

// FullStrength is the name of the level without limits of its own.
const FullStrength = "full"

// Levels are all levels, the weakest first. Do not change it.
var Levels = levels()

func levels() []Level {
	all := append(slices.Clone(strengths), Level{Name: FullStrength})
	for i := range strengths {
		all[i].Name, all[i].number = strconv.Itoa(i+1), i+1
	}
	return all
}

// LevelNamed returns the level of a name; ok is false if there is none.
func LevelNamed(name string) (l Level, ok bool) {
	i := slices.IndexFunc(Levels, func(l Level) bool { return l.Name == name })
	if i < 0 {
		return Level{}, false
	}
	return Levels[i], true
}

// Opponents are the levels that have a named opponent, the weakest first.
func Opponents() []Level {
	return slices.DeleteFunc(slices.Clone(Levels), func(l Level) bool { return l.Opponent == "" })
}

// ShareAgainst returns the share of games that a level is expected to win against
// another, by the difference of their Elo.
func (l Level) ShareAgainst(other Level) float64 {
	return 1 / (1 + math.Pow(10, float64(other.Elo-l.Elo)/400))
}
