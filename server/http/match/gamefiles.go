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

// MediaType returns the file's media type.
func (p Picture) MediaType() string {
	return map[string]string{"svg": "image/svg+xml", "png": "image/png"}[p.Format]
}

// NotModified reports whether the client already has the picture.
func (p Picture) NotModified(r *http.Request) bool {
	return web.NoneMatch(r, p.Tag)
}

// Record returns a game as SGF. It checks read permission and counts against the address's rate
// limit for positions.
func (s *Server) Record(ctx context.Context, c web.Caller, id string) ([]byte, error) {
	if wait, ok := s.positions.Take(c.Address); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	return s.Match.Record(ctx, c.Visitor, id)
}

// Picture returns a picture of a game after ply moves, or after all moves if ply < 0, as svg or
// png. The picture is not drawn yet. Permission and rate limit are the same as for [Server.Record].
func (s *Server) Picture(ctx context.Context, c web.Caller, id string, ply int, format string) (Picture, error) {
	if wait, ok := s.positions.Take(c.Address); !ok {
		return Picture{}, web.TooMany("api.too-many-requests", wait, nil)
	}
	var refused error = match.ErrNotBegun
	var p *draw.Picture
	var seats play.Settings
	var source string
	err := s.Match.View(ctx, c.Visitor, id, func(m *play.Match) {
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
		seats = match.PresentSeats(m)
		refused = nil
		source = fmt.Sprintf("game %s %d %d", id, m.Seq(), ply) // after an undo, another move may have this number
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return Picture{}, err
	}
	if seats, err = s.Match.Named(ctx, seats); err != nil {
		return Picture{}, err
	}
	p.Title = seats.Black.Name + " – " + seats.White.Name
	return s.newPicture(p, format, source), nil
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
