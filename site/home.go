package site

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"net/http"
	"net/url"
	"strings"

	"rosette/api"
	"rosette/draw"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/quote"
)

// clocks are the time controls of the first page; their titles are the texts clock.CLOCK.
var clocks = []string{"none", "5m+5s", "15m+10s", "10m+3x30s", "20m+25/10m", "30m"}

// waysToKomi are those of the first page; their titles are the texts page.home.komi.WAY.
var waysToKomi = []string{"rules", "number", "divide", "open", "secret"}

// supplies are the supplies of stones of the first page; their titles are the texts
// page.home.supply.SUPPLY.
var supplies = []string{"150", "181/180"}

// A thumbnail is a board drawn small.
type thumbnail struct {
	Name    string
	Points  int
	Picture template.HTML
}

// thumbnails draws the boards of those names.
func thumbnails(names []string) []thumbnail {
	var all []thumbnail
	for _, name := range names {
		g, err := board.Named(name)
		must(err)
		all = append(all, thumbnail{
			Name: g.Name(), Points: g.Points(),
			Picture: template.HTML(draw.Inline{Graph: g, Margin: 0.4, LinesOnly: true}.SVG()),
		})
	}
	return all
}

// flower draws the sign of the site: six petals, one to each corner of a
// hexagon.
func flower() string {
	var path strings.Builder
	for i := range 6 {
		turn := func(r, degrees float64) (x, y float64) {
			sin, cos := math.Sincos((degrees + 60*float64(i)) * math.Pi / 180)
			return r * sin, -r * cos
		}
		ax, ay := turn(30, -30)
		bx, by := turn(46, 0)
		cx, cy := turn(30, 30)
		fmt.Fprintf(&path, "M0 0Q%.1f %.1f %.1f %.1fQ%.1f %.1f 0 0", ax, ay, bx, by, cx, cy)
	}
	return path.String()
}

// home shows the form that opens a game. It needs no JavaScript.
func (s *site) home(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.language(w, r, "home"); ok {
		s.showKept(w, r, "home", lang, func() page { return s.form(lang, url.Values{}, complaint{}) })
	}
}

// usual is what the form has filled in if nobody says otherwise.
var usual = map[string]string{
	"opponent": "computer", "color": "black", "black": "", "white": "",
	"rules": "", "supply": "", "komiBy": "rules", "komi": "", "handicap": "0", "rankDifference": "", "weaker": "black", "clock": "none",
}

// visible are the fields that the form shows at first; the others are beneath.
var visible = map[string]bool{
	"opponent": true, "level": true, "board": true, "color": true, "black": true, "white": true,
}

// picked are the fields of which one choice must stand.
var picked = map[string]bool{"opponent": true, "level": true, "board": true, "color": true}

// form returns the form as it was filled in, with what does not fit beside its field.
func (s *site) form(lang string, filled url.Values, wrong complaint) homePage {
	chosen := maps.Clone(usual)
	if len(s.boards) > 0 {
		chosen["board"] = s.boards[0].Name
	}
	if len(s.API.Levels) > 0 {
		chosen["level"] = s.API.Levels[0]
	}
	maps.Copy(chosen, s.Proposed)
	if chosen["komi"] != "" {
		chosen["komiBy"] = "number"
	}
	for field := range chosen {
		if filled.Has(field) && (field != wrong.Field || !picked[field]) {
			chosen[field] = quote.Clip(filled.Get(field), 40)
		}
	}
	if wrong.Field == "komi" {
		chosen["komiBy"] = "number"
	}
	more := false
	for field, value := range chosen {
		more = more || !visible[field] && (value != usual[field] || field == wrong.Field)
	}
	p := homePage{
		texts: texts(lang), Flower: flower(), Boards: s.boards, Clocks: clocks, Families: families, Supplies: supplies, KomiBy: waysToKomi,
		Chosen: chosen, More: more, Wrong: wrong.Field, why: wrong.Why,
	}
	for _, name := range s.API.Levels {
		p.Levels = append(p.Levels, newHomeLevel(lang, name))
	}
	for n := range api.MostHandicap + 1 {
		p.Handicaps = append(p.Handicaps, n)
	}
	return p
}

// A homePage is the form that opens a game, as it is filled in.
type homePage struct {
	texts
	Flower    string
	Boards    []thumbnail
	Levels    []homeLevel
	Clocks    []string
	Families  []family
	Supplies  []string
	KomiBy    []string
	Handicaps []int
	Chosen    map[string]string // by field
	More      bool              // what is hidden at first is shown
	Wrong     string            // the field that cannot stay as it is
	why       string
}

// A complaint is what does not fit in a field of a form.
type complaint struct{ Field, Why string }

// Complaint returns what is wrong with a field, if anything.
func (p homePage) Complaint(field string) complaint {
	if p.Wrong != field {
		return complaint{}
	}
	return complaint{field, p.why}
}

// A homeLevel is a level as the form offers it.
type homeLevel struct{ Name, Short, About, Spoken string }

func newHomeLevel(lang, name string) homeLevel {
	about := i18n.T(lang, "level."+name+".about", nil)
	return homeLevel{
		Name: name, Short: i18n.T(lang, "level."+name+".short", nil), About: about,
		Spoken: i18n.T(lang, "page.home.level.spoken", i18n.Args{"title": i18n.T(lang, "level."+name+".title", nil), "about": about}),
	}
}
