package work

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Ten addresses request long thoughts continuously. A short thought from another address begins at
// once, even with one worker; a second one waits for the first. There are never more long ones
// running than workers.
func TestShortThoughtsDoNotWaitForLongOnes(t *testing.T) {
	for workers := 1; workers <= 3; workers++ {
		synctest.Test(t, func(t *testing.T) {
			q := New(Options{Workers: workers, Short: short})
			end := time.Now().Add(30 * time.Second)
			var all sync.WaitGroup
			for i := range 10 {
				owner := Owner{Address: fmt.Sprint("192.0.2.", i)}
				all.Go(func() { player(t, q, owner, full, 0, end) })
			}
			for i := range 2 {
				owner := Owner{Address: fmt.Sprint("198.51.100.", i)}
				all.Go(func() {
					if done, longest := player(t, q, owner, short, 50*time.Millisecond, end); done < 100 || longest > short {
						t.Errorf("%d workers: %d short thoughts, one waited %v", workers, done, longest)
					}
				})
			}
			time.Sleep(time.Second)
			if running, _ := q.Load(); running > workers+1 {
				t.Errorf("%d workers: %d thoughts run", workers, running)
			}
			all.Wait()
			if running, waiting := q.Load(); running+waiting != 0 || q.here != 0 || q.short {
				t.Errorf("%d run here, short %v", q.here, q.short)
			}
		})
	}
}

func TestTheWorkerOfShortThoughtsRunsNothingElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1, Short: short})
		var all sync.WaitGroup
		all.Go(func() { q.Do(t.Context(), Job{Owner: Owner{Address: "a"}, Cost: full}, nil, thought(full)) })
		synctest.Wait()
		for _, j := range []Job{
			{Owner: Owner{Address: "b"}, Cost: short, Class: Review}, {Owner: Owner{Address: "c"}, Cost: short, Class: SelfPlay}, {Owner: Owner{Address: "d"}, Cost: short + 1},
		} {
			all.Go(func() { q.Do(t.Context(), j, nil, thought(j.Cost)) })
		}
		synctest.Wait()
		if running, waiting := q.Load(); running != 1 || waiting != 3 {
			t.Errorf("%d run, %d wait", running, waiting)
		}
		// A cancelled thought frees its place.
		ctx, cancel := context.WithCancel(t.Context())
		all.Go(func() {
			q.Do(ctx, Job{Owner: Owner{Address: "e"}, Cost: short}, nil, func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() })
		})
		synctest.Wait()
		cancel()
		synctest.Wait()
		if waited, err := q.Do(t.Context(), Job{Owner: Owner{Address: "f"}, Cost: short}, nil, thought(short)); waited != 0 || err != nil {
			t.Errorf("waited %v, %v", waited, err)
		}
		all.Wait()
	})
}
