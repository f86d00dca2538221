// Package jobs has the engine compute for a server: moves, komi and dead stones for the
// computer as a player, and estimates, hints and analyses for pages.
//
// All of these wait in one work.Queue. If processes elsewhere take
// jobs from the queue, each job is also described by package task.
package jobs

import (
	"context"
	"runtime"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/server/computer"
	"rosette/server/work"
)

// Options configure a Service. The zero value plays at full strength on all cores.
type Options struct {
	// Engine configures every search. Each level replaces its Level.
	Engine configure.Config

	// FixedSeed makes every move use Engine.Seed. Otherwise each move has
	// a random seed.
	FixedSeed bool

	// Workers bounds the jobs that this process runs at once. If it is 0, as many run
	// as fit the cores with Engine.Threads each; if it is negative, none.
	Workers int
}

// A Service computes. It is safe for concurrent use.
type Service struct {
	Queue     *work.Queue
	engine    configure.Config
	fixedSeed bool
}

// New returns a service with an empty queue.
func New(o Options) *Service {
	threads, workers := ShareOfCores(o.Engine.Threads)
	if o.Workers != 0 {
		workers = o.Workers
	}
	o.Engine.Threads = threads
	return &Service{
		Queue:  work.New(work.Options{Workers: workers, Short: shortJob}),
		engine: o.Engine, fixedSeed: o.FixedSeed,
	}
}

// ShareOfCores returns how many threads each job has and how many jobs run at once, with one
// thread for each core in all. If threads is 0 and there are four cores or more,
// four jobs run at once, because several jobs on one thread each are faster than one after
// the other on all threads.
func ShareOfCores(threads int) (each, workers int) {
	cores := runtime.GOMAXPROCS(0)
	if threads == 0 {
		threads = max(1, cores/4)
	}
	return threads, max(1, cores/threads)
}

// shortJob is the greatest cost for jobs with an extra worker, so that a weak level
// answers within a second while all other workers run searches at full strength.
const shortJob = 250 * time.Millisecond

// Player returns the computer as a player at a level, "" for full strength. thinking replaces
// the time for each move at full strength unless it is 0.
func (s *Service) Player(level string, thinking time.Duration) computer.Mover {
	p := Player{Engine: s.engine, FixedSeed: s.fixedSeed}
	p.Engine.Level = level
	if thinking > 0 && (level == "" || level == engine.FullStrength) {
		p.Engine.Time = thinking
	}
	return p
}

// MoveCost returns the expected time for a level's move on the named board, derived from the
// visits. It returns 0 if nothing limits the visits.
func MoveCost(level, name string) time.Duration {
	l, known := engine.LevelNamed(level)
	graph, err := board.Named(name)
	if !known || err != nil {
		return 0
	}
	cost := time.Duration(l.On(graph, false).Visits) * 500 * time.Microsecond
	if l.UsesNetwork() {
		cost = max(cost, time.Duration(l.On(graph, true).Visits)*20*time.Millisecond)
	}
	return cost
}

// A search is a search in a position with next to move.
type search struct {
	game   *game.Game
	next   board.Color
	params engine.SearchParams
}

// lend describes a job as a task if processes elsewhere take jobs and can do it. keep gets their
// answer.
func (s *Service) lend(j *work.Job, kind task.Kind, config configure.Config, p search, keep func(task.Answer)) {
	if !s.Queue.Shared() {
		return
	}
	request, err := task.Search(kind, config, p.game, p.next, p.params)
	if err != nil {
		return // only this process can do it
	}
	j.Task = request.Bytes()
	j.Read = func(text []byte) (func(), error) {
		a, err := request.Read(text)
		return func() { keep(a) }, err
	}
}

// Estimate estimates a position for owner, within about a second. It returns
// [work.ErrBusy] if too many jobs wait.
func (s *Service) Estimate(
	ctx context.Context, owner work.Owner, g *game.Game, next board.Color, visits int,
) (e engine.Estimate, err error) {
	limits := engine.SearchParams{Visits: visits, Time: 700 * time.Millisecond}
	job := work.Job{Owner: owner, Cost: time.Duration(200+visits/2) * time.Millisecond, Class: work.Estimate}
	s.lend(&job, task.Estimate, s.engine, search{g, next, limits}, func(a task.Answer) { e = *a.Estimate })
	_, err = s.Queue.Do(ctx, job, nil, func(ctx context.Context) (err error) {
		e, err = s.engine.Estimate(ctx, g, next, limits)
		return err
	})
	return e, err
}

// Hint returns a good move for owner, within about half a second. It returns [work.ErrBusy] if
// too many jobs wait.
func (s *Service) Hint(
	ctx context.Context, owner work.Owner, g *game.Game, next board.Color,
) (hint engine.Hint, err error) {
	job := work.Job{Owner: owner, Cost: 400 * time.Millisecond, Class: work.Estimate}
	s.lend(&job, task.Hint, s.engine, search{game: g, next: next}, func(a task.Answer) { hint = *a.Hint })
	_, err = s.Queue.Do(ctx, job, nil, func(ctx context.Context) (err error) {
		hint, err = review.Hint(ctx, configure.Analyzer{Config: s.engine}, g, next)
		return err
	})
	return hint, err
}

// Advise returns advice for owner, within about four seconds. It returns [work.ErrBusy] if too many
// jobs wait.
func (s *Service) Advise(
	ctx context.Context, owner work.Owner, g *game.Game, next board.Color,
) (advice engine.Advice, err error) {
	job := work.Job{Owner: owner, Cost: 800 * time.Millisecond, Class: work.Estimate}
	s.lend(&job, task.Advise, s.engine, search{game: g, next: next}, func(a task.Answer) { advice = *a.Advice })
	_, err = s.Queue.Do(ctx, job, nil, func(ctx context.Context) (err error) {
		advice, err = review.Advise(ctx, configure.Analyzer{Config: s.engine}, g, next)
		return err
	})
	return advice, err
}

// reviewOwner owns all review jobs, which together have one person's share in the queue.
var reviewOwner = work.Owner{Person: "review", Address: "review"}

// Analyze analyzes a position for the review of a finished match. See [Service.AnalyzeFor].
func (s *Service) Analyze(
	ctx context.Context, cost time.Duration, g *game.Game, next board.Color, p engine.SearchParams,
) (engine.Analysis, error) {
	return s.AnalyzeFor(ctx, reviewOwner, cost, g, next, p)
}

// AnalyzeFor analyzes a position for a review on one thread. cost is the expected time. It returns
// [work.ErrBusy] if too many jobs wait.
func (s *Service) AnalyzeFor(
	ctx context.Context, owner work.Owner, cost time.Duration, g *game.Game, next board.Color, p engine.SearchParams,
) (found engine.Analysis, err error) {
	config := s.engine
	config.Threads = 1
	job := work.Job{Owner: owner, Cost: cost, Class: work.Review}
	s.lend(&job, task.Analyze, config, search{g, next, p}, func(a task.Answer) { found = *a.Analysis })
	_, err = s.Queue.Do(ctx, job, nil, func(ctx context.Context) error {
		found = configure.Analyzer{Config: config}.Analyze(ctx, g, next, p)
		return nil
	})
	return found, err
}
