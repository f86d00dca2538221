package matches

import (
	"sync"
	"time"
)

// A Meter shares the processor time of this process out among the players that
// think in it. What passes while several think is divided by their weights, so
// with one game at a time, or one own player, it is exact.
type Meter struct {
	used     func() (time.Duration, bool)
	mu       sync.Mutex
	last     time.Duration
	thinking map[*Span]bool
}

// NewMeter reads a clock that says how much this process has used, if anybody
// knows.
func NewMeter(used func() (time.Duration, bool)) *Meter {
	return &Meter{used: used, thinking: map[*Span]bool{}}
}

// A Span is the time that one player thinks.
type Span struct {
	meter  *Meter
	weight float64
	spent  time.Duration
}

// Start begins a span.
func (m *Meter) Start(weight float64) *Span {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.share()
	s := &Span{meter: m, weight: weight}
	m.thinking[s] = true
	return s
}

// Stop ends a span and returns what it used.
func (s *Span) Stop() time.Duration {
	s.meter.mu.Lock()
	defer s.meter.mu.Unlock()
	s.meter.share()
	delete(s.meter.thinking, s)
	return s.spent
}

// share gives what was used since the last time to those who think.
func (m *Meter) share() {
	now, ok := m.used()
	if !ok {
		return
	}
	passed, sum := now-m.last, 0.0
	m.last = now
	for s := range m.thinking {
		sum += s.weight
	}
	for s := range m.thinking {
		s.spent += time.Duration(float64(passed) * s.weight / sum)
	}
}

func (m *Meter) known() bool {
	_, ok := m.used()
	return ok
}
