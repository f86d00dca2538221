package rating

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/http/web"
)

// exportedAtOnce is how many games an export asks for at once, and mostExported how many
// it has at most: the last ones.
const (
	exportedAtOnce = 50
	mostExported   = 5000
)

// An ExportedGame is a game with its record, a line of an export.
type ExportedGame struct {
	PlayedGame
	SGF string `json:"sgf"`
}

// A format is how games are written one after the other.
type format struct {
	kind, suffix string
	write        func(g PlayedGame, record []byte) ([]byte, error)
}

var (
	sgfFormat = format{"application/x-go-sgf", ".sgf", func(_ PlayedGame, record []byte) ([]byte, error) { return record, nil }}

	ndjsonFormat = format{"application/x-ndjson", ".ndjson", func(g PlayedGame, record []byte) ([]byte, error) {
		line, err := json.Marshal(ExportedGame{g, string(record)})
		return append(line, '\n'), err
	}}
)

// exportCost is the cost of a part of an export.
var exportCost = web.Cost{Cost: budget.Cost{Memory: 2 << 20, CPU: 50 * time.Millisecond}, Late: true}

type exportInput struct {
	Name string `path:"name" maxLength:"100"`
	GameQuery
}

// exportGames answers with all games of a user that a filter lets through, as they are
// read. An error before the first part is a Problem; after it the connection is cut.
func (s *Server) exportGames(f format) func(context.Context, *exportInput) (http.HandlerFunc, error) {
	return func(ctx context.Context, in *exportInput) (http.HandlerFunc, error) {
		u, err := s.People.Named(ctx, in.Name)
		if err != nil {
			return nil, s.fault(err)
		}
		if wait, ok := s.exports.Take(s.Address(web.RequestOf(ctx))); !ok {
			return nil, web.TooMany("api.too-many-requests", wait, nil)
		}
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Disposition", `attachment; filename="games`+f.suffix+`"`)
			err := s.Parts(w, r, exportCost, func(to io.Writer) error { return s.export(to, r, f, u, in.GameQuery) })
			if err != nil {
				s.Failed(w, r, err)
			}
		}, nil
	}
}

// export writes the games one after the other.
func (s *Server) export(to io.Writer, r *http.Request, f format, u account.User, wanted GameQuery) error {
	before := int64(0)
	for n := 0; n < mostExported; {
		games, err := s.Find(r, u, wanted, exportedAtOnce, before)
		if err != nil {
			return err
		}
		for _, g := range games {
			if err := s.exportOne(to, r, f, g); err != nil {
				return err
			}
			before = g.Position
		}
		if n += len(games); len(games) < exportedAtOnce {
			break
		}
	}
	return nil
}

// exportOne writes a game. One that was never begun has no record and is left out.
func (s *Server) exportOne(to io.Writer, r *http.Request, f format, g PlayedGame) error {
	v, err := s.Visitor(r)
	if err != nil {
		return err
	}
	record, err := s.API.RecordFor(r.Context(), v, g.ID)
	if p := (web.Problem{}); errors.As(err, &p) && p.Status == http.StatusConflict {
		return nil
	}
	if err != nil {
		return err
	}
	text, err := f.write(g, record)
	if err == nil {
		_, err = to.Write(text)
	}
	return err
}
