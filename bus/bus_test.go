package bus

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// a bus is what every twin in this room must be.
type bus interface {
	Announce(match string, seq int)
	Watch(match string) (hints <-chan int, stop func())
}

func TestLocal(t *testing.T) { testBus(t, func(*testing.T) bus { return new(Local) }) }

// soon waits for a hint of at least that number.
func soon(t *testing.T, hints <-chan int, seq int) {
	t.Helper()
	for {
		select {
		case got, open := <-hints:
			if !open {
				t.Fatal("the hints ended")
			}
			if got > seq {
				t.Fatalf("hint %d, only %d was announced", got, seq)
			}
			if got == seq {
				return
			}
		case <-time.After(5 * time.Minute):
			t.Fatalf("no hint of %d", seq)
		}
	}
}

// testBus is what every bus must do. A twin passes a function that opens it.
func testBus(t *testing.T, open func(*testing.T) bus) {
	t.Run("AWatcherHearsOfItsMatchAndOfNoOther", func(t *testing.T) {
		b := open(t)
		hints, stop := b.Watch("a")
		defer stop()
		b.Announce("b", 7)
		b.Announce("a", 3)
		soon(t, hints, 3)
	})
	t.Run("ASlowWatcherHearsTheLastAndHoldsNobodyUp", func(t *testing.T) {
		b := open(t)
		hints, stop := b.Watch("a")
		defer stop()
		for seq := range 10_000 {
			b.Announce("a", seq+1)
		}
		soon(t, hints, 10_000)
	})
	t.Run("AHintNeverGoesBack", func(t *testing.T) {
		b := open(t)
		hints, stop := b.Watch("a")
		defer stop()
		b.Announce("a", 9)
		b.Announce("a", 4)
		soon(t, hints, 9)
	})
	t.Run("WhoHasStoppedHearsNoMore", func(t *testing.T) {
		b := open(t)
		hints, stop := b.Watch("a")
		stop()
		stop()
		b.Announce("a", 1)
		if seq, open := <-hints; open {
			t.Errorf("hint %d", seq)
		}
	})
	t.Run("ManyWatchManyAtOnce", func(t *testing.T) { testCrowd(t, open(t)) })
}

func testCrowd(t *testing.T, b bus) {
	const matches, watchers, last = 4, 8, 500
	var crowd sync.WaitGroup
	for i := range matches * watchers {
		hints, stop := b.Watch(fmt.Sprint(i % matches))
		crowd.Go(func() {
			defer stop()
			for seq := 0; seq < last; {
				select {
				case seq = <-hints:
				case <-time.After(5 * time.Minute):
					t.Errorf("watcher %d heard %d and no more", i, seq)
					return
				}
			}
		})
	}
	for i := range matches {
		crowd.Go(func() {
			for seq := range last {
				b.Announce(fmt.Sprint(i), seq+1)
			}
		})
	}
	crowd.Wait()
}

func TestNothingIsKeptOfAMatchThatNobodyWatches(t *testing.T) {
	var l Local
	for i := range 100 {
		_, stop := l.Watch(fmt.Sprint(i))
		l.Announce(fmt.Sprint(i), 1)
		stop()
	}
	if len(l.watchers) != 0 {
		t.Errorf("%d matches kept", len(l.watchers))
	}
}
