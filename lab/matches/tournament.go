package matches

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
)

// A Tournament is a match between two players or a round-robin between more. Its fields must not
// change while it runs.
type Tournament struct {
	Graph      *board.Graph
	Rules      game.Rules
	Players    []Player // at least two, with different names
	Openings   *Openings
	Pairs      int // of games between every two players
	Reach      int // only players at most this far apart in the list meet; 0 for all
	Parallel   int // games at the same time, 1 if zero
	MaxMoves   int
	Seed       uint64
	Adjudicate float64 // as in [Plan]
	SPRT       *SPRT   // if not nil, ends a match between two players

	OnGame        func(Game) error  // called with each finished game, one at a time; required
	Log           func(text string) // called with problems; may be nil
	mu            sync.Mutex        // guards the fields below
	score         *PairScore
	setupFailures map[string]int // consecutive setup failures of a player that has played before
}

// maxSetupFailures is the number of consecutive games in which a player's setup may fail.
const maxSetupFailures = 3

// recordSetup records whether a player could be set up, and reports whether the match continues. A
// player that has played before may fail a few times in a row.
func (t *Tournament) recordSetup(name string, ok bool) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if ok {
		if t.setupFailures == nil {
			t.setupFailures = map[string]int{}
		}
		t.setupFailures[name] = 0
		return true
	}
	_, known := t.setupFailures[name]
	if known {
		t.setupFailures[name]++
	}
	return known && t.setupFailures[name] < maxSetupFailures
}

// A pairing is a scheduled game.
type pairing struct {
	number, pair, black, white int
}

// schedule returns every game: for each opening all pairings, each with the colours swapped. A
// game's number does not depend on the number of pairs.
func (t *Tournament) schedule() (all []pairing) {
	for pair := range t.Pairs {
		for a := range t.Players {
			for b := range a {
				if t.Reach > 0 && a-b > t.Reach {
					continue
				}
				all = append(all,
					pairing{number: len(all), pair: pair, black: b, white: a},
					pairing{number: len(all) + 1, pair: pair, black: a, white: b})
			}
		}
	}
	return all
}

// Games returns the number of games, if no test ends the tournament early.
func (t *Tournament) Games() int { return len(t.schedule()) }

// errDecided ends games that the test does not need.
var errDecided = errors.New("the test is decided")

// Run plays every game not in done, until all are played, the test is decided or ctx ends; the last
// is an error. Unfinished games are dropped.
func (t *Tournament) Run(ctx context.Context, done []Game) error {
	if t.SPRT != nil && len(t.Players) != 2 {
		return errors.New("a test needs two players")
	}
	t.score, t.setupFailures = NewPairScore(t.Players[0].Name, t.SPRT), map[string]int{}
	played := map[int]bool{}
	for _, g := range done {
		played[g.Number] = true
		t.setupFailures[g.Black], t.setupFailures[g.White] = 0, 0
		t.enterTest(g)
	}
	if t.decided() {
		return nil
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	games := t.queue(ctx, played)
	var group errgroup.Group
	for range max(1, t.Parallel) {
		group.Go(func() error {
			err := t.work(ctx, games, stop)
			if err != nil {
				stop(err)
			}
			return err
		})
	}
	_ = group.Wait() // the cause of ctx is the first error or the reason to stop
	if cause := context.Cause(ctx); !errors.Is(cause, errDecided) {
		return cause
	}
	return nil
}

// queue sends the games whose numbers are not in played.
func (t *Tournament) queue(ctx context.Context, played map[int]bool) <-chan pairing {
	games := make(chan pairing)
	go func() {
		defer close(games)
		for _, d := range t.schedule() {
			if played[d.number] {
				continue
			}
			select {
			case games <- d:
			case <-ctx.Done():
				return
			}
		}
	}()
	return games
}

func (t *Tournament) decided() bool {
	return t.SPRT != nil && t.score.Standing().Verdict != Undecided
}

// A worker plays games in a goroutine.
type worker struct {
	t          *Tournament
	sessions   map[int]Session
	transcript Transcript
}

// work plays games until the channel is closed.
func (t *Tournament) work(ctx context.Context, games <-chan pairing, stop context.CancelCauseFunc) (err error) {
	d := &worker{t: t, sessions: map[int]Session{}}
	defer func() { err = errors.Join(err, d.closeAll()) }()
	for next := range games {
		if ctx.Err() != nil {
			return nil
		}
		played, err := d.play(ctx, next)
		if ctx.Err() != nil {
			return nil // the context has the reason
		}
		if err != nil {
			return err
		}
		if err := t.enter(played); err != nil {
			return err
		}
		if t.over() {
			stop(errDecided)
		}
	}
	return nil
}

// enter stores a finished game.
func (t *Tournament) enter(g Game) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.enterTest(g)
	return t.OnGame(g)
}

// enterTest adds a game to the sequential test, if there is one.
func (t *Tournament) enterTest(g Game) {
	if t.SPRT != nil {
		t.score.Add(g)
	}
}

func (t *Tournament) over() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.decided()
}

// play plays a game. It restarts the program of a player at fault for the next game.
func (d *worker) play(ctx context.Context, next pairing) (Game, error) {
	for at := range d.sessions { // idle programs cost memory
		if at != next.black && at != next.white {
			if err := d.close(at); err != nil {
				return Game{}, err
			}
		}
	}
	d.transcript.Clear()
	for _, at := range []int{next.black, next.white} {
		if d.sessions[at] == nil {
			c := d.t.Players[at]
			d.sessions[at] = c.Open(d.transcript.For(c.Name))
		}
	}
	seats := board.ByColor[Session]{board.Black: d.sessions[next.black], board.White: d.sessions[next.white]}
	played, err := d.t.play(ctx, next, seats)
	if err != nil && ctx.Err() == nil {
		d.t.logf("game %d cannot be played: %v\n%s", next.number+1, err, &d.transcript)
	}
	if err != nil || played.Fault == "" {
		return played, err
	}
	at := next.black
	if played.Guilty == played.White {
		at = next.white
	}
	err = d.close(at) // close first, so that the transcript includes remaining standard error
	d.t.logf("game %d, %s: %s: %s\n%s", played.Number+1, played.Result, played.Guilty, played.Fault, &d.transcript)
	return played, err
}

// close ends a player's session.
func (d *worker) close(at int) error {
	seat := d.sessions[at]
	delete(d.sessions, at)
	if err := seat.Close(); err != nil {
		return fmt.Errorf("%s: %w", d.t.Players[at].Name, err)
	}
	return nil
}

// closeAll ends every session.
func (d *worker) closeAll() (err error) {
	for at := range d.sessions {
		err = errors.Join(err, d.close(at))
	}
	return err
}

// logf reports a problem.
func (t *Tournament) logf(format string, args ...any) {
	if t.Log == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Log(fmt.Sprintf(format, args...))
}
