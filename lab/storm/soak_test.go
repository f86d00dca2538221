package storm

import (
	"strings"
	"testing"
)

func TestWhatGrowsInTheSecondHalfOfASoakIsNamed(t *testing.T) {
	var flat, grows, stalls []SoakSample
	for i := range 40 {
		s := SoakSample{Minutes: float64(i), Moves: int64(4000 * i), MemoryMB: float64(100 + min(i, 10)*10 + i%3), HeapMB: 50, Goroutines: 300, Files: 100}
		flat = append(flat, s)
		stalled := s
		stalled.Moves = int64(4000*min(i, 20) + 100*i)
		stalls = append(stalls, stalled)
		s.Goroutines += float64(10 * i)
		grows = append(grows, s)
	}
	if r := soaked(flat); r.Problem != "" || r.Earlier.Files != 100 {
		t.Errorf("%+v", r)
	}
	if r := soaked(grows); !strings.HasPrefix(r.Problem, "goroutines grew by") || strings.Contains(r.Problem, "memory") {
		t.Errorf("%+v", r)
	}
	if r := soaked(stalls); r.Problem != "the load fell from 4100 to 100 moves a minute" {
		t.Errorf("%+v", r)
	}
	if r := soaked(nil); r.Problem == "" {
		t.Error("nothing is flat")
	}
}
