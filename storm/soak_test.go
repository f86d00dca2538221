package storm

import (
	"strings"
	"testing"
)

func TestWhatGrowsInTheSecondHalfOfASoakIsNamed(t *testing.T) {
	var flat, grows []SoakSample
	for i := range 40 {
		s := SoakSample{Minutes: float64(i), MemoryMB: float64(100 + min(i, 10)*10 + i%3), HeapMB: 50, Goroutines: 300, Files: 100}
		flat = append(flat, s)
		s.Goroutines += float64(10 * i)
		grows = append(grows, s)
	}
	if r := soaked(flat); r.Problem != "" || r.Earlier.Files != 100 {
		t.Errorf("%+v", r)
	}
	if r := soaked(grows); !strings.HasPrefix(r.Problem, "goroutines grew by") || strings.Contains(r.Problem, "memory") {
		t.Errorf("%+v", r)
	}
	if r := soaked(nil); r.Problem == "" {
		t.Error("nothing is flat")
	}
}
