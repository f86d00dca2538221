// Package bridge connects a GTP engine to a server as a player. A [Bridge] follows the events for
// an account's token, accepts challenges by its settings, and plays each game with a separate
// engine process. It has no state that matters: after a lost connection or a restart, of the server
// or itself, it reads the games in progress and continues them.
package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"rosette/client"
	"rosette/server/http/wire"
)

// A Process is a running engine. End waits for its exit after In is closed.
type Process struct {
	In         io.WriteCloser
	Out        io.Reader
	End        func() error
	LastOutput func() time.Time // time of its last output to standard error; nil if unknown
}

// Options configures a bridge.
type Options struct {
	Program *client.Program
	Start   func(ctx context.Context) (Process, error) // starts an engine

	Boards []string // accepted boards, such as square-9 or square for all squares; all supported by the engine if empty
	Rules  []string // accepted rulesets by name; all if empty
	Speeds []string // blitz, live, correspondence, and none for games without a clock; all if empty
	Rated  bool     // accept rated games
	Casual bool     // accept casual games
	Games  int      // concurrent games; 1

	Komi       *float64      // price in komi negotiations; nil for the engine's estimate or the ruleset's komi
	Greeting   string        // chat message at the beginning of a game, unless empty
	GrantsUndo bool          // let the opponent undo
	Margin     time.Duration // safety margin subtracted from the engine's clock; 1 s
	Timeout    time.Duration // time limit for an engine's answer; 10 min
	StartTime  time.Duration // longest silence of a new engine before its first answer; 8 s
	Retry      time.Duration // initial pause before reconnecting; 1 s

	Tell func(Report) // called with events, concurrently
}

// A Report describes an event.
type Report struct {
	Event    string `json:"event"` // one of the constants below
	Game     string `json:"game,omitempty"`
	URL      string `json:"url,omitempty"`
	Opponent string `json:"opponent,omitempty"`
	Board    string `json:"board,omitempty"`
	Rules    string `json:"rules,omitempty"`
	Clock    string `json:"clock,omitempty"`
	Rated    bool   `json:"rated,omitempty"`
	Color    string `json:"color,omitempty"`
	Moves    int    `json:"moves,omitempty"`
	Result   string `json:"result,omitempty"` // as in SGF
	Won      *bool  `json:"won,omitempty"`    // absent for a draw and for a game without result
	Text     string `json:"text,omitempty"`   // reason or error
}

// The events.
const (
	Connected = "connected" // Text is the account's name
	Lost      = "lost"      // connection lost; the bridge reconnects
	Declined  = "declined"  // challenge declined; Text is the reason
	Begun     = "begun"     // game begun or continued
	Over      = "over"
	Trouble   = "trouble" // an error with the engine or in a game
)

// A Bridge plays games. Call Run.
type Bridge struct {
	Options
	taken *talents

	mu      sync.Mutex
	playing map[string]place
	games   sync.WaitGroup
}

// A place is the state of a concurrent game.
type place int

const (
	reserved place = iota // for an offer that becomes a game
	running
	free // the game is over; its stream and engine may end a little later
)

// DefaultStartTime is the longest silence of a new engine, unless [Options.StartTime] sets another.
const DefaultStartTime = 8 * time.Second

// New returns a bridge.
func New(o Options) *Bridge {
	for field, usual := range map[*time.Duration]time.Duration{
		&o.Margin: time.Second, &o.Timeout: 10 * time.Minute, &o.Retry: time.Second,
		&o.StartTime: DefaultStartTime,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	o.Games = max(o.Games, 1)
	return &Bridge{Options: o, playing: map[string]place{}}
}

// longestRetry is the longest pause before reconnecting.
const longestRetry = 15 * time.Second

// Run plays until ctx ends. It returns an error if the engine does not start, the server rejects
// the token, or the URL has not been a Rosette server from the start.
func (b *Bridge) Run(ctx context.Context) error {
	var err error
	if b.taken, err = b.talents(ctx); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer b.games.Wait()
	defer stop()
	lost := func(err error) { b.Tell(Report{Event: Lost, Text: err.Error()}) }
	found := false
	return b.again(ctx, lost, func(after int64, alive func()) (int64, error) {
		holder, err := b.Program.Holder(ctx)
		if elsewhere(err) && !found { // later a proxy may answer instead of the server
			return after, final{
				fmt.Errorf("%s is not the root of a Rosette server: %w", b.Program.URL("/"), err),
			}
		}
		if err != nil {
			return after, err
		}
		found = true
		alive()
		b.Tell(Report{Event: Connected, Text: holder.Name})
		for e, err := range b.Program.Events(ctx, after) {
			if err != nil {
				return after, err
			}
			after = e.At
			b.take(ctx, e)
		}
		return after, io.ErrUnexpectedEOF
	})
}

// A final error is not retried.
type final struct{ error }

// Unwrap returns the error.
func (f final) Unwrap() error { return f.error }

// again calls follow, which returns its progress, until it succeeds, ctx ends or the error is
// final. It calls lost before each pause. Pauses grow until follow calls alive.
func (b *Bridge) again(
	ctx context.Context, lost func(error), follow func(after int64, alive func()) (int64, error),
) error {
	wait, after := b.Retry, int64(0)
	for {
		var err error
		after, err = follow(after, func() { wait = b.Retry })
		switch {
		case ctx.Err() != nil:
			return nil
		case err == nil || useless(err):
			return err
		}
		lost(err)
		if !sleep(ctx, waitOf(err, wait)) {
			return nil
		}
		wait = min(2*wait, longestRetry)
	}
}

// elsewhere reports whether an error means that the URL belongs to another program.
func elsewhere(err error) bool {
	var refused client.StatusError
	return errors.Is(err, client.ErrForeign) || errors.As(err, &refused) && refused.Status == http.StatusNotFound &&
		refused.Code == ""
}

// useless reports whether an error is final, such as a rejected token.
func useless(err error) bool {
	var refused client.StatusError
	return errors.As(err, new(final)) || errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized ||
		refused.Code == "account.token.scope")
}

// denied reports whether the server's answer means not found or forbidden.
func denied(err error) bool {
	var refused client.StatusError
	return errors.As(err, &refused) && refused.Code != "" && (refused.Status == http.StatusNotFound ||
		refused.Status == http.StatusForbidden)
}

// waitOf returns the pause after an error: the server's, if it gives one.
func waitOf(err error, usual time.Duration) time.Duration {
	var refused client.StatusError
	if errors.As(err, &refused) {
		return max(usual, refused.Wait)
	}
	return usual
}

// sleep waits. It returns false if ctx ends first.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// surely sends until the server has answered. A refusal is returned as an error.
func (b *Bridge) surely(ctx context.Context, send func() error) error {
	for wait := b.Retry; ; wait = min(2*wait, longestRetry) {
		err := send()
		var refused client.StatusError
		if answered := errors.As(err, &refused) && refused.Status < 500 &&
			refused.Status != http.StatusTooManyRequests; err == nil || answered {
			return err
		}
		if !sleep(ctx, waitOf(err, wait)) {
			return ctx.Err()
		}
	}
}

// take handles an event.
func (b *Bridge) take(ctx context.Context, e client.Event) {
	switch e.Type {
	case wire.TypeGameStart:
		if g := e.Game; g.Opponent != nil && b.begin(g.ID) {
			b.games.Go(func() {
				defer b.end(g.ID)
				b.play(ctx, g.ID)
			})
		}
	case wire.TypeChallenge:
		if c := e.Challenge; c.Asked {
			b.answer(ctx, c)
		}
	case wire.TypeChallengeCanceled:
		b.release(e.Challenge.ID)
	case wire.TypeGameFinish:
		b.leave(e.Game.ID)
	}
}

// reserve records an offer that becomes a game.
func (b *Bridge) reserve(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.playing[id]; !known {
		b.playing[id] = reserved
	}
}

// release removes an offer that became no game.
func (b *Bridge) release(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] == reserved {
		delete(b.playing, id)
	}
}

// begin records a game in progress. It returns false if the game is already running.
func (b *Bridge) begin(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] != reserved {
		return false
	}
	b.playing[id] = running
	return true
}

// leave frees the place of a finished game. The game's stream or the event stream may report the
// end first, and the opponent may send a new challenge at once.
func (b *Bridge) leave(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] == reserved {
		delete(b.playing, id)
	} else {
		b.playing[id] = free
	}
}

// end removes a game.
func (b *Bridge) end(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.playing, id)
}

// full reports whether the bridge plays the largest number of concurrent games.
func (b *Bridge) full() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	n := 0
	for _, p := range b.playing {
		if p != free {
			n++
		}
	}
	return n >= b.Games
}

// command sends a command to a game. The command is executed once, even if it is sent again.
func (b *Bridge) command(ctx context.Context, game string, o wire.CommandRequest) error {
	return b.surely(ctx, func() error {
		_, err := b.Program.Do(ctx, game, o)
		return err
	})
}
