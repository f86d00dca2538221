package computer

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/work"
)

func TestTwoBotsPlayAWholeGameAndThenNothingIsLeftInMemory(t *testing.T) {
	for _, boardName := range []string{"rosette-3", "square-7"} {
		inBubble(t, simple{1}, Options{}, func(t *testing.T, s *server) {
			s.open(t, "m", play.Settings{Board: boardName, Clock: control(t, "10m+3x30s"), Black: bot, White: bot})
			synctest.Wait()
			m := s.now(t)
			if !m.Over() || m.Game().Passes() != 2 || m.Result() != m.Game().Score().Result() || m.Game().Ply() < 30 {
				t.Errorf("over %v with %v after %d moves", m.Over(), m.Result(), m.Game().Ply())
			}
			if s.tasks() != 0 || s.errors.Len() > 0 {
				t.Errorf("%d tasks are left; logged %s", s.tasks(), s.errors)
			}
		})
	}
}

func TestTwoServersWithTheSameBotsPlayOneGame(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		one, other := serve(t, log, simple{1}, Options{}), serve(t, log, simple{1}, Options{})
		one.open(t, "m", play.Settings{Board: "rosette-2", Black: bot, White: bot})
		for range 300 {
			other.computer.Awaited("m")
			synctest.Wait()
		}
		m := one.now(t)
		if !m.Over() || one.tasks()+other.tasks() != 0 {
			t.Errorf("over %v, %d tasks", m.Over(), one.tasks()+other.tasks())
		}
		if one.errors.Len()+other.errors.Len() > 0 {
			t.Errorf("logged %s%s", one.errors, other.errors)
		}
		one.computer.Close()
		other.computer.Close()
	})
}

func TestAThoughtOfTwoServersIsOneMove(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log := newLog()
		mover := &slow{}
		one, other := serve(t, log, mover, Options{}), serve(t, log, mover, Options{})
		one.open(t, "m", play.Settings{Black: person, White: bot})
		one.do(t, play.Command{Kind: play.Play, Point: "c3"})
		other.computer.Awaited("m")
		pass(10 * time.Second)
		if m := one.now(t); m.Game().Ply() != 2 || mover.asked != 2 {
			t.Errorf("%d moves after %d thoughts", m.Game().Ply(), mover.asked)
		}
		one.computer.Close()
		other.computer.Close()
	})
}

func TestAThoughtIsCancelledWhenItsPositionIsTakenBack(t *testing.T) {
	mover := &slow{}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Clock: control(t, "60s"), Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(500 * time.Millisecond)
		s.computer.Awaited("m") // a spectator: thinking continues
		synctest.Wait()
		if mover.cancelled != 0 || s.tasks() != 1 {
			t.Errorf("%d thoughts were cancelled, %d tasks", mover.cancelled, s.tasks())
		}
		s.do(t, play.Command{Kind: play.Undo})
		synctest.Wait()
		if mover.cancelled != 1 || s.tasks() != 0 {
			t.Errorf("%d thoughts were cancelled, %d tasks", mover.cancelled, s.tasks())
		}
		pass(5 * time.Second)
		if m := s.now(t); m.Game().Ply() != 0 {
			t.Fatalf("the bot moved out of turn: ply %d", m.Game().Ply())
		}
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(1500 * time.Millisecond)
		if m := s.now(t); m.Game().Ply() != 2 || m.ToMove() != board.Black {
			t.Errorf("ply %d, %v to move", m.Game().Ply(), m.ToMove())
		}
		if got := mover.left[1].Main; got != 59500*time.Millisecond {
			t.Errorf("the bot believes that it has %v", got)
		}
	})
}

func TestABotMayResign(t *testing.T) {
	inBubble(t, &slow{choices: []Choice{{Resign: true}}}, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(2 * time.Second)
		if r := s.now(t).Result().String(); r != "B+R" {
			t.Error(r)
		}
	})
}

func TestAMoveAgainstTheRulesIsLoggedAndNotTriedAgainBeforeSomethingChanges(t *testing.T) {
	mover := &slow{choices: []Choice{{Point: 12}}}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		for range 10 {
			pass(time.Minute)
			s.computer.Awaited("m")
		}
		if mover.asked != 1 || strings.Count(s.errors.String(), "\n") != 1 || !strings.Contains(s.errors.String(), "play C3: occupied") {
			t.Errorf("asked %d times; logged %s", mover.asked, s.errors)
		}
		s.do(t, play.Command{Kind: play.Undo})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(time.Minute)
		if m := s.now(t); m.Game().Ply() != 2 {
			t.Errorf("ply %d after the second attempt", m.Game().Ply())
		}
	})
}

func TestAThoughtThatFailsIsTriedAgainAfterPausesThatGrow(t *testing.T) {
	mover := &slow{failures: 5, choices: []Choice{{Point: 25}, {Point: -7}}}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(10 * time.Minute)
		if m := s.now(t); m.Game().Ply() != 2 || mover.asked != 8 || s.tasks() != 0 {
			t.Errorf("ply %d after %d thoughts, %d tasks", m.Game().Ply(), mover.asked, s.tasks())
		}
		for _, want := range []string{errBroken.Error(), "point 25 of a board with 25", "point -7 of a board"} {
			if !strings.Contains(s.errors.String(), want) {
				t.Errorf("%q is not logged: %s", want, s.errors)
			}
		}
	})
}

func TestWhoComesWhileTheComputerPausesAfterFailuresHasItTrySoon(t *testing.T) {
	mover := &slow{failures: 20}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(10 * time.Minute)
		asked := mover.asked
		s.computer.Awaited("m")
		s.computer.Awaited("m")
		pass(firstPause + time.Second)
		if mover.asked != asked+1 {
			t.Errorf("asked %d times, and then %d", asked, mover.asked-asked)
		}
	})
}

func TestABotLosesOnTimeByItsOwnThinking(t *testing.T) {
	inBubble(t, &slow{takes: 4 * time.Second}, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Clock: control(t, "0s+1x1s"), Black: person, White: bot})
		pass(900 * time.Millisecond)
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(10 * time.Second)
		if r := s.now(t).Result().String(); r != "B+T" || s.tasks() != 0 || s.errors.Len() > 0 {
			t.Errorf("%s, %d tasks, logged %s", r, s.tasks(), s.errors)
		}
	})
}

func TestABotForWhichTheQueueHasNoPlaceMovesLaterAndOwesNoTime(t *testing.T) {
	mover := &slow{}
	queue := work.New(work.Options{Workers: 1, MaxWaiting: 1})
	inBubble(t, mover, Options{Queue: queue}, func(t *testing.T, s *server) {
		var others sync.WaitGroup
		for range 2 {
			others.Go(func() {
				_, err := queue.Do(t.Context(), work.Job{}, nil, func(context.Context) error {
					time.Sleep(30 * time.Second)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		s.open(t, "m", play.Settings{Clock: control(t, "10s"), Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(5 * time.Minute)
		m := s.now(t)
		if m.Over() || m.Game().Ply() != 2 || s.errors.Len() > 0 {
			t.Fatalf("ply %d, %v, logged %s", m.Game().Ply(), m.Result(), s.errors)
		}
		if left := m.Clock(board.White, time.Now()).Main; left != 9*time.Second {
			t.Errorf("the bot has %v left", left)
		}
		others.Wait()
	})
}

func TestAStrangerIsAnsweredAtOnceWhileOneAddressPlaysFifteenGames(t *testing.T) {
	const full, quick = 850 * time.Millisecond, 170 * time.Millisecond
	levels := map[string]*slow{"full": {takes: full}, "level-1": {takes: quick}}
	o := Options{
		Player: func(level string, _ time.Duration) Mover { return levels[level] },
		Owner: func(id string, _ play.Settings) work.Owner {
			if id == "m" {
				return work.Owner{Person: "guest/stranger", Address: "192.0.2.2"}
			}
			return work.Owner{Person: "guest/" + id, Address: "192.0.2.1"}
		},
	}
	inBubble(t, nil, o, func(t *testing.T, s *server) {
		for i := range 15 {
			s.open(t, fmt.Sprint(i), play.Settings{Board: "square-9", Black: play.Seat{Kind: play.SeatBot, ID: "full"}, White: play.Seat{Kind: play.SeatBot, ID: "full"}})
		}
		s.open(t, "m", play.Settings{Black: person, White: bot})
		for _, point := range []string{"c3", "b2", "d4"} {
			pass(10 * time.Second)
			if s.now(t).Game().Legal(s.point(t, point), board.Black) != nil {
				continue
			}
			s.do(t, play.Command{Kind: play.Play, Point: point})
			begin, ply := time.Now(), s.now(t).Game().Ply()
			for s.now(t).Game().Ply() == ply {
				pass(10 * time.Millisecond)
			}
			if took := time.Since(begin); took > full+quick+10*time.Millisecond {
				t.Errorf("answered after %v", took)
			}
		}
	})
}

func (s *server) point(t *testing.T, name string) board.Point {
	t.Helper()
	p, err := s.now(t).Game().Graph().Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestTheServerProposesTheDeadStonesWhenTwoPeoplePlay(t *testing.T) {
	inBubble(t, &slow{}, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: person})
		for _, cmd := range []play.Command{
			{Kind: play.Play, By: board.Black, Point: "A5"},
			{Kind: play.Play, By: board.White, Point: "B5"},
			{Kind: play.Pass, By: board.Black},
			{Kind: play.Pass, By: board.White},
		} {
			s.do(t, cmd)
		}
		synctest.Wait()
		m := s.now(t)
		if !m.Proposed() || len(m.Dead()) != 1 || len(m.Unsure()) != 1 {
			t.Errorf("dead %v, unsure %v", m.Dead(), m.Unsure())
		}
		if last := s.log.events["m"][m.Seq()-1]; last.Actor != "" {
			t.Errorf("%s has proposed them", last.Actor)
		}
	})
}

func TestAPriceAndAJudgementAreFoundOnceForAPosition(t *testing.T) {
	mover := &slow{}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.open(t, "m", play.Settings{Black: person, White: bot, KomiBy: play.KomiOpen})
		for _, komi := range []float64{2, 5, 8, 11} {
			s.do(t, play.Command{Kind: play.Bid, Komi: komi})
			synctest.Wait()
		}
		m := s.now(t)
		if mover.priced != 1 || m.Phase() != play.PhasePlay || m.Settings().Rules.Komi != 11 {
			t.Fatalf("%d prices, komi %v in %s", mover.priced, m.Settings().Rules.Komi, m.Phase())
		}
		mover.choices = []Choice{{Point: board.Pass}}
		s.do(t, play.Command{Kind: play.Play, Point: "a5"})
		pass(2 * time.Second)
		s.do(t, play.Command{Kind: play.Pass})
		synctest.Wait()
		for _, dead := range []bool{false, true, false} {
			s.do(t, play.Command{Kind: play.Mark, Points: []string{"a5"}, Dead: dead})
			synctest.Wait()
		}
		if mover.judged != 1 {
			t.Errorf("judged %d times", mover.judged)
		}
	})
}

func TestNothingIsThoughtForAMatchThatIsNotThereOrAfterTheEnd(t *testing.T) {
	mover := &slow{}
	inBubble(t, mover, Options{}, func(t *testing.T, s *server) {
		s.computer.Awaited("nowhere")
		s.computer.Changed("nowhere")
		synctest.Wait()
		if s.tasks() != 0 || s.errors.Len() > 0 {
			t.Errorf("%d tasks, logged %s", s.tasks(), s.errors)
		}
		s.open(t, "m", play.Settings{Black: bot, White: person})
		synctest.Wait()
		s.computer.Close()
		if mover.cancelled != 1 {
			t.Errorf("%d thoughts were cancelled", mover.cancelled)
		}
		s.computer.Awaited("m")
		synctest.Wait()
		if mover.asked != 1 || s.tasks() != 0 {
			t.Errorf("asked %d times, %d tasks", mover.asked, s.tasks())
		}
	})
}

func TestADamagedMatchIsNotTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, newLog(), &slow{takes: time.Millisecond}, Options{})
		s.log.events["m"] = []play.Event{{Seq: 1, Kind: play.Opened}}
		s.computer.Awaited("m")
		time.Sleep(time.Hour)
		if s.errors.Len() > 0 {
			t.Errorf("logged: %s", s.errors)
		}
		if n := s.tasks(); n > 0 {
			t.Errorf("%d tasks", n)
		}
	})
}

func TestThePersonInAMatchIsTheOwnerOfItsThoughts(t *testing.T) {
	for _, c := range []struct {
		black, white play.Seat
		want         string
	}{{person, bot, person.Actor()}, {bot, person, person.Actor()}, {bot, bot, ""}} {
		if got := personIn("m", play.Settings{Black: c.black, White: c.white}); got.Person != c.want {
			t.Errorf("%v and %v: %v", c.black, c.white, got)
		}
	}
}

// pass lets time pass in the bubble and waits until all due work is done.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}
