package filecache

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rosette/server/budget"
)

// size is the size of the caches.
const size = 4 << 20

// picture is the cost for a file.
var picture = budget.Cost{Memory: 8 << 20, CPU: time.Second}

// from returns a context for a client at an address.
func from(ctx context.Context, address string) context.Context {
	return budget.WithOwner(ctx, budget.Owner{Address: address})
}

func TestAPictureIsDrawnOnceForAllWhoAsk(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(budget.New(budget.Options{Places: 2}), size, slog.New(slog.DiscardHandler))
		var drawn atomic.Int64
		draw := func(context.Context) ([]byte, error) {
			drawn.Add(1)
			time.Sleep(time.Second)
			return []byte("picture"), nil
		}
		var all sync.WaitGroup
		for i := range 300 {
			all.Go(func() {
				data, err := c.Get(from(t.Context(), fmt.Sprint(i%3)), "key", picture, draw)
				if err != nil || string(data) != "picture" {
					t.Errorf("%q, %v", data, err)
				}
			})
		}
		all.Wait()
		if _, err := c.Get(t.Context(), "key", picture, draw); err != nil || drawn.Load() != 1 {
			t.Errorf("drawn %d times, %v", drawn.Load(), err)
		}
		if used := c.budget.Load(); used != (budget.Load{}) || len(c.making) != 0 {
			t.Errorf("left behind: %+v, %v", used, c.making)
		}
	})
}

func TestADrawingEndsWhenItsLastClientHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(budget.New(budget.Options{Places: 1}), size, slog.New(slog.DiscardHandler))
		ended := false
		draw := func(ctx context.Context) ([]byte, error) {
			<-ctx.Done()
			ended = true
			return nil, ctx.Err()
		}
		var all sync.WaitGroup
		leave := [2]context.CancelFunc{}
		for i := range leave {
			ctx, cancel := context.WithCancel(t.Context())
			leave[i] = cancel
			all.Go(func() {
				if _, err := c.Get(from(ctx, fmt.Sprint(i)), "key", picture, draw); !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
		}
		synctest.Wait()
		leave[0]()
		if synctest.Wait(); ended || c.budget.Load().Running != 1 {
			t.Error("the drawing ended while a client waited")
		}
		leave[1]()
		all.Wait()
		if synctest.Wait(); !ended || c.budget.Load() != (budget.Load{}) || len(c.making) != 0 {
			t.Errorf("the drawing goes on: %+v", c.budget.Load())
		}
	})
}

// A client that requests the same picture as a flood does not wait in the flood's queue.
func TestAPictureThatAFloodWaitsForIsDrawnAtOnceForAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := New(budget.New(budget.Options{Places: 2}), size, slog.New(slog.DiscardHandler))
		draw := func(context.Context) ([]byte, error) { time.Sleep(time.Second); return []byte("x"), nil }
		var all sync.WaitGroup
		for i := range 100 {
			all.Go(func() { _, _ = c.Get(from(t.Context(), "flood"), fmt.Sprint(i), picture, draw) }) // some are refused
			synctest.Wait()
		}
		began := time.Now()
		if _, err := c.Get(from(t.Context(), "other"), "50", picture, draw); err != nil || time.Since(began) > time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		all.Wait()
	})
}

func TestPicturesThatAreKeptAreBoundedInBytes(t *testing.T) {
	c := New(nil, size, slog.New(slog.DiscardHandler))
	most := 0
	for i := range 200 {
		n := size/largestPart/2 + i*100
		if _, err := c.Get(t.Context(), fmt.Sprint(i), budget.Cost{}, func(context.Context) ([]byte, error) { return make([]byte, n), nil }); err != nil {
			t.Fatal(err)
		}
		sum := 0
		for _, key := range c.kept.Keys() {
			data, _ := c.kept.Peek(key)
			sum += len(data)
		}
		if most = max(most, sum); sum != c.bytes || sum > size {
			t.Fatalf("%d bytes are kept, and %d are counted", sum, c.bytes)
		}
	}
	if most < size/2 {
		t.Errorf("at most %d bytes were kept", most)
	}
	if _, err := c.Get(t.Context(), "huge", budget.Cost{}, func(context.Context) ([]byte, error) { return make([]byte, size/largestPart+1), nil }); err != nil || c.kept.Contains("huge") {
		t.Errorf("a picture is kept that is too large: %v", err)
	}
}

func TestAPanicInADrawingIsAnErrorForThoseWhoWait(t *testing.T) {
	var log bytes.Buffer
	c := New(nil, size, slog.New(slog.NewTextHandler(&log, nil)))
	if _, err := c.Get(t.Context(), "key", budget.Cost{}, func(context.Context) ([]byte, error) { panic("no ink") }); err == nil || !bytes.Contains(log.Bytes(), []byte("no ink")) {
		t.Errorf("%v, %s", err, log.Bytes())
	}
}
