package gtp

import (
	"context"
	"fmt"
	"strings"

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

// kgsChat answers a chat message. To a private message it answers with the engine and its game,
// which KGS sends back. It stays silent in the game's room.
func (s *Session) kgsChat(ctx context.Context, args []string) (string, error) {
	switch args[0] {
	case "game":
		return "", nil
	case "private":
		name, _ := s.name(ctx, nil)
		version, err := s.version(ctx, nil)
		return fmt.Sprintf("%s %s on %s, komi %v", name, version, s.game.Graph().Name(), s.game.Rules().Komi), err
	}
	return "", errSyntax
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
