package mail

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"sync"
	"time"

	"rosette/internal/panics"
	"rosette/server/notice"
)

// An Outbox sends the letters that its store keeps, several at a time and few of them to one
// domain, so that a slow recipient delays nobody else. Letters survive a restart, and of
// several outboxes on one store one sends each letter. Run it.
type Outbox struct {
	Options
	host    string
	port    int
	expired time.Time     // when expired letters were removed last; belongs to Run
	changed chan struct{} // has an element when there may be letters to send

	mu      sync.Mutex
	sending map[string]int // letters that are being sent, by domain
	busy    int            // letters that are being sent
}

const (
	maxPending  = 5000                  // letters that wait
	maxSending  = 2 * notice.MaxDomains // at a time
	maxDomain   = 2                     // at a time to one domain
	patience    = 30 * time.Second      // with the server, for one letter
	lease       = 4 * patience          // after which another process may send a letter
	maxRetry    = 15 * time.Minute      // between two tries
	expireEvery = time.Minute
	rest        = time.Second      // between two looks at the store
	tidyWait    = 10 * time.Second // for the store after Run has ended
)

// Post stores a letter, which is sent soon. Its ID, unless that is set, and when it is due are
// filled in. It takes as long whether or not the letter will have a recipient. It also stores
// the letter of a client that goes away meanwhile.
func (o *Outbox) Post(ctx context.Context, l notice.PendingLetter) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyWait)
	defer cancel()
	if err := o.Letters.Add(ctx, maxPending, o.addressed(l)); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	o.wake()
	return nil
}

// addressed fills in the ID of a letter and when it is due.
func (o *Outbox) addressed(l notice.PendingLetter) notice.PendingLetter {
	if l.ID == "" {
		l.ID = rand.Text()
	}
	l.Due = o.Now()
	return l
}

// wake has Run look at the store.
func (o *Outbox) wake() {
	select {
	case o.changed <- struct{}{}:
	default:
	}
}

// Run sends letters until ctx ends.
func (o *Outbox) Run(ctx context.Context) error {
	ticker := time.NewTicker(rest)
	defer ticker.Stop()
	var letters sync.WaitGroup
	defer letters.Wait()
	for {
		err := panics.Catch(o.Log, func() error { return o.dispatch(ctx, &letters) }, "of", "letters")
		if err != nil && ctx.Err() == nil {
			o.Log.Error("letters are late", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-o.changed:
		case <-ticker.C:
		}
	}
}

// dispatch begins to send letters that are due while there is room.
func (o *Outbox) dispatch(ctx context.Context, letters *sync.WaitGroup) error {
	if err := o.expire(ctx); err != nil {
		return err
	}
	for begun := true; begun; {
		room, full := o.room()
		if room == 0 {
			return nil
		}
		due, err := o.Letters.Due(ctx, o.Now(), full, room)
		if err != nil {
			return err
		}
		begun = false
		for _, l := range due {
			if !o.begin(l.Domain()) {
				continue
			}
			mine, err := o.take(ctx, &l)
			if !mine {
				o.end(l.Domain())
			}
			if err != nil {
				return err
			}
			if mine {
				begun = true
				letters.Go(func() { o.deliver(ctx, l) })
			}
		}
	}
	return nil
}

// expire removes the letters that have expired, now and then.
func (o *Outbox) expire(ctx context.Context) error {
	now := o.Now()
	if now.Sub(o.expired) < expireEvery {
		return nil
	}
	n, err := o.Letters.Expire(ctx, now)
	if err != nil {
		return err
	}
	o.expired = now
	if n > 0 {
		o.Log.Error("letters expired before they could be sent", "letters", n)
	}
	return nil
}

// take takes a letter unless another process sends it.
func (o *Outbox) take(ctx context.Context, l *notice.PendingLetter) (mine bool, err error) {
	until := o.Now().Add(lease)
	mine, err = o.Letters.Take(ctx, *l, until)
	l.Due = until
	l.Tries++
	return mine, err
}

// room returns how many more letters may be sent now, and the domains to which none may.
func (o *Outbox) room() (n int, full []string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for domain, n := range o.sending {
		if n >= maxDomain {
			full = append(full, domain)
		}
	}
	return maxSending - o.busy, full
}

// begin counts a letter to a domain, unless there are as many as may be.
func (o *Outbox) begin(domain string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.sending[domain] >= maxDomain {
		return false
	}
	o.sending[domain]++
	o.busy++
	return true
}

// end counts a letter to a domain no more.
func (o *Outbox) end(domain string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy--
	if o.sending[domain]--; o.sending[domain] == 0 {
		delete(o.sending, domain)
	}
}

// deliver sends a letter, and removes or postpones it.
func (o *Outbox) deliver(ctx context.Context, l notice.PendingLetter) {
	defer o.wake()
	defer o.end(l.Domain())
	var instead []notice.PendingLetter
	err := panics.Catch(o.Log, func() (err error) {
		instead, err = o.send(ctx, l)
		return err
	}, "of", "a letter")
	kept, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyWait)
	defer cancel()
	switch {
	case err == nil:
		err = o.Letters.Replace(kept, l.ID, instead...)
	case ctx.Err() != nil:
		err = o.Letters.Postpone(kept, l, o.Now()) // the next server sends it at once
	case errors.As(err, new(refusedError)):
		o.Log.Error("a letter was refused", "kind", l.Kind, "err", err)
		err = o.Letters.Replace(kept, l.ID)
	default:
		o.Log.Warn("a letter was not sent; it is tried again", "kind", l.Kind, "try", l.Tries, "err", err)
		err = o.Letters.Postpone(kept, l, o.Now().Add(o.retryAfter(l.Tries)))
	}
	if err != nil {
		o.Log.Error("what became of a letter is not stored", "kind", l.Kind, "err", err)
	}
}

// retryAfter returns how long a letter waits after a number of tries.
func (o *Outbox) retryAfter(tries int) time.Duration {
	return min(maxRetry, o.Retry<<(2*min(tries-1, 5)))
}

// send writes a letter and sends it, or returns those that take its place. A letter that
// cannot be sent has no link that works.
func (o *Outbox) send(ctx context.Context, l notice.PendingLetter) (instead []notice.PendingLetter, err error) {
	written, err := o.Write(ctx, l)
	if err != nil {
		return nil, err
	}
	for _, other := range written.Instead {
		instead = append(instead, o.addressed(other))
	}
	if written.Letter == nil {
		return instead, nil
	}
	if err = o.Send(ctx, *written.Letter); err != nil && written.Undo != nil {
		kept, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyWait)
		defer cancel()
		if failed := written.Undo(kept); failed != nil {
			o.Log.Error("a link of a letter that was not sent works until it expires", "err", failed)
		}
	}
	return instead, err
}
