package gtp

import (
	"context"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// spendTime subtracts thinking time from the main time, for controllers that set a clock but never
// send time_left. Overtime is not reduced.
func (s *Session) spendTime(c board.Color, used time.Duration) {
	s.clocks[c].Main = max(0, s.clocks[c].Main-used)
}

// maxSeconds is the longest time that a controller can set, in seconds.
const maxSeconds = 1 << 30

func (s *Session) timeSettings(_ context.Context, args []string) (string, error) {
	var n [3]int
	for i, arg := range args {
		var err error
		if n[i], err = parseCount(arg, maxSeconds); err != nil {
			return "", err
		}
	}
	main := n[0]
	overtime := n[1]
	stones := n[2]
	t := engine.Time{Main: seconds(main), Clocked: true}
	if overtime > 0 {
		t.Period, t.Stones = seconds(overtime), stones
	}
	if overtime > 0 && stones == 0 { // no limit, by the specification
		t = engine.Time{}
	}
	s.setClock(t)
	return "", nil
}

// setClock gives both players the same clock.
func (s *Session) setClock(t engine.Time) {
	s.clockSetting, s.byoYomi = t, false
	s.clocks = board.ByColor[engine.Time]{board.Black: t, board.White: t}
}

// timeLeft sets a player's time left: main time if stones is 0, otherwise an overtime period and
// the stones to play in it. Under KGS byoyomi, where each period is for one move, the third
// argument counts periods instead.
func (s *Session) timeLeft(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	left, err := parseCount(args[1], maxSeconds)
	if err != nil {
		return "", err
	}
	stones, err := parseCount(args[2], maxSeconds)
	if err != nil {
		return "", err
	}
	t := &s.clocks[c]
	t.Clocked = true
	t.Main = seconds(left)
	if stones > 0 {
		t.Main = 0
		t.Period = seconds(left)
		t.Stones = stones
	}
	if stones > 0 && s.byoYomi {
		t.Stones = 1
	}
	return "", nil
}

func seconds(n int) time.Duration { return time.Duration(n) * time.Second }
