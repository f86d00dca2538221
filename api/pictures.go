package api

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"rosette/api/web"
	"rosette/budget"
	"rosette/draw"
	"rosette/panics"
)

// PictureCost is the cost of a route that draws a position. Its place is taken for pictures that
// are not in the cache.
var PictureCost = web.Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: 250 * time.Millisecond}, Late: true}

const (
	pictureWidth  = 1200    // pixels
	keptPictures  = 4 << 20 // bytes of all pictures that are kept
	largestKept   = keptPictures / 16
	mostPictures  = 4096 // that are kept
	pictureTagLen = 12   // bytes
)

// A Picture is a picture of a position as a file in a format of package draw.
type Picture struct {
	Tag    string // names the content, as an ETag
	Format string
	server *Server
	drawn  *draw.Picture
}

// newPicture returns a picture that is not drawn yet. source names what it shows: of the same
// source, title and format the same picture is drawn.
func (s *Server) newPicture(p *draw.Picture, format, source string) Picture {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %q", source, format, p.Title))
	return Picture{`"` + base64.RawURLEncoding.EncodeToString(sum[:pictureTagLen]) + `"`, format, s, p}
}

// Bytes returns the content of the picture: from the cache, or drawn when there is a place for
// it. The error is a Problem, or that of ctx.
func (p Picture) Bytes(ctx context.Context) ([]byte, error) {
	data, err := p.server.pictures.get(ctx, p.Tag, PictureCost.Cost, func(ctx context.Context) ([]byte, error) {
		var out bytes.Buffer
		err := p.drawn.Write(ctx, &out, p.Format, pictureWidth)
		return slices.Clip(out.Bytes()), err
	})
	if err = web.Busy(err); err == nil {
		return data, nil
	}
	if _, ok := err.(web.Problem); ok || ctx.Err() != nil {
		return nil, err
	}
	return nil, p.server.notNow(fmt.Errorf("picture: %w", err), "")
}

// MediaType returns the type of the file.
func (p Picture) MediaType() string {
	return map[string]string{"svg": "image/svg+xml", "png": "image/png"}[p.Format]
}

// NotModified reports whether the client of a request has the picture already.
func (p Picture) NotModified(r *http.Request) bool {
	return strings.Contains(r.Header.Get("If-None-Match"), p.Tag)
}

// A pictureCache keeps pictures by their tags, those that were asked for last. A picture that
// several clients ask for at once is drawn once, until all of them have gone.
type pictureCache struct {
	budget *budget.Budget
	log    *slog.Logger

	mu      sync.Mutex
	kept    *simplelru.LRU[string, []byte]
	bytes   int
	drawing map[string]*drawing
}

// A drawing is a picture that clients wait for.
type drawing struct {
	ctx     context.Context // ends when the last client has gone
	cancel  context.CancelFunc
	clients int
	bids    map[string]bool // addresses for which a place is awaited: the first one counts
	begun   bool            // a place was found
	done    chan struct{}   // closed when data or err is set
	data    []byte
	err     error
}

func newPictureCache(b *budget.Budget, log *slog.Logger) *pictureCache {
	c := &pictureCache{budget: b, log: log, drawing: map[string]*drawing{}}
	kept, err := simplelru.NewLRU(mostPictures, func(_ string, data []byte) { c.bytes -= len(data) })
	if err != nil {
		panic(err) // only a size below 1 is an error
	}
	c.kept = kept
	return c
}

// get returns what is kept under a key, or what draw returns. Draw runs in a goroutine of its
// own, at the cost and for the address of one of the clients that wait for it.
func (c *pictureCache) get(ctx context.Context, key string, cost budget.Cost, draw func(context.Context) ([]byte, error)) ([]byte, error) {
	d, data := c.join(ctx, key, cost, draw)
	if d == nil {
		return data, nil
	}
	select {
	case <-d.done:
		return d.data, d.err
	case <-ctx.Done():
		c.leave(key, d)
		return nil, ctx.Err()
	}
}

// join returns what is kept, or the drawing to wait for.
func (c *pictureCache) join(ctx context.Context, key string, cost budget.Cost, draw func(context.Context) ([]byte, error)) (d *drawing, data []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if data, ok := c.kept.Get(key); ok {
		return nil, data
	}
	d = c.drawing[key]
	if d == nil {
		d = &drawing{bids: map[string]bool{}, done: make(chan struct{})}
		d.ctx, d.cancel = context.WithCancel(context.WithoutCancel(ctx))
		c.drawing[key] = d
	}
	d.clients++
	if owner := budget.OwnerOf(ctx); !d.begun && !d.bids[owner.Address] {
		d.bids[owner.Address] = true
		go c.bid(key, d, owner, cost, draw)
	}
	return d, nil
}

// leave notes that a client has gone.
func (c *pictureCache) leave(key string, d *drawing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d.clients--; d.clients == 0 {
		d.cancel()
		if c.drawing[key] == d {
			delete(c.drawing, key)
		}
	}
}

// bid waits for a place in the name of one client, and draws unless another one was faster.
func (c *pictureCache) bid(key string, d *drawing, owner budget.Owner, cost budget.Cost, draw func(context.Context) ([]byte, error)) {
	lease, err := c.budget.Acquire(d.ctx, owner, cost)
	defer lease.Release()
	if !c.begin(d, owner, err) {
		return
	}
	if err == nil {
		err = panics.Catch(c.log, func() (err error) {
			d.data, err = draw(d.ctx)
			return err
		})
	}
	d.err = err
	c.finish(key, d)
}

// begin reports whether a bid decides what becomes of a drawing: it has found a place, or it was
// the last one.
func (c *pictureCache) begin(d *drawing, owner budget.Owner, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(d.bids, owner.Address)
	if d.begun || err != nil && len(d.bids) > 0 {
		return false
	}
	d.begun = true
	return true
}

// finish keeps what was drawn and hands it to those who wait.
func (c *pictureCache) finish(key string, d *drawing) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.drawing[key] == d {
		delete(c.drawing, key)
	}
	if d.err == nil && len(d.data) <= largestKept {
		c.kept.Remove(key) // by one that all clients had left
		c.kept.Add(key, d.data)
		c.bytes += len(d.data)
	}
	for c.bytes > keptPictures {
		c.kept.RemoveOldest()
	}
	close(d.done)
	d.cancel()
}
