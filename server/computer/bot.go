package computer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// A Bot plays in one match, in the caller's goroutine. It is not safe for concurrent use.
type Bot struct {
	Host  Host
	ID    string
	Color board.Color // seat in the settings; Empty for a bot that only proposes dead stones
	Mover Mover

	opinion opinion
}

// Act acts for the bot until the match is over or awaits another player. It proposes the dead
// stones if there is no proposal.
func (b *Bot) Act(ctx context.Context) error {
	for {
		turn, err := b.turn(ctx)
		if err != nil || turn == nil {
			return err
		}
		cmd, err := turn.act(ctx)
		if err != nil {
			return err
		}
		if cmd.Kind == "" {
			return nil
		}
		_, err = b.Host.Do(ctx, b.ID, turn.command(cmd))
		if errors.Is(err, play.ErrTimeUp) {
			return nil // the match is over
		}
		if err != nil {
			return fmt.Errorf("%s %s: %w", cmd.Kind, cmd.Point, err)
		}
	}
}

// turn returns the bot's turn, or nil if it has nothing to do.
func (b *Bot) turn(ctx context.Context) (t *turn, err error) {
	err = b.Host.Read(ctx, b.ID, func(m *play.Match) {
		if m.Over() {
			return
		}
		mine := func(c board.Color) bool { return b.Color != board.Empty && m.OriginalColor(c) == b.Color }
		if colors := due(m, mine); len(colors) > 0 {
			t = newTurn(m, colors[0], time.Now())
			t.mover, t.opinion = b.Mover, &b.opinion
		}
	})
	return t, err
}
