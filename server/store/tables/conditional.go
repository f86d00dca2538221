package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/play/conditional"
	"rosette/server/store"
)

// A ConditionalTable is the conditional moves of games by correspondence. Colours are
// those of the opening.
type ConditionalTable interface {
	// Keep keeps a plan in place of the player's former one.
	Keep(ctx context.Context, p conditional.Kept) error

	// Plan returns the plan of a player; ok is false if there is none.
	Plan(ctx context.Context, match string, c board.Color) (p conditional.Kept, ok bool, err error)

	// Running returns the plans of a match that have not ended, or with "" those of all
	// matches, sorted by match and colour.
	Running(ctx context.Context, match string) ([]conditional.Kept, error)

	// End keeps why a plan has ended, unless it was replaced or has ended before.
	End(ctx context.Context, p conditional.Kept, why conditional.End) error

	// Remove removes the plan of a player, or with Empty those of both.
	Remove(ctx context.Context, match string, c board.Color) error
}

// Statements of conditional moves, which mean the same to SQLite and PostgreSQL.
const (
	keepPlan = `INSERT INTO conditional_moves (game, color, ply, mark, lines, at, ended) VALUES ($1, $2, $3, $4, $5, $6, '')
		ON CONFLICT (game, color) DO UPDATE SET ply = $3, mark = $4, lines = $5, at = $6, ended = ''`
	endPlan    = `UPDATE conditional_moves SET ended = $4 WHERE game = $1 AND color = $2 AND at = $3 AND ended = ''`
	removePlan = `DELETE FROM conditional_moves WHERE game = $1 AND ($2 = '' OR color = $2)`

	planColumns  = `SELECT game, color, ply, mark, lines, at, ended FROM conditional_moves WHERE `
	readPlan     = planColumns + `game = $1 AND color = $2`
	listRunning  = planColumns + `ended = '' AND game = $1 ORDER BY game, color`
	listAllPlans = planColumns + `ended = '' ORDER BY game, color`
)

// Conditional returns the conditional moves of games by correspondence.
func Conditional(s store.Store) ConditionalTable {
	return of(s, func(db store.DB) ConditionalTable { return conditionalInSQL{db} }, func(m *memory) ConditionalTable { return conditionalInMemory{m} })
}

// letterOf writes a colour.
func letterOf(c board.Color) string { return [...]string{"", "b", "w"}[c] }

type conditionalInSQL struct{ db store.DB }

func (t conditionalInSQL) Keep(ctx context.Context, p conditional.Kept) error {
	lines, err := json.Marshal(p.Lines)
	if err != nil {
		return fmt.Errorf("store: conditional moves of %s: %w", p.Match, err)
	}
	_, err = store.Do(ctx, t.db, keepPlan, p.Match, letterOf(p.Color), p.Ply, p.Mark, string(lines), store.Nanoseconds(p.At))
	return err
}

func (t conditionalInSQL) Plan(ctx context.Context, match string, c board.Color) (p conditional.Kept, ok bool, err error) {
	for p, err := range store.List(ctx, t.db, readPlan, scanPlan, match, letterOf(c)) {
		return p, err == nil, err
	}
	return p, false, nil
}

func (t conditionalInSQL) Running(ctx context.Context, match string) (all []conditional.Kept, err error) {
	query, args := listRunning, []any{match}
	if match == "" {
		query, args = listAllPlans, nil
	}
	for p, err := range store.List(ctx, t.db, query, scanPlan, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// scanPlan reads a row of planColumns.
func scanPlan(rows *sql.Rows) (p conditional.Kept, err error) {
	var color, lines string
	var at int64
	if err := rows.Scan(&p.Match, &color, &p.Ply, &p.Mark, &lines, &at, &p.Ended); err != nil {
		return p, err
	}
	if p.Color, p.At = board.Black, store.TimeOf(at); color == letterOf(board.White) {
		p.Color = board.White
	}
	if err := json.Unmarshal([]byte(lines), &p.Lines); err != nil {
		return p, fmt.Errorf("conditional moves of %s: %w", p.Match, err)
	}
	return p, nil
}

func (t conditionalInSQL) End(ctx context.Context, p conditional.Kept, why conditional.End) error {
	_, err := store.Do(ctx, t.db, endPlan, p.Match, letterOf(p.Color), store.Nanoseconds(p.At), string(why))
	return err
}

func (t conditionalInSQL) Remove(ctx context.Context, match string, c board.Color) error {
	_, err := store.Do(ctx, t.db, removePlan, match, letterOf(c))
	return err
}

type conditionalInMemory struct{ m *memory }

// planKey names a plan in memory.
type planKey struct {
	match string
	color board.Color
}

func (t conditionalInMemory) Keep(ctx context.Context, p conditional.Kept) error {
	return t.m.Writing(ctx, func() error {
		p.At, p.Ended = store.StoredTime(p.At), conditional.Running
		t.m.plans[planKey{p.Match, p.Color}] = p
		return nil
	})
}

func (t conditionalInMemory) Plan(ctx context.Context, match string, c board.Color) (p conditional.Kept, ok bool, err error) {
	err = t.m.Reading(ctx, func() error { p, ok = t.m.plans[planKey{match, c}]; return nil })
	return p, ok, err
}

func (t conditionalInMemory) Running(ctx context.Context, match string) (all []conditional.Kept, err error) {
	err = t.m.Reading(ctx, func() error {
		for _, p := range t.m.plans {
			if p.Ended == conditional.Running && (match == "" || p.Match == match) {
				all = append(all, p)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b conditional.Kept) int {
		return strings.Compare(a.Match+" "+letterOf(a.Color), b.Match+" "+letterOf(b.Color))
	})
	return all, err
}

func (t conditionalInMemory) End(ctx context.Context, p conditional.Kept, why conditional.End) error {
	return t.m.Writing(ctx, func() error {
		key := planKey{p.Match, p.Color}
		kept, ok := t.m.plans[key]
		if ok && kept.Ended == conditional.Running && kept.At.Equal(p.At) {
			kept.Ended = why
			t.m.plans[key] = kept
		}
		return nil
	})
}

func (t conditionalInMemory) Remove(ctx context.Context, match string, c board.Color) error {
	return t.m.Writing(ctx, func() error {
		for _, one := range board.Colors {
			if c == board.Empty || c == one {
				delete(t.m.plans, planKey{match, one})
			}
		}
		return nil
	})
}
