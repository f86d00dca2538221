package players

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"rosette/account"
	"rosette/api/web"
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

// exportWait is how long a client may block a page of an export.
const exportWait = 20 * time.Second

type exportInput struct {
	Name string `path:"name" maxLength:"100"`
	Wanted
}

// exportGames answers with all games of a user that a filter lets through, as they are
// read. An error before the first of them is a Problem; after it the answer ends.
func (s *Server) exportGames(f format) func(context.Context, *exportInput) (http.HandlerFunc, error) {
	return func(ctx context.Context, in *exportInput) (http.HandlerFunc, error) {
		r := web.RequestOf(ctx)
		u, err := s.People.Named(ctx, in.Name)
		if err != nil {
			return nil, s.fault(err)
		}
		if wait, ok := s.exports.Take(s.Address(r)); !ok {
			return nil, web.TooMany("api.too-many-requests", wait, nil)
		}
		games, err := s.Find(r, u, in.Wanted, exportedAtOnce, 0)
		if err != nil {
			return nil, err
		}
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Disposition", `attachment; filename="games`+f.suffix+`"`)
			if err := s.export(w, r, f, u, in.Wanted, games); err != nil {
				s.Log.Warn("api: an export of games ended early", "err", err)
			}
		}, nil
	}
}

// export writes games and those that follow them.
func (s *Server) export(w http.ResponseWriter, r *http.Request, f format, u account.User, wanted Wanted, games []PlayedGame) (err error) {
	control := http.NewResponseController(w)
	for n := len(games); ; n += len(games) {
		if err := control.SetWriteDeadline(time.Now().Add(exportWait)); err != nil && !errors.Is(err, http.ErrNotSupported) {
			return err
		}
		for _, g := range games {
			if err := s.exportOne(w, r, f, g); err != nil {
				return err
			}
		}
		if err := control.Flush(); err != nil {
			return err
		}
		if len(games) < exportedAtOnce || n >= mostExported {
			return nil
		}
		if games, err = s.Find(r, u, wanted, exportedAtOnce, games[len(games)-1].Position); err != nil {
			return err
		}
	}
}

// exportOne writes a game. One that was never begun has no record and is left out.
func (s *Server) exportOne(w http.ResponseWriter, r *http.Request, f format, g PlayedGame) error {
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
		_, err = w.Write(text)
	}
	return err
}
