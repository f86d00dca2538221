package store

import (
	"context"
	"fmt"
)

// Grown implements [Log].
func (s *SQL) Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error) {
	seqs, last = map[string]int{}, position
	if position < 0 {
		for rows, err := range s.Rows(ctx, readPosition) {
			if err == nil {
				err = rows.Scan(&last)
			}
			if err != nil {
				return nil, position, err
			}
		}
		return seqs, last, nil
	}
	for rows, err := range s.Rows(ctx, listGrown, position) {
		var stream string
		var seq int
		var at int64
		if err == nil {
			err = rows.Scan(&stream, &seq, &at)
		}
		if err != nil {
			return nil, position, fmt.Errorf("store: streams after position %d: %w", position, err)
		}
		seqs[stream], last = seq, max(last, at)
	}
	return seqs, last, nil
}
