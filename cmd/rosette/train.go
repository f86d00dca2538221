package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/matches"
	"rosette/engine/neural"
	"rosette/engine/train"
	"rosette/game"
	"rosette/game/board"
	"rosette/progress"
	"rosette/runlog"
)

// A schooling is a run of training: play, learn, test, promote, and again.
type schooling struct {
	training
	minutes float64
	most    int // cycles, 0 for no bound
	size    string
	python  string
	first   int // batches by playouts before the first cycle
	every   int // batches of a cycle
	steps   int // of learning in a cycle
	window  int // positions to learn from
	pairs   int // of games that test a network
	visits  int // a move in them

	graph   *board.Graph // that networks are tested on
	rules   game.Rules
	trainer *train.Trainer
	state   schoolState
	best    *neural.Network // nil for playouts
	say     *progress.Line
	out     io.Writer
	began   time.Time
}

// A schoolState is what a run remembers of what is decided.
type schoolState struct {
	Cycle     int     `json:"cycle"`               // the last that is whole
	Batches   int     `json:"batches"`             // that it had learned from
	Steps     int     `json:"steps"`               // of learning at its end
	Best      string  `json:"best"`                // the network that plays, none for playouts
	Yardstick string  `json:"yardstick,omitempty"` // the network that others are measured by, none for playouts
	Seconds   float64 `json:"seconds"`             // that commands have taken until then
}

// The names in the folder of a run.
const (
	networksFolder = "networks"
	stateFile      = "state.json"
	trialsFile     = "trials.jsonl"
	bestFile       = "best.rnet"
	reportFile     = "report.html"
)

// trainBatch is how many positions a step of learning has.
const trainBatch = 256

func trainCommand(f *flags) *cobra.Command {
	s := &schooling{training: training{f: f}}
	cmd := &cobra.Command{
		Use:   "train --run DIR",
		Short: "Train a network by self-play",
		Long: "Plays the first games by playouts; then, cycle by cycle, the best network so far\n" +
			"plays itself, a new network learns from the games with PyTorch, and a gating match\n" +
			"at equal visits decides whether it replaces the best. Separate games measure the\n" +
			"strength of each best network. DIR holds the whole run, and the same command\n" +
			"continues it: after its minutes, after Ctrl-C, after a crash. DIR/best.rnet is the\n" +
			"best network, DIR/report.html the report.",
		Example: "  rosette train --board rosette-2 --minutes 10\n" +
			"  rosette train --run curriculum --boards rosette-3,rosette-4=2,rosette-5 --minutes 180",
		RunE: func(cmd *cobra.Command, _ []string) error { return s.command(cmd) },
	}
	s.teach(cmd)
	set := cmd.Flags()
	set.Float64Var(&s.minutes, "minutes", 60, "`minutes` until this command stops; a batch or step that has begun is finished")
	set.IntVar(&s.most, "cycles", 0, "`number` of cycles of the whole run; 0 for no limit")
	set.StringVar(&s.size, "size", "b4c48", "`size` of the network: blocks and channels, such as b6c64")
	set.StringVar(&s.python, "python", "", "the `program` that runs Python with PyTorch (default: the first found)")
	set.IntVar(&s.first, "first", 16, "`number` of batches played by playouts before the first cycle")
	set.IntVar(&s.every, "every", 8, "`number` of batches in a cycle")
	set.IntVar(&s.steps, "steps", 150, "`number` of training steps in a cycle, 256 positions each")
	set.IntVar(&s.window, "window", 50_000, "`number` of newest positions in the replay window; grows sublinearly with the positions played")
	set.IntVar(&s.pairs, "pairs", 40, "`number` of openings of a gating match, each played twice with the colours swapped")
	set.IntVar(&s.visits, "trial-visits", 64, "`number` of visits per move in matches between networks")
	f.register(cmd, gameFlags, []string{"threads", "seed"})
	refuse(cmd, "network", "train takes no --network: the best of the run plays; a run begins with playouts")
	return cmd
}

// command is rosette train.
func (s *schooling) command(cmd *cobra.Command) error {
	if s.run == "" {
		s.run = "train-" + s.f.boardName
		if s.boards != "" {
			s.run = "train-" + strings.NewReplacer(",", "-", "=", "x").Replace(s.boards)
		}
	}
	if err := s.prepare(cmd); err != nil {
		return err
	}
	defer s.say.Clear()
	s.began = time.Now()
	err := s.cycles(cmd.Context())
	if cmd.Context().Err() != nil {
		err = errors.New("interrupted; the same command goes on")
	}
	return errors.Join(err, s.report())
}

// prepare checks the flags and makes the folder ready.
func (s *schooling) prepare(cmd *cobra.Command) error {
	if err := s.check(); err != nil {
		return err
	}
	if s.most < 0 || s.most > mostBatches {
		return usageError{fmt.Errorf("--cycles %d; use 0 to %d", s.most, mostBatches)}
	}
	if !(s.minutes > 0 && s.minutes <= 1e6) {
		return usageError{fmt.Errorf("--minutes %v; use a number above 0", s.minutes)}
	}
	for _, b := range []struct {
		name string
		n    int
	}{{"first", s.first}, {"every", s.every}, {"steps", s.steps}, {"window", s.window}, {"pairs", s.pairs}, {"trial-visits", s.visits}} {
		if b.n < 1 || b.n > mostBatches {
			return usageError{fmt.Errorf("--%s %d; use 1 to %d", b.name, b.n, mostBatches)}
		}
	}
	boards, err := s.readBoards()
	if err != nil {
		return err
	}
	s.graph = boards[len(boards)-1].Of
	if s.rules, err = s.f.rules(s.graph); err != nil {
		return err
	}
	python, err := train.FindPython(cmd.Context(), s.python)
	if err != nil {
		return usageError{err}
	}
	s.out, s.say = cmd.OutOrStdout(), progress.New(cmd.ErrOrStderr())
	s.trainer = &train.Trainer{
		Run: s.run, Python: python, Size: s.size, Lattice: neural.LatticeName(s.graph.Lattice()), Seed: s.f.config.Seed, Batch: trainBatch, Round: s.steps, Window: s.window,
		Say: func(line string) { s.say.Printf("learning: %s", line) },
	}
	if err := os.MkdirAll(s.run, 0o777); err != nil {
		return usageError{fmt.Errorf("--run: %w", err)}
	}
	return errors.Join(s.trainer.Unpack(), s.recall())
}

// recall reads what the run remembers.
func (s *schooling) recall() error {
	text, err := os.ReadFile(filepath.Join(s.run, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s.state)
	}
	if err != nil {
		return fmt.Errorf("%s in %s: %w; name another folder, or take the file away to begin with cycle 1", stateFile, s.run, err)
	}
	if s.state.Best == "" {
		return nil
	}
	s.best, err = readNetwork(filepath.Join(s.run, networksFolder, s.state.Best))
	return err
}

// over tells whether the minutes have passed, or the cycles been done.
func (s *schooling) over() bool {
	return time.Since(s.began).Minutes() >= s.minutes || s.most > 0 && s.state.Cycle >= s.most
}

// cycles goes on until the minutes have passed. What has begun of a cycle is done
// by the next command.
func (s *schooling) cycles(ctx context.Context) error {
	for !s.over() {
		goal := schoolState{Cycle: s.state.Cycle + 1, Batches: max(s.state.Batches, s.first) + s.every, Steps: s.state.Steps + s.steps}
		whole, err := s.gather(ctx, goal.Batches, s.f.config.Cores(), s.over)
		if err != nil || !whole {
			return err
		}
		if err := s.study(ctx, goal); err != nil {
			return err
		}
		if err := s.promote(ctx, goal); err != nil {
			return err
		}
	}
	return nil
}

// study learns, on one core; on the others the best plays on for the cycle that
// comes next.
func (s *schooling) study(ctx context.Context, goal schoolState) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var learned atomic.Bool
	var beside sync.WaitGroup
	if more := s.f.config.Cores() - 1; more > 0 {
		beside.Go(func() {
			if _, err := s.gather(ctx, goal.Batches+s.every, more, learned.Load); err != nil {
				stop(err)
			}
		})
	}
	err := s.trainer.Learn(ctx, goal.Steps)
	learned.Store(true)
	if err != nil {
		stop(err)
	}
	beside.Wait()
	return context.Cause(ctx)
}

// gather plays batches on so many threads until all are there, or it is over.
func (s *schooling) gather(ctx context.Context, batches, threads int, over func() bool) (whole bool, err error) {
	s.batches = batches
	s.network = ""
	if s.best != nil {
		s.network = filepath.Join(s.run, networksFolder, s.state.Best)
	}
	play, err := s.play(nil)
	if err != nil {
		return false, err
	}
	if s.best == nil { // playouts need more visits to say something
		play.Full, play.Fast = 4*play.Full, 4*play.Fast
	}
	play.Threads = threads
	return s.fill(ctx, s.say, io.Discard, play, over)
}

// A trialReport is a line about a network that was tested.
type trialReport struct {
	Cycle    int              `json:"cycle"`
	Network  string           `json:"network"`
	Against  string           `json:"against"` // the best before, "playouts" at first
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"`
	Promoted bool             `json:"promoted"`
	Gauge    *gauge           `json:"gauge,omitempty"` // of a network that was promoted
	Seconds  float64          `json:"seconds"`         // that the run had taken
	Rows     int              `json:"rows"`
	Games    int              `json:"games"`
}

// promote tests the network of a cycle against the best, and lets it take its
// place if it wins.
func (s *schooling) promote(ctx context.Context, goal schoolState) error {
	name := fmt.Sprintf("%06d.rnet", goal.Cycle-1) // the trainer counts from 0
	net, err := readNetwork(filepath.Join(s.run, networksFolder, name))
	if err != nil {
		return err
	}
	match := s.test(uint64(goal.Cycle), &matches.SPRT{Elo0: -20, Elo1: 30, Alpha: 0.05, Beta: 0.05})
	standing, err := match.run(ctx, minded(net), minded(s.best), func(now matches.Standing) {
		s.watch(fmt.Sprintf("cycle %d: network %s against the best", goal.Cycle, name), now)
	})
	if err != nil {
		return err
	}
	r := trialReport{
		Cycle: goal.Cycle, Network: name, Against: cmp.Or(s.state.Best, playoutsName), Standing: standing, Elo: standing.Pairs.Elo(),
		Promoted: standing.Verdict == matches.Stronger || standing.Verdict == matches.Undecided && standing.Wins > standing.Losses,
	}
	if r.Promoted {
		if r.Gauge, err = s.measure(ctx, goal.Cycle, name, net); err != nil {
			return err
		}
	}
	return s.decide(r, goal, net)
}

// decide keeps what a trial came to.
func (s *schooling) decide(r trialReport, goal schoolState, net *neural.Network) error {
	goal.Best, goal.Yardstick, goal.Seconds = s.state.Best, s.state.Yardstick, s.state.Seconds+time.Since(s.began).Seconds()
	s.state = goal
	s.minutes -= time.Since(s.began).Minutes()
	s.began = time.Now()
	r.Seconds = s.state.Seconds
	var err error
	if r.Games, r.Rows, err = s.counts(); err != nil {
		return err
	}
	if r.Promoted {
		s.best, s.state.Best = net, r.Network
		text, err := os.ReadFile(filepath.Join(s.run, networksFolder, r.Network))
		if err != nil {
			return err
		}
		if err := writeFile(nil, filepath.Join(s.run, bestFile), true, text); err != nil {
			return err
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := runlog.Append(filepath.Join(s.run, trialsFile), r); err != nil {
		return err
	}
	state, err := json.MarshalIndent(s.state, "", "  ")
	if err != nil {
		return err
	}
	if err := writeFile(nil, filepath.Join(s.run, stateFile), true, append(state, '\n')); err != nil {
		return err
	}
	said := r.String()
	if s.asJSON {
		said = string(line)
	}
	s.say.Clear()
	_, err = fmt.Fprintln(s.out, said)
	return err
}

// String is the report for people.
func (r trialReport) String() string {
	verdict := "the best stays"
	if r.Promoted {
		verdict = "it is the best now"
	}
	if g := r.Gauge; g != nil {
		verdict += "; " + g.String()
	}
	return fmt.Sprintf("cycle %d, after %s: %d games, %s, %d positions; network %s against %s %d–%d, %d drawn: %s",
		r.Cycle, r.took().Round(time.Second), r.Games, hourly(r.Games, r.took()), r.Rows, r.Network, r.Against,
		r.Standing.Wins, r.Standing.Losses, r.Standing.Draws, verdict)
}
