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

// An Outbox sends the letters in its store. It sends several at once, but only a few to one domain,
// so that a slow recipient does not delay others. Letters survive a restart. If several outboxes
// share a store, each letter is sent by one of them. Call Run.
type Outbox struct {
	Options
	host    string
	port    int
	expired time.Time     // last removal of expired letters; used only by Run
	changed chan struct{} // holds an element if there may be letters to send

	mu      sync.Mutex
	sending map[string]int // letters being sent, by domain
	busy    int            // letters being sent
}

const (
	maxPending  = 5000                  // waiting letters
	maxSending  = 2 * notice.MaxDomains // letters sent at once
	maxDomain   = 2                     // letters sent at once to one domain
	patience    = 30 * time.Second      // time limit for sending a letter
	lease       = 4 * patience          // time after which another process may send the letter
	maxRetry    = 15 * time.Minute      // longest delay between two tries
	expireEvery = time.Minute
	rest        = time.Second      // interval between checks of the store
	tidyWait    = 10 * time.Second // time limit for the store after Run has ended
)

// Post stores a letter to be sent soon, even if the client disconnects. It sets the due time, and
// the ID if it is empty. It takes equally long for letters with and without recipients.
func (o *Outbox) Post(ctx context.Context, l notice.PendingLetter) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyWait)
	defer cancel()
	if err := o.Letters.Add(ctx, maxPending, o.addressed(l)); err != nil {
		return fmt.Errorf("mail: %w", err)
	}
	o.wake()
	return nil
}

// addressed sets a letter's due time, and its ID if it is empty.
func (o *Outbox) addressed(l notice.PendingLetter) notice.PendingLetter {
	if l.ID == "" {
		l.ID = rand.Text()
	}
	l.Due = o.Now()
	return l
}

// wake makes Run check the store.
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
			o.Log.Error("cannot send letters", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-o.changed:
		case <-ticker.C:
		}
	}
}

// dispatch starts sending due letters while there is room.
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

// expire removes expired letters once per interval.
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

// take reserves a letter unless another process is sending it.
func (o *Outbox) take(ctx context.Context, l *notice.PendingLetter) (mine bool, err error) {
	until := o.Now().Add(lease)
	mine, err = o.Letters.Take(ctx, *l, until)
	l.Due = until
	l.Tries++
	return mine, err
}

// room returns how many more letters may be sent now, and the domains that may not receive any.
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

// begin counts a letter to a domain. It returns false if the domain is at its limit.
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

// end undoes begin.
func (o *Outbox) end(domain string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.busy--
	if o.sending[domain]--; o.sending[domain] == 0 {
		delete(o.sending, domain)
	}
}

// deliver sends a letter and then removes or postpones it.
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
		err = o.Letters.Postpone(kept, l, o.Now()) // another process can send it at once
	case errors.As(err, new(refusedError)):
		o.Log.Error("a letter was refused", "kind", l.Kind, "err", err)
		err = o.Letters.Replace(kept, l.ID)
	default:
		o.Log.Warn("cannot send a letter, trying again later", "kind", l.Kind, "try", l.Tries, "err", err)
		err = o.Letters.Postpone(kept, l, o.Now().Add(o.retryAfter(l.Tries)))
	}
	if err != nil {
		o.Log.Error("cannot store the outcome for a letter", "kind", l.Kind, "err", err)
	}
}

// retryAfter returns the delay after a number of tries.
func (o *Outbox) retryAfter(tries int) time.Duration {
	return min(maxRetry, o.Retry<<(2*min(tries-1, 5)))
}

// send writes and sends a letter, or returns the letters that replace it. If sending fails, it
// disables the letter's links.
func (o *Outbox) send(ctx context.Context, l notice.PendingLetter) (instead []notice.PendingLetter, err error) {
	written, err := o.Write(ctx, l)
	if err != nil {
		return nil, err
	}
	for _, other := range written.Replacements {
		instead = append(instead, o.addressed(other))
	}
	if written.Letter == nil {
		return instead, nil
	}
	if err = o.Send(ctx, *written.Letter); err != nil && written.Undo != nil {
		kept, cancel := context.WithTimeout(context.WithoutCancel(ctx), tidyWait)
		defer cancel()
		if failed := written.Undo(kept); failed != nil {
			o.Log.Error("cannot disable a link in an unsent letter", "err", failed)
		}
	}
	return instead, err
}
