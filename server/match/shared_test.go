package match_test

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rosette/server/match"
)

// Two hosts on machines with different clock rates agree when they follow one clock. Their time
// never goes back, and a player loses at most a hundredth more than the time used.
func TestHostsThatShareAClockAgreeAndNeverGoBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		shared := began.Add(time.Hour) // the database clock
		var step atomic.Int64          // the amount by which it is set
		ask := func(context.Context) (time.Time, time.Duration, error) {
			return shared.Add(time.Since(began) + time.Duration(step.Load())), time.Millisecond, nil
		}
		log := newLog()
		var hosts [2]server
		for i, wrong := range []time.Duration{-2 * time.Second, 1500 * time.Millisecond} {
			hosts[i] = start(t, log, match.Options{Shared: ask, Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return shared.Add(wrong) }})
		}
		time.Sleep(time.Second) // both have recorded that they are alive
		last := [2]time.Time{hosts[0].Now(), hosts[1].Now()}
		wait := func(span time.Duration) {
			for range span / time.Second {
				time.Sleep(time.Second)
				for i, h := range hosts {
					now := h.Now()
					if d := now.Sub(last[i]); d < 989*time.Millisecond || d > 1011*time.Millisecond {
						t.Errorf("host %d: a second takes %v", i, d)
					}
					last[i] = now
				}
			}
		}
		agree := func() {
			for i := range hosts {
				now, _, _ := ask(t.Context())
				if off := last[i].Sub(now).Abs(); off > 2*time.Millisecond {
					t.Errorf("host %d is %v off", i, off)
				}
			}
		}
		wait(5 * time.Minute)
		agree()
		for _, by := range []time.Duration{3 * time.Second, -5 * time.Second} {
			step.Add(int64(by))
			wait(10 * time.Minute)
			agree()
		}
		for _, h := range hosts {
			h.stop()
		}
	})
}

// A lateLog simulates a database that starts after the host.
type lateLog struct {
	*memoryLog
	tries atomic.Int64 // failing tries
}

func (l *lateLog) Alive(ctx context.Context, now time.Time, gap time.Duration) (time.Time, error) {
	if l.tries.Add(-1) >= 0 {
		return time.Time{}, errors.New("the database is starting")
	}
	return l.memoryLog.Alive(ctx, now, gap)
}

func TestAHostThatStartsBeforeItsDatabaseWaitsForIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := &lateLog{memoryLog: newLog()}
		s := startWith(t, log, match.Options{})
		s.open("m", people(t, "1h"))
		s.stop()
		log.tries.Store(5)
		s = startWith(t, log, match.Options{Log: slog.New(slog.DiscardHandler)})
		time.Sleep(3 * time.Minute)
		s.log = log.memoryLog
		if got := s.kinds("m"); got != "opened suspended endedVoid" {
			t.Error(got)
		}
		s.stop()
	})
}
