package lobby

import (
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"rosette/draw"
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
	Member bool // the client has an account, so that quick games are rated by default
	Quick  []quickRow
	List
}

// A List holds open offers as shown on a page.
type List struct {
	shell.Texts
	Seeks []Row
	Yours []Row // offers made or received by the client, without seeks
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

// A quickRow holds the quick games on a board.
type quickRow struct {
	Board  string
	Clocks []quickClock
}

// A quickClock is a quick game.
type quickClock struct{ Speed, Control string }

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
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, http.StatusOK, "lobby/lobby", lobbyPage{shell.Texts(lang), v.User.ID != "", s.quick(), list})
}

// quick returns all quick games.
func (s Pages) quick() (rows []quickRow) {
	controls := lobby.QuickClocks()
	for _, name := range s.Lobby.QuickBoards() {
		row := quickRow{Board: name}
		for _, speed := range clock.Speeds {
			row.Clocks = append(row.Clocks, quickClock{string(speed), controls[speed]})
		}
		rows = append(rows, row)
	}
	return rows
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
	l.Texts = shell.Texts(lang)
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
		Picture: template.HTML(draw.Inline{Graph: graph, Margin: 0.7, Class: "still"}.SVG()),
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

// Asks returns the sentence about the offer.
func (r Row) Asks() string {
	return i18n.T(r.lang, "lobby.invited."+r.Kind, i18n.Args{"name": r.Name})
}

// Invites is Asks with guests marked.
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

// mostOnHome is the number of offers on the first page.
const mostOnHome = 4

// Seeks implements [page.Offers]: first offers received, then offers made, then other seeks.
func (s Pages) Seeks(r *http.Request, lang string) (all []page.Seek, err error) {
	list, err := s.List(r, lang)
	if err != nil {
		return nil, err
	}
	t := shell.Texts(lang)
	for _, row := range slices.Concat(list.Yours, list.Seeks) {
		if name, shown := row.Name, template.HTML(""); len(all) < mostOnHome {
			switch {
			case row.Mine:
				name = t.T("lobby.lobby.yours")
			case row.Asked:
				name, shown = row.Asks(), row.Invites()
			}
			all = append(all, page.Seek{
				ID: row.ID, Picture: row.Picture, Name: name, Shown: shown, Guest: row.Guest && !row.Mine,
				About: t.BoardTitle(row.Board) + " · " + row.About,
			})
		}
	}
	return all, nil
}
