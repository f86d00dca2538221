package players

import (
	"encoding/json"
	"errors"
	"net/http"

	"rosette/api/web"
	"rosette/play"
	"rosette/play/view"
)

// exportedAtOnce is how many games an export asks for at once, and mostExported how many
// it has at most: the last ones.
const (
	exportedAtOnce = 50
	mostExported   = 5000
)

// A format is how games are written one after the other.
type format struct {
	kind, suffix string
	write        func(g PlayedGame, record []byte) ([]byte, error)
}

var (
	sgfFormat = format{"application/x-go-sgf", ".sgf", func(_ PlayedGame, record []byte) ([]byte, error) { return record, nil }}

	ndjsonFormat = format{"application/x-ndjson", ".ndjson", func(g PlayedGame, record []byte) ([]byte, error) {
		line, err := json.Marshal(struct {
			PlayedGame
			SGF string `json:"sgf"`
		}{g, string(record)})
		return append(line, '\n'), err
	}}
)

// exportGames answers with all games of a user that a filter lets through.
func (s *Server) exportGames(f format) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.export(w, r, f); err != nil {
			var p web.Problem
			if !errors.As(err, &p) {
				errors.As(s.fault(err), &p)
			}
			s.Fail(w, r, p)
		}
	}
}

// wantedOf reads a filter from the query of a request.
func wantedOf(r *http.Request) Wanted {
	q := r.URL.Query()
	return Wanted{
		Board: q.Get("board"), Opponent: q.Get("opponent"), Result: q.Get("result"), Pool: q.Get("pool"), Rated: q.Get("rated") == "true",
		From: q.Get("from"), To: q.Get("to"), Running: q.Get("running") == "true",
	}
}

// export writes games as they are read. What goes wrong before the first of them is
// returned; after it the answer ends.
func (s *Server) export(w http.ResponseWriter, r *http.Request, f format) error {
	u, err := s.People.Named(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	if wait, ok := s.exports.Take(s.Address(r)); !ok {
		return web.TooMany("api.too-many-requests", wait, nil)
	}
	wanted, before := wantedOf(r), int64(0)
	for n := 0; n < mostExported; {
		games, err := s.Find(r, u, wanted, exportedAtOnce, before)
		if n == 0 {
			if err != nil {
				return err
			}
			w.Header().Set("Content-Type", f.kind)
			w.Header().Set("Cache-Control", "no-store")
			w.Header().Set("Content-Disposition", `attachment; filename="games`+f.suffix+`"`)
		}
		for _, g := range games {
			if err == nil {
				err = s.exportOne(w, r, f, g)
			}
		}
		if err != nil {
			s.Log.Warn("api: an export of games ended early", "games", n, "err", err)
			return nil
		}
		if n += len(games); len(games) < exportedAtOnce {
			return nil
		}
		before = games[len(games)-1].Position
	}
	return nil
}

// exportOne writes a game. One that was never begun has no record and is left out.
func (s *Server) exportOne(w http.ResponseWriter, r *http.Request, f format, g PlayedGame) error {
	var record []byte
	var failed error
	err := s.API.Host.Read(r.Context(), g.ID, func(m *play.Match) {
		root, begun, err := view.Record(m)
		if failed = err; begun && err == nil {
			record = []byte(root.String() + "\n")
		}
	})
	if err = errors.Join(err, failed); err != nil || record == nil {
		return err
	}
	text, err := f.write(g, record)
	if err == nil {
		_, err = w.Write(text)
	}
	return err
}
