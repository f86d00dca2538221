package web

import (
	"math"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// letters stand for colours on the wire.
var letters = map[board.Color]string{board.Empty: "", board.Black: "b", board.White: "w"}

// A ground is a board as a browser draws it; everything in it is in the order
// of points.
type ground struct {
	Name     string           `json:"name"`
	Names    []string         `json:"names"`
	XY       [][2]float64     `json:"xy"`
	Lines    [][2]board.Point `json:"lines"`
	Rosettes [][]board.Point  `json:"rosettes"`
}

func groundOf(g *board.Graph) ground {
	d := ground{Name: g.Name(), Lines: some(g.Lines()), Rosettes: some(g.Rosettes())}
	for p := range board.Point(g.Points()) {
		d.Names = append(d.Names, g.PointName(p))
		at := g.At(p)
		d.XY = append(d.XY, [2]float64{round(at.X), round(at.Y)})
	}
	return d
}

// some returns a list that is written as one even if nothing is in it.
func some[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// round keeps a ten-thousandth of a line, far finer than a screen.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// A state is a position as a browser shows it.
type state struct {
	Stones    string            `json:"stones"` // b, w or . for each point
	Last      string            `json:"last,omitempty"`
	ToMove    string            `json:"toMove"` // empty when the game is over
	Ply       int               `json:"ply"`
	Prisoners map[string]int    `json:"prisoners"`
	Rosettes  []int             `json:"rosettes,omitempty"` // the filled ones
	Immortal  []board.Point     `json:"immortal,omitempty"` // stones that can never leave
	Illegal   map[string]string `json:"illegal,omitempty"`  // empty point → why the player to move may not play there
	Clock     *clockState       `json:"clock,omitempty"`
	Result    *result           `json:"result,omitempty"`
	Score     *score            `json:"score,omitempty"` // of a game that was counted
}

// A result is how a game ended.
type result struct {
	Text   string  `json:"text"`
	Winner string  `json:"winner"`
	By     string  `json:"by"`
	Margin float64 `json:"margin"`
}

// A score is the count by points.
type score struct {
	Black float64 `json:"black"`
	White float64 `json:"white"`
	Komi  float64 `json:"komi"`
	Owner string  `json:"owner"` // b, w or . for each point
}

// A clockState is what both clocks leave at the moment it is sent.
type clockState struct {
	Black   timeLeft `json:"b"`
	White   timeLeft `json:"w"`
	Running bool     `json:"running"`
}

func stateOf(m *play.Match, now time.Time) state {
	g := m.Game()
	b := g.Board()
	s := state{
		Stones:    line(b.Graph(), b.At),
		Ply:       g.Ply(),
		Prisoners: map[string]int{"b": g.Prisoners(board.Black), "w": g.Prisoners(board.White)},
	}
	if last, ok := g.Last(); ok {
		s.Last = b.Graph().PointName(last.Point)
	}
	for h, points := range b.Graph().Rosettes() {
		if b.Filled(h, board.Black) == len(points) || b.Filled(h, board.White) == len(points) {
			s.Rosettes = append(s.Rosettes, h)
		}
	}
	for p := range board.Point(b.Graph().Points()) {
		if b.Immortal(p) {
			s.Immortal = append(s.Immortal, p)
		}
	}
	s.Clock = clockOf(m, now)
	if m.Over() {
		s.end(m)
		return s
	}
	s.ToMove = letters[m.ToMove()]
	s.Illegal = illegal(g, m.ToMove())
	return s
}

// end fills in how the game ended.
func (s *state) end(m *play.Match) {
	r := m.Result()
	s.Result = &result{r.String(), letters[r.Winner], string(r.By), r.Margin}
	if r.By == game.ByScore {
		count := m.Game().Score()
		s.Score = &score{
			Black: count.Black, White: count.White, Komi: m.Game().Rules().Komi,
			Owner: line(m.Game().Graph(), func(p board.Point) board.Color { return count.Owner[p] }),
		}
	}
}

// line writes a colour for each point.
func line(g *board.Graph, at func(board.Point) board.Color) string {
	var t strings.Builder
	for p := range board.Point(g.Points()) {
		t.WriteByte(".bw"[at(p)])
	}
	return t.String()
}

// illegal lists the empty points where c may not play, with the reason's key.
func illegal(g *game.Game, c board.Color) map[string]string {
	why := map[string]string{}
	for _, p := range g.Board().Empties() {
		if err := g.Legal(p, c); err != nil {
			why[g.Graph().PointName(p)] = err.Error()
		}
	}
	return why
}

// A happening is an event without what is no browser's business.
type happening struct {
	Seq   int    `json:"seq"`
	Kind  string `json:"kind"`
	Color string `json:"color,omitempty"`
	Point string `json:"point,omitempty"`
	Ply   int    `json:"ply"`
	ID    string `json:"id,omitempty"`
}

func happeningOf(e play.Event) happening {
	return happening{e.Seq, string(e.Kind), letters[e.Color], e.Point, e.Ply, e.ID}
}

// A move is a colour and the name of a point, or "pass".
type move [2]string

// movesOf lists the moves that still stand.
func movesOf(g *game.Game) []move {
	list := make([]move, g.Ply())
	for i := range list {
		m := g.Move(i)
		list[i] = move{letters[m.Color], g.Graph().PointName(m.Point)}
	}
	return list
}

// A timeLeft is what a clock leaves one player, in milliseconds.
type timeLeft struct {
	Main    int64 `json:"main"`
	Period  int64 `json:"period,omitempty"`
	Whole   int64 `json:"whole,omitempty"` // how long a new period is
	Periods int   `json:"periods,omitempty"`
	Stones  int   `json:"stones,omitempty"`
}

// clockOf returns both clocks, nil in a game without.
func clockOf(m *play.Match, now time.Time) *clockState {
	if !m.Settings().Clock.Timed() {
		return nil
	}
	return &clockState{left(m, board.Black, now), left(m, board.White, now), !m.Over()}
}

func left(m *play.Match, c board.Color, now time.Time) timeLeft {
	l := m.Clock(c, now)
	return timeLeft{l.Main.Milliseconds(), l.Period.Milliseconds(), l.Control.Period.Milliseconds(), l.Periods, l.Stones}
}
