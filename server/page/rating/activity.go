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

// An activity is a calendar as a honeycomb, with a column for each week and a row for each weekday.
type activity struct {
	Title  string          // with the sum of all games
	Halves []template.HTML // the earlier one first
}

// Lengths in a honeycomb: the hexagons' radius, the distance between two neighbours in a row, and
// the room for the month names above the first row.
const (
	hexRadius  = 9.6
	hexPitch   = 20.0
	monthsRoom = 18.0
)

// levels are the minimum games per day for the deeper colours.
var levels = [...]int{1, 2, 4, 7}

// level returns the colour for a day with n games, from 0 for none to len(levels).
func level(n int) (color int) {
	for color < len(levels) && n >= levels[color] {
		color++
	}
	return color
}

// activityIn draws an activity in a language.
func activityIn(lang string, a service.Activity) activity {
	out := activity{Title: shell.Texts(lang).Count("rating.activity.sum", a.Sum())}
	const half = 7 * service.ActivityWeeks / 2
	for _, from := range []int{0, half} {
		days := a.Days[from:min(from+half, len(a.Days))]
		out.Halves = append(out.Halves, honeycomb(lang, a.First.AddDate(0, 0, from), days))
	}
	return out
}

// honeycomb draws consecutive days from a Monday on. Assistive technology skips the drawing.
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
		title := i18n.T(lang, "rating.activity.day", i18n.Args{"day": i18n.Day(lang, at), "n": games})
		fmt.Fprintf(&out, `<path class="day l%d" d="%s"><title>%s</title></path>`, level(games), hexagon,
			template.HTMLEscapeString(title))
	}
	fmt.Fprintf(&out, `<path class="day" d="%s"/></svg>`, idle.String())
	return template.HTML(out.String())
}

// hexagonPath returns a hexagon's path, from its upper corner.
func hexagonPath() string {
	x, y := hexRadius*math.Sqrt(3)/2, hexRadius/2
	return fmt.Sprintf("l%[1]s %[2]sv%[3]sl-%[1]s %[2]s-%[1]s-%[2]sv-%[3]sz", short(x), short(y), short(hexRadius))
}

// short formats a length with at most one decimal.
func short(x float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}
