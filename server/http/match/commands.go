package match

import (
	"context"
	"errors"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/refusal"
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
		"Play, pass, resign, and all else that a player does in a game", socket.MaxMessage, s.postCommand, 403, 404, 409, 422,
		429, 503)
	web.Get(routes, web.Page, "/api/games/{id}/chat", "What was said in a game, as far as you may read it", s.getChat,
		403, 404, 503)
	web.Create(routes, web.Cheap, "/api/games/{id}/chat", "Say something in a game between two people", s.postChat, 401,
		403, 404, 409, 422, 429, 503)
}

func (s *Server) postCommand(ctx context.Context, in *commandInput) (*commandOutput, error) {
	if !s.Socket.TakeMessage(or(string(in.Visitor.Actor), in.Address), in.Address) {
		return nil, web.TooMany("refusal.too-many", socket.MessageWindow/time.Duration(s.Limits.Messages), nil)
	}
	r := match.CommandRequest(in.Body)
	r.After = max(0, r.After)
	_, seq, err := s.Match.Do(ctx, in.Visitor, in.ID, r, match.Sender{})
	if err != nil {
		return nil, refused(err)
	}
	return &commandOutput{wire.CommandResult{Seq: seq}}, nil
}

// refusalKinds lists kinds for the refusals by a match. Other refusals are a conflict.
var refusalKinds = map[string]refusal.Kind{
	string(play.ErrNotSeated): refusal.Forbidden, string(play.ErrNoMatch): refusal.NotFound,
	string(play.ErrNoCommand): refusal.Invalid, string(play.ErrBadID): refusal.Invalid,
	string(play.ErrNoSuchPoint): refusal.Invalid, string(play.ErrBadKomi): refusal.Invalid,
	string(play.ErrNoChain): refusal.Invalid,
}

// refusalOf returns the refusal by a match or by the rules as a [refusal.Error] with the prefix
// "refusal.", and other errors unchanged.
func refusalOf(err error) error {
	var match play.Refusal
	var rules game.Refusal
	key := ""
	switch {
	case errors.As(err, &match):
		key = string(match)
	case errors.As(err, &rules):
		key = string(rules)
	default:
		return err
	}
	kind, ok := refusalKinds[key]
	if !ok {
		kind = refusal.Conflict
	}
	return refusal.New(kind, "refusal."+key)
}

// refused returns the error for a refused HTTP command or line. An unreadable match is not a
// refusal.
func refused(err error) error {
	if errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged) {
		return err
	}
	return refusalOf(err)
}
