package store

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
)

// gamesProjectionName names the projection for [Games] and [Ratings]. They share one projection,
// because rating a finished game needs the players' colours from the lists.
const gamesProjectionName = "games-4"

// gamesProjection maintains the tables for games and ratings.
type gamesProjection struct {
	log        *slog.Logger
	unreadable map[string]bool // by match ID
}

func (p *gamesProjection) projection() Projection {
	return Projection{
		Name: gamesProjectionName,
		Wants: func(stream string) bool {
			return stream == ModerationStream ||
				strings.HasPrefix(stream, matchPrefix)
		},
		Prepare: p.prepare,
		Finish:  rateInPieces,
		Clear:   func(tx Tx) error { return Each(tx, clearAllGames...) },
	}
}

// prepare reads matches' new records and returns the change to the tables.
func (p *gamesProjection) prepare(ctx context.Context, log Log, records []Record) (func(Tx) error, error) {
	changes, steps, err := p.changes(ctx, log, records)
	if err != nil {
		return nil, err
	}
	return func(tx Tx) error {
		var statements []Step
		for _, c := range changes {
			statements = append(statements, changeGame(c)...)
		}
		if err := Each(tx, statements...); err != nil || len(steps) == 0 {
			return err
		}
		table := ratingTable{tx}
		if err := follow(table, steps); err != nil {
			return err
		}
		_, err := rateOutdated(table)
		return err
	}, nil
}

// rateInPieces recomputes some outdated ratings.
func rateInPieces(ctx context.Context, db DB) (more bool, err error) {
	outdated, err := Collect(List(ctx, db, listOutdated, scanOutdated))
	if err != nil || len(outdated) == 0 {
		return false, err
	}
	err = db.Write(ctx, func(tx Tx) (refused, failed error) {
		more, failed = rateOutdated(ratingTable{tx})
		return nil, failed
	})
	return more, err
}

// clearAllGames empties the tables for games and ratings.
var clearAllGames = []Step{
	{clearGames, nil}, {clearGameSeats, nil}, {clearRatedGames, nil}, {clearRatings, nil}, {clearOutdated, nil},
}

// changeGame returns the statements that apply a change to the tables.
func changeGame(c change) (steps []Step) {
	if g := c.Opened; g != nil {
		steps = append(steps,
			Step{deleteGame, []any{c.ID}}, Step{deleteGameSeat, []any{c.ID}},
			Step{insertGame, []any{
				c.ID, g.Board, g.Rules, Nanoseconds(g.Opened), Nanoseconds(c.Updated), c.Seq, c.Position, 0, 0, "",
				g.Pool, Truth(g.Rated), Truth(g.Public),
			}},
			Step{insertGameSeat, []any{c.ID, "b", g.Black.Actor, g.Black.Name}},
			Step{insertGameSeat, []any{c.ID, "w", g.White.Actor, g.White.Name}},
			Step{deleteRatedGame, []any{c.ID}})
		if r := c.rated; r != nil {
			steps = append(steps, Step{
				insertRatedGame, []any{c.ID, r.pool, r.black, r.white, r.headStart, r.score, Truth(r.oneAddress)},
			})
		}
	} else {
		steps = append(steps, Step{updateGame, []any{c.ID, Nanoseconds(c.Updated), c.Seq, c.Position}})
	}
	if c.Swapped != nil {
		steps = append(steps, Step{swapGame, []any{c.ID, Truth(*c.Swapped)}})
	}
	if c.Over {
		steps = append(steps, Step{endGame, []any{c.ID, c.Result}})
	}
	return steps
}

// A change collects the changes in [Games] from consecutive events in a match.
type change struct {
	ID       string
	Opened   *Game // the game when opened; nil if opened earlier
	Updated  time.Time
	Seq      int
	Position int64
	Swapped  *bool // whether the seats have exchanged colours since the opening; nil if unchanged
	Over     bool
	Result   string // if Over

	rated *ratedGame // set with Opened for a rated match
}

// changes returns one change for each match in records, and the rating steps in the same order.
func (p *gamesProjection) changes(
	ctx context.Context, log Log, records []Record,
) (all []change, steps []ratingStep, err error) {
	of := map[string]int{}
	for _, r := range records {
		if r.Stream == ModerationStream {
			step, err := verdict(r)
			if err != nil {
				p.log.Warn("store: a moderator's verdict has no effect", "record", r.Seq, "error", err)
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
			all = append(all, change{ID: id})
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
			steps = append(steps, ratingStep{
				Kind: ended, Game: id, Position: r.Position, At: r.At, Result: c.Result, Short: short,
			})
		}
	}
	return all, steps, nil
}

// add applies a record to a change. An event unknown to this program contributes only its number
// and time.
func (p *gamesProjection) add(ctx context.Context, log Log, c *change, r Record) error {
	c.Seq = r.Seq
	c.Position = r.Position
	c.Updated = r.At
	e, err := eventOf(r)
	if err != nil {
		p.log.Warn("store: an event is not in the lists of games", "match", c.ID, "event", r.Seq, "error", err)
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

// open sets the fields for a newly opened match.
func (c *change) open(s *play.Settings, at time.Time) {
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

// swappedAt reports whether a match's seats have exchanged colours after a record, or nil if this
// program cannot read the match.
func swappedAt(ctx context.Context, log Log, r Record) (*bool, error) {
	m, err := matchAt(ctx, log, r, func(*play.Match) bool { return true })
	if m == nil {
		return nil, err
	}
	swapped := m.Swapped()
	return &swapped, nil
}

// isShort reports whether a record ends a short rated match; see [rating.Short].
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

// matchAt returns a match after a record. It returns nil if this program cannot read the match, or
// if wanted returns false for the opened match.
func matchAt(ctx context.Context, log Log, r Record, wanted func(opened *play.Match) bool) (*play.Match, error) {
	records, err := log.Read(ctx, r.Stream, 0)
	if errors.Is(err, play.ErrNoMatch) { // just removed
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
