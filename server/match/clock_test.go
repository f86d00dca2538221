package match_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/match"
)

func TestAMatchEndsOnTimeThoughNobodyIsConnected(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, newLog(), match.Options{Cache: 1})
		s.open("m", people(t, "10s"))
		s.open("other", people(t, "none"))
		began := time.Now()
		time.Sleep(4 * time.Second)
		s.played("m", board.Black, "c3")
		s.played("other", board.Black, "c3")
		time.Sleep(time.Hour)
		all := s.events("m")
		last := all[len(all)-1]
		if after := last.At.Sub(began); last.Result != "B+T" || after < 14*time.Second || after > 16*time.Second {
			t.Errorf("%+v, %v after the beginning", last, after)
		}
		s.stop()
	})
}

func TestDeadlinesOutliveTheProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, match.Options{})
		s.open("m", people(t, "1h"))
		s.stop()
		s = start(t, log, match.Options{})
		time.Sleep(3 * time.Minute)
		if got := s.kinds("m"); got != "opened endedVoid" { // without a first move
			t.Error(got)
		}
		s.stop()
	})
}

func TestASteppedWallClockEndsNoMatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var step atomic.Int64
		s := start(t, newLog(), match.Options{Now: func() time.Time { return time.Now().Add(time.Duration(step.Load())) }})
		s.open("m", people(t, "10m"))
		s.played("m", board.Black, "c3")
		for _, by := range []time.Duration{11 * time.Minute, -22 * time.Minute} {
			step.Add(int64(by))
			time.Sleep(time.Second)
			s.played("m", board.White, map[bool]string{true: "c4", false: "d4"}[by > 0])
			s.played("m", board.Black, map[bool]string{true: "d3", false: "e3"}[by > 0])
		}
		time.Sleep(time.Minute)
		if got := s.kinds("m"); got != "opened played played played played played" {
			t.Error(got)
		}
		s.stop()
	})
}

func TestAWallClockThatWasSetBackBetweenTwoProcessesTakesNoTimeAndGivesNone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, match.Options{})
		s.open("m", people(t, "10s"))
		time.Sleep(4 * time.Second)
		s.stop()
		s = start(t, log, match.Options{Now: func() time.Time { return time.Now().Add(-time.Hour) }})
		time.Sleep(5 * time.Second)
		s.played("m", board.Black, "c3")
		if left := s.left("m", board.Black); left < 900*time.Millisecond || left > 2*time.Second {
			t.Errorf("%v left", left)
		}
		s.stop()
	})
}

// left returns the main time of a player at the last event.
func (s server) left(id string, c board.Color) (left time.Duration) {
	s.t.Helper()
	at := s.events(id)
	if err := s.Read(context.Background(), id, func(m *play.Match) { left = m.Clock(c, at[len(at)-1].At).Main }); err != nil {
		s.t.Fatal(err)
	}
	return left
}

func TestTimeWithoutAServerIsNobodysTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, match.Options{})
		s.open("m", people(t, "8s"))
		s.played("m", board.Black, "c3")
		time.Sleep(2 * time.Second)
		s.stop()
		time.Sleep(10 * time.Second)
		s = start(t, log, match.Options{})
		if _, seq, _, err := s.Snapshot(t.Context(), "m", 0); err != nil || seq != 3 {
			t.Errorf("a reader gets event %d, %v", seq, err)
		}
		s.played("m", board.White, "c4")
		if got := s.kinds("m"); got != "opened played suspended played" {
			t.Error(got)
		}
		if left := s.left("m", board.White); left < 5900*time.Millisecond || left > 7*time.Second {
			t.Errorf("%v left of 8 s after 2 s", left)
		}
		time.Sleep(9 * time.Second)
		if got := s.kinds("m"); got != "opened played suspended played endedW+T" {
			t.Errorf("the next clock: %s", got)
		}
		s.stop()
	})
}

func TestAMatchThatNobodyTouchesAfterAnOutageGetsItsTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, match.Options{})
		s.open("m", people(t, "8s"))
		time.Sleep(2 * time.Second)
		s.stop()
		time.Sleep(time.Minute)
		began := time.Now()
		s = start(t, log, match.Options{})
		time.Sleep(5 * time.Second)
		if got := s.kinds("m"); got != "opened suspended" {
			t.Error(got)
		}
		time.Sleep(5 * time.Second)
		all := s.events("m")
		last := all[len(all)-1]
		if after := last.At.Sub(began); last.Result != "W+T" || after < 6*time.Second || after > 9*time.Second {
			t.Errorf("%+v, %v after the start", last, after)
		}
		s.stop()
	})
}

func TestAFlagThatFellBeforeAnOutageStillFalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, match.Options{})
		s.open("m", people(t, "8s"))
		s.stop()
		for range 12 { // another process is alive, so it does not end the match
			time.Sleep(time.Second)
			if _, err := log.Alive(t.Context(), time.Now(), 0); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		s = start(t, log, match.Options{})
		time.Sleep(time.Second)
		if got := s.kinds("m"); got != "opened suspended endedW+T" {
			t.Error(got)
		}
		s.stop()
	})
}

// pause simulates a process that does not run for a while: the log records nothing.
func (s server) pause(d time.Duration) {
	fail := errDisk
	s.log.fail.Store(&fail)
	time.Sleep(d)
	s.log.fail.Store(nil)
}

func TestAProcessThatWasStoppedTakesNobodysTime(t *testing.T) {
	for name, before := range map[string]time.Duration{"at once": 0, "after a second": time.Second + time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := start(t, newLog(), match.Options{Log: slog.New(slog.DiscardHandler)})
				time.Sleep(90 * time.Minute)
				s.open("first", people(t, "1h")) // the log must have a recent time
				if _, err := s.Do(t.Context(), "first", play.Command{Kind: play.Resign, By: board.Black}); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Second)
				s.open("m", people(t, "8s"))
				sub := s.subscribe("m", 10)
				time.Sleep(before)
				s.pause(10 * time.Second)
				time.Sleep(2 * time.Second)
				if got := s.kinds("m"); got != "opened suspended" {
					t.Error(got)
				}
				if m := <-sub.Messages(); m.Seq != 2 {
					t.Errorf("readers get event %d", m.Seq)
				}
				s.played("m", board.Black, "c3")
				if left := s.left("m", board.Black); left < 4*time.Second {
					t.Errorf("%v left of 8 s after 2 or 3 s", left)
				}
				s.stop()
			})
		})
	}
}

func TestTheClockOfABotStopsWhileTheProcessDoes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, newLog(), match.Options{Log: slog.New(slog.DiscardHandler)})
		s.open("m", againstBot(t, "8s", board.Black))
		time.Sleep(2*time.Second + time.Millisecond)
		s.pause(10 * time.Second)
		time.Sleep(2 * time.Second)
		s.played("m", board.Black, "c3")
		if got := s.kinds("m"); got != "opened suspended played" {
			t.Error(got)
		}
		s.stop()
	})
}

func TestTheHostStaysAliveWhileItSuspendsManyMatchesOnASlowLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, newLog(), match.Options{Log: slog.New(slog.DiscardHandler)})
		for i := range 200 {
			s.open(fmt.Sprint(i), people(t, "10m"))
		}
		time.Sleep(time.Second + time.Millisecond)
		s.pause(10 * time.Second)
		slow := func(string) <-chan struct{} {
			done := make(chan struct{})
			time.AfterFunc(time.Second, func() { close(done) })
			return done
		}
		s.log.wait.Store(&slow)
		time.Sleep(time.Minute)
		if outages, _ := s.log.Outages(t.Context()); len(outages) != 1 {
			t.Errorf("%d outages", len(outages))
		}
		for i := range 200 {
			if got := s.kinds(fmt.Sprint(i)); got != "opened suspended" {
				t.Errorf("match %d: %s", i, got)
			}
		}
		s.stop()
	})
}

func TestAServerWithoutClocksRecordsNothingAndStartsThemWithoutAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, newLog(), match.Options{})
		s.open("untimed", people(t, "none"))
		time.Sleep(time.Hour)
		s.log.mu.Lock()
		last := s.log.alive
		s.log.mu.Unlock()
		if idle := time.Since(last); idle < 59*time.Minute {
			t.Errorf("recorded %v ago", idle)
		}
		s.open("m", people(t, "8s"))
		s.played("m", board.Black, "c3")
		time.Sleep(5 * time.Second)
		s.played("m", board.White, "c4")
		outages, _ := s.log.Outages(t.Context())
		if got := s.kinds("m"); got != "opened played played" || len(outages) > 0 {
			t.Errorf("%s, outages %v", got, outages)
		}
		s.stop()
	})
}

func TestABotIsAwaitedAfterEachEventWhenSomebodyJoinsAndAtStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		awaited := map[string]int{}
		count := func(id string) int {
			mu.Lock()
			defer mu.Unlock()
			n := awaited[id]
			awaited[id] = 0
			return n
		}
		options := match.Options{OnBotTurn: func(id string) {
			mu.Lock()
			defer mu.Unlock()
			awaited[id]++
		}}
		log := newLog()
		s := start(t, log, options)
		synctest.Wait() // the schedules are loaded
		s.open("white", againstBot(t, "none", board.White))
		if n := count("white"); n != 0 {
			t.Errorf("awaited %d times while Black is to move", n)
		}
		s.played("white", board.Black, "c3")
		if n := count("white"); n != 1 {
			t.Errorf("awaited %d times after the move", n)
		}
		if _, _, _, err := s.Snapshot(t.Context(), "white", 0); err != nil || count("white") != 1 {
			t.Errorf("not awaited when somebody joins: %v", err)
		}
		s.stop()
		s = start(t, log, options)
		synctest.Wait()
		if n := count("white"); n != 1 {
			t.Errorf("awaited %d times at start", n)
		}
		chinese := people(t, "none")
		chinese.Rules = preset(t, "chinese")
		s.open("dead stones", chinese)
		for _, c := range board.Colors {
			if _, err := s.Do(t.Context(), "dead stones", play.Command{Kind: play.Pass, By: c}); err != nil {
				t.Fatal(err)
			}
		}
		if n := count("dead stones"); n != 1 {
			t.Errorf("awaited %d times for a proposal of dead stones", n)
		}
		s.stop()
	})
}

func TestManyMatchesEndOnTimeEach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := start(t, newLog(), match.Options{Cache: 100_000})
		const matches = 50
		for i := range matches {
			s.open(fmt.Sprint(i), people(t, fmt.Sprintf("%ds", 10+(i*7)%matches)))
		}
		time.Sleep(35 * time.Second)
		for i := range matches {
			s.log.mu.Lock()
			over := len(s.log.events[fmt.Sprint(i)]) > 1
			s.log.mu.Unlock()
			if limit := 10 + (i*7)%matches; over != (limit < 34) && limit != 34 && limit != 33 {
				t.Errorf("match of %d s after 35 s: over %v", limit, over)
			}
		}
		s.stop()
	})
}

func TestARatedMatchEndsThoughThePlayerDoesNotAgreeWithTheBot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		settings := people(t, "10m")
		settings.Board = "rosette-3"
		settings.Rules = preset(t, "mindsports-chinese")
		settings.Rated = true
		settings.Black, settings.White = play.Seat{Kind: play.SeatBot, ID: "8"}, play.Seat{Kind: play.SeatUser, ID: "b"}
		s := start(t, log, match.Options{})
		s.open("m", settings)
		for _, cmd := range []play.Command{
			{Kind: play.Play, By: board.Black, Point: "c3"},
			{Kind: play.Pass, By: board.White},
			{Kind: play.Pass, By: board.Black},
			{Kind: play.Propose},
			{Kind: play.Agree, By: board.Black},
		} {
			if _, err := s.Do(t.Context(), "m", cmd); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(time.Minute)
		s.stop()
		time.Sleep(time.Hour)
		s = start(t, log, match.Options{})
		time.Sleep(3 * time.Minute)
		if got := s.kinds("m"); strings.Contains(got, "endedB") {
			t.Error("too soon:", got)
		}
		time.Sleep(2 * time.Minute)
		if got := s.kinds("m"); got != "opened played passed passed stopped proposed agreed suspended endedB+48.5" {
			t.Error(got)
		}
		s.stop()
	})
}
