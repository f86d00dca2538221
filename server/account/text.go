package account

import (
	"context"

	"rosette/server/refusal"
)

// A Text is a kind of text that people write for others. A [moderation.Mute] forbids most kinds.
type Text string

// The kinds of texts.
const (
	ChatLine         Text = "line"              // in a room or in a match
	DirectMessage    Text = "message"           // to a user who is not a moderator
	ModeratorMessage Text = "moderator-message" // to a moderator
	RoomText         Text = "room"              // the title and the description of a room
	ProfileText      Text = "profile"           // in the user's profile
	SeatText         Text = "seat"              // a typed name for a seat in a game
)

// ErrMuted refuses a text by a muted person.
var ErrMuted = refusal.New(refusal.Forbidden, "refusal.chat-muted")

// checkPublish returns a refusal if a visitor may not publish a text.
func (s *Service) checkPublish(ctx context.Context, v Visitor, t Text) error {
	if s.CheckPublish == nil {
		return nil
	}
	return s.CheckPublish(ctx, v, t)
}
