// Package bridge implements a player of a server whose moves an engine chooses that
// speaks GTP. A [Bridge] follows what happens to the account of a token, accepts
// challenges by its settings, and plays each game with an engine process of its own. It
// holds no state that matters: after a lost connection, and after a restart of the server
// or of itself, it reads the games that run and goes on with them.
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

// A Process is a running engine. End waits for it to end once In is closed.
type Process struct {
	In  io.WriteCloser
	Out io.Reader
	End func() error
}

// Options are what a bridge plays, and how.
type Options struct {
	Program *client.Program
	Start   func(ctx context.Context) (Process, error) // starts an engine

	Boards []string // that it accepts, such as square-9 or square for all squares; all that the engine takes if empty
	Rules  []string // names of rulesets that it accepts; all if empty
	Speeds []string // blitz, live, correspondence, and none for games without a clock; all if empty
	Rated  bool     // whether it accepts rated games
	Casual bool     // whether it accepts games that are not rated
	Games  int      // how many it plays at once; 1

	Komi       *float64      // at which either colour is as good, where the players settle komi; nil to ask the engine, or for that of the ruleset
	Greeting   string        // said in the chat when a game begins, unless it is empty
	GrantsUndo bool          // whether an opponent may take back a move
	Margin     time.Duration // by which the engine's clock is ahead of the server's; 1 s
	Timeout    time.Duration // in which the engine answers; 10 min
	Retry      time.Duration // after which a lost connection is tried again, at first; 1 s

	Tell func(Report) // is told what happens; several goroutines call it
}

// A Report says what happens.
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
	Won      *bool  `json:"won,omitempty"`    // absent for a draw and a game without result
	Text     string `json:"text,omitempty"`   // why, or what went wrong
}

// What a report is about.
const (
	Connected = "connected" // Text is the name of the account
	Lost      = "lost"      // the connection; it is tried again
	Declined  = "declined"  // a challenge; Text is the reason
	Begun     = "begun"     // a game, or the bridge goes on with one
	Over      = "over"
	Trouble   = "trouble" // with the engine or in a game
)

// A Bridge plays. Run it.
type Bridge struct {
	Options
	taken *talents

	mu      sync.Mutex
	playing map[string]place
	games   sync.WaitGroup
}

// A place is what one game has of those that a bridge plays at once.
type place int

const (
	reserved place = iota // for an offer that becomes a game
	running
	free // the game is over; its stream and its engine may end a little later
)

// New returns a bridge.
func New(o Options) *Bridge {
	for field, usual := range map[*time.Duration]time.Duration{
		&o.Margin: time.Second, &o.Timeout: 10 * time.Minute, &o.Retry: time.Second,
	} {
		if *field == 0 {
			*field = usual
		}
	}
	o.Games = max(o.Games, 1)
	return &Bridge{Options: o, playing: map[string]place{}}
}

// longestRetry bounds the wait between two tries to connect.
const longestRetry = 15 * time.Second

// Run plays until ctx ends. It returns an error if the engine does not start, the server does
// not know the token, or there has been no server of Rosette at the URL from the first.
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
		if elsewhere(err) && !found { // later it is a proxy in the place of the server
			return after, final{fmt.Errorf("%s is no server of Rosette, which has its routes at /: %w", b.Program.URL("/"), err)}
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

// A final error is not tried again.
type final struct{ error }

// Unwrap returns the error.
func (f final) Unwrap() error { return f.error }

// again calls follow, which returns how far it has come, until that succeeds, ctx ends or
// the error is final. It waits longer each time, until follow says that the connection
// is alive. It calls lost before it waits.
func (b *Bridge) again(ctx context.Context, lost func(error), follow func(after int64, alive func()) (int64, error)) error {
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

// elsewhere reports whether an error means that something else answers at the URL.
func elsewhere(err error) bool {
	var refused client.StatusError
	return errors.Is(err, client.ErrForeign) || errors.As(err, &refused) && refused.Status == http.StatusNotFound && refused.Code == ""
}

// useless reports whether an error is final, as that the server does not take the token.
func useless(err error) bool {
	var refused client.StatusError
	return errors.As(err, new(final)) || errors.As(err, &refused) && (refused.Status == http.StatusUnauthorized || refused.Code == "account.token.scope")
}

// denied reports whether the server says that there is no such thing, or not for this account.
func denied(err error) bool {
	var refused client.StatusError
	return errors.As(err, &refused) && refused.Code != "" && (refused.Status == http.StatusNotFound || refused.Status == http.StatusForbidden)
}

// waitOf returns how long to wait after an error: as long as the server says, if it does.
func waitOf(err error, usual time.Duration) time.Duration {
	var refused client.StatusError
	if errors.As(err, &refused) {
		return max(usual, refused.Wait)
	}
	return usual
}

// sleep waits; it returns false if ctx ends before that.
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

// surely sends something until the server has answered. A refusal is the error then.
func (b *Bridge) surely(ctx context.Context, send func() error) error {
	for wait := b.Retry; ; wait = min(2*wait, longestRetry) {
		err := send()
		var refused client.StatusError
		if answered := errors.As(err, &refused) && refused.Status < 500 && refused.Status != http.StatusTooManyRequests; err == nil || answered {
			return err
		}
		if !sleep(ctx, waitOf(err, wait)) {
			return ctx.Err()
		}
	}
}

// take does what an event asks for.
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

// reserve notes that an offer becomes a game.
func (b *Bridge) reserve(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.playing[id]; !known {
		b.playing[id] = reserved
	}
}

// release gives up an offer that has become no game.
func (b *Bridge) release(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] == reserved {
		delete(b.playing, id)
	}
}

// begin notes that a game is played. It reports false if it is played already.
func (b *Bridge) begin(id string) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] != reserved {
		return false
	}
	b.playing[id] = running
	return true
}

// leave frees the place of a game that is over, whoever tells of it first, its own stream
// or the stream of events: the opponent may challenge again at once.
func (b *Bridge) leave(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.playing[id] == reserved {
		delete(b.playing, id)
	} else {
		b.playing[id] = free
	}
}

// end notes that a game is played no longer.
func (b *Bridge) end(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.playing, id)
}

// full reports whether the bridge plays as many games as it may.
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

// command gives a command to a game, once, however often it is sent.
func (b *Bridge) command(ctx context.Context, game string, o wire.CommandRequest) error {
	return b.surely(ctx, func() error {
		_, err := b.Program.Do(ctx, game, o)
		return err
	})
}
