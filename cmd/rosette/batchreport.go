package main

import (
	"fmt"
	"time"

	"rosette/engine/train"
)

// A batchReport is a line about a batch.
type batchReport struct {
	Batch   int       `json:"batch"`
	Board   string    `json:"board"`
	Network string    `json:"network"`
	Games   int       `json:"games"`
	Rows    int       `json:"rows"`
	Moves   float64   `json:"moves"` // of a game
	Seconds float64   `json:"seconds"`
	Black   float64   `json:"black"`  // share of the points
	Margin  float64   `json:"margin"` // mean, komi counted
	Doomed  int       `json:"doomed"` // games in which somebody gave up hope
	Saved   int       `json:"saved"`  // and was wrong
	When    time.Time `json:"when"`
}

// reportOf sums a batch up.
func reportOf(b *train.Batch, number int, network string, took time.Duration) batchReport {
	r := batchReport{
		Batch: number + 1, Board: b.Graph.Name(), Network: network, Games: len(b.Played), Rows: len(b.Rows),
		Seconds: took.Seconds(), When: time.Now().UTC().Truncate(time.Second),
	}
	for _, p := range b.Played {
		margin := p.Score.Margin()
		r.Moves += float64(p.Game.Ply()) / float64(r.Games)
		r.Margin += margin / float64(r.Games)
		switch {
		case margin > 0:
			r.Black += 1 / float64(r.Games)
		case margin == 0:
			r.Black += 0.5 / float64(r.Games)
		}
		if p.Doomed {
			r.Doomed++
		}
		if p.Saved {
			r.Saved++
		}
	}
	return r
}

// String is the report for people.
func (r batchReport) String() string {
	return fmt.Sprintf("batch %d: %d games on %s, %d rows, %.0f moves a game, %.1f s; Black %.0f %%, margin %+.1f; hope given up in %d, wrongly in %d",
		r.Batch, r.Games, r.Board, r.Rows, r.Moves, r.Seconds, 100*r.Black, r.Margin, r.Doomed, r.Saved)
}
