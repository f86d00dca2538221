package bot

import (
	"fmt"
	"strings"
)

// A Level is how strong a bot plays. Weaker levels look at fewer positions and
// are less sure which move is best; none plays moves it thinks bad.
type Level struct {
	Name        string  // what flags and forms take
	Title       string  // what people read
	About       string  // one sentence for people
	PerPoint    float64 // visits for each point of the board, 0 for no bound
	Temperature float64 // 0 takes the most visited move
}

// Levels are all there are, the weakest first.
var Levels = []Level{
	{"beginner", "Beginner", "Looks at a handful of moves: for a first game.", 0.5, 1},
	{"novice", "Novice", "Sees a capture, rarely more.", 1.5, 0.7},
	{"casual", "Casual", "Reads a little and forgives a little.", 5, 0.4},
	{"club", "Club player", "Reads ahead and makes few gifts.", 20, 0.2},
	{"strong", "Strong", "Takes what you leave open.", 80, 0},
	{"full", "Full strength", "Thinks as long as it may.", 0, 0},
}

// LevelNames returns the names of Levels.
func LevelNames() []string {
	var names []string
	for _, l := range Levels {
		names = append(names, l.Name)
	}
	return names
}

func levelNamed(name string) (Level, error) {
	if name == "" {
		name = "full"
	}
	for _, l := range Levels {
		if l.Name == name {
			return l, nil
		}
	}
	return Level{}, fmt.Errorf("no level %q: use %s", name, strings.Join(LevelNames(), ", "))
}

func (l Level) visits(points int) int {
	if l.PerPoint == 0 {
		return 0
	}
	return max(8, int(l.PerPoint*float64(points)))
}
