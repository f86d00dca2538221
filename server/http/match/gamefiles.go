package match

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"time"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/match"
)

// PictureCost is the cost of a route that draws a position. It is acquired only for pictures that
// are not in the cache.
var PictureCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 250 * time.Millisecond}, Late: true}

const (
	pictureWidth = 1200    // pixels
	keptPictures = 4 << 20 // bytes of all cached pictures
	tagBytes     = 12
)

// A Picture is a file that shows a position, in a format supported by package draw.
type Picture struct {
	Tag    string // names the content, as an ETag
	Format string
	server *Server
	drawn  *draw.Picture
}

// newPicture returns a picture that is not drawn yet. source identifies the content: equal source,
// title and format give the same picture.
func (s *Server) newPicture(p *draw.Picture, format, source string) Picture {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %q", source, format, p.Title))
	return Picture{`"` + base64.RawURLEncoding.EncodeToString(sum[:tagBytes]) + `"`, format, s, p}
}

// Bytes returns the content from the cache, or draws the picture when capacity is available. The
// error is a Problem or ctx's error.
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
	return nil, fmt.Errorf("picture: %w", err)
}

// registerFiles registers a game's files, whose addresses are outside the API.
func (s *Server) registerFiles(routes *web.Routes) {
	web.Stream(routes, web.Page, "/games/{id}/game.sgf",
		"A game as SGF, with players, ranks, dates, time control, result, and the time left after each move",
		sgfType, nil, s.getRecord, 403, 404, 409, 429, 503)
	for _, format := range []string{"svg", "png"} {
		web.Stream(routes, PictureCost, "/games/{id}/board."+format, "A picture of the board",
			pictureTypes[format], nil, s.getPicture(format), 400, 403, 404, 409, 422, 429, 503)
	}
}

// sgfType is the media type for records.
const sgfType = "application/x-go-sgf"

// pictureTypes maps picture formats to their media types.
var pictureTypes = map[string]string{"svg": "image/svg+xml", "png": "image/png"}

type (
	gameFileInput struct {
		web.Caller
		ID     string `path:"id" doc:"Of the game" maxLength:"64"`
		Viewer bool   `query:"viewer" doc:"For programs that support only square boards: stones set up in each node"`
	}
	gamePictureInput struct {
		web.Caller
		ID          string `path:"id" doc:"Of the game" maxLength:"64"`
		Ply         int    `query:"ply" doc:"After so many moves; all of them if missing" minimum:"-1" default:"-1"`
		IfNoneMatch string `header:"If-None-Match" doc:"The ETag of a picture that the client has: 304 if it is the same"`
	}
)

// getRecord sends a game as SGF. It counts against the address's rate limit for positions.
func (s *Server) getRecord(ctx context.Context, in *gameFileInput) (http.HandlerFunc, error) {
	if wait, ok := s.positions.Take(in.Address); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	record, err := s.Match.Record(ctx, in.Visitor, in.ID)
	if err == nil && in.Viewer {
		record, err = record.ForViewers()
	}
	return func(w http.ResponseWriter, _ *http.Request) {
		sendFile(w, record.Name+".sgf", "no-store", record.SGF)
	}, err
}

// getPicture sends a picture in a format. The client may store it, but must revalidate it every
// time, because permissions may change.
func (s *Server) getPicture(format string) func(context.Context, *gamePictureInput) (http.HandlerFunc, error) {
	return func(ctx context.Context, in *gamePictureInput) (http.HandlerFunc, error) {
		p, name, err := s.gamePicture(ctx, in.Caller, in.ID, in.Ply, format)
		if err != nil {
			return nil, err
		}
		if web.NoneMatch(in.IfNoneMatch, p.Tag) {
			return func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("ETag", p.Tag)
				w.Header().Set("Cache-Control", revalidated)
				w.WriteHeader(http.StatusNotModified)
			}, nil
		}
		data, err := p.Bytes(ctx)
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("ETag", p.Tag)
			sendFile(w, name+"."+format, revalidated, data)
		}, err
	}
}

// revalidated is a Cache-Control that requires a request before each use.
const revalidated = "private,no-cache"

// sendFile sends data that a client may save as a file. A page may still show it.
func sendFile(w http.ResponseWriter, name, keep string, data []byte) {
	w.Header().Set("Content-Disposition", web.Disposition("inline", name))
	w.Header().Set("Cache-Control", keep)
	w.Write(data) // a disconnected client does not matter
}

// gamePicture returns a picture after ply moves, or after all moves if ply < 0, as svg or png, and a
// file name. The picture is not drawn yet. Permission and rate limit are the same as for a record.
func (s *Server) gamePicture(
	ctx context.Context, c web.Caller, id string, ply int, format string,
) (out Picture, name string, err error) {
	if wait, ok := s.positions.Take(c.Address); !ok {
		return out, "", web.TooMany("api.too-many-requests", wait, nil)
	}
	var refused error = match.ErrNotBegun
	var p *draw.Picture
	var seats play.Settings
	var source string
	var began time.Time
	err = s.Match.View(ctx, c.Visitor, id, func(m *play.Match) {
		if !m.Begun() {
			return
		}
		moves := m.Moves()
		if ply > moves {
			refused = match.ErrNoPly.With("text", ply).With("n", moves)
			return
		}
		if ply < 0 {
			ply = moves
		}
		p = pictureOf(m, ply)
		seats, began = match.PresentSeats(m), m.Began()
		refused = nil
		source = fmt.Sprintf("game %s %d %d", id, m.Seq(), ply) // after an undo, another move may have this number
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return out, "", err
	}
	if seats, err = s.Match.Named(ctx, seats); err != nil {
		return out, "", err
	}
	p.Title = seats.Black.Name + " – " + seats.White.Name
	return s.newPicture(p, format, source), sgf.FileName(began, seats.Black.Name, seats.White.Name), nil
}

// pictureOf returns a picture of a match after ply moves. At the end of a counted game it shows
// dead stones and territory.
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
