// Package lobby implements the pages for finding opponents: the invitation to a game that has not
// begun, and the lobby.
package lobby

import (
	"cmp"
	"errors"
	"fmt"
	"html/template"
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"rosette/draw"
	"rosette/engine"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/rating"
	"rosette/server/account"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/page"
	"rosette/server/page/shell"
	"rosette/server/refusal"
)

// Pages serves the lobby's pages. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	Matches *match.Service
	Lobby   *lobby.Service
}

// client returns the sender of a request.
func (s Pages) client(r *http.Request) (account.Client, error) {
	c, err := s.Web.Caller(r)
	return c.Client, err
}

// begin sets the cookie for a guest's session, if session is not empty.
func (s Pages) begin(w http.ResponseWriter, r *http.Request, session string) {
	if session != "" {
		http.SetCookie(w, web.GuestOf(session, s.Web.Secure(r)))
	}
}

// Pages implements [shell.Group].
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/lobby":          {"GET": shell.Costs(web.Page, s.lobby)},
		"/pair":           {"POST": shell.Cheap(s.pair)},
		"/watch/{secret}": {"GET": shell.Cheap(s.invited), "POST": shell.Cheap(s.watch)},
		"/take/{secret}":  {"GET": shell.Cheap(s.take), "POST": shell.Cheap(s.takeOver)},

		"/take/{secret}/code.svg": {"GET": shell.Cheap(s.takeCode)},
		"/games/{id}/accept":      {"POST": shell.Cheap(s.accept)},
		"/games/{id}/guest":       {"POST": shell.Cheap(s.nameGuest)},
		"/games/{id}/cancel":      {"POST": shell.Cheap(s.cancel)},
		"/games/{id}/decline":     {"POST": shell.Cheap(s.decline)},
		"/games/{id}/computer":    {"POST": shell.Cheap(s.computer)},
	}
}

// maxForm limits the body of a form, in bytes.
const maxForm = 4 << 10

// Offer creates a link to a game, or a seek, from a form. It returns the game's ID and, for a new
// guest, the session cookie. The error is a Problem.
func (s Pages) Offer(r *http.Request, wanted wire.NewGame) (id string, cookie *http.Cookie, err error) {
	o := lobbyhttp.NewOffer{
		Kind: string(lobby.Link), Game: wanted, Name: r.PostForm.Get("name"), Even: wanted.Ranks == match.ByRatings,
	}
	if o.Even {
		o.Game.Ranks = ""
	}
	switch wanted.Opponent {
	case string(lobby.Seek):
		o.Kind, o.Bots = wanted.Opponent, r.PostForm.Get("bots") == "on"
		if o.Near, err = strconv.Atoi(cmp.Or(r.PostForm.Get("near"), "0")); err != nil {
			return "", nil, web.Unreadable()
		}
	case string(lobby.Challenge):
		o.Kind, o.To = wanted.Opponent, cmp.Or(strings.TrimSpace(r.PostForm.Get("to")), " ") // not a valid name
	}
	decoded, err := lobbyhttp.Decoded(s.Matches, o)
	if err != nil {
		return "", nil, err
	}
	c, err := s.client(r)
	if err != nil {
		return "", nil, err
	}
	offer := s.Lobby.Offer
	if decoded.Kind == lobby.Seek && decoded.Near == 0 && !decoded.Even {
		offer = s.Lobby.PairSeek // another player may wait for the same game
	}
	id, session, err := offer(r.Context(), c, decoded)
	if session != "" {
		cookie = web.GuestOf(session, s.Web.Secure(r))
	}
	return id, cookie, err
}

// An invitation is the page for a game that has not begun.
type invitation struct {
	shell.Texts
	wire.OfferView
	Picture template.HTML // the empty board
	Facts   []fact
	Address string        // the page's address; "" if only the client may open it
	Code    template.HTML // Address as a QR code
	Local   bool          // other devices cannot reach Address
	By      string        // name of the player who made the offer
	Guest   bool          // the heading contains a guest's name
	Reasons []string
	Member  bool // the reader has an account, and thus a name

	GuestSeat string // name for a guest who accepts
	Plant     string // name of the reader, a guest; "" for a stranger
	// Computer holds the computer's offer to play, or nil.
	Computer *standIn
}

// A standIn is an offer by the computer to play.
type standIn struct {
	Face        template.HTML
	About, Play string
	After       int64 // milliseconds until it is shown
}

// wait is the time until the computer offers to play.
const wait = time.Minute

// standIn returns the computer's offer for a seek, or nil if there is none.
func (s Pages) standIn(lang string, o lobby.View) *standIn {
	if o.Computer == "" || o.State != lobby.Open {
		return nil
	}
	family, _ := rating.FamilyOf(o.Game.Board)
	level, _ := rating.Level(family, o.Computer)
	args := i18n.Args{"name": match.LevelTitle(lang, o.Computer), "rank": rating.Rank(level.Points)}
	key := "lobby.waiting.computer.play"
	if o.Game.Rated {
		key = "lobby.waiting.computer.rated"
	}
	face := ""
	for _, l := range engine.Opponents() { // the strongest opponent that is no stronger
		if one, ok := rating.Level(family, l.Name); ok && one.Points <= level.Points {
			face = l.Opponent
		}
	}
	return &standIn{
		Face: page.Face(face), About: i18n.T(lang, "lobby.waiting.computer", args), Play: i18n.T(lang, key, args),
		After: max(0, o.Made.Add(wait).Sub(s.Matches.Now()).Milliseconds()),
	}
}

// A fact is one of a game's agreed conditions.
type fact struct{ Name, Value string }

// Invitation shows the invitation to a game that has not begun. shown is false if there is no
// invitation at the address, or if the game has begun.
func (s Pages) Invitation(w http.ResponseWriter, r *http.Request) (shown bool) {
	c, err := s.client(r)
	if err != nil {
		s.Failed(w, r, err)
		return true
	}
	o, err := s.Lobby.Read(r.Context(), c, r.PathValue("id"))
	if errors.Is(err, lobby.ErrNoOffer) || err == nil && o.State == lobby.Accepted {
		return false
	}
	if err != nil {
		s.Failed(w, r, err)
		return true
	}
	lang, ok := s.Language(w, r, "lobby/invitation")
	if !ok {
		return true
	}
	p, err := s.invitation(r, lang, lobbyhttp.ViewOf(o))
	p.Computer = s.standIn(lang, o)
	if err != nil {
		s.Failed(w, r, err)
		return true
	}
	p.GuestSeat = o.GuestSeat
	if p.Plant, err = s.Lobby.GuestName(r.Context(), c.Visitor); err != nil {
		s.Failed(w, r, err)
		return true
	}
	status := http.StatusOK
	if o.State != lobby.Open {
		status = http.StatusGone
	}
	s.Show(w, r, status, "lobby/invitation", p)
	return true
}

// invitation returns the page for an offer.
func (s Pages) invitation(r *http.Request, lang string, o wire.OfferView) (p invitation, err error) {
	graph, err := board.Named(o.Board)
	if err != nil {
		return p, fmt.Errorf("invitation %s: %w", o.ID, err)
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		return p, err
	}
	p = invitation{
		Texts: shell.Texts(lang), OfferView: o, Facts: facts(lang, o), By: matchhttp.PersonIn(lang, o.By).Name,
		Guest: matchhttp.ShowsGuest(o.By) && !o.Mine && o.State == "open", Reasons: lobby.Reasons,
		Member:  v.User.ID != "",
		Picture: template.HTML(draw.Inline{Graph: graph, Class: "still"}.SVG()),
	}
	if !o.Mine || o.Kind != "link" {
		return p, nil
	}
	p.Address, p.Local = addressOf(s.Web.Secure(r), r.Host, "/games/"+o.ID)
	code, err := draw.QR(p.Address, i18n.T(lang, "lobby.invite.code", i18n.Args{"address": p.Address}))
	p.Code = template.HTML(code)
	return p, err
}

// addressOf returns a page's absolute address. It is local if only this computer can reach it.
func addressOf(secure bool, host, path string) (address string, local bool) {
	name := host
	if plain, _, err := net.SplitHostPort(host); err == nil {
		name = plain
	}
	ip, err := netip.ParseAddr(strings.Trim(name, "[]"))
	scheme := map[bool]string{false: "http://", true: "https://"}[secure]
	return scheme + host + path, name == "localhost" || err == nil && ip.IsLoopback()
}

// Heading returns the page's heading.
func (p invitation) Heading() string {
	switch {
	case p.State != "open":
		return p.T("lobby.gone." + p.State)
	case p.Mine && p.Kind == "link":
		return p.T("lobby.invite")
	case p.Mine:
		return p.T("lobby.waiting." + p.Waits())
	}
	return i18n.T(p.Lang(), "lobby.invited."+p.Kind, i18n.Args{"name": p.By})
}

// Invites is Heading with guests marked.
func (p invitation) Invites() template.HTML { return invites(p.Lang(), p.Kind, p.By, p.Guest) }

// Waits returns the kind of waiting, as it appears in text keys (lobby.waiting.KIND.about).
func (p invitation) Waits() string {
	if p.Kind == "challenge" || p.Kind == "rematch" {
		return "asked"
	}
	return p.Kind
}

// Waiting describes what happens during the wait.
func (p invitation) Waiting() string {
	if p.Kind == "seek" && p.Speed != "blitz" && p.Speed != "live" {
		return p.T("lobby.waiting.slow.about")
	}
	return p.T("lobby.waiting." + p.Waits() + ".about")
}

// Lighter returns the note about how much a rated game counts, if its weight is reduced.
func (p invitation) Lighter() string {
	if p.Weight == 0 || p.Weight == 1 {
		return ""
	}
	return i18n.T(p.Lang(), "lobby.weight", i18n.Args{"n": strconv.Itoa(int(math.Round(100 * p.Weight)))})
}

// Acceptable reports whether the client may accept, as far as is known.
func (p invitation) Acceptable() bool {
	return p.State == "open" && !p.Mine && p.Refused == "" && (p.Asked || p.Kind == "link" || p.Kind == "seek")
}

// facts lists a game's agreed conditions from the client's view.
func facts(lang string, o wire.OfferView) []fact {
	t := shell.Texts(lang)
	all := []fact{
		{t.T("page.home.board"), t.BoardTitle(o.Board)},
		{t.T("lobby.stones"), stones(t, o)},
		{t.T("page.home.clock"), clockTitle(t, o.Clock)},
		{t.T("page.home.rules"), t.T("ruleset." + o.Rules)},
		{t.T("page.home.komi"), komi(t, o)},
	}
	if o.Even {
		all = append(all, fact{t.T("page.home.handicap"), t.T("lobby.even")})
	}
	if o.Handicap > 0 {
		all = append(all, fact{t.T("page.home.handicap"), t.Handicap(o.Handicap)})
	}
	all = append(all, fact{t.T("privacy.visibility"), t.T("privacy.visibility." + o.Visibility)})
	if o.Supply != "" {
		all = append(all, fact{t.T("page.home.supply"), o.Supply})
	}
	if o.Rated {
		all = append(all, fact{t.T("lobby.rating"), t.T("lobby.rated")})
	}
	if limits := bounds(t, o); limits != "" {
		all = append(all, fact{t.T("lobby.rating"), limits})
	}
	if o.Bots {
		all = append(all, fact{t.T("lobby.bots.fact"), t.T("lobby.bots.yes")})
	}
	return all
}

// bounds returns a text about the accepted ratings, or "" if all are accepted.
func bounds(t shell.Texts, o wire.OfferView) string {
	key := "lobby.range"
	switch {
	case o.Least == 0 && o.Most == 0:
		return ""
	case o.Most == 0:
		key = "lobby.range.least"
	case o.Least == 0:
		key = "lobby.range.most"
	}
	return i18n.T(t.Lang(), key, i18n.Args{"least": o.Least, "most": o.Most})
}

// stones returns the client's colour: the maker's colour if the client made the offer, otherwise the
// opposite one.
func stones(t shell.Texts, o wire.OfferView) string {
	if o.Color == "" {
		return t.T("lobby.lot")
	}
	first := (o.Color == "b") == o.Mine
	switch {
	case o.KomiBy != "" && first:
		return t.T("lobby.first")
	case o.KomiBy != "":
		return t.T("lobby.second")
	case first:
		return t.T("color.b")
	}
	return t.T("color.w")
}

// clockTitle returns a time control's title, or its notation if it has no title.
func clockTitle(t shell.Texts, control string) string {
	if key := "clock." + control; i18n.Has(key) {
		return t.T(key)
	}
	return control
}

// komi returns the komi, or how it is agreed.
func komi(t shell.Texts, o wire.OfferView) string {
	if o.KomiBy != "" {
		return t.T("page.home.komi." + o.KomiBy)
	}
	decimals := 1
	if o.Komi == float64(int(o.Komi)) {
		decimals = 0
	}
	return i18n.Decimal(t.Lang(), o.Komi, decimals)
}

// accept accepts an offer and begins the game.
func (s Pages) accept(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, func(c account.Client, id string) error {
		session, err := s.Lobby.Accept(r.Context(), c, id, r.PostForm.Get("name"))
		s.begin(w, r, session)
		return err
	})
}

// nameGuest stores the name for a guest who accepts.
func (s Pages) nameGuest(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, func(c account.Client, id string) error {
		_, err := s.Lobby.NameGuest(r.Context(), c, id, r.PostForm.Get("name"))
		return err
	})
}

// computer begins the game of the client's own seek with the computer instead.
func (s Pages) computer(w http.ResponseWriter, r *http.Request) {
	c, err := s.client(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	id, err := s.Lobby.PlayComputer(r.Context(), c, r.PathValue("id"))
	if e := refusal.Of(err); err != nil && (e == nil || e.Kind != refusal.Conflict) {
		s.Failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/games/"+cmp.Or(id, r.PathValue("id")), http.StatusSeeOther)
}

// cancel withdraws an offer.
func (s Pages) cancel(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, func(c account.Client, id string) error {
		_, err := s.Lobby.Withdraw(r.Context(), c, id)
		return err
	})
}

// decline declines an offer.
func (s Pages) decline(w http.ResponseWriter, r *http.Request) {
	s.answer(w, r, func(c account.Client, id string) error {
		_, err := s.Lobby.Decline(r.Context(), c, id, r.PostForm.Get("why"))
		return err
	})
}

// answer applies a form to an offer and redirects to the game's page, which shows the result even
// if another player was faster.
func (s Pages) answer(w http.ResponseWriter, r *http.Request, act func(c account.Client, id string) error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return
	}
	id := r.PathValue("id")
	c, err := s.client(r)
	if err == nil {
		err = act(c, id)
	}
	if e := refusal.Of(err); err != nil && (e == nil || e.Kind != refusal.Conflict) {
		s.Failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}
