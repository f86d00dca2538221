package match

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/refusal"
)

// PictureCost is the cost of a route that draws a position. Its place is taken for pictures that
// are not in the cache.
var PictureCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 250 * time.Millisecond}, Late: true}

const (
	pictureWidth = 1200    // pixels
	keptPictures = 4 << 20 // bytes of all pictures that are kept
	tagBytes     = 12
)

// A Picture is a picture of a position as a file in a format of package draw.
type Picture struct {
	Tag    string // names the content, as an ETag
	Format string
	server *Server
	drawn  *draw.Picture
}

// newPicture returns a picture that is not drawn yet. source names what it shows: of the same
// source, title and format the same picture is drawn.
func (s *Server) newPicture(p *draw.Picture, format, source string) Picture {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %q", source, format, p.Title))
	return Picture{`"` + base64.RawURLEncoding.EncodeToString(sum[:tagBytes]) + `"`, format, s, p}
}

// Bytes returns the content of the picture: from the cache, or drawn when there is a place for
// it. The error is a Problem, or that of ctx.
func (p Picture) Bytes(ctx context.Context) ([]byte, error) {
	data, err := p.server.pictures.Get(ctx, p.Tag, PictureCost.Cost, func(ctx context.Context) ([]byte, error) {
		var out bytes.Buffer
		err := p.drawn.Write(ctx, &out, p.Format, pictureWidth)
		return slices.Clip(out.Bytes()), err
	})
	if err = web.Busy(err); err == nil {
		return data, nil
	}
	if _, ok := err.(web.Problem); ok || ctx.Err() != nil {
		return nil, err
	}
	return nil, p.server.notNow(fmt.Errorf("picture: %w", err), "")
}

// MediaType returns the type of the file.
func (p Picture) MediaType() string {
	return map[string]string{"svg": "image/svg+xml", "png": "image/png"}[p.Format]
}

// NotModified reports whether the client of a request has the picture already.
func (p Picture) NotModified(r *http.Request) bool {
	return web.NoneMatch(r, p.Tag)
}

// Record returns a game as SGF, for who may read the game, as often as an address may have
// positions. The error is a Problem.
func (s *Server) Record(r *http.Request, id string) ([]byte, error) {
	v, err := s.mayHave(r, id)
	if err != nil {
		return nil, err
	}
	return s.record(r.Context(), v, id, s.namesOf)
}

// RecordFor is Record for one of many games, with the names that lists show; who asks for
// them bounds how often. The status of the Problem of a game that has not begun is
// [http.StatusConflict].
func (s *Server) RecordFor(ctx context.Context, v web.Visitor, id string) ([]byte, error) {
	return s.record(ctx, v, id, s.publicNames)
}

// errNotBegun is the refusal of a match without moves, which has no record.
var errNotBegun = refusal.New(refusal.Conflict, "record.not-begun")

// namer returns the players of a match with their names.
type namer func(ctx context.Context, settings play.Settings) (wire.Seats, error)

func (s *Server) record(ctx context.Context, v web.Visitor, id string, names namer) ([]byte, error) {
	var wrong error = errNotBegun
	var root *sgf.Node
	var seats play.Settings // by their present colours
	read := func(m *play.Match) {
		made, begun, err := view.Record(m)
		if begun {
			root, seats, wrong = made, presentSeats(m), nil
		}
		if err != nil {
			wrong = s.notNow(fmt.Errorf("record: %w", err), id)
		}
	}
	if err := s.Look(ctx, v, id, read); err != nil {
		return nil, err
	}
	if wrong != nil {
		return nil, wrong
	}
	players, err := names(ctx, seats)
	if err != nil {
		return nil, s.notNow(err, id)
	}
	root.Set("PB", sgf.Escape(players.Black.Name))
	root.Set("PW", sgf.Escape(players.White.Name))
	return []byte(root.String() + "\n"), nil
}

// presentSeats returns the seats of a match by their present colours.
func presentSeats(m *play.Match) play.Settings {
	return play.Settings{Black: m.Seat(board.Black), White: m.Seat(board.White)}
}

// Picture returns a picture of a game after ply moves, after all of them if ply is
// below 0, in a format of package draw: svg or png. It is not drawn yet. The error is a Problem.
func (s *Server) Picture(r *http.Request, id string, ply int, format string) (Picture, error) {
	var wrong error = errNotBegun
	var p *draw.Picture
	var seats play.Settings
	var source string
	read := func(m *play.Match) {
		if !m.Begun() {
			return
		}
		moves := m.Moves()
		if ply > moves {
			wrong = web.ProblemOf(http.StatusBadRequest, "api.no-ply", map[string]any{"text": ply, "n": moves})
			return
		}
		if ply < 0 {
			ply = moves
		}
		p, seats, wrong = pictureOf(m, ply), presentSeats(m), nil
		source = fmt.Sprintf("game %s %d %d", id, m.Seq(), ply) // the same move may be another one after an undo
	}
	v, err := s.mayHave(r, id)
	if err == nil {
		err = s.Look(r.Context(), v, id, read)
	}
	if err != nil {
		return Picture{}, err
	}
	if wrong != nil {
		return Picture{}, wrong
	}
	players, err := s.namesOf(r.Context(), seats)
	if err != nil {
		return Picture{}, s.notNow(err, id)
	}
	p.Title = players.Black.Name + " – " + players.White.Name
	return s.newPicture(p, format, source), nil
}

// mayHave returns who sends a request, as often as an address may have positions.
func (s *Server) mayHave(r *http.Request, id string) (web.Visitor, error) {
	if wait, ok := s.positions.Take(s.Address(r)); !ok {
		return web.Visitor{}, web.TooMany("api.too-many-requests", wait, nil)
	}
	v, err := s.Visitor(r)
	if err != nil {
		return v, s.notNow(err, id)
	}
	return v, nil
}

// pictureOf returns the picture of a match after so many moves. At the end of a game
// that was counted it shows dead stones and territory.
func pictureOf(m *play.Match, ply int) *draw.Picture {
	counted := m.Counted() && ply == m.Moves()
	p := picture(m.GameAt(ply))
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

// EachRecord calls each with the id and the record of every game that a visitor has played. Games
// that have not begun have none.
func (s *Server) EachRecord(
	ctx context.Context, v account.Visitor, each func(id string, record []byte) error,
) error {
	if s.Games == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, actor := range v.Own() {
		for _, running := range []bool{true, false} {
			if err := s.eachOf(ctx, v, string(actor), running, seen, each); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachOf is EachRecord for the games of one actor that were not seen before.
func (s *Server) eachOf(ctx context.Context, v web.Visitor, actor string, running bool, seen map[string]bool, each func(id string, record []byte) error) error {
	const atOnce = 50
	for before := int64(0); ; {
		games, err := s.Games.Of(ctx, actor, running, atOnce, before)
		if err != nil {
			return err
		}
		for _, g := range games {
			before = g.Position
			if seen[g.ID] {
				continue
			}
			seen[g.ID] = true
			record, err := s.record(ctx, v, g.ID, s.namesOf)
			if errors.Is(err, errNotBegun) {
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
