package storm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/game/board"
	"rosette/internal/rng"
)

// openAtOnce is the number of games or sockets opened concurrently.
const openAtOnce = 16

// A load is a set of concurrent games and the sockets that watch them.
type load struct {
	life    context.Context // ends the sockets
	cancel  context.CancelFunc
	target  Target
	board   *board.Graph
	control string // time control
	spread  Spread
	seed    uint64
	report  func(format string, words ...any) // shows progress

	players  []*player
	watchers []Socket

	sent, resent, acks atomic.Int64
	seen, seenBytes    atomic.Int64 // messages to watchers
	times              atomic.Pointer[Histogram]

	failures failures
}

// lineLost begins the reason for a closed connection.
const lineLost = "line lost"

// failures counts errors by reason.
type failures struct {
	mu    sync.Mutex
	times map[string]int
}

// count counts a player's error.
func (l *load) count(err error) {
	reason := err.Error()
	if r := (refusal{}); errors.As(err, &r) {
		reason = r.reason
	} else if errors.Is(err, errLineLost) {
		_, why, told := strings.Cut(reason, "received close frame")
		if reason = lineLost; told {
			reason += why // the server's reason
		}
	}
	l.failures.mu.Lock()
	defer l.failures.mu.Unlock()
	if l.failures.times == nil {
		l.failures.times = map[string]int{}
	}
	l.failures.times[reason]++
}

// acknowledged counts a move and its latency.
func (l *load) acknowledged(after time.Duration) {
	l.acks.Add(1)
	if h := l.times.Load(); h != nil {
		h.Add(after)
	}
}

// from returns the i-th socket's local address. Players come first.
func (l *load) from(i int) netip.Addr { return l.spread.From(i) }

// open opens games, each with its player's socket.
func (l *load) open(games int) error {
	l.players = make([]*player, games)
	var opened atomic.Int64
	return l.each(games, func(i int) error {
		p := &player{load: l, index: i, from: l.from(i), rng: rng.NewXoshiro(rng.Seed(l.seed, i))}
		l.players[i] = p
		l.report("%d of %d games are open", opened.Add(1), games)
		return p.open()
	})
}

// watch opens sockets that watch the games in turn, until close is called.
func (l *load) watch(watchers int) error {
	l.watchers = make([]Socket, watchers)
	var opened atomic.Int64
	return l.each(watchers, func(i int) error {
		watched := Game{ID: l.players[i%len(l.players)].game().ID}
		socket, err := l.target.Join(l.life, l.from(len(l.players)+i), watched, 0)
		if err != nil {
			return fmt.Errorf("watch a game: %w", err)
		}
		l.watchers[i] = socket
		l.report("%d of %d spectators watch", opened.Add(1), watchers)
		return nil
	})
}

// receive reads the watchers' messages until they are closed. The returned function waits for the
// end.
func (l *load) receive() (wait func() error) {
	var all errgroup.Group
	for _, w := range l.watchers {
		all.Go(func() error {
			for {
				m, err := w.Receive()
				if err != nil {
					return err
				}
				l.seen.Add(1)
				l.seenBytes.Add(int64(m.Size))
			}
		})
	}
	return all.Wait
}

func (l *load) each(n int, do func(i int) error) error {
	all, ctx := errgroup.WithContext(l.life)
	all.SetLimit(openAtOnce)
	for i := range n {
		if ctx.Err() != nil {
			break
		}
		all.Go(func() error { return do(i) })
	}
	if err := all.Wait(); err != nil {
		return err
	}
	return context.Cause(l.life)
}

// play runs all players until the context ends, see [player.play]. It returns the first error.
func (l *load) play(ctx context.Context, interval time.Duration, recovers bool) error {
	var all errgroup.Group
	for _, p := range l.players {
		all.Go(func() error { return p.play(ctx, interval, recovers) })
	}
	return all.Wait()
}

// close closes all sockets.
func (l *load) close() {
	for _, p := range l.players {
		if p != nil {
			p.close()
		}
	}
	for _, w := range l.watchers {
		if w != nil {
			w.Close() // the server may have closed it
		}
	}
}

// played returns all games.
func (l *load) played() (all []GameLog) {
	for _, p := range l.players {
		all = append(all, p.games...)
	}
	return all
}

// all returns a copy of the counts.
func (f *failures) all() map[string]int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.times)
}
