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
		Short: "Measure a server under load, or kill it and check its data",
		Long: "Plays legal games over WebSockets. Prints the time from sending a move to its\n" +
			"acknowledgement, and the cost to the server and to this program. A move is\n" +
			"acknowledged when it is on disk. The scenarios, with their default flags:\n\n" + storm.Scenarios() + "\n" +
			"Without --server, each measurement starts rosette serve with a temporary\n" +
			"folder, or with a new database on the server of --database. Connections come\n" +
			"from many addresses in 127.0.0.0/8, to stay within the limits per address.\n" +
			"kill verifies the stored games after every 20 kills. With --out, the same\n" +
			"command resumes an interrupted run of kill, games, spectators or history.",
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
	cmd.Flags().StringVar(&p.Database, "database", "", "PostgreSQL `URL` with a user that may create databases")
	cmd.Flags().BoolVar(&closedLoop, "closed-loop", false,
		"play each move when the last one is acknowledged, instead of --rate")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each result")
	f.register(cmd, []string{"board", "seed"})
	reword(cmd, "board", "`board` that the server offers, such as rosette-3 or square-9")
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
		"flood, games, spectators, sockets: `URL` of a running server (default: start one)")
	intFlag(set, &p.PID, "pid", 0, 0, 1<<30, "process `ID` of --server, to print its cost")
	set.StringVar(&p.Launch.Program, "program", "", "rosette `program` to start as the server (default: this one)")
	set.StringSliceVar(&p.Launch.Args, "serve", nil,
		"`flags` for rosette serve, separated by commas")
	set.BoolVar(&p.Pin, "pin", false, "pin server and generator to one core each (Linux)")
	set.IntSliceVar(&p.Games, "games", nil, "`numbers` of concurrent games")
	set.IntSliceVar(&p.Spectators, "spectators", nil,
		"games, spectators: `numbers` of sockets that watch each game")
	set.IntSliceVar(&p.Plies, "plies", nil, "history: `numbers` of plies in each game at the start")
	set.StringVar(&p.NATS, "nats", "", "NATS `URL` for several servers on one database")
	intFlag(set, &p.Servers, "nodes", 1, 1, 16,
		"`number` of servers that share the games, with --database and --nats")
	set.DurationVar(&p.Within, "within", 5*time.Second,
		"nodes: maximum `time` that a game may stop when one of two servers fails")
	set.BoolVar(&p.Namespaces, "namespaces", false,
		"nodes: also drop a server's packets in its own network namespace (Linux, as root)")
	intFlag(set, &p.Sockets, "sockets", 0, 0, 1_000_000, "sockets: `number` of open sockets")
	intFlag(set, &p.Requests, "requests", 0, 0, 10_000,
		"flood: `number` of requests of each kind (default: 60 to 230)")
	intFlag(set, &p.Kills, "kills", 0, 0, 1_000_000, "kill: `number` of kills")
	set.Float64Var(&p.Rate, "rate", 0, "`moves` per second in each game")
	set.DurationVar(&p.Duration, "duration", 0, "`duration` of each measurement; kill: maximum lifetime of a server")
	set.DurationVar(&p.WarmUp, "warm-up", storm.WarmUp, "`duration` of play before each measurement")
	set.StringVar(&p.Control, "clock", "", "time `control`, such as 10m+3x30s")
	intFlag(set, &p.PerAddress, "per-address", storm.PerAddress, 0, 1_000_000,
		"maximum `number` of sockets per address in 127.0.0.0/8; 0 for one address")
	set.StringVar(&p.Out, "out", "", "`folder` for results, with "+storm.RowsFile+" for games, spectators and history")
	set.StringVar(&p.Data, "data", "", "faults: `folder` on a small disk that can fill up")
}
