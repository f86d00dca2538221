package game

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/game/board"
)

// A story is a position and moves, with the expected effects under each ruleset. It is
// a file with one command per line:
//
//	# comment
//	board square-4x3            the board; the picture follows, row by row from the top
//	turn white                  who moves first; black by default
//	by aga, chinese             the rulesets for the next lines, each starting from the position;
//	                            "all", "all ko=SIMPLE tax=SEKI" (all with these choices), "the others"
//	                            (all not named yet), "aga with suicide=true"
//	B a1 W pass                 legal moves
//	not B a1 superko            an illegal play with its reason
//	stands X a1 b1              the stones on these points
//	dead a1 b1                  the chains to count as dead from here on
//	sum B 8+5=13 W 7+5=12       the score by parts, komi 0
//	result void|over|goes on    ended by repetition without a result, ended by passes, or neither
type story struct {
	t       *testing.T
	rules   string // ruleset for the line
	on      string
	picture string
	first   board.Color
	game    *Game
	dead    []board.Point
}

// storyCommands maps the commands that may follow a by line.
var storyCommands = map[string]func(*story, []string){
	"B": (*story).play, "W": (*story).play, "not": (*story).refuses, "stands": (*story).stands,
	"dead": (*story).takeForDead, "sum": (*story).adds, "result": (*story).repeats,
}

func TestPublishedPositionsEndAsEachRulesetSpecifies(t *testing.T) {
	files, err := filepath.Glob("testdata/stories/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no stories: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			runStory(t, string(text))
		})
	}
}

// runStory parses a file and runs each part under each ruleset.
func runStory(t *testing.T, text string) {
	s := story{t: t, first: board.Black}
	var by, named []string
	for i, line := range strings.Split(text, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || words[0] == "#":
		case words[0] == "board":
			s.on, s.picture = words[1], ""
		case words[0] == "turn":
			s.first = map[string]board.Color{"black": board.Black, "white": board.White}[words[1]]
		case words[0] == "by":
			by = rulesets(strings.TrimPrefix(line, "by "), named)
			named = append(named, by...)
		case storyCommands[words[0]] == nil && by == nil:
			s.picture += line
		case storyCommands[words[0]] == nil:
			t.Fatalf("line %d: no word %q in stories", i+1, words[0])
		}
	}
	for _, name := range Presets() {
		if !slices.Contains(named, name) {
			t.Errorf("no part of the story runs under %s", name)
		}
	}
	s.runParts(strings.Split(text, "\n"))
}

// runParts runs the parts in lines.
func (s *story) runParts(lines []string) {
	var named []string
	for i, line := range lines {
		list, found := strings.CutPrefix(line, "by ")
		if !found {
			continue
		}
		by := rulesets(list, named)
		named = append(named, by...)
		for _, name := range by {
			s.begin(name)
			for j := i + 1; j < len(lines) && !strings.HasPrefix(lines[j], "by "); j++ {
				if words := strings.Fields(lines[j]); len(words) > 0 && storyCommands[words[0]] != nil {
					s.rules = fmt.Sprintf("line %d, by %s", j+1, name)
					storyCommands[words[0]](s, words)
				}
			}
		}
	}
}

// rulesets parses the list after by.
func rulesets(list string, named []string) (names []string) {
	if words, found := strings.CutPrefix(list, "all"); found {
		return having(strings.Fields(words))
	}
	for _, name := range strings.Split(list, ",") {
		switch name = strings.TrimSpace(name); name {
		case "the others":
			for _, other := range Presets() {
				if !slices.Contains(named, other) {
					names = append(names, other)
				}
			}
		default:
			names = append(names, name)
		}
	}
	return names
}

// having returns the presets with all these choices, such as tax=SEKI.
func having(choices []string) (names []string) {
	for _, r := range presets {
		if !slices.ContainsFunc(choices, func(choice string) bool {
			made := strings.NewReplacer(`"`, "", "{", ",", "}", ",").Replace(r.KataGoJSON())
			return !strings.Contains(made, ","+strings.Replace(choice, "=", ":", 1)+",")
		}) {
			names = append(names, r.Preset)
		}
	}
	return names
}

// begin sets up the position under a ruleset, without komi.
func (s *story) begin(name string) {
	name, changes, _ := strings.Cut(name, " with ")
	r := preset(s.t, name)
	for _, change := range strings.Fields(changes) {
		key, value, _ := strings.Cut(change, "=")
		var err error
		if r, err = r.Set(key, value); err != nil {
			s.t.Fatal(err)
		}
	}
	r.Komi = 0
	s.game, s.dead = From(position(s.t, s.on, s.picture), r, s.first), nil
}

func (s *story) play(words []string) {
	for i := 0; i+1 < len(words); i += 2 {
		if err := s.game.Play(at(s.t, s.game, words[i+1]), s.colour(words[i])); err != nil {
			s.t.Errorf("%s: %s %s: %v", s.rules, words[i], words[i+1], err)
		}
	}
}

func (s *story) refuses(words []string) {
	if err := s.game.Legal(at(s.t, s.game, words[2]), s.colour(words[1])); err != Refusal(words[3]) {
		s.t.Errorf("%s: %s %s gives %v, want %s", s.rules, words[1], words[2], err, words[3])
	}
}

func (s *story) stands(words []string) {
	for _, p := range words[2:] {
		if got := letters[s.game.Board().At(at(s.t, s.game, p))]; string(got) != words[1] {
			s.t.Errorf("%s: at %s stands %c, want %s", s.rules, p, got, words[1])
		}
	}
}

func (s *story) takeForDead(words []string) {
	s.dead = nil
	for _, p := range words[1:] {
		s.dead = append(s.dead, at(s.t, s.game, p))
	}
}

func (s *story) adds(words []string) {
	score := s.game.Score(s.dead...)
	if got, want := sums(s.game.Rules(), score), strings.Join(words[1:], " "); got != want {
		s.t.Errorf("%s: the sum is %s, want %s", s.rules, got, want)
	}
}

func (s *story) repeats(words []string) {
	got := "goes on"
	switch {
	case s.game.NoResult():
		got = "void"
	case s.game.Passes() >= 2:
		got = "over"
	}
	if want := strings.Join(words[1:], " "); got != want {
		s.t.Errorf("%s: the result is %s, want %s", s.rules, got, want)
	}
}

func (s *story) colour(letter string) board.Color {
	s.t.Helper()
	if letter != "B" && letter != "W" {
		s.t.Fatalf("%s: %q is not a colour, use B or W", s.rules, letter)
	}
	return map[string]board.Color{"B": board.Black, "W": board.White}[letter]
}

// sums formats a score as a player would add it up: stones and space, or space, prisoners and dead
// stones, and points for passes; then points off the board.
func sums(r Rules, s Score) string {
	total := map[board.Color]float64{board.Black: s.Black, board.White: s.White}
	var text []string
	for c, letter := range map[board.Color]string{board.Black: "B ", board.White: "W "} {
		t := s.Of[c]
		parts := map[Scoring][]int{
			ScoringArea:       {t.Stones, t.Space},
			ScoringTerritory:  {t.Space, t.Prisoners, t.Dead},
			ScoringPassStones: {t.Space, t.Prisoners, t.Dead, t.PassStones},
		}[r.Scoring]
		var sum []string
		for _, n := range parts {
			sum = append(sum, strconv.Itoa(n))
		}
		line := strings.Join(sum, "+")
		for _, n := range []float64{t.Komi, t.Bonus, t.FirstPass, -t.Tax} {
			if n != 0 {
				line += fmt.Sprintf("%+g", n)
			}
		}
		text = append(text, fmt.Sprintf("%s%s=%g", letter, line, total[c]))
	}
	slices.Sort(text)
	return strings.Join(text, " ")
}
