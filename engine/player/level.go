package player

import (
	"cmp"
	"fmt"
	"slices"

	"rosette/engine"
)

// LevelRange returns the range of level names.
func LevelRange() string { return fmt.Sprintf("1 to %d, or full", len(engine.Levels)-1) }

// NetworkLevelRange returns the range of level names that use a network.
func NetworkLevelRange() string {
	first := slices.IndexFunc(engine.Levels, engine.Level.UsesNetwork)
	return fmt.Sprintf("%s to %d, and full", engine.Levels[first].Name, len(engine.Levels)-1)
}

// LevelNamed returns the level with the given name, or full strength for "". The error lists the
// valid levels.
func LevelNamed(name string) (engine.Level, error) {
	l, ok := engine.LevelNamed(cmp.Or(name, engine.FullStrength))
	if !ok {
		return l, fmt.Errorf("no level %q: use %s", name, LevelRange())
	}
	return l, nil
}
