package page

import (
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"rosette/draw"
	"rosette/game/board"
	"rosette/play/view"
	"rosette/server/page/shell"
)

// A thumbnail is an empty board.
type thumbnail struct {
	Name   string
	Points int
	Whole  template.HTML // the drawing
	Ground string        // address of the data for the browser's board
}

// still is the class for boards drawn by the server.
const still = "still"

// thumbnails draws the named boards and adds their data to the assets.
func thumbnails(a *shell.Shell, names []string) []thumbnail {
	var all []thumbnail
	for _, name := range names {
		g, err := board.Named(name)
		shell.Must(err)
		ground, err := json.Marshal(view.BoardOf(g))
		shell.Must(err)
		a.Add("board."+name+".json", ground)
		all = append(all, thumbnail{
			Name: g.Name(), Points: g.Points(),
			Whole:  template.HTML(draw.Inline{Graph: g, Margin: 0.95, Class: still}.SVG()),
			Ground: a.URL("board." + name + ".json"),
		})
	}
	return all
}

// home shows the board, the game that Play begins, and the client's own games. It needs no JavaScript.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	if opponent := r.URL.Query().Get("opponent"); opponent != "" { // an earlier address of the new-game form
		http.Redirect(w, r, (&url.URL{Path: "/new", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
		return
	}
	lang, ok := s.Language(w, r, "home")
	if !ok {
		return
	}
	now, err := s.homeLists(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	before, member := lastChoices(r), v.User.ID != ""
	if len(before) == 0 && now.none() && !member {
		s.ShowKept(w, r, "home", lang, func() shell.Page { return s.firstPage(lang, nil, false) })
		return
	}
	p := s.firstPage(lang, before, member)
	p.homeLists = now
	s.Show(w, r, http.StatusOK, "home", p)
}

// firstPage returns the first page without lists. Play repeats the last choices.
func (s *site) firstPage(lang string, last url.Values, member bool) homePage {
	f := s.newForm(lang, last, formContext{Member: member})
	p := homePage{
		Texts: shell.Texts(lang), Board: f.Board, Opponent: f.Foe, More: f.More, Lessons: lessonPictures(),
		Records:  slices.ContainsFunc(kinds, func(k shell.Kind) bool { return k.Name == "record" }),
		Tappable: f.Chosen["color"] == "black", Member: member,
	}
	for _, field := range slices.Sorted(maps.Keys(f.Chosen)) {
		if value := f.Chosen[field]; value != "" && field != "opponent" && field != "to" {
			p.Choices = append(p.Choices, choice{field, value})
		}
	}
	return p
}

// A homeLists holds the lists on the first page.
type homeLists struct {
	Games ownGames
	Seeks []Seek // in the lobby
	Away  string // end of the client's vacation
	Live  any    // other people's games, for the template "watched"; nil without games
}

// none reports whether all lists are empty.
func (h homeLists) none() bool {
	return h.Games.none() && len(h.Seeks) == 0 && h.Live == nil && h.Away == ""
}

// Follows reports whether the page must update its lists.
func (h homeLists) Follows() bool { return len(h.Games.Running) > 0 || len(h.Seeks) > 0 }

// homeLists returns the lists for a request's client.
func (s *site) homeLists(r *http.Request, lang string) (now homeLists, err error) {
	if now.Games, err = s.ownGames(r, lang); err != nil {
		return now, err
	}
	if s.Offers != nil {
		if now.Seeks, err = s.Offers.Seeks(r, lang); err != nil {
			return now, err
		}
	}
	if s.Options.Live != nil {
		if now.Live, err = s.Options.Live(r, lang, mostLive); err != nil {
			return now, err
		}
	}
	if s.Away != nil {
		now.Away, err = s.Away(r, lang)
	}
	return now, err
}

// mostLive is the number of other people's games on the first page.
const mostLive = 4

// A homePage is the first page: the board, what Play begins, and the client's games.
type homePage struct {
	shell.Texts
	homeLists
	Member   bool                     // the reader has an account, and thus a name
	Records  bool                     // there is a page for viewing records
	Lessons  map[string]template.HTML // pictures that explain the game, by their titles' keys
	Board    thumbnail                // the chosen board
	Opponent opponent                 // the chosen opponent
	More     bool                     // the game has its own rules or clock
	Tappable bool                     // the client plays first
	Choices  []choice                 // the game's fields
}

// A choice is a form's field with its value.
type choice struct{ Field, Value string }

// A gameList is a list of games with a title.
type gameList struct {
	shell.Texts
	Title string
	Games []listedGame
}

// List returns a list of games whose title is the text of a key.
func (p homePage) List(title string, games []listedGame) gameList {
	return gameList{p.Texts, p.T(title), games}
}
