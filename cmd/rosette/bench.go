package main

import (
	"encoding/json"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/lab/bench"
	"rosette/lab/matches"
)

func benchCommand(f *flags) *cobra.Command {
	var s bench.Suite
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of playouts, network, search and record reading",
		Long: "Plays random games from the empty board on one thread and on all, and prints\n" +
			"playouts and moves per second (passes count). Light playouts choose moves at\n" +
			"random; taught playouts are those of the search. It also prints visits per\n" +
			"second, measured in searches of 10,000 visits, and this speed as a share of the\n" +
			"taught playouts. If a network supports the board, it also measures evaluations\n" +
			"and searches with that network, and prints the kernel and the number of bits\n" +
			"used. Finally it reads and replays generated records on all threads. Each speed\n" +
			"is printed by elapsed time and by processor time (of one core), which other\n" +
			"programs on the machine affect less.",
		Example: "  rosette lab bench\n  rosette lab bench --board rosette-6 --span 5s --json\n  rosette lab bench --bits 32",
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.bench(cmd, s, asJSON) },
	}
	cmd.Flags().DurationVar(&s.Span, "span", 2*time.Second, "`duration` of each measurement")
	cmd.Flags().IntVar(&s.Bits, "bits", 8,
		"`number` of bits for network arithmetic: 8 if the processor supports it, or 32")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	f.register(cmd, []string{"board" + fromFile, "network", "threads", "seed"})
	return cmd
}

// bench measures the positions on the usual boards, or on --board, and prints the results.
func (f *flags) bench(cmd *cobra.Command, s bench.Suite, asJSON bool) error {
	names := bench.Boards
	if f.set.Changed("board") {
		names = []string{f.boardName}
	}
	for _, name := range names {
		onBoard := *f
		onBoard.boardName = name
		graph, rules, err := onBoard.position()
		if err != nil {
			return err
		}
		s.Positions = append(s.Positions, game.New(graph, rules))
	}
	s.Threads = f.config.Cores()
	s.Seed = f.randomSeed()
	s.Network = f.config.NetworkFor
	s.CPU = matches.ProcessCPU
	if err := s.Check(); err != nil {
		return usageError{flagNamed(err)}
	}
	out := cmd.OutOrStdout()
	if asJSON {
		out = io.Discard
	}
	results, err := s.Run(cmd.Context(), out)
	if err != nil || !asJSON {
		return err
	}
	return json.NewEncoder(cmd.OutOrStdout()).Encode(results)
}
