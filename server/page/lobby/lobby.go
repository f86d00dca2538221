package lobby

import (
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/engine"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/clock"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/page"
	"rosette/server/page/shell"
)

// A lobbyPage shows the current offers.
type lobbyPage struct {
	shell.Texts
	Waiting waiting
	List
}

// A waiting is the data for the templates "quick" and "waiting".
type waiting struct {
	shell.Texts
	Quick []quickGame
	Yours []Row     // offers made by the client
	Seeks []Row     // other people's seeks
	Here  *computer // an opponent who is always there
	More  bool      // the page for offers may have more

	Member bool // the client has an account, so that quick games are rated by default
}

// FirstBoard returns the board for games against the computer.
func (waiting) FirstBoard() string { return page.FirstBoard }

// A quickGame is a board and a speed.
type quickGame struct {
	Board, Speed, Control string
	Waiting               string // a text about people who wait for such a game; "" without them
}

// A computer is a level as an opponent.
type computer struct {
	Level, Name, About string
	Face               template.HTML
}

// A List holds open offers as shown on a page.
type List struct {
	shell.Texts
	Seeks []Row
	Yours []Row // offers made or received by the client, without seeks

	member bool // the client has an account
}

// A Row is an offer in a list.
type Row struct {
	wire.OfferView
	Picture template.HTML // the empty board, small
	Name    string        // name of the player who made the offer
	Guest   bool          // Name is a guest's name
	About   string        // the game's special conditions
	Stones  string        // the client's colour: b, w, or r for either
	lang    string
}

// lobby shows the lobby.
func (s Pages) lobby(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "lobby/lobby")
	if !ok {
		return
	}
	list, err := s.List(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := lobbyPage{shell.Texts(lang), s.waiting(lang, list, len(list.Seeks)), list}
	s.Show(w, r, http.StatusOK, "lobby/lobby", p)
}

// quick returns all quick games with their open seeks.
func (s Pages) quick(t shell.Texts, seeks []Row) (all []quickGame) {
	controls := lobby.QuickClocks()
	for _, name := range s.Lobby.QuickBoards() {
		for _, speed := range clock.Speeds {
			q := quickGame{Board: name, Speed: string(speed), Control: controls[speed]}
			n := 0
			for _, seek := range seeks {
				if seek.Board == name && seek.Clock == q.Control && !seek.Mine {
					n++
				}
			}
			if n > 0 {
				q.Waiting = t.Count("lobby.quick.waiting", n)
			}
			all = append(all, q)
		}
	}
	return all
}

// stepsIn is the opponent who is always there.
const stepsIn = "iris"

// waiting returns the quick games and up to limit seeks from a list.
func (s Pages) waiting(lang string, list List, limit int) waiting {
	out := waiting{Texts: shell.Texts(lang), Quick: s.quick(shell.Texts(lang), list.Seeks), Member: list.member}
	for _, row := range list.Yours {
		if row.Mine {
			out.Yours = append(out.Yours, row)
		}
	}
	for _, row := range list.Seeks {
		switch {
		case row.Mine:
			out.Yours = append(out.Yours, row)
		case len(out.Seeks) < limit:
			out.Seeks = append(out.Seeks, row)
		}
	}
	for _, l := range engine.Opponents() {
		if l.Opponent == stepsIn && slices.Contains(s.Matches.Levels, l.Name) {
			name := out.T("opponent." + l.Opponent + ".name")
			out.Here = &computer{
				Level: l.Name, Name: name, Face: page.Face(l.Opponent),
				About: i18n.T(lang, "lobby.here.about", i18n.Args{"board": out.BoardTitle(page.FirstBoard)}),
			}
		}
	}
	return out
}

// Waiting implements [page.Offers].
func (s Pages) Waiting(r *http.Request, lang string, limit int) (data any, n int, err error) {
	list, err := s.List(r, lang)
	if err != nil {
		return nil, 0, err
	}
	w := s.waiting(lang, list, limit)
	w.More = true
	return w, len(w.Yours) + len(w.Seeks), nil
}

// Challenges implements [page.Offers].
func (s Pages) Challenges(r *http.Request, lang string) (all []page.Challenge, err error) {
	v, err := s.Web.Visitor(r)
	if err != nil {
		return nil, err
	}
	offers, err := s.Lobby.Challenges(r.Context(), v)
	if err != nil {
		return nil, err
	}
	for _, o := range offers {
		row, err := rowOf(lang, lobbyhttp.ViewOf(o))
		if err != nil {
			return nil, err
		}
		all = append(all, page.Challenge{
			ID: row.ID, Picture: row.Picture, Shown: row.Invites(), Name: row.Name,
			Board: shell.Texts(lang).BoardTitle(row.Board), About: row.About,
		})
	}
	return all, nil
}

// List returns the open offers for a request's client.
func (s Pages) List(r *http.Request, lang string) (l List, err error) {
	v, err := s.Web.Visitor(r)
	if err != nil {
		return l, err
	}
	list, err := s.Lobby.Offers(r.Context(), v)
	if err != nil {
		return l, err
	}
	l.Texts, l.member = shell.Texts(lang), v.User.ID != ""
	for _, o := range list.Seeks {
		row, err := rowOf(lang, lobbyhttp.ViewOf(o))
		if err != nil {
			return l, err
		}
		l.Seeks = append(l.Seeks, row)
	}
	for _, o := range list.Yours {
		row, err := rowOf(lang, lobbyhttp.ViewOf(o))
		if err != nil {
			return l, err
		}
		if o.Kind != lobby.Seek {
			l.Yours = append(l.Yours, row)
		}
	}
	return l, nil
}

// rowOf returns an offer as shown in a list.
func rowOf(lang string, o wire.OfferView) (Row, error) {
	graph, err := board.Named(o.Board)
	if err != nil {
		return Row{}, fmt.Errorf("offer %s: %w", o.ID, err)
	}
	t := shell.Texts(lang)
	about := []string{clockTitle(t, o.Clock)}
	switch {
	case o.Even:
		about = append(about, t.T("lobby.even.handicap"))
	case o.Handicap > 0:
		about = append(about, t.T("page.home.handicap")+" "+t.Handicap(o.Handicap))
	default:
		about = append(about, t.T("page.home.komi")+" "+komi(t, o))
	}
	about = append(about, t.T("ruleset."+o.Rules),
		t.T(map[bool]string{true: "lobby.rated", false: "lobby.casual"}[o.Rated]))
	if limits := bounds(t, o); limits != "" {
		about = append(about, limits)
	}
	if o.Bots {
		about = append(about, t.T("lobby.bots"))
	}
	return Row{
		OfferView: o, lang: lang, Name: matchhttp.PersonIn(lang, o.By).Name, Guest: matchhttp.ShowsGuest(o.By),
		About: strings.Join(about, " · "), Stones: theirs(o),
		Picture: template.HTML(draw.Inline{Graph: graph, Class: "still"}.SVG()),
	}, nil
}

// theirs returns the client's colour: as the player who accepts, or as the maker.
func theirs(o wire.OfferView) string {
	switch {
	case o.Color == "" || o.KomiBy != "":
		return "r"
	case (o.Color == "b") == o.Mine:
		return "b"
	}
	return "w"
}

// Invites returns the sentence about the offer, with guests marked.
func (r Row) Invites() template.HTML { return invites(r.lang, r.Kind, r.Name, r.Guest) }

// invites returns the sentence about an offer, with guests marked.
func invites(lang, kind, name string, guest bool) template.HTML {
	const hole = "\x00"
	before, after, _ := strings.Cut(i18n.T(lang, "lobby.invited."+kind, i18n.Args{"name": hole}), hole)
	said := template.HTMLEscapeString(before) + "<bdi>" + template.HTMLEscapeString(name) + "</bdi>"
	if guest {
		said += ` <small class="guest">` + template.HTMLEscapeString(i18n.T(lang, "match.guest", nil)) + "</small>"
	}
	return template.HTML(said + template.HTMLEscapeString(after))
}

// pair begins a quick game, or creates a seek for one. Its board and speed are the value of a button
// in the field game, or stand in two fields. The field rated is off once, and again on if the switch
// is on; without it quick games are rated as usual.
func (s Pages) pair(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return
	}
	c, err := s.client(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	name, speed, found := strings.Cut(r.PostForm.Get("game"), " ")
	if !found {
		name, speed = r.PostForm.Get("board"), r.PostForm.Get("speed")
	}
	id, session, err := s.Lobby.Pair(r.Context(), c, lobby.QuickGame{
		Board: name, Speed: clock.Speed(speed), Name: r.PostForm.Get("name"),
		Casual: slices.Equal(r.PostForm["rated"], []string{"off"}),
	})
	s.begin(w, r, session)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/games/"+id, http.StatusSeeOther)
}
