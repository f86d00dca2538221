package moderation

import (
	"context"
	"net/http"
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

// Games are the games of a server, as moderators need them.
type Games struct {
	// Settings returns those with which a game was opened, [play.ErrNoMatch] if there is none.
	Settings func(ctx context.Context, game string) (play.Settings, error)
	// Annulled reports whether a rated game counts for nobody.
	Annulled func(ctx context.Context, game string) (bool, error)
	// Lopsided returns up to limit pairs as [store.Ratings] has them.
	Lopsided func(ctx context.Context, since time.Time, limit int) (pairs []rating.Pair, from time.Time, err error)
}

type annulInput struct {
	ID   string `path:"id" doc:"Of the game" maxLength:"64"`
	Body struct {
		Reason    string `json:"reason" doc:"Up to 200 characters, for other moderators"`
		Reinstate bool   `json:"reinstate,omitempty" doc:"The game counts again"`
	}
}

// Annul annuls a rated game for the moderator who sends a request, or lets it count again.
func (s *Server) Annul(r *http.Request, id, reason string, reinstate bool) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	if !web.GameID.MatchString(id) {
		return s.Problem(play.ErrNoMatch)
	}
	ctx := acting(r)
	settings, err := s.Games.Settings(ctx, id)
	if err != nil {
		return s.Problem(err)
	}
	if !settings.Rated {
		return web.ProblemOf(http.StatusUnprocessableEntity, "rating.not-rated", nil)
	}
	if reason, err = ReasonOf(reason); err != nil {
		return s.Problem(err)
	}
	if err := s.mayJudge(ctx, v, settings.Black.Actor(), settings.White.Actor()); err != nil {
		return s.Problem(err)
	}
	annulled, err := s.Games.Annulled(ctx, id)
	if err == nil && annulled == !reinstate {
		err = moderation.ErrJudged
	}
	if err == nil {
		err = s.acts(v, moderation.Entry{Act: moderation.Judgement(reinstate), About: id, Reason: reason}).Judge(ctx)
	}
	return s.Problem(err)
}

// postAnnul annuls a rated game or lets it count again.
func (s *Server) postAnnul(ctx context.Context, in *annulInput) (*noOutput, error) {
	return &noOutput{}, s.Annul(web.RequestOf(ctx), in.ID, in.Body.Reason, in.Body.Reinstate)
}
