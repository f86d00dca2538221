package rating_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/server/account"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/store"
)

// A site is a server with Ada, Bob and Adam.
type site struct {
	*servertest.Server
	members map[string]*servertest.Browser
	games   int
}

func build(t *testing.T) *site {
	s := &site{Server: servertest.New(t), members: map[string]*servertest.Browser{}}
	for _, name := range []string{"Ada", "Bob", "Adam"} {
		s.members[name] = s.Member(name, func(u *account.User) { u.ID = strings.ToLower(name) })
	}
	return s
}

// seat returns the seat for a user, a guest or a level of the computer.
func seat(name string) play.Seat {
	switch {
	case name == "guest":
		return play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("0", 32), Name: "Visitor"}
	case name < "A":
		return play.Seat{Kind: play.SeatBot, ID: name, Name: "Level " + name}
	}
	return play.Seat{Kind: play.SeatUser, ID: strings.ToLower(name), Name: name}
}

// play stores a game and returns its ID. If ends is set, Black wins it at once. The game goes to the
// log directly, as from another process: the computer of this server would play its own seat.
func (s *site) play(black, white string, rated, ends bool) string {
	s.Helper()
	return s.playBy(clock.Control{Kind: clock.Absolute, Main: time.Hour}, black, white, rated, ends)
}

// playBy is play with a time control. A game without a clock is public.
func (s *site) playBy(control clock.Control, black, white string, rated, ends bool) string {
	s.Helper()
	rules, err := game.Preset("mindsports-chinese")
	s.Check(err)
	id := strings.Repeat("a", 24) + string(rune('a'+s.games/26)) + string(rune('a'+s.games%26))
	s.games++
	opened, err := play.Open(play.Settings{
		Board: "rosette-5", Rules: rules, Clock: control, Black: seat(black), White: seat(white), Rated: rated,
		Public: control == clock.Control{},
	}, s.Clock.Now())
	s.Check(err)
	m, events := play.NewMatch(), []play.Event{opened}
	m.Apply(opened)
	do := func(cmd play.Command) {
		added, err := m.Decide(cmd, s.Clock.Now())
		s.Check(err)
		for _, e := range added {
			m.Apply(e)
		}
		events = append(events, added...)
	}
	if ends {
		graph := board.Rosette(5)
		for i := range graph.Points() / 10 { // enough moves for a rating of the winner
			do(play.Command{Kind: play.Play, By: board.Colors[i%2], Point: graph.PointName(board.Point(3 * i))})
		}
		do(play.Command{Kind: play.Resign, By: board.White})
	}
	s.Check(store.Matches{Log: s.Store}.Append(s.Context(), id, 0, events, play.Schedule{}))
	return id
}

// do requests an address as a member, or as a stranger if who is "".
func (s *site) do(who, path string) *httptest.ResponseRecorder {
	b := s.members[who]
	if b == nil {
		b = s.Browser()
	}
	return b.Do("GET", path, "")
}

// get returns the decoded body of a response.
func get[T any](s *site, who, path string) (body T) {
	s.Helper()
	w := s.do(who, path)
	if w.Code != http.StatusOK {
		s.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
	s.Check(json.NewDecoder(w.Body).Decode(&body))
	return body
}

func TestARatedGameIsSeenInRatingsAndHistory(t *testing.T) {
	s := build(t)
	won := s.play("Ada", "Bob", true, true)
	s.play("Bob", "7", true, true)
	s.play("Ada", "Bob", false, true)
	s.Project()
	all := get[[]ratinghttp.Standing](s, "", "/api/users/ada/ratings")
	if len(all) != 1 || all[0].Pool != "rosette-live" || all[0].Won != 1 || all[0].Games != 1 || !all[0].Provisional || all[0].Rating <= 1500 || all[0].Rank != "18k" {
		t.Errorf("%+v", all)
	}
	history := get[[]ratinghttp.RatingStep](s, "", "/api/users/Bob/ratings/rosette-live")
	if len(history) != 2 || history[0].Game != won || history[0].Opponent != "Ada" || history[0].Score != 0 || history[0].Change >= 0 ||
		history[1].Level != "7" || history[1].Change <= 0 || history[1].Rating != history[0].Rating+history[1].Change {
		t.Errorf("%+v", history)
	}
	changes := get[[]ratinghttp.RatingChange](s, "", "/api/games/"+won+"/ratings")
	if len(changes) != 2 || changes[0].Color != "b" || changes[0].Change != -changes[1].Change || changes[0].Change < 100 || changes[1].Color != "w" {
		t.Errorf("%+v", changes)
	}
	if none := get[[]ratinghttp.Standing](s, "", "/api/users/Adam/ratings"); len(none) != 0 {
		t.Errorf("%+v", none)
	}
}

func TestLeadersAreNamedAndASearchFindsNames(t *testing.T) {
	s := build(t)
	for i := range 14 {
		s.play("Ada", "Bob", true, true)
		s.play("Bob", "Ada", true, true)
		for _, name := range []string{"Ada", "Bob"} { // repeated games between the two count less and less
			s.play([]string{name, "7"}[i%2], []string{"7", name}[i%2], true, true)
		}
	}
	s.play("Adam", "Bob", true, true)
	s.Project()
	leaders := get[[]ratinghttp.Leader](s, "", "/api/ratings/rosette-live")
	if len(leaders) != 2 || leaders[0].Place != 1 || leaders[0].Rating < leaders[1].Rating || leaders[1].Place != 2 || leaders[0].Provisional {
		t.Errorf("%+v", leaders)
	}
	if next := get[[]ratinghttp.Leader](s, "", "/api/ratings/rosette-live?skip=1"); len(next) != 1 || next[0] != leaders[1] {
		t.Errorf("%+v", next)
	}
	found := get[[]ratinghttp.FoundUser](s, "", "/api/users?search=ad")
	if len(found) != 2 || found[0].Name != "Ada" || found[0].Page != "/@/Ada" || found[0].Best == nil || found[1].Name != "Adam" {
		t.Errorf("%+v", found)
	}
	if found := get[[]ratinghttp.FoundUser](s, "", "/api/users?search=ad&after=Ada"); len(found) != 1 || found[0].Name != "Adam" {
		t.Errorf("%+v", found)
	}
	s.Check(s.Accounts.Store.Close(t.Context(), strings.ToLower(leaders[0].Name), time.Now()))
	if left := get[[]ratinghttp.Leader](s, "", "/api/ratings/rosette-live"); len(left) != 1 || left[0].Place != 2 {
		t.Errorf("with a closed account: %+v", left)
	}
}

func TestGamesOfAUserAreFilteredAndExported(t *testing.T) {
	s := build(t)
	won := s.play("Ada", "Bob", true, true)
	lost := s.play("Bob", "Ada", true, true)
	bot := s.play("Ada", "7", true, true)
	casual, running := s.play("Ada", "guest", false, true), s.play("Ada", "Adam", true, false)
	s.Project()
	today := time.Now().UTC().Format(time.DateOnly)
	for query, want := range map[string][]string{
		"":                              {bot, lost, won},
		"?running=true":                 {running},
		"?result=won":                   {bot, won},
		"?result=lost":                  {lost},
		"?opponent=bob":                 {lost, won},
		"?opponent=bot":                 {bot},
		"?board=rosette&limit=1":        {bot},
		"?board=square-9":               nil,
		"?from=" + today:                {bot, lost, won},
		"?to=2020-01-01":                nil,
		"?pool=rosette-live&rated=true": {bot, lost, won},
		"?pool=rosette-blitz":           nil,
	} {
		if got := idsOf(get[[]ratinghttp.PlayedGame](s, "Bob", "/api/users/Ada/games"+query)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", query, got, want)
		}
	}
	own := get[[]ratinghttp.PlayedGame](s, "Ada", "/api/users/Ada/games?limit=2")
	if got := idsOf(own); !slices.Equal(got, []string{casual, bot}) || own[1].White.Level != "7" || own[1].White.Rank != "22k" || own[0].White.Name != account.Plant(strings.Repeat("0", 32)) || own[1].Black.Page != "/@/Ada" {
		t.Errorf("Ada's own games: %+v", own)
	}
	sgf := s.do("", "/api/users/Ada/games.sgf")
	if text := sgf.Body.String(); sgf.Code != 200 || strings.Count(text, "RE[B+R]") != 3 || sgf.Header().Get("Content-Type") != "application/x-go-sgf" {
		t.Errorf("%d %s", sgf.Code, text)
	}
	lines := strings.Split(strings.TrimSpace(s.do("", "/api/users/Ada/games.ndjson?result=won").Body.String()), "\n")
	var one struct {
		ratinghttp.PlayedGame
		SGF string
	}
	if err := json.Unmarshal([]byte(lines[0]), &one); err != nil || len(lines) != 2 || one.ID != bot || !strings.Contains(one.SGF, "PB[Ada]") {
		t.Errorf("%q: %+v, %v", lines, one, err)
	}
}

// Files show current names, as pages do.
func TestFilesForgetTheNameOfAClosedAccount(t *testing.T) {
	s := build(t)
	id := s.play("Ada", "Bob", true, true)
	s.Project()
	s.Check(s.Accounts.Store.Close(t.Context(), "ada", time.Now()))
	for _, path := range []string{"/api/users/Bob/games.sgf", "/api/users/Bob/games.ndjson"} {
		w := s.do("", path)
		if text := w.Body.String(); w.Code != 200 || strings.Contains(text, "Ada") || !strings.Contains(text, account.ClosedName) || !strings.Contains(text, "Bob") {
			t.Errorf("%s: %d %.300s", path, w.Code, text)
		}
	}
	if content := s.do("", "/games/"+id+"/board.svg").Body.String(); !strings.Contains(content, "<title>"+account.ClosedName+" – Bob</title>") {
		t.Errorf("%.300s", content)
	}
}

// The games exceed an address's limit of positions per minute.
func TestTheCopyOfAnAccountHasEachRecord(t *testing.T) {
	s := build(t)
	const played = 250
	for range played {
		s.play("Ada", "Bob", true, true)
	}
	s.Project()
	records := 0
	v := servertest.VisitorOf(s.members["Ada"].User)
	s.Check(s.Match.EachRecord(t.Context(), v, func(string, match.Record) error { records++; return nil }))
	if records != played {
		t.Errorf("%d records of %d games", records, played)
	}
}

func idsOf(games []ratinghttp.PlayedGame) (ids []string) {
	for _, g := range games {
		ids = append(ids, g.ID)
	}
	return ids
}

func TestWatchShowsPublicGamesTheBestPlayersFirst(t *testing.T) {
	s := build(t)
	for range 3 {
		s.play("Ada", "Bob", true, true)
	}
	weak, strong := s.play("Bob", "1", true, false), s.play("Ada", "16", true, false)
	s.play("Ada", "guest", false, false)
	s.Project()
	all := get[[]ratinghttp.PlayedGame](s, "", "/api/watch")
	level, _ := rating.Level(rating.Rosette, "16")
	if !slices.Equal(idsOf(all), []string{strong, weak}) || float64(all[0].White.Rating) != level.Points {
		t.Errorf("%+v", all)
	}
}

func TestComputersHaveTheirRankInGamesWithoutAClock(t *testing.T) {
	s := build(t)
	s.playBy(clock.Control{}, "15", "16", false, false)
	s.Project()
	all := get[[]ratinghttp.PlayedGame](s, "", "/api/watch")
	level, _ := rating.Level(rating.Rosette, "15")
	if len(all) != 1 || all[0].Black.Rank != rating.Rank(level.Points) {
		t.Errorf("%+v, want rank %s", all, rating.Rank(level.Points))
	}
}

func TestWhatIsNotThereIsAnsweredInASentence(t *testing.T) {
	s := build(t)
	for path, want := range map[string]int{
		"/api/users/Nobody/ratings":                          404,
		"/api/users/Ada/ratings/chess":                       404,
		"/api/users/Nobody/games":                            404,
		"/api/users/Nobody/games.sgf":                        404,
		"/api/users/Ada/games?opponent=Nobody":               404,
		"/api/users/Ada/games?result=maybe":                  422,
		"/api/users/Ada/games?from=yesterday":                422,
		"/api/users/Ada/games.sgf?from=yesterday":            422,
		"/api/ratings/go-9":                                  404,
		"/api/games/none/ratings":                            404,
		"/api/games/" + strings.Repeat("z", 26) + "/ratings": 404,
		"/api/users?limit=1000":                              422,
	} {
		w := s.do("", path)
		var p web.Problem
		if err := json.NewDecoder(w.Body).Decode(&p); err != nil || w.Code != want || p.Detail == "" || p.Detail == p.Code || strings.Contains(path, "?result") && !strings.Contains(p.Detail, "won, lost, drawn") {
			t.Errorf("%s: %d %+v, %v, want %d", path, w.Code, p, err, want)
		}
	}
	if w := s.do("", "/api/users/Ada/games.sgf"); w.Code != 200 || w.Body.Len() != 0 {
		body, _ := io.ReadAll(w.Body)
		t.Errorf("no games: %d %s", w.Code, body)
	}
}
