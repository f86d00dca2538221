package rating

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"rosette/game/sgf"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/rating"
)

// An ExportedGame is one line in an export: a game and its record.
type ExportedGame struct {
	PlayedGame
	SGF string `json:"sgf"`
}

// A format writes games one after another.
type format struct {
	kind, suffix string
	write        func(lang string, g rating.Game, record []byte) ([]byte, error)
}

var (
	sgfFormat = format{
		"application/x-go-sgf", ".sgf",
		func(_ string, _ rating.Game, record []byte) ([]byte, error) { return record, nil },
	}

	ndjsonFormat = format{
		"application/x-ndjson", ".ndjson",
		func(lang string, g rating.Game, record []byte) ([]byte, error) {
			line, err := json.Marshal(ExportedGame{GameOf(lang, g), string(record)})
			return append(line, '\n'), err
		},
	}
)

// exportCost is the cost for one part of an export.
var exportCost = web.Cost{Cost: budget.Cost{Memory: 2 << 20, CPU: 50 * time.Millisecond}, Late: true}

type exportInput struct {
	web.Caller
	Name string `path:"name" maxLength:"100"`
	GameQuery
}

// exportGames sends all of a user's games that match a filter, while it reads them. An error before
// the first part becomes a Problem. A later error ends the connection.
func (s *Server) exportGames(f format) func(context.Context, *exportInput) (http.HandlerFunc, error) {
	return func(ctx context.Context, in *exportInput) (http.HandlerFunc, error) {
		u, err := s.Rating.User(ctx, in.Name)
		if err != nil {
			return nil, err
		}
		if err := s.Rating.CheckExport(in.Address); err != nil {
			return nil, err
		}
		return func(w http.ResponseWriter, r *http.Request) {
			name := sgf.FileName(s.Now(), u.Name, "games") + f.suffix
			w.Header().Set("Content-Disposition", web.Disposition("attachment", name))
			err := s.Parts(w, r, exportCost, func(to io.Writer) error {
				query := rating.Query(in.GameQuery)
				return s.Rating.Export(r.Context(), in.Visitor, u, query, func(g rating.Game, record []byte) error {
					text, err := f.write(in.Language, g, record)
					if err == nil {
						_, err = to.Write(text)
					}
					return err
				})
			})
			if err != nil {
				s.Failed(w, r, queryProblem(err))
			}
		}, nil
	}
}
