package player

import (
	"cmp"
	"fmt"
	"slices"

	"rosette/engine"
)

// LevelRange names all levels in one line.
func LevelRange() string { return fmt.Sprintf("1 to %d, or full", len(engine.Levels)-1) }

// NetworkLevelRange names the levels that use a network in one line.
func NetworkLevelRange() string {
	first := slices.IndexFunc(engine.Levels, engine.Level.UsesNetwork)
	return fmt.Sprintf("%s to %d, and full", engine.Levels[first].Name, len(engine.Levels)-1)
}

// LevelNamed returns the level of a name, full strength for "", or an error that
// lists the levels.
func LevelNamed(name string) (engine.Level, error) {
	l, ok := engine.LevelNamed(cmp.Or(name, engine.FullStrength))
	if !ok {
		return l, fmt.Errorf("no level %q: use %s", name, LevelRange())
	}
	return l, nil
}

// levelVisits returns how many visits a level has for a move on a board of that many
// points, by a network or by playouts; 0 for no limit.
func levelVisits(l engine.Level, points int, network bool) int {
	switch {
	case l.VisitsPerPoint == 0:
		return 0
	case network && l.UsesNetwork():
		return l.NetworkVisits
	}
	return max(8, int(l.VisitsPerPoint*float64(points)))
}

// temperature returns that of a level.
func temperature(l engine.Level, network bool) float64 {
	if network && l.UsesNetwork() {
		return l.NetworkTemperature
	}
	return l.Temperature
}
