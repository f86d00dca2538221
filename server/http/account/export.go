package account

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"time"

	"rosette/play/conditional"
	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/notice"
)

// Records calls each with the id and the record, as SGF, of every game of the client of a
// request.
type Records func(r *http.Request, each func(id string, record []byte) error) error

// Lines returns the conditional moves of a visitor in a game, none in games of others.
type Lines func(ctx context.Context, v account.Visitor, id string) ([]conditional.Line, error)

// Notices know the devices that are told of turns.
type Notices interface {
	Devices(ctx context.Context, actor string) ([]notice.Device, error)
}

// A SentLine is a line that somebody has said: in the chat of a match, in a room or in a
// message.
type SentLine struct {
	Room string `json:"room"`
	At   int64  `json:"at"`
	Text string `json:"text"`
}

// accountExport is what stands in account.json.
type accountExport struct {
	Me
	Sessions []Session         `json:"sessions"`
	Passkeys []Passkey         `json:"passkeys"`
	Tokens   []Token           `json:"tokens"`
	Devices  []Device          `json:"devices"` // that are told of turns
	Follows  []UserLink        `json:"follows"`
	Blocks   []UserLink        `json:"blocks"`
	Notes    map[string]string `json:"notes"` // by the name of whom they are about
	Guests   []string          `json:"guests"`
	Said     []SentLine        `json:"said"`
	Vacation account.Vacation  `json:"vacation"`

	Conditional map[string][]conditional.Line `json:"conditional"` // moves, by the id of the game
}

// A Device is told when it is one's turn. Its address and its keys are secrets of the
// browser.
type Device struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Since    int64  `json:"since"`
}

// devices returns the devices that are told of a user's turns.
func (s *Server) devices(r *http.Request, u account.User) ([]Device, error) {
	all := []Device{}
	if s.Notices == nil {
		return all, nil
	}
	has, err := s.Notices.Devices(r.Context(), u.Actor())
	for _, d := range has {
		all = append(all, Device{d.Name, d.Language, d.At.UnixMilli()})
	}
	return all, s.problem(err, "")
}

// ExportCost is the cost of a part of an export: the first has all but the records.
var ExportCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 100 * time.Millisecond}, Late: true}

// Export sends all that the user of a request has, as a ZIP file: account.json, and the
// records of his games in games/. The error is a Problem; nothing was sent then.
func (s *Server) Export(w http.ResponseWriter, r *http.Request) error {
	u, v, err := s.User(r)
	if err != nil {
		return err
	}
	if wait, ok := s.limits.exports.Take(u.ID); !ok {
		return web.TooMany("account.export.too-many", wait, nil)
	}
	err = s.Parts(w, r, ExportCost, func(to io.Writer) error {
		own, err := s.own(r, u, v)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/zip")
		w.Header().Set("Content-Disposition", `attachment; filename="rosette.zip"`)
		w.Header().Set("Cache-Control", "no-store")
		return s.writeExport(to, r, v, own)
	})
	return s.problem(err, "")
}

// writeExport writes the ZIP file.
func (s *Server) writeExport(to io.Writer, r *http.Request, v account.Visitor, own accountExport) error {
	file := zip.NewWriter(to)
	add := func(name string, data []byte) error {
		w, err := file.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: s.Now()})
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	if s.Records != nil {
		if err := s.Records(r, func(id string, record []byte) error {
			return errors.Join(add("games/"+id+".sgf", record), s.conditional(r.Context(), v, id, own.Conditional))
		}); err != nil {
			return err
		}
	}
	text, err := json.MarshalIndent(own, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(add("account.json", text), file.Close())
}

// conditional adds the conditional moves of the client in a game to others.
func (s *Server) conditional(ctx context.Context, v account.Visitor, id string, all map[string][]conditional.Line) error {
	if s.Lines == nil {
		return nil
	}
	lines, err := s.Lines(ctx, v, id)
	if len(lines) > 0 {
		all[id] = lines
	}
	return err
}

// own returns what stands in account.json.
func (s *Server) own(r *http.Request, u account.User, v web.Visitor) (all accountExport, err error) {
	all = accountExport{Me: me(u), Notes: map[string]string{}, Said: []SentLine{}, Conditional: map[string][]conditional.Line{}, Guests: append([]string{}, v.Guests...)}
	if all.Vacation, err = s.Accounts.VacationOf(r.Context(), u); err != nil {
		return all, s.problem(err, "")
	}
	if all.Sessions, err = s.Sessions(r); err != nil {
		return all, err
	}
	if all.Passkeys, err = s.Passkeys(r); err != nil {
		return all, err
	}
	if all.Tokens, err = s.Tokens(r); err != nil {
		return all, err
	}
	if all.Devices, err = s.devices(r, u); err != nil {
		return all, err
	}
	if all.Follows, all.Blocks, err = s.Related(r); err != nil {
		return all, err
	}
	for _, actor := range v.Own() {
		if s.Said == nil {
			break
		}
		said, err := s.Said(r.Context(), string(actor))
		if err != nil {
			return all, s.problem(err, "")
		}
		all.Said = append(all.Said, said...)
	}
	notes, err := s.Accounts.Notes(r.Context(), u)
	for id, text := range notes {
		other, failed := s.Accounts.Store.User(r.Context(), id)
		if failed != nil {
			return all, s.problem(failed, "")
		}
		all.Notes[other.Name] = text
	}
	return all, s.problem(err, "")
}

// getExport sends the ZIP file.
func (s *Server) getExport(context.Context, *noInput) (http.HandlerFunc, error) {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.Export(w, r); err != nil {
			s.Failed(w, r, err)
		}
	}, nil
}
