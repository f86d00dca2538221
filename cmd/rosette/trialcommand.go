package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/matches"
	"rosette/engine/neural/remote"
	"rosette/game/board"
	"rosette/progress"
)

// A trying is rosette trial: two minds at equal visits.
type trying struct {
	f        *flags
	pairs    int
	visits   int
	parallel int
	minutes  float64
	asJSON   bool
	hear     context.CancelCauseFunc // told when a server that thinks is lost
}

func trialCommand(f *flags) *cobra.Command {
	y := &trying{f: f}
	cmd := &cobra.Command{
		Use:   "trial FIRST SECOND",
		Short: "Play a match between two networks at equal visits",
		Long: "Plays every opening twice between two networks at equal visits, by search only: no\n" +
			"resignation, no passing rules, no clock. Each player is a network FILE, the socket\n" +
			"of an evaluation server (python3 -m learn.serve NET --socket SOCKET), or playouts.\n" +
			"Games unfinished at --minutes are scored as they stand.",
		Example: "  rosette trial new.rnet old.rnet --board rosette-3 --pairs 100\n" +
			"  rosette trial /tmp/new.sock playouts --parallel 512 --minutes 5 --json",
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error { return y.command(cmd, args) },
	}
	set := cmd.Flags()
	set.IntVar(&y.pairs, "pairs", 40, "`number` of openings, each played twice with the colours swapped")
	set.IntVar(&y.visits, "trial-visits", 64, "`number` of visits per move")
	set.IntVar(&y.parallel, "parallel", 0, "`number` of games at once; 0 for one on each core")
	set.Float64Var(&y.minutes, "minutes", 0, "`minutes` until the match ends; 0 for no limit")
	set.BoolVar(&y.asJSON, "json", false, "print the result as a line of JSON")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	return cmd
}

// check says which number is out of bounds.
func (y *trying) check() error {
	for _, b := range []struct {
		name            string
		n, least, above int
	}{{"pairs", y.pairs, 1, mostBatches}, {"trial-visits", y.visits, 1, configure.MaxVisits}, {"parallel", y.parallel, 0, mostParallel}} {
		if b.n < b.least || b.n > b.above {
			return usageError{fmt.Errorf("--%s %d; use %d to %d", b.name, b.n, b.least, b.above)}
		}
	}
	if !(y.minutes >= 0 && y.minutes <= 1e6) {
		return usageError{fmt.Errorf("--minutes %v; use a number above 0, or 0 for no bound", y.minutes)}
	}
	return nil
}

// A trialResult is what a trial says, as JSON.
type trialResult struct {
	First    string           `json:"first"`
	Second   string           `json:"second"`
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"`
}

func (y *trying) command(cmd *cobra.Command, args []string) error {
	if err := y.check(); err != nil {
		return err
	}
	graph, rules, err := y.f.position()
	if err != nil {
		return err
	}
	t := &trial{graph: graph, rules: rules, visits: y.visits, pairs: y.pairs, parallel: y.parallel, seed: y.f.randomSeed()}
	if t.parallel == 0 {
		t.parallel = y.f.config.Cores()
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	y.hear = stop
	var minds [2]mindOf
	for i, name := range args {
		var hangUp func() error
		if minds[i], hangUp, err = y.mind(name, t); err != nil {
			return err
		}
		defer func() { _ = hangUp() }() // nothing more is asked
	}
	if y.minutes > 0 {
		var end context.CancelFunc
		ctx, end = context.WithTimeout(ctx, time.Duration(y.minutes*float64(time.Minute)))
		defer end()
	}
	say := progress.New(cmd.ErrOrStderr())
	defer say.Clear()
	standing, err := t.run(ctx, minds[0], minds[1], func(now matches.Standing) {
		if say.Width > 0 {
			say.Printf("%d–%d, %d drawn", now.Wins, now.Losses, now.Draws)
		}
	})
	if cause := context.Cause(ctx); cause != nil && !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	} else if err != nil && cause == nil {
		return err
	}
	say.Clear()
	return y.tell(cmd, trialResult{args[0], args[1], standing, standing.Pairs.Elo()})
}

// tell says the result.
func (y *trying) tell(cmd *cobra.Command, r trialResult) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	s := r.Standing
	said := fmt.Sprintf("%s against %s: %d–%d, %d drawn", r.First, r.Second, s.Wins, s.Losses, s.Draws)
	if e := r.Elo; e.Bounded() {
		said += fmt.Sprintf("; Elo %+.0f, 95 %% interval %+.0f to %+.0f", e.At, e.Low, e.High)
	}
	if y.asJSON {
		said = string(line)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
	return err
}

// mind returns what a contestant's evaluators are made by, and how to be done
// with it.
func (y *trying) mind(name string, t *trial) (mindOf, func() error, error) {
	nothing := func() error { return nil }
	if name == playoutsName {
		return minded(nil), nothing, nil
	}
	unknown := func(graph *board.Graph) error {
		return usageError{fmt.Errorf("%s knows no %s played so; use a network for that lattice and rules without a supply of stones", name, graph.Name())}
	}
	if info, err := os.Stat(name); err == nil && info.Mode()&os.ModeSocket != 0 {
		c, err := remote.Dial(name, remote.Options{OnLost: y.hear})
		if err != nil {
			return nil, nil, usageError{err}
		}
		if !c.Network().Applies(t.graph, t.rules) {
			return nil, nil, errors.Join(unknown(t.graph), c.Close())
		}
		return func(seed uint64) engine.Evaluator { return c.Evaluator(seed) }, c.Close, nil
	}
	net, err := readNetwork(name)
	if err != nil {
		return nil, nil, usageError{fmt.Errorf("%w; name a network file, a socket or playouts", err)}
	}
	if !net.Applies(t.graph, t.rules) {
		return nil, nil, unknown(t.graph)
	}
	return minded(net), nothing, nil
}
