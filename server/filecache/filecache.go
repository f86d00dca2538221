// Package filecache caches files that are expensive to make, such as pictures.
package filecache

import (
	"context"
	"log/slog"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"rosette/internal/panics"
	"rosette/server/budget"
)

const (
	mostFiles   = 4096 // maximum number of cached files
	largestPart = 16   // a file may take at most this fraction of the cache
)

// A Cache stores the most recently used files by key. It is safe for concurrent use.
type Cache struct {
	budget *budget.Budget
	log    *slog.Logger
	most   int // bytes

	mu     sync.Mutex
	kept   *simplelru.LRU[string, []byte]
	bytes  int
	making map[string]*file
}

// A Maker makes a file. It stops when ctx ends.
type Maker func(ctx context.Context) ([]byte, error)

// A file is being made while clients wait for it.
type file struct {
	ctx     context.Context // ends when the last client has gone
	cancel  context.CancelFunc
	clients int
	bids    map[string]bool // addresses that wait for a place; the first to get one makes the file
	begun   bool            // a place was found
	done    chan struct{}   // closed when data or err is set
	data    []byte
	err     error
}

// New returns a cache with a size in bytes. Its files are made within a budget. Panics in makers
// are logged.
func New(b *budget.Budget, most int, log *slog.Logger) *Cache {
	c := &Cache{budget: b, log: log, most: most, making: map[string]*file{}}
	kept, err := simplelru.NewLRU(mostFiles, func(_ string, data []byte) { c.bytes -= len(data) })
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	c.kept = kept
	return c
}

// Get returns the file for a key, and makes it at a cost if it is not cached. The owner in ctx
// waits for the place. Concurrent calls share one file: each address waits for its own place, and
// the first place makes the file. Making stops when the last client has gone. The error is from
// ctx, the budget, or the maker.
func (c *Cache) Get(ctx context.Context, key string, cost budget.Cost, maker Maker) ([]byte, error) {
	f, data := c.join(ctx, key, cost, maker)
	if f == nil {
		return data, nil
	}
	select {
	case <-f.done:
		return f.data, f.err
	case <-ctx.Done():
		c.leave(key, f)
		return nil, ctx.Err()
	}
}

// join returns the cached file, or the file to wait for.
func (c *Cache) join(ctx context.Context, key string, cost budget.Cost, maker Maker) (f *file, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if data, ok := c.kept.Get(key); ok {
		return nil, data
	}
	f = c.making[key]
	if f == nil {
		f = &file{bids: map[string]bool{}, done: make(chan struct{})}
		f.ctx, f.cancel = context.WithCancel(context.WithoutCancel(ctx))
		c.making[key] = f
	}
	f.clients++
	if owner := budget.OwnerOf(ctx); !f.begun && !f.bids[owner.Address] {
		f.bids[owner.Address] = true
		go c.bid(key, f, owner, cost, maker)
	}
	return f, nil
}

// leave removes a client.
func (c *Cache) leave(key string, f *file) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if f.clients--; f.clients == 0 {
		f.cancel()
		if c.making[key] == f {
			delete(c.making, key)
		}
	}
}

// bid waits for a place for one client, and makes the file unless another was faster.
func (c *Cache) bid(key string, f *file, owner budget.Owner, cost budget.Cost, maker Maker) {
	lease, err := c.budget.Acquire(f.ctx, owner, cost)
	defer lease.Release()
	if !c.begin(f, owner, err) {
		return
	}
	if err == nil {
		err = panics.Catch(c.log, func() (err error) {
			f.data, err = maker(f.ctx)
			return err
		})
	}
	f.err = err
	c.finish(key, f)
}

// begin reports whether a bid decides a file's fate: it has found a place, or it was the last bid.
func (c *Cache) begin(f *file, owner budget.Owner, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(f.bids, owner.Address)
	if f.begun || err != nil && len(f.bids) > 0 {
		return false
	}
	f.begun = true
	return true
}

// finish caches a file and delivers it to the waiting clients.
func (c *Cache) finish(key string, f *file) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.making[key] == f {
		delete(c.making, key)
	}
	if f.err == nil && len(f.data) <= c.most/largestPart {
		c.kept.Remove(key) // a file that all its clients had left
		c.kept.Add(key, f.data)
		c.bytes += len(f.data)
	}
	for c.bytes > c.most {
		c.kept.RemoveOldest()
	}
	close(f.done)
	f.cancel()
}
