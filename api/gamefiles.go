package api

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"

	"rosette/api/web"
	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/view"
)

// pictureWidth is that of pictures in pixels.
const pictureWidth = 1200

// Record returns a game as SGF, for who may read the game. The error is a Problem.
func (s *Server) Record(r *http.Request, id string) (text []byte, err error) {
	var wrong error = web.ProblemOf(http.StatusConflict, "record.not-begun", nil)
	var root *sgf.Node
	var seats play.Settings // by their present colours
	read := func(m *play.Match) {
		made, begun, err := view.Record(m)
		if begun {
			root, wrong = made, nil
			seats.Black, seats.White = m.Seat(board.Black), m.Seat(board.White)
		}
		if err != nil {
			wrong = s.notNow(fmt.Errorf("record: %w", err), id)
		}
	}
	if err := s.read(r, id, read); err != nil {
		return nil, err
	}
	if wrong != nil {
		return nil, wrong
	}
	players, err := s.seatsOf(r.Context(), seats)
	if err != nil {
		return nil, s.notNow(err, id)
	}
	for property, p := range map[string]struct{ seat, is string }{"PB": {seats.Black.Name, players.Black.Name}, "PW": {seats.White.Name, players.White.Name}} {
		if p.is != p.seat {
			root.Set(property, sgf.Escape(p.is))
		}
	}
	return []byte(root.String() + "\n"), nil
}

// Picture returns the board of a game after ply moves, after all of them if ply is
// below 0, in a format of package draw: svg or png. The error is a Problem.
func (s *Server) Picture(r *http.Request, id string, ply int, format string) ([]byte, error) {
	var wrong error = web.ProblemOf(http.StatusConflict, "record.not-begun", nil)
	var p *draw.Picture
	read := func(m *play.Match) {
		if !m.Begun() {
			return
		}
		if all := m.Moves(); ply > all {
			wrong = web.ProblemOf(http.StatusBadRequest, "api.no-ply", map[string]any{"text": ply, "n": all})
			return
		}
		p, wrong = pictureOf(m, ply), nil
	}
	if err := s.read(r, id, read); err != nil {
		return nil, err
	}
	if wrong != nil {
		return nil, wrong
	}
	var out bytes.Buffer
	if err := p.Write(&out, format, pictureWidth); err != nil {
		return nil, s.notNow(fmt.Errorf("picture: %w", err), id)
	}
	return out.Bytes(), nil
}

// read shows a match that the client may read, as often as an address may have positions.
func (s *Server) read(r *http.Request, id string, look func(*play.Match)) error {
	if wait, ok := s.positions.Take(s.Address(r)); !ok {
		return web.TooMany("api.too-many-requests", wait, nil)
	}
	v, err := s.Visitor(r)
	if err != nil {
		return s.notNow(err, id)
	}
	return s.Look(r.Context(), v, id, look)
}

// pictureOf returns the picture of a match after so many moves. At the end of a game
// that was counted it shows dead stones and territory.
func pictureOf(m *play.Match, ply int) *draw.Picture {
	counted := m.Over() && m.Result().By == game.ByScore && (ply < 0 || ply == m.Moves())
	if ply < 0 {
		ply = m.Moves()
	}
	p := picture(m.GameAt(ply))
	p.Title = m.Seat(board.Black).Name + " – " + m.Seat(board.White).Name
	if counted {
		p.Dead, p.Territory = m.Dead(), m.Score().Owner
	}
	return p
}

// picture returns the picture of a position with its last move.
func picture(g *game.Game) *draw.Picture {
	p := &draw.Picture{Board: g.Board(), Coordinates: true}
	if last, moved := g.Last(); moved && last.Point != board.Pass && g.Board().At(last.Point) == last.Color {
		p.Marks = []draw.Mark{{Shape: draw.Last, At: last.Point}}
	}
	return p
}

// EachRecord calls each with the id and the record of every game of the client of a
// request. Games that have not begun have none.
func (s *Server) EachRecord(r *http.Request, each func(id string, record []byte) error) error {
	v, err := s.Visitor(r)
	if err != nil || s.Games == nil {
		return err
	}
	seen := map[string]bool{}
	for _, actor := range v.Own() {
		for _, running := range []bool{true, false} {
			if err := s.eachOf(r, string(actor), running, seen, each); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachOf is EachRecord for the games of one actor that were not seen before.
func (s *Server) eachOf(r *http.Request, actor string, running bool, seen map[string]bool, each func(id string, record []byte) error) error {
	const atOnce = 50
	for before := int64(0); ; {
		games, err := s.Games.Of(r.Context(), actor, running, atOnce, before)
		if err != nil {
			return err
		}
		for _, g := range games {
			before = g.Position
			if seen[g.ID] {
				continue
			}
			seen[g.ID] = true
			record, err := s.Record(r, g.ID)
			if p := (web.Problem{}); errors.As(err, &p) && p.Status < http.StatusInternalServerError {
				continue
			}
			if err == nil {
				err = each(g.ID, record)
			}
			if err != nil {
				return err
			}
		}
		if len(games) < atOnce {
			return nil
		}
	}
}
