package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// A NewBot asks that the account becomes a bot's.
type NewBot struct {
	Sure bool `json:"sure" doc:"true: it cannot be taken back"`
}

type botInput struct{ Body NewBot }

// MakeBot makes the account of the user of a request a bot's, if it has played no game.
func (s *Server) MakeBot(r *http.Request, wanted NewBot) (Me, error) {
	u, _, err := s.User(r)
	if err != nil {
		return Me{}, err
	}
	if !wanted.Sure {
		p := web.ProblemOf(http.StatusUnprocessableEntity, "bot.unsure", nil)
		p.Errors = []wire.Fault{{Location: "body.bot", Code: p.Code}}
		return Me{}, p
	}
	if err := s.MayBeBot(r.Context(), u); err != nil {
		return Me{}, err
	}
	u, err = s.Accounts.MakeBot(r.Context(), u)
	return me(u), s.problem(err, "bot")
}

// MayBeBot returns why the account of a user cannot become a bot's, as a [web.Problem], or
// nil if it can.
func (s *Server) MayBeBot(ctx context.Context, u account.User) error {
	if err := u.MayBeBot(); err != nil {
		return s.problem(err, "bot")
	}
	if s.Played == nil {
		return nil
	}
	played, err := s.Played(ctx, u.Actor())
	if err != nil || !played {
		return s.problem(err, "")
	}
	p := web.ProblemOf(http.StatusConflict, "bot.played", nil)
	p.Errors = []wire.Fault{{Location: "body.bot", Code: p.Code}}
	return p
}

func (s *Server) postBot(ctx context.Context, in *botInput) (*meOutput, error) {
	m, err := s.MakeBot(web.RequestOf(ctx), in.Body)
	return &meOutput{m}, err
}
