package match

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

type (
	commandInput struct {
		web.Caller
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

// registerCommands registers the HTTP routes that correspond to socket messages from players.
func (s *Server) registerCommands(routes *web.Routes) {
	web.Post(routes, web.Cheap, "/api/games/{id}/commands",
		"Play, pass, resign, and all else that a player does in a game", maxMessage, s.postCommand, 403, 404, 409, 422,
		429, 503)
	web.Get(routes, web.Page, "/api/games/{id}/chat", "What was said in a game, as far as you may read it", s.getChat,
		403, 404, 503)
	web.Create(routes, web.Cheap, "/api/games/{id}/chat", "Say something in a game between two people", s.postChat, 401,
		403, 404, 409, 422, 429, 503)
}

func (s *Server) postCommand(ctx context.Context, in *commandInput) (*commandOutput, error) {
	if !s.mayAsk(or(string(in.Visitor.Actor), in.Address), in.Address) {
		return nil, web.TooMany("refusal.too-many", messageWindow/time.Duration(s.Limits.Messages), nil)
	}
	r := match.CommandRequest(in.Body)
	r.After = max(0, r.After)
	_, seq, err := s.Match.Do(ctx, in.Visitor, in.ID, r, match.Sender{})
	if err != nil {
		return nil, refused(err)
	}
	return &commandOutput{wire.CommandResult{Seq: seq}}, nil
}

// mayAsk reports whether a speaker may send another message. New guests cost nothing, so that
// messages are also counted by address.
func (s *Server) mayAsk(speaker, address string) bool {
	_, person := s.messages.Take(speaker)
	_, all := s.addressMessages.Take(address)
	return person && all
}

// refusals maps refusals by a match to HTTP statuses. Other refusals are a conflict.
var refusals = map[string]int{
	string(play.ErrNotSeated): http.StatusForbidden, string(play.ErrNoMatch): http.StatusNotFound,
	string(play.ErrNoCommand): http.StatusUnprocessableEntity, string(play.ErrBadID): http.StatusUnprocessableEntity,
	string(play.ErrNoSuchPoint): http.StatusUnprocessableEntity,
	string(play.ErrBadKomi):     http.StatusUnprocessableEntity,
	string(play.ErrNoChain):     http.StatusUnprocessableEntity,
}

// refused returns the problem for a refused command or line, and other errors unchanged. Its code
// is the [wire.Reply] code with the prefix "refusal.".
func refused(err error) error {
	var match play.Refusal
	var rules game.Refusal
	key := ""
	switch {
	case errors.Is(err, play.ErrUnknownEvent), errors.Is(err, play.ErrDamaged):
		return err
	case errors.As(err, &match):
		key = string(match)
	case errors.As(err, &rules):
		key = string(rules)
	default:
		return err
	}
	status, ok := refusals[key]
	if !ok {
		status = http.StatusConflict
	}
	return web.ProblemOf(status, "refusal."+key, nil)
}

func (s *Server) getChat(ctx context.Context, in *gameInput) (*linesOutput, error) {
	lines, err := s.ChatLines(ctx, in.Visitor, in.ID)
	return &linesOutput{web.ListOf(lines, chathttp.LineOf)}, err
}

// MatchChat returns a match's chat as a visitor may read it.
func (s *Server) MatchChat(ctx context.Context, v web.Visitor, id string) (c chat.MatchChat, err error) {
	if s.Chat == nil {
		return c, nil
	}
	c, err = s.Chat.MatchChat(ctx, v, id)
	if errors.Is(err, chat.ErrNoMatch) {
		err = play.ErrNoMatch
	}
	return c, err
}

// ChatLines returns the lines that a visitor may read in a match's chat.
func (s *Server) ChatLines(ctx context.Context, v web.Visitor, id string) ([]chat.Line, error) {
	c, err := s.MatchChat(ctx, v, id)
	if err != nil || len(c.Parts) == 0 {
		return nil, err
	}
	return s.Chat.MatchLines(ctx, v, c)
}

func (s *Server) postChat(ctx context.Context, in *newLineInput) (*lineOutput, error) {
	if s.Chat == nil || !web.GameID.MatchString(in.ID) {
		return nil, refused(play.ErrNoMatch)
	}
	l, err := s.Chat.Post(ctx, in.Visitor, view.Topic(in.ID), in.Body.Text)
	return &lineOutput{chathttp.LineOf(l)}, err
}
