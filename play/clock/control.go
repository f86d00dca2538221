// Package clock keeps the time of two players and never asks what time it is:
// every call says so.
package clock

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rosette/quote"
)

// The kinds of time control.
const (
	None     = "none"     // nobody runs out of time
	Absolute = "absolute" // main time and no more
	Fischer  = "fischer"  // every move adds to the main time, up to a cap
	ByoYomi  = "byo-yomi" // then periods; a move within one gives it back whole
	Canadian = "canadian" // then a number of stones in each period
)

// Bounds of every control.
const (
	Longest     = 1000 * time.Hour // main time, increment, cap or period
	MostPeriods = 100
	MostStones  = 1000
)

// Forms says in one line what [ParseControl] takes.
const Forms = "none, 10m, 10m+5s, 10m+5s^20m (capped), 10m+3x30s (byo-yomi) or 10m+25/5m (Canadian)"

// A Control is how much time the players have, the same for both. The zero
// Control is [None].
type Control struct {
	Kind      string
	Main      time.Duration
	Increment time.Duration // of Fischer
	Cap       time.Duration // of Fischer: main time never grows beyond it; 0 for none
	Period    time.Duration // of byo-yomi and Canadian
	Periods   int           // of byo-yomi
	Stones    int           // of Canadian: moves in each period
}

// A kind is how one kind of control is written and how it runs.
type kind struct {
	form  *regexp.Regexp
	read  func(c *Control, part []string) error
	write func(c Control) string
	over  func(l Left, d time.Duration) Left // d passes when no main time is left
	moved func(l Left) Left                  // a move was made in time
}

const span = `([0-9hmsuµn.]{1,24})`

// kinds is the whole vocabulary; add a line to teach a control.
var kinds = map[string]kind{
	None: {
		form:  regexp.MustCompile(`^none$`),
		read:  func(*Control, []string) error { return nil },
		write: func(Control) string { return None },
		over:  func(l Left, _ time.Duration) Left { return l },
		moved: func(l Left) Left { return l },
	},
	Absolute: {
		form:  regexp.MustCompile(`^` + span + `$`),
		read:  func(c *Control, part []string) error { return durations(part, &c.Main) },
		write: func(c Control) string { return short(c.Main) },
		over:  func(l Left, _ time.Duration) Left { return l },
		moved: func(l Left) Left { return l },
	},
	Fischer: {
		form:  regexp.MustCompile(`^` + span + `\+` + span + `(?:\^` + span + `)?$`),
		read:  func(c *Control, part []string) error { return durations(part, &c.Main, &c.Increment, &c.Cap) },
		write: writeFischer,
		over:  func(l Left, _ time.Duration) Left { return l },
		moved: addIncrement,
	},
	ByoYomi: {
		form:  regexp.MustCompile(`^` + span + `\+(\d{1,6})x` + span + `$`),
		read:  func(c *Control, part []string) error { return overtime(part, c, &c.Periods) },
		write: func(c Control) string { return fmt.Sprintf("%s+%dx%s", short(c.Main), c.Periods, short(c.Period)) },
		over:  usePeriods,
		moved: renewPeriod,
	},
	Canadian: {
		form:  regexp.MustCompile(`^` + span + `\+(\d{1,6})/` + span + `$`),
		read:  func(c *Control, part []string) error { return overtime(part, c, &c.Stones) },
		write: func(c Control) string { return fmt.Sprintf("%s+%d/%s", short(c.Main), c.Stones, short(c.Period)) },
		over:  func(l Left, d time.Duration) Left { l.Period = max(0, l.Period-d); return l },
		moved: countStone,
	},
}

func durations(part []string, into ...*time.Duration) error {
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

func overtime(part []string, c *Control, count *int) (err error) {
	if *count, err = strconv.Atoi(part[1]); err != nil {
		return err
	}
	return durations([]string{part[0], part[2]}, &c.Main, &c.Period)
}

// short writes a duration without the zero seconds and minutes at its end.
func short(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

func writeFischer(c Control) string {
	s := short(c.Main) + "+" + short(c.Increment)
	if c.Cap > 0 {
		s += "^" + short(c.Cap)
	}
	return s
}

// kind returns how the control runs; the zero Control has no clock.
func (c Control) kind() kind {
	if k, ok := kinds[c.Kind]; ok {
		return k
	}
	return kinds[None]
}

// String writes the control as [ParseControl] reads it.
func (c Control) String() string { return c.kind().write(c) }

// Timed tells whether there is a clock at all.
func (c Control) Timed() bool { return c.Kind != "" && c.Kind != None }

// ParseControl reads a control in one of the [Forms].
func ParseControl(text string) (Control, error) {
	for name, k := range kinds {
		if part := k.form.FindStringSubmatch(text); part != nil {
			c := Control{Kind: name}
			if k.read(&c, part[1:]) != nil {
				break
			}
			return c, c.Check()
		}
	}
	return Control{}, fmt.Errorf("no time control %q: use %s", quote.Clip(text, 24), Forms)
}

// Check says what is wrong with the control, or nil.
func (c Control) Check() error {
	if _, ok := kinds[c.Kind]; !ok && c.Kind != "" {
		return fmt.Errorf("no time control of kind %q: use %s", quote.Clip(c.Kind, 24), Forms)
	}
	for _, d := range []time.Duration{c.Main, c.Increment, c.Cap, c.Period} {
		if d < 0 || d > Longest || d%time.Millisecond != 0 {
			return fmt.Errorf("time of %v: use whole milliseconds from 0 to %s", d, short(Longest))
		}
	}
	over := c.Kind == ByoYomi || c.Kind == Canadian
	switch {
	case c.Timed() && !over && c.Main == 0:
		return errors.New("a clock needs main time: use " + Forms)
	case c.Kind == Fischer && c.Increment == 0 || over && c.Period == 0:
		return errors.New("no time after the main time: use " + Forms)
	case c.Kind == Fischer && c.Cap != 0 && c.Cap < c.Main:
		return fmt.Errorf("a cap of %s is under the main time: use %s or more", short(c.Cap), short(c.Main))
	case c.Kind == ByoYomi && (c.Periods < 1 || c.Periods > MostPeriods):
		return fmt.Errorf("%d periods: use 1 to %d", c.Periods, MostPeriods)
	case c.Kind == Canadian && (c.Stones < 1 || c.Stones > MostStones):
		return fmt.Errorf("%d stones a period: use 1 to %d", c.Stones, MostStones)
	}
	return c.checkStrays()
}

// checkStrays refuses times that the kind of control does not have.
func (c Control) checkStrays() error {
	same := Control{Kind: c.Kind}
	k := c.kind()
	if err := k.read(&same, k.form.FindStringSubmatch(k.write(c))[1:]); err != nil || same != c {
		return fmt.Errorf("more times than %s has: use %s", c, Forms)
	}
	return nil
}

// MarshalText writes the control as [Control.String] does, in JSON too.
func (c Control) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText reads what [ParseControl] reads.
func (c *Control) UnmarshalText(text []byte) error {
	read, err := ParseControl(string(text))
	if err == nil {
		*c = read
	}
	return err
}
