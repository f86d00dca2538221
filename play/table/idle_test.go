package table_test

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/table"
	"rosette/store"
)

// sitters note which programs sit, as the hall seats them.
type sitters struct{ now, ever atomic.Int32 }

func (s *sitters) sit(ctx context.Context, _ string, _ board.Color, _ play.Seat) {
	s.ever.Add(1)
	s.now.Add(1)
	<-ctx.Done()
	s.now.Add(-1)
}

func TestAnIdleTableIsLeftAndComesBackWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var s sitters
		h := open(t, store.MemoryJournal(), table.Options{Idle: time.Minute, Sit: s.sit})
		h.begin(t, "m", against(t, "none", board.White))
		time.Sleep(59 * time.Second)
		if s.now.Load() != 1 {
			t.Fatal("the program does not sit")
		}
		if err := h.Wake(t.Context(), "m"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(59 * time.Second)
		if s.now.Load() != 1 || s.ever.Load() != 1 {
			t.Fatal("a table that was asked for was left")
		}
		time.Sleep(2 * time.Minute)
		if s.now.Load() != 0 {
			t.Fatal("the table is still in memory")
		}
		h.played(t, "m", board.Black, "c3")
		synctest.Wait()
		if s.now.Load() != 1 || s.ever.Load() != 2 {
			t.Errorf("back in memory, %d programs sit", s.now.Load())
		}
		h.Close()
		if s.now.Load() != 0 {
			t.Error("programs still sit when the hall is closed")
		}
	})
}

func TestATableThatThinksOrCountsTimeIsNotIdle(t *testing.T) {
	for name, s := range map[string]play.Settings{
		"thinks": against(t, "none", board.Black), "counts": against(t, "900h", board.White),
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var sat sitters
				h := open(t, store.MemoryJournal(), table.Options{Idle: time.Minute, Most: 1, Sit: sat.sit})
				h.begin(t, "m", s)
				time.Sleep(3 * time.Hour)
				if sat.now.Load() != 1 {
					t.Error("it was left")
				}
				if err := h.Open(t.Context(), "n", s); err != play.ErrFull {
					t.Errorf("a table too many: %v", err)
				}
				if _, err := h.journal.Events(t.Context(), "n", 0); err != play.ErrNoMatch {
					t.Errorf("it was opened: %v", err)
				}
				h.Close()
			})
		})
	}
}

func TestTheTableIdleForLongestMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		left := make(chan string, 3)
		h := open(t, store.MemoryJournal(), table.Options{Most: 2, Sit: func(ctx context.Context, id string, _ board.Color, _ play.Seat) {
			<-ctx.Done()
			left <- id
		}})
		for _, id := range []string{"a", "b"} {
			h.begin(t, id, against(t, "none", board.White))
			time.Sleep(time.Second)
		}
		if err := h.Wake(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		h.begin(t, "c", against(t, "none", board.White))
		synctest.Wait()
		if len(left) != 1 || <-left != "b" {
			t.Error("another table was left than the one idle for longest")
		}
		h.Close()
	})
}

func TestAProgramThatStoodUpSitsDownAgainWhenAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var times atomic.Int32
		h := open(t, store.MemoryJournal(), table.Options{Sit: func(context.Context, string, board.Color, play.Seat) { times.Add(1) }})
		h.begin(t, "m", against(t, "none", board.Black))
		synctest.Wait()
		before := times.Load()
		time.Sleep(time.Second)
		if times.Load() != before {
			t.Error("it sits down though nobody asks")
		}
		if err := h.Wake(t.Context(), "m"); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if times.Load() == before {
			t.Error("it did not sit down again")
		}
		h.Close()
	})
}
