package store

import (
	"context"
	"time"
)

// A SharedClock is a store whose database several servers may use.
type SharedClock interface {
	// Time returns the database's time, with an error of at most within.
	Time(ctx context.Context) (now time.Time, within time.Duration, err error)
}

// Clock returns the clock for the data in s: the database's if s is [SharedClock], otherwise
// [time.Now].
func Clock(ctx context.Context, s Store) (now func() time.Time, err error) {
	shared, ok := s.(SharedClock)
	if !ok {
		return time.Now, nil
	}
	start, _, err := shared.Time(ctx)
	began := time.Now()
	return func() time.Time { return start.Add(time.Since(began)) }, err
}
