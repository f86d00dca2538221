package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/spf13/cobra"

	"rosette/engine/pattern"
	"rosette/engine/pattern/learn"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/progress"
)

// A school is where shapes are learned.
type school struct {
	f     *flags
	games int
	out   string
	force bool
}

// Of each search that shapes are learned from, and of the fit.
const (
	schoolVisits = 600
	schoolRounds = 30
)

func shapesCommand(f *flags) *cobra.Command {
	s := &school{f: f}
	cmd := &cobra.Command{
		Use:   "shapes",
		Short: "Learn pattern weights from self-play",
		Long: "Plays games of the computer against itself and counts, by the stones around them,\n" +
			"which moves next to the last one the search visits most. It prints one pattern and\n" +
			"its weight on each line: x is the player to move, o the opponent, # off the board; a\n" +
			"move away from the last one weighs 1. To use the table for all boards of the\n" +
			"lattice, put it into engine/pattern/tables and build the program again.",
		Example: "  rosette shapes --board square-9 --komi 7 --rules tromp-taylor --games 700 --seed 1 --out square.txt",
		RunE:    func(cmd *cobra.Command, _ []string) error { return s.command(cmd) },
	}
	cmd.Flags().IntVar(&s.games, "games", 700, "`number` of games")
	cmd.Flags().StringVar(&s.out, "out", "", "`FILE.txt` for the table (default: standard output)")
	cmd.Flags().BoolVar(&s.force, "force", false, "overwrite an existing file")
	f.register(cmd, gameFlags, []string{"visits", "threads", "seed"})
	return cmd
}

// command is rosette shapes.
func (s *school) command(cmd *cobra.Command) error {
	if s.games < 1 || s.games > maxGames {
		return usageError{fmt.Errorf("--games %d; use 1 to %d", s.games, maxGames)}
	}
	if err := checkFree(s.out, s.force); err != nil {
		return err
	}
	graph, rules, err := s.f.position()
	if err != nil {
		return err
	}
	if _, ok := pattern.NewNeighbourhoods(graph); !ok {
		return usageError{fmt.Errorf("--board %s: shapes are of honeycombs and square boards", graph.Name())}
	}
	samples, err := s.play(cmd.Context(), game.New(graph, rules), progress.New(cmd.ErrOrStderr()))
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := pattern.Fit(graph.Lattice(), samples, schoolRounds).Write(&text); err != nil {
		return err
	}
	return writeFile(cmd.OutOrStdout(), s.out, s.force, text.Bytes())
}

// play plays the games on every core and returns their choices in order.
func (s *school) play(ctx context.Context, start *game.Game, say *progress.Line) ([]pattern.Sample, error) {
	defer say.Clear()
	seed, next, done := s.f.randomSeed(), 0, 0
	all, failed := make([][]pattern.Sample, s.games), make([]error, s.games)
	var mu sync.Mutex
	var hands sync.WaitGroup
	for range s.f.config.Cores() {
		hands.Go(func() {
			o := s.options(start.Graph())
			for mu.Lock(); next < s.games && ctx.Err() == nil; mu.Lock() {
				i := next
				next++
				mu.Unlock()
				all[i], failed[i] = learn.Game(ctx, start.Clone(), seed+uint64(i), o)
				mu.Lock()
				done++
				say.Printf("%d of %d games", done, s.games)
				mu.Unlock()
			}
			mu.Unlock()
		})
	}
	hands.Wait()
	if ctx.Err() != nil {
		return nil, errors.New("shapes: interrupted; nothing is learned before the last game")
	}
	return slices.Concat(all...), errors.Join(failed...)
}

// options are those of the games of one thread.
func (s *school) options(g *board.Graph) learn.Options {
	o := learn.Options{Visits: s.f.config.Visits, Opening: g.Points() / 8, Evaluator: s.f.config.PlayoutEvaluator}
	if o.Visits == 0 {
		o.Visits = schoolVisits
	}
	urgent := playout.New(0)
	o.HasReply = func(g *game.Game, c board.Color) bool { return urgent.Reply(g, c) != board.Pass }
	return o
}
