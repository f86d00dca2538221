package page

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/page/shell"
	"rosette/server/refusal"
)

// maxForm limits the body of a form, in bytes.
const maxForm = 4 << 10

// A gamePage is the page for a game. The browser builds it from the match.
type gamePage struct {
	shell.Texts
	Title string
	Match matchhttp.Game
	How   []explanation
	// Waiting are the games that wait for the client. It is nil if the client plays this game with
	// a short time control, and so cannot go to another game during it.
	Waiting []matchhttp.WaitingGame
}

// game shows the page for a game.
func (s *site) game(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "match/game")
	if !ok {
		return
	}
	c, err := s.API.Caller(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	id := r.PathValue("id")
	g, err := s.API.Game(r.Context(), c, id)
	if missing(err) && s.Offers != nil {
		if s.Offers.Invitation(w, r) {
			return
		}
		g, err = s.API.Game(r.Context(), c, id) // it has begun in the meantime
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	g.Seats = matchhttp.SeatsIn(lang, g.Seats)
	title := i18n.T(lang, "page.game.title", i18n.Args{"board": shell.Texts(lang).BoardTitle(g.Board.Name)})
	how, err := howTo(lang, g)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := gamePage{Texts: shell.Texts(lang), Title: title, Match: g, How: how}
	control, err := clock.ParseControl(g.Clock)
	if g.Seat == "" || err == nil && !control.Speed().Live() {
		waiting, err := s.Matches.Waiting(r.Context(), c.Visitor)
		if err != nil {
			s.Failed(w, r, err)
			return
		}
		p.Waiting = web.ListOf(waiting, matchhttp.WaitingGameOf)
	}
	s.Show(w, r, http.StatusOK, "match/game", p)
}

// nextGame redirects to the next game that waits for the client, or else to a challenge, or else to
// the first page. For the parameter by see [match.NextWaiting].
func (s *site) nextGame(w http.ResponseWriter, r *http.Request) {
	v, err := s.API.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	all, err := s.Matches.Waiting(r.Context(), v)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	by, _ := strconv.ParseInt(r.URL.Query().Get("by"), 10, 64) // an invalid number counts as 0
	if next, ok := match.NextWaiting(all, r.PathValue("id"), by); ok {
		http.Redirect(w, r, "/games/"+next.ID, http.StatusSeeOther)
		return
	}
	page, err := s.challengePage(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	http.Redirect(w, r, page, http.StatusSeeOther)
}

// challengePage returns the address of the oldest challenge to a request's client, or of the first
// page without a challenge.
func (s *site) challengePage(r *http.Request) (string, error) {
	challenges, err := s.Offers.Challenges(r, s.Web.Language(r))
	if err != nil || len(challenges) == 0 {
		return "/", err
	}
	return "/games/" + challenges[0].ID, nil
}

// missing reports whether an error means that the game does not exist.
func missing(err error) bool {
	var p web.Problem
	return errors.As(web.AsProblem(err), &p) && p.Status == http.StatusNotFound
}

// open opens a game from the form. Besides a game's fields, the form may contain the input for
// normalize, and first, the point tapped on the board.
func (s *site) open(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return
	}
	tapped := r.PostForm.Get("first")
	normalize(r.PostForm)
	wanted, err := matchhttp.ReadForm(r.PostForm)
	if err != nil {
		s.refuse(w, r, r.PostForm, err)
		return
	}
	open := s.openGame
	if afar(wanted.Opponent) && s.Offers != nil {
		open, tapped = s.Offers.Offer, "" // no moves before the game begins
	}
	if tapped != "" {
		wanted.Color = "black" // tapping a point means playing first
	}
	id, cookie, err := open(r, wanted)
	if r.PostForm.Get("rated") == ratedIfPossible && unrated(err) {
		wanted.Rated = false
		id, cookie, err = open(r, wanted)
	}
	if err != nil {
		s.refuse(w, r, r.PostForm, err)
		return
	}
	if cookie != nil {
		http.SetCookie(w, cookie)
	}
	s.keepChoices(w, r, r.PostForm)
	if tapped != "" {
		s.playFirst(r, id, tapped)
	}
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}

// unrated reports whether an error means that a game cannot be rated.
func unrated(err error) bool {
	e := refusal.Of(err)
	return e != nil && strings.HasPrefix(e.Code, "rating.needs-")
}

// openGame opens a game for the client of a request. It returns the cookie of a new guest.
func (s *site) openGame(r *http.Request, wanted wire.NewGame) (id string, cookie *http.Cookie, err error) {
	c, err := s.API.Caller(r)
	if err != nil {
		return "", nil, err
	}
	id, session, err := s.Matches.OpenGame(r.Context(), c.Client, matchhttp.WantedGame(wanted))
	if session != "" {
		cookie = web.GuestOf(session, c.Secure)
	}
	return id, cookie, err
}

// playFirst plays a game's first move at the point tapped on the first page. If the rules require
// something else first, such as bids, or if it fails, the game begins without the move.
func (s *site) playFirst(r *http.Request, id, point string) {
	_, err := s.Matches.Host.Do(r.Context(), id, play.Command{Kind: play.Play, By: board.Black, Point: point})
	if refused := play.Refusal(""); err != nil && !errors.As(err, &refused) {
		s.Log.Error("the first stone was not played", "match", id, "err", err)
	}
}

// Opponents: the computer, two people at this device, the recipient of a link, a player in the
// lobby, and a player challenged by name. The last three are not present yet.
const (
	computer  = "computer"
	people    = "people"
	friend    = "friend"
	seek      = "seek"
	challenge = "challenge"
)

// opponents lists the opponents in the form.
var opponents = []string{computer, people, friend, seek, challenge}

// afar reports whether an opponent is not present yet.
func afar(opponent string) bool {
	return opponent == friend || opponent == seek || opponent == challenge
}

// An explanation is one part of the explanation of the rules.
type explanation struct {
	Title string
	Says  []string
}

// howTo explains the rules in force in a few sentences. The browser explains komi and handicap,
// because they may still be negotiated.
func howTo(lang string, g matchhttp.Game) ([]explanation, error) {
	rules, err := game.Preset(g.Rules)
	if err != nil {
		return nil, fmt.Errorf("how to play: %w", err)
	}
	if g.Supply != "" {
		if rules.Supply, err = game.ParseSupply(g.Supply); err != nil {
			return nil, fmt.Errorf("how to play: %w", err)
		}
	}
	var parts []explanation
	for _, part := range []struct {
		title string
		says  []said
	}{
		{"how.board", playing(rules, len(g.Board.Rosettes) > 0)},
		{"how.end", ending(rules)},
		{"how.count", counting(rules, g.Handicap)},
	} {
		l := explanation{Title: i18n.T(lang, part.title, nil)}
		for _, s := range part.says {
			if !s.unless {
				l.Says = append(l.Says, i18n.T(lang, s.key, s.args))
			}
		}
		parts = append(parts, l)
	}
	return parts, nil
}

// A said is a sentence that is omitted if unless is true.
type said struct {
	key    string
	unless bool
	args   i18n.Args
}

// playing explains stones on the board.
func playing(r game.Rules, rosettes bool) []said {
	saved := rosettes && r.Libertyless == game.LibertylessAllowed
	black, white := r.Supply[board.Black], r.Supply[board.White]
	return []said{
		{"how.turn.rosette", !rosettes, nil},
		{"how.turn.square", rosettes, nil},
		{"how.capture", false, nil},
		{"how.rosette", !rosettes, nil},
		{"how.suicide.allowed", !r.Suicide, nil},
		{"how.suicide.rosette", r.Suicide || !saved, nil},
		{"how.suicide.plain", r.Suicide || saved, nil},
		{"how.ko." + r.Repetition.String(), false, nil},
		{"how.supply", !r.Supply.Limited(), i18n.Args{"black": black, "white": white}},
	}
}

// ending explains passes and their consequences.
func ending(r game.Rules) []said {
	return []said{
		{"how.pass", false, nil},
		{"how.button", !r.Button, nil},
		{"how.first." + r.FirstPass.String(), r.FirstPass == game.FirstPassCounted, nil},
		{"how.last", !r.WhiteLast, nil},
		{"how.ending." + r.Ending.String(), false, nil},
	}
}

// counting explains points.
func counting(r game.Rules, handicap int) []said {
	bonus := map[game.Bonus]int{game.BonusN: handicap, game.BonusNMinusOne: handicap - 1}[r.Bonus]
	return []said{
		{"how.scoring." + r.Scoring.String(), false, nil},
		{"how.tax." + r.Tax.String(), r.Tax == game.TaxNone, nil},
		{"how.bonus", handicap < 2 || bonus <= 0, i18n.Args{"n": bonus}},
	}
}

// A recordPage is the editor for game records, which the browser fills in.
type recordPage struct {
	shell.Texts
	Families []family
}

// record shows the editor for game records.
func (s *site) record(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "record"); ok {
		s.ShowKept(w, r, "record", lang, func() shell.Page { return recordPage{shell.Texts(lang), families} })
	}
}
