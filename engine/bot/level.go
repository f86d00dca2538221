package bot

import (
	"fmt"
	"strings"
)

// A Level is how strong a bot plays. Weaker levels look at fewer positions, see
// less in them and are less sure which move is best; none plays moves it thinks
// bad.
type Level struct {
	Name        string  // what flags and forms take
	Title       string  // what people read
	About       string  // one sentence for people
	PerPoint    float64 // visits for each point of the board, 0 for no bound
	Temperature float64 // 0 takes the most visited move
	Light       bool    // it judges by [Options.Light] minds
}

// Levels are all there are, the weakest first: each looks at about twice as much
// as the one before. What they are worth in Elo is yet to be measured.
var Levels = []Level{
	{"1", "Level 1", "For a first game: sees a stone that can be taken, sometimes.", 0.06, 2, true},
	{"2", "Level 2", "Answers what is near and overlooks the rest.", 0.12, 1.3, true},
	{"3", "Level 3", "Takes what hangs and forgets its own stones.", 0.25, 1, true},
	{"4", "Level 4", "Sees a capture, rarely more.", 0.5, 0.8, true},
	{"5", "Level 5", "Saves what can be saved at once.", 1, 0.6, false},
	{"6", "Level 6", "Reads a little and forgives a little.", 2, 0.5, false},
	{"7", "Level 7", "Knows which rosettes matter.", 4, 0.4, false},
	{"8", "Level 8", "Reads ahead and makes few gifts.", 8, 0.3, false},
	{"9", "Level 9", "Counts who is ahead, and plays for it.", 18, 0.2, false},
	{"10", "Level 10", "Takes what you leave open.", 40, 0.1, false},
	{"11", "Level 11", "Leaves little open itself.", 90, 0, false},
	{"12", "Level 12", "Reads as far as a second reaches on a large board.", 200, 0, false},
	{"full", "Full strength", "Thinks as long as it may.", 0, 0, false},
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
