package remote

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/server/pubsub/natstest"
	"rosette/server/work"
)

func TestAWorkerThatIsToldToStopFinishesItsJobAndTakesNoOther(t *testing.T) {
	s := natstest.Start(t)
	q, n := aNode(t, s, NodeOptions{})
	began, finish := make(chan struct{}), make(chan struct{})
	w, _, stop := aWorker(t, s, 1, func(_ context.Context, c Call) ([]byte, error) {
		close(began)
		<-finish
		return c.Task, nil
	})
	found := make(chan error, 2)
	job := func() {
		_, err := do(t.Context(), q, work.Job{}, "x")
		found <- err
	}
	go job()
	<-began
	go func() {
		await(t, "the worker stops", func() bool { w.mu.Lock(); defer w.mu.Unlock(); return w.stopping })
		go job()
		await(t, "another job waits", func() bool { _, waiting := q.Load(); return waiting == 1 })
		close(finish)
	}()
	stop()
	if err := <-found; err != nil || w.Status().Done["move"] != 1 {
		t.Errorf("the job came to %v, %+v", err, w.Status())
	}
	await(t, "the node knows that the worker is gone", func() bool { workers, _ := n.Workers(); return workers == 0 })
	if _, waiting := q.Load(); waiting != 1 {
		t.Error("the other job does not wait")
	}
	_, _, _ = aWorker(t, s, 1, echo)
	if err := <-found; err != nil {
		t.Error(err)
	}
}

func TestWorkGoesOnWhenNATSWasAway(t *testing.T) {
	s := natstest.Start(t)
	q, _ := aNode(t, s, NodeOptions{})
	first := make(chan struct{})
	var calls atomic.Int64
	_, _, _ = aWorker(t, s, 1, func(ctx context.Context, c Call) ([]byte, error) {
		if calls.Add(1) == 1 {
			close(first)
			<-ctx.Done() // NATS is away too long for this job
			return nil, ctx.Err()
		}
		return c.Task, nil
	})
	found := make(chan error, 2)
	for range 2 {
		go func() {
			_, err := do(t.Context(), q, work.Job{}, "x")
			found <- err
		}()
	}
	<-first
	s.Stop()
	await(t, "the job waits again", func() bool { _, waiting := q.Load(); return waiting == 2 })
	s.Start()
	for range 2 {
		if err := <-found; err != nil {
			t.Error(err)
		}
	}
}

func TestALongJobEndsSoonWhenOthersWait(t *testing.T) {
	s := natstest.Start(t)
	q, _ := aNode(t, s, NodeOptions{})
	began := make(chan struct{})
	_, _, _ = aWorker(t, s, 1, func(_ context.Context, c Call) ([]byte, error) {
		if string(c.Task) == "long" {
			close(began)
			<-c.Hurry
		}
		return c.Task, nil
	})
	var all sync.WaitGroup
	ask := func(j work.Job, task string) {
		all.Go(func() {
			if got, err := do(t.Context(), q, j, task); err != nil || got != task {
				t.Error(got, err)
			}
		})
	}
	ask(work.Job{Yields: time.Millisecond}, "long")
	<-began
	ask(work.Job{Owner: work.Owner{Address: "a"}}, "short")
	all.Wait()
}

func TestAFileTravelsInParts(t *testing.T) {
	s := natstest.Start(t)
	network := bytes.Repeat([]byte("weights"), partSize/3)
	q, _ := aNode(t, s, NodeOptions{File: func(hash string) ([]byte, bool) { return network, hash == "known" }})
	_, _, _ = aWorker(t, s, 1, func(ctx context.Context, c Call) ([]byte, error) {
		if _, err := c.Fetch(ctx, "unknown"); !errors.Is(err, errNoFile) {
			t.Error(err)
		}
		got, err := c.Fetch(ctx, "known")
		if !bytes.Equal(got, network) {
			t.Errorf("%d bytes of %d came", len(got), len(network))
		}
		return c.Task, err
	})
	if _, err := do(t.Context(), q, work.Job{Class: work.SelfPlay}, "x"); err != nil {
		t.Error(err)
	}
}

func TestJobsThatWaitWithoutAWorkerAreLogged(t *testing.T) {
	s := natstest.Start(t)
	var log buffer
	q, _ := aNode(t, s, NodeOptions{Log: slog.New(slog.NewTextHandler(&log, nil))})
	ctx, leave := context.WithCancel(t.Context())
	places := make(chan int, 10)
	ended := make(chan error)
	go func() {
		_, err := q.Do(ctx, work.Job{Task: []byte("x")}, func(n int) { places <- n }, nil)
		ended <- err
	}()
	if n := <-places; n != 1 {
		t.Errorf("the place is %d", n)
	}
	await(t, "the log says so", func() bool { return strings.Contains(log.String(), "without a worker") })
	leave()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
