package correspondence

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A site is a server on a store in memory. It can be started anew on the same store.
type site struct {
	*testing.T
	*Server
	store    *store.SQLite
	accounts *account.Service
	host     *match.Host
	handler  http.Handler
	now      time.Time // when the host began
	stop     func()
}

// build makes a server that does nothing by itself yet.
func build(t *testing.T) *site {
	t.Helper()
	s := &site{T: t, store: storetest.Open(t), now: time.Now()}
	s.restart()
	t.Cleanup(func() { s.stop() })
	return s
}

// restart makes the server anew, as after a crash.
func (s *site) restart() {
	var server *Server // this one: an earlier one may still act
	feed := &pubsub.Local{}
	s.accounts = account.NewService(tables.Accounts(s.store), func() time.Time { return s.now })
	shared := web.New(web.Options{
		Sessions: s.accounts, Now: func() time.Time { return s.now }, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	s.host = match.New(store.Matches{Log: s.store}, feed.Publish, match.Options{
		Now: func() time.Time { return s.now }, Moved: func(id string) { server.Moved(id) },
	})
	games := matchhttp.New(shared, matchhttp.Options{Host: s.host, Feed: feed, Games: lists{s.store.Games()}})
	server = New(Options{API: games, Plans: tables.Conditional(s.store), Accounts: s.accounts, Time: s.host.Now})
	s.Server = server
	s.handler = shared.Guard(shared.Handler(games, s.Server), shared.Fail)
	s.stop = func() {}
}

// run lets the server act by itself.
func (s *site) run() {
	s.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func(srv *Server) { ended <- srv.Run(ctx) }(s.Server)
	s.stop = func() {
		cancel()
		if err := <-ended; err != nil {
			s.Error(err)
		}
	}
}

// lists are the games of a store as the API lists them.
type lists struct{ store.Games }

func (l lists) Of(ctx context.Context, actor string, running bool, limit int, before int64) (all []matchhttp.GameSummary, err error) {
	games, err := l.Games.Of(ctx, actor, running, limit, before)
	for _, g := range games {
		all = append(all, matchhttp.GameSummary{ID: g.ID, Position: g.Position})
	}
	return all, err
}

// A person is somebody with the cookie of a session.
type person struct {
	*site
	seat   play.Seat
	cookie *http.Cookie
}

func (s *site) guest(digit string) person {
	s.Helper()
	return s.signIn(play.Seat{Kind: play.SeatGuest, ID: strings.Repeat(digit, 32), Name: digit}, web.GuestCookie)
}

func (s *site) member(name string) person {
	s.Helper()
	u := account.User{ID: account.NewKey(), Key: account.Key(name), Created: s.now, Details: account.Details{Name: name}}
	if err := tables.Accounts(s.store).Create(s.Context(), u); err != nil {
		s.Fatal(err)
	}
	return s.signIn(play.Seat{Kind: play.SeatUser, ID: u.ID, Name: name}, web.SessionCookie)
}

func (s *site) signIn(seat play.Seat, cookie string) person {
	s.Helper()
	key, err := s.accounts.Begin(s.Context(), seat.Actor(), "")
	if err != nil {
		s.Fatal(err)
	}
	return person{s, seat, &http.Cookie{Name: cookie, Value: key}}
}

// open opens a match by correspondence.
func (s *site) open(black, white person) (id string) {
	s.Helper()
	graph := board.Square(5, 5)
	id = web.Secret()
	err := s.host.Open(s.Context(), id, play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Clock: clock.Control{Kind: clock.Days, Period: 72 * time.Hour},
		Black: black.seat, White: white.seat,
	})
	if err != nil {
		s.Fatal(err)
	}
	return id
}

// move makes moves by turns.
func (s *site) move(id string, names ...string) {
	s.Helper()
	for _, name := range names {
		var by board.Color
		if err := s.host.Read(s.Context(), id, func(m *play.Match) { by = m.ToMove() }); err != nil {
			s.Fatal(err)
		}
		cmd := play.Command{Kind: play.Play, By: by, Point: name}
		if name == "pass" {
			cmd.Kind, cmd.Point = play.Pass, ""
		}
		if _, err := s.host.Do(s.Context(), id, cmd); err != nil {
			s.Fatalf("%s: %v", name, err)
		}
	}
}

// played are the moves of a match.
func (s *site) played(id string) (text string) {
	s.Helper()
	err := s.host.Read(s.Context(), id, func(m *play.Match) {
		for i := range m.Game().Ply() {
			text += " " + m.Game().Graph().PointName(m.Game().Move(i).Point)
		}
	})
	if err != nil {
		s.Fatal(err)
	}
	return strings.TrimSpace(text)
}

// comes waits until a match has these moves.
func (s *site) comes(id, want string) {
	s.Helper()
	for end := time.Now().Add(waittest.Limit); s.played(id) != want; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			s.Fatalf("the moves are %s, want %s", s.played(id), want)
		}
	}
}

// ask sends a request and returns the status and the body.
func (p person) ask(route, body string) (status int, text string) {
	p.Helper()
	method, path, _ := strings.Cut(route, " ")
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	if method != http.MethodGet {
		r.Header.Set("Content-Type", "application/json")
	}
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	out := httptest.NewRecorder()
	p.handler.ServeHTTP(out, r)
	return out.Code, out.Body.String()
}

// plan is the answer to a request about conditional moves.
func (p person) plan(route, body string) (c PlanView) {
	p.Helper()
	status, text := p.ask(route, body)
	if err := json.Unmarshal([]byte(text), &c); err != nil || status != http.StatusOK {
		p.Fatalf("%s %s: %d %s, %v", route, body, status, text, err)
	}
	return c
}

// lays lays conditional moves down.
func (p person) lays(id, lines string) PlanView {
	p.Helper()
	return p.plan("PUT /api/games/"+id+"/conditional", `{"lines":`+lines+`}`)
}

// has are the conditional moves of a person.
func (p person) has(id string) PlanView {
	p.Helper()
	return p.plan("GET /api/games/"+id+"/conditional", "")
}
