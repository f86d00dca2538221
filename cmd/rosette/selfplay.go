package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/lab/train"
)

func selfplayCommand(f *flags) *cobra.Command {
	s := selfPlayFlags{flags: f}
	var q train.BatchQueue
	var socket string
	cmd := &cobra.Command{
		Use:   "selfplay --run DIR",
		Short: "Generate training data by self-play",
		Long: "Plays games of the computer against itself and writes training data to DIR/shards,\n" +
			"one file for some games on one board; a file is written whole or not at all. Moves\n" +
			"that are kept as training data are searched with --full visits, the others with\n" +
			"--fast; komi, rules and handicaps vary. Without --network, playouts play, which is\n" +
			"how a run begins. A batch depends only on --seed and its number, so the same\n" +
			"command continues an interrupted run. The first game of each batch is written to\n" +
			"DIR/games. With --evaluator, a server evaluates positions on a graphics processor;\n" +
			"its answers may differ in the last digits, and so may the games.",
		Example: "  rosette lab selfplay --run first --boards rosette-2,rosette-3=3 --batches 100\n" +
			"  rosette lab selfplay --run first --network first/networks/000004.rnet --batches 200\n" +
			"  rosette lab selfplay --run first --evaluator /tmp/serve.sock --parallel 4096 --games 256",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.produce(cmd, &q, socket) },
	}
	s.register(cmd)
	cmd.Flags().StringVar(&socket, "evaluator", "", "`SOCKET` of an evaluation server: python3 -m learn.serve NET --socket SOCKET")
	intFlag(cmd.Flags(), &q.Parallel, "parallel", 0, 0, maxAtOnce,
		"`number` of games at once, thousands with --evaluator; 0 for one on each core")
	intFlag(cmd.Flags(), &q.Batches, "batches", 10, 1, maxBatches, "`number` of batches in DIR at the end")
	f.register(cmd, gameFlags, []string{"network", "threads", "seed"})
	reword(cmd, "seed", runSeed)
	reword(cmd, "network", "network `FILE` that plays (default: playouts play)")
	return cmd
}

// produce plays the missing batches and prints a line for each.
func (s *selfPlayFlags) produce(cmd *cobra.Command, q *train.BatchQueue, socket string) (err error) {
	if s.dir == "" {
		return usageError{errors.New("--run is missing: name a folder for what is played, such as --run first")}
	}
	q.Dir = s.dir
	if q.SelfPlay, _, err = s.selfPlay(); err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	report := func() error { return nil }
	if socket != "" {
		report, err = s.useServer(cmd.ErrOrStderr(), q, socket, stop)
	} else if net := s.config.Network; net != nil {
		if err = q.SelfPlay.UseNetwork(s.network, net); err != nil {
			err = usageError{fmt.Errorf("--network %w", err)}
		}
	}
	if err != nil {
		return err
	}
	p := progress.New(cmd.ErrOrStderr())
	if err := s.keep(q.Dir); err != nil {
		return errors.Join(err, report())
	}
	q.OnGame = func(b train.BatchProgress) { onTerminal(p, b.Line()) }
	q.OnBatch = func(r train.BatchReport) error { return printLine(cmd.OutOrStdout(), s.asJSON, r) }
	_, err = q.Produce(ctx)
	p.Clear()
	return errors.Join(dirError(err), report())
}

// useServer makes an evaluation server evaluate. The function that it returns
// closes the connection and writes how much the server was asked.
func (s *selfPlayFlags) useServer(
	out io.Writer, q *train.BatchQueue, socket string, onLost func(error),
) (func() error, error) {
	if s.network != "" && s.network != noNetwork {
		return nil, usageError{errors.New("--network and --evaluator contradict each other; leave one out")}
	}
	sent, err := q.SelfPlay.UseServer(socket, onLost)
	if err != nil {
		return nil, usageError{fmt.Errorf("--evaluator: %w", err)}
	}
	start := time.Now()
	return func() error {
		positions, batches, err := sent()
		speed := float64(positions) / time.Since(start).Seconds()
		fmt.Fprintf(out, "the evaluator was asked about %d positions in %d batches, %.0f a second\n", positions, batches, speed)
		return err
	}, nil
}
