package storm

import (
	"sync"
	"testing"
	"time"
)

func TestCountersOfAHistogramFollowEachOther(t *testing.T) {
	for v := uint64(0); v < 1<<20; v += 1 + v/100 {
		b := bucket(v)
		if least(b) > v || least(b+1) <= v {
			t.Fatalf("%d µs are in counter %d, from %d to %d", v, b, least(b), least(b+1))
		}
		if width := least(b+1) - least(b); width > 1 && width > v/30 {
			t.Fatalf("the counter of %d µs is %d µs wide", v, width)
		}
	}
}

func TestQuantilesAreRightToThreePercent(t *testing.T) {
	var h Histogram
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := worker + 1; i <= 10000; i += 4 {
				h.Add(time.Duration(i) * 100 * time.Microsecond)
			}
		})
	}
	all.Wait()
	for _, q := range []float64{0.5, 0.9, 0.99} {
		want := time.Duration(q*10000) * 100 * time.Microsecond
		if got := h.Quantile(q); got < want || float64(got) > 1.04*float64(want) {
			t.Errorf("quantile %v is %v, want about %v", q, got, want)
		}
	}
	if h.Count() != 10000 || h.Max() != time.Second || h.Quantile(1) != time.Second {
		t.Errorf("count %d, longest %v, last %v", h.Count(), h.Max(), h.Quantile(1))
	}
}

func TestAHistogramTakesAnyDurationWithoutAllocation(t *testing.T) {
	var h Histogram
	allocations := testing.AllocsPerRun(10, func() {
		for _, d := range []time.Duration{-1, 0, time.Nanosecond, time.Hour, 1<<63 - 1} {
			h.Add(d)
		}
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
	if h.Count() != 55 || h.Quantile(0.5) > time.Microsecond {
		t.Errorf("%d durations, median %v", h.Count(), h.Quantile(0.5))
	}
	if (&Histogram{}).Quantile(0.5) != 0 {
		t.Error("an empty histogram has a median")
	}
}
