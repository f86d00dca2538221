package rating

import (
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"rosette/draw"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/rating"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/page/shell"
	service "rosette/server/rating"
)

// A filter selects games on a profile.
type filter struct {
	service.Query
	Quick  []link // filters by result and rating that keep the other choices
	Boards []link // choices by board name
	Open   bool   // show the form
}

// queryOf reads a profile's filter.
func queryOf(r *http.Request) service.Query {
	q := r.URL.Query()
	return service.Query{
		Board: q.Get("board"), Opponent: q.Get("opponent"), Result: q.Get("result"), Rated: q.Get("rated") == "true",
		From: q.Get("from"), To: q.Get("to"),
	}
}

// encode encodes a filter for an address.
func encode(w service.Query, before int64) string {
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

// gamesAt returns the address for a choice of games on a profile.
func gamesAt(page string, q service.Query, before int64) string {
	if query := encode(q, before); query != "" {
		page += "?" + query
	}
	return page + "#games"
}

// filterOf returns the filter for a request to a profile.
func filterOf(r *http.Request, lang, page string) filter {
	f := filter{Query: queryOf(r)}
	f.Open = f.Board != "" || f.Opponent != "" || f.From != "" || f.To != ""
	quick := func(key, result string, rated bool) {
		to := f.Query
		to.Result, to.Rated = result, rated
		f.Quick = append(f.Quick, link{
			Title: i18n.T(lang, key, nil), To: gamesAt(page, to, 0),
			Chosen: f.Result == result && f.Rated == rated,
		})
	}
	quick("rating.filter.all", "", false)
	for _, result := range []string{"won", "lost", "drawn"} {
		quick("rating."+result, result, false)
	}
	quick("rating.filter.quick.rated", "", true)
	f.Boards = []link{{i18n.T(lang, "rating.filter.all", nil), "", f.Board == ""}}
	for _, family := range rating.Families {
		name := familyBoards[family]
		if name == "" {
			name = string(family)
		}
		f.Boards = append(f.Boards, link{familyTitle(lang, family), name, f.Board == name})
	}
	return f
}

// fillGames lists the games that match the request's filter. An invalid filter is explained next to
// it.
func (s *Pages) fillGames(r *http.Request, v account.Visitor, u account.User, p *Profile) error {
	p.Filter = filterOf(r, p.Lang(), p.Page)
	before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
	if err != nil || before < 0 {
		before = 0
	}
	games, err := s.players.Find(r.Context(), v, u, p.Filter.Query, gamesOfProfile, before)
	if said := mended(p.Lang(), err); said != "" {
		p.Wrong, p.Filter.Open = said, true
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
		p.Games = append(p.Games, cardOf(p.Lang(), own, s.watched(r, p.Lang(), g)))
	}
	if p.Own = v.User.ID == u.ID; len(games) == 0 && before == 0 && p.Filter.Query == (service.Query{}) {
		p.First = firstBoard()
	}
	if len(games) == gamesOfProfile {
		p.More = gamesAt(p.Page, p.Filter.Query, games[len(games)-1].Position)
	}
	files := "/api/users/" + url.PathEscape(u.Name) + "/games."
	p.Files = []link{
		{Title: "SGF", To: files + "sgf?" + encode(p.Filter.Query, 0)},
		{Title: "NDJSON", To: files + "ndjson?" + encode(p.Filter.Query, 0)},
	}
	return nil
}

// firstBoard draws a small board with a rosette, for a profile without games.
func firstBoard() template.HTML {
	graph := board.Rosette(2)
	picture := draw.Inline{Graph: graph, Class: "still", Petals: true, Stones: make([]board.Color, graph.Points())}
	for _, p := range graph.Rosettes()[0] {
		picture.Stones[p] = board.Black
	}
	return template.HTML(picture.SVG())
}

// cardOf returns a game as shown on a profile. own lists its user's actors.
func cardOf(lang string, own []string, g watchedGame) gameCard {
	card := gameCard{watchedGame: g, Day: i18n.Day(lang, time.UnixMilli(g.Updated).UTC()), Kind: kindOf(g.PlayedGame)}
	side := "b"
	if slices.Contains(own, g.White.Actor) && !slices.Contains(own, g.Black.Actor) {
		side = "w"
	}
	result, err := game.ParseResult(g.PlayedGame.Result)
	if err != nil {
		return card
	}
	card.Result, card.Outcome = resultOf(lang, result, side), outcomeOf(result, side)
	return card
}

// kindOf returns the key for the text about a game's rating, or "" if the game is not rated.
func kindOf(g ratinghttp.PlayedGame) string {
	switch {
	case g.Annulled:
		return "rating.annulled"
	case g.Rated && g.Result != "Void":
		return "rating.rated"
	}
	return ""
}

// outcomeOf returns won, lost or drawn for a colour, or "" without a result.
func outcomeOf(r game.Result, color string) string {
	switch {
	case r.By == game.NoResult:
		return ""
	case r.Winner == board.Empty:
		return "drawn"
	case (r.Winner == board.Black) == (color == "b"):
		return "won"
	}
	return "lost"
}

// fillHistory adds the activity and the totals.
func (s *Pages) fillHistory(r *http.Request, v account.Visitor, u account.User, p *Profile) error {
	a, err := s.players.Activity(r.Context(), v, u)
	if err != nil {
		return err
	}
	p.Activity = activityIn(p.Lang(), a)
	all, err := s.players.Totals(r.Context(), v, u)
	if err != nil {
		return err
	}
	p.Habits = habits(p.Lang(), all)
	common, err := s.players.Against(r.Context(), v, u)
	if err != nil || common.Games == 0 {
		return err
	}
	p.Against = []fact{
		{p.T("rating.games"), i18n.Number(p.Lang(), float64(common.Games))},
		{p.T("rating.against.won"), i18n.Number(p.Lang(), float64(common.Won))},
		{p.T("rating.against.lost"), i18n.Number(p.Lang(), float64(common.Lost))},
		{p.T("rating.against.last"), i18n.Day(p.Lang(), common.Last)},
	}
	p.Common = gamesAt(accounthttp.Page(v.User.Name), service.Query{Opponent: u.Name}, 0)
	return nil
}

// habits returns facts about all the user's games.
func habits(lang string, all service.Totals) (facts []fact) {
	if all.Games == 0 {
		return nil
	}
	facts = []fact{
		{i18n.T(lang, "rating.games", nil), i18n.Number(lang, float64(all.Games))},
		{i18n.T(lang, "rating.habits.board", nil), shell.Texts(lang).BoardTitle(all.Board)},
	}
	for _, side := range []struct {
		key   string
		share service.Share
	}{{"rating.habits.black", all.AsBlack}, {"rating.habits.white", all.AsWhite}} {
		if percent, ok := side.share.Percent(); ok {
			facts = append(facts, fact{
				i18n.T(lang, side.key, nil), i18n.T(lang, "rating.percent", i18n.Args{"n": percent}),
			})
		}
	}
	return facts
}
