package engine

import (
	"math"
	"slices"
	"strconv"
)

// A Level is how strong the computer plays. Weaker levels search fewer positions,
// evaluate them more roughly, and choose at random among the moves they have
// searched, with probability visits^(1/Temperature). What people read of a level is no
// part of it: the catalogue has level.NAME.title, .short and .about, and of an opponent
// opponent.ID.name and .about.
type Level struct {
	Name           string  // what flags and forms take
	VisitsPerPoint float64 // visits for each point of the board, at least 8 in all; 0 for no limit
	Temperature    float64 // 0 takes the most visited move
	Light          bool    // it evaluates by a light evaluator
	PolicyVisits   int     // visits where evaluators have a policy; 0 for VisitsPerPoint there too
	Elo            int     // above level 1 as measured on base 5; 0 for level 1 and for full strength
	Dated          bool    // Elo was measured with an earlier network, and the level is stronger now
	Opponent       string  // the ID of the named opponent that plays at this level, "" if none
}

// UsesNetwork reports whether the level evaluates by a network where one serves the
// board.
func (l Level) UsesNetwork() bool { return l.PolicyVisits > 0 || l.VisitsPerPoint == 0 }

// A strength is a row of the table of levels.
type strength struct {
	visitsPerPoint float64
	temperature    float64
	light          bool
	policyVisits   int
	elo            int
	dated          bool
	opponent       string
}

// strengths are those of all levels but full strength, the weakest first. The figures
// are those of docs/bench/levels.txt, as a test checks.
var strengths = []strength{
	{0.06, 2, true, 0, 0, false, "daisy"},
	{0.19, 1.15, true, 0, 90, false, "clover"},
	{0.35, 0.92, true, 0, 231, false, ""},
	{0.39, 0.9, false, 0, 365, false, "iris"},
	{0.57, 0.77, false, 0, 484, false, ""},
	{0.82, 0.66, false, 0, 618, false, ""},
	{1.2, 0.575, false, 0, 811, false, "violet"},
	{1.85, 0.51, false, 0, 964, false, ""},
	{2.86, 0.447, false, 0, 1115, false, ""},
	{5, 0.37, false, 0, 1317, false, "thistle"},
	{6.8, 0.325, false, 0, 1475, false, ""},
	{10.5, 0.265, false, 0, 1600, false, "peony"},
	{16, 0.205, false, 0, 1738, false, ""},
	{25, 0.145, false, 0, 1912, false, ""},
	{38.5, 0.085, false, 0, 1992, false, ""},
	{60, 0, false, 0, 2161, false, ""},
	{95, 0, false, 64, 2344, true, "lotus"},
	{150, 0, false, 95, 2431, true, ""},
	{235, 0, false, 150, 2604, true, ""},
	{370, 0, false, 260, 2735, true, ""},
	{580, 0, false, 500, 2988, true, ""},
	{900, 0, false, 1000, 3043, true, "rosa"},
}

// FullStrength is the name of the level without limits of its own.
const FullStrength = "full"

// Levels are all levels, the weakest first. Do not change it.
var Levels = levels()

func levels() (all []Level) {
	for i, s := range strengths {
		all = append(all, Level{
			Name: strconv.Itoa(i + 1), VisitsPerPoint: s.visitsPerPoint, Temperature: s.temperature, Light: s.light,
			PolicyVisits: s.policyVisits, Elo: s.elo, Dated: s.dated, Opponent: s.opponent,
		})
	}
	return append(all, Level{Name: FullStrength})
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
