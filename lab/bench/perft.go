package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// MaxPerftDepth is the largest depth of a [Perft].
const MaxPerftDepth = 32

// A Perft counts the sequences of turns from the empty board. Counts holds the counts for 1, 2, …
// turns.
type Perft struct {
	Board  string     `json:"board"`
	Rules  game.Rules `json:"rules"`
	Counts []uint64   `json:"counts"`
}

// Count counts the sequences for each depth up to depth, which is 1 to [MaxPerftDepth]. It writes
// each number to out and calls report with the time taken.
func (p *Perft) Count(
	ctx context.Context, g *board.Graph, depth int, out io.Writer, report func(depth int, n uint64, took time.Duration),
) error {
	if depth < 1 || depth > MaxPerftDepth {
		return fmt.Errorf("depth %d; use 1 to %d", depth, MaxPerftDepth)
	}
	for d := 1; d <= depth; d++ {
		start, counted := time.Now(), make(chan uint64, 1)
		go func() { counted <- game.New(g, p.Rules).Perft(board.Black, d) }()
		select {
		case n := <-counted:
			p.Counts = append(p.Counts, n)
			if _, err := fmt.Fprintln(out, n); err != nil {
				return err
			}
			report(d, n, time.Since(start))
		case <-ctx.Done():
			return errors.New("perft: interrupted")
		}
	}
	return nil
}
