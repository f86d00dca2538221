// Package clock implements game clocks for two players: absolute time, Fischer increments with an
// optional cap, Japanese byo-yomi, Canadian overtime, a time per move, and days per move. A [Clock]
// is a pure value that never reads the system time; methods take the current time as an argument.
// Lag, a bot's wait for a processor and server outages can be excluded from thinking time, see
// [Credit] and [Clock.Suspend]. So can weekends, if the control excludes them, pauses and
// vacations, see [Clock.Rest].
package clock

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rosette/internal/quote"
)

// Kinds of time control.
const (
	None     = "none"     // no time limit
	Absolute = "absolute" // main time only
	Fischer  = "fischer"  // each move adds an increment to the main time, up to a cap
	ByoYomi  = "byo-yomi" // main time, then periods; a move within a period restores it
	Canadian = "canadian" // main time, then a number of moves in each period
	Simple   = "simple"   // same time for each move
	Days     = "days"     // days for each move, for correspondence games
)

// Limits for all controls.
const (
	MaxDuration = 1000 * time.Hour // for main time, increment, cap and period
	MaxPeriods  = 100
	MaxStones   = 1000
	MaxDays     = 30 // per move
)

// Forms lists the forms that [ParseControl] accepts in one line.
const Forms = "none, 10m, 10m+5s, 10m+5s^20m (capped), 10m+3x30s (byo-yomi), 10m+25/5m (Canadian), " +
	"30s/move, 3d/move or 3d/move-weekends"

// day is a day in [Days].
const day = 24 * time.Hour

// A Control is a time control, the same for both players. The zero Control is [None].
type Control struct {
	Kind      string
	Main      time.Duration
	Increment time.Duration // Fischer
	Cap       time.Duration // Fischer: largest main time; 0 for no cap
	Period    time.Duration // byo-yomi and Canadian; simple and days: time for each move
	Periods   int           // byo-yomi
	Stones    int           // Canadian: number of moves in each period
	Weekends  bool          // days: the clock stands still on Saturdays and Sundays in UTC
}

// controlKind defines the format and behaviour of a kind of control.
type controlKind struct {
	pattern   *regexp.Regexp
	parse     func(c *Control, part []string) error
	format    func(c Control) string
	overtime  func(l Remaining, d time.Duration) Remaining // uses d after the main time is used up
	afterMove func(l Remaining) Remaining                  // records a move in time
}

const durationPattern = `([0-9hmsuµn.]{1,24})`

// controlKinds holds all kinds of control.
var controlKinds = map[string]controlKind{
	None: {
		pattern:   regexp.MustCompile(`^none$`),
		parse:     func(*Control, []string) error { return nil },
		format:    func(Control) string { return None },
		overtime:  func(l Remaining, _ time.Duration) Remaining { return l },
		afterMove: func(l Remaining) Remaining { return l },
	},
	Absolute: {
		pattern:   regexp.MustCompile(`^` + durationPattern + `$`),
		parse:     func(c *Control, part []string) error { return parseDurations(part, &c.Main) },
		format:    func(c Control) string { return formatDuration(c.Main) },
		overtime:  func(l Remaining, _ time.Duration) Remaining { return l },
		afterMove: func(l Remaining) Remaining { return l },
	},
	Fischer: {
		pattern: regexp.MustCompile(`^` + durationPattern + `\+` + durationPattern + `(?:\^` + durationPattern +
			`)?$`),
		parse:     func(c *Control, part []string) error { return parseDurations(part, &c.Main, &c.Increment, &c.Cap) },
		format:    formatFischer,
		overtime:  func(l Remaining, _ time.Duration) Remaining { return l },
		afterMove: addIncrement,
	},
	ByoYomi: {
		pattern: regexp.MustCompile(`^` + durationPattern + `\+(\d{1,6})x` + durationPattern + `$`),
		parse:   func(c *Control, part []string) error { return parseOvertime(part, c, &c.Periods) },
		format: func(c Control) string {
			return fmt.Sprintf("%s+%dx%s", formatDuration(c.Main), c.Periods, formatDuration(c.Period))
		},
		overtime:  usePeriods,
		afterMove: renewPeriod,
	},
	Canadian: {
		pattern: regexp.MustCompile(`^` + durationPattern + `\+(\d{1,6})/` + durationPattern + `$`),
		parse:   func(c *Control, part []string) error { return parseOvertime(part, c, &c.Stones) },
		format: func(c Control) string {
			return fmt.Sprintf("%s+%d/%s", formatDuration(c.Main), c.Stones, formatDuration(c.Period))
		},
		overtime:  usePeriod,
		afterMove: countStone,
	},
	Simple: {
		pattern:   regexp.MustCompile(`^` + durationPattern + `/move$`),
		parse:     func(c *Control, part []string) error { return parseDurations(part, &c.Period) },
		format:    func(c Control) string { return formatDuration(c.Period) + "/move" },
		overtime:  usePeriod,
		afterMove: renewPeriod,
	},
	Days: {
		pattern:   regexp.MustCompile(`^(\d{1,3})d/move(-weekends)?$`),
		parse:     parseDays,
		format:    formatDays,
		overtime:  usePeriod,
		afterMove: renewPeriod,
	},
}

func parseDurations(part []string, into ...*time.Duration) error {
	for i, d := range into {
		if part[i] == "" {
			continue
		}
		var err error
		if *d, err = time.ParseDuration(part[i]); err != nil {
			return err
		}
	}
	return nil
}

func parseOvertime(part []string, c *Control, count *int) (err error) {
	if *count, err = strconv.Atoi(part[1]); err != nil {
		return err
	}
	return parseDurations([]string{part[0], part[2]}, &c.Main, &c.Period)
}

func parseDays(c *Control, part []string) error {
	days, err := strconv.Atoi(part[0])
	c.Period, c.Weekends = time.Duration(days)*day, part[1] != ""
	return err
}

func formatDays(c Control) string {
	text := fmt.Sprintf("%dd/move", c.Period/day)
	if c.Weekends {
		text += "-weekends"
	}
	return text
}

// formatDuration formats a duration without trailing zero minutes and seconds.
func formatDuration(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func formatFischer(c Control) string {
	s := formatDuration(c.Main) + "+" + formatDuration(c.Increment)
	if c.Cap > 0 {
		s += "^" + formatDuration(c.Cap)
	}
	return s
}

// kind returns the control's kind; the zero Control's is None.
func (c Control) kind() controlKind {
	if k, ok := controlKinds[c.Kind]; ok {
		return k
	}
	return controlKinds[None]
}

// String returns the control in a form that [ParseControl] accepts.
func (c Control) String() string { return c.kind().format(c) }

// Timed reports whether there is a time limit.
func (c Control) Timed() bool { return c.Kind != "" && c.Kind != None }

// ParseControl parses a control in one of the [Forms] and checks it.
func ParseControl(text string) (Control, error) {
	for name, k := range controlKinds {
		if part := k.pattern.FindStringSubmatch(text); part != nil {
			c := Control{Kind: name}
			if k.parse(&c, part[1:]) != nil {
				break
			}
			return c, c.Check()
		}
	}
	return Control{}, fmt.Errorf("no time control %q: use %s", quote.Clip(text, 24), Forms)
}

// Check returns nil or an error that describes valid values. All times are whole milliseconds up to
// [MaxDuration].
func (c Control) Check() error {
	if _, ok := controlKinds[c.Kind]; !ok && c.Kind != "" {
		return fmt.Errorf("no time control of kind %q: use %s", quote.Clip(c.Kind, 24), Forms)
	}
	for _, d := range []time.Duration{c.Main, c.Increment, c.Cap, c.Period} {
		if d < 0 || d > MaxDuration || d%time.Millisecond != 0 {
			return fmt.Errorf("time of %v: use whole milliseconds from 0 to %s", d, formatDuration(MaxDuration))
		}
	}
	over := c.Kind == ByoYomi || c.Kind == Canadian
	byMove := c.Kind == Simple || c.Kind == Days
	switch {
	case c.Timed() && !over && !byMove && c.Main == 0:
		return errors.New("a clock needs main time: use " + Forms)
	case byMove && c.Period == 0:
		return errors.New("no time for a move: use " + Forms)
	case c.Kind == Days && c.Period > MaxDays*day:
		return fmt.Errorf("%d days a move: use 1 to %d", c.Period/day, MaxDays)
	case c.Kind == Fischer && c.Increment == 0 || over && c.Period == 0:
		return errors.New("no time after the main time: use " + Forms)
	case c.Kind == Fischer && c.Cap != 0 && c.Cap < c.Main:
		return fmt.Errorf("a cap of %s is under the main time: use %s or more", formatDuration(c.Cap),
			formatDuration(c.Main))
	case c.Kind == ByoYomi && (c.Periods < 1 || c.Periods > MaxPeriods):
		return fmt.Errorf("%d periods: use 1 to %d", c.Periods, MaxPeriods)
	case c.Kind == Canadian && (c.Stones < 1 || c.Stones > MaxStones):
		return fmt.Errorf("%d stones a period: use 1 to %d", c.Stones, MaxStones)
	}
	return c.checkUnusedTimes()
}

// checkUnusedTimes rejects times that the kind of control does not use.
func (c Control) checkUnusedTimes() error {
	same := Control{Kind: c.Kind}
	k := c.kind()
	if err := k.parse(&same, k.pattern.FindStringSubmatch(k.format(c))[1:]); err != nil || same != c {
		return fmt.Errorf("more times than %s has: use %s", c, Forms)
	}
	return nil
}

// MarshalText implements [encoding.TextMarshaler] by [Control.String].
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements [encoding.TextUnmarshaler] by [ParseControl].
func (c *Control) UnmarshalText(text []byte) error {
	read, err := ParseControl(string(text))
	if err == nil {
		*c = read
	}
	return err
}
