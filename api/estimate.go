package api

import (
	"context"
	"errors"
	"math"
	"net/http"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/view"
)

// estimateWait bounds how long an answer may take, waiting in a queue included.
const estimateWait = 10 * time.Second

type (
	estimateInput struct {
		ID   string `path:"id" doc:"Of the game" maxLength:"64"`
		Ply  int    `query:"ply" doc:"After so many moves; all of them if missing" default:"-1"`
		Lang string `query:"lang" doc:"Language of the words" maxLength:"40"`
	}
	estimateOutput struct{ Body Estimate }
)

// getEstimate evaluates the position after some moves. Whoever may read a game may
// ask.
func (s *Server) getEstimate(ctx context.Context, in *estimateInput) (*estimateOutput, error) {
	r := requestOf(ctx)
	if s.Estimate == nil {
		return nil, problem(http.StatusNotFound, "api.no-estimate", nil)
	}
	lang, err := LanguageOf(r)
	if err != nil {
		return nil, err
	}
	address := s.Address(r)
	if wait, ok := s.estimates.take(address); !ok {
		return nil, tooMany("api.too-many-estimates", wait, nil)
	}
	v, err := s.visitor(r)
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	g, next, err := s.position(ctx, in)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, estimateWait)
	defer cancel()
	e, err := s.Estimate.Estimate(ctx, Owner{string(v.actor), address}, g, next)
	if err != nil {
		if ctx.Err() == nil && !errors.Is(err, ErrBusy) {
			s.Log.Error("api: estimate", "match", in.ID, "ply", in.Ply, "err", err)
		}
		p := problem(http.StatusServiceUnavailable, "api.not-now", nil)
		p.Wait = estimateWait
		return nil, p
	}
	return &estimateOutput{estimateOf(lang, g.Ply(), next, e)}, nil
}

// position returns the position that is asked for, as a game of its own.
func (s *Server) position(ctx context.Context, in *estimateInput) (g *game.Game, next board.Color, err error) {
	if !gameID.MatchString(in.ID) {
		return nil, board.Empty, s.notNow(play.ErrNoMatch, in.ID)
	}
	var wrong error = problem(http.StatusConflict, "api.no-estimate-now", nil)
	err = s.Host.Read(ctx, in.ID, func(m *play.Match) {
		if !view.Estimable(m) {
			return
		}
		all := m.Game().Ply()
		if in.Ply == -1 {
			in.Ply = all
		}
		if in.Ply < 0 || in.Ply > all {
			wrong = problem(http.StatusBadRequest, "api.no-ply", map[string]any{"text": in.Ply, "n": all})
			return
		}
		wrong = nil
		g, next = positionAfter(m, in.Ply)
	})
	if err != nil {
		return nil, board.Empty, s.notNow(err, in.ID)
	}
	return g, next, wrong
}

// positionAfter returns the game of a match as it stood after so many moves, as a game
// of its own, and who moved next. Passes that stopped it are taken back: what is dead
// then can still be captured, and is worth what it was before them.
func positionAfter(m *play.Match, ply int) (g *game.Game, next board.Color) {
	g, next = m.GameAt(ply), m.ToMove()
	if ply < m.Game().Ply() {
		next = m.Game().Move(ply).Color
	}
	if next == board.Empty {
		next = g.ToMove()
	}
	for stopped := g.Passes() >= 2; stopped && g.Passes() > 0; {
		g.Undo()
	}
	return g, next
}

// estimateOf returns an evaluation as clients read it.
func estimateOf(lang string, ply int, next board.Color, e engine.Evaluation) Estimate {
	round := func(x float64, steps float64) float64 { return math.Round(x*steps) / steps }
	told := Estimate{
		Ply: ply, Next: letters(next), Black: round(float64(e.Win), 1e4), Lead: round(float64(e.Score), 1e4),
		Owner: make([]float64, len(e.Ownership)), Text: inWords(lang, e),
	}
	for p, x := range e.Ownership {
		told.Owner[p] = round(float64(x), 100)
	}
	return told
}

// inWords says chance and lead as people read them: half points and whole percents,
// none of them certain.
func inWords(lang string, e engine.Evaluation) string {
	lead, win := math.Round(2*float64(e.Score))/2, float64(e.Win)
	ahead, key := board.Black, "estimate.lead"
	switch {
	case lead == 0:
		key = "estimate.even"
		if win < 0.5 {
			ahead = board.White
		}
	case lead < 0:
		ahead, lead = board.White, -lead
	}
	if ahead == board.White {
		win = 1 - win
	}
	return i18n.T(lang, key, i18n.Args{
		"color": i18n.T(lang, "color."+letters(ahead), nil), "n": lead, "chance": min(max(int(math.Round(100*win)), 1), 99),
	})
}
