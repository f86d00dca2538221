package web

import (
	"fmt"
	"math"
	"net/http"
	"strings"
	"sync"

	"rosette/game/board"
)

// offered are the boards of the first page.
var offered = []struct{ name, title, about string }{
	{"rosette-5", "Rosette 5", "150 points"},
	{"rosette-6", "Rosette 6", "216 points"},
	{"rosette-7", "Rosette 7", "294 points"},
	{"square-9", "Go 9×9", "81 points"},
	{"square-13", "Go 13×13", "169 points"},
	{"square-19", "Go 19×19", "361 points"},
}

// clocks are the time controls of the first page.
var clocks = []struct{ Value, Title string }{
	{"none", "No clock"},
	{"5m+5s", "5 minutes, 5 seconds a move"},
	{"15m+10s", "15 minutes, 10 seconds a move"},
	{"10m+3x30s", "10 minutes, then 3 × 30 seconds"},
	{"20m+25/10m", "20 minutes, then 25 moves in 10 minutes"},
	{"30m", "30 minutes for all"},
}

// A thumbnail is a board drawn small.
type thumbnail struct{ Name, Title, About, View, Path string }

// thumbnails draws the offered boards once for the whole process.
var thumbnails = sync.OnceValue(func() []thumbnail {
	var all []thumbnail
	for _, o := range offered {
		g, err := board.Named(o.name)
		must(err)
		all = append(all, draw(g, thumbnail{Name: o.name, Title: o.title, About: o.about}))
	}
	return all
})

// draw adds the lines of the board, a tenth of a line being the unit.
func draw(g *board.Graph, t thumbnail) thumbnail {
	at := func(p board.Point) (int, int) {
		return int(math.Round(10 * g.At(p).X)), int(math.Round(10 * g.At(p).Y))
	}
	var path strings.Builder
	reach := 0
	for _, l := range g.Lines() {
		x, y := at(l[0])
		u, v := at(l[1])
		fmt.Fprintf(&path, "M%d %dl%d %d", x, y, u-x, v-y)
		reach = max(reach, x, -x, y, -y, u, -u, v, -v)
	}
	reach += 4
	t.View = fmt.Sprintf("%d %d %d %d", -reach, -reach, 2*reach, 2*reach)
	t.Path = path.String()
	return t
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
	s.show(w, r, http.StatusOK, "home", map[string]any{
		"Boards": thumbnails(), "Levels": s.Levels, "Clocks": clocks, "Flower": flower(),
	})
}
