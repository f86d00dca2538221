package remote

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"rosette/internal/waittest"
	"rosette/server/pubsub/natstest"
	"rosette/server/work"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// testBeat is short, so that a silent worker is noticed soon.
const testBeat = 100 * time.Millisecond

// A buffer is a log for several goroutines.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// connect connects to a server until the test ends.
func connect(t testing.TB, s *natstest.Server) *nats.Conn {
	t.Helper()
	c, err := nats.Connect(s.URL(), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.ReconnectBufSize(-1))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// running calls run until the test ends or stop is called.
func running(t testing.TB, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := run(ctx); err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			t.Error(err)
		}
	}()
	stop = func() {
		cancel()
		<-ended
	}
	t.Cleanup(stop)
	return stop
}

// aNode returns a queue for remote workers, and its node.
func aNode(t testing.TB, s *natstest.Server, o NodeOptions) (*work.Queue, *Node) {
	t.Helper()
	if o.Queue == nil {
		o.Queue = work.New(work.Options{Workers: -1, MaxWaitingPerOwner: 1000})
	}
	if o.Beat == 0 {
		o.Beat = testBeat
	}
	o.Conn, o.Alone = connect(t, s), true
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	n := NewNode(o)
	running(t, n.Run)
	return o.Queue, n
}

// aWorker returns a worker, its connection and a function that stops it.
func aWorker(t testing.TB, s *natstest.Server, slots int, do func(context.Context, Call) ([]byte, error)) (w *Worker, c *nats.Conn, stop func()) {
	t.Helper()
	c = connect(t, s)
	w = NewWorker(WorkerOptions{Conn: c, Slots: slots, Do: do, Beat: testBeat, Log: slog.New(slog.DiscardHandler)})
	return w, c, running(t, w.Run)
}

// echo returns the task.
func echo(_ context.Context, c Call) ([]byte, error) { return c.Task, nil }

// errWrong means that an answer is not the task.
var errWrong = errors.New("another task")

// do runs a job and returns its answer.
func do(ctx context.Context, q *work.Queue, j work.Job, task string) (answer string, err error) {
	j.Task = []byte(task)
	j.Read = func(text []byte) (func(), error) {
		if string(text) != task {
			return nil, errWrong
		}
		return func() { answer = string(text) }, nil
	}
	_, err = q.Do(ctx, j, nil, func(context.Context) error { answer = "here"; return nil })
	return answer, err
}

// await waits until a condition holds.
func await(t *testing.T, what string, so func() bool) {
	t.Helper()
	for end := time.Now().Add(waittest.Limit); !so(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came about: " + what)
		}
	}
}

func TestJobsOfAllNodesAreDoneByAllWorkers(t *testing.T) {
	s := natstest.Start(t)
	var queues []*work.Queue
	var nodes []*Node
	for range 2 {
		q, n := aNode(t, s, NodeOptions{})
		queues, nodes = append(queues, q), append(nodes, n)
	}
	var workers []*Worker
	for range 2 {
		w, _, _ := aWorker(t, s, 2, echo)
		workers = append(workers, w)
	}
	long := []string{"", strings.Repeat("long", gzipFrom)}
	var all sync.WaitGroup
	for i := range 100 {
		all.Go(func() {
			task := fmt.Sprint(i, long[i%20/19])
			if got, err := do(t.Context(), queues[i%2], work.Job{Owner: work.Owner{Address: fmt.Sprint(i % 5)}}, task); err != nil || got != task {
				t.Errorf("job %d came to %d bytes, %v", i, len(got), err)
			}
		})
	}
	all.Wait()
	await(t, "the workers have done them", func() bool {
		a, b := workers[0].Status(), workers[1].Status()
		return a.Done["move"]+b.Done["move"]+a.Refused+b.Refused >= 100 && a.Nodes == 2
	})
	if workers, slots := nodes[0].Workers(); workers != 2 || slots != 4 {
		t.Errorf("a node knows of %d workers with %d slots", workers, slots)
	}
}

func TestAJobIsGivenToAWorkerThatIsFreeAtOnce(t *testing.T) {
	s := natstest.Start(t)
	const longBeat = 2 * time.Second // long enough that no job takes half of it, even on a slow machine
	q, _ := aNode(t, s, NodeOptions{Beat: longBeat})
	w := NewWorker(WorkerOptions{Conn: connect(t, s), Slots: 1, Do: echo, Beat: longBeat, Log: slog.New(slog.DiscardHandler)})
	running(t, w.Run)
	await(t, "the worker knows the node", func() bool { return w.Status().Nodes == 1 })
	began, jobs := time.Now(), 50
	for range jobs {
		if _, err := do(t.Context(), q, work.Job{}, "x"); err != nil {
			t.Fatal(err)
		}
	}
	if took := time.Since(began); took > time.Duration(jobs)*longBeat/2 {
		t.Errorf("%d jobs one after the other took %v, as if somebody waited for the next beat", jobs, took)
	}
}

// Package work tests that queues exchanging charges are fair; this test covers the exchange itself.
func TestSomebodyWithGamesOnTwoNodesGetsOneShare(t *testing.T) {
	s := natstest.Start(t)
	one, _ := aNode(t, s, NodeOptions{})
	two, _ := aNode(t, s, NodeOptions{})
	var all sync.WaitGroup
	var mu sync.Mutex
	var order []string
	finish := make(chan struct{})
	play := func(q *work.Queue, who string, cost time.Duration) {
		all.Go(func() {
			if _, err := do(t.Context(), q, work.Job{Owner: work.Owner{Person: who, Address: who}, Cost: cost}, who); err != nil {
				t.Error(err)
			}
		})
	}
	play(one, "both", time.Hour)
	_, _, _ = aWorker(t, s, 1, func(_ context.Context, c Call) ([]byte, error) {
		<-finish
		return c.Task, nil
	})
	await(t, "a long job runs on one node", func() bool { running, _ := one.Load(); return running == 1 })
	play(two, "both", time.Millisecond)
	await(t, "the other node knows", func() bool { o, _ := two.Offer("", work.Review); return o.Turn >= time.Hour/2 })
	play(two, "second", time.Millisecond)
	await(t, "two jobs wait", func() bool { _, waiting := two.Load(); return waiting == 2 })
	_, _, _ = aWorker(t, s, 1, func(_ context.Context, c Call) ([]byte, error) {
		mu.Lock()
		defer mu.Unlock()
		if order = append(order, string(c.Task)); len(order) == 2 {
			close(finish)
		}
		return c.Task, nil
	})
	all.Wait()
	if !slices.Equal(order, []string{"second", "both"}) {
		t.Errorf("the order was %q", order)
	}
}

func TestAnOpponentComesBeforeAReviewAndAGameOfSelfPlayPauses(t *testing.T) {
	s := natstest.Start(t)
	q, _ := aNode(t, s, NodeOptions{})
	var mu sync.Mutex
	var order []string
	began, resume := make(chan struct{}), make(chan struct{})
	_, _, _ = aWorker(t, s, 1, func(ctx context.Context, c Call) ([]byte, error) {
		if c.Class == work.SelfPlay {
			close(began)
			<-resume
			c.Pause(ctx)
		}
		mu.Lock()
		defer mu.Unlock()
		order = append(order, c.Class.String())
		return c.Task, nil
	})
	var all sync.WaitGroup
	ask := func(c work.Class) {
		all.Go(func() {
			if _, err := do(t.Context(), q, work.Job{Class: c, Owner: work.Owner{Address: c.String()}}, c.String()); err != nil {
				t.Error(err)
			}
		})
	}
	ask(work.SelfPlay)
	<-began
	mu.Lock() // so that no job ends before all wait
	ask(work.Move)
	await(t, "the move has begun", func() bool { running, _ := q.Load(); return running == 2 })
	ask(work.Review)
	await(t, "the review waits", func() bool { _, waiting := q.Load(); return waiting == 1 })
	ask(work.Estimate)
	await(t, "the estimate waits", func() bool { _, waiting := q.Load(); return waiting == 2 })
	close(resume)
	mu.Unlock()
	all.Wait()
	at := func(c work.Class) int { return slices.Index(order, c.String()) }
	if at(work.Move) != 0 || at(work.Estimate) > at(work.Review) {
		t.Errorf("the order was %q", order)
	}
}

func TestTheJobOfAWorkerThatDiesIsDoneByAnother(t *testing.T) {
	s := natstest.Start(t)
	var log buffer
	q, _ := aNode(t, s, NodeOptions{Log: slog.New(slog.NewTextHandler(&log, nil))})
	began, hang := make(chan struct{}), make(chan struct{})
	_, c, _ := aWorker(t, s, 1, func(context.Context, Call) ([]byte, error) {
		close(began)
		<-hang
		return nil, nil
	})
	defer close(hang)
	found := make(chan string, 1)
	go func() {
		answer, err := do(t.Context(), q, work.Job{}, "x")
		found <- fmt.Sprint(answer, err)
	}()
	<-began
	c.Close()
	_, _, _ = aWorker(t, s, 1, echo)
	if got := <-found; got != "x<nil>" || !strings.Contains(log.String(), "a worker is silent") {
		t.Errorf("the job came to %s, the log is %s", got, log.String())
	}
}

func TestAJobThatNobodyWantsIsCancelledAtTheWorker(t *testing.T) {
	s := natstest.Start(t)
	q, _ := aNode(t, s, NodeOptions{})
	began, cancelled := make(chan struct{}), make(chan struct{})
	w, _, _ := aWorker(t, s, 1, func(ctx context.Context, _ Call) ([]byte, error) {
		close(began)
		<-ctx.Done()
		close(cancelled)
		return nil, ctx.Err()
	})
	ctx, leave := context.WithCancel(t.Context())
	go func() {
		<-began
		leave()
	}()
	if _, err := do(ctx, q, work.Job{}, "x"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-cancelled
	await(t, "the worker is free", func() bool { return w.Status().Running == 0 })
	if running, waiting := q.Load(); running+waiting != 0 {
		t.Errorf("left behind: %d run, %d wait", running, waiting)
	}
}

func TestAWrongAnswerIsLoggedAndTheJobDoneElsewhere(t *testing.T) {
	s := natstest.Start(t)
	var log buffer
	q, _ := aNode(t, s, NodeOptions{Log: slog.New(slog.NewTextHandler(&log, nil))})
	bad, _, _ := aWorker(t, s, 1, func(context.Context, Call) ([]byte, error) { return []byte("nonsense"), nil })
	lacks, _, _ := aWorker(t, s, 1, func(context.Context, Call) ([]byte, error) { return nil, errors.New("no network") })
	panics, _, _ := aWorker(t, s, 1, func(context.Context, Call) ([]byte, error) { panic("in a search") })
	var answer string
	found := make(chan error, 1)
	go func() {
		var err error
		answer, err = do(t.Context(), q, work.Job{}, "x")
		found <- err
	}()
	await(t, "three workers have refused", func() bool {
		return bad.Status().Refused == 1 && lacks.Status().Refused == 1 && panics.Status().Refused == 1
	})
	_, _, _ = aWorker(t, s, 1, echo)
	if err := <-found; err != nil || answer != "x" {
		t.Errorf("the job came to %q, %v", answer, err)
	}
	for _, want := range []string{errWrong.Error(), "no network", "in a search"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("%q is not in the log %s", want, log.String())
		}
	}
}
