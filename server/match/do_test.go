package match_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	matchpkg "rosette/server/match"
)

func TestWhatIsAcceptedIsInTheLogAndPublished(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	sub := s.subscribe("m", 10)
	s.open("m", people(t, "none"))
	if m := <-sub.Messages(); m.Seq != 1 {
		t.Errorf("message %d of the opening", m.Seq)
	}
	seq, err := s.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "x"})
	if err != nil || seq != 2 {
		t.Fatalf("seq %d, %v", seq, err)
	}
	var f view.Frame
	if err := json.Unmarshal((<-sub.Messages()).Data, &f); err != nil || f.Seq != 2 || f.After != 1 || len(f.Events) != 1 || f.Events[0].Point != "C3" || f.Topic != "match/m" {
		t.Errorf("%+v, %v", f, err)
	}
	if e := s.events("m")[1]; e.Point != "C3" || e.ID != "x" || e.Seq != 2 {
		t.Errorf("%+v", e)
	}
	seq, err = s.Do(t.Context(), "m", play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "x"})
	if err != nil || seq != 2 || len(s.events("m")) != 2 {
		t.Errorf("sent twice: seq %d, %v", seq, err)
	}
	if _, err = s.play("m", board.White, "c3"); err != game.ErrOccupied {
		t.Errorf("an illegal play: %v", err)
	}
	if _, err = s.Do(t.Context(), "m", play.Command{Kind: play.Pass, By: board.White, After: 99}); err != play.ErrStale {
		t.Errorf("a command that answers the future: %v", err)
	}
}

func TestAMatchIsOpenedOnceAndAnUnknownOneIsNotPlayed(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	s.open("m", people(t, "none"))
	if err := s.Open(t.Context(), "m", people(t, "none")); err != play.ErrTaken {
		t.Errorf("opened twice: %v", err)
	}
	if err := start(t, s.log, matchpkg.Options{}).Open(t.Context(), "m", people(t, "none")); err != play.ErrTaken {
		t.Errorf("opened twice by two processes: %v", err)
	}
	if err := s.Open(t.Context(), "n", play.Settings{Board: "chess"}); err == nil {
		t.Error("wrong settings were accepted")
	}
	if _, err := s.play("n", board.Black, "c3"); err != play.ErrNoMatch {
		t.Errorf("unknown: %v", err)
	}
	if _, _, _, err := s.Snapshot(t.Context(), "n", 0); err != play.ErrNoMatch {
		t.Errorf("unknown: %v", err)
	}
}

func TestAMatchInMemoryIsPlayedAndReadWithoutTheLog(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	s.open("m", people(t, "10m+5s"))
	for i, point := range []string{"c3", "c4", "d3", "d4"} {
		s.played("m", board.Colors[i%2], point)
		for range 100 {
			if frame, seq, settings, err := s.Snapshot(t.Context(), "m", i+1); err != nil || seq != i+2 || len(frame) == 0 || settings.Black.Name != "Ada" {
				t.Fatalf("seq %d, %v", seq, err)
			}
		}
	}
	if n := s.log.reads.Load(); n != 0 {
		t.Errorf("%d reads of the log", n)
	}
}

func TestWhoActsFindsInTheResultWhatOthersAreTold(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	s.open("m", people(t, "none"))
	player, reader := s.subscribe("m", 10), s.subscribe("m", 10)
	first := func(m *play.Match) (play.Command, error) {
		return play.Command{Kind: play.Play, By: m.ToMove(), Point: "c3", ID: "x"}, nil
	}
	told, err := s.Act(t.Context(), "m", player, first)
	heard := <-reader.Messages()
	if err != nil || told.Seq != 2 || told.After != 1 || heard.Seq != 2 || heard.After != 1 || &heard.Data[0] != &told.Data[0] {
		t.Errorf("%+v, %v; others are told %+v", told, err, heard)
	}
	refuse := func(*play.Match) (play.Command, error) { return play.Command{}, play.ErrNotSeated }
	for want, choose := range map[error]func(*play.Match) (play.Command, error){
		play.ErrNotSeated: refuse,
		game.ErrOccupied: func(m *play.Match) (play.Command, error) {
			return play.Command{Kind: play.Play, By: m.ToMove(), Point: "c3"}, nil
		},
		nil: func(*play.Match) (play.Command, error) {
			return play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "x"}, nil
		},
	} {
		if told, err := s.Act(t.Context(), "m", player, choose); err != want || told.Seq != 2 || told.Data != nil {
			t.Errorf("%+v, %v, want nothing new and %v", told, err, want)
		}
	}
	s.played("m", board.White, "c4")
	if m := <-player.Messages(); m.Seq != 3 {
		t.Errorf("who acted is told %d", m.Seq)
	}
}

func TestASnapshotIsEncodedOnceForAllReaders(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	s.open("m", people(t, "none"))
	s.played("m", board.Black, "c3")
	sub := s.subscribe("m", 1)
	s.played("m", board.White, "c4")
	published := (<-sub.Messages()).Data
	caughtUp, _, _, err := s.Snapshot(t.Context(), "m", 2)
	if err != nil || &caughtUp[0] != &published[0] {
		t.Errorf("what was published is encoded again for a client that lacks it: %v", err)
	}
	first, _, _, _ := s.Snapshot(t.Context(), "m", 0)
	if second, _, _, _ := s.Snapshot(t.Context(), "m", 0); &first[0] != &second[0] {
		t.Error("a snapshot is encoded twice")
	}
}

func TestACommandThatComesTooLateEndsTheMatchAndIsRefused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, matchpkg.Options{})
		s.open("m", people(t, "10s"))
		s.stop() // only the command ends the match
		time.Sleep(2 * time.Second)
		for range 4 {
			time.Sleep(2500 * time.Millisecond)
			if _, err := log.Alive(t.Context(), time.Now(), 0); err != nil {
				t.Fatal(err)
			}
		}
		late := play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "late"}
		for _, want := range []error{play.ErrTimeUp, play.ErrOver} {
			if seq, err := s.Do(t.Context(), "m", late); err != want || seq != 2 {
				t.Errorf("seq %d, %v, want %v", seq, err, want)
			}
		}
		if got := s.kinds("m"); got != "opened endedW+T" {
			t.Error(got)
		}
	})
}

func TestAProcessThatLacksEventsReadsThemBeforeItRefuses(t *testing.T) {
	log := newLog()
	a, b := start(t, log, matchpkg.Options{}), start(t, log, matchpkg.Options{})
	a.open("m", people(t, "none"))
	if err := b.Read(t.Context(), "m", func(*play.Match) {}); err != nil {
		t.Fatal(err)
	}
	sub := b.subscribe("m", 10)
	a.played("m", board.Black, "c3")
	b.played("m", board.White, "c4") // b thinks that it is Black's turn
	for want := 2; want <= 3; want++ {
		if m := <-sub.Messages(); m.Seq != want {
			t.Errorf("message %d, want %d", m.Seq, want)
		}
	}
	a.played("m", board.Black, "d3")
	if _, err := b.play("m", board.White, "d3"); err != game.ErrOccupied {
		t.Errorf("a play on what only the other process knew: %v", err)
	}
	if _, err := a.Do(t.Context(), "m", play.Command{Kind: play.Pass, By: board.White, After: 4}); err != nil {
		t.Errorf("a command that answers the last event: %v", err)
	}
}

func TestOfManyPlaysInTwoProcessesOneWinsEachTurn(t *testing.T) {
	log := newLog()
	servers := []server{start(t, log, matchpkg.Options{}), start(t, log, matchpkg.Options{})}
	servers[0].open("m", people(t, "10m"))
	var accepted atomic.Int32
	var all sync.WaitGroup
	for i, point := range strings.Fields("a1 a2 a3 a4 a5 c1 c2 c3 c4 c5 e1 e2") {
		for side, s := range servers {
			all.Go(func() {
				_, err := s.play("m", board.Colors[(i+side)%2], point)
				var match play.Refusal
				var rules game.Refusal
				switch {
				case err == nil:
					accepted.Add(1)
				case !errors.As(err, &match) && !errors.As(err, &rules):
					t.Error(err)
				}
			})
		}
	}
	all.Wait()
	if n := len(servers[0].events("m")) - 1; n != int(accepted.Load()) || n == 0 {
		t.Errorf("%d plays in the log, %d accepted", n, accepted.Load())
	}
}

func TestWhatTheLogDoesNotTakeHasNotHappened(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var lines bytes.Buffer
		s := start(t, newLog(), matchpkg.Options{Log: slog.New(slog.NewTextHandler(&lines, nil))})
		s.open("m", people(t, "10s"))
		sub := s.subscribe("m", 10)
		fail := errDisk
		s.log.fail.Store(&fail)
		c3 := play.Command{Kind: play.Play, By: board.Black, Point: "c3", ID: "1"}
		if _, err := s.Do(t.Context(), "m", c3); !errors.Is(err, errDisk) || !strings.HasPrefix(err.Error(), "match m: ") {
			t.Errorf("%v", err)
		}
		if len(sub.Messages()) > 0 {
			t.Error("it was published")
		}
		s.log.fail.Store(nil)
		if seq, err := s.Do(t.Context(), "m", c3); err != nil || seq != 2 {
			t.Errorf("with room again: seq %d, %v", seq, err)
		}
		time.Sleep(9500 * time.Millisecond)
		s.log.fail.Store(&fail) // too short for an outage
		time.Sleep(2 * time.Second)
		s.log.fail.Store(nil)
		time.Sleep(4 * time.Second)
		if got := s.kinds("m"); got != "opened played endedB+T" {
			t.Errorf("the match was not ended later: %s", got)
		}
		s.stop()
		if !strings.Contains(lines.String(), `match=m error="match m: disk full"`) {
			t.Errorf("the log says %q", lines.String())
		}
	})
}

func TestASenderWhoHasLeftIsNotServedAndOneWhoLeavesDuringTheAppendIs(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{})
	s.open("m", people(t, "none"))
	ctx, cancel := context.WithCancel(t.Context())
	held := make(chan struct{})
	wait := func(string) <-chan struct{} {
		cancel()
		return held
	}
	s.log.wait.Store(&wait)
	var all sync.WaitGroup
	all.Go(func() {
		if _, err := s.Do(ctx, "m", play.Command{Kind: play.Pass, By: board.Black}); err != nil {
			t.Errorf("the sender left during the append: %v", err)
		}
	})
	<-ctx.Done()
	all.Go(func() {
		if _, err := s.Do(ctx, "m", play.Command{Kind: play.Pass, By: board.White}); !errors.Is(err, context.Canceled) {
			t.Errorf("the sender had left: %v", err)
		}
		close(held)
	})
	all.Wait()
	if got := s.kinds("m"); got != "opened passed" {
		t.Error(got)
	}
}

func TestASlowAppendHoldsUpNoOtherMatch(t *testing.T) {
	s := start(t, newLog(), matchpkg.Options{Cache: 1})
	for _, id := range []string{"slow", "quick", "third"} {
		s.open(id, people(t, "10m"))
	}
	held, open := make(chan struct{}), make(chan struct{})
	close(open)
	began := make(chan struct{}, 1)
	wait := func(id string) <-chan struct{} {
		if id == "slow" {
			began <- struct{}{}
			return held
		}
		return open
	}
	s.log.wait.Store(&wait)
	var slow sync.WaitGroup
	slow.Go(func() { s.played("slow", board.Black, "c3") })
	<-began
	s.played("quick", board.Black, "c3")
	s.played("third", board.Black, "c3")
	if _, seq, _, err := s.Snapshot(t.Context(), "quick", 0); seq != 2 || err != nil {
		t.Errorf("seq %d, %v", seq, err)
	}
	close(held)
	slow.Wait()
}

func TestAMatchWithAnUnknownEventIsRefusedAloneAndReportedOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, matchpkg.Options{})
		s.open("strange", people(t, "10s"))
		s.open("m", people(t, "none"))
		s.stop()
		log.unknown["strange"] = true
		var lines bytes.Buffer
		s = start(t, log, matchpkg.Options{Log: slog.New(slog.NewTextHandler(&lines, nil))})
		for range 3 {
			if _, err := s.play("strange", board.Black, "c3"); !errors.Is(err, play.ErrUnknownEvent) {
				t.Errorf("played: %v", err)
			}
			if _, _, _, err := s.Snapshot(t.Context(), "strange", 0); !errors.Is(err, play.ErrUnknownEvent) {
				t.Errorf("read: %v", err)
			}
		}
		s.played("m", board.Black, "c3")
		time.Sleep(time.Minute) // its deadline passes
		s.stop()
		if n := strings.Count(lines.String(), "strange"); n != 1 {
			t.Errorf("reported %d times: %s", n, lines.String())
		}
	})
}

func TestADamagedEventHarmsItsMatchAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		s := start(t, log, matchpkg.Options{})
		s.open("damaged", people(t, "10s"))
		s.open("m", people(t, "none"))
		s.played("damaged", board.Black, "c3")
		s.stop()
		log.events["damaged"][1].Point = "z99"
		var lines bytes.Buffer
		s = start(t, log, matchpkg.Options{Log: slog.New(slog.NewTextHandler(&lines, nil))})
		for range 3 {
			if _, err := s.play("damaged", board.White, "c4"); !errors.Is(err, play.ErrDamaged) {
				t.Errorf("played: %v", err)
			}
			if _, _, _, err := s.Snapshot(t.Context(), "damaged", 0); !errors.Is(err, play.ErrDamaged) {
				t.Errorf("read: %v", err)
			}
		}
		s.played("m", board.Black, "c3")
		synctest.Wait()
		before := log.reads.Load()
		time.Sleep(time.Hour) // its deadline passes
		if reads := log.reads.Load() - before; reads > 1 {
			t.Errorf("%d reads at its deadline", reads)
		}
		s.stop()
		if n := strings.Count(lines.String(), "\n"); n != 1 || !strings.Contains(lines.String(), "match=damaged") {
			t.Errorf("%d lines in the log: %s", n, lines.String())
		}
	})
}
