package store

import (
	"cmp"
	"context"
	"slices"

	"rosette/play"
)

// gamesInMemory is the table of games of a [Memory].
type gamesInMemory struct {
	position int64
	games    map[string]gameInMemory
}

// gameInMemory is a game with the seats as they were opened.
type gameInMemory struct {
	Game
	swapped bool
}

// current returns the game with the colours as they are now.
func (g gameInMemory) current() Game {
	if g.swapped {
		g.Black, g.White = g.White, g.Black
	}
	return g.Game
}

// Games returns the lists of games, which a [Projector] keeps up to date.
func (m *Memory) Games() Games { return listsInMemory{m} }

// Projection returns the table behind the lists of games.
func (m *Memory) Projection() Projection { return projectionInMemory{m} }

type listsInMemory struct{ m *Memory }

func (l listsInMemory) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]Game, error) {
	return l.list(ctx, !running, limit, before, func(g Game) bool { return g.Black.Actor == actor || g.White.Actor == actor })
}

func (l listsInMemory) Running(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.list(ctx, false, limit, before, func(Game) bool { return true })
}

func (l listsInMemory) Finished(ctx context.Context, limit int, before int64) ([]Game, error) {
	return l.list(ctx, true, limit, before, func(Game) bool { return true })
}

func (l listsInMemory) list(ctx context.Context, over bool, limit int, before int64, wanted func(Game) bool) (all []Game, err error) {
	err = l.m.reading(ctx, func() error {
		for _, g := range l.m.games.games {
			if g.Over == over && (before == 0 || g.Position < before) && wanted(g.Game) {
				all = append(all, g.current())
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b Game) int { return cmp.Compare(b.Position, a.Position) })
	return all[:min(len(all), max(limit, 0))], err
}

type projectionInMemory struct{ m *Memory }

func (p projectionInMemory) Position(ctx context.Context) (position int64, err error) {
	err = p.m.reading(ctx, func() error { position = p.m.games.position; return nil })
	return position, err
}

func (p projectionInMemory) Advance(ctx context.Context, from, to int64, changes []Change) error {
	return p.m.writing(ctx, func() error {
		if p.m.games.position != from {
			return play.ErrStale
		}
		for _, c := range changes {
			p.m.games.change(c)
		}
		p.m.games.position = to
		return nil
	})
}

func (t *gamesInMemory) change(c Change) {
	g, ok := t.games[c.ID]
	if c.Opened != nil {
		g = gameInMemory{Game: *c.Opened}
	} else if !ok {
		return
	}
	g.Updated, g.Seq, g.Position = storedTime(c.Updated), c.Seq, c.Position
	if c.Swapped != nil {
		g.swapped = *c.Swapped
	}
	if c.Over {
		g.Over, g.Result = true, c.Result
	}
	if t.games == nil {
		t.games = map[string]gameInMemory{}
	}
	t.games[c.ID] = g
}

func (p projectionInMemory) Clear(ctx context.Context) error {
	return p.m.writing(ctx, func() error { p.m.games = gamesInMemory{}; return nil })
}
