package rating

import (
	"bytes"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"rosette/chart"
	"rosette/game"
	"rosette/i18n"
	"rosette/play/rating"
	"rosette/server/account"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/page/shell"
	service "rosette/server/rating"
)

// gamesOfProfile is the number of games on a profile page, and mostPlotted the number in a plot.
const (
	gamesOfProfile = 20
	mostPlotted    = 500
)

// A Profile holds the ratings and games on a user's profile.
type Profile struct {
	shell.Texts
	Page      string // the profile's address
	None      string // text shown without ratings
	Standings []standingRow
	Plot      template.HTML
	Wanted    service.Query
	Boards    []link // choices in the filter, by board name
	Results   []link
	Wrong     string // error about the filter
	Games     []gameRow
	More      string // address of the next games
	Files     []link // files with all games
}

// A standingRow is a row in the table of ratings.
type standingRow struct {
	ratinghttp.Standing
	Title  string
	To     string // address of the plot
	Chosen bool
}

// A gameRow is a row in the list of games.
type gameRow struct {
	ratinghttp.PlayedGame
	Day, Board, Result string
	Opponent           ratinghttp.PlayerOfGame
	Color              string // the opponent's colour
}

// Kind returns the key for the text about a game's rating, or "" if the game is not rated.
func (g gameRow) Kind() string {
	switch {
	case g.Annulled:
		return "rating.annulled"
	case g.Rated && g.PlayedGame.Result != "Void":
		return "rating.rated"
	}
	return ""
}

// Profile returns the ratings and games on a user's profile for a request's query.
func (s *Pages) Profile(r *http.Request, lang string, u account.User, page string) (any, error) {
	p := Profile{Texts: shell.Texts(lang), Page: page}
	standings, err := s.players.Standings(r.Context(), u)
	if err != nil {
		return nil, err
	}
	all := web.ListOf(standings, ratinghttp.StandingOf)
	if len(all) == 0 {
		p.None = i18n.T(lang, "rating.none", i18n.Args{"name": u.Name})
	}
	most := -1
	for i, one := range all {
		pool, _ := rating.ParsePool(one.Pool)
		row := standingRow{Standing: one, Title: PoolTitle(lang, pool), To: page + "?pool=" + one.Pool + "#ratings"}
		if row.Chosen = one.Pool == r.URL.Query().Get("pool"); row.Chosen || most < 0 || !p.Standings[most].Chosen &&
			one.Games > all[most].Games {
			most = i
		}
		p.Standings = append(p.Standings, row)
	}
	if most >= 0 {
		p.Standings[most].Chosen = true
		if p.Plot, err = s.plot(r, lang, u, p.Standings[most]); err != nil {
			return nil, err
		}
	}
	return p, s.fillGames(r, lang, u, &p)
}

// plot draws a rating's history.
func (s *Pages) plot(r *http.Request, lang string, u account.User, of standingRow) (template.HTML, error) {
	pool, _ := rating.ParsePool(of.Pool)
	history, err := s.players.History(r.Context(), u, pool, mostPlotted)
	if err != nil || len(history) < 2 {
		return "", err
	}
	steps := web.ListOf(history, ratinghttp.StepOf)
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

// wantedOf reads a profile's filter.
func wantedOf(r *http.Request) service.Query {
	q := r.URL.Query()
	return service.Query{
		Board: q.Get("board"), Opponent: q.Get("opponent"), Result: q.Get("result"), Rated: q.Get("rated") == "true",
		From: q.Get("from"), To: q.Get("to"),
	}
}

// query encodes a filter for an address.
func query(w service.Query, before int64) string {
	q := url.Values{}
	for name, value := range map[string]string{
		"board": w.Board, "opponent": w.Opponent, "result": w.Result, "from": w.From, "to": w.To,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if w.Rated {
		q.Set("rated", "true")
	}
	if before > 0 {
		q.Set("before", strconv.FormatInt(before, 10))
	}
	return q.Encode()
}

// fillGames lists the games that match the request's filter. An invalid filter is explained next to
// it.
func (s *Pages) fillGames(r *http.Request, lang string, u account.User, p *Profile) error {
	p.Wanted = wantedOf(r)
	p.Boards = []link{{i18n.T(lang, "rating.filter.all", nil), "", p.Wanted.Board == ""}}
	for _, f := range rating.Families {
		name := familyBoards[f]
		if name == "" {
			name = string(f)
		}
		p.Boards = append(p.Boards, link{familyTitle(lang, f), name, p.Wanted.Board == name})
	}
	p.Results = []link{{i18n.T(lang, "rating.filter.all", nil), "", p.Wanted.Result == ""}}
	for _, result := range []string{"won", "lost", "drawn"} {
		p.Results = append(p.Results, link{i18n.T(lang, "rating."+result, nil), result, p.Wanted.Result == result})
	}
	before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	if err != nil || before < 0 {
		before = 0
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		return err
	}
	games, err := s.players.Find(r.Context(), v, u, p.Wanted, gamesOfProfile, before)
	if said := mended(lang, err); said != "" {
		p.Wrong = said
		return nil
	}
	if err != nil {
		return err
	}
	own, err := s.players.OwnActors(r.Context(), u)
	if err != nil {
		return err
	}
	for _, g := range games {
		p.Games = append(p.Games, playedBy(lang, own, ratinghttp.GameOf(lang, g)))
	}
	if len(games) == gamesOfProfile {
		p.More = p.Page + "?" + query(p.Wanted, games[len(games)-1].Position) + "#games"
	}
	files := "/api/users/" + url.PathEscape(u.Name) + "/games."
	p.Files = []link{
		{Title: "SGF", To: files + "sgf?" + query(p.Wanted, 0)},
		{Title: "NDJSON", To: files + "ndjson?" + query(p.Wanted, 0)},
	}
	return nil
}

// playedBy returns a game as shown in the list of a user who has played as the given actors.
func playedBy(lang string, own []string, g ratinghttp.PlayedGame) gameRow {
	row := gameRow{
		PlayedGame: g, Day: i18n.Day(lang, time.UnixMilli(g.Updated).UTC()),
		Board:    shell.Texts(lang).BoardTitle(g.Board),
		Opponent: g.White, Color: "w",
	}
	side := "b"
	if slices.Contains(own, g.White.Actor) && !slices.Contains(own, g.Black.Actor) {
		row.Opponent = g.Black
		row.Color = "b"
		side = "w"
	}
	result, err := game.ParseResult(g.Result)
	if err != nil {
		return row
	}
	row.Result = resultOf(lang, result, side)
	return row
}
