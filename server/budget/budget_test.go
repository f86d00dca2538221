package budget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// picture and record are two usual jobs.
var (
	picture = Cost{Memory: 8 << 20, CPU: 250 * time.Millisecond}
	record  = Cost{Memory: 24 << 20, CPU: 300 * time.Millisecond}
)

// do runs a job that takes its time and returns the error and how long it has waited.
func do(ctx context.Context, b *Budget, owner Owner, cost Cost) (waited time.Duration, err error) {
	arrived := time.Now()
	l, err := b.Acquire(ctx, owner, cost)
	waited = time.Since(arrived)
	if err == nil {
		time.Sleep(cost.CPU)
		l.Release()
	}
	return waited, err
}

func TestJobsOfAllSizesStayWithinMemoryAndPlaces(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 3})
		var all sync.WaitGroup
		var alive, running, done atomic.Int64
		for i := range 400 {
			all.Go(func() {
				random := rand.New(rand.NewPCG(1, uint64(i)))
				owner := Owner{Person: fmt.Sprint(i % 7), Address: fmt.Sprint(i % 9)}
				time.Sleep(time.Duration(random.IntN(5000)) * time.Millisecond)
				cost := Cost{Memory: random.Int64N(24 << 20), CPU: time.Duration(random.IntN(100)) * time.Millisecond}
				body, err := b.Hold(owner, random.Int64N(1<<20))
				if err == nil {
					defer body.Release()
				}
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(20000))*time.Millisecond)
				defer cancel()
				l, err := b.Acquire(ctx, owner, cost)
				if err != nil {
					return
				}
				done.Add(1)
				if now := alive.Add(cost.Memory); now > b.o.Memory/2 {
					t.Errorf("%d bytes are alive", now)
				}
				if now := running.Add(1); now > 3 {
					t.Errorf("%d jobs run", now)
				}
				time.Sleep(cost.CPU)
				running.Add(-1)
				alive.Add(-cost.Memory)
				if random.IntN(2) == 0 {
					l.Shrink(cost.Memory / 10)
					time.Sleep(cost.CPU)
				}
				l.Release()
				l.Release() // counts once
			})
		}
		all.Wait()
		if used := b.Load(); used != (Load{}) || len(b.of) != 0 || done.Load() < 200 {
			t.Errorf("left behind: %+v, %v; %d of 400 have run", used, b.of, done.Load())
		}
	})
}

func TestAnAddressWithManyJobsDelaysAnotherByOneJob(t *testing.T) {
	for _, places := range []int{1, 2, 8} {
		synctest.Test(t, func(t *testing.T) {
			b := New(Options{Places: places})
			var all sync.WaitGroup
			for range 60 {
				all.Go(func() { _, _ = do(t.Context(), b, Owner{Address: "flood"}, picture) }) // some wait for too long
			}
			synctest.Wait()
			waited, err := do(t.Context(), b, Owner{Address: "other"}, picture)
			if most := map[bool]time.Duration{true: picture.CPU}[places == 1]; err != nil || waited > most {
				t.Errorf("with %d places another address waits %v: %v", places, waited, err)
			}
			all.Wait()
		})
	}
}

func TestAFullQueueRefusesAtOnceAndALongWaitEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 1, MaxWaiting: 3, MaxWaitingPerAddress: 2, MaxWait: time.Second})
		first, err := b.Acquire(t.Context(), Owner{Address: "a"}, picture)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for i, c := range []struct {
			address string
			after   time.Duration
		}{{"a", time.Second}, {"a", time.Second}, {"a", 0}, {"b", time.Second}, {"c", 0}} {
			all.Go(func() {
				waited, err := do(t.Context(), b, Owner{Address: c.address}, picture)
				if !errors.Is(err, BusyError{time.Second}) || waited != c.after {
					t.Errorf("job %d, of %s: %v after %v", i, c.address, err, waited)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		first.Release()
		if used := b.Load(); used != (Load{}) {
			t.Errorf("left behind: %+v", used)
		}
	})
}

func TestACancelledJobLeavesTheQueueAndGivesItsPlaceBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 1})
		first, err := b.Acquire(t.Context(), Owner{}, picture)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
		defer cancel()
		if waited, err := do(ctx, b, Owner{}, picture); !errors.Is(err, context.DeadlineExceeded) || waited != time.Millisecond {
			t.Errorf("%v after %v", err, waited)
		}
		if used := b.Load(); used.Waiting != 0 || used.Running != 1 {
			t.Errorf("%+v", used)
		}
		first.Release()
		if _, err := do(ctx, b, Owner{}, picture); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after the end: %v", err)
		}
		if _, err := do(t.Context(), b, Owner{}, picture); err != nil {
			t.Error(err)
		}
	})
}

func TestALargeJobIsNotOvertakenForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 4})
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		for i := range 12 {
			all.Go(func() {
				for ctx.Err() == nil {
					_, _ = do(ctx, b, Owner{Address: fmt.Sprint(i)}, picture)
				}
			})
		}
		time.Sleep(time.Second)
		if waited, err := do(ctx, b, Owner{Address: "large"}, record); err != nil || waited > 3*picture.CPU {
			t.Errorf("a large job waits %v: %v", waited, err)
		}
		cancel()
		all.Wait()
	})
}

func TestWhoReadsSlowlyKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 2})
		slow := Owner{Address: "slow"}
		for range 3 {
			l, err := b.Acquire(t.Context(), slow, picture)
			if err != nil {
				t.Fatal(err)
			}
			l.Shrink(3 << 20)
			defer l.Release()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Acquire(ctx, slow, picture); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("an address whose results nobody reads gets more: %v", err)
		}
		var all sync.WaitGroup
		all.Go(func() { _, _ = do(ctx, b, Owner{Address: "large"}, record) }) // has no room
		synctest.Wait()
		if waited, err := do(t.Context(), b, Owner{Address: "other"}, picture); err != nil || waited != 0 {
			t.Errorf("another address waits %v: %v", waited, err)
		}
		all.Wait()
	})
}

func TestBodiesHaveAQuarterAndAnAddressAnEighth(t *testing.T) {
	b := New(Options{})
	if _, err := b.Hold(Owner{Address: "a"}, 4<<20); err != nil {
		t.Fatal(err)
	}
	if _, err := b.Hold(Owner{Address: "a"}, 1); !errors.As(err, new(BusyError)) {
		t.Errorf("an address has more than an eighth: %v", err)
	}
	l, err := b.Hold(Owner{Address: "b"}, 4<<20)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.Hold(Owner{Address: "c"}, 1); !errors.As(err, new(BusyError)) {
		t.Errorf("bodies have more than a quarter: %v", err)
	}
	l.Release()
	if _, err := b.Hold(Owner{Address: "c"}, 1); err != nil {
		t.Error(err)
	}
	if _, err := do(t.Context(), b, Owner{Address: "d"}, record); err != nil {
		t.Error(err)
	}
}

func TestANilBudgetHasNoBounds(t *testing.T) {
	var b *Budget
	if _, err := do(t.Context(), b, Owner{}, Cost{Memory: 1 << 40}); err != nil {
		t.Error(err)
	}
	if l, err := b.Hold(Owner{}, 1<<40); l != nil || err != nil {
		t.Error(l, err)
	}
	var l *Lease
	l.Shrink(1)
	l.Release()
}
