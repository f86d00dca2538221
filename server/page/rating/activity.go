package rating

import (
	"fmt"
	"html/template"
	"math"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/server/page/shell"
	service "rosette/server/rating"
)

// An activity is a calendar of days as a honeycomb: a column for each week, a row for each weekday.
type activity struct {
	Title  string          // the number of games
	Halves []template.HTML // the earlier and the later half of the year
}

// The geometry of a honeycomb: the radius of a hexagon, the distance between the centres of two
// neighbours in a row, and the room above the first row for the names of months.
const (
	hexRadius  = 9.6
	hexPitch   = 20.0
	monthsRoom = 18.0
)

// levels are the least numbers of games for the deeper colours.
var levels = [...]int{1, 2, 4, 7}

// level returns the colour for a number of games, from 0 for none to len(levels).
func level(games int) (n int) {
	for n < len(levels) && games >= levels[n] {
		n++
	}
	return n
}

// activityIn draws an activity in a language.
func activityIn(lang string, a service.Activity) activity {
	out := activity{Title: shell.Texts(lang).Count("rating.activity.sum", a.Sum())}
	const half = 7 * service.ActivityWeeks / 2
	for _, from := range []int{0, half} {
		out.Halves = append(out.Halves, honeycomb(lang, a.First.AddDate(0, 0, from), a.Days[from:min(from+half, len(a.Days))]))
	}
	return out
}

// honeycomb draws consecutive days, the first of which is a Monday. Assistive technology skips it.
func honeycomb(lang string, first time.Time, days []int) template.HTML {
	const weeks = service.ActivityWeeks / 2
	row := hexPitch * math.Sqrt(3) / 2
	var out, idle strings.Builder
	width, height := weeks*hexPitch+hexPitch/2, monthsRoom+6*row+2*hexRadius
	fmt.Fprintf(&out, `<svg viewBox="0 0 %s %s" aria-hidden="true">`, short(width), short(height))
	month := time.Month(0)
	for i, games := range days {
		week, weekday := i/7, i%7
		at := first.AddDate(0, 0, i)
		if weekday == 0 && at.Month() != month && week < weeks-1 {
			month = at.Month()
			if at.Day() <= 7 || i == 0 {
				fmt.Fprintf(&out, `<text x="%s" y="10">%s</text>`, short(float64(week)*hexPitch),
					template.HTMLEscapeString(i18n.T(lang, fmt.Sprint("date.month.", int(month)), nil)))
			}
		}
		x := float64(week)*hexPitch + hexPitch/2 + float64(weekday%2)*hexPitch/2
		hexagon := fmt.Sprintf("M%s %s", short(x), short(monthsRoom+float64(weekday)*row)) + hexagonPath()
		if games == 0 {
			idle.WriteString(hexagon)
			continue
		}
		fmt.Fprintf(&out, `<path class="day l%d" d="%s"><title>%s</title></path>`, level(games), hexagon,
			template.HTMLEscapeString(i18n.T(lang, "rating.activity.day", i18n.Args{"day": i18n.Day(lang, at), "n": games})))
	}
	fmt.Fprintf(&out, `<path class="day" d="%s"/></svg>`, idle.String())
	return template.HTML(out.String())
}

// hexagonPath returns the path of a hexagon, from its upper corner.
func hexagonPath() string {
	x, y := hexRadius*math.Sqrt(3)/2, hexRadius/2
	return fmt.Sprintf("l%[1]s %[2]sv%[3]sl-%[1]s %[2]s-%[1]s-%[2]sv-%[3]sz", short(x), short(y), short(hexRadius))
}

// short formats a length with at most one decimal.
func short(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}
