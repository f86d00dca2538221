package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/client"
	"rosette/server/http/wire"
)

// firstMove opens a game from a local address in which the computer moves first at a level. It
// returns the time until the move.
func firstMove(ctx context.Context, at string, from int, level string) (time.Duration, error) {
	ctx = client.From(ctx, netip.AddrFrom4([4]byte{127, 0, 1, byte(from)}))
	begun := time.Now()
	opened, _, err := client.New(at).OpenGame(ctx, "", wire.NewGame{Board: "square-13", Opponent: "computer", Level: level, Color: "white"})
	for err == nil {
		var body []byte
		if body, err = get(ctx, at+"api/games/"+opened.ID); err != nil || strings.Contains(string(body), `"ply":1`) {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(begun), err
}

// get returns the body of a page.
func get(ctx context.Context, url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, answer.Status)
	}
	return body, err
}

// While ten addresses play at full strength, a weak level does not wait for a full search to end.
func TestALevelThatAnswersAtOnceDoesNotWaitForSearchesAtFullStrength(t *testing.T) {
	const addresses, short = 10, 8
	for _, cores := range []string{"1", "2"} {
		t.Run("cores "+cores, func(t *testing.T) {
			t.Setenv("GOMAXPROCS", cores)
			at, stop := open(t, t.TempDir(), "--limit-games", "10000", "--limit-requests", "1000000")
			ctx, cancel := context.WithCancel(t.Context())
			var full atomic.Int64
			var others errgroup.Group
			for i := range addresses {
				others.Go(func() error {
					for ctx.Err() == nil {
						if _, err := firstMove(ctx, at, i+1, "full"); err != nil && ctx.Err() == nil {
							return err
						}
						full.Add(1)
					}
					return nil
				})
			}
			for full.Load() == 0 && ctx.Err() == nil {
				time.Sleep(time.Millisecond)
			}
			before, longest := full.Load(), time.Duration(0)
			for range short {
				took, err := firstMove(ctx, at, addresses+1, "1")
				if err != nil {
					t.Fatal(err)
				}
				longest = max(longest, took)
			}
			meanwhile := full.Load() - before
			cancel()
			if err := others.Wait(); err != nil {
				t.Error(err)
			}
			state, err := stop()
			if err != nil {
				t.Fatal(err)
			}
			used := state.SysUsage().(*syscall.Rusage)
			t.Logf("%d moves of level 1 took at most %v each, while %d searches at full strength ended; the server used %.1f s of processor time",
				short, longest.Round(time.Millisecond), meanwhile, time.Duration(used.Utime.Nano()+used.Stime.Nano()).Seconds())
			if meanwhile >= short { // each would have waited for one
				t.Errorf("%d searches at full strength ended during %d moves of level 1", meanwhile, short)
			}
		})
	}
}
