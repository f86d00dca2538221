package bridge

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"rosette/server/http/wire"
)

// Reasons for declining a challenge, from those in package lobby.
const (
	later   = "later"
	byTime  = "time"
	byBoard = "board"
	byRules = "rules"
	rated   = "rated"
	casual  = "casual"
)

// answer accepts or declines a challenge.
func (b *Bridge) answer(ctx context.Context, c wire.OfferView) {
	about := Report{
		Game: c.ID, URL: b.Program.URL("/games/" + c.ID), Opponent: c.By.Name,
		Board: c.Board, Rules: c.Rules, Clock: c.Clock, Rated: c.Rated,
	}
	why := b.refusal(ctx, c)
	send := func() error { return b.Program.Decline(ctx, c.ID, why) }
	if why == "" {
		b.reserve(c.ID)
		send = func() error { return b.Program.Accept(ctx, c.ID) }
	} else {
		about.Event, about.Text = Declined, why
		b.Tell(about)
	}
	if err := b.surely(ctx, send); err != nil && ctx.Err() == nil { // such as a withdrawn challenge
		b.release(c.ID)
		about.Event, about.Text = Trouble, err.Error()
		b.Tell(about)
	}
}

// refusal returns the reason for declining a challenge, or "" to accept it.
func (b *Bridge) refusal(ctx context.Context, c wire.OfferView) string {
	switch {
	case c.Rated && !b.Rated:
		return casual
	case !c.Rated && !b.Casual:
		return rated
	case len(b.Speeds) > 0 && !slices.Contains(b.Speeds, cmp.Or(c.Speed, "none")):
		return byTime
	case len(b.Rules) > 0 && !slices.Contains(b.Rules, c.Rules), c.Supply != "":
		return byRules
	case len(b.Boards) > 0 && !wants(b.Boards, c.Board), !b.taken.takes(ctx, c.Board):
		return byBoard
	case b.full():
		return later
	}
	return ""
}

// wants reports whether a list contains a board or its family, such as square.
func wants(boards []string, board string) bool {
	family, _, _ := strings.Cut(board, "-")
	return slices.Contains(boards, board) || slices.Contains(boards, family)
}
