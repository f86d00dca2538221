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
