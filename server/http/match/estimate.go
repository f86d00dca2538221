package match

import (
	"context"
	"math"

	"rosette/engine"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/http/web"
	"rosette/server/match"
)

type (
	estimateInput struct {
		web.Caller
		ID     string `path:"id" doc:"Of the game" maxLength:"64"`
		Ply    int    `query:"ply" doc:"After so many moves; all of them if missing" default:"-1"`
		Visits int    `query:"visits" doc:"Of the search, 0 for a first look: more gives what to ask for next" minimum:"0" maximum:"1000000" default:"0"`
		Lang   string `query:"lang" doc:"Language of the words" maxLength:"40"`
	}
	estimateOutput struct{ Body Estimate }
)

// getEstimate evaluates the position after some moves.
func (s *Server) getEstimate(ctx context.Context, in *estimateInput) (*estimateOutput, error) {
	lang := in.Language
	if in.Lang != "" {
		var err error
		if lang, err = web.LanguageNamed(in.Lang); err != nil {
			return nil, err
		}
	}
	e, err := s.Match.EstimatePosition(ctx, in.Client, in.ID, in.Ply, in.Visits)
	if err != nil {
		return nil, err
	}
	return &estimateOutput{estimateOf(lang, e)}, nil
}

// A lead of evenBelow points or more, or one that wins more than evenPercent games in a hundred, is
// never about even, however uncertain it is.
const (
	evenBelow   = 9.5
	evenPercent = 60
)

// estimateOf converts an estimate to its JSON type.
func estimateOf(lang string, e match.Estimate) Estimate {
	told := Estimate{
		Ply: e.Ply, Next: match.Letters(e.Next), Black: round(float64(e.Win), 1e4), Lead: round(float64(e.Score), 1e4),
		Error: round(float64(e.Error), 100), Even: even(e.Estimate), Visits: e.Visits, More: e.More,
		Owner: make([]float64, len(e.Ownership)), Text: inWords(lang, e),
	}
	for p, x := range e.Ownership {
		told.Owner[p] = round(float64(x), 100)
	}
	return told
}

// round rounds x to a multiple of 1/steps.
func round(x, steps float64) float64 { return math.Round(x*steps) / steps }

// even reports whether a position is about even: the lead rounds to 0, or is smaller than its own
// error and neither large nor likely to last.
func even(e engine.Estimate) bool {
	lead, win := math.Abs(float64(e.Score)), float64(e.Win)
	likely := math.Round(100*max(win, 1-win)) > evenPercent
	return lead < float64(e.Error) && lead < evenBelow && !likely || math.Round(2*lead) == 0
}

// inWords formats an estimate for people, with a caution on boards beyond the network's training.
func inWords(lang string, e match.Estimate) string {
	text := leadInWords(lang, e.Estimate)
	if e.BeyondTraining {
		text += " " + i18n.T(lang, "level.large-board", nil)
	}
	return text
}

// leadInWords formats lead, error and chance for people: half points and whole percents. No
// percentage is certain, and the leader's is above 50.
func leadInWords(lang string, e engine.Estimate) string {
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
		"color": i18n.T(lang, "color."+match.Letters(ahead), nil), "n": half(e.Score), "off": off,
		"chance": min(max(int(math.Round(100*win)), 51), 99),
	})
}
