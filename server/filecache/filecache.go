// Package filecache keeps files that cost much to make, such as pictures.
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
	mostFiles   = 4096 // that are kept
	largestPart = 16   // of the bytes of a cache may be one file
)

// A Cache keeps files by keys, those that were asked for last. It is safe for concurrent use.
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

// A file is being made, and clients wait for it.
type file struct {
	ctx     context.Context // ends when the last client has gone
	cancel  context.CancelFunc
	clients int
	bids    map[string]bool // addresses for which a place is awaited: the first one counts
	begun   bool            // a place was found
	done    chan struct{}   // closed when data or err is set
	data    []byte
	err     error
}

// New returns a cache of so many bytes, whose files are made within a budget. Panics of makers go
// to log.
func New(b *budget.Budget, most int, log *slog.Logger) *Cache {
	c := &Cache{budget: b, log: log, most: most, making: map[string]*file{}}
	kept, err := simplelru.NewLRU(mostFiles, func(_ string, data []byte) { c.bytes -= len(data) })
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	c.kept = kept
	return c
}

// Get returns the file of a key, which it makes at a cost if it is not there. The owner of ctx
// waits for the place. Several clients that ask at once get one file: each address waits for a
// place of its own, and the first place counts. The file is made until the last client has gone.
// The error is that of ctx, of the budget, or of the maker.
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

// join returns the file that is kept, or the one to wait for.
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

// leave notes that a client has gone.
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

// bid waits for a place in the name of one client, and makes the file unless another one was faster.
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

// begin reports whether a bid decides what becomes of a file: it has found a place, or it was
// the last one.
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

// finish keeps a file and gives it to the clients that wait.
func (c *Cache) finish(key string, f *file) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.making[key] == f {
		delete(c.making, key)
	}
	if f.err == nil && len(f.data) <= c.most/largestPart {
		c.kept.Remove(key) // by one that all clients had left
		c.kept.Add(key, f.data)
		c.bytes += len(f.data)
	}
	for c.bytes > c.most {
		c.kept.RemoveOldest()
	}
	close(f.done)
	f.cancel()
}
