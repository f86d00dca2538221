package seat

import (
	"context"
	"fmt"

	"rosette/game/board"
	"rosette/play"
)

// A Guest plays a seat as [Sit] does, but only when it is asked to: for a match
// that one goroutine holds. Its house needs no Feed.
type Guest struct{ chair chair }

// Invite returns the guest who plays c, by the settings.
func Invite(h House, id string, c board.Color, m Mover) *Guest {
	return &Guest{chair{House: h, id: id, seat: c, mover: m, match: play.NewMatch()}}
}

// Act does all that the match awaits of the guest, until it is over or waits
// for the other.
func (g *Guest) Act(ctx context.Context) error {
	for acted := true; acted; {
		err := g.chair.follow(ctx)
		if err != nil || g.chair.match.Over() {
			return err
		}
		if acted, err = g.chair.act(ctx); err != nil {
			return fmt.Errorf("seat: match %s: %s: %w", g.chair.id, g.chair.color(), err)
		}
	}
	return nil
}
