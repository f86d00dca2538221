package player

import (
	"fmt"
	"slices"
	"strconv"
)

// A Level is how strong a player plays. Weaker levels search fewer positions,
// evaluate them more roughly, and choose at random among the moves they have
// searched, with probability visits^(1/Temperature). What people read of a level is no
// part of it: the catalogue has level.NAME.title, .short and .about.
type Level struct {
	Name           string  // what flags and forms take
	VisitsPerPoint float64 // visits for each point of the board, at least 8 in all; 0 for no limit
	Temperature    float64 // 0 takes the most visited move
	Light          bool    // it evaluates by [Options.NewLightEvaluator]
	PolicyVisits   int     // visits where evaluators have a policy; 0 for VisitsPerPoint there too
}

// UsesNetwork reports whether the level evaluates by a network where one serves the
// board.
func (l Level) UsesNetwork() bool { return l.PolicyVisits > 0 || l.VisitsPerPoint == 0 }

// A strength is the numbers of a level.
type strength struct {
	visitsPerPoint float64
	temperature    float64
	light          bool
	policyVisits   int
}

// strengths are those of all levels but full strength, the weakest first, 140 Elo apart
// on average on base 5 (docs/bench/levels.txt).
var strengths = []strength{
	{0.06, 2, true, 0},
	{0.19, 1.15, true, 0},
	{0.35, 0.92, true, 0},
	{0.39, 0.9, false, 0},
	{0.57, 0.77, false, 0},
	{0.82, 0.66, false, 0},
	{1.2, 0.575, false, 0},
	{1.85, 0.51, false, 0},
	{2.86, 0.447, false, 0},
	{5, 0.37, false, 0},
	{6.8, 0.325, false, 0},
	{10.5, 0.265, false, 0},
	{16, 0.205, false, 0},
	{25, 0.145, false, 0},
	{38.5, 0.085, false, 0},
	{60, 0, false, 0},
	{95, 0, false, 64},
	{150, 0, false, 95},
	{235, 0, false, 150},
	{370, 0, false, 260},
	{580, 0, false, 500},
	{900, 0, false, 1000},
}

// Levels are all levels, the weakest first. Do not change it.
var Levels = levels()

func levels() (all []Level) {
	for i, l := range strengths {
		all = append(all, Level{strconv.Itoa(i + 1), l.visitsPerPoint, l.temperature, l.light, l.policyVisits})
	}
	return append(all, Level{Name: "full"})
}

// LevelRange names all levels in one line.
func LevelRange() string { return fmt.Sprintf("1 to %d, or full", len(strengths)) }

// NetworkLevelRange names the levels that use a network in one line.
func NetworkLevelRange() string {
	first := slices.IndexFunc(Levels, Level.UsesNetwork)
	return fmt.Sprintf("%s to %d, and full", Levels[first].Name, len(strengths))
}

// LevelNamed returns the level of a name, full strength for "", or an error that
// lists the levels.
func LevelNamed(name string) (Level, error) {
	if name == "" {
		name = "full"
	}
	for _, l := range Levels {
		if l.Name == name {
			return l, nil
		}
	}
	return Level{}, fmt.Errorf("no level %q: use %s", name, LevelRange())
}

// visits returns how many visits the level has for a move on a board of that many
// points, with or without a policy; 0 for no limit.
func (l Level) visits(points int, policy bool) int {
	switch {
	case l.VisitsPerPoint == 0:
		return 0
	case policy && l.PolicyVisits > 0:
		return l.PolicyVisits
	}
	return max(8, int(l.VisitsPerPoint*float64(points)))
}
