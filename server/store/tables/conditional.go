package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"

	"rosette/game/board"
	"rosette/play/conditional"
	"rosette/server/store"
)

// Statements for conditional moves, which mean the same in SQLite and PostgreSQL.
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

// A ConditionalTable holds the conditional moves in correspondence games. Colours are those at the
// opening.
type ConditionalTable struct{ db store.DB }

// Conditional returns the table of conditional moves.
func Conditional(db store.DB) ConditionalTable { return ConditionalTable{db} }

// letterOf returns a colour as stored.
func letterOf(c board.Color) string { return [...]string{"", "b", "w"}[c] }

// Keep stores a plan and replaces the player's former one.
func (t ConditionalTable) Keep(ctx context.Context, p conditional.StoredPlan) error {
	lines, err := json.Marshal(p.Lines)
	if err != nil {
		return fmt.Errorf("store: conditional moves of %s: %w", p.Match, err)
	}
	_, err = store.Do(ctx, t.db, keepPlan, p.Match, letterOf(p.Color), p.Ply, p.Mark, string(lines),
		store.Nanoseconds(p.At))
	return err
}

// Plan returns a player's plan; ok is false without a plan.
func (t ConditionalTable) Plan(
	ctx context.Context, match string, c board.Color,
) (p conditional.StoredPlan, ok bool, err error) {
	for p, err := range store.List(ctx, t.db, readPlan, scanPlan, match, letterOf(c)) {
		return p, err == nil, err
	}
	return p, false, nil
}

// Running returns the plans in a match that have not ended, sorted by match and colour. If match is
// "", it returns such plans in all matches.
func (t ConditionalTable) Running(ctx context.Context, match string) (all []conditional.StoredPlan, err error) {
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

// scanPlan reads a row with planColumns.
func scanPlan(rows *sql.Rows) (p conditional.StoredPlan, err error) {
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

// End stores why a plan has ended, unless it was replaced or had ended before.
func (t ConditionalTable) End(ctx context.Context, p conditional.StoredPlan, why conditional.End) error {
	_, err := store.Do(ctx, t.db, endPlan, p.Match, letterOf(p.Color), store.Nanoseconds(p.At), string(why))
	return err
}

// Remove removes a player's plan, or both players' plans if c is Empty.
func (t ConditionalTable) Remove(ctx context.Context, match string, c board.Color) error {
	_, err := store.Do(ctx, t.db, removePlan, match, letterOf(c))
	return err
}
