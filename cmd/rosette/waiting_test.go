package main

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/client"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/wire"
	"rosette/server/notice"
)

// member registers Ana in the browser.
func (n *noticed) member() account.User {
	n.Helper()
	n.send(201, "POST", "/api/account", `{"name":"Ana","password":"correct horse"}`)
	u, err := n.srv.Accounts.UserByName(n.Context(), "Ana")
	if err != nil {
		n.Fatal(err)
	}
	return u
}

// timed opens a game with a clock in which a user has Black against a guest or the computer.
func (n *noticed) timed(u account.User, control string, bot bool) (id string) {
	n.Helper()
	c, err := clock.ParseControl(control)
	if err != nil {
		n.Fatal(err)
	}
	graph := board.Rosette(3)
	settings := play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Clock: c, Black: play.Seat{Kind: play.SeatUser, ID: u.ID, Name: u.Name},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Guest bbbb"},
	}
	if bot {
		settings.White = play.Seat{Kind: play.SeatBot, ID: "1"}
	}
	id = account.NewKey()
	if err := n.srv.Matches.Open(n.Context(), id, settings); err != nil {
		n.Fatal(err)
	}
	return id
}

// act carries out a command in a game and updates the lists.
func (n *noticed) act(id string, cmd play.Command) {
	n.Helper()
	if _, err := n.srv.Matches.Do(n.Context(), id, cmd); err != nil {
		n.Fatal(err)
	}
	n.follow()
}

func (n *noticed) follow() {
	n.Helper()
	n.srv.Project()
}

// waiting returns the ids of the waiting games from the API.
func (n *noticed) waiting() (ids []string) {
	n.Helper()
	var all []match.WaitingGame
	n.read(n.send(200, "GET", "/api/waiting", ""), &all)
	for _, g := range all {
		ids = append(ids, g.ID)
	}
	return ids
}

// next returns the target of the link to the next game.
func (n *noticed) next(from string) string {
	n.Helper()
	n.client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	defer func() { n.client.CheckRedirect = nil }()
	answer, err := n.client.Get(n.base + "/games/" + from)
	if err != nil {
		n.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		n.Fatalf("/games/%s: %s", from, answer.Status)
	}
	return strings.TrimPrefix(answer.Header.Get("Location"), "/games/")
}

func TestTheNextGameIsTheOneWithTheLeastTimeLeftAndAllAreVisited(t *testing.T) {
	n := newNoticed(t)
	if got := n.waiting(); len(got) > 0 || n.next("none/next") != "/" {
		t.Errorf("a stranger: %q, %s", got, n.next("none/next"))
	}
	ana := n.member()
	free := n.timed(ana, "none", false)
	days := map[string]string{}
	for _, control := range []string{"7d/move", "1d/move", "3d/move"} {
		days[control] = n.timed(ana, control, false)
	}
	n.timed(ana, "10m+3x30s", false) // a live game
	n.timed(ana, "none", true)       // the computer waits forever
	moved := n.timed(ana, "2d/move", false)
	n.act(moved, play.Command{Kind: play.Pass, By: board.Black})
	want := []string{days["1d/move"], days["3d/move"], days["7d/move"], free}
	if got := n.waiting(); !slices.Equal(got, want) {
		t.Fatalf("%q, want %q", got, want)
	}
	if got := n.next(moved + "/next"); got != want[0] {
		t.Errorf("after a game that does not wait: %s, want %s", got, want[0])
	}
	for i, id := range want {
		if got, next := n.next(id+"/next"), want[(i+1)%len(want)]; got != next {
			t.Errorf("after game %d: %s, want %s", i, got, next)
		}
	}
	var all []match.WaitingGame
	n.read(n.send(200, "GET", "/api/waiting", ""), &all)
	n.act(want[1], play.Command{Kind: play.Pass, By: board.Black})
	if got := n.next(fmt.Sprint(want[1], "/next?by=", all[1].Deadline)); got != want[2] {
		t.Errorf("after a move in the second game: %s, want %s", got, want[2])
	}
	for _, id := range []string{want[0], want[2], want[3]} {
		n.act(id, play.Command{Kind: play.Resign, By: board.Black})
	}
	if got := n.next(want[1] + "/next"); got != "/" {
		t.Errorf("after the last game: %s", got)
	}
}

func TestTheFirstPageListsAllGamesThatWaitTheMostUrgentFirst(t *testing.T) {
	n := newNoticed(t)
	ana := n.member()
	urgent := n.timed(ana, "1d/move", false)
	var others []string
	for range 12 {
		others = append(others, n.timed(ana, "3d/move", false))
	}
	for range 12 { // changed last
		n.act(n.timed(ana, "3d/move", false), play.Command{Kind: play.Pass, By: board.Black})
	}
	page := n.send(200, "GET", "/", "")
	var listed []string
	for _, link := range regexp.MustCompile(`<a href="/games/(\w{26})"`).FindAllStringSubmatch(page, -1) {
		listed = append(listed, link[1])
	}
	if len(listed) == 0 || listed[0] != urgent {
		t.Errorf("the first game is not %s: %q", urgent, listed)
	}
	for _, id := range others {
		if !slices.Contains(listed, id) {
			t.Errorf("%s waits and is not listed", id)
		}
	}
	for _, said := range []string{`2[34] hours left`, `[23] days left`} {
		if !regexp.MustCompile(said).MatchString(page) {
			t.Errorf("the page does not say %s", said)
		}
	}
}

// follows opens a socket for the signed-in user.
func (n *noticed) follows() *client.Conn {
	n.Helper()
	socket, err := client.New(n.base).Dial(n.Context(), n.sessionKey())
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { socket.Close() }) // the server may have closed it
	return socket
}

// hears waits for the next message with one of the kinds and returns its kind.
func (n *noticed) hears(socket *client.Conn, kinds ...string) string {
	n.Helper()
	for {
		data, err := socket.Receive()
		if err != nil {
			n.Fatal(err)
		}
		var said struct{ Kind string }
		if n.read(string(data), &said); slices.Contains(kinds, said.Kind) {
			return said.Kind
		}
	}
}

// joins subscribes to a topic.
func (n *noticed) joins(socket *client.Conn, topic string) {
	n.Helper()
	if err := socket.Send(wire.Request{Kind: "join", Topic: topic}); err != nil {
		n.Fatal(err)
	}
}

func TestASocketHearsThatTheTurnHasChangedInAnotherGame(t *testing.T) {
	n := newNoticed(t)
	ana := n.member()
	socket := n.follows()
	n.joins(socket, "turns")
	n.hears(socket, "turns")
	for _, control := range []string{"none", "3d/move"} {
		id := n.timed(ana, control, false)
		n.hears(socket, "turns")
		if got := n.waiting(); !slices.Contains(got, id) {
			t.Errorf("%s: %q without the game that has begun, %s", control, got, id)
		}
		n.act(id, play.Command{Kind: play.Pass, By: board.Black})
		n.hears(socket, "turns")
		n.act(id, play.Command{Kind: play.Resign, By: board.White})
		n.hears(socket, "turns")
	}
	n.joins(socket, "turns/user/other")
	if kind := n.hears(socket, "left", "joined"); kind != "left" {
		t.Error("somebody hears of the turns of another one")
	}
	n.joins(socket, "turns")
	n.hears(socket, "joined")
}

func TestALetterNamesTheMostUrgentGameFirstAndComesWhileThereIsTime(t *testing.T) {
	n := newNoticed(t)
	ana := n.member()
	n.send(200, "POST", "/account/email", url.Values{"email": {"ana@example.org"}, "password": {"correct horse"}}.Encode())
	n.send(200, "POST", "/account/email/confirm", "code="+n.box.code(t))
	n.send(200, "POST", "/account/digest", "digest=hourly")
	ana, err := n.srv.Accounts.UserByName(t.Context(), ana.Name)
	if err != nil {
		t.Fatal(err)
	}
	urgent := n.timed(ana, "3d/move", false)
	for range 52 { // changed later
		n.timed(ana, "7d/move", false)
	}
	n.follow()
	known := notice.DigestNotice(ana.Actor(), time.Now().Add(time.Minute), time.Time{})
	if next, err := n.digest(known); err != nil || next == nil {
		t.Fatalf("%+v, %v", next, err)
	}
	select {
	case text := <-n.box:
		t.Fatalf("a letter about games that she knows: %s", text)
	default:
	}
	n.timed(ana, "30m", false)
	n.follow()
	if next, err := n.digest(known); err != nil || next == nil {
		t.Fatalf("%+v, %v", next, err)
	}
	text := <-n.box
	games := regexp.MustCompile(`localhost/games/(\w+)`).FindAllStringSubmatch(text, -1)
	if len(games) < 2 || games[1][1] != urgent {
		t.Errorf("%q, want the second to be %s", games, urgent)
	}
}
