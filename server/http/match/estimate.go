package match

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
	"rosette/server/http/web"
	"rosette/server/work"
)

// estimateWait bounds how long an answer may take, waiting in a queue included.
const estimateWait = 10 * time.Second

// estimateVisits are the visits of the searches that a page asks for one after the
// other, so that the estimate grows while it is read.
var estimateVisits = []int{100, 400, 1000}

// keptEstimates is how many estimates are kept, of up to some kilobytes each.
const keptEstimates = 2048

// An estimateKey identifies a position that was estimated, and how long. Moves that
// were taken back leave other moves at the same ply.
type estimateKey struct {
	match  string
	ply    int
	hash   board.Hash
	next   board.Color
	visits int
}

type (
	estimateInput struct {
		ID     string `path:"id" doc:"Of the game" maxLength:"64"`
		Ply    int    `query:"ply" doc:"After so many moves; all of them if missing" default:"-1"`
		Visits int    `query:"visits" doc:"Of the search, 0 for a first look: more gives what to ask for next" minimum:"0" maximum:"1000000" default:"0"`
		Lang   string `query:"lang" doc:"Language of the words" maxLength:"40"`
	}
	estimateOutput struct{ Body Estimate }
)

// getEstimate evaluates the position after some moves. Whoever may read a game may
// ask.
func (s *Server) getEstimate(ctx context.Context, in *estimateInput) (*estimateOutput, error) {
	r := web.RequestOf(ctx)
	if s.Estimate == nil {
		return nil, web.ProblemOf(http.StatusNotFound, "api.no-estimate", nil)
	}
	lang, err := web.LanguageOf(r)
	if err != nil {
		return nil, err
	}
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.notNow(err, in.ID)
	}
	g, next, err := s.position(ctx, v, in)
	if err != nil {
		return nil, err
	}
	if err := s.unfair(ctx, v, g); err != nil {
		return nil, err
	}
	visits, more := estimateSteps(in.Visits)
	key := estimateKey{in.ID, g.Ply(), g.Board().Hash(), next, visits}
	e, kept := s.estimated.Get(key)
	if !kept || in.Visits == 0 { // to go on with what is known costs nothing
		if wait, ok := s.estimates.Take(s.Address(r)); !ok {
			return nil, web.TooMany("api.too-many-estimates", wait, nil)
		}
	}
	if !kept {
		if e, err = s.estimate(ctx, key, work.Owner{Person: string(v.Actor), Address: s.Address(r)}, g); err != nil {
			return nil, err
		}
		s.estimated.Add(key, e)
	}
	return &estimateOutput{estimateOf(lang, g.Ply(), next, more, e)}, nil
}

// estimateSteps returns the visits of the search that answers a request, and those to ask
// for next, 0 after the last step.
func estimateSteps(wanted int) (visits, more int) {
	for i, step := range estimateVisits {
		if step >= wanted || i == len(estimateVisits)-1 {
			visits = step
			if i+1 < len(estimateVisits) {
				more = estimateVisits[i+1]
			}
			break
		}
	}
	return visits, more
}

// estimate has a position estimated.
func (s *Server) estimate(ctx context.Context, key estimateKey, owner work.Owner, g *game.Game) (engine.Estimate, error) {
	ctx, cancel := context.WithTimeout(ctx, estimateWait)
	defer cancel()
	e, err := s.Estimate.Estimate(ctx, owner, g, key.next, key.visits)
	if err == nil {
		return e, nil
	}
	return e, s.thoughtFailed(ctx, "estimate", key.match, key.ply, err)
}

// thoughtFailed logs why a thought within estimateWait has failed, unless it waited for
// its turn too long, and returns the Problem for the client.
func (s *Server) thoughtFailed(ctx context.Context, what, match string, ply int, err error) error {
	if ctx.Err() == nil && !errors.Is(err, work.ErrBusy) {
		s.Log.Error("api: "+what, "match", match, "ply", ply, "err", err)
	}
	p := web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
	p.Wait = estimateWait
	return p
}

// position returns the position that is asked for, as a game of its own.
func (s *Server) position(ctx context.Context, v web.Visitor, in *estimateInput) (g *game.Game, next board.Color, err error) {
	var wrong error = web.ProblemOf(http.StatusConflict, "api.no-estimate-now", nil)
	err = s.Look(ctx, v, in.ID, func(m *play.Match) {
		if m.Begun() && !m.Over() && m.Unaided() {
			wrong = unaided
			return
		}
		if !view.Estimable(m) {
			return
		}
		all := m.Game().Ply()
		if in.Ply == -1 {
			in.Ply = all
		}
		if in.Ply < 0 || in.Ply > all {
			wrong = web.ProblemOf(http.StatusBadRequest, "api.no-ply", map[string]any{"text": in.Ply, "n": all})
			return
		}
		wrong = nil
		g, next = positionAfter(m, in.Ply)
	})
	if err != nil {
		return nil, board.Empty, err
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

// A lead from evenBelow points, or by which the leader wins more than evenPercent games
// in a hundred, is never about even, however uncertain it is.
const (
	evenBelow   = 9.5
	evenPercent = 60
)

// estimateOf returns an estimate as clients read it.
func estimateOf(lang string, ply int, next board.Color, more int, e engine.Estimate) Estimate {
	round := func(x float64, steps float64) float64 { return math.Round(x*steps) / steps }
	told := Estimate{
		Ply: ply, Next: letters(next), Black: round(float64(e.Win), 1e4), Lead: round(float64(e.Score), 1e4),
		Error: round(float64(e.Error), 100), Even: even(e), Visits: e.Visits, More: more,
		Owner: make([]float64, len(e.Ownership)), Text: inWords(lang, e),
	}
	for p, x := range e.Ownership {
		told.Owner[p] = round(float64(x), 100)
	}
	return told
}

// even reports whether a position is about even: the lead is smaller than its own
// error, and neither large nor likely to last.
func even(e engine.Estimate) bool {
	lead, win := math.Abs(float64(e.Score)), float64(e.Win)
	likely := math.Round(100*max(win, 1-win)) > evenPercent
	return lead < float64(e.Error) && lead < evenBelow && !likely || math.Round(2*lead) == 0
}

// inWords says lead, error and chance as people read them: half points and whole
// percents, none of them certain, and those of the leader above 50.
func inWords(lang string, e engine.Estimate) string {
	half := func(x float32) float64 { return math.Round(2*math.Abs(float64(x))) / 2 }
	off := max(0.5, half(e.Error))
	if even(e) {
		return i18n.T(lang, "estimate.even", i18n.Args{"n": off})
	}
	ahead, win := board.Black, float64(e.Win)
	if e.Score < 0 {
		ahead, win = board.White, 1-win
	}
	return i18n.T(lang, "estimate.lead", i18n.Args{
		"color": i18n.T(lang, "color."+letters(ahead), nil), "n": half(e.Score), "off": off,
		"chance": min(max(int(math.Round(100*win)), 51), 99),
	})
}
