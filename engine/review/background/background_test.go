package background

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// played returns a game with eight moves.
func played(t *testing.T) *game.Game {
	t.Helper()
	g := game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5)))
	for i, name := range []string{"C3", "B2", "C2", "B3", "B4", "A4", "D4", "A5"} {
		p, err := g.Graph().Point(name)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// A counter is an analyzer that gives Black a lead equal to the number of moves and counts its
// calls.
type counter struct{ calls atomic.Int64 }

func (c *counter) Analyze(_ context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	c.calls.Add(1)
	lead := float32(25 - g.Board().Vacant())
	return engine.Analysis{
		Next: next, Visits: p.Visits, Score: lead, ScoreStdev: 3, ScoreError: 0.1, Win: 0.6,
		Candidates: []engine.Candidate{{Move: board.Pass, Visits: p.Visits, Score: lead, ScoreError: 0.1, PV: []board.Point{board.Pass}}},
	}
}

func service(t *testing.T, folder string, analyzer review.Analyzer, do func(context.Context, time.Duration, func(context.Context) error) error) *Service {
	t.Helper()
	if do == nil {
		do = func(ctx context.Context, _ time.Duration, run func(context.Context) error) error { return run(ctx) }
	}
	return New(Options{
		Folder: folder, Visits: 200, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		Analyze: func(ctx context.Context, cost time.Duration, g *game.Game, next board.Color, p engine.SearchParams) (found engine.Analysis, err error) {
			err = do(ctx, cost, func(ctx context.Context) error {
				found = analyzer.Analyze(ctx, g, next, p)
				return nil
			})
			return found, err
		},
		Game: func(_ context.Context, id string) (*game.Game, bool, error) {
			switch id {
			case "over", "another":
				return played(t), true, nil
			case "running":
				return played(t), false, nil
			case "short":
				return game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5))), true, nil
			}
			return nil, false, errors.New("no such game")
		},
	})
}

// running runs a service until the test ends or stop is called.
func running(t *testing.T, s *Service) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	stopped := false
	stop = func() {
		if cancel(); !stopped {
			if err := <-ended; err != nil {
				t.Error(err)
			}
		}
		stopped = true
	}
	t.Cleanup(stop)
	return stop
}

// done waits for a game's review to complete.
func done(t *testing.T, s *Service, id string) engine.Review {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if state, found, err := s.Review(t.Context(), id); err != nil {
			t.Fatal(err)
		} else if state == Done {
			return found
		}
	}
	t.Fatal("the review is not done")
	return engine.Review{}
}

// looks is the number of searches in the looks at the game: two searches of four moves, then of three.
const looks = 2*4 + 2*3

func TestAGameThatEndedIsReviewedAndTheReviewOutlivesTheService(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "reviews")
	analyzer := &counter{}
	s := service(t, folder, analyzer, nil)
	stop := running(t, s)
	s.Ended("over")
	found := done(t, s, "over")
	if len(found.Lead) != 9 || found.Lead[8] != 8 || found.Sure || found.Seen != 3 || found.Visits != 200 {
		t.Errorf("%+v", found)
	}
	// Each of White's moves appears to cost a point: too little for a mark, but enough for a look.
	if n := analyzer.calls.Load(); n != 9+looks || len(found.Moments) != 0 {
		t.Errorf("%d searches, %v", n, found.Moments)
	}
	stop()
	again := service(t, folder, &counter{}, nil)
	if state, kept, err := again.Review(t.Context(), "over"); err != nil || state != Done || len(kept.Lead) != 9 {
		t.Errorf("after a restart: %s, %+v, %v", state, kept, err)
	}
	if parts, _ := filepath.Glob(filepath.Join(folder, "*.part")); len(parts) != 0 {
		t.Errorf("%v are left", parts)
	}
}

// A faulty analyzer panics in its first search.
type faulty struct {
	counter
	once sync.Once
}

func (f *faulty) Analyze(ctx context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	f.once.Do(func() { panic("no such point") })
	return f.counter.Analyze(ctx, g, next, p)
}

// A table stores reviews and the running reviews of several services.
type table struct {
	mu      sync.Mutex
	reviews map[string][]byte
	runs    map[string]map[*member][2]int
}

// A member implements Others for one service.
type member struct{ *table }

func (t *table) Read(_ context.Context, id string) ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text, ok := t.reviews[id]; ok {
		return text, nil
	}
	return nil, fs.ErrNotExist
}

func (t *table) Write(_ context.Context, id string, text []byte) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.reviews[id] = text
	return nil
}

func (t *table) Remove(context.Context, string) error { return nil }

func (m *member) Tell(id string, done, total int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.runs[id] == nil {
		m.runs[id] = map[*member][2]int{}
	}
	if m.runs[id][m] = [2]int{done, total}; !ok {
		delete(m.runs[id], m)
	}
}

func (m *member) Elsewhere(id string) (done, total int, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for other, state := range m.runs[id] {
		if other != m {
			return state[0], state[1], true
		}
	}
	return 0, 0, false
}

func TestAGameIsReviewedByOneOfTwoServices(t *testing.T) {
	shared, analyzer := &table{reviews: map[string][]byte{}, runs: map[string]map[*member][2]int{}}, &counter{}
	begun, goOn := make(chan bool), make(chan bool)
	first := service(t, "", analyzer, func(ctx context.Context, _ time.Duration, run func(context.Context) error) error {
		select {
		case begun <- true:
			<-goOn
		case <-goOn:
		}
		return run(ctx)
	})
	second := service(t, "", analyzer, nil)
	for _, s := range []*Service{first, second} {
		s.Kept, s.Others = shared, &member{shared}
		running(t, s)
	}
	first.Ended("over")
	<-begun
	if state, found, err := second.Review(t.Context(), "over"); state != Running || found.Total == 0 || err != nil {
		t.Errorf("the second service says %s, %+v, %v", state, found, err)
	}
	second.Ended("over") // as if it had also noticed the end of the game
	for second.isPending("over") {
		time.Sleep(time.Millisecond)
	}
	close(goOn)
	if found := done(t, second, "over"); len(found.Lead) != 9 {
		t.Errorf("%+v", found)
	}
	if n := analyzer.calls.Load(); n != 9+looks {
		t.Errorf("%d searches of two services", n)
	}
}

// isPending reports whether a game is queued or being reviewed by s.
func (s *Service) isPending(id string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.pending[id]
}

func TestAnAnalyzerThatPanicsIsLoggedAndTheNextGameIsReviewed(t *testing.T) {
	var log bytes.Buffer
	s := service(t, t.TempDir(), &faulty{}, nil)
	s.Log = slog.New(slog.NewTextHandler(&log, nil))
	stop := running(t, s)
	s.Ended("over")
	s.Ended("another")
	if found := done(t, s, "another"); len(found.Lead) != 9 {
		t.Errorf("the next game: %+v", found)
	}
	stop()
	if text := log.String(); !strings.Contains(text, "no such point") || !strings.Contains(text, "match=over") || strings.Contains(text, "match=another") {
		t.Errorf("the log says %q", text)
	}
}

func TestAReviewThatWasInterruptedGoesOnAfterARestart(t *testing.T) {
	folder := t.TempDir()
	first, left := &counter{}, atomic.Int64{}
	left.Store(4)
	s := service(t, folder, first, func(ctx context.Context, _ time.Duration, run func(context.Context) error) error {
		if left.Add(-1) < 0 { // no more workers
			<-ctx.Done()
			return ctx.Err()
		}
		return run(ctx)
	})
	stop := running(t, s)
	s.Ended("over")
	for first.calls.Load() < 4 {
		time.Sleep(time.Millisecond)
	}
	for {
		if state, found, _ := s.Review(t.Context(), "over"); state == Running && len(found.Lead) == 4 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	stop()
	second := &counter{}
	again := service(t, folder, second, nil)
	running(t, again)
	if found := done(t, again, "over"); len(found.Lead) != 9 || second.calls.Load() != 5+looks {
		t.Errorf("%d searches after the restart, %+v", second.calls.Load(), found)
	}
}

// The game is removed before its review, during a search, and after the last search.
func TestAReviewOfAGameThatWasRemovedLeavesNothing(t *testing.T) {
	for _, after := range []int64{0, 3, 9 + 2*4} {
		folder := t.TempDir()
		calls := atomic.Int64{}
		wait := make(chan bool)
		s := service(t, folder, &counter{}, func(ctx context.Context, _ time.Duration, run func(context.Context) error) error {
			err := run(ctx)
			if calls.Add(1) == after {
				wait <- true
				<-wait
			}
			return err
		})
		s.Ended("over")
		if after > 0 {
			running(t, s)
			<-wait
		}
		if err := s.Forget(t.Context(), "over"); err != nil {
			t.Fatal(err)
		}
		if after > 0 {
			wait <- true
		} else {
			running(t, s)
		}
		for s.isPending("over") {
			time.Sleep(time.Millisecond)
		}
		s.Ended("another")
		done(t, s, "another")
		if left, err := filepath.Glob(filepath.Join(folder, "over*")); err != nil || len(left) > 0 || calls.Load() != after+9+looks {
			t.Errorf("removed after %d searches: %v are left after %d searches, %v", after, left, calls.Load(), err)
		}
		if _, known := s.known("over"); known {
			t.Errorf("removed after %d searches: the review is still known", after)
		}
	}
}

func TestOnlyFinishedGamesWithMovesAreReviewed(t *testing.T) {
	s := service(t, "", &counter{}, nil)
	running(t, s)
	for _, id := range []string{"running", "short"} {
		s.Ended(id)
		if state, _, err := s.Review(t.Context(), id); err != nil || state != None {
			t.Errorf("%s: %s, %v", id, state, err)
		}
	}
	if _, _, err := s.Review(t.Context(), "unknown"); err == nil {
		t.Error("an unknown game has a review")
	}
	done(t, s, "over") // a request without Ended
}

func TestADamagedReviewIsMadeAgain(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "over.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := service(t, folder, &counter{}, nil)
	running(t, s)
	if found := done(t, s, "over"); len(found.Lead) != 9 {
		t.Errorf("%+v", found)
	}
}

func TestSeveralPositionsAreSearchedAtOnceWhereThereAreSeveralWorkers(t *testing.T) {
	const parallel = 3
	var mu sync.Mutex
	all := sync.NewCond(&mu)
	begun := 0
	s := service(t, "", &counter{}, func(ctx context.Context, _ time.Duration, run func(context.Context) error) error {
		mu.Lock()
		begun++
		all.Broadcast()
		for begun < parallel { // the first calls wait for each other
			all.Wait()
		}
		mu.Unlock()
		return run(ctx)
	})
	s.Parallel = func() int { return parallel }
	defer running(t, s)()
	s.Ended("over")
	for {
		if state, _, err := s.Review(t.Context(), "over"); err != nil {
			t.Fatal(err)
		} else if state == Done {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
