package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"rosette/internal/panics"
	"rosette/play"
)

// A Projection keeps tables up to date that follow from records of the log. A [Projector] runs it.
type Projection struct {
	// Name names the position up to which the tables follow the log. If the meaning of the tables
	// changes, the projection takes a new name, and a [Projector] fills the tables again.
	Name string

	// Wants reports whether the tables depend on the records of a stream.
	Wants func(stream string) bool

	// Apply changes the tables by wanted records, which are in the order of their positions. The
	// position is stored in the same transaction. After an error the tables stay as they were, and
	// the projector tries again later: Apply skips records that it will never understand.
	Apply func(tx Tx, records []Record) error

	// Prepare replaces Apply if the change depends on more than the records. It is called before the
	// transaction, reads from log, and returns the change.
	Prepare func(ctx context.Context, log Log, records []Record) (change func(Tx) error, err error)

	// Finish makes a bounded part of the changes that Apply has left for later transactions, and
	// returns whether there may be more. It may be nil.
	Finish func(ctx context.Context, db DB) (more bool, err error)

	// Clear empties the tables.
	Clear func(tx Tx) error
}

// change returns what records change. It recovers a panic.
func (p Projection) change(ctx context.Context, log Log, records []Record) (change func(Tx) error, err error) {
	wanted := slices.DeleteFunc(slices.Clone(records), func(r Record) bool { return !p.Wants(r.Stream) })
	switch {
	case len(wanted) == 0:
		return func(Tx) error { return nil }, nil
	case p.Prepare == nil:
		return func(tx Tx) error { return p.Apply(tx, wanted) }, nil
	}
	err = panics.Call(func() (err error) { change, err = p.Prepare(ctx, log, wanted); return err })
	return change, err
}

// advance makes a change and moves the position. It returns [play.ErrStale] if the position was not
// from.
func (p Projection) advance(tx Tx, from, to int64, change func(Tx) error) error {
	opened, err := tx.Exec(openProjection, p.Name)
	if err != nil {
		return err
	}
	if opened > 0 {
		if err := p.Clear(tx); err != nil {
			return err
		}
	}
	rows, err := tx.Exec(advanceProjection, p.Name, to, from)
	if err != nil {
		return err
	}
	if rows == 0 {
		return play.ErrStale
	}
	return change(tx)
}

// projectedAtOnce bounds the records of one change of a projection, and thereby
// how long the writer is busy with it.
const projectedAtOnce = 50

// A Projector runs projections: it follows the log and lets each of them change its tables. Several
// projectors may run on one store; each change is made once.
type Projector struct {
	Store       Store
	Projections []Projection
	Follow      Log             // the log that it follows; nil for that of the store
	Hint        <-chan struct{} // receives when there may be new records; may be nil
	Log         *slog.Logger

	games *gamesProjection
}

// NewProjector returns a projector of [Games] with [Ratings], and of other features.
func NewProjector(s Store, log *slog.Logger, features ...Projection) *Projector {
	games := &gamesProjection{log: log, unreadable: map[string]bool{}}
	return &Projector{Store: s, Log: log, Projections: append([]Projection{games.projection()}, features...), games: games}
}

// Unreadable returns the number of matches with events that the projector could not
// read, so that the lists may be wrong about them.
func (p *Projector) Unreadable() int { return len(p.games.unreadable) }

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
		err := panics.Catch(p.Log, func() error { return p.CatchUp(ctx) }, "of", "the projector")
		switch {
		case ctx.Err() != nil:
			return nil
		case errors.Is(err, ErrClosed):
			return err
		case err != nil:
			p.Log.Error("store: lists are behind the log", "error", err)
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
		positions, err := p.positions(ctx)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc(p.Projections, func(one Projection) bool { return positions[one.Name] < last }) {
			return nil
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Rebuild empties the tables of all projections and fills them from the log. It may run while a server
// writes; until it returns, lists lack games.
func (p *Projector) Rebuild(ctx context.Context) error {
	err := p.Store.Write(ctx, func(tx Tx) (refused, failed error) {
		for _, one := range p.Projections {
			if err := one.Clear(tx); err != nil {
				return nil, err
			}
			if _, err := tx.Exec(resetProjection, one.Name); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	if err != nil {
		return err
	}
	return p.CatchUp(ctx)
}

// CatchUp follows the log to its end and then finishes what projections have left, with a look at the
// log after each of these transactions, so that a verdict about an old game delays no list. If a
// projection fails, the others go on, and CatchUp returns the error at the end.
func (p *Projector) CatchUp(ctx context.Context) error {
	for {
		more, err := p.advance(ctx)
		if more {
			continue
		}
		for _, one := range p.Projections {
			if one.Finish != nil {
				again, failed := one.Finish(ctx, p.Store)
				more, err = more || again, errors.Join(err, failed)
			}
		}
		if !more {
			return err
		}
	}
}

// positions returns the position of each projection by its name.
func (p *Projector) positions(ctx context.Context) (map[string]int64, error) {
	positions := map[string]int64{}
	for row, err := range List(ctx, p.Store, listProjections, scanPosition) {
		if err != nil {
			return nil, err
		}
		positions[row.name] = row.position
	}
	return positions, nil
}

// A position is the row of a projection.
type position struct {
	name     string
	position int64
}

func scanPosition(rows *sql.Rows) (p position, err error) {
	err = rows.Scan(&p.name, &p.position)
	return p, err
}

// advance lets each projection follow the log over some records. It returns false if there were no
// more, or if a gap or an error keeps the projections from them.
func (p *Projector) advance(ctx context.Context) (more bool, err error) {
	positions, err := p.positions(ctx)
	if err != nil {
		return false, err
	}
	left := slices.SortedStableFunc(slices.Values(p.Projections), func(a, b Projection) int {
		return cmp.Compare(positions[a.Name], positions[b.Name])
	})
	for len(left) > 0 {
		from, limit := positions[left[0].Name], int64(projectedAtOnce)
		n := slices.IndexFunc(left, func(one Projection) bool { return positions[one.Name] > from })
		if n < 0 {
			n = len(left)
		} else { // stop where the next ones are, to go on together
			limit = min(limit, positions[left[n].Name]-from)
		}
		again, failed := p.advanceTogether(ctx, left[:n], from, int(limit))
		more, err, left = more || again, errors.Join(err, failed), left[n:]
	}
	return more, err
}

// advanceTogether lets projections with the same position follow the log, in one transaction.
func (p *Projector) advanceTogether(
	ctx context.Context, together []Projection, from int64, limit int,
) (more bool, err error) {
	var log Log = p.Store
	if p.Follow != nil {
		log = p.Follow
	}
	records, err := log.Since(ctx, from, limit)
	if err != nil {
		return false, err
	}
	full := len(records) == limit
	records = UntilGap(records, from)
	if len(records) == 0 {
		return false, nil
	}
	to := from + int64(len(records))
	changes := make([]func(Tx) error, len(together))
	outcomes := make([]error, len(together))
	for i, one := range together {
		changes[i], outcomes[i] = one.change(ctx, log, records)
	}
	err = p.Store.Write(ctx, func(tx Tx) (refused, failed error) {
		for i, one := range together {
			if changes[i] == nil {
				continue
			}
			outcomes[i], failed = attempt(tx, func() error { return one.advance(tx, from, to, changes[i]) })
			if failed != nil {
				return nil, failed
			}
		}
		return nil, nil
	})
	if err != nil {
		return false, err
	}
	for i, one := range together {
		switch {
		case outcomes[i] == nil:
			more = more || full
		case errors.Is(outcomes[i], play.ErrStale): // another projector was first
			more = true
		default:
			err = errors.Join(err, fmt.Errorf("store: projection %s after position %d: %w", one.Name, from, outcomes[i]))
		}
	}
	return more, err
}

// Statements of a part of a transaction that can be taken back.
const (
	beginPart    = `SAVEPOINT part`
	keepPart     = `RELEASE SAVEPOINT part`
	takePartBack = `ROLLBACK TO SAVEPOINT part`
)

// attempt does a part of a transaction. If work fails or panics, attempt takes back its changes and
// returns the error as refused: the rest of the transaction, which may be of others, is kept.
func attempt(tx Tx, work func() error) (refused, failed error) {
	if _, err := tx.Exec(beginPart); err != nil {
		return nil, err
	}
	if refused = panics.Call(work); refused != nil {
		if _, err := tx.Exec(takePartBack); err != nil {
			return nil, errors.Join(refused, err)
		}
	}
	_, failed = tx.Exec(keepPart)
	return refused, failed
}
