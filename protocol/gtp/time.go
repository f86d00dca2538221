package gtp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// A clockSetting is a clock before the first move.
type clockSetting struct {
	engine.Time
	mainLimit     time.Duration // largest main time after an increment, if positive
	periods       int           // in byo-yomi
	countsPeriods bool          // time_left's third argument counts periods
}

// spendTime subtracts thinking time from the main time and adds the increment, for controllers that
// set a clock but never send time_left. Overtime is not reduced.
func (s *Session) spendTime(c board.Color, used time.Duration) {
	t := &s.clocks[c]
	t.Main = max(0, t.Main-used) + t.Increment
	if limit := s.clock.mainLimit; limit > 0 {
		t.Main = min(t.Main, limit)
	}
}

// maxSeconds is the longest time that a controller can set, in seconds.
const maxSeconds = 1<<31 - 1

// parseSeconds parses a time in seconds, from least. Controllers send fractions.
func parseSeconds(text string, least float64) (time.Duration, error) {
	x, err := parseDecimal(text)
	if err != nil || x < least || x > maxSeconds {
		return 0, errSyntax
	}
	return time.Duration(x * float64(time.Second)), nil
}

func (s *Session) timeSettings(_ context.Context, args []string) (string, error) {
	main, err := parseSeconds(args[0], 0)
	if err != nil {
		return "", err
	}
	overtime, err := parseSeconds(args[1], 0)
	if err != nil {
		return "", err
	}
	stones, err := parseCount(args[2], maxSeconds)
	if err != nil {
		return "", err
	}
	t := engine.Time{Main: main, Clocked: true}
	if overtime > 0 {
		t.Period, t.Stones = overtime, stones
	}
	if overtime > 0 && stones == 0 { // no limit, by the specification
		t = engine.Time{}
	}
	s.setClock(clockSetting{Time: t})
	return "", nil
}

// setClock gives both players the same clock.
func (s *Session) setClock(c clockSetting) {
	s.clock = c
	s.clocks = board.ByColor[engine.Time]{board.Black: c.Time, board.White: c.Time}
}

// timeLeft sets a player's time left: main time if stones is 0, otherwise an overtime period and
// the stones to play in it. Under byo-yomi, where each period is for one move, the third argument
// counts periods instead. A negative time, which servers send about the change to a new period,
// counts as 0.
func (s *Session) timeLeft(_ context.Context, args []string) (string, error) {
	c, err := parseColor(args[0])
	if err != nil {
		return "", err
	}
	left, err := parseSeconds(args[1], -maxSeconds)
	if err != nil {
		return "", err
	}
	stones, err := parseCount(args[2], maxSeconds)
	if err != nil {
		return "", err
	}
	t := &s.clocks[c]
	t.Clocked = true
	t.Main = max(0, left)
	if stones > 0 {
		t.Main = 0
		t.Period = max(0, left)
		t.Stones = stones
	}
	if stones > 0 && s.clock.countsPeriods {
		t.Stones = 1
	}
	return "", nil
}

// kgsTimeUsage and kataTimeUsage show a form for each entry in timeSystems.
const (
	kgsTimeUsage  = "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES"
	kataTimeUsage = kgsTimeUsage + " | fischer MAIN INCREMENT | fischer-capped MAIN INCREMENT MAIN-LIMIT MOVE-LIMIT"
)

// kgsTimeSystems and kataTimeSystems are the systems that these commands take.
const (
	kgsTimeSystems  = "none absolute byoyomi canadian"
	kataTimeSystems = kgsTimeSystems + " fischer fischer-capped"
)

// errNoPeriod means that a byo-yomi or Canadian clock has no period.
var errNoPeriod = errors.New("without a period; use absolute MAIN")

// timeSystems maps names to the number of arguments and a function that converts them to a clock.
var timeSystems = map[string]struct {
	arguments int
	clock     func(args []string) (clockSetting, error)
}{
	"none":           {0, func([]string) (clockSetting, error) { return clockSetting{}, nil }},
	"absolute":       {1, absoluteClock},
	"byoyomi":        {3, byoYomiClock},
	"canadian":       {3, canadianClock},
	"fischer":        {2, fischerClock},
	"fischer-capped": {4, cappedFischerClock},
}

func absoluteClock(args []string) (clockSetting, error) {
	main, err := parseSeconds(args[0], 0)
	return clockSetting{Time: engine.Time{Clocked: true, Main: main}}, err
}

func canadianClock(args []string) (clockSetting, error) {
	c, err := absoluteClock(args)
	if err != nil {
		return c, err
	}
	if c.Period, err = parseSeconds(args[1], 0); err != nil {
		return c, err
	}
	if c.Stones, err = parseCount(args[2], maxSeconds); err != nil {
		return c, err
	}
	if c.Period == 0 || c.Stones == 0 {
		return c, errNoPeriod
	}
	return c, nil
}

func byoYomiClock(args []string) (clockSetting, error) {
	c, err := canadianClock(args)
	c.periods, c.Stones = c.Stones, 1
	c.countsPeriods = true
	return c, err
}

func fischerClock(args []string) (clockSetting, error) {
	c, err := absoluteClock(args)
	if err != nil {
		return c, err
	}
	c.Increment, err = parseSeconds(args[1], 0)
	return c, err
}

// cappedFischerClock also takes the largest main time and the longest time for a move. A negative
// limit means no limit.
func cappedFischerClock(args []string) (clockSetting, error) {
	c, err := fischerClock(args)
	if err != nil {
		return c, err
	}
	if c.mainLimit, err = parseSeconds(args[2], -maxSeconds); err != nil {
		return c, err
	}
	if c.mainLimit >= 0 && c.mainLimit < c.Main {
		return c, errors.New("with a limit under the main time; use a limit of at least MAIN, or -1 for none")
	}
	limit, err := parseSeconds(args[3], -maxSeconds)
	c.Move = max(0, limit)
	return c, err
}

// timeSystem returns a handler that sets a clock from one of the systems.
func timeSystem(systems string) handler {
	return func(s *Session, _ context.Context, args []string) (string, error) {
		name := strings.ToLower(args[0])
		system := timeSystems[name]
		if !slices.Contains(strings.Fields(systems), name) || len(args) != 1+system.arguments {
			return "", errSyntax
		}
		c, err := system.clock(args[1:])
		if errors.Is(err, errSyntax) {
			return "", err
		}
		if err != nil {
			return "", fmt.Errorf("%s %w", name, err)
		}
		s.setClock(c)
		return "", nil
	}
}

// cpuTime returns the processor time used by this process in seconds.
func (s *Session) cpuTime(context.Context, []string) (string, error) {
	if s.CPUTime != nil {
		if used, known := s.CPUTime(); known {
			return strconv.FormatFloat(used.Seconds(), 'f', 3, 64), nil
		}
	}
	return "", errors.New("the processor time is unknown on this system")
}
