package gtp

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/engine"
	"rosette/game"
)

func init() {
	maps.Copy(commands, map[string]word{
		"kgs-rules":           {strings.Join(slices.Sorted(maps.Keys(kgsRules)), "|"), 1, 1, (*Session).kgsRules},
		"kgs-time_settings":   {"none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES", 1, 4, (*Session).kgsTimeSettings},
		"kgs-genmove_cleanup": {"COLOR", 1, 1, (*Session).cleanup},
	})
}

// kgsRules are the words of KGS for its rulesets, and our presets.
var kgsRules = map[string]string{
	"japanese":    "kgs-japanese",
	"chinese":     "kgs-chinese",
	"aga":         "kgs-aga",
	"new_zealand": "kgs-new-zealand",
}

// kgsRules changes the rules; komi comes in a command of its own.
func (s *Session) kgsRules(_ context.Context, args []string) (string, error) {
	preset, known := kgsRules[strings.ToLower(args[0])]
	if !known {
		return "", errSyntax
	}
	r, err := game.Preset(preset)
	if err != nil {
		return "", err
	}
	s.follow(r)
	return "", nil
}

// clocks are the time systems of KGS: how many numbers they take, and the clock
// that these make.
var clocks = map[string]struct {
	numbers int
	clock   func(n []int) engine.Time
}{
	"none":     {0, func([]int) engine.Time { return engine.Time{} }},
	"absolute": {1, func(n []int) engine.Time { return engine.Time{Clocked: true, Main: seconds(n[0])} }},
	"byoyomi": {3, func(n []int) engine.Time {
		return engine.Time{Clocked: true, Main: seconds(n[0]), Period: seconds(n[1]), Stones: 1, Periods: n[2]}
	}},
	"canadian": {3, func(n []int) engine.Time {
		return engine.Time{Clocked: true, Main: seconds(n[0]), Period: seconds(n[1]), Stones: n[2], Periods: 1}
	}},
}

// kgsTimeSettings sets a clock of KGS. Under byoyomi the stones of time_left are
// periods.
func (s *Session) kgsTimeSettings(_ context.Context, args []string) (string, error) {
	system := strings.ToLower(args[0])
	c, known := clocks[system]
	if !known || len(args) != 1+c.numbers {
		return "", errSyntax
	}
	var numbers []int
	for _, arg := range args[1:] {
		n, err := number(arg, longestTime)
		if err != nil {
			return "", err
		}
		numbers = append(numbers, n)
	}
	t := c.clock(numbers)
	if c.numbers == 3 && (t.Period == 0 || t.Stones == 0 || t.Periods == 0) {
		return "", fmt.Errorf("%s without a period; use absolute MAIN", system)
	}
	s.setClock(t)
	s.byoyomi = system == "byoyomi"
	return "", nil
}

// cleanup chooses a move when the players have not agreed on the dead: to pass
// while a dead stone stands would be to leave it alive.
func (s *Session) cleanup(ctx context.Context, args []string) (string, error) {
	c, err := color(args[0])
	if err != nil {
		return "", err
	}
	was := s.game.Rules()
	strict := was
	strict.FriendlyPass = false
	s.replay(strict)
	defer func() { s.replay(was) }()
	return s.move(ctx, c)
}
