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

// A Tournament is a match of two players or a round-robin of more. Its fields are
// not changed while it runs.
type Tournament struct {
	Graph      *board.Graph
	Rules      game.Rules
	Players    []Player // at least two, with different names
	Openings   *Openings
	Pairs      int // of games for every two players
	Reach      int // only those at most so far apart in the list meet, all if zero
	Parallel   int // games at the same time, 1 if zero
	MaxMoves   int
	Seed       uint64
	Adjudicate float64 // as in [Plan]
	SPRT       *SPRT   // ends a match of two, if not nil

	OnGame        func(Game) error  // is called with each finished game, one at a time; required
	Log           func(text string) // is called with what went wrong; may be nil
	mu            sync.Mutex        // guards what the games share
	score         *PairScore
	setupFailures map[string]int // how often in a row a player that has played could not be set up
}

// maxSetupFailures is for how many games in a row a player may fail to be set up.
const maxSetupFailures = 3

// recordSetup records whether a player could be set up, and reports whether the
// match goes on: a player that has played before may fail a few times in a row.
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

// A pairing is a game to be played.
type pairing struct {
	number, pair, black, white int
}

// schedule returns every game: opening by opening, all pairings with it, each
// with the colours swapped. The number of a game does not depend on how many
// pairs there are.
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

// Games returns how many games there are, if no test ends them.
func (t *Tournament) Games() int { return len(t.schedule()) }

// errDecided ends the games that are no longer needed.
var errDecided = errors.New("the test is decided")

// Run plays every game that is not done, until all are, the test is decided or
// ctx ends, which is an error. Games that have begun then are dropped.
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
	_ = group.Wait() // the cause of ctx is the first error, or why the run ended before
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

// A worker plays games in one goroutine.
type worker struct {
	t          *Tournament
	sessions   map[int]Session
	transcript Transcript
}

// work plays games until there is none left.
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

// play plays a game. The program of a player at fault is started again for the next.
func (d *worker) play(ctx context.Context, next pairing) (Game, error) {
	for at := range d.sessions { // programs that wait cost memory
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
	err = d.close(at) // first: then the transcript has what the program still wrote to standard error
	d.t.logf("game %d, %s: %s: %s\n%s", played.Number+1, played.Result, played.Guilty, played.Fault, &d.transcript)
	return played, err
}

// close ends the session of a player.
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

// logf reports what went wrong.
func (t *Tournament) logf(format string, args ...any) {
	if t.Log == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Log(fmt.Sprintf(format, args...))
}
