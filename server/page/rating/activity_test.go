package rating

import (
	"regexp"
	"strings"
	"testing"
	"time"

	ratinghttp "rosette/server/http/rating"
	service "rosette/server/rating"
)

func TestAYearOfDaysIsAHoneycomb(t *testing.T) {
	a := service.Activity{
		First: time.Date(2025, 12, 1, 0, 0, 0, 0, time.UTC), Days: make([]int, 7*service.ActivityWeeks-3),
	}
	for i, games := range map[int]int{0: 1, 200: 3, len(a.Days) - 1: 9} {
		a.Days[i] = games
	}
	drawn := activityIn("en", a)
	if drawn.Title != "13 games in a year" || len(drawn.Halves) != 2 {
		t.Fatalf("%q, %d pictures", drawn.Title, len(drawn.Halves))
	}
	all := string(drawn.Halves[0] + drawn.Halves[1])
	if days := len(regexp.MustCompile(`M[\d. ]+l`).FindAllString(all, -1)); days != len(a.Days) {
		t.Errorf("%d hexagons for %d days", days, len(a.Days))
	}
	for _, want := range []string{
		`class="day l1"`, "<title>1 Dec 2025: 1 game</title>", `class="day l2"`, "<title>19 Jun 2026: 3 games</title>",
		`class="day l4"`, "<title>26 Nov 2026: 9 games</title>", ">Dec</text>", ">Jun</text>", ">Nov</text>",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %s in %s", want, all)
		}
	}
}

func TestACurveNeedsTwoGames(t *testing.T) {
	now := time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	steps := []ratinghttp.RatingStep{
		{Rating: 1500, Change: 20, Ended: now.AddDate(0, -2, 0).UnixMilli()},
		{Rating: 1540, Change: 40, Ended: now.AddDate(0, 0, -2).UnixMilli()},
		{Rating: 1530, Change: -10, Ended: now.UnixMilli()},
	}
	if curve(steps[:1]) != "" || !strings.Contains(string(curve(steps)), "M0.0 30.0L50.0 2.0L100.0 9.0") {
		t.Errorf("%s", curve(steps))
	}
	for n, want := range map[int]string{0: "", 1: "", 2: "+40", 3: "+30"} {
		if change, up := monthChange(steps[:n], now); change != want || up != (want != "") {
			t.Errorf("%d games: %q, %t, want %q", n, change, up, want)
		}
	}
}
