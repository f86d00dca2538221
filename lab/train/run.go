package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/runlog"
	"rosette/lab/matches"
)

// A Plan describes how a run trains.
type Plan struct {
	Dir      string        // run directory
	Duration time.Duration // limit for [Run.Train]; a batch or a step in a cycle is finished first
	Cycles   int           // in the whole run, 0 for no limit
	Cores    int           // for self-play and matches

	Archive      *Archive // also keeps the games; may be nil
	SelfPlay     SelfPlay // the run sets Evaluators and Threads
	FirstBatches int      // played by playouts before the first cycle
	CycleBatches int      // played in each cycle

	Start  string  // initial network file; "" starts with playouts
	Size   string  // network size, such as b4c48; "" for Start's size, or else b4c48
	Python string  // a program with PyTorch; see package pytorch
	Passes float64 // number of times that each position is learned
	Rate   float64 // learning rate
	Cool   float64 // final share of Duration in which the rate falls
	Window int     // positions in the replay window

	Gate    bool         // each new network must beat the best one; otherwise only the first must beat playouts
	Measure int          // a promoted network is rated if none was rated in this many cycles; 0 for never
	Graph   *board.Graph // for matches between networks
	Rules   game.Rules   // for these matches
	Pairs   int          // of games per match
	Visits  int          // per move in a match

	Distributor Distributor // distributes self-play games to other processes; may be nil

	OnCycle  func(CycleReport) error // called with each complete cycle
	OnStatus func(line string)       // called after each self-play or match game
	OnNote   func(line string)       // called with each trainer line and with notes on the logs
	// OnStatus and OnNote may be called concurrently.
}

// CheckLearning returns an error if the learning parameters are invalid. It begins with a field's
// name.
func (p Plan) CheckLearning() error {
	err := CheckSize(cmp.Or(p.Size, defaultSize))
	switch {
	case err != nil:
		return fmt.Errorf("size %w", err)
	case !(p.Passes > 0 && p.Passes <= maxPasses):
		return fmt.Errorf("passes %v; use a number above 0", p.Passes)
	case !(p.Rate > 0 && p.Rate <= 1):
		return fmt.Errorf("rate %v; use a number above 0, up to 1", p.Rate)
	case !(p.Cool >= 0 && p.Cool <= 1):
		return fmt.Errorf("cool %v; use a share from 0 to 1", p.Cool)
	}
	return nil
}

// maxPasses is the largest number of passes.
const maxPasses = 10_000_000

// defaultSize is the default network size.
const defaultSize = "b4c48"

// trainerBatch is the number of positions in a training step.
const trainerBatch = 256

// A Run is a plan being executed in its run directory.
type Run struct {
	Plan
	state  State
	best   *neural.Network // nil for playouts
	began  time.Time       // start of this command
	before float64         // seconds used by earlier commands

	learn func(ctx context.Context, cycle, steps int, gone float64) error // runs the trainer
	play  func(ctx context.Context, m *Match, first, second Evaluators,
		onGame func(matches.Standing)) (matches.Standing, error)
}

func playMatch(
	ctx context.Context, m *Match, first, second Evaluators, onGame func(matches.Standing),
) (matches.Standing, error) {
	return m.Play(ctx, first, second, onGame)
}

// errInterrupted is returned by a run whose context ended.
var errInterrupted = errors.New("interrupted; the same command resumes")

// Open prepares the run directory and reads the run's state. The error is a [DirError] if the
// directory cannot be used, a [StartError] if Start cannot.
func (p Plan) Open() (*Run, error) {
	if err := makeDirs(p.Dir, "."); err != nil {
		return nil, err
	}
	r := &Run{Plan: p, play: playMatch}
	var err error
	if r.state, err = readState(p.Dir); err != nil {
		return nil, err
	}
	if err := r.start(); err != nil {
		return nil, err
	}
	trainer := r.trainer()
	if err := trainer.Unpack(); err != nil {
		return nil, err
	}
	r.learn = trainer.Learn
	r.before = r.state.Seconds
	if r.state.Best != "" {
		r.best, err = r.network(r.state.Best)
	}
	return r, err
}

// trainer returns the run's trainer.
func (r *Run) trainer() *Trainer {
	t := &Trainer{
		Dir: r.Dir, Python: r.Python, Size: cmp.Or(r.Size, defaultSize), Lattice: neural.LatticeName(r.Graph.Lattice()),
		Seed:  r.SelfPlay.Seed,
		Batch: trainerBatch, Window: r.Window, Rate: r.Rate, Cool: r.Cool,
		OnLine: func(line string) { r.OnNote("learning: " + line) },
	}
	if _, err := os.Stat(filepath.Join(r.Dir, networkDir, startFile)); err == nil {
		t.Start = filepath.Join(networkDir, startFile)
	}
	return t
}

// network reads one of the run's networks.
func (r *Run) network(name string) (*neural.Network, error) {
	return neural.ReadFile(filepath.Join(r.Dir, networkDir, name))
}

// Train trains until the duration has passed or all cycles are complete. Finished parts of a cycle
// are not repeated by the next command, even after ctx ends.
func (r *Run) Train(ctx context.Context) error {
	r.began = time.Now()
	for !r.timeUp() && (r.Cycles == 0 || r.state.Cycle < r.Cycles) {
		complete, err := r.cycle(ctx)
		if ctx.Err() != nil {
			return errInterrupted
		}
		if err != nil || !complete {
			return err
		}
	}
	return nil
}

// timeUp reports whether this command's duration has passed.
func (r *Run) timeUp() bool { return time.Since(r.began) >= r.Duration }

// cycle completes a cycle. It returns false if time ran out before all batches were played.
func (r *Run) cycle(ctx context.Context) (complete bool, err error) {
	goal := r.state.goal(&r.Plan)
	if complete, err := r.produce(ctx, goal.Batches, r.Cores, r.timeUp); err != nil || !complete {
		return false, err
	}
	if goal.Steps, err = r.steps(goal.Batches); err != nil {
		return false, err
	}
	if err := r.learnAndPlay(ctx, goal); err != nil {
		return false, err
	}
	name := networkName(goal.Cycle)
	candidate, err := r.network(name)
	if err != nil {
		return false, err
	}
	report, err := r.judge(ctx, &goal, name, candidate)
	if err != nil {
		return false, err
	}
	if err := r.finish(goal, report); err != nil {
		return false, err
	}
	if report.Promoted {
		r.best = candidate
	}
	return true, nil
}

// judge decides whether a cycle's network becomes the best and notes that in goal. It rates the
// network if a rating is due.
func (r *Run) judge(
	ctx context.Context, goal *State, name string, candidate *neural.Network,
) (report CycleReport, err error) {
	report = CycleReport{Cycle: goal.Cycle, Network: name, Against: cmp.Or(r.state.Best, Playouts), Promoted: true}
	if r.Gate || r.best == nil {
		if report, err = r.gate(ctx, goal.Cycle, name, candidate); err != nil || !report.Promoted {
			return report, err
		}
	}
	goal.Best = name
	if r.Measure == 0 || goal.Cycle-goal.Measured < r.Measure {
		return report, nil
	}
	goal.Measured = goal.Cycle
	if report.Rating, err = r.rate(ctx, goal.Cycle, name, candidate); err == nil &&
		replacesReference(report.Rating.Standing) {
		goal.Reference = name
	}
	return report, err
}

// steps returns the number of learning steps that use each position in the first batches Passes
// times.
func (r *Run) steps(batches int) (int, error) {
	all, err := readBatches(r.Dir, r.OnNote)
	samples := 0
	for _, b := range all {
		if b.Batch <= batches {
			samples += b.Samples
		}
	}
	return max(r.state.Steps+1, int(r.Passes*float64(samples)/trainerBatch)), err
}

// gone returns the elapsed share of this command's time or of the run's cycles.
func (r *Run) gone() float64 {
	share := min(1, time.Since(r.began).Seconds()/r.Duration.Seconds())
	if r.Cycles > 0 {
		share = max(share, float64(r.state.Cycle)/float64(r.Cycles))
	}
	return share
}

// learnAndPlay learns on one core. On the other cores and elsewhere, the best network plays batches
// for the next cycle until learning ends.
func (r *Run) learnAndPlay(ctx context.Context, goal State) error {
	group, ctx := errgroup.WithContext(ctx)
	var learned atomic.Bool
	group.Go(func() error {
		defer func() {
			learned.Store(true)
			if r.Distributor != nil {
				r.Distributor.Share(r.Cores) // games already started need not wait for others
			}
		}()
		return r.learn(ctx, goal.Cycle, goal.Steps, r.gone())
	})
	if others := r.Cores - 1; others > 0 || r.Distributor != nil {
		group.Go(func() error {
			_, err := r.produce(ctx, goal.Batches+r.CycleBatches, others, learned.Load)
			return err
		})
	}
	return group.Wait()
}

// playoutVisits multiplies the visits in self-play by playouts, whose evaluations carry less
// information than a network's.
const playoutVisits = 4

// ahead is the number by which the games that can run at once are multiplied to start self-play, so
// that a game is always ready for a worker elsewhere.
const ahead = 2

// produce plays the missing ones among the first batches with the best network, until stop returns
// true.
func (r *Run) produce(ctx context.Context, batches, threads int, stop func() bool) (complete bool, err error) {
	play := r.SelfPlay
	play.Evaluators, play.Threads = EvaluatorsOf(r.best), threads
	if r.best == nil {
		play.Full, play.Fast = playoutVisits*play.Full, playoutVisits*play.Fast
	} else {
		for _, b := range play.Boards {
			if !r.best.Applies(b.Value, r.Rules) {
				return false, fmt.Errorf("%s does not support %s; use another folder for these boards and rules",
					r.state.Best, b.Value.Name())
			}
		}
	}
	parallel := 0
	if r.Distributor != nil {
		parallel = max(play.Games, ahead*r.Distributor.Share(threads))
		play.Distributor = r.Distributor
	}
	q := &BatchQueue{
		Dir: r.Dir, SelfPlay: play, Batches: batches, Archive: r.Archive, Parallel: parallel, Stop: stop,
		OnGame: func(p BatchProgress) { r.OnStatus(p.Line()) },
	}
	return q.Produce(ctx)
}

// gate plays a cycle's gating match: the new network against the best.
func (r *Run) gate(ctx context.Context, cycle int, name string, candidate *neural.Network) (CycleReport, error) {
	match := r.match(uint64(cycle), gatingSPRT())
	standing, err := r.play(ctx, match, EvaluatorsOf(candidate), EvaluatorsOf(r.best), func(now matches.Standing) {
		r.OnStatus(fmt.Sprintf("cycle %d: network %s against the best: %s", cycle, name, scoreText(now)))
	})
	return CycleReport{
		Cycle: cycle, Network: name, Against: cmp.Or(r.state.Best, Playouts),
		Standing: standing, Elo: standing.Pairs.Elo(), Promoted: Promotes(standing),
	}, err
}

// rate plays the rating match for a promoted network.
func (r *Run) rate(ctx context.Context, cycle int, name string, promoted *neural.Network) (*RatingMatch, error) {
	var reference *neural.Network
	var err error
	if r.state.Reference != "" {
		if reference, err = r.network(r.state.Reference); err != nil {
			return nil, err
		}
	}
	m := &RatingMatch{Against: cmp.Or(r.state.Reference, Playouts)}
	match := r.match(ratingSeed+uint64(cycle), nil)
	m.Standing, err = r.play(ctx, match, EvaluatorsOf(promoted), EvaluatorsOf(reference), func(now matches.Standing) {
		r.OnStatus(fmt.Sprintf("cycle %d: rating match against %s: %s", cycle, m.Against, scoreText(now)))
	})
	if err != nil {
		return nil, err
	}
	reports, err := readLog[CycleReport](filepath.Join(r.Dir, cycleLog), r.OnNote)
	if err != nil {
		return nil, err
	}
	rated, err := ratings(lastOfEachCycle(append(reports, CycleReport{Cycle: cycle, Network: name, Rating: m})))
	m.Elo = rated[name]
	return m, err
}

// match returns a match between networks of the run.
func (r *Run) match(seed uint64, sprt *matches.SPRT) *Match {
	return &Match{
		Graph: r.Graph, Rules: r.Rules, Visits: r.Visits, Pairs: r.Pairs, Parallel: r.Cores, Seed: seed, SPRT: sprt,
	}
}

// finish stores a cycle's decision: the best network, then the log line, and finally the state,
// after which the cycle is not repeated.
func (r *Run) finish(goal State, report CycleReport) error {
	goal.Seconds = r.before + time.Since(r.began).Seconds()
	report.Seconds = goal.Seconds
	var err error
	if report.Games, report.Samples, err = r.counts(); err != nil {
		return err
	}
	if report.Promoted {
		weights, err := os.ReadFile(filepath.Join(r.Dir, networkDir, report.Network))
		if err != nil {
			return err
		}
		if err := runlog.WriteFile(filepath.Join(r.Dir, bestFile), weights); err != nil {
			return err
		}
	}
	if err := runlog.Append(filepath.Join(r.Dir, cycleLog), report); err != nil {
		return err
	}
	if err := goal.write(r.Dir); err != nil {
		return err
	}
	r.state = goal
	return r.OnCycle(report)
}

// counts returns the run's number of games and samples.
func (r *Run) counts() (games, samples int, err error) {
	all, err := readBatches(r.Dir, r.OnNote)
	for _, b := range all {
		games, samples = games+b.Games, samples+b.Samples
	}
	return games, samples, err
}
