package sgf

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rosette/internal/regex"
)

// An OvertimeKind is an overtime method.
type OvertimeKind string

// The overtime methods.
const (
	NoOvertime OvertimeKind = ""
	ByoYomi    OvertimeKind = "byo-yomi" // periods; a move within a period restores it
	Canadian   OvertimeKind = "Canadian" // moves to make in each period
	Fischer    OvertimeKind = "fischer"  // each move adds time
	Simple     OvertimeKind = "simple"   // the same time for each move
	Days       OvertimeKind = "days"     // days for each move
)

// An Overtime is the value of OT. FF[4] leaves its form to programs. KGS and OGS write
// "5x30 byo-yomi", "25/300 Canadian", "10 fischer" and "15 simple", with times in
// seconds. Rosette also writes "10 fischer, up to 600", "3 days per move" and "3 days per move, not on
// weekends".
type Overtime struct {
	Kind     OvertimeKind
	Count    int           // byo-yomi: periods; Canadian: moves in a period
	Time     time.Duration // of a period or move, or the increment
	Cap      time.Duration // Fischer: the largest main time; 0 for no cap
	Weekends bool          // days: Saturdays and Sundays do not count
}

const day = 24 * time.Hour

// String returns OT, or "" without overtime.
func (o Overtime) String() string {
	switch o.Kind {
	case ByoYomi:
		return fmt.Sprintf("%dx%s byo-yomi", o.Count, Seconds(o.Time))
	case Canadian:
		return fmt.Sprintf("%d/%s Canadian", o.Count, Seconds(o.Time))
	case Fischer:
		text := Seconds(o.Time) + " fischer"
		if o.Cap > 0 {
			text += ", up to " + Seconds(o.Cap)
		}
		return text
	case Simple:
		return Seconds(o.Time) + " simple"
	case Days:
		text := fmt.Sprintf("%d days per move", o.Time/day)
		if o.Weekends {
			text += ", not on weekends"
		}
		return text
	}
	return ""
}

// overtimeForms has the form for each kind. The groups are the count, the time and the addition.
var overtimeForms = map[OvertimeKind]*regex.Regex{
	ByoYomi:  regex.MustCompile(`(?i)^(\d{1,6}) ?x ?([\d.]{1,12})()(?: ?s(?:ec)?)? ?(?:byo[- ]?yomi|jap(?:anese)?)$`),
	Canadian: regex.MustCompile(`(?i)^(\d{1,6}) ?/ ?([\d.]{1,12})() canadian$`),
	Fischer:  regex.MustCompile(`(?i)^()([\d.]{1,12}) fischer(?:, up to ([\d.]{1,12}))?$`),
	Simple:   regex.MustCompile(`(?i)^()([\d.]{1,12})() simple$`),
	Days:     regex.MustCompile(`(?i)^()(\d{1,3}) days? per move(, not on weekends)?$`),
}

// ParseOvertime parses OT. ok is false for an unknown form. An empty value and OGS's "0 none" mean no
// overtime.
func ParseOvertime(text string) (o Overtime, ok bool) {
	text = strings.TrimSpace(text)
	if text == "" || strings.EqualFold(text, "0 none") || strings.EqualFold(text, "none") {
		return Overtime{}, true
	}
	for kind, form := range overtimeForms {
		part := form.FindStringSubmatch(text)
		if part == nil {
			continue
		}
		o.Kind = kind
		o.Count, _ = strconv.Atoi(part[1]) // digits, or none
		if kind == Days {
			n, _ := strconv.Atoi(part[2]) // digits
			o.Time, o.Weekends = time.Duration(n)*day, part[3] != ""
			return o, true
		}
		o.Time, ok = ParseSeconds(part[2])
		if ok && part[3] != "" {
			o.Cap, ok = ParseSeconds(part[3])
		}
		return o, ok
	}
	return o, false
}

// mostSeconds is the longest readable time.
const mostSeconds = 1e9

// ParseSeconds parses a time in seconds, as in TM, BL and WL, to whole milliseconds. ok is false
// for words and for times below 0.
func ParseSeconds(raw string) (d time.Duration, ok bool) {
	n, err := Real(raw)
	if err != nil || n < 0 || n > mostSeconds {
		return 0, false
	}
	return time.Duration(n * float64(time.Second)).Round(time.Millisecond), true
}

// Seconds returns a time as TM, BL and WL have it: in seconds, cut to milliseconds.
func Seconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Milliseconds())/1000, 'f', -1, 64)
}
