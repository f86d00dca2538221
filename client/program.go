package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rosette/server/http/wire"
)

// Bounds of a [Program].
const (
	answerTimeout = 30 * time.Second
	deadAfter     = 30 * time.Second // without a line on a stream, which sends one every 6 s
	longestLine   = 4 << 20          // in bytes, on a stream
)

// ErrForeign means that a 2xx response did not come from a Rosette server.
var ErrForeign = errors.New("the answer is not that of a server of Rosette")

// A Program acts for a user by a personal token, over HTTP only. It is safe for concurrent use. Its
// methods return a [StatusError] unless the response is a success.
type Program struct {
	url, token string
	http       *http.Client
}

// NewProgram returns a program for the server at a URL such as http://127.0.0.1:8080.
func NewProgram(url, token string) *Program {
	return &Program{strings.TrimSuffix(url, "/"), token, &http.Client{}}
}

// URL returns the full address of a page such as /games/ID.
func (p *Program) URL(page string) string { return p.url + page }

// An Event is a line of the account's event stream. Type decides whether Game or Challenge is set.
type Event struct {
	Type      string
	At        int64 // pass it to Events to continue after this event
	Game      wire.GameBrief
	Challenge wire.OfferView
}

// A Line is a line of a game's stream. Exactly one field is set.
type Line struct {
	Full  *wire.GameFull
	State *wire.GameState
	Chat  *wire.GameLine
	Gone  *wire.OpponentGone
}

// Holder returns the user for whom the program acts.
func (p *Program) Holder(ctx context.Context) (h wire.Holder, err error) {
	err = p.ask(ctx, http.MethodGet, "/api/token", nil, &h)
	if err == nil && h.Name == "" {
		err = fmt.Errorf("%w: it names nobody", ErrForeign)
	}
	return h, err
}

// Do sends a command to a game and returns the sequence number of its event.
func (p *Program) Do(ctx context.Context, game string, o wire.CommandRequest) (seq int, err error) {
	var done wire.CommandResult
	err = p.ask(ctx, http.MethodPost, "/api/games/"+game+"/commands", o, &done)
	return done.Seq, err
}

// Say posts a line in the chat of a game.
func (p *Program) Say(ctx context.Context, game, text string) error {
	return p.ask(ctx, http.MethodPost, "/api/games/"+game+"/chat", wire.NewLine{Text: text}, nil)
}

// Accept accepts an offer and so starts its game.
func (p *Program) Accept(ctx context.Context, offer string) error {
	return p.ask(ctx, http.MethodPost, "/api/lobby/offers/"+offer+"/accept", wire.Acceptance{}, nil)
}

// Decline declines a challenge. why is "" or a reason that wire.Decline defines.
func (p *Program) Decline(ctx context.Context, offer, why string) error {
	return p.ask(ctx, http.MethodPost, "/api/lobby/offers/"+offer+"/decline", wire.Decline{Why: why}, nil)
}

// ask sends a request with body as JSON and stores the decoded response in into. Either may be nil.
func (p *Program) ask(ctx context.Context, method, path string, body, into any) error {
	ctx, cancel := context.WithTimeout(ctx, answerTimeout)
	defer cancel()
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	answer, err := p.send(ctx, method, path, data)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	data, err = io.ReadAll(io.LimitReader(answer.Body, maxAnswer))
	if err == nil && (into != nil || len(data) > 0) {
		err = expect(answer, "application/json")
	}
	if err != nil || into == nil {
		return err
	}
	return json.Unmarshal(data, into)
}

// expect returns [ErrForeign] with the status and type unless the response has a media type.
func expect(answer *http.Response, mediaType string) error {
	is := answer.Header.Get("Content-Type")
	if got, _, err := mime.ParseMediaType(is); err != nil || got != mediaType {
		return fmt.Errorf("%w: %s with the type %q", ErrForeign, answer.Status, clip(is))
	}
	return nil
}

// send sends a request.
func (p *Program) send(ctx context.Context, method, path string, body []byte) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, p.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+p.token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := p.http.Do(r)
	if err != nil {
		return nil, err
	}
	return answer, failureOf(answer)
}

// Events returns the account's event stream: the events after the At of an earlier event, or new
// events if after is 0. It ends with an error when the connection ends.
func (p *Program) Events(ctx context.Context, after int64) iter.Seq2[Event, error] {
	path := "/api/stream/events?" + url.Values{"after": {fmt.Sprint(after)}}.Encode()
	return read(p.lines(ctx, path), func(_ string, data []byte) (e Event, err error) {
		return e, json.Unmarshal(data, &e)
	})
}

// Game returns the stream of a game until the game is over. It ends with an error if the connection
// ends first.
func (p *Program) Game(ctx context.Context, game string) iter.Seq2[Line, error] {
	return read(p.lines(ctx, "/api/games/"+game+"/stream"), func(typ string, data []byte) (l Line, err error) {
		switch typ {
		case wire.TypeGameFull:
			err = json.Unmarshal(data, &l.Full)
		case wire.TypeGameState:
			err = json.Unmarshal(data, &l.State)
		case wire.TypeChatLine:
			err = json.Unmarshal(data, &l.Chat)
		case wire.TypeOpponentGone:
			err = json.Unmarshal(data, &l.Gone)
		}
		return l, err
	})
}

// read decodes lines by their type. It stops after an error.
func read[T any](lines iter.Seq2[[]byte, error], decode func(typ string, data []byte) (T, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for data, err := range lines {
			var line T
			if err == nil {
				line, err = decodeLine(data, decode)
			}
			if !yield(line, err) || err != nil {
				return
			}
		}
	}
}

// decodeLine decodes a line by its type.
func decodeLine[T any](data []byte, decode func(typ string, data []byte) (T, error)) (line T, err error) {
	var head struct{ Type string }
	if err := json.Unmarshal(data, &head); err != nil {
		return line, err
	}
	return decode(head.Type, data)
}

// errDead means that a stream has sent nothing for deadAfter.
var errDead = errors.New("the connection is dead")

// lines returns the lines of a stream except empty ones.
func (p *Program) lines(ctx context.Context, path string) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		ctx, cancel := context.WithCancelCause(ctx)
		defer cancel(nil)
		dead := time.AfterFunc(deadAfter, func() { cancel(errDead) })
		defer dead.Stop()
		answer, err := p.send(ctx, http.MethodGet, path, nil)
		if err != nil {
			yield(nil, err)
			return
		}
		defer answer.Body.Close()
		if err := expect(answer, wire.LinesType); err != nil {
			yield(nil, err)
			return
		}
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, longestLine)
		for lines.Scan() {
			dead.Stop() // the reader may take its time
			if len(lines.Bytes()) > 0 && !yield(lines.Bytes(), nil) {
				return
			}
			dead.Reset(deadAfter)
		}
		if err := lines.Err(); err != nil {
			yield(nil, errors.Join(err, context.Cause(ctx)))
		}
	}
}
