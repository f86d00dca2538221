package main

import (
	"encoding/json"
	"io"
	"time"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/lab/bench"
)

func benchCommand(f *flags) *cobra.Command {
	var s bench.Suite
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the speed of this machine: playouts, network, search, reading records",
		Long: "Plays random games from the empty board, on one thread and on all, and prints\n" +
			"playouts and moves per second; passes count as moves. Light playouts choose moves\n" +
			"at random, taught playouts are those that the search uses. Visits are measured in\n" +
			"searches of 10,000, also as a share of taught playouts. Then it evaluates the board\n" +
			"by the network that serves it, if any, and searches by this; it names the kernel that\n" +
			"the processor runs and its bits. At last it reads and replays generated game records\n" +
			"on all threads.",
		Example: "  rosette lab bench\n  rosette lab bench --board rosette-6 --span 5s --json\n  rosette lab bench --bits 32",
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.bench(cmd, s, asJSON) },
	}
	cmd.Flags().DurationVar(&s.Span, "span", 2*time.Second, "`duration` of each measurement")
	cmd.Flags().IntVar(&s.Bits, "bits", 8,
		"`number` of bits in which the network is computed: 8 where the processor has a kernel for them, or 32")
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
