package page

import (
	"cmp"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"

	"rosette/draw"
	"rosette/game/board"
	"rosette/play/view/position"
	"rosette/server/page/shell"
)

// A thumbnail is an empty board.
type thumbnail struct {
	Name   string
	Points int
	Whole  template.HTML // the drawing
	Posed  template.HTML // the drawing for the first page, with the position in Stones
	Ground string        // address of the data for the browser's board

	// Stones is the position in Posed, with b, w or . for each point, and Sixth is the point with
	// which Black completes a rosette. They are empty for an empty board.
	Stones, Sixth string
}

// firstPosition is the position on the first board in which Black can complete a rosette.
const (
	firstBlack = "D7 E7 E8 E9 D9 C10 F11 B6"
	firstWhite = "C8 D6 E6 F8 D10 E11 C5 F5"
	firstSixth = "D8"
)

// still is the class for boards drawn by the server.
const still = "still"

// thumbnails draws the named boards and adds their data to the assets.
func thumbnails(a *shell.Shell, names []string) []thumbnail {
	var all []thumbnail
	for _, name := range names {
		g, err := board.Named(name)
		shell.Must(err)
		ground, err := json.Marshal(position.BoardOf(g))
		shell.Must(err)
		a.Add("board."+name+".json", ground)
		whole := draw.Inline{Graph: g, Class: still}
		t := thumbnail{
			Name: g.Name(), Points: g.Points(),
			Whole:  template.HTML(whole.SVG()),
			Ground: a.URL("board." + name + ".json"),
		}
		if g.Name() == FirstBoard {
			whole.Stones = shell.Stones(g, firstBlack, firstWhite)
			whole.Hints = shell.Points(g, firstSixth)
			t.Sixth = firstSixth
			for _, c := range whole.Stones {
				t.Stones += cmp.Or(letters[c], ".")
			}
		}
		t.Posed = template.HTML(whole.SVG())
		all = append(all, t)
	}
	return all
}

// home shows a newcomer the board and the game that Play begins, and other clients their games. It
// needs no JavaScript.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	if opponent := r.URL.Query().Get("opponent"); opponent != "" { // an earlier address of the new-game form
		http.Redirect(w, r, (&url.URL{Path: "/new", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
		return
	}
	lang, ok := s.Language(w, r, "home")
	if !ok {
		return
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	before, member := lastChoices(r), v.User.ID != ""
	games, err := s.ownGames(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if member || !games.none() {
		s.returning(w, r, lang, v, games)
		return
	}
	now, err := s.homeLists(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if len(before) == 0 && now.none() {
		s.ShowKept(w, r, "home", lang, func() shell.Page {
			p := s.firstPage(lang, nil)
			p.homeLists = now
			return p
		})
		return
	}
	p := s.firstPage(lang, before)
	p.homeLists = now
	s.Show(w, r, http.StatusOK, "home", p)
}

// firstPage returns the first page without lists. Play repeats the last choices.
func (s *site) firstPage(lang string, last url.Values) homePage {
	f := s.newForm(lang, last, formContext{})
	p := homePage{
		Texts: shell.Texts(lang), Board: f.Board, Opponent: f.Foe, More: f.More, Lessons: lessonPictures(),
		Tappable: f.Chosen["color"] == "black",
	}
	for _, field := range slices.Sorted(maps.Keys(f.Chosen)) {
		if value := f.Chosen[field]; value != "" && field != "opponent" && field != "to" {
			p.Choices = append(p.Choices, choice{field, value})
		}
	}
	return p
}

// A homeLists holds the lists on a newcomer's first page.
type homeLists struct {
	Waiting any // for the templates "quick" and "waiting"
	Offers  int // number of open offers in Waiting
	Best    any // the best game in progress, for the template "best"; nil without games
}

// Follows reports whether the page must update its lists.
func (h homeLists) Follows() bool { return !h.none() }

// none reports whether the lists are the same for all newcomers.
func (h homeLists) none() bool { return h.Offers == 0 && h.Best == nil }

// homeLists returns the lists for a request's client.
func (s *site) homeLists(r *http.Request, lang string) (now homeLists, err error) {
	if now.Waiting, now.Offers, err = s.Offers.Waiting(r, lang, mostOffered); err != nil {
		return now, err
	}
	now.Best, err = s.Options.Best(r, lang)
	return now, err
}

// FirstBoard is the default board for newcomers: a game on it takes ten minutes.
const FirstBoard = "rosette-4"

// A homePage is a newcomer's first page: the board, what Play begins, and the lists.
type homePage struct {
	shell.Texts
	homeLists
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

// Game returns the data for the template "game".
func (l gameList) Game(g listedGame) titledGame { return titledGame{l.Texts, g} }

// A titledGame is a game in a list with the texts for it.
type titledGame struct {
	shell.Texts
	listedGame
}
