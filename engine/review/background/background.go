// Package background implements the review of games that are over, one position
// after the other while nobody waits for the computer. A review that is done is
// a file in a folder, and one that is not has a checkpoint there, so that a restart
// loses neither.
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
	// waiting bounds the games that wait for a review. The review of a game that found
	// no room begins when somebody asks for it.
	waiting = 256
	// kept bounds the reviews that are kept in memory.
	kept = 256
	// leastMoves is the length of the shortest game that is reviewed.
	leastMoves = 4
	// DefaultVisits are the visits of the first search of a position.
	DefaultVisits = 150
)

// Options are what a Service needs. Game and Analyze must be set.
type Options struct {
	Folder string // of the reviews and of those that are not done, made if absent; "" keeps them in memory
	Kept   Table  // of the reviews that are done, instead of files in a folder; may be nil
	Visits int    // DefaultVisits if 0

	// Others knows what other services that have the same table are reviewing, so that one of
	// them reviews a game; nil if there are none.
	Others Others

	// Game returns a game that is over, with its moves, and reports whether it is.
	Game func(ctx context.Context, id string) (g *game.Game, over bool, err error)
	// Analyze searches a position when a worker is free that nobody else waits for, which is
	// expected to take that long. The error says that too many jobs wait.
	Analyze func(ctx context.Context, cost time.Duration, g *game.Game, next board.Color,
		p engine.SearchParams) (engine.Analysis, error)
	// Parallel returns how many positions of a game are given to Analyze at once, asked for each
	// game; nil means one.
	Parallel func() int
	Log      *slog.Logger
}

// A Table keeps reviews, each a text, where several servers find them.
type Table interface {
	Read(ctx context.Context, id string) ([]byte, error) // [fs.ErrNotExist] if there is none
	Write(ctx context.Context, id string, text []byte) error
	Remove(ctx context.Context, id string) error
}

// Others are services in other processes.
type Others interface {
	// Tell tells them how far the review of a game is here, which waits if the total is 0;
	// with ok false that it is reviewed here no longer. It does not wait.
	Tell(id string, done, total int, ok bool)

	// Elsewhere returns how far one of them is that reviews a game; ok is false if none does.
	Elsewhere(id string) (done, total int, ok bool)
}

// alone is Others of a service that has its reviews for itself.
type alone struct{}

func (alone) Tell(string, int, int, bool)                 {}
func (alone) Elsewhere(string) (done, total int, ok bool) { return 0, 0, false }

// A Service reviews games. Run works; the other methods may be called at any time.
type Service struct {
	Options
	queue chan string

	mu      sync.Mutex
	pending map[string]bool          // in the queue or being reviewed
	gone    map[string]bool          // of these, the games that were removed since
	running string                   // the game that is being reviewed
	stop    context.CancelFunc       // of its review
	reviews map[string]engine.Review // of this process: running, and done
	order   []string                 // of reviews, oldest first
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

// Ended tells that a game is over, which is then reviewed unless too many wait.
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

// Forget removes the review of a game that was removed. One that is under way here ends
// soon and leaves nothing.
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

// drop forgets the review of a game in memory. The caller holds the lock.
func (s *Service) drop(id string) {
	delete(s.reviews, id)
	s.order = slices.DeleteFunc(s.order, func(other string) bool { return other == id })
}

// remove removes what is stored of the review of a game.
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
	None    = "none"    // the game is not over, or too short
	Waiting = "waiting" // its turn has not come
	Running = "running"
	Done    = "done"
)

// Review returns the state of the review of a game, and what it has found so far. A
// finished game without a review is put in the queue.
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

// keep keeps a review in memory and forgets the oldest.
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

// Run reviews games one after the other until ctx ends. It begins with those that an
// earlier run left unfinished.
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

// turn reviews a game, unless it is removed before or meanwhile.
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
		s.Log.Error("review", "match", id, "err", err)
	}
	if s.finish(id, err) {
		if err := s.remove(ctx, id); err != nil {
			s.Log.Error("review of a removed game", "match", id, "err", err)
		}
	}
}

// finish ends the turn of a game and reports whether the game was removed meanwhile.
// After that, and after an error, nothing is known of its review.
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

// Endings of the names of files, after the id of the game.
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

// review reviews one game, unless that was done, or is being done, elsewhere.
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

// show keeps what is known so far for those who ask. One step more than the searches
// is expected until the review is whole.
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

// A queued is an analyzer that waits for its turn at every position.
type queued struct {
	s      *Service
	points int
}

// Analyze implements [review.Analyzer]. An analysis that was not made has no visits; its
// context is over then.
func (q queued) Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	cost := time.Duration(p.Visits*q.points) * 5 * time.Microsecond
	for ctx.Err() == nil {
		made, err := q.s.Analyze(ctx, cost, g, next, p)
		if err == nil {
			return made
		}
		select { // too many wait
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return engine.Analysis{}
}
