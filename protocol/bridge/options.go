package bridge

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// Check returns an error that begins with a field's name if no challenge can match the options.
func (o Options) Check() error {
	if !o.Rated && !o.Casual {
		return errors.New("no games to accept; use --casual or --rated")
	}
	for _, name := range o.Boards {
		if _, err := board.Named(name); err != nil && name != string(board.Grid) && name != string(board.Honeycomb) {
			return fmt.Errorf("board: %w, or all of square or rosette", err)
		}
	}
	if o.Komi != nil {
		if err := (game.Rules{Komi: *o.Komi}).Check(); err != nil {
			return err
		}
	}
	if o.Margin <= 0 || o.Margin > time.Minute {
		return fmt.Errorf("margin %v; use a duration up to 1m, such as 500ms", o.Margin)
	}
	if o.StartTime < 0 || o.StartTime > time.Hour {
		return fmt.Errorf("start-timeout %v; use a time up to 1h, such as 30s", o.StartTime)
	}
	for _, name := range o.Rules {
		if _, err := game.Preset(name); err != nil {
			return fmt.Errorf("rules: %w", err)
		}
	}
	speeds := []string{string(clock.Blitz), string(clock.Live), string(clock.Correspondence), clock.None}
	for _, speed := range o.Speeds {
		if !slices.Contains(speeds, speed) {
			return fmt.Errorf("speed %q; use %s", speed, strings.Join(speeds, ", "))
		}
	}
	return nil
}
