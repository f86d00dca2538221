package chat

import (
	"context"
	"regexp"
	"time"

	"rosette/server/account"
)

// This file decides which lines of a room a reader gets, and in which form: a list of lines has no
// lines by authors whom the reader blocks, and no text of hidden lines. Published lines are filtered
// in the same way, except that every follower gets a line again when it is hidden, because a follower
// may have blocked the author after reading the line. Followers ignore hidden lines that they do not
// have.

// A Reader is a visitor who reads lines. It caches the visitor's blocks, and is not safe for
// concurrent use.
type Reader struct {
	chat    *Service
	visitor account.Visitor
	blocks  map[string]bool // blocked actors; nil if not loaded
	loaded  time.Time
}

// blocksLife is how long a Reader caches blocks without a call to Reload, because a message about
// changed blocks from another process may be lost.
const blocksLife = 5 * time.Second

// Reader returns a visitor as a reader of lines.
func (s *Service) Reader(v account.Visitor) *Reader { return &Reader{chat: s, visitor: v} }

// Reload makes the reader load the visitor's blocks again.
func (r *Reader) Reload() { r.blocks = nil }

// Omits reports whether the reader does not get lines from an author, as published by
// [Publisher.Line].
func (r *Reader) Omits(ctx context.Context, author string) (bool, error) {
	if author == "" || r.visitor.User.ID == "" {
		return false, nil
	}
	if now := r.chat.Now(); r.blocks == nil || now.Sub(r.loaded) > blocksLife {
		blocks, err := r.chat.Store.BelongingsOf(ctx, r.visitor.User.ID, account.KindBlock)
		if err != nil {
			return false, err
		}
		r.blocks, r.loaded = map[string]bool{}, now
		for _, b := range blocks {
			r.blocks[account.User{ID: b.ID}.Actor()] = true
		}
	}
	return r.blocks[author], nil
}

// lines returns a room's last lines as a visitor reads them, with their authors' seats in a match.
func (s *Service) lines(ctx context.Context, v account.Visitor, room string, m Match) (shown []Line, err error) {
	stored, err := s.LineStore.Lines(ctx, room, MaxLines)
	if err != nil {
		return nil, err
	}
	reader := s.Reader(v)
	for _, l := range stored {
		omitted, err := reader.Omits(ctx, l.Actor)
		if err != nil {
			return nil, err
		}
		if omitted {
			continue
		}
		l.Seat, _ = m.seat(l.Actor)
		shown = append(shown, l.shown())
	}
	return shown, nil
}

// PublishLine sends a new or hidden line to the followers of its room.
func (s *Service) PublishLine(l Line) {
	author := l.Actor
	if l.Hidden {
		author = ""
	}
	s.Publisher.Line(l.shown(), author)
}

// earlierNumber matches guests' names in lines from earlier versions.
var earlierNumber = regexp.MustCompile(`^[0-9a-f]{4}$`)

// shown returns the line as readers see it: without the text of a hidden line, and with the current
// name of a guest without a seat.
func (l Line) shown() Line {
	if l.Hidden {
		l.Text = ""
	}
	if id, guest := account.GuestID(l.Actor); guest && l.Seat == "" && earlierNumber.MatchString(l.Name) {
		l.Name = account.Plant(id)
	}
	return l
}
