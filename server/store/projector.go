package store

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/play"
	"rosette/play/rating"
)

// projectedAtOnce bounds the records of one change of the projection, and thereby
// how long the writer is busy with it.
const projectedAtOnce = 50

// A Projector keeps [Games] and [Ratings] up to date by following the log. Several projectors may
// run on one store; each change is made once.
type Projector struct {
	Store  Store
	Follow Log             // the log that it follows; nil for that of the store
	Hint   <-chan struct{} // receives when there may be new records; may be nil
	Log    *slog.Logger

	unreadable map[string]bool // matches
}

// Unreadable returns the number of matches with events that the projector could not
// read, so that the lists may be wrong about them.
func (p *Projector) Unreadable() int { return len(p.unreadable) }

// pollEvery is how often a projector looks for records without a hint.
const pollEvery = time.Second

// restAfter is how long a projector waits after a hint, so that one change of the lists
// serves the moves of many games: each change waits for the disk, and a move with it.
const restAfter = 100 * time.Millisecond

// Run follows the log until ctx ends or the store is closed. An error of the store is
// logged, and Run tries again at the next hint or second. Lists are up to date within
// a fraction of a second.
func (p *Projector) Run(ctx context.Context) error {
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		err := panics.Catch(p.Log, func() error { return p.CatchUp(ctx) }, "of", "the lists of games")
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrClosed):
			return err
		case err != nil:
			p.Log.Error("store: the lists of games are behind", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-p.Hint:
		case <-poll.C:
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(restAfter):
		}
	}
}

// awaitEvery is how often Await looks how far the lists are.
const awaitEvery = 10 * time.Millisecond

// Await returns when the lists have what is in the log when it is called, while Run runs
// here or in another process. It writes nothing.
func (p *Projector) Await(ctx context.Context) error {
	_, last, err := p.Store.Grown(ctx, -1)
	if err != nil {
		return err
	}
	look := time.NewTicker(awaitEvery)
	defer look.Stop()
	for {
		if at, err := p.Store.Projection().Position(ctx); err != nil || at >= last {
			return err
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Rebuild empties the projection and fills it from the log. It may run while a server
// writes; until it returns, lists lack games.
func (p *Projector) Rebuild(ctx context.Context) error {
	if err := p.Store.Projection().Clear(ctx); err != nil {
		return err
	}
	return p.CatchUp(ctx)
}

// CatchUp follows the log to its end, and then makes the ratings that are outdated, with a
// look at the log after each of their transactions: a verdict about an old game delays no
// list.
func (p *Projector) CatchUp(ctx context.Context) error {
	for {
		more, err := p.advance(ctx)
		if err != nil && !errors.Is(err, play.ErrStale) { // another projector was first
			return err
		}
		if more || err != nil {
			continue
		}
		if more, err := p.Store.Projection().Rate(ctx); err != nil || !more {
			return err
		}
	}
}

// advance follows the log over some records. It returns false if there were no more,
// or if a gap keeps it from them.
func (p *Projector) advance(ctx context.Context) (more bool, err error) {
	from, err := p.Store.Projection().Position(ctx)
	if err != nil {
		return false, err
	}
	var log Log = p.Store
	if p.Follow != nil {
		log = p.Follow
	}
	records, err := log.Since(ctx, from, projectedAtOnce)
	if err != nil {
		return false, err
	}
	full := len(records) == projectedAtOnce
	records = UntilGap(records, from)
	if len(records) == 0 {
		return false, nil
	}
	changes, steps, err := p.changes(ctx, log, records)
	if err != nil {
		return false, err
	}
	return full, p.Store.Projection().Advance(ctx, from, from+int64(len(records)), changes, steps)
}

// changes returns what records change, a change for each match, and the steps of
// ratings in the order of the records.
func (p *Projector) changes(ctx context.Context, log Log, records []Record) (all []Change, steps []RatingStep, err error) {
	of := map[string]int{}
	for _, r := range records {
		if r.Stream == ModerationStream {
			step, err := verdict(r)
			if err != nil {
				p.Log.Warn("store: a verdict of a moderator has no effect", "record", r.Seq, "error", err)
				continue
			}
			steps = append(steps, step)
			continue
		}
		id, ok := strings.CutPrefix(r.Stream, matchPrefix)
		if !ok {
			continue
		}
		i, ok := of[id]
		if !ok {
			i = len(all)
			of[id] = i
			all = append(all, Change{ID: id})
		}
		over := all[i].Over
		if err := p.add(ctx, log, &all[i], r); err != nil {
			return nil, nil, err
		}
		if c := all[i]; c.Over && !over {
			short, err := isShort(ctx, log, r)
			if err != nil {
				return nil, nil, err
			}
			steps = append(steps, RatingStep{Kind: ended, Game: id, Position: r.Position, At: r.At, Result: c.Result, Short: short})
		}
	}
	return all, steps, nil
}

// add adds what a record changes. An event that this program does not know counts
// only by its number and time.
func (p *Projector) add(ctx context.Context, log Log, c *Change, r Record) error {
	c.Seq, c.Position, c.Updated = r.Seq, r.Position, r.At
	e, err := eventOf(r)
	if err != nil {
		p.Log.Warn("store: an event is not in the lists of games", "match", c.ID, "event", r.Seq, "error", err)
		if p.unreadable == nil {
			p.unreadable = map[string]bool{}
		}
		p.unreadable[c.ID] = true
		return nil
	}
	switch e.Kind {
	case play.Opened:
		if s := e.Settings; s != nil {
			c.open(s, r.At)
		}
	case play.Settled:
		c.Swapped = &e.Swap
	case play.TookBack:
		if e.Ply == 0 { // before the first move the colours may be undecided again
			c.Swapped, err = swappedAt(ctx, log, r)
		}
	case play.Ended:
		c.Over, c.Result = true, e.Result
	}
	return err
}

// open says how a match was opened.
func (c *Change) open(s *play.Settings, at time.Time) {
	c.Opened = &Game{
		ID: c.ID, Board: s.Board, Rules: s.Rules.Preset, Opened: at, Rated: s.Rated, Public: s.Public || s.Rated,
		Black: player(s.Black), White: player(s.White),
	}
	if pool, ok := rating.PoolOf(s.Board, s.Clock.Speed()); ok {
		c.Opened.Pool = pool.String()
	}
	if g, ok := newRatedGame(c.ID, s); ok {
		c.rated = &g
	}
}

func player(s play.Seat) Player { return Player{Actor: s.Actor(), Name: s.Name} }

// swappedAt reports whether the seats of a match have exchanged colours after a
// record; nil if this program cannot read the match.
func swappedAt(ctx context.Context, log Log, r Record) (*bool, error) {
	m, err := matchAt(ctx, log, r, func(*play.Match) bool { return true })
	if m == nil {
		return nil, err
	}
	swapped := m.Swapped()
	return &swapped, nil
}

// isShort reports whether a record ends a rated match that is short, see [rating.Short].
func isShort(ctx context.Context, log Log, r Record) (bool, error) {
	m, err := matchAt(ctx, log, r, func(m *play.Match) bool { return m.OriginalSettings().Rated })
	if m == nil {
		return false, err
	}
	graph, err := board.Named(m.OriginalSettings().Board)
	if err != nil {
		return false, err
	}
	return rating.Short(m.Stones(), graph.Points()), nil
}

// matchAt returns a match after a record; nil if this program cannot read it, or if it is
// not wanted after its opening.
func matchAt(ctx context.Context, log Log, r Record, wanted func(opened *play.Match) bool) (*play.Match, error) {
	records, err := log.Read(ctx, r.Stream, 0)
	if errors.Is(err, play.ErrNoMatch) { // it has just been removed
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := play.NewMatch()
	for i, before := range records[:min(r.Seq, len(records))] {
		e, err := eventOf(before)
		if err == nil {
			err = m.Load([]play.Event{e})
		}
		if err != nil || i == 0 && !wanted(m) {
			return nil, nil
		}
	}
	return m, nil
}
