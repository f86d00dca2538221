package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/game"
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
		Long: "Plays the computer against itself and writes training data to DIR/shards: one\n" +
			"file for several games on one board, written whole or not at all. Moves\n" +
			"recorded as training data get --full visits, others --fast; komi, rules and\n" +
			"handicap vary. Without --network, moves are chosen by playouts; this is how a\n" +
			"run begins. DIR/games has the first game of each batch. A batch depends only on\n" +
			"--seed and its number, and the same command resumes an interrupted run.\n\n" +
			"With --evaluator, a server evaluates positions on a GPU. Its results may differ\n" +
			"in the last digits, and so may the games.",
		Example: "  rosette lab selfplay --run first --boards rosette-2,rosette-3=3 --batches 100\n" +
			"  rosette lab selfplay --run first --network first/best.rnet --batches 200\n" +
			"  rosette lab selfplay --run first --evaluator /tmp/serve.sock --parallel 4096 \\\n      --games 256",
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.produce(cmd, &q, socket) },
	}
	s.register(cmd)
	cmd.Flags().StringVar(&socket, "evaluator", "",
		"`SOCKET` of an evaluation server: python3 -m learn.serve NET --socket SOCKET")
	intFlag(cmd.Flags(), &q.Parallel, "parallel", 0, 0, maxAtOnce,
		"`number` of concurrent games, thousands with --evaluator; 0 for one per core")
	intFlag(cmd.Flags(), &q.Batches, "batches", 10, 1, maxBatches, "total `number` of batches in DIR")
	f.register(cmd, gameFlags, []string{"network", "threads", "seed"})
	reword(cmd, "seed", runSeed)
	reword(cmd, "network", "network `FILE` that plays (default: playouts)")
	return cmd
}

// produce plays the missing batches and prints a line for each.
func (s *selfPlayFlags) produce(cmd *cobra.Command, q *train.BatchQueue, socket string) (err error) {
	if s.dir == "" {
		return usageError{errors.New("no --run; use a folder for the games, such as --run first")}
	}
	q.Dir = s.dir
	q.Archive = s.archiveIn()
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

// useServer evaluates positions on an evaluation server. The returned function closes the
// connection and prints the number of positions that were sent.
func (s *selfPlayFlags) useServer(
	out io.Writer, q *train.BatchQueue, socket string, onLost func(error),
) (func() error, error) {
	if s.network != "" && s.network != noNetwork {
		return nil, usageError{errors.New("--network and --evaluator exclude each other; use one of them")}
	}
	sent, err := q.SelfPlay.UseServer(socket, onLost)
	if err != nil {
		return nil, usageError{fmt.Errorf("--evaluator: %w", err)}
	}
	start := time.Now()
	return func() error {
		positions, batches, err := sent()
		speed := float64(positions) / time.Since(start).Seconds()
		fmt.Fprintf(out, "%d positions evaluated in %d batches, %.0f per second\n", positions,
			batches, speed)
		return err
	}, nil
}

// Bounds for self-play, learning and matches between networks.
const (
	maxBatches   = 10_000_000 // also training steps, positions and pairs
	maxBatchSize = 100_000
	maxAtOnce    = 1 << 20 // games
	maxMinutes   = 1e6
)

// selfPlayFlags are the flags that selfplay and train share.
type selfPlayFlags struct {
	*flags
	dir, boards, also string
	archive           string
	games             int
	agreed            float64
	schedule          train.VisitSchedule
	asJSON            bool
}

// register adds the flags to a command.
func (s *selfPlayFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&s.dir, "run", "",
		"`DIR` of the run; these flags must be the same each time: --board, --boards, --rules, --komi, --also, --games and --seed")
	set.StringVar(&s.boards, "boards", "",
		"`boards` with relative frequencies, such as rosette-2,rosette-3=2 (default: --board)")
	set.StringVar(&s.also, "also", "", "other `rules` for about half the games")
	set.StringVar(&s.archive, "archive", "",
		"`DIR` that also keeps the games, in compact form (see rosette lab archive)")
	intFlag(set, &s.games, "games", 32, 1, maxBatchSize, "`number` of games in a batch")
	intFlag(set, &s.schedule.Full, "full", 64, 2, configure.MaxVisits,
		"`number` of visits for moves recorded as training data")
	intFlag(set, &s.schedule.Fast, "fast", 16, 2, configure.MaxVisits, "`number` of visits for the other moves")
	set.Float64Var(&s.schedule.FullShare, "share", 0.25, "`share` of moves recorded as training data")
	intFlag(set, &s.schedule.RootMoves, "moves", 16, 1, maxBatchSize,
		"`number` of root moves that a search with a network considers")
	intFlag(set, &s.schedule.FastMoves, "fast-moves", 4, 1, maxBatchSize,
		"`number` of root moves that a search with --fast visits considers")
	set.Float64Var(&s.agreed, "agreed", 0.1,
		"`share` of games that end as soon as the judge of dead stones is sure")
	set.BoolVar(&s.asJSON, "json", false, "print progress as JSON lines")
}

// selfPlay returns the self-play settings from the flags, with playout evaluators, and the rules.
func (s *selfPlayFlags) selfPlay() (p train.SelfPlay, rules game.Rules, err error) {
	if !(s.schedule.FullShare > 0 && s.schedule.FullShare <= 1) {
		return p, rules, usageError{fmt.Errorf("--share %v; use a number above 0, up to 1", s.schedule.FullShare)}
	}
	if !(s.agreed >= 0 && s.agreed <= 1) {
		return p, rules, usageError{fmt.Errorf("--agreed %v; use a number from 0 to 1", s.agreed)}
	}
	boards, err := train.ReadBoards(cmp.Or(s.boards, s.boardName))
	if err != nil {
		return p, rules, usageError{fmt.Errorf("--boards %w", err)}
	}
	if rules, err = s.rules(boards[0].Value); err != nil {
		return p, rules, err
	}
	all := train.Rulesets(rules)
	if s.also != "" {
		also, err := game.ParseRules(s.also)
		if err != nil {
			return p, rules, usageError{fmt.Errorf("--also: %w", err)}
		}
		all = append(all, train.Rulesets(also)...)
	}
	return train.SelfPlay{
		VisitSchedule: s.schedule, Sampling: train.Sampling{Boards: boards, Rules: all},
		Evaluators: train.EvaluatorsOf(nil), Agreed: s.agreed, Seed: s.config.Seed, Games: s.games,
		Threads: s.config.Cores(),
	}, rules, nil
}

// archiveIn returns the archive in --archive, or nil.
func (s *selfPlayFlags) archiveIn() *train.Archive {
	if s.archive == "" {
		return nil
	}
	return &train.Archive{Dir: s.archive}
}

// keep records the flags' conditions in a run's folder. It returns an error if the folder has other
// conditions.
func (s *selfPlayFlags) keep(dir string) error {
	c := train.Conditions{Boards: cmp.Or(s.boards, s.boardName), Seed: s.config.Seed, Games: s.games}
	return dirError(c.Keep(dir))
}

// dirError names --run in an error about a run directory.
func dirError(err error) error {
	if errors.As(err, new(*train.DirError)) {
		return usageError{fmt.Errorf("--run: %w", err)}
	}
	return err
}
