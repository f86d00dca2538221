package page

import (
	"cmp"
	"context"
	"html/template"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/view"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/page/shell"
)

// The first page shows mostListed games in progress and as many finished ones, ordered by their
// last change, and in addition games in progress that wait for the client, up to mostWaiting.
const (
	mostListed  = 8
	mostWaiting = 50
)

// ownGames are a client's games as shown on the first page.
type ownGames struct {
	Running, Finished []listedGame
	Waits             bool // a game waits for the client, which /next opens
}

func (g ownGames) none() bool { return len(g.Running)+len(g.Finished) == 0 }

// A listedGame is a game with a small picture of its position.
type listedGame struct {
	ID      string
	Board   string
	Picture template.HTML
	Players [2]listedPlayer // Black, White
	Moves   int
	Over    bool
	Turn    bool   // the client is to move
	Left    string // the client's remaining time in a correspondence game, otherwise ""
	Note    string // how the game ended, if it has no winner

	deadline int64 // deadline of the client's turn, in milliseconds since 1970; 0 if there is no deadline
}

// A listedPlayer is a player in a listed game.
type listedPlayer struct {
	Color string // b or w
	Name  string
	Guest bool   // Name is a guest's name
	Won   string // winning margin, or "" if not the winner
}

// ownGames returns the games for a request's client.
func (s *site) ownGames(r *http.Request, lang string) (all ownGames, err error) {
	v, err := s.API.Visitor(r)
	if err != nil {
		return all, err
	}
	list, err := s.Matches.Lists(r.Context(), v, mostListed, 0)
	if err != nil {
		return all, err
	}
	waiting, err := s.Matches.Waiting(r.Context(), v)
	if err != nil {
		return all, err
	}
	all.Waits = len(waiting) > 0
	further, err := s.further(r.Context(), waiting, list.Running)
	if err != nil {
		return all, err
	}
	for _, g := range slices.Concat(list.Running, further, list.Finished) {
		switch l := s.listed(r, lang, g); {
		case !l.Over:
			all.Running = append(all.Running, l)
		case l.Moves > 0 || l.won(): // a game aborted before its first move has nothing to show
			all.Finished = append(all.Finished, l)
		}
	}
	slices.SortStableFunc(all.Running, func(a, b listedGame) int { return cmp.Compare(a.rank(), b.rank()) })
	return all, nil
}

// further returns the first games in waiting that are not in list, with the players' names.
func (s *site) further(
	ctx context.Context, waiting []match.WaitingMatch, list []match.ListedMatch,
) (all []match.ListedMatch, err error) {
	for _, w := range waiting[:min(mostWaiting, len(waiting))] {
		if !slices.ContainsFunc(list, func(g match.ListedMatch) bool { return g.ID == w.ID }) {
			all = append(all, w.ListedMatch)
		}
	}
	return all, s.Matches.NameListed(ctx, all)
}

// won reports whether the game has a winner.
func (l listedGame) won() bool { return l.Players[0].Won != "" || l.Players[1].Won != "" }

// rank orders games in progress: the client's turns come first, the one with the least remaining
// time at the top.
func (l listedGame) rank() int64 {
	switch {
	case !l.Turn:
		return math.MaxInt64
	case l.deadline == 0:
		return math.MaxInt64 - 1
	}
	return l.deadline
}

// left formats the time until a deadline in a language.
func left(lang string, d time.Duration) string {
	key, n := "home.left.minutes", max(1, int(d/time.Minute))
	switch {
	case d >= 48*time.Hour:
		key, n = "home.left.days", int(d/(24*time.Hour))
	case d >= 2*time.Hour:
		key, n = "home.left.hours", int(d/time.Hour)
	}
	return i18n.T(lang, key, i18n.Args{"n": n})
}

// listed returns a listed game with its position. If it cannot be read, which the host logs, it is
// shown without stones.
func (s *site) listed(r *http.Request, lang string, g match.ListedMatch) listedGame {
	l := listedGame{ID: g.ID, Board: shell.Texts(lang).BoardTitle(g.Board), Over: g.Finished}
	l.Players = [2]listedPlayer{
		listedAs(lang, "b", view.PlayerOf(g.Black), g.Seat), listedAs(lang, "w", view.PlayerOf(g.White), g.Seat),
	}
	graph, err := board.Named(g.Board)
	if err != nil {
		s.Log.Error("site: cannot load a listed game", "match", g.ID, "err", err)
		return l
	}
	picture := draw.Inline{Graph: graph, Class: still, Petals: true}
	result := g.Result
	err = s.Matches.Read(r.Context(), g.ID, func(m *play.Match) {
		picture.Stones = stonesOf(m)
		l.Moves = m.Moves()
		if m.Phase() == play.PhaseOver { // the list may be out of date
			l.Over, result = true, m.Result().String()
		}
		for _, c := range board.Colors {
			if strings.Contains(g.Seat, letters[c]) && m.Awaits(c) {
				l.Turn, l.deadline = true, match.DeadlineOf(m, c)
			}
		}
		if l.deadline > 0 && m.Correspondence() {
			l.Left = left(lang, time.UnixMilli(l.deadline).Sub(s.API.Now()))
		}
	})
	if err != nil {
		s.Log.Warn("site: cannot read the stones of a listed game", "match", g.ID, "err", err)
	}
	if l.Over {
		l.end(lang, result)
	}
	l.Picture = template.HTML(picture.SVG())
	return l
}

// stonesOf returns the stone on each point of a match, without dead stones once it is over.
func stonesOf(m *play.Match) []board.Color {
	b := m.Game().Board()
	stones := make([]board.Color, b.Graph().Points())
	for p := range stones {
		stones[p] = b.At(board.Point(p))
	}
	if m.Phase() == play.PhaseOver {
		for _, p := range m.Dead() {
			stones[p] = board.Empty
		}
	}
	return stones
}

// listedAs returns a player with a name for the list: "You" for the client's own seat, unless the
// client has both seats.
func listedAs(lang, color string, p wire.Player, own string) listedPlayer {
	l := listedPlayer{Color: color, Name: matchhttp.PersonIn(lang, p).Name, Guest: matchhttp.ShowsGuest(p)}
	if own == color {
		l.Name, l.Guest = i18n.T(lang, "home.you", nil), false
	}
	return l
}

// end shows a game's result next to its winner, or below if it has no winner.
func (l *listedGame) end(lang, result string) {
	r, err := game.ParseResult(result)
	switch {
	case err != nil || r.By == game.NoResult:
		l.Note = i18n.T(lang, "home.result.none", nil)
	case r.Winner == board.Empty:
		l.Note = i18n.T(lang, "home.result.draw", nil)
	default:
		l.Players[r.Winner-board.Black].Won = wonBy(lang, r)
	}
}

// wonBy returns the winning margin, or the manner of winning.
func wonBy(lang string, r game.Result) string {
	switch r.By {
	case game.ByResign:
		return i18n.T(lang, "home.result.resign", nil)
	case game.ByTime:
		return i18n.T(lang, "home.result.time", nil)
	}
	decimals := 1
	if r.Margin == float64(int(r.Margin)) {
		decimals = 0
	}
	return "+" + i18n.Decimal(lang, r.Margin, decimals)
}

// choicesCookie stores the choices for the last game.
const choicesCookie = "choices"

// lastChoices returns the form's fields as sent last time. It omits the opponent, which must be
// chosen each time.
func lastChoices(r *http.Request) url.Values {
	cookie, err := r.Cookie(choicesCookie)
	if err != nil {
		return nil
	}
	chosen, err := url.ParseQuery(cookie.Value)
	if err != nil {
		return nil // changed by another program
	}
	for field := range chosen {
		if _, ok := usual[field]; !ok && field != "board" && field != "level" || field == "opponent" || field == "to" {
			delete(chosen, field)
		}
	}
	return chosen
}

// keepChoices stores the fields that differ from their defaults.
func (s *site) keepChoices(w http.ResponseWriter, r *http.Request, form url.Values) {
	kept := url.Values{}
	for field := range form {
		value := form.Get(field)
		was, ok := usualFor(form.Get("opponent"), field)
		if (ok && value != was || field == "board" || field == "level") &&
			field != "opponent" && field != "to" && len(value) <= maxChoice {
			kept.Set(field, value)
		}
	}
	v, err := s.Web.Visitor(r)
	member := err == nil && v.User.ID != "" // otherwise the game itself fails
	if kept.Del("rated"); member && form.Get("rated") == "" && usuallyRated(form.Get("opponent")) {
		kept.Set("rated", "off")
	}
	http.SetCookie(w, &http.Cookie{
		Name: choicesCookie, Value: kept.Encode(), Path: "/", MaxAge: int(choicesLife / time.Second),
		HttpOnly: true, Secure: s.API.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

const (
	choicesLife = 365 * 24 * time.Hour
	maxChoice   = 64 // bytes in one field
)

// lessonPictures returns the pictures that explain the game, by their titles' keys.
func lessonPictures() map[string]template.HTML {
	all := map[string]template.HTML{}
	for key, stones := range map[string][2]string{
		"place":   {"C4, C6", "B5"},
		"capture": {"C3, B2, C5, B6, A4", "B3, B4, B5"},
		"rosette": {"B3, B4, B5, C3, C4, C5", "B2, A4, B6, C6, D4, C2"},
	} {
		g, err := board.Named("rosette-2")
		shell.Must(err)
		at := make([]board.Color, g.Points())
		for i, c := range board.Colors {
			for _, name := range list(stones[i]) {
				p, err := g.Point(name)
				shell.Must(err)
				at[p] = c
			}
		}
		all[key] = template.HTML(draw.Inline{Graph: g, Stones: at, Class: still, Petals: true}.SVG())
	}
	return all
}
