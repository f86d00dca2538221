package budget

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// picture and record are two typical jobs.
var (
	picture = Cost{Memory: 8 << 20, CPU: 250 * time.Millisecond}
	record  = Cost{Memory: 20 << 20, CPU: 300 * time.Millisecond}
)

// do runs a job for its expected time and returns the wait and the error.
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
				cost := Cost{Memory: random.Int64N(20 << 20), CPU: time.Duration(random.IntN(100)) * time.Millisecond}
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(20000))*time.Millisecond)
				defer cancel()
				body, err := b.Hold(ctx, owner, random.Int64N(1<<20))
				if err == nil {
					defer body.Release()
				}
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
					l.Shrink(cost.Memory/10, func() {})
					time.Sleep(cost.CPU)
				}
				l.Release()
				l.Release() // has no effect
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
		}{{"a", time.Second}, {"a", 0}, {"a", 0}, {"b", time.Second}, {"c", time.Second}} { // c displaces the second
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

// answer runs a job and keeps some bytes for its result. It returns the lease, and a channel that
// is closed when the result must be released.
func answer(t *testing.T, b *Budget, owner Owner, bytes int64) (l *Lease, cut chan struct{}) {
	t.Helper()
	l, err := b.Acquire(t.Context(), owner, picture)
	if err != nil {
		t.Fatal(err)
	}
	cut = make(chan struct{})
	l.Shrink(bytes, func() {
		close(cut)
		l.Release()
	})
	return l, cut
}

func TestAnAddressThatReadsNothingKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 2})
		slow := Owner{Address: "slow"}
		for range 3 {
			l, _ := answer(t, b, slow, 700<<10)
			defer l.Release()
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := b.Acquire(ctx, slow, picture); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("an address whose results nobody reads gets more: %v", err)
		}
		for range 2 {
			body, err := b.Hold(t.Context(), slow, 2<<20)
			if err != nil {
				t.Fatal(err)
			}
			defer body.Release()
		}
		if waited, err := do(t.Context(), b, Owner{Address: "other"}, record); err != nil || waited != 0 {
			t.Errorf("another address waits %v: %v", waited, err)
		}
	})
}

func TestAJobTakesBackWhatTheAddressWithTheMostKeeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 2})
		var idle, reading []chan struct{}
		for i := range 8 {
			owner := Owner{Address: fmt.Sprint(i)}
			_, one := answer(t, b, owner, 1<<20)
			time.Sleep(time.Millisecond)
			other, two := answer(t, b, owner, 1<<20)
			idle, reading = append(idle, one), append(reading, two)
			defer other.Release()
			time.Sleep(time.Second)
			other.Progress()
		}
		small, kept := answer(t, b, Owner{Address: "small"}, 100<<10)
		defer small.Release()
		if waited, err := do(t.Context(), b, Owner{Address: "other"}, record); err != nil || waited != 0 {
			t.Errorf("a job waits %v: %v", waited, err)
		}
		cut := func(all ...chan struct{}) (n int) {
			for _, one := range all {
				select {
				case <-one:
					n++
				default:
				}
			}
			return n
		}
		if cut(idle...) != 8 || cut(reading...) > 5 || cut(kept) != 0 {
			t.Errorf("cut: %d of those that read nothing, %d of those that read, %d small", cut(idle...), cut(reading...), cut(kept))
		}
		if b.revoked != 0 || b.written > b.mostWritten() {
			t.Errorf("%d bytes are written, %d revoked", b.written, b.revoked)
		}
	})
}

func TestANewcomerDisplacesTheLastJobOfTheAddressWithTheMost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{Places: 1, MaxWaiting: 9, MaxWaitingPerAddress: 4})
		first, err := b.Acquire(t.Context(), Owner{Address: "first"}, picture)
		if err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		var displaced []string
		enter := func(name, address string) {
			all.Go(func() {
				if _, err := do(t.Context(), b, Owner{Address: address}, picture); errors.As(err, new(BusyError)) {
					mu.Lock()
					defer mu.Unlock()
					displaced = append(displaced, name)
				}
			})
			synctest.Wait()
		}
		for _, address := range []string{"a", "b", "c"} {
			for i := range 3 {
				enter(fmt.Sprint(address, i), address)
			}
		}
		for i, address := range []string{"d", "e", "f", "d", "d", "a"} {
			enter(fmt.Sprint("new", i), address)
		}
		first.Release()
		all.Wait()
		slices.Sort(displaced) // among addresses with equally many, any may lose one
		if want := []string{"a2", "b2", "c2", "new3", "new4", "new5"}; !slices.Equal(displaced, want) {
			t.Errorf("displaced: %v, want %v", displaced, want)
		}
		if used := b.Load(); used != (Load{}) || len(b.of) != 0 {
			t.Errorf("left behind: %+v", used)
		}
	})
}

func TestBodiesWaitForAQuarterAndAnAddressForAnEighth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := New(Options{})
		hold := func(address string, bytes int64) (waited time.Duration, l *Lease, err error) {
			begun := time.Now()
			l, err = b.Hold(t.Context(), Owner{Address: address}, bytes)
			return time.Since(begun), l, err
		}
		_, first, err := hold("a", 4<<20)
		if err != nil {
			t.Fatal(err)
		}
		if waited, _, err := hold("a", 1); !errors.As(err, new(BusyError)) || waited != defaultMaxWait {
			t.Errorf("an address has more than an eighth after %v: %v", waited, err)
		}
		_, second, err := hold("b", 4<<20)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := hold("c", 1); !errors.As(err, new(BusyError)) {
			t.Errorf("bodies have more than a quarter: %v", err)
		}
		if _, err := do(t.Context(), b, Owner{Address: "d"}, record); err != nil {
			t.Error(err)
		}
		time.AfterFunc(time.Second, second.Release)
		if waited, l, err := hold("c", 1); err != nil || waited != time.Second {
			t.Errorf("after %v: %v", waited, err)
		} else {
			l.Release()
		}
		first.Release()
		if used := b.Load(); used != (Load{}) || len(b.of) != 0 {
			t.Errorf("left behind: %+v", used)
		}
	})
}

func TestANilBudgetHasNoBounds(t *testing.T) {
	var b *Budget
	if _, err := do(t.Context(), b, Owner{}, Cost{Memory: 1 << 40}); err != nil {
		t.Error(err)
	}
	if l, err := b.Hold(t.Context(), Owner{}, 1<<40); l != nil || err != nil {
		t.Error(l, err)
	}
	var l *Lease
	l.Shrink(1, nil)
	l.Progress()
	l.Release()
	if load := b.Load(); load != (Load{}) {
		t.Error(load)
	}
}
