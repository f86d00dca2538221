package match

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
	"rosette/server/refusal"
)

type (
	commandInput struct {
		ID   string `path:"id" doc:"Of the game: 26 letters and digits" maxLength:"64"`
		Body wire.CommandRequest
	}
	commandOutput struct{ Body wire.CommandResult }
	newLineInput  struct {
		web.Caller
		ID   string `path:"id" doc:"Of the game" maxLength:"64"`
		Body wire.NewLine
	}
	lineOutput  struct{ Body wire.ChatLine }
	linesOutput struct{ Body []wire.ChatLine }
)

// registerCommands registers what players send over HTTP instead of the socket.
func (s *Server) registerCommands(routes *web.Routes) {
	web.Post(routes, web.Cheap, "/api/games/{id}/commands", "Play, pass, resign, and all else that a player does in a game", maxMessage, s.postCommand, 403, 404, 409, 422, 429, 503)
	web.Get(routes, web.Page, "/api/games/{id}/chat", "What was said in a game, as far as you may read it", s.getChat, 403, 404, 503)
	web.Create(routes, web.Cheap, "/api/games/{id}/chat", "Say something in a game between two people", s.postChat, 401, 403, 404, 409, 422, 429, 503)
}

func (s *Server) postCommand(ctx context.Context, in *commandInput) (*commandOutput, error) {
	r := web.RequestOf(ctx)
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	if !s.mayAsk(or(string(v.Actor), s.Address(r)), s.Address(r)) {
		return nil, web.TooMany("refusal.too-many", messageWindow/time.Duration(s.Limits.Messages), nil)
	}
	if !web.GameID.MatchString(in.ID) {
		return nil, s.refused(in.ID, play.ErrNoMatch)
	}
	actors := v.Own()
	o := in.Body
	_, seq, err := s.command(ctx, in.ID, actors, wire.Request{
		ID: o.ID, After: max(0, o.After), Command: o.Command, As: o.As,
		Point: o.Point, Points: o.Points, Dead: o.Dead, Komi: o.Komi, Side: o.Side,
	}, 0, nil)
	if err != nil {
		return nil, s.refused(in.ID, err)
	}
	return &commandOutput{wire.CommandResult{Seq: seq}}, nil
}

// mayAsk reports whether somebody may send one more message. Guests cost nothing, so that
// the messages of an address are counted too.
func (s *Server) mayAsk(speaker, address string) bool {
	_, person := s.messages.Take(speaker)
	_, all := s.crowd.Take(address)
	return person && all
}

// refusals are the statuses of refusals of a match; of others it is a conflict.
var refusals = map[string]int{
	string(play.ErrNotSeated): http.StatusForbidden, string(play.ErrNoMatch): http.StatusNotFound,
	string(play.ErrNoCommand): http.StatusUnprocessableEntity, string(play.ErrBadID): http.StatusUnprocessableEntity,
	string(play.ErrNoSuchPoint): http.StatusUnprocessableEntity, string(play.ErrBadKomi): http.StatusUnprocessableEntity,
	string(play.ErrNoChain): http.StatusUnprocessableEntity,
}

// refused returns the problem of a command or of a line that was refused. Its code is
// what a [Reply] of the socket says, with "refusal." before it.
func (s *Server) refused(id string, err error) error {
	var match play.Refusal
	var rules game.Refusal
	key := ""
	switch {
	case errors.Is(err, play.ErrUnknownEvent), errors.Is(err, play.ErrDamaged):
		return s.notNow(err, id)
	case errors.As(err, &match):
		key = string(match)
	case errors.As(err, &rules):
		key = string(rules)
	case refusal.Of(err) != nil:
		return err
	default:
		return s.notNow(err, id)
	}
	status, ok := refusals[key]
	if !ok {
		status = http.StatusConflict
	}
	return web.ProblemOf(status, "refusal."+key, nil)
}

// command gives a command of somebody to the host; lag is the round-trip time of his
// connection, and feed, unless it is nil, gets in told what others get by subscribing. seq is
// the number of the last event that the command caused, now or when it came before; of one
// that was refused, that of the last event of the match. Colours may change hands in a negotiation about komi, so there a command counts only for
// the match that decided first whose it is.
func (s *Server) command(ctx context.Context, id string, actors []web.Actor, r wire.Request, lag time.Duration, feed pubsub.Subscriber) (told pubsub.Message, seq int, err error) {
	after, before := r.After, 0
	told, err = s.Host.Act(ctx, id, feed, func(m *play.Match) (cmd play.Command, err error) {
		by := actsFor(m, actors, r)
		switch {
		case by == board.Empty:
			return cmd, play.ErrNotSeated
		case !commands[play.Kind(r.Command)]:
			return cmd, play.ErrNoCommand
		case m.OriginalSettings().KomiBy != play.KomiGiven && (after <= 0 || after > m.Seq()):
			after = m.Seq()
		}
		if play.Kind(r.Command) == play.Claim {
			cmd.For = s.presence.absent(id, m.OriginalColor(by.Opponent()))
		}
		before = m.LastOf(by, r.ID)
		cmd.Kind, cmd.By, cmd.After, cmd.ID, cmd.Credit = play.Kind(r.Command), by, after, r.ID, lag
		cmd.Point, cmd.Points, cmd.Dead, cmd.Komi, cmd.Side = r.Point, r.Points, r.Dead, r.Komi, colorOf(r.Side)
		return cmd, nil
	})
	if told.Data != nil {
		s.Wrote(actors...)
	}
	if before > 0 && err == nil {
		return told, before, nil
	}
	return told, told.Seq, err
}

func (s *Server) getChat(ctx context.Context, in *gameInput) (*linesOutput, error) {
	v, err := s.Visitor(web.RequestOf(ctx))
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	lines, err := s.ChatLines(ctx, v, in.ID)
	return &linesOutput{web.ListOf(lines, chathttp.LineOf)}, err
}

// MatchChat returns the chat of a match as a visitor reads it.
func (s *Server) MatchChat(ctx context.Context, v web.Visitor, id string) (c chat.MatchChat, err error) {
	if s.Chat == nil {
		return c, nil
	}
	c, err = s.Chat.MatchChat(ctx, v, id)
	if errors.Is(err, chat.ErrNoMatch) {
		err = s.notNow(play.ErrNoMatch, id)
	}
	return c, err
}

// ChatLines returns the lines in the chat of a match that a visitor reads.
func (s *Server) ChatLines(ctx context.Context, v web.Visitor, id string) ([]chat.Line, error) {
	c, err := s.MatchChat(ctx, v, id)
	if err != nil || len(c.Parts) == 0 {
		return nil, err
	}
	return s.Chat.MatchLines(ctx, v, c)
}

func (s *Server) postChat(ctx context.Context, in *newLineInput) (*lineOutput, error) {
	if s.Chat == nil || !web.GameID.MatchString(in.ID) {
		return nil, s.refused(in.ID, play.ErrNoMatch)
	}
	l, err := s.Chat.Post(ctx, in.Visitor, view.Topic(in.ID), in.Body.Text)
	return &lineOutput{chathttp.LineOf(l)}, err
}
