package matches

import (
	"sync"
	"time"
)

// A CPUTimer divides this process's processor time among the players that search in it. While
// several search, each gets a share in proportion to its weight. The result is exact if games run
// one at a time or only one player is local.
type CPUTimer struct {
	used    func() (time.Duration, bool)
	mu      sync.Mutex
	last    time.Duration
	running map[*CPUSpan]bool
}

// NewCPUTimer returns a timer that calls used for the process's processor time; used returns false
// where the time is not known.
func NewCPUTimer(used func() (time.Duration, bool)) *CPUTimer {
	return &CPUTimer{used: used, running: map[*CPUSpan]bool{}}
}

// A CPUSpan measures one player's search.
type CPUSpan struct {
	timer  *CPUTimer
	weight float64
	spent  time.Duration
}

// Start begins a span.
func (m *CPUTimer) Start(weight float64) *CPUSpan {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.distribute()
	s := &CPUSpan{timer: m, weight: weight}
	m.running[s] = true
	return s
}

// Stop ends a span and returns its processor time.
func (s *CPUSpan) Stop() time.Duration {
	s.timer.mu.Lock()
	defer s.timer.mu.Unlock()
	s.timer.distribute()
	delete(s.timer.running, s)
	return s.spent
}

// distribute adds the time used since the last call to the running spans.
func (m *CPUTimer) distribute() {
	now, ok := m.used()
	if !ok {
		return
	}
	passed, sum := now-m.last, 0.0
	m.last = now
	for s := range m.running {
		sum += s.weight
	}
	for s := range m.running {
		s.spent += time.Duration(float64(passed) * s.weight / sum)
	}
}

func (m *CPUTimer) known() bool {
	_, ok := m.used()
	return ok
}
