// This file connects the engine with the packages that declare what they need of
// a computer player: play/seat, terminal, web and protocol/gtp.

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/bus"
	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/computer"
	"rosette/play/seat"
	"rosette/play/table"
	"rosette/site"
	"rosette/store"
)

// A mover is the computer as a player of a match. It makes a new player of its level
// for every move, so nothing stays in memory between moves.
type mover struct {
	flags *flags
	level string // "" for full strength
}

// config returns the Config of its level, with a new seed.
func (m mover) config() configure.Config {
	config := m.flags.seeded()
	config.Level = m.level
	return config
}

// Choose chooses a move within the limits of the flags and the clock.
func (m mover) Choose(ctx context.Context, g *game.Game, color board.Color, left clock.Remaining) (computer.Choice, error) {
	p, err := m.config().Player()
	if err != nil {
		return computer.Choice{}, err
	}
	choice, err := p.Choose(ctx, g, color, engineTime(left))
	return computer.Choice{Point: choice.Move, Resign: choice.Resign}, err
}

// Price names the komi of an even game; it takes about as long as two moves.
func (m mover) Price(ctx context.Context, g *game.Game) (float64, error) {
	p, err := m.config().Player()
	if err != nil {
		return 0, err
	}
	return p.EvenKomi(ctx, g)
}

// Judge proposes the dead stones.
func (m mover) Judge(ctx context.Context, g *game.Game) (computer.DeadStones, error) {
	proposal, err := m.config().Judge().Propose(ctx, g)
	return computer.DeadStones{Dead: proposal.Dead, Unsure: proposal.Unsure}, err
}

// A seatMover is a mover for package seat.
type seatMover struct{ mover }

// Choose is that of the mover.
func (m seatMover) Choose(ctx context.Context, g *game.Game, color board.Color, left clock.Remaining) (seat.Choice, error) {
	choice, err := m.mover.Choose(ctx, g, color, left)
	return seat.Choice(choice), err
}

// Judge is that of the mover.
func (m seatMover) Judge(ctx context.Context, g *game.Game) (seat.Verdict, error) {
	found, err := m.mover.Judge(ctx, g)
	return seat.Verdict(found), err
}

// engineTime returns the time that a clock leaves.
func engineTime(left clock.Remaining) engine.Time {
	if !left.Control.Timed() {
		return engine.Time{}
	}
	return engine.Time{
		Clocked:   true,
		Main:      left.Main,
		Increment: left.Control.Increment,
		Period:    left.Period,
		Stones:    max(1, left.Stones),
	}
}

// A journal is a store that can be closed.
type journal interface {
	table.Journal
	io.Closer
}

// inMemory is what --data takes to keep nothing.
const inMemory = "memory"

// databaseFile is the name of the database in the folder of --data.
const databaseFile = "rosette.db"

// databaseIn returns the path of the database in a folder.
func databaseIn(data string) (string, error) {
	file := filepath.Join(data, databaseFile)
	if _, err := os.Stat(file); err != nil {
		return "", usageError{fmt.Errorf("--data: %w; use the folder that serve was given", err)}
	}
	return file, nil
}

// openJournal opens the journal in the folder of --data, or one in memory.
func openJournal(data string, log *slog.Logger) (journal, error) {
	if data == inMemory {
		return store.MemoryJournal(), nil
	}
	if data == "" {
		return nil, usageError{errors.New("--data names no folder; name one, or memory to keep nothing")}
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, usageError{fmt.Errorf("--data: %w", err)}
	}
	s, err := store.OpenSQLite(filepath.Join(data, databaseFile), log)
	if err != nil {
		return nil, err
	}
	return store.Journal{Store: s}, nil
}

// openTables returns the matches of a journal, with computer players that join
// those in which they have a seat, and the feed of their events.
func openTables(f *flags, j table.Journal, log *slog.Logger) (*table.Hall, *bus.Local) {
	feed := &bus.Local{}
	queue := seat.NewQueue(1, time.Now)
	join := seat.House{Past: j, Feed: feed, Now: time.Now}
	judge := queue.Mover(seatMover{mover{flags: f}})
	tables := table.NewHall(j, feed, time.Now, table.Options{
		Log: log,
		Judge: func(ctx context.Context, g *game.Game) (dead, unsure []board.Point, err error) {
			v, err := judge.Judge(ctx, g)
			return v.Dead, v.Unsure, err
		},
		Sit: func(ctx context.Context, id string, c board.Color, s play.Seat) {
			err := seat.Sit(ctx, join, id, c, queue.Mover(seatMover{mover{f, s.ID}}))
			if err != nil && ctx.Err() == nil {
				log.Error("the computer left its seat", "match", id, "error", err)
			}
		},
	})
	join.Table = tables
	return tables, feed
}

// levels returns the levels as a page shows them.
func levels() []site.Level {
	var all []site.Level
	for _, l := range player.Levels {
		all = append(all, site.Level{Name: l.Name})
	}
	return all
}

// A gtpPlayer is the computer as the player of a GTP session.
type gtpPlayer struct{ *player.Player }

// Choose returns the player's choice in plain values.
func (p gtpPlayer) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (board.Point, bool, error) {
	choice, err := p.Player.Choose(ctx, g, c, t)
	return choice.Move, choice.Resign, err
}

// ChooseAnalyzing is Choose, and reports what the search has found so far.
func (p gtpPlayer) ChooseAnalyzing(
	ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams,
) (board.Point, bool, error) {
	choice, err := p.Player.ChooseAnalyzing(ctx, g, c, t, q)
	return choice.Move, choice.Resign, err
}

// A gtpJudge answers a GTP session about dead stones.
type gtpJudge struct{ deadstones.Judge }

// Dead proposes the dead stones of a game.
func (j gtpJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return j.Propose(ctx, g)
}

// storedEvents returns the events of games from the database in a folder, once all
// games there are found to be sound.
func storedEvents(ctx context.Context, data string, ids []string) (all map[string][]play.Event, err error) {
	file := filepath.Join(data, databaseFile)
	report, err := store.Check(ctx, file)
	if err != nil {
		return nil, err
	}
	if err := report.Err(); err != nil {
		return nil, err
	}
	s, err := store.OpenSQLite(file, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	all = map[string][]play.Event{}
	for _, id := range ids {
		if all[id], err = (store.Matches{Log: s}).Events(ctx, id, 0); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// storeGames makes games of two guests, on a clock that runs for weeks, in a new
// database in a folder, and returns their IDs.
func storeGames(ctx context.Context, data string, games int) (ids []string, err error) {
	g := board.Rosette(5)
	settings := play.Settings{
		Board: g.Name(), Rules: game.DefaultRules(g), Clock: clock.Control{Kind: clock.Absolute, Main: clock.MaxDuration},
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Black"},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "White"},
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, err
	}
	s, err := store.OpenSQLite(filepath.Join(data, databaseFile), slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ids = make([]string, games)
	deadline := play.Schedule{Deadline: opened.At.Add(clock.MaxDuration)}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(256) // of these the store makes one commit
	for i := range ids {
		ids[i] = strings.ToLower(rand.Text())
		all.Go(func() error { return store.Matches{Log: s}.Append(ctx, ids[i], 0, []play.Event{opened}, deadline) })
	}
	return ids, all.Wait()
}
