package work

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// thought returns work that takes some time.
func thought(long time.Duration) func(context.Context) error {
	return func(context.Context) error {
		time.Sleep(long)
		return nil
	}
}

const short, full = 100 * time.Millisecond, 850 * time.Millisecond

// player runs one thought after another until a time and returns their number and the longest wait.
func player(t *testing.T, q *Queue, o Owner, cost, pause time.Duration, until time.Time) (done int, longest time.Duration) {
	for time.Now().Before(until) {
		waited, err := q.Do(t.Context(), Job{Owner: o, Cost: cost}, nil, thought(cost))
		if err != nil {
			t.Error(err)
			return done, longest
		}
		done, longest = done+1, max(longest, waited)
		time.Sleep(pause)
	}
	return done, longest
}

func TestAShortThoughtWaitsForOneThoughtOfAnAddressWithFifteenGamesAtMost(t *testing.T) {
	for workers, most := range map[int]time.Duration{1: full, 2: 0} {
		synctest.Test(t, func(t *testing.T) {
			q := New(Options{Workers: workers})
			end := time.Now().Add(time.Minute)
			var games sync.WaitGroup
			for i := range 15 {
				games.Go(func() { player(t, q, Owner{Person: fmt.Sprint("guest/", i%3), Address: "192.0.2.1"}, full, 0, end) })
			}
			_, longest := player(t, q, Owner{Person: "guest/stranger", Address: "192.0.2.2"}, short, 333*time.Millisecond, end)
			if longest > most {
				t.Errorf("%d workers: the stranger waited %v", workers, longest)
			}
			games.Wait()
		})
	}
}

func TestManyGuestsOfOneAddressGetWhatOnePersonOfAnotherGets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		end := time.Now().Add(100 * time.Second)
		var all sync.WaitGroup
		var crowd [10]int
		for i := range crowd {
			all.Go(func() {
				crowd[i], _ = player(t, q, Owner{Person: fmt.Sprint("guest/", i), Address: "192.0.2.1"}, short, 0, end)
			})
		}
		alone, _ := player(t, q, Owner{Person: "guest/alone", Address: "192.0.2.2"}, short, 0, end)
		all.Wait()
		together := 0
		for _, n := range crowd {
			together += n
		}
		if alone < 499 || together < 499 || alone+together > 1012 {
			t.Errorf("one person got %d thoughts and ten guests of one address %d", alone, together)
		}
		if spread := slices.Max(crowd[:]) - slices.Min(crowd[:]); spread > 1 {
			t.Errorf("the guests got %v", crowd)
		}
	})
}

func TestAWaitingPlayerSeesHisPlaceFall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				player(t, q, Owner{Person: fmt.Sprint("guest/", i), Address: fmt.Sprint("192.0.2.", i)}, full, 0, time.Now().Add(1))
			})
			synctest.Wait()
		}
		var places []int
		note := func(n int) { places = append(places, n) }
		waited, err := q.Do(t.Context(), Job{Owner: Owner{Person: "guest/last", Address: "192.0.2.9"}, Cost: full}, note, thought(full))
		if err != nil || waited != 4*full || !slices.Equal(places, []int{4, 3, 2, 1}) {
			t.Errorf("waited %v, at places %v: %v", waited, places, err)
		}
		all.Wait()
	})
}

func TestFarFromTheFrontAPlaceIsToldWhenItHasFallenByATenth(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1, MaxWaitingPerOwner: 100})
		var all sync.WaitGroup
		var told atomic.Int64
		for range 51 {
			all.Go(func() {
				note := func(int) { told.Add(1) }
				if _, err := q.Do(t.Context(), Job{Cost: short}, note, thought(short)); err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		all.Wait()
		if n := told.Load(); n < 50*11 || n > 50*30 {
			t.Errorf("50 that wait were told %d times", n)
		}
	})
}

func TestAPersonsShortJobsComeBeforeLongOnesAndReviewsLastButNoneWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		var all sync.WaitGroup
		var order []string
		var long atomic.Bool
		do := func(name string, class Class, cost time.Duration) {
			all.Go(func() {
				_, err := q.Do(t.Context(), Job{Class: class, Cost: cost}, nil, func(context.Context) error {
					order = append(order, name)
					long.CompareAndSwap(false, name == "long")
					time.Sleep(cost)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		do("running", Move, full)
		do("review", Review, time.Millisecond)
		do("long", Move, 4*full)
		do("full", Move, full)
		do("short", Estimate, short)
		all.Wait()
		if want := []string{"running", "short", "full", "long", "review"}; !slices.Equal(order, want) {
			t.Errorf("order %q", order)
		}
		long.Store(false)
		do("running", Move, full)
		do("long", Move, 2*full)
		begin := time.Now()
		for !long.Load() {
			do("short", Move, short)
			time.Sleep(short)
		}
		if waited := time.Since(begin); waited < 10*full || waited > 42*full {
			t.Errorf("the long job waited %v for shorter ones that came later", waited)
		}
		all.Wait()
	})
}

func TestOneAddressNeverHoldsAllWorkersIfThereAreTwo(t *testing.T) {
	for workers, most := range map[int]int{1: 1, 2: 1, 4: 3} {
		synctest.Test(t, func(t *testing.T) {
			q := New(Options{Workers: workers})
			running, peak := 0, 0
			var mu sync.Mutex
			var all sync.WaitGroup
			for range 20 {
				all.Go(func() {
					_, err := q.Do(t.Context(), Job{Cost: full}, nil, func(context.Context) error {
						mu.Lock()
						running++
						peak = max(peak, running)
						mu.Unlock()
						time.Sleep(full)
						mu.Lock()
						running--
						mu.Unlock()
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				})
			}
			all.Wait()
			if peak != most {
				t.Errorf("with %d workers, %d ran at once", workers, peak)
			}
		})
	}
}

func TestAFullQueueRefusesAtOnceAndAnAddressCannotFillIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1, MaxWaiting: 3, MaxWaitingPerOwner: 2})
		var all sync.WaitGroup
		do := func(address string) (err error) {
			all.Go(func() {
				_, err = q.Do(t.Context(), Job{Owner: Owner{Address: address}, Cost: full}, nil, thought(full))
			})
			synctest.Wait()
			return err
		}
		for i, c := range []struct {
			address string
			want    error
		}{{"a", nil}, {"a", nil}, {"a", nil}, {"a", ErrBusy}, {"b", nil}, {"c", ErrBusy}} {
			if err := do(c.address); !errors.Is(err, c.want) {
				t.Errorf("%d, of %s: %v", i, c.address, err)
			}
		}
		all.Wait()
		if running, waiting := q.Load(); waiting+running != 0 {
			t.Errorf("left behind: %d wait, %d run", waiting, running)
		}
	})
}

func TestACancelledJobLeavesTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		var all sync.WaitGroup
		all.Go(func() { player(t, q, Owner{Person: "guest/1", Address: "a"}, full, 0, time.Now().Add(1)) })
		synctest.Wait()
		ctx, cancel := context.WithTimeout(t.Context(), short)
		defer cancel()
		ran := false
		waited, err := q.Do(ctx, Job{Cost: full}, nil, func(context.Context) error { ran = true; return nil })
		if !errors.Is(err, context.DeadlineExceeded) || waited != short || ran {
			t.Errorf("waited %v and ran %v: %v", waited, ran, err)
		}
		if _, waiting := q.Load(); waiting != 0 {
			t.Errorf("%d jobs wait", waiting)
		}
		if _, err := q.Do(ctx, Job{}, nil, thought(full)); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after the end: %v", err)
		}
		all.Wait()
	})
}

func TestTheErrorOfTheWorkIsReturnedAndAPanicFreesTheWorker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		wrong := errors.New("wrong")
		if _, err := q.Do(t.Context(), Job{}, nil, func(context.Context) error { return wrong }); !errors.Is(err, wrong) {
			t.Errorf("said %v", err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Error("the panic is lost")
				}
			}()
			_, err := q.Do(t.Context(), Job{}, nil, func(context.Context) error { panic("in a search") })
			t.Error(err)
		}()
		if _, err := q.Do(t.Context(), Job{}, nil, thought(short)); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
}

func TestTimeUsedInExcessIsForgottenAsItPasses(t *testing.T) {
	for pause, first := range map[time.Duration]string{0: "other", 20 * time.Second: "long"} {
		synctest.Test(t, func(t *testing.T) {
			q := New(Options{Workers: 1})
			long := Owner{Person: "guest/long", Address: "a"}
			if _, err := q.Do(t.Context(), Job{Owner: long, Cost: short}, nil, thought(10*time.Second)); err != nil {
				t.Fatal(err)
			}
			time.Sleep(pause)
			var all sync.WaitGroup
			var order []string
			do := func(o Owner, name string) {
				all.Go(func() {
					_, err := q.Do(t.Context(), Job{Owner: o, Cost: full}, nil, func(context.Context) error {
						order = append(order, name)
						time.Sleep(full)
						return nil
					})
					if err != nil {
						t.Error(err)
					}
				})
				synctest.Wait()
			}
			do(Owner{Person: "guest/x", Address: "x"}, "running")
			do(long, "long")
			do(Owner{Person: "guest/y", Address: "y"}, "other")
			all.Wait()
			if order[1] != first {
				t.Errorf("after %v: %q", pause, order)
			}
		})
	}
}

func TestTwoOwnersWhoAlwaysHaveJobsGetTheSameTime(t *testing.T) {
	lengths := rapid.SliceOfN(rapid.IntRange(100, 2000), 1, 8)
	rapid.Check(t, func(rt *rapid.T) {
		workers := rapid.IntRange(1, 4).Draw(rt, "workers")
		var took, expected [2][]int
		var games [2]int
		for i := range took {
			took[i], expected[i] = lengths.Draw(rt, "took"), lengths.Draw(rt, "expected")
			games[i] = rapid.IntRange(workers+1, 8).Draw(rt, "games")
		}
		var served [2]time.Duration
		synctest.Test(t, func(t *testing.T) {
			q := New(Options{Workers: workers})
			end := time.Now().Add(4 * time.Minute)
			var mu sync.Mutex
			var all sync.WaitGroup
			for owner := range served {
				n := 0
				for range games[owner] {
					all.Go(func() {
						for time.Now().Before(end) {
							mu.Lock()
							n++
							long := time.Duration(took[owner][n%len(took[owner])]) * time.Millisecond
							cost := time.Duration(expected[owner][n%len(expected[owner])]) * time.Millisecond
							mu.Unlock()
							_, err := q.Do(t.Context(), Job{Owner: Owner{Address: fmt.Sprint(owner)}, Cost: cost}, nil, thought(long))
							if err != nil {
								t.Error(err)
								return
							}
							mu.Lock()
							if time.Now().Before(end) {
								served[owner] += long
							}
							mu.Unlock()
						}
					})
				}
			}
			all.Wait()
		})
		if most := time.Duration(4*workers) * 2 * time.Second; (served[0] - served[1]).Abs() > most {
			rt.Errorf("%d workers: %v", workers, served)
		}
	})
}

func TestManyGoroutinesAtOnce(t *testing.T) {
	q := New(Options{Workers: 3})
	var all sync.WaitGroup
	for i := range 40 {
		all.Go(func() {
			for range 50 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
				_, err := q.Do(ctx, Job{Owner: Owner{Person: fmt.Sprint(i), Address: fmt.Sprint(i % 5)}}, func(int) {}, func(context.Context) error { return nil })
				if err != nil && !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				cancel()
			}
		})
	}
	all.Wait()
	if running, waiting := q.Load(); waiting+running != 0 {
		t.Errorf("left behind: %d wait, %d run", waiting, running)
	}
}

func BenchmarkAJobAmongAThousandThatWait(b *testing.B) {
	q := New(Options{Workers: 1})
	for i := range 1000 {
		if _, err := q.enter(Job{Owner: Owner{Address: fmt.Sprint(i % 50)}}); err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		r, err := q.enter(Job{})
		if err != nil {
			b.Fatal(err)
		}
		q.leave(r)
	}
}
