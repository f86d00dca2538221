package site

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/quote"
)

// An Estimator evaluates a position with next to move: Win, Score and Ownership. It
// leaves the game as it was. Several goroutines call it at once.
type Estimator interface {
	Estimate(ctx context.Context, g *game.Game, next board.Color) (engine.Evaluation, error)
}

const (
	// estimateWindow is the span in which an address may ask MaxEstimates times.
	estimateWindow = time.Minute
	// estimatesAtOnce bounds what is estimated at a time, so that the computer
	// at the tables does not have to wait long for a core.
	estimatesAtOnce = 2
	// estimateWait bounds how long an answer may take, the waiting counted.
	estimateWait = 10 * time.Second
)

// An estimate is what a browser is told of a position.
type estimate struct {
	Ply   int       `json:"ply"`
	Next  string    `json:"next"`
	Black float64   `json:"black"` // the chance that Black wins
	Lead  float64   `json:"lead"`  // Black's; White's is below 0
	Owner []float64 `json:"owner"` // 1 Black's … −1 White's
	Text  string    `json:"text"`  // chance and lead in words
}

// A turnedAway is why no answer is given, with the code of HTTP.
type turnedAway struct {
	code int
	line string
	wait time.Duration // after which it may be asked again
}

// Error returns the line.
func (t turnedAway) Error() string { return t.line }

// estimate answers what the position after ?ply= moves comes to, in words of
// ?lang=; without them the position now, in the language that the browser wishes.
func (s *site) estimate(w http.ResponseWriter, r *http.Request) {
	e, err := s.estimateFor(r)
	if away := (turnedAway{}); errors.As(err, &away) {
		if away.wait > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int(away.wait.Seconds())+1))
		}
		http.Error(w, away.line, away.code)
		return
	}
	body, err := json.Marshal(e)
	if err != nil { // a number that is none
		s.Log.Error("site: estimate", "match", r.PathValue("id"), "err", err)
		http.Error(w, i18n.T(usualLanguage(r), "api.fault", nil), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	send(w, r, http.StatusOK, body, pack(body))
}

// estimateFor reads the match anew from the journal, so that no table and no
// watcher waits for what is thought about it.
func (s *site) estimateFor(r *http.Request) (estimate, error) {
	if s.Estimator == nil {
		return estimate{}, turnedAway{code: http.StatusNotFound, line: i18n.T(usualLanguage(r), "api.no-estimate", nil)}
	}
	lang, ok := languageFor(r)
	if !ok {
		return estimate{}, turnedAway{code: http.StatusBadRequest, line: i18n.T(usualLanguage(r), "api.no-language", noLanguage(r))}
	}
	if wait, ok := s.estimates.take(s.address(r), s.Now()); !ok {
		return estimate{}, turnedAway{
			http.StatusTooManyRequests,
			i18n.T(lang, "api.too-many-estimates", i18n.Args{"n": int(wait.Seconds()) + 1}), wait,
		}
	}
	t := newStory(s.Past, r.PathValue("id"))
	if err := t.refresh(r.Context()); err != nil {
		code, key := s.excuse(err, t.id)
		return estimate{}, turnedAway{code: code, line: i18n.T(lang, key, nil)}
	}
	if !mayEstimate(t.match) {
		return estimate{}, turnedAway{
			code: http.StatusConflict,
			line: i18n.T(lang, "api.no-estimate-now", nil),
		}
	}
	ply, err := plyOf(lang, r.URL.Query().Get("ply"), t.match.Game().Ply())
	if err != nil {
		return estimate{}, err
	}
	return s.weigh(r.Context(), t, ply, lang)
}

// mayEstimate tells whether a game may be estimated as it stands. It is the one
// place that decides; whoever plays alone or at one device may ask whenever
// moves are made on the game's own board, and afterwards.
func mayEstimate(m *play.Match) bool {
	_, _, trial := m.Confirmation()
	return !trial && (m.Phase() == play.PhasePlay || m.Phase() == play.PhaseOver)
}

// plyOf reads a number of moves, of all that were made if the text is empty.
func plyOf(lang, text string, all int) (int, error) {
	if text == "" {
		return all, nil
	}
	ply, err := strconv.Atoi(text)
	if err != nil || ply < 0 || ply > all {
		return 0, turnedAway{code: http.StatusBadRequest, line: i18n.T(lang, "api.no-ply", i18n.Args{"text": quote.Clip(text, 40), "n": all})}
	}
	return ply, nil
}

// weigh asks the estimator once there is a place.
func (s *site) weigh(ctx context.Context, t *story, ply int, lang string) (estimate, error) {
	g, next := positionAfter(t.match, ply)
	limited, cancel := context.WithTimeout(ctx, estimateWait)
	defer cancel()
	err := s.weighing.Acquire(limited, 1)
	var e engine.Evaluation
	if err == nil {
		defer s.weighing.Release(1)
		e, err = s.Estimator.Estimate(limited, g, next)
	}
	if err != nil {
		if limited.Err() == nil {
			s.Log.Error("site: estimate", "match", t.id, "ply", ply, "err", err)
		}
		return estimate{}, turnedAway{http.StatusServiceUnavailable, i18n.T(lang, "api.not-now", nil), estimateWait}
	}
	told := estimate{
		Ply: ply, Next: letters[next], Black: round(float64(e.Win)), Lead: round(float64(e.Score)),
		Owner: make([]float64, len(e.Ownership)), Text: inWords(lang, e),
	}
	for p, x := range e.Ownership {
		told.Owner[p] = math.Round(100*float64(x)) / 100
	}
	return told, nil
}

// positionAfter takes the game of a match that nobody else reads back to where
// it was after so many moves, and says who moved next. Passes that stopped it
// are taken back too: what is dead then can still be taken, and is worth what it
// was before them.
func positionAfter(m *play.Match, ply int) (g *game.Game, next board.Color) {
	g, next = m.Game(), m.ToMove()
	for g.Ply() > ply {
		next = g.Move(g.Ply() - 1).Color
		g.Undo()
	}
	if next == board.Empty {
		next = g.ToMove()
	}
	for stopped := g.Passes() >= 2; stopped && g.Passes() > 0; {
		g.Undo()
	}
	return g, next
}

// inWords says chance and lead as people read them: half points and whole
// percents, none of them certain.
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
		"color": colorName(lang, ahead), "n": lead, "chance": min(max(int(math.Round(100*win)), 1), 99),
	})
}
