package work

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A relay forwards charges to another queue.
type relay struct{ to *Queue }

func (relay) Waits() {}

// Charged forwards the charge asynchronously, because the queue is locked.
func (r relay) Charged(c Charge) {
	if r.to != nil {
		go r.to.Spent(c)
	}
}

// lent runs a job that a worker elsewhere may do, and appends its answer to answers.
func lent(q *Queue, t *testing.T, all *sync.WaitGroup, j Job, answers *[]string) {
	name := j.Owner.Address
	j.Task = []byte(name)
	j.Read = func(answer []byte) (func(), error) {
		if len(answer) == 0 {
			return nil, errors.New("no answer")
		}
		return func() { *answers = append(*answers, string(answer)) }, nil
	}
	all.Go(func() {
		if _, err := q.Do(t.Context(), j, nil, func(context.Context) error {
			*answers = append(*answers, name+" here")
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	synctest.Wait()
}

func TestAJobThatIsGivenBackIsNextAndItsOwnerIsNotCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: -1})
		q.Watch(relay{})
		q.SetSlots(4)
		var all sync.WaitGroup
		var answers []string
		lent(q, t, &all, Job{Owner: Owner{Address: "a"}, Cost: full}, &answers)
		first := q.Lend("one", Review)
		lent(q, t, &all, Job{Owner: Owner{Address: "b"}, Cost: short}, &answers)
		time.Sleep(full)
		first.GiveBack(false)
		if err := first.Finish([]byte("late")); !errors.Is(err, ErrEnded) {
			t.Error(err)
		}
		again := q.Lend("two", Review)
		if string(again.Job.Task) != "a" {
			t.Fatalf("%s is next", again.Job.Task)
		}
		if err := again.Finish(nil); err == nil {
			t.Error("a wrong answer is taken")
		}
		if o, ok := q.Offer("two", Review); !ok || o.Again {
			t.Errorf("the worker that was wrong is offered %+v", o)
		}
		for range 2 {
			l := q.Lend("three", Review)
			if err := l.Finish(l.Job.Task); err != nil {
				t.Error(err)
			}
			synctest.Wait()
		}
		all.Wait()
		if !slices.Equal(answers, []string{"a", "b"}) || q.Lend("three", SelfPlay) != nil {
			t.Errorf("the answers were %q", answers)
		}
		if c := q.Counts()[Move]; c != (Counts{Done: [Places]int{Elsewhere: 2}, Waited: full}) {
			t.Errorf("left behind: %+v", c)
		}
	})
}

func TestWhatNobodyElsewhereCanDoIsDoneHere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: -1})
		q.Watch(relay{})
		if _, err := q.Do(t.Context(), Job{}, nil, thought(short)); err != nil {
			t.Error(err)
		}
		if c := q.Counts()[Move]; c.Done != [Places]int{Here: 1} {
			t.Errorf("%+v", c)
		}
	})
}

func TestAJobThatEveryWorkerDeclinesIsDoneHereInTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: -1})
		q.Watch(relay{})
		var all sync.WaitGroup
		var answers []string
		lent(q, t, &all, Job{Owner: Owner{Address: "a"}}, &answers)
		q.Lend("one", Review).GiveBack(true)
		for range 11 {
			if len(answers) > 0 {
				t.Fatal("it is done here too soon")
			}
			time.Sleep(time.Second)
			q.SetSlots(1) // as a node does every second
			synctest.Wait()
		}
		all.Wait()
		if !slices.Equal(answers, []string{"a here"}) {
			t.Errorf("the answers were %q", answers)
		}
	})
}

func TestAJobThatIsLentEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: -1})
		q.Watch(relay{})
		ctx, cancel := context.WithCancel(t.Context())
		var all sync.WaitGroup
		all.Go(func() {
			if _, err := q.Do(ctx, Job{Task: []byte("x")}, nil, nil); !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		synctest.Wait()
		l := q.Lend("one", Review)
		cancel()
		<-l.Withdrawn()
		all.Wait()
		l.GiveBack(false)
		if running, waiting := q.Load(); running+waiting != 0 || q.Lend("two", Review) != nil {
			t.Errorf("%d run, %d wait", running, waiting)
		}
	})
}

func TestTwoQueuesThatTellEachOtherShareOneWorkerFairly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		one, two := New(Options{Workers: -1}), New(Options{Workers: -1})
		one.Watch(relay{two})
		two.Watch(relay{one})
		var all sync.WaitGroup
		var answers []string
		for range 20 {
			lent(one, t, &all, Job{Owner: Owner{Address: "both"}, Cost: short}, &answers)
			lent(two, t, &all, Job{Owner: Owner{Address: "both"}, Cost: short}, &answers)
			lent(two, t, &all, Job{Owner: Owner{Address: "second"}, Cost: short}, &answers)
		}
		done := map[string]int{}
		for i := range 60 {
			q := one
			a, okA := one.Offer("w", Review)
			if b, okB := two.Offer("w", Review); !okA || okB && b.Before(a) < 0 {
				q = two
			}
			l := q.Lend("w", Review)
			time.Sleep(short)
			if err := l.Finish(l.Job.Task); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			done[string(l.Job.Task)]++
			if apart := done["both"] - done["second"]; i < 40 && max(apart, -apart) > 2 {
				t.Fatalf("after %d jobs: %v", i+1, done)
			}
		}
		all.Wait()
	})
}
