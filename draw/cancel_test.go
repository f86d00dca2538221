package draw

import (
	"context"
	"errors"
	"io"
	"testing"
)

// A countdown is a context that is cancelled once it was checked that many times.
type countdown struct {
	context.Context
	checks int
}

func (c *countdown) Err() error {
	if c.checks--; c.checks < 0 {
		return context.Canceled
	}
	return nil
}

func TestAPictureStopsBetweenShapes(t *testing.T) {
	p := fullPicture(t)
	for _, format := range []string{"svg", "png"} {
		for _, checks := range []int{0, 1, 20} {
			ctx := &countdown{Context: t.Context(), checks: checks}
			if err := p.Write(ctx, io.Discard, format, 480); !errors.Is(err, context.Canceled) {
				t.Errorf("%s after %d checks: error %v", format, checks, err)
			}
			if ctx.checks != -1 {
				t.Errorf("%s after %d checks: %d more after the end", format, checks, -1-ctx.checks)
			}
		}
	}
}
