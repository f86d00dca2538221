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
	deadAfter     = 30 * time.Second // without a line of a stream, which has one every 6 s
	longestLine   = 4 << 20          // bytes of a line of a stream
)

// ErrForeign is the error of an answer of success that is none of Rosette, such as a page.
var ErrForeign = errors.New("the answer is not that of a server of Rosette")

// A Program acts for a user by his token, over HTTP alone. Several goroutines may use it
// at once. An answer that is none of success is a [StatusError].
type Program struct {
	url, token string
	http       *http.Client
}

// NewProgram returns a program at the server of a URL such as http://127.0.0.1:8080.
func NewProgram(url, token string) *Program {
	return &Program{strings.TrimSuffix(url, "/"), token, &http.Client{}}
}

// URL returns the address of a page of the server, such as /games/ID.
func (p *Program) URL(page string) string { return p.url + page }

// An Event is a line of the stream of an account: of a game or of a challenge, by its
// type.
type Event struct {
	Type      string
	At        int64 // as after it continues the stream
	Game      wire.GameBrief
	Challenge wire.OfferView
}

// A Line is a line of the stream of a game. One of its fields is set.
type Line struct {
	Full  *wire.GameFull
	State *wire.GameState
	Chat  *wire.GameLine
	Gone  *wire.OpponentGone
}

// Holder returns for whom the program acts.
func (p *Program) Holder(ctx context.Context) (h wire.Holder, err error) {
	err = p.ask(ctx, http.MethodGet, "/api/token", nil, &h)
	if err == nil && h.Name == "" {
		err = fmt.Errorf("%w: it names nobody", ErrForeign)
	}
	return h, err
}

// Do gives a command to a game and returns the number of its event.
func (p *Program) Do(ctx context.Context, game string, o wire.CommandRequest) (seq int, err error) {
	var done wire.CommandResult
	err = p.ask(ctx, http.MethodPost, "/api/games/"+game+"/commands", o, &done)
	return done.Seq, err
}

// Say says something in the chat of a game.
func (p *Program) Say(ctx context.Context, game, text string) error {
	return p.ask(ctx, http.MethodPost, "/api/games/"+game+"/chat", wire.NewLine{Text: text}, nil)
}

// Accept accepts an offer, which becomes a game.
func (p *Program) Accept(ctx context.Context, offer string) error {
	return p.ask(ctx, http.MethodPost, "/api/lobby/offers/"+offer+"/accept", wire.Acceptance{}, nil)
}

// Decline declines a challenge for a reason, one of those of wire.Decline, or none.
func (p *Program) Decline(ctx context.Context, offer, why string) error {
	return p.ask(ctx, http.MethodPost, "/api/lobby/offers/"+offer+"/decline", wire.Decline{Why: why}, nil)
}

// ask sends a request with a body and reads the answer, unless one of them is nil.
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

// expect returns [ErrForeign], with what the answer is, unless it is of a media type.
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

// Events returns the stream of the account, after the At of an event or from now on for 0,
// until the connection ends, which is an error.
func (p *Program) Events(ctx context.Context, after int64) iter.Seq2[Event, error] {
	path := "/api/stream/events?" + url.Values{"after": {fmt.Sprint(after)}}.Encode()
	return read(p.lines(ctx, path), func(_ string, data []byte) (e Event, err error) {
		return e, json.Unmarshal(data, &e)
	})
}

// Game returns the stream of a game until the game is over. A connection that ends before
// that is an error.
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

// read decodes lines by their type. Nothing follows an error.
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

// errDead is the error of a stream that sends nothing.
var errDead = errors.New("the connection is dead")

// lines returns the lines of a stream without the empty ones.
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
