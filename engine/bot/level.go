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

// Levels are all there are, the weakest first. On base 5 each beats the one
// before it in about two games of three (docs/bench/levels.txt).
var Levels = []Level{
	{"1", "Level 1", "For a first game: sees a stone that can be taken, sometimes.", 0.1, 1.6},
	{"2", "Level 2", "Answers what is near and overlooks the rest.", 0.15, 1.1},
	{"3", "Level 3", "Takes what hangs and forgets its own stones.", 0.25, 0.9},
	{"4", "Level 4", "Sees a capture, rarely more.", 0.4, 0.8},
	{"5", "Level 5", "Saves what can be saved at once.", 0.7, 0.7},
	{"6", "Level 6", "Reads a little and forgives a little.", 1.3, 0.55},
	{"7", "Level 7", "Knows which rosettes matter.", 2.5, 0.45},
	{"8", "Level 8", "Reads ahead and makes few gifts.", 5, 0.35},
	{"9", "Level 9", "Counts who is ahead, and plays for it.", 12, 0.25},
	{"10", "Level 10", "Takes what you leave open.", 30, 0.15},
	{"11", "Level 11", "Leaves little open itself.", 80, 0.1},
	{"12", "Level 12", "Reads as far as a second reaches on a large board.", 200, 0},
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
