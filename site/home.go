package site

import (
	"fmt"
	"html/template"
	"maps"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rosette/draw"
	"rosette/game/board"
	"rosette/quote"
)

// usualBoards are those of the first page if nobody says otherwise.
var usualBoards = []string{"rosette-5", "rosette-6", "rosette-7", "square-9", "square-13", "square-19"}

// clocks are the time controls of the first page.
var clocks = []struct{ Value, Title string }{
	{"none", "No clock"},
	{"5m+5s", "5 minutes, 5 seconds a move"},
	{"15m+10s", "15 minutes, 10 seconds a move"},
	{"10m+3x30s", "10 minutes, then 3 × 30 seconds"},
	{"20m+25/10m", "20 minutes, then 25 moves in 10 minutes"},
	{"30m", "30 minutes for all"},
}

// bargains are the ways to a komi of the first page.
var bargains = []struct{ Value, Title string }{
	{"rules", "As the rules have it"},
	{"number", "A number"},
	{"divide", "Divide and choose"},
	{"open", "Open auction"},
	{"secret", "Secret auction"},
}

// A thumbnail is a board drawn small.
type thumbnail struct {
	Name, Title, About string
	Picture            template.HTML
}

// thumbnails draws the boards of those names.
func thumbnails(names []string) []thumbnail {
	var all []thumbnail
	for _, name := range names {
		g, err := board.Named(name)
		must(err)
		all = append(all, thumbnail{
			Name: g.Name(), Title: title(g.Name()), About: fmt.Sprintf("%d points", g.Points()),
			Picture: template.HTML(draw.Inline{Graph: g, Margin: 0.4, LinesOnly: true}.SVG()),
		})
	}
	return all
}

// title names a board as people do.
func title(name string) string {
	kind, size, _ := strings.Cut(name, "-")
	if kind == "square" {
		return "Go " + size + "×" + size
	}
	return strings.ToUpper(kind[:1]) + kind[1:] + " " + size
}

// flower draws the sign of the house: six petals, one to each corner of a
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
	s.form(w, r, http.StatusOK, url.Values{}, misfit{})
}

// usual is what the form has filled in if nobody says otherwise.
var usual = map[string]string{
	"opponent": "computer", "color": "black", "black": "", "white": "",
	"rules": "", "komiBy": "rules", "komi": "", "handicap": "0", "weaker": "black", "clock": "none",
}

// visible are the fields that the form shows at first; the others are beneath.
var visible = map[string]bool{
	"opponent": true, "level": true, "board": true, "color": true, "black": true, "white": true,
}

// picked are the fields of which one choice must stand.
var picked = map[string]bool{"opponent": true, "level": true, "board": true, "color": true}

// form shows the form as it was filled in, with what does not fit beside its
// field.
func (s *site) form(w http.ResponseWriter, r *http.Request, code int, filled url.Values, wrong misfit) {
	chosen := maps.Clone(usual)
	if len(s.boards) > 0 {
		chosen["board"] = s.boards[0].Name
	}
	if len(s.Levels) > 0 {
		chosen["level"] = s.Levels[0].Name
	}
	maps.Copy(chosen, s.Proposed)
	if chosen["komi"] != "" {
		chosen["komiBy"] = "number"
	}
	for field := range chosen {
		if filled.Has(field) && (field != wrong.field || !picked[field]) {
			chosen[field] = quote.Clip(filled.Get(field), 40)
		}
	}
	if wrong.field == "komi" {
		chosen["komiBy"] = "number"
	}
	more := false
	for field, value := range chosen {
		more = more || !visible[field] && (value != usual[field] || field == wrong.field)
	}
	s.show(w, r, code, "home", map[string]any{
		"Boards": s.boards, "Levels": s.Levels, "Clocks": clocks, "Flower": flower(),
		"Families": families, "Bargains": bargains, "Handicaps": handicaps,
		"Chosen": chosen, "More": more, "Wrong": wrong.field, "Why": wrong.why,
	})
}

// handicaps are those of the first page.
var handicaps = func() (all []string) {
	for n := range mostHandicap + 1 {
		all = append(all, strconv.Itoa(n))
	}
	return all
}()
