package gtp

import (
	"context"
	"fmt"
	"strings"

	"rosette/engine"
	"rosette/game"
)

// kgsPresets maps KGS rulesets to presets.
var kgsPresets = map[string]string{
	"japanese":    "kgs-japanese",
	"chinese":     "kgs-chinese",
	"aga":         "kgs-aga",
	"new_zealand": "kgs-new-zealand",
}

// kgsRules changes the rules. KGS sends komi in a separate command.
func (s *Session) kgsRules(_ context.Context, args []string) (string, error) {
	preset, known := kgsPresets[strings.ToLower(args[0])]
	if !known {
		return "", errSyntax
	}
	r, err := game.Preset(preset)
	if err != nil {
		return "", err
	}
	s.setRulesKeepingKomi(r)
	return "", nil
}

// kgsTimeUsage is the usage of kgs-time_settings: one form for each entry in kgsClocks.
const kgsTimeUsage = "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES"

// kgsClocks holds the KGS time systems: the number of arguments, and a function that converts them
// to a clock.
var kgsClocks = map[string]struct {
	numbers int
	clock   func(n []int) engine.Time
}{
	"none":     {0, func([]int) engine.Time { return engine.Time{} }},
	"absolute": {1, func(n []int) engine.Time { return engine.Time{Clocked: true, Main: seconds(n[0])} }},
	"byoyomi": {3, func(n []int) engine.Time {
		return engine.Time{Clocked: true, Main: seconds(n[0]), Period: seconds(n[1]), Stones: 1}
	}},
	"canadian": {3, func(n []int) engine.Time {
		return engine.Time{Clocked: true, Main: seconds(n[0]), Period: seconds(n[1]), Stones: n[2]}
	}},
}

// kgsTimeSettings sets a KGS clock. Under byoyomi, the third argument of time_left counts periods
// instead of stones.
func (s *Session) kgsTimeSettings(_ context.Context, args []string) (string, error) {
	system := strings.ToLower(args[0])
	c, known := kgsClocks[system]
	if !known || len(args) != 1+c.numbers {
		return "", errSyntax
	}
	var numbers []int
	for _, arg := range args[1:] {
		n, err := parseCount(arg, maxSeconds)
		if err != nil {
			return "", err
		}
		numbers = append(numbers, n)
	}
	t := c.clock(numbers)
	if c.numbers == 3 && (numbers[1] == 0 || numbers[2] == 0) {
		return "", fmt.Errorf("%s without a period; use absolute MAIN", system)
	}
	s.setClock(t)
	if s.byoYomi = system == "byoyomi"; s.byoYomi {
		s.periods = numbers[2]
	}
	return "", nil
}

// kgsGenmoveCleanup plays a move after a disagreement about dead stones. The engine must then
// capture dead stones before it passes, because every remaining stone counts as alive.
func (s *Session) kgsGenmoveCleanup(ctx context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	was := s.game.Rules()
	strict := was
	strict.FriendlyPass = false
	s.changeRules(strict)
	defer func() { s.changeRules(was) }()
	return s.chooseAndPlay(ctx, c)
}
