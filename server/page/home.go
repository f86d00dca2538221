package page

import (
	"cmp"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"

	"rosette/draw"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/internal/quote"
	"rosette/play/clock"
	"rosette/play/view"
	"rosette/server/match"
	"rosette/server/page/shell"
)

// A clockGroup is a group of time controls with the same speed.
type clockGroup struct {
	Speed    clock.Speed
	Controls []string
}

// clocks are the time controls on the first page. Their titles are the texts clock.CLOCK, the
// groups' titles clock.speed.SPEED.
var clocks = []clockGroup{
	{clock.NoSpeed, []string{"none"}},
	{clock.Blitz, []string{"3m+2s", "5m"}},
	{clock.Live, []string{"5m+5s", "15m+10s", "10m+3x30s", "20m+25/10m", "30m", "30s/move"}},
	{clock.Correspondence, []string{"1d/move", "3d/move", "3d/move-weekends", "7d/move"}},
}

// waysToKomi are the ways to set komi on the first page. Their titles are the texts
// page.home.komi.WAY.
var waysToKomi = []string{"rules", "number", "divide", "open", "secret"}

// supplies are the stone supplies on the first page. Their titles are the texts
// page.home.supply.SUPPLY.
var supplies = []string{"150", "181/180"}

// A thumbnail is an empty board.
type thumbnail struct {
	Name    string
	Points  int
	Picture template.HTML // small, lines only
	Whole   template.HTML // in playing size
	Ground  string        // address of the data for the browser's board

	// Stones is the position in Whole, with b, w or . for each point, and Sixth is the point with
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
		ground, err := json.Marshal(view.BoardOf(g))
		shell.Must(err)
		a.Add("board."+name+".json", ground)
		whole := draw.Inline{Graph: g, Class: still}
		t := thumbnail{
			Name: g.Name(), Points: g.Points(),
			Picture: template.HTML(draw.Inline{Graph: g, LinesOnly: true}.SVG()),
			Ground:  a.URL("board." + name + ".json"),
		}
		if g.Name() == FirstBoard {
			whole.Stones = shell.Stones(g, firstBlack, firstWhite)
			whole.Hints = shell.Points(g, firstSixth)
			t.Sixth = firstSixth
			for _, c := range whole.Stones {
				t.Stones += cmp.Or(letters[c], ".")
			}
		}
		t.Whole = template.HTML(whole.SVG())
		all = append(all, t)
	}
	return all
}

// home shows the board, the form for a new game and the client's own games. It needs no JavaScript.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "home")
	if !ok {
		return
	}
	before := lastChoices(r)
	opponent := r.URL.Query().Get("opponent")
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	member := v.User.ID != ""
	games, err := s.ownGames(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if opponent == "" && (member || !games.none()) {
		s.returning(w, r, lang, v, games)
		return
	}
	now, err := s.homeLists(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if len(before) == 0 && now.none() && opponent == "" {
		s.ShowKept(w, r, "home", lang, func() shell.Page {
			p := s.form(lang, nil, complaint{})
			p.homeLists = now
			return p
		})
		return
	}
	if afar(opponent) {
		if before == nil {
			before = url.Values{}
		}
		before.Set("opponent", opponent)
		before.Set("to", r.URL.Query().Get("to"))
	}
	p := s.form(lang, before, complaint{})
	p.homeLists = now
	p.Open = before.Has("opponent")
	p.Member = member
	s.Show(w, r, http.StatusOK, "home", p)
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

// usual holds the form's default values.
var usual = map[string]string{
	"opponent": "computer", "color": "black", "black": "", "white": "", "name": "", "to": "", "near": "", "bots": "",
	"rules": "", "supply": "", "komiBy": "rules", "komi": "", "handicap": "0", "rankDifference": "", "weaker": "black",
	"seconds": "0", "clock": "none", "rated": "", "visibility": "",
}

// FirstBoard is the default board for newcomers: a game on it takes ten minutes.
const FirstBoard = "rosette-4"

// visible are the fields shown at once; the others are under More.
var visible = map[string]bool{
	"opponent": true, "level": true, "seconds": true, "board": true, "color": true, "black": true, "white": true,
	"name": true, "to": true,
}

// picked are the fields that always need a valid choice.
var picked = map[string]bool{"opponent": true, "level": true, "board": true, "color": true}

// form returns the form as filled in, with an error next to its field.
func (s *site) form(lang string, filled url.Values, wrong complaint) homePage {
	chosen := s.chosen(filled, wrong)
	more := false
	for field, value := range chosen {
		more = more || !visible[field] && (value != usual[field] || field == wrong.Field)
	}
	p := homePage{
		Texts: shell.Texts(lang), Boards: s.boards, Clocks: clocks, Families: families, Supplies: supplies,
		KomiBy: waysToKomi,
		Chosen: chosen, More: more, Wrong: wrong.Field, why: wrong.Why, Opponents: s.opponents(lang),
		Lessons:  lessonPictures(),
		Thinking: s.Matches.MaxThinking,
	}
	named := map[string]bool{}
	for _, o := range p.Opponents {
		named[o.Level] = true
		if o.Level == chosen["level"] {
			p.Opponent = o
		}
	}
	for _, name := range s.Matches.Levels {
		level := newHomeLevel(lang, name)
		if !named[name] {
			p.Levels = append(p.Levels, level)
		}
		if name == chosen["level"] && !named[name] {
			p.Opponent, p.Exact = opponent{Level: name, Name: level.Title, About: level.About}, true
		}
	}
	for _, b := range s.boards {
		if b.Name == chosen["board"] {
			p.Board = b
		}
	}
	for n := range match.MostHandicap + 1 {
		p.Handicaps = append(p.Handicaps, n)
	}
	return p
}

// Visibilities returns the choices for who may watch. Their titles are the texts
// privacy.visibility.NAME.
func (homePage) Visibilities() []string { return []string{"public", "unlisted", "private"} }

// Seconds returns the choices for the thinking time of full strength, in seconds a move.
func (p homePage) Seconds() (all []int) {
	for n := range p.Thinking {
		all = append(all, n+1)
	}
	return all
}

// Near returns the choices for the maximum rating difference.
func (homePage) Near() []int { return []int{100, 200, 400} }

// Within returns the text for a maximum rating difference.
func (p homePage) Within(n int) string { return i18n.T(p.Lang(), "lobby.near.n", i18n.Args{"n": n}) }

// chosen returns the fields' values: as filled in, or as proposed by the server, or the defaults.
func (s *site) chosen(filled url.Values, wrong complaint) map[string]string {
	chosen := maps.Clone(usual)
	for i, b := range s.boards {
		if i == 0 || b.Name == FirstBoard {
			chosen["board"] = b.Name
		}
	}
	if len(s.Matches.Levels) > 0 {
		chosen["level"] = s.Matches.Levels[0]
	}
	maps.Copy(chosen, s.Proposed)
	if chosen["komi"] != "" {
		chosen["komiBy"] = "number"
	}
	for field := range chosen {
		if filled.Has(field) && (field != wrong.Field || !picked[field]) {
			chosen[field] = quote.Plain(filled.Get(field), 40)
		}
	}
	if wrong.Field == "komi" {
		chosen["komiBy"] = "number"
	}
	return chosen
}

// A homePage is the first page: the board, the form for a new game as filled in, and the client's
// games.
type homePage struct {
	shell.Texts
	homeLists
	Open      bool                     // the choices are shown
	Member    bool                     // the reader has an account, and thus a name
	Lessons   map[string]template.HTML // pictures that explain the game, by their titles' keys
	Board     thumbnail                // the chosen board
	Boards    []thumbnail
	Opponent  opponent // the chosen opponent; no ID if the level has no named opponent
	Opponents []opponent
	Levels    []homeLevel // levels without a named opponent
	Exact     bool        // such a level is chosen
	Clocks    []clockGroup
	Families  []family
	Supplies  []string
	KomiBy    []string
	Handicaps []int
	Thinking  int               // maximum seconds a move at full strength
	Chosen    map[string]string // by field
	More      bool              // the hidden fields are shown
	Wrong     string            // field with an error
	why       string
}

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

// A complaint is an error about a field.
type complaint struct{ Field, Why string }

// Complaint returns the error about a field, if any.
func (p homePage) Complaint(field string) complaint {
	if p.Wrong != field {
		return complaint{}
	}
	return complaint{field, p.why}
}

// A homeLevel is a level as shown in the form.
type homeLevel struct{ Name, Title, Short, About, Spoken string }

func newHomeLevel(lang, name string) homeLevel {
	about := i18n.T(lang, "level."+name+".about", nil)
	return homeLevel{
		Name: name, Title: i18n.T(lang, "level."+name+".title", nil), Short: i18n.T(lang, "level."+name+".short", nil),
		About: about,
		Spoken: i18n.T(lang, "page.home.level.spoken", i18n.Args{
			"title": i18n.T(lang, "level."+name+".title", nil), "about": about,
		}),
	}
}

// A family is a group of rulesets. Its title is the text ruleset.family.NAME; a ruleset has the
// texts ruleset.NAME and ruleset.NAME.about.
type family struct {
	Name     string
	Rulesets []string
}

// families holds all rulesets on the first page.
var families = []family{
	{"rosette", []string{
		"mindsports-chinese", "mindsports-japanese", "comment-jouer", "comment-jouer-150", "flower",
	}},
	{"go", []string{
		"tromp-taylor", "chinese", "japanese", "japanese-1989", "korean", "aga", "aga-pass-stones", "bga", "french",
		"new-zealand", "goe", "ikeda-area-3", "aga-button", "stone-scoring", "ancient-territory",
	}},
	{"servers", []string{
		"kgs-japanese", "kgs-chinese", "kgs-aga", "kgs-new-zealand", "chinese-ogs", "chinese-kgs",
	}},
}
