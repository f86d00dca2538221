// Package background reviews finished games, one position at a time, while the engine is idle. It
// stores completed reviews and the checkpoints of incomplete ones as files, so that they survive a
// restart.
package background

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/internal/runlog"
)

const (
	// waiting is the capacity of the queue. A game that finds the queue full is queued when its
	// review is requested.
	waiting = 256
	// kept bounds the reviews cached in memory.
	kept = 256
	// leastMoves is the minimum number of moves in a reviewed game.
	leastMoves = 4
	// DefaultVisits is the default number of visits in the first search at each position.
	DefaultVisits = 150
)

// Options configures a Service. Game and Analyze must be set.
type Options struct {
	Folder string // for reviews and checkpoints, created if absent; "" for memory only
	Kept   Table  // stores completed reviews instead of Folder; may be nil
	Visits int    // DefaultVisits if 0

	// Others coordinates with other services that share the table, so that a game is reviewed only
	// once; may be nil.
	Others Others

	// Game returns a game with its moves and reports whether it is over.
	Game func(ctx context.Context, id string) (g *game.Game, over bool, err error)
	// Analyze searches a position when a worker is idle and no other job waits. cost is the
	// expected duration. It returns an error if too many jobs are queued.
	Analyze func(ctx context.Context, cost time.Duration, g *game.Game, next board.Color,
		p engine.SearchParams) (engine.Analysis, error)
	// Parallel returns the number of concurrent Analyze calls. It is called once a game; nil means
	// 1.
	Parallel func() int
	Log      *slog.Logger
}

// A Table stores encoded reviews where several servers can read them.
type Table interface {
	Read(ctx context.Context, id string) ([]byte, error) // [fs.ErrNotExist] if absent
	Write(ctx context.Context, id string, text []byte) error
	Remove(ctx context.Context, id string) error
}

// Others represents the services in other processes.
type Others interface {
	// Tell publishes the review's progress in this process. A total of 0 means that the game is
	// queued; a false ok means that this process has stopped reviewing it. Tell does not block.
	Tell(id string, done, total int, ok bool)

	// Elsewhere returns the progress of another service's review; ok is false if there is no such
	// review.
	Elsewhere(id string) (done, total int, ok bool)
}

// alone implements Others for a service that shares its reviews with no other.
type alone struct{}

func (alone) Tell(string, int, int, bool)                 {}
func (alone) Elsewhere(string) (done, total int, ok bool) { return 0, 0, false }

// A Service reviews games. Run does the work; the other methods may be called at any time.
type Service struct {
	Options
	queue chan string

	mu      sync.Mutex
	pending map[string]bool          // queued or being reviewed
	gone    map[string]bool          // pending games that have been removed
	running string                   // the game that is being reviewed
	stop    context.CancelFunc       // cancels the running review
	reviews map[string]engine.Review // reviews by this process, running or completed
	order   []string                 // keys into reviews, oldest first
}

// New returns a service.
func New(o Options) *Service {
	if o.Visits == 0 {
		o.Visits = DefaultVisits
	}
	if o.Parallel == nil {
		o.Parallel = func() int { return 1 }
	}
	if o.Others == nil {
		o.Others = alone{}
	}
	return &Service{
		Options: o, queue: make(chan string, waiting), pending: map[string]bool{}, gone: map[string]bool{},
		reviews: map[string]engine.Review{},
	}
}

// Ended queues a finished game for review, unless the queue is full.
func (s *Service) Ended(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.reviews[id]; known || s.pending[id] {
		return
	}
	select {
	case s.queue <- id:
		s.pending[id] = true
		s.Others.Tell(id, 0, 0, true)
	default:
	}
}

// Forget removes a deleted game's review. If the review is running in this process, it stops soon
// and stores nothing.
func (s *Service) Forget(ctx context.Context, id string) error {
	s.mu.Lock()
	s.drop(id)
	if s.pending[id] {
		s.gone[id] = true
		if s.running == id {
			s.stop()
		}
	}
	s.mu.Unlock()
	return s.remove(ctx, id)
}

// drop removes a review from memory. The caller holds the lock.
func (s *Service) drop(id string) {
	delete(s.reviews, id)
	s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == id })
}

// remove removes a game's stored review and checkpoint.
func (s *Service) remove(ctx context.Context, id string) (err error) {
	if s.Kept != nil {
		err = s.Kept.Remove(ctx, id)
	}
	if s.Folder == "" || id != filepath.Base(id) {
		return err
	}
	for _, ending := range []string{doneEnding, partEnding} {
		if wrong := os.Remove(filepath.Join(s.Folder, id+ending)); wrong != nil && !errors.Is(wrong, fs.ErrNotExist) {
			err = errors.Join(err, wrong)
		}
	}
	return err
}

// The states of a review.
const (
	None    = "none"    // the game is not over or too short
	Waiting = "waiting" // queued
	Running = "running"
	Done    = "done"
)

// Review returns the state of a game's review and its results so far. It queues a finished game
// that has no review.
func (s *Service) Review(ctx context.Context, id string) (state string, found engine.Review, err error) {
	if found, known := s.known(id); known {
		return stateOf(found), found, nil
	}
	found, err = s.read(ctx, id)
	if err == nil {
		s.keep(id, found)
		return Done, found, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		s.Log.Warn("review: it cannot be read; the game is reviewed again", "match", id, "err", err)
	}
	if done, total, ok := s.Others.Elsewhere(id); ok && total > 0 {
		return Running, engine.Review{Done: done, Total: total}, nil
	} else if ok {
		return Waiting, engine.Review{}, nil
	}
	g, over, err := s.Game(ctx, id)
	if err != nil {
		return None, engine.Review{}, err
	}
	if !over || g.Ply() < leastMoves {
		return None, engine.Review{}, nil
	}
	s.Ended(id)
	return Waiting, engine.Review{}, nil
}

func stateOf(found engine.Review) string {
	if found.Done < found.Total {
		return Running
	}
	return Done
}

func (s *Service) known(id string) (engine.Review, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found, ok := s.reviews[id]
	return found, ok
}

// keep caches a review in memory and evicts the oldest.
func (s *Service) keep(id string, found engine.Review) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, known := s.reviews[id]; !known {
		s.order = append(s.order, id)
	}
	s.reviews[id] = found
	if len(s.order) > kept {
		delete(s.reviews, s.order[0])
		s.order = s.order[1:]
	}
}

// Run reviews games one at a time until ctx is done. It starts with those that an earlier run left
// unfinished.
func (s *Service) Run(ctx context.Context) error {
	if s.Folder != "" {
		if err := s.prepareFolder(); err != nil {
			return err
		}
		unfinished, err := filepath.Glob(filepath.Join(s.Folder, "*"+partEnding))
		if err != nil {
			return err
		}
		for _, name := range unfinished {
			s.Ended(strings.TrimSuffix(filepath.Base(name), partEnding))
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case id := <-s.queue:
			s.turn(ctx, id)
		}
	}
}

// turn reviews a game, unless the game is removed before or during the review.
func (s *Service) turn(ctx context.Context, id string) {
	one, stop := context.WithCancel(ctx)
	defer stop()
	s.mu.Lock()
	s.running, s.stop = id, stop
	if s.gone[id] {
		stop()
	}
	s.mu.Unlock()
	err := panics.Catch(s.Log, func() error { return s.review(one, id) }, "of", "a review", "match", id)
	if err != nil && one.Err() == nil {
		s.Log.Error("a review failed", "match", id, "err", err)
	}
	if s.finish(id, err) {
		if err := s.remove(ctx, id); err != nil {
			s.Log.Error("review of a removed game", "match", id, "err", err)
		}
	}
}

// finish ends a game's turn and reports whether the game was removed in the meantime. If so, or
// after an error, it drops the review from memory.
func (s *Service) finish(id string, err error) (gone bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	gone = s.gone[id]
	delete(s.pending, id)
	delete(s.gone, id)
	s.running = ""
	s.Others.Tell(id, 0, 0, false)
	if err != nil || gone {
		s.drop(id)
	}
	return gone
}

// These suffixes follow the game's ID in file names.
const (
	doneEnding = ".json"
	partEnding = ".json.part"
)

func (s *Service) read(ctx context.Context, id string) (found engine.Review, err error) {
	var text []byte
	switch {
	case s.Kept != nil:
		text, err = s.Kept.Read(ctx, id)
	case s.Folder == "" || id != filepath.Base(id):
		return found, fs.ErrNotExist
	default:
		text, err = os.ReadFile(filepath.Join(s.Folder, id+doneEnding))
	}
	if err == nil {
		err = json.Unmarshal(text, &found)
	}
	return found, err
}

// review reviews one game, unless its review is complete or running in another process.
func (s *Service) review(ctx context.Context, id string) error {
	if found, err := s.read(ctx, id); err == nil {
		s.keep(id, found)
		return nil
	}
	if _, total, ok := s.Others.Elsewhere(id); ok && total > 0 {
		return nil
	}
	g, over, err := s.Game(ctx, id)
	if err != nil || !over || g.Ply() < leastMoves {
		return err
	}
	r, params := review.Of(g), review.ParamsOf(s.Visits, 0)
	name := ""
	if s.Folder != "" {
		name = filepath.Join(s.Folder, id+partEnding)
	}
	checkpoint, err := r.OpenCheckpoint(name, params, 0, "", true, true)
	if err != nil {
		return err
	}
	s.show(id, r, false)
	save := func(turn int) error {
		s.show(id, r, false)
		return checkpoint.Save(r.Result(turn))
	}
	if err = r.RunDeepening(ctx, queued{s, g.Graph().Points()}, params, s.Parallel(), save); err == nil {
		err = s.write(ctx, id, s.show(id, r, true))
	}
	return errors.Join(err, checkpoint.Close(err == nil))
}

// show publishes the results so far and caches them. Until the review is complete, the total
// includes one more step and the estimated number of second searches.
func (s *Service) show(id string, r *review.Review, whole bool) engine.Review {
	found := r.Summary(s.Visits)
	if !whole {
		found.Total = found.Total + 1 + found.Total/4
	}
	s.keep(id, found)
	s.Others.Tell(id, found.Done, found.Total, true)
	return found
}

func (s *Service) write(ctx context.Context, id string, found engine.Review) error {
	if s.Kept == nil && s.Folder == "" {
		return nil
	}
	text, err := json.Marshal(found)
	if err != nil {
		return err
	}
	if s.Kept != nil {
		return s.Kept.Write(ctx, id, text)
	}
	return runlog.WritePrivateFile(filepath.Join(s.Folder, id+doneEnding), append(text, '\n'))
}

// queued is an analyzer that waits for an idle worker at every position.
type queued struct {
	s      *Service
	points int
}

// Analyze implements [review.Analyzer]. If ctx is done first, it returns an analysis without
// visits.
func (q queued) Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	cost := review.Cost(p, q.points)
	for ctx.Err() == nil {
		made, err := q.s.Analyze(ctx, cost, g, next, p)
		if err == nil {
			return made
		}
		select { // too many jobs queued
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return engine.Analysis{}
}
