package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/lab/storm"
)

func stormCommand(f *flags) *cobra.Command {
	p := storm.Plan{Options: storm.Options{Target: storm.NewTarget}}
	var closedLoop, asJSON bool
	cmd := &cobra.Command{
		Use:   "storm SCENARIO",
		Short: "Load a server with games and measure it, or kill it and check what it kept",
		Long: "Plays legal games over WebSockets. Prints how long acknowledgements took from send to\n" +
			"reply, and what the server and this program cost. A move is acknowledged when it is on\n" +
			"disk. The scenarios are:\n\n" + storm.Scenarios() +
			"\nThe flags below a scenario are its defaults. Without --server, each measurement starts\n" +
			"rosette serve on a temporary folder, or on a new database beside that of --database.\n" +
			"Connections come from many addresses of 127.0.0.0/8, so that the server's limits for\n" +
			"one address are kept. kill verifies the stored games after every 20 kills. With --out,\n" +
			"the same command continues an interrupted run of kill, games, spectators or history.",
		Example: "  rosette lab storm games --pin --games 200,1500 --rate 4\n  rosette lab storm spectators --server http://127.0.0.1:8080 --pid 1234\n" +
			"  rosette lab storm kill --kills 1000 --out kills",
		ValidArgs: storm.ScenarioNames(),
		Args:      oneScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			if p.Given = cmd.Flags().Changed; p.Given("rate") && !(p.Rate > 0) {
				return usageError{fmt.Errorf("--rate %v; use a number above 0, up to 1000", p.Rate)}
			}
			if closedLoop {
				p.Rate = -1
			}
			return f.storm(cmd, &p, args[0], asJSON)
		},
	}
	stormFlags(cmd, &p)
	cmd.Flags().StringVar(&p.Database, "database", "", "`URL` of a PostgreSQL database whose user may make others")
	cmd.Flags().BoolVar(&closedLoop, "closed-loop", false,
		"each game makes its next move when the last is acknowledged, instead of --rate")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON, a line for each result")
	f.register(cmd, []string{"board", "seed"})
	reword(cmd, "board", "the `board` of the games, one that the server offers, such as rosette-3 or square-9")
	cmd.AddCommand(stormChartCommand())
	return cmd
}

// storm runs a scenario and prints its results.
func (f *flags) storm(cmd *cobra.Command, p *storm.Plan, scenario string, asJSON bool) (err error) {
	if p.Board, err = f.graph(); err == nil && p.Launch.Program == "" {
		p.Launch.Program, err = os.Executable()
	}
	if err != nil {
		return err
	}
	p.Seed = f.randomSeed()
	line := progress.New(cmd.ErrOrStderr())
	p.Report = func(format string, words ...any) { onTerminal(line, fmt.Sprintf(format, words...)) }
	head := storm.Header() + "\n"
	p.Result = func(r storm.Result) error {
		line.Clear()
		if _, isRow := r.(storm.Row); isRow && !asJSON {
			fmt.Fprint(cmd.OutOrStdout(), head)
			head = ""
		}
		return printLine(cmd.OutOrStdout(), asJSON, r)
	}
	defer line.Clear()
	if err = p.Run(cmd.Context(), scenario); errors.As(err, new(storm.PlanError)) {
		return usageError{err}
	}
	return err
}

func oneScenario(_ *cobra.Command, args []string) error {
	if len(args) == 1 {
		return nil
	}
	return usageError{fmt.Errorf("storm takes one scenario: %s", strings.Join(storm.ScenarioNames(), ", "))}
}

// stormFlags adds the flags for a plan. The scenario chooses values for flags that are not given.
func stormFlags(cmd *cobra.Command, p *storm.Plan) {
	set := cmd.Flags()
	set.StringVar(&p.URL, "server", "",
		"of flood, games, spectators and sockets: `URL` of a server that runs (default: start one)")
	intFlag(set, &p.PID, "pid", 0, 0, 1<<30, "process `ID` of --server, whose cost is then printed")
	set.StringVar(&p.Launch.Program, "program", "", "rosette `program` to start as server (default: this one)")
	set.StringSliceVar(&p.Launch.Args, "serve", nil,
		"`flags` of rosette serve for the servers that are started, separated by commas")
	set.BoolVar(&p.Pin, "pin", false, "keep server and generator on a core each (Linux)")
	set.IntSliceVar(&p.Games, "games", nil, "`numbers` of games at once")
	set.IntSliceVar(&p.Spectators, "spectators", nil,
		"of games and spectators: `numbers` of sockets that watch each game")
	set.IntSliceVar(&p.Plies, "plies", nil, "of history: `numbers` of plies that the games have already")
	set.StringVar(&p.NATS, "nats", "", "`URL` of the NATS server of several servers on one database")
	intFlag(set, &p.Servers, "nodes", 1, 1, 16,
		"`number` of servers that share the games of a measurement, with --database and --nats")
	set.DurationVar(&p.Within, "within", 5*time.Second,
		"of nodes: `time` that a game may stand still when one of two servers fails")
	set.BoolVar(&p.Namespaces, "namespaces", false,
		"of nodes: lose the packets of a server in a network namespace of its own (Linux, as root)")
	intFlag(set, &p.Sockets, "sockets", 0, 0, 1_000_000, "of sockets: `number` of open sockets")
	intFlag(set, &p.Requests, "requests", 0, 0, 10_000,
		"of flood: `number` of requests of each kind (default: 60 to 230)")
	intFlag(set, &p.Kills, "kills", 0, 0, 1_000_000, "of kill: `number` of kills")
	set.Float64Var(&p.Rate, "rate", 0, "`moves` a second of each game")
	set.DurationVar(&p.Duration, "duration", 0, "`time` of each measurement; of kill: how long a server lives at most")
	set.DurationVar(&p.WarmUp, "warm-up", storm.WarmUp, "`time` before each measurement")
	set.StringVar(&p.Control, "clock", "", "time `control` of the games, such as 10m+3x30s")
	intFlag(set, &p.PerAddress, "per-address", storm.PerAddress, 0, 1_000_000,
		"`number` of sockets from one address of 127.0.0.0/8; 0 for all from the same")
	set.StringVar(&p.Out, "out", "", "`folder` for the results of kill, or for "+storm.RowsFile+
		", the results of games, spectators and history")
	set.StringVar(&p.Data, "data", "", "of faults: `folder` on a small disk, for the case in which it is full")
}
