package computer

import (
	"context"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/work"
)

func TestTheTimeThatABotWaitsInTheQueueIsNotItsOwn(t *testing.T) {
	mover := &slow{}
	queue := work.New(work.Options{Workers: 1})
	var mu sync.Mutex
	var places []int
	waiting := func(id string, place int) {
		mu.Lock()
		defer mu.Unlock()
		places = append(places, place)
	}
	told := func() []int {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(places)
	}
	inBubble(t, mover, Options{Queue: queue, Waiting: waiting}, func(t *testing.T, s *server) {
		var others sync.WaitGroup
		for range 2 {
			others.Go(func() {
				other := work.Job{Owner: work.Owner{Address: "192.0.2.1"}, Cost: time.Millisecond}
				_, err := queue.Do(t.Context(), other, nil, func(context.Context) error {
					time.Sleep(20 * time.Second)
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		s.open(t, "m", play.Settings{Clock: control(t, "10s"), Black: person, White: bot})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		pass(time.Second)
		if place, ok := s.computer.Place("m"); !ok || place < 1 || place != told()[len(told())-1] {
			t.Errorf("place %d %v, told %v", place, ok, told())
		}
		pass(time.Minute)
		if place, ok := s.computer.Place("m"); ok {
			t.Errorf("place %d after the move", place)
		}
		m := s.now(t)
		if m.Over() || m.Game().Ply() != 2 {
			t.Fatalf("ply %d, %v", m.Game().Ply(), m.Result())
		}
		last := s.log.events["m"][m.Seq()-1]
		if last.Waited < 20*time.Second || last.Waited > 40*time.Second {
			t.Errorf("%+v", last)
		}
		if left := m.Clock(board.White, time.Now()).Main; left != 9*time.Second {
			t.Errorf("the bot has %v left", left)
		}
		if mover.left[0].Main != 10*time.Second {
			t.Errorf("the bot believed that it had %v", mover.left[0].Main)
		}
		if places := told(); !slices.Equal(places, []int{2, 1, 0}) && !slices.Equal(places, []int{1, 0}) {
			t.Errorf("places %v", places)
		}
		others.Wait()
	})
}

func TestALongThoughtMakesRoomWhenSomebodyWaits(t *testing.T) {
	for name, c := range map[string]struct {
		others int
		most   time.Duration
	}{"alone": {0, 20 * time.Second}, "while another waits": {1, 2 * time.Second}} {
		t.Run(name, func(t *testing.T) {
			mover, queue := &slow{takes: 20 * time.Second, hasBest: true}, work.New(work.Options{Workers: 1})
			inBubble(t, mover, Options{Queue: queue}, func(t *testing.T, s *server) {
				s.open(t, "m", play.Settings{Black: person, White: bot, Thinking: 20 * time.Second})
				begin := time.Now()
				s.do(t, play.Command{Kind: play.Play, Point: "c3"})
				pass(500 * time.Millisecond)
				var others sync.WaitGroup
				for range c.others {
					others.Go(func() {
						job := work.Job{Owner: work.Owner{Address: "192.0.2.1"}, Cost: time.Millisecond}
						if _, err := queue.Do(t.Context(), job, nil, func(context.Context) error { return nil }); err != nil {
							t.Error(err)
						}
					})
				}
				for s.now(t).Game().Ply() < 2 && time.Since(begin) < time.Minute {
					pass(100 * time.Millisecond)
				}
				if took := time.Since(begin); took > c.most+time.Second || took < c.most-time.Second || s.now(t).Game().Ply() != 2 {
					t.Errorf("the bot moved after %v, at most %v", took, c.most)
				}
				others.Wait()
			})
		})
	}
}
