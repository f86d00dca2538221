package store

import (
	"context"
	"database/sql"
	"math"

	"rosette/play"
)

// gamesProjection is the name of the projection behind [Games]. A change of what the
// tables hold takes a new name, so that a new program fills them anew.
const gamesProjection = "games-1"

// Games returns the lists of games, which a [Projector] keeps up to date.
func (s *SQLite) Games() Games { return listsInSQLite{s} }

// Projection returns the table behind the lists of games.
func (s *SQLite) Projection() Projection { return projectionInSQLite{s} }

type listsInSQLite struct{ s *SQLite }

func (l listsInSQLite) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]Game, error) {
	return l.list(ctx, listGamesOf, truth(!running), upTo(before), max(limit, 0), actor)
}

func (l listsInSQLite) Running(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.list(ctx, listGames, truth(false), upTo(before), max(limit, 0))
}

func (l listsInSQLite) Finished(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.list(ctx, listGames, truth(true), upTo(before), max(limit, 0))
}

// upTo returns the bound of a list.
func upTo(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

func (l listsInSQLite) list(ctx context.Context, query string, args ...any) (all []Game, err error) {
	return collect(list(ctx, l.s, query, scanGame, args...))
}

// scanGame reads a row of listGames.
func scanGame(rows *sql.Rows) (Game, error) {
	var g gameInMemory
	var opened, updated, swapped, ended int64
	err := rows.Scan(&g.ID, &g.Board, &g.Rules, &opened, &updated, &g.Seq, &g.Position, &swapped, &ended, &g.Result,
		&g.Black.Actor, &g.Black.Name, &g.White.Actor, &g.White.Name)
	g.Opened, g.Updated, g.swapped, g.Over = timeOf(opened), timeOf(updated), swapped != 0, ended != 0
	return g.current(), err
}

type projectionInSQLite struct{ s *SQLite }

func (p projectionInSQLite) Position(ctx context.Context) (int64, error) {
	for position, err := range list(ctx, p.s, readProjection, func(rows *sql.Rows) (n int64, err error) {
		err = rows.Scan(&n)
		return n, err
	}, gamesProjection) {
		return position, err
	}
	return 0, nil
}

func (p projectionInSQLite) Advance(ctx context.Context, from, to int64, changes []Change) error {
	return p.s.write(ctx, func(w *writer) (refused, failed error) {
		if _, err := w.exec(openProjection, gamesProjection); err != nil {
			return nil, err
		}
		rows, err := w.exec(advanceProjection, gamesProjection, to, from)
		if err != nil {
			return nil, err
		}
		if rows == 0 {
			return play.ErrStale, nil
		}
		for _, c := range changes {
			if err := w.changeGame(c); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
}

func (p projectionInSQLite) Clear(ctx context.Context) error {
	return p.s.write(ctx, func(w *writer) (refused, failed error) {
		return nil, w.each(
			step{clearGames, nil}, step{clearGameSeats, nil}, step{resetProjection, []any{gamesProjection}})
	})
}

// A step is a statement with its arguments.
type step struct {
	query string
	args  []any
}

// each executes statements one after the other.
func (w *writer) each(steps ...step) error {
	for _, s := range steps {
		if _, err := w.exec(s.query, s.args...); err != nil {
			return err
		}
	}
	return nil
}

// changeGame makes a change in the tables of games.
func (w *writer) changeGame(c Change) error {
	var steps []step
	if g := c.Opened; g != nil {
		steps = append(steps,
			step{deleteGame, []any{c.ID}}, step{deleteGameSeat, []any{c.ID}},
			step{insertGame, []any{c.ID, g.Board, g.Rules, nanoseconds(g.Opened), nanoseconds(c.Updated), c.Seq, c.Position, 0, 0, ""}},
			step{insertGameSeat, []any{c.ID, "b", g.Black.Actor, g.Black.Name}},
			step{insertGameSeat, []any{c.ID, "w", g.White.Actor, g.White.Name}})
	} else {
		steps = append(steps, step{updateGame, []any{c.ID, nanoseconds(c.Updated), c.Seq, c.Position}})
	}
	if c.Swapped != nil {
		steps = append(steps, step{swapGame, []any{c.ID, truth(*c.Swapped)}})
	}
	if c.Over {
		steps = append(steps, step{endGame, []any{c.ID, c.Result}})
	}
	return w.each(steps...)
}
