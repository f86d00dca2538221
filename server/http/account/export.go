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
	"rosette/server/match"
	"rosette/server/notice"
)

// A SentLine is a line that the user wrote in a match chat, a room or a direct message.
type SentLine struct {
	Room string `json:"room"`
	At   int64  `json:"at"`
	Text string `json:"text"`
}

// accountExport is the content of account.json.
type accountExport struct {
	Me
	Sessions []Session         `json:"sessions"`
	Passkeys []Passkey         `json:"passkeys"`
	Tokens   []Token           `json:"tokens"`
	Devices  []Device          `json:"devices"` // notified of turns
	Follows  []UserLink        `json:"follows"`
	Blocks   []UserLink        `json:"blocks"`
	Notes    map[string]string `json:"notes"` // by the other user's name
	Guests   []string          `json:"guests"`
	Said     []SentLine        `json:"said"`
	Vacation account.Vacation  `json:"vacation"`

	Conditional map[string][]conditional.Line `json:"conditional"` // moves, by game id
}

// A Device gets a notice when it is the user's turn. Its address and keys are secrets between
// browser and server.
type Device struct {
	Name     string `json:"name"`
	Language string `json:"language"`
	Since    int64  `json:"since"`
}

// ExportCost is the cost for one part of an export. The first part has everything except the
// records.
var ExportCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 100 * time.Millisecond}, Late: true}

// An Exporter sends all of a user's data as a ZIP file. Fields that are nil add nothing.
type Exporter struct {
	*web.Server
	Accounts *account.Service

	// Records calls each with the id and the SGF record of every game that the visitor has played.
	Records func(ctx context.Context, v account.Visitor, each func(id string, record match.Record) error) error

	// Conditional returns the visitor's conditional moves in a game.
	Conditional func(ctx context.Context, v account.Visitor, id string) ([]conditional.Line, error)

	// Said returns the actor's chat lines.
	Said func(ctx context.Context, actor string) ([]SentLine, error)

	// Devices returns the actor's devices that are notified of turns.
	Devices func(ctx context.Context, actor string) ([]notice.Device, error)
}

// Send sends account.json, and the visitor's game records in games/. It returns an error if
// nothing was sent.
func (e Exporter) Send(w http.ResponseWriter, r *http.Request, v account.Visitor) error {
	if err := e.Accounts.StartExport(v); err != nil {
		return err
	}
	return e.Parts(w, r, ExportCost, func(to io.Writer) error {
		own, err := e.own(r.Context(), v)
		if err != nil {
			return err
		}
		w.Header().Set("Content-Type", "application/zip")
		w.Header().Set("Content-Disposition", `attachment; filename="rosette.zip"`)
		w.Header().Set("Cache-Control", "no-store")
		return e.write(r.Context(), to, v, own)
	})
}

// write writes the ZIP file.
func (e Exporter) write(ctx context.Context, to io.Writer, v account.Visitor, own accountExport) error {
	file := zip.NewWriter(to)
	add := func(name string, data []byte) error {
		w, err := file.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: e.Now()})
		if err == nil {
			_, err = w.Write(data)
		}
		return err
	}
	if e.Records != nil {
		if err := e.Records(ctx, v, func(id string, record match.Record) error {
			name := "games/" + record.Name + "-" + id + ".sgf"
			return errors.Join(add(name, record.SGF), e.addConditional(ctx, v, id, own.Conditional))
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

// addConditional adds the visitor's conditional moves in a game.
func (e Exporter) addConditional(
	ctx context.Context, v account.Visitor, id string, all map[string][]conditional.Line,
) error {
	if e.Conditional == nil {
		return nil
	}
	lines, err := e.Conditional(ctx, v, id)
	if len(lines) > 0 {
		all[id] = lines
	}
	return err
}

// own returns the content of account.json.
func (e Exporter) own(ctx context.Context, v account.Visitor) (accountExport, error) {
	a, err := e.Accounts.Export(ctx, v)
	if err != nil {
		return accountExport{}, err
	}
	out := accountExport{
		Me: me(a.User), Sessions: sessionsOf(v, a.Sessions),
		Passkeys: web.ListOf(a.Passkeys, passkeyOf), Tokens: web.ListOf(a.Tokens, tokenOf), Devices: []Device{},
		Follows: web.ListOf(a.Follows, LinkOf), Blocks: web.ListOf(a.Blocks, LinkOf), Notes: a.Notes,
		Guests: append([]string{}, a.Guests...), Said: []SentLine{}, Vacation: a.Vacation,
		Conditional: map[string][]conditional.Line{},
	}
	if e.Devices != nil {
		devices, err := e.Devices(ctx, a.User.Actor())
		if err != nil {
			return out, err
		}
		out.Devices = web.ListOf(devices, func(d notice.Device) Device {
			return Device{d.Name, d.Language, d.At.UnixMilli()}
		})
	}
	for _, actor := range v.OwnActors() {
		if e.Said == nil {
			break
		}
		lines, err := e.Said(ctx, actor)
		if err != nil {
			return out, err
		}
		out.Said = append(out.Said, lines...)
	}
	return out, nil
}

// getExport sends the ZIP file.
func (s *Server) getExport(_ context.Context, in *noInput) (http.HandlerFunc, error) {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.Send(w, r, in.Visitor); err != nil {
			s.Failed(w, r, s.Problem(r.Context(), err))
		}
	}, nil
}
