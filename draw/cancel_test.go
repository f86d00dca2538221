package draw

import (
	"context"
	"errors"
	"io"
	"testing"

	"rosette/internal/waittest"
)

func TestAPictureStopsBetweenShapes(t *testing.T) {
	p := fullPicture(t)
	for _, format := range []string{"svg", "png"} {
		for _, checks := range []int{0, 1, 20} {
			ctx := &waittest.Countdown{Context: t.Context(), Checks: checks}
			if err := p.Write(ctx, io.Discard, format, 480); !errors.Is(err, context.Canceled) {
				t.Errorf("%s after %d checks: error %v", format, checks, err)
			}
			if ctx.Checks != -1 {
				t.Errorf("%s after %d checks: %d more after the end", format, checks, -1-ctx.Checks)
			}
		}
	}
}
