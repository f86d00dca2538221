package rating

import (
	"bytes"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"time"

	"rosette/chart"
	"rosette/i18n"
	"rosette/play/rating"
	"rosette/server/account"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// gamesOfProfile is the page size for games on a profile. mostPlotted limits the games in a plot, and
// mostInTile those in a tile.
const (
	gamesOfProfile = 12
	mostPlotted    = 500
	mostInTile     = 100
)

// A Profile holds the ratings and games on a user's profile.
type Profile struct {
	shell.Texts
	Page     string // the profile's address
	Name     string
	None     string // text shown without ratings
	Tiles    []tile
	Plot     template.HTML // for the chosen tile
	Filter   filter
	Wrong    string // error about the filter
	Games    []gameCard
	First    template.HTML // a board, shown to a visitor if there are no games at all
	Own      bool          // the visitor is the user
	More     string        // link to the next games
	Files    []link        // files with all games
	Activity activity
	Against  []fact // the visitor's games with the user; nil without such games
	Common   string // link to the visitor's games with the user
	Habits   []fact
}

// A tile shows a rating with its recent course.
type tile struct {
	ratinghttp.Standing
	Title  string
	To     string        // link to the plot
	Chosen bool          // the page shows the plot
	Curve  template.HTML // "" after a single game
	Change string        // in the last 30 days, with its sign; "" without games
	Up     bool          // Change is a gain
}

// A fact is a name with its value.
type fact struct{ Name, Value string }

// A gameCard shows a game with its position.
type gameCard struct {
	watchedGame
	Day, Result string
	Outcome     string // won, lost or drawn by the user; "" without a result
	Kind        string // key for the text about the game's rating, or ""
}

// Profile returns the ratings and games on a user's profile for a request's query.
func (s *Pages) Profile(r *http.Request, lang string, u account.User, page string) (any, error) {
	p := Profile{Texts: shell.Texts(lang), Page: page, Name: u.Name}
	v, err := s.Web.Visitor(r)
	if err != nil {
		return nil, err
	}
	if err := s.fillRatings(r, u, &p); err != nil {
		return nil, err
	}
	if err := s.fillGames(r, v, u, &p); err != nil {
		return nil, err
	}
	return p, s.fillHistory(r, v, u, &p)
}

// fillRatings adds the tiles and the chosen plot.
func (s *Pages) fillRatings(r *http.Request, u account.User, p *Profile) error {
	standings, err := s.players.Standings(r.Context(), u)
	if err != nil {
		return err
	}
	if len(standings) == 0 {
		p.None = p.with("rating.none", "name", u.Name)
	}
	chosen := r.URL.Query().Get("pool")
	for _, one := range standings {
		shown := tile{
			Standing: ratinghttp.StandingOf(one), Title: PoolTitle(p.Lang(), one.Pool),
			Chosen: one.Pool.String() == chosen,
		}
		shown.To = p.Page + "?pool=" + shown.Pool + "#ratings"
		limit := mostInTile
		if shown.Chosen {
			limit = mostPlotted
		}
		history, err := s.players.History(r.Context(), u, one.Pool, limit)
		if err != nil {
			return err
		}
		steps := web.ListOf(history, ratinghttp.StepOf)
		shown.Curve = curve(steps)
		shown.Change, shown.Up = monthChange(steps, s.Web.Now())
		if shown.Chosen {
			if p.Plot, err = plot(p.Lang(), one.Pool, steps); err != nil {
				return err
			}
		}
		p.Tiles = append(p.Tiles, shown)
	}
	return nil
}

// with returns the text for a key with one argument.
func (p Profile) with(key, arg string, value any) string {
	return i18n.T(p.Lang(), key, i18n.Args{arg: value})
}

// month is the span for a tile's change.
const month = 30 * 24 * time.Hour

// monthChange returns a rating's change in the last month, with its sign, or "" without games.
func monthChange(steps []ratinghttp.RatingStep, now time.Time) (change string, up bool) {
	sum, games := 0, 0
	for _, step := range steps {
		if now.Sub(time.UnixMilli(step.Ended)) < month {
			sum += step.Change
			games++
		}
	}
	if games == 0 {
		return "", false
	}
	return signed(sum), sum > 0
}

// A curve's size, and its maximum number of points.
const (
	curveWidth, curveHeight = 100, 32
	curvePoints             = 60
)

// curve draws the last ratings as a line above an area. Its box has no margins and may be stretched.
func curve(steps []ratinghttp.RatingStep) template.HTML {
	steps = steps[max(0, len(steps)-curvePoints):]
	if len(steps) < 2 {
		return ""
	}
	low, high := steps[0].Rating, steps[0].Rating
	for _, step := range steps {
		low, high = min(low, step.Rating), max(high, step.Rating)
	}
	var line strings.Builder
	for i, step := range steps {
		x := float64(curveWidth*i) / float64(len(steps)-1)
		y := curveHeight - 2 - float64((curveHeight-4)*(step.Rating-low))/float64(max(high-low, 20))
		fmt.Fprintf(&line, "%s%.1f %.1f", map[bool]string{true: "M", false: "L"}[i == 0], x, y)
	}
	return template.HTML(fmt.Sprintf(`<svg class="curve" viewBox="0 0 %[1]d %[2]d" preserveAspectRatio="none" `+
		`aria-hidden="true"><path class="area" d="%[3]sV%[2]dH0Z"/><path class="course" d="%[3]s"/></svg>`,
		curveWidth, curveHeight, line.String()))
}

// plot draws a rating's history, or nothing after a single game.
func plot(lang string, pool rating.Pool, steps []ratinghttp.RatingStep) (template.HTML, error) {
	if len(steps) < 2 {
		return "", nil
	}
	day := func(ms int64) string { return i18n.Day(lang, time.UnixMilli(ms).UTC()) }
	line := chart.Series{Kind: chart.Lines, Class: "rating"}
	for i, step := range steps {
		line.Points = append(line.Points, chart.Point{
			X: float64(i + 1), Y: float64(step.Rating), Link: "/games/" + step.Game,
			Title: day(step.Ended) + " · " + strconv.Itoa(step.Rating) + " (" + signed(step.Change) + ")",
		})
	}
	first, last := steps[0], steps[len(steps)-1]
	c := chart.Chart{
		Class: "history", Fluid: true,
		Title: i18n.T(lang, "rating.plot", i18n.Args{
			"board": familyTitle(lang, pool.Family), "speed": i18n.T(lang, "clock.speed."+string(pool.Speed), nil),
			"first": first.Rating, "last": last.Rating, "n": len(steps), "from": day(first.Ended),
			"to": day(last.Ended),
		}),
		X: chart.Axis{Low: 1, High: float64(len(steps)), Ticks: days(steps, day)},
		Panels: []chart.Panel{
			{
				Height: 200,
				Y:      chart.Axis{Whole: true, Format: func(x float64) string { return i18n.Decimal(lang, x, 0) }},
				Series: []chart.Series{line},
			},
		},
	}
	var out bytes.Buffer
	if err := c.SVG(&out); err != nil {
		return "", err
	}
	return template.HTML(out.String()), nil // the chart escapes its texts
}

// days returns ticks with dates at the first, the middle and the last game.
func days(steps []ratinghttp.RatingStep, day func(int64) string) (ticks []chart.Tick) {
	for _, i := range []int{0, (len(steps) - 1) / 2, len(steps) - 1} {
		if text := day(steps[i].Ended); len(ticks) == 0 || ticks[len(ticks)-1].Text != text &&
			ticks[len(ticks)-1].At < float64(i+1) {
			ticks = append(ticks, chart.Tick{At: float64(i + 1), Text: text})
		}
	}
	return ticks
}

// signed formats a change with its sign.
func signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	return "+" + strconv.Itoa(n)
}
