package player

import (
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
)

func TestOnAClockASearchOfANetworkMayTakeLongerWhereAMoveIsHard(t *testing.T) {
	g, _ := setUp(t, "rosette-2", "mindsports-chinese", "")
	clock := engine.Time{Clocked: true, Main: 10 * time.Minute}
	even, longest := clock.ForMove(24), clock.Longest(24)
	for _, test := range []struct {
		level  string
		policy bool
		visits int
		clock  engine.Time
		time   time.Duration
		share  float32
	}{
		{"full", true, 0, clock, longest, engine.HardShare},
		{"full", false, 0, clock, even, 0},
		{"full", true, 100, clock, even, 0},
		{"17", true, 0, clock, even, 0},
		{"full", true, 0, engine.Time{Move: time.Second}, time.Second, 0},
		{"full", true, 0, engine.Time{Clocked: true, Main: 10 * time.Minute, Move: time.Second}, time.Second, 0},
	} {
		b := newPlayer(t, Options{Level: test.level, Visits: test.visits, HasPolicy: func(*game.Game) bool { return test.policy }})
		if got := b.limits(g, test.clock); got.Time != test.time || got.StopShare != test.share {
			t.Errorf("%+v: %v, share %v", test, got.Time, got.StopShare)
		}
	}
}
