package rng

import (
	"math"
	"testing"
)

// The reference values come from Vigna's C programs at https://prng.di.unimi.it, splitmix64.c and
// xoshiro256plusplus.c.
func TestGeneratorsYieldTheNumbersOfTheReferencePrograms(t *testing.T) {
	s := SplitMix(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := s.Uint64(); got != want {
			t.Errorf("splitmix64: number %d is %d, want %d", i, got, want)
		}
	}
	x := Xoshiro{1, 2, 3, 4}
	for i, want := range []uint64{41943041, 58720359, 3588806011781223, 3591011842654386, 9228616714210784205} {
		if got := x.Uint64(); got != want {
			t.Errorf("xoshiro256++: number %d is %d, want %d", i, got, want)
		}
	}
}

func TestBoundedNumbersAreUniform(t *testing.T) {
	const n, draws = 7, 70000
	s, x := SplitMix(1), NewXoshiro(1)
	for name, draw := range map[string]func(int) int{"SplitMix": s.IntN, "Xoshiro": x.IntN} {
		var counts [n]float64
		for range draws {
			counts[draw(n)]++ // panics beyond n
		}
		for value, count := range counts {
			if math.Abs(count-draws/n) > 5*math.Sqrt(draws/n) {
				t.Errorf("%s: %d comes %v times of %d", name, value, count, draws)
			}
		}
	}
	sum := 0.0
	for range draws {
		f := x.Float32()
		if f < 0 || f >= 1 {
			t.Fatalf("Float32 returns %v", f)
		}
		sum += float64(f)
	}
	if mean := sum / draws; math.Abs(mean-0.5) > 0.01 {
		t.Errorf("Float32 averages %v", mean)
	}
}

func TestDerivedSeedsDifferAndTheFirstStreamKeepsTheSeed(t *testing.T) {
	seen := map[uint64]bool{}
	for i := range 100 {
		for j := range 100 {
			seen[Seed(1, i, j)] = true
		}
	}
	if len(seen) != 10000 {
		t.Errorf("10000 pairs of numbers give %d seeds", len(seen))
	}
	if Stream(5, 0) != 5 || Stream(5, 1) != Seed(5, 1) || Seed(5) != 5 {
		t.Errorf("streams of 5 begin %d, %d", Stream(5, 0), Stream(5, 1))
	}
}

func TestDrawingAllocatesNothing(t *testing.T) {
	x, sum := NewXoshiro(3), 0
	if n := testing.AllocsPerRun(100, func() { sum += x.IntN(9) + int(Seed(4, sum, 2)&1) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
