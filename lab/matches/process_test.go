package matches

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
)

// The output ends only when the shell's child process ends too.
func TestAProgramIsKilledWithThoseThatItStartedWhenTheContextEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	p, err := Command([]string{"sh", "-c", "sleep 3600 & echo started; wait"})(ctx, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(p.Out)
	if line, err := out.ReadString('\n'); err != nil || line != "started\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	began := time.Now()
	stop()
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 || time.Since(began) > waittest.Limit {
		t.Errorf("after %v it has said %q, %v", time.Since(began), rest, err)
	}
	if err := p.End(); err != nil {
		t.Error(err)
	}
}

func TestAProgramThatIsNotThereIsNamed(t *testing.T) {
	_, err := Command([]string{"no-such-engine", "--gtp"})(t.Context(), io.Discard)
	if err == nil || !strings.HasPrefix(err.Error(), "starting no-such-engine: ") {
		t.Errorf("%v", err)
	}
}
