package engine

import (
	"math"
	"slices"
	"strconv"
)

// A Level is how strong the computer plays. Where no network serves the board, weaker
// levels search fewer positions by playouts, the weakest evaluate them more roughly, and
// they choose at random among the moves they have searched, with probability
// visits^(1/Temperature). From some level on a network thinks where it can: the weaker of
// these choose among its moves likewise, by NetworkTemperature. What people read of a level
// is no part of it: the catalogue has level.NAME.title, .short and .about, and of an
// opponent opponent.ID.name and .about.
type Level struct {
	Name               string  // what flags and forms take
	VisitsPerPoint     float64 // visits of playouts for each point of the board, at least 8 in all; 0 for no limit
	Temperature        float64 // of playouts; 0 takes the most visited move
	Light              bool    // it evaluates by a light evaluator
	NetworkVisits      int     // visits where a network serves the board; 0 if the level does not use it, or for no limit
	NetworkTemperature float64 // of a network
	Elo                int     // above level 1 as measured on base 5; 0 for level 1 and for full strength
	Dated              bool    // Elo was measured with an earlier network, and the level is stronger now
	Opponent           string  // the ID of the named opponent that plays at this level, "" if none
}

// UsesNetwork reports whether the level evaluates by a network where one serves the
// board.
func (l Level) UsesNetwork() bool { return l.NetworkVisits > 0 || l.VisitsPerPoint == 0 }

// strengths are all levels but full strength, the weakest first, without their names. The
// figures are those of docs/bench/levels.txt, as a test checks.
var strengths = []Level{
	{VisitsPerPoint: 0.06, Temperature: 2, Light: true, Elo: 0, Opponent: "daisy"},
	{VisitsPerPoint: 0.19, Temperature: 1.15, Light: true, Elo: 90, Opponent: "clover"},
	{VisitsPerPoint: 0.35, Temperature: 0.92, Light: true, Elo: 231},
	{VisitsPerPoint: 0.39, Temperature: 0.9, Elo: 365, Opponent: "iris"},
	{VisitsPerPoint: 0.57, Temperature: 0.77, Elo: 484},
	{VisitsPerPoint: 0.82, Temperature: 0.66, Elo: 618},
	{VisitsPerPoint: 1.2, Temperature: 0.575, Elo: 811, Opponent: "violet"},
	{VisitsPerPoint: 1.85, Temperature: 0.51, Elo: 964},
	{VisitsPerPoint: 2.86, Temperature: 0.447, Elo: 1115},
	{VisitsPerPoint: 5, Temperature: 0.37, NetworkVisits: 1, NetworkTemperature: 1.15, Elo: 1273, Opponent: "thistle"},
	{VisitsPerPoint: 6.8, Temperature: 0.325, NetworkVisits: 1, NetworkTemperature: 0.97, Elo: 1421},
	{VisitsPerPoint: 10.5, Temperature: 0.265, NetworkVisits: 1, NetworkTemperature: 0.83, Elo: 1549, Opponent: "peony"},
	{VisitsPerPoint: 16, Temperature: 0.205, NetworkVisits: 1, NetworkTemperature: 0.68, Elo: 1655},
	{VisitsPerPoint: 25, Temperature: 0.145, NetworkVisits: 1, NetworkTemperature: 0.54, Elo: 1782},
	{VisitsPerPoint: 38.5, Temperature: 0.085, NetworkVisits: 1, NetworkTemperature: 0.41, Elo: 2004},
	{VisitsPerPoint: 60, NetworkVisits: 1, NetworkTemperature: 0.15, Elo: 2085},
	{VisitsPerPoint: 95, NetworkVisits: 5, Elo: 2246, Opponent: "lotus"},
	{VisitsPerPoint: 150, NetworkVisits: 12, Elo: 2388},
	{VisitsPerPoint: 235, NetworkVisits: 28, Elo: 2466},
	{VisitsPerPoint: 370, NetworkVisits: 70, Elo: 2588},
	{VisitsPerPoint: 580, NetworkVisits: 180, Elo: 2798},
	{VisitsPerPoint: 900, NetworkVisits: 500, Elo: 2900, Opponent: "rosa"},
}

// FullStrength is the name of the level without limits of its own.
const FullStrength = "full"

// Levels are all levels, the weakest first. Do not change it.
var Levels = levels()

func levels() []Level {
	all := append(slices.Clone(strengths), Level{Name: FullStrength})
	for i := range strengths {
		all[i].Name = strconv.Itoa(i + 1)
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
