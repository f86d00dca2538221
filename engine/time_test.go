package engine

import (
	"testing"
	"time"
)

func TestAMoveTakesAnEvenPartOfTheMainTime(t *testing.T) {
	clock := Time{Clocked: true, Main: 10 * time.Minute}
	if got := clock.ForMove(120); got != 10*time.Second {
		t.Errorf("%v of ten minutes with 120 points vacant, want 10s", got)
	}
}

func TestAnIncrementIsMostlySpent(t *testing.T) {
	clock := Time{Clocked: true, Main: 10 * time.Second, Increment: 5 * time.Second}
	if got := clock.ForMove(100); got < 4*time.Second || got > 5*time.Second {
		t.Errorf("%v with 5s a move", got)
	}
}

func TestAPlayerInOvertimeStaysWithinThePeriod(t *testing.T) {
	for _, clock := range []Time{
		{Clocked: true, Period: 30 * time.Second, Stones: 1},
		{Clocked: true, Period: 300 * time.Second, Stones: 25},
	} {
		most := clock.Period / time.Duration(clock.Stones)
		if got := clock.ForMove(100); got < most/2 || got > most-Lag {
			t.Errorf("%v of %+v, want from half to nearly all of %v", got, clock, most)
		}
	}
}

func TestAQuarterOfAShortPeriodIsNotUsed(t *testing.T) {
	for _, test := range []struct {
		clock Time
		want  time.Duration
	}{
		{Time{Period: time.Second, Stones: 1}, 750 * time.Millisecond},
		{Time{Main: time.Millisecond, Period: time.Second, Stones: 1}, 750 * time.Millisecond},
		{Time{Period: time.Second, Stones: 5}, 150 * time.Millisecond},
		{Time{Period: 2 * time.Second, Stones: 1}, 1600 * time.Millisecond},
	} {
		if got := test.clock.ForMove(100); got.Round(time.Millisecond) != test.want {
			t.Errorf("%v of %+v, want %v", got, test.clock, test.want)
		}
	}
}

// Whatever the clock, a move fits in the remaining time if there is time for the lag.
func TestAMoveNeverLosesOnTime(t *testing.T) {
	for main := time.Duration(0); main < 20*time.Second; main += 137 * time.Millisecond {
		for _, increment := range []time.Duration{0, time.Second, 10 * time.Second} {
			for _, period := range []time.Duration{0, time.Second, 30 * time.Second} {
				for _, vacant := range []int{0, 10, 300} {
					clock := Time{Clocked: true, Main: main, Increment: increment, Period: period, Stones: 1}
					got := clock.ForMove(vacant)
					if left := main + period; got <= 0 || left > 2*Lag && got > left-Lag/2 {
						t.Fatalf("%v of %+v", got, clock)
					}
				}
			}
		}
	}
}

// A player finds two moves in three hard and searches each slightly longer than planned. The time
// still lasts for a long game.
func TestAClockLastsForAWholeGame(t *testing.T) {
	const over = 200 * time.Microsecond
	for _, main := range []time.Duration{time.Second, 3 * time.Second, time.Minute, 10 * time.Minute} {
		clock := Time{Clocked: true, Main: main}
		for move := range 100 {
			vacant := max(40, 150-2*move)
			took := clock.Longest(vacant)
			if move%3 == 2 {
				took = clock.ForMove(vacant) / 2
			}
			if clock.Main -= took + over; clock.Main <= 0 {
				t.Errorf("of %v nothing is left after %d moves; the last took %v", main, move+1, took)
				break
			}
		}
	}
}

func TestAHardMoveTakesMoreOfTheMainTimeAloneAndNeverLosesOnTime(t *testing.T) {
	for _, test := range []struct {
		clock Time
		want  time.Duration // with 120 points vacant
	}{
		{Time{Main: 10 * time.Minute}, 18 * time.Second},
		{Time{Main: 10 * time.Minute, Increment: 5 * time.Second}, 25200 * time.Millisecond},
		{Time{Main: 1500 * time.Millisecond, Increment: time.Second}, 1150 * time.Millisecond}, // most of the rest
		{Time{Period: 30 * time.Second, Stones: 1}, 24 * time.Second},
		{Time{Period: 300 * time.Second, Stones: 25}, 9600 * time.Millisecond},
	} {
		if got := test.clock.Longest(120); got != test.want {
			t.Errorf("%v of %+v, want %v", got, test.clock, test.want)
		}
	}
	for main := time.Duration(0); main < 20*time.Second; main += 137 * time.Millisecond {
		for _, increment := range []time.Duration{0, time.Second, 10 * time.Second} {
			clock := Time{Clocked: true, Main: main, Increment: increment}
			if got := clock.Longest(100); got < clock.ForMove(100) || main > 2*Lag && got > main-Lag/2 {
				t.Fatalf("%v of %+v", got, clock)
			}
		}
	}
}
