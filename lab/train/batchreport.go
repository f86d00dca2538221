package train

import (
	"fmt"
	"path/filepath"
	"time"
)

// A BatchReport describes a batch of self-play; it is a log line.
type BatchReport struct {
	Batch       int       `json:"batch"` // counted from 1
	Board       string    `json:"board"`
	Network     string    `json:"network"` // hash, or [Playouts]
	Games       int       `json:"games"`
	Samples     int       `json:"rows"`
	Moves       float64   `json:"moves"` // mean per game
	Seconds     float64   `json:"seconds"`
	Black       float64   `json:"black"`  // Black's share of the points
	Margin      float64   `json:"margin"` // mean, with komi
	WouldResign int       `json:"doomed"` // games with a player who would have resigned
	Recovered   int       `json:"saved"`  // and who did not lose
	When        time.Time `json:"when"`
}

// reportOf summarizes a batch.
func reportOf(b *Batch, took time.Duration, now time.Time) BatchReport {
	r := BatchReport{
		Batch: b.Meta.Batch + 1, Board: b.Graph.Name(), Network: b.Meta.Network, Games: len(b.Games),
		Samples: len(b.Samples),
		Seconds: took.Seconds(), When: now.UTC().Truncate(time.Second),
	}
	n := float64(r.Games)
	for _, p := range b.Games {
		margin := p.Score.Margin()
		r.Moves += float64(p.Game.Ply()) / n
		r.Margin += margin / n
		switch {
		case margin > 0:
			r.Black += 1 / n
		case margin == 0:
			r.Black += 0.5 / n
		}
		if p.WouldResign {
			r.WouldResign++
		}
		if p.Recovered {
			r.Recovered++
		}
	}
	return r
}

// readBatches reads a run directory's log. It returns the last line for each batch, ordered by
// their first lines: a batch that was interrupted after its line was written is played again, and
// so has two lines.
func readBatches(dir string, note func(line string)) ([]BatchReport, error) {
	lines, err := readLog[BatchReport](filepath.Join(dir, selfPlayLog), note)
	place := map[int]int{} // by batch
	var all []BatchReport
	for _, r := range lines {
		if i, again := place[r.Batch]; again {
			all[i] = r
			continue
		}
		place[r.Batch] = len(all)
		all = append(all, r)
	}
	return all, err
}

// Line returns the report as a text line.
func (r BatchReport) Line() string {
	return fmt.Sprintf("batch %d: %d games on %s, %d rows, %.0f moves a game, %.1f s; "+
		"Black %.0f %%, margin %+.1f; would have resigned in %d, wrongly in %d",
		r.Batch, r.Games, r.Board, r.Samples, r.Moves, r.Seconds, 100*r.Black, r.Margin, r.WouldResign, r.Recovered)
}

// gamesPerHour formats the speed.
func gamesPerHour(games int, took time.Duration) string {
	if took <= 0 {
		return "0 games/h"
	}
	return fmt.Sprintf("%.0f games/h", float64(games)/took.Hours())
}
