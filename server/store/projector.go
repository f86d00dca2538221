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

// A Projection maintains tables that are derived from records in the log. A [Projector] runs it.
type Projection struct {
	// Name identifies the log position that the tables have reached. A projection whose tables
	// change their meaning needs a new name; the [Projector] then fills the tables again.
	Name string

	// Wants reports whether the tables depend on the records in a stream.
	Wants func(stream string) bool

	// Apply updates the tables from wanted records, ordered by position. The new position is stored
	// in the same transaction. After an error the tables are unchanged and the projector retries
	// later, so Apply must skip records that it can never decode.
	Apply func(tx Tx, records []Record) error

	// Prepare replaces Apply if the change depends on more than the records. It is called before
	// the transaction, may read from log, and returns the change.
	Prepare func(ctx context.Context, log Log, records []Record) (change func(Tx) error, err error)

	// Finish does a bounded part of the work that Apply left for later transactions, and reports
	// whether there may be more. It may be nil.
	Finish func(ctx context.Context, db DB) (more bool, err error)

	// Clear empties the tables.
	Clear func(tx Tx) error
}

// change returns the change that records cause. It recovers a panic.
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

// advance applies a change and moves the position. It returns [play.ErrStale] if the stored
// position is not from.
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

// projectedAtOnce limits the records in one change to a projection, and thereby how long the writer
// is busy.
const projectedAtOnce = 50

// A Projector follows the log and runs projections. Several projectors may run on one store; each
// change is made once.
type Projector struct {
	Store       Store
	Projections []Projection
	Follow      Log             // the log to follow; nil means the log of Store
	Hint        <-chan struct{} // receives when there may be new records; may be nil
	Log         *slog.Logger

	games *gamesProjection
}

// NewProjector returns a projector for [Games], [Ratings] and other features' projections.
func NewProjector(s Store, log *slog.Logger, features ...Projection) *Projector {
	games := &gamesProjection{log: log, unreadable: map[string]bool{}}
	return &Projector{
		Store: s, Log: log, Projections: append([]Projection{games.projection()}, features...), games: games,
	}
}

// Unreadable returns the number of matches with events that the projector could not read. Their
// list entries may be wrong.
func (p *Projector) Unreadable() int { return len(p.games.unreadable) }

// pollEvery is the interval at which a projector checks for records without a hint.
const pollEvery = time.Second

// restAfter is the pause after a hint, so that one change to the lists covers moves in many games.
// Each change waits for the disk and thereby delays moves.
const restAfter = 100 * time.Millisecond

// Run follows the log until ctx ends or the store is closed. It logs errors from the store and
// retries at the next hint or after a second. Lists are up to date within a fraction of a second.
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

// awaitEvery is the interval at which Await checks the lists' positions.
const awaitEvery = 10 * time.Millisecond

// Await waits until the lists have reached the log's current end. It requires a projector that runs
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

// Rebuild clears all projections' tables and fills them from the log. Meanwhile a server may write.
// Until Rebuild returns, games are missing from the lists.
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

// CatchUp follows the log to its end and then finishes the work that projections have left. It
// checks the log again after each such transaction, so that a verdict about an old game does not
// delay the lists. If a projection fails, the others continue, and CatchUp returns the error at the
// end.
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

// positions returns each projection's position by name.
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

// A position is a projection's log position.
type position struct {
	name     string
	position int64
}

func scanPosition(rows *sql.Rows) (p position, err error) {
	err = rows.Scan(&p.name, &p.position)
	return p, err
}

// advance runs each projection over some records. It returns false if there were none left, or if a
// gap or an error stopped the projections.
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
		} else { // stop at the position of the next projections, so that they can continue together
			limit = min(limit, positions[left[n].Name]-from)
		}
		again, failed := p.advanceTogether(ctx, left[:n], from, int(limit))
		more = more || again
		err = errors.Join(err, failed)
		left = left[n:]
	}
	return more, err
}

// advanceTogether runs projections that have the same position in one transaction.
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
			err = errors.Join(
				err, fmt.Errorf("store: projection %s after position %d: %w", one.Name, from, outcomes[i]),
			)
		}
	}
	return more, err
}

// Statements for a savepoint within a transaction.
const (
	beginPart    = `SAVEPOINT part`
	keepPart     = `RELEASE SAVEPOINT part`
	takePartBack = `ROLLBACK TO SAVEPOINT part`
)

// attempt does a part of a transaction. If work fails or panics, attempt rolls back its changes and
// returns the error in refused. The rest of the transaction remains.
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
