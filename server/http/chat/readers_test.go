package chat_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/wire"
	"rosette/server/moderation"
)

// shown holds the lines that a client shows, by part and number.
type shown map[string]string

// add shows lines. Unless they are a whole list, a hidden line replaces the one that is shown or is
// ignored, as in the scripts of the pages. The result reports whether one is the last line.
func (s shown) add(whole bool, lines ...wire.ChatLine) (last bool) {
	for _, l := range lines {
		key := fmt.Sprintf("%s %d", l.Part, l.Number)
		if _, known := s[key]; !l.Hidden || known || whole {
			s[key] = fmt.Sprintf("%s: %q hidden: %t", l.Name, l.Text, l.Hidden)
		}
		last = last || l.Text == lastText
	}
	return last
}

// listed shows a whole list.
func listed(lines []wire.ChatLine) shown {
	s := shown{}
	s.add(true, lines...)
	return s
}

const firstText, lastText = "good luck", "the end"

// join opens a socket that has joined a topic, and returns the lines sent on joining.
func (s *server) join(who, topic string) (*servertest.Socket, shown) {
	s.Helper()
	socket := s.browsers[who].Socket()
	socket.Join(topic)
	var c wire.Chat
	s.Check(json.Unmarshal([]byte(socket.Await(`"kind":"chat"`, `"whole":true`)), &c))
	return socket, listed(c.Lines)
}

// receive adds a socket's messages to lines, up to the last line.
func receive(socket *servertest.Socket, lines shown) {
	socket.Helper()
	for last := false; !last; {
		var c wire.Chat
		socket.Check(json.Unmarshal([]byte(socket.Await(`"kind":"chat"`)), &c))
		last = lines.add(false, c.Lines...)
	}
}

// stream opens a game's stream. The result adds its lines, up to a line with the text until.
func (s *server) stream(who, id string) (read func(lines shown, whole bool, until string)) {
	s.Helper()
	r, err := http.NewRequestWithContext(s.Context(), http.MethodGet, s.URL+"/api/games/"+id+"/stream", nil)
	s.Check(err)
	for name, value := range s.browsers[who].Cookies {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	resp, err := http.DefaultClient.Do(r)
	s.Check(err)
	s.Cleanup(func() { resp.Body.Close() })
	text := bufio.NewReader(resp.Body)
	return func(lines shown, whole bool, until string) {
		s.Helper()
		for last := false; !last; {
			data, err := text.ReadBytes('\n')
			s.Check(err)
			var l wire.GameLine
			if json.Unmarshal(data, &l) == nil && l.Type == wire.TypeChatLine {
				lines.add(whole, wire.ChatLine{
					Part: l.Room, Number: l.Number, Name: l.Username, Text: l.Text, Hidden: l.Hidden,
				})
				last = l.Text == until
			}
		}
	}
}

var lineOnPage = regexp.MustCompile(
	`(?s)<li id="line-(\d+)".*?<bdi>(.*?)</bdi>.*?<p class="words( withheld)?"[^>]*>(.*?)</p>`)

// page returns the lines on a page.
func (s *server) page(who, path, part string) shown {
	s.Helper()
	var lines []wire.ChatLine
	for _, m := range lineOnPage.FindAllStringSubmatch(s.browsers[who].Must("GET", path, ""), -1) {
		n, err := strconv.Atoi(m[1])
		s.Check(err)
		l := wire.ChatLine{Part: part, Number: n, Name: html.UnescapeString(m[2]), Hidden: m[3] != ""}
		if !l.Hidden {
			l.Text = html.UnescapeString(m[4])
		}
		lines = append(lines, l)
	}
	return listed(lines)
}

// compare checks that all ways to read give the wanted lines.
func compare(t *testing.T, who string, want shown, ways map[string]shown) {
	t.Helper()
	for way, got := range ways {
		if !maps.Equal(got, want) {
			t.Errorf("%s reads by %s\n%s\nwant\n%s", who, way, got, want)
		}
	}
}

// String lists the lines.
func (s shown) String() (text string) {
	for _, key := range slices.Sorted(maps.Keys(s)) {
		text += key + " " + s[key] + "\n"
	}
	return text
}

// hide hides a line.
func (s *server) hide(room string, number int) {
	s.Helper()
	line := moderation.LineRef{Room: room, Number: number}
	s.Check(s.Moderation.HideLine(s.Context(), account.Operator(), line, "spam"))
}

// Ann blocks Cid.
func TestAReaderGetsTheSameLinesOfARoomEverywhere(t *testing.T) {
	s := open(t)
	s.Listen()
	const room = "room/lobby"
	readers := []string{"", "guest", "Ann", "Ben", "Cid", "Mod"}
	sockets, live := map[string]*servertest.Socket{}, map[string]shown{}
	for _, who := range readers {
		sockets[who], live[who] = s.join(who, room)
	}
	say := func(who, line string) {
		s.later()
		if status, detail := s.ask(who, "POST", "/api/chat/rooms/lobby/lines", text(line), nil); status != http.StatusCreated {
			t.Fatalf("%s: %d %s", who, status, detail)
		}
	}
	say("Ben", "hello")
	say("Cid", "a rumour")
	say("Ben", "an insult")
	say("Cid", "an advertisement")
	s.hide(room, 3)
	s.hide(room, 4)
	say("Mod", lastText)
	everything := shown{
		"room 1": `Ben: "hello" hidden: false`, "room 2": `Cid: "a rumour" hidden: false`,
		"room 3": `Ben: "" hidden: true`, "room 4": `Cid: "" hidden: true`, "room 5": `Mod: "the end" hidden: false`,
	}
	unblocked := maps.Clone(everything)
	delete(unblocked, "room 2")
	delete(unblocked, "room 4")
	for _, who := range readers {
		receive(sockets[who], live[who])
		_, joined := s.join(who, room)
		var c chathttp.RoomChat
		s.ask(who, "GET", "/api/chat/rooms/lobby", "", &c)
		want := everything
		if who == "Ann" {
			want = unblocked
		}
		compare(t, who, want, map[string]shown{
			"an open socket": live[who], "a new socket": joined, "the API": listed(c.Lines), "the page": s.page(who, "/rooms/lobby", "room"),
		})
	}
}

// Ann, who blocks Cid, plays with Ben. The others watch.
func TestAReaderGetsTheSameLinesOfAGameEverywhere(t *testing.T) {
	s := open(t)
	s.Listen()
	graph, id := board.Rosette(3), account.NewKey()
	s.Check(s.Matches.Open(t.Context(), id, play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Black: s.browsers["Ann"].Seat(), White: s.browsers["Ben"].Seat(),
	}))
	topic := "match/" + id
	dan := s.Member("Dan")
	s.users["Dan"], s.browsers["Dan"] = dan.User, dan
	s.relate("Dan", "Cid", account.KindBlock)
	s.relate("Dan", "Mod", account.KindBlock)
	readers := []string{"", "guest", "Ann", "Ben", "Cid", "Dan", "Mod"}
	sockets, live := map[string]*servertest.Socket{}, map[string]shown{}
	streams, streamed := map[string]func(shown, bool, string){}, map[string]shown{}
	say := func(who, line string) {
		s.later()
		if status, detail := s.ask(who, "POST", "/api/games/"+id+"/chat", text(line), nil); status != http.StatusCreated {
			t.Fatalf("%s: %d %s", who, status, detail)
		}
	}
	say("Ann", firstText)
	say("Dan", firstText)
	for _, who := range readers {
		sockets[who], live[who] = s.join(who, topic)
		streams[who], streamed[who] = s.stream(who, id), shown{}
		streams[who](streamed[who], true, firstText)
	}
	say("Ann", "hello")
	say("Ben", "an insult")
	say("Cid", "a rumour")
	say("Mod", "please")
	say("Cid", "an advertisement")
	s.hide(chat.Players.Room(id), 3)
	s.hide(chat.Watchers.Room(id), 4)
	say("Ann", lastText)
	say("Dan", lastText)
	players := shown{
		"players 1": `Ann: "good luck" hidden: false`, "players 2": `Ann: "hello" hidden: false`,
		"players 3": `Ben: "" hidden: true`, "players 4": `Ann: "the end" hidden: false`,
	}
	watchers := shown{
		"watchers 1": `Dan: "good luck" hidden: false`, "watchers 2": `Cid: "a rumour" hidden: false`,
		"watchers 3": `Mod: "please" hidden: false`, "watchers 4": `Cid: "" hidden: true`,
		"watchers 5": `Dan: "the end" hidden: false`,
	}
	unblocked := shown{"watchers 1": watchers["watchers 1"], "watchers 5": watchers["watchers 5"]}
	parts := map[string]shown{"Ann": players, "Ben": players, "Dan": unblocked}
	for _, who := range readers {
		want, ok := parts[who]
		if !ok {
			want = watchers
		}
		receive(sockets[who], live[who])
		streams[who](streamed[who], false, lastText)
		_, joined := s.join(who, topic)
		again := shown{}
		s.stream(who, id)(again, true, lastText)
		var lines []wire.ChatLine
		s.ask(who, "GET", "/api/games/"+id+"/chat", "", &lines)
		compare(t, who, want, map[string]shown{
			"an open socket": live[who], "a new socket": joined, "the API": listed(lines), "an open stream": streamed[who],
			"a new stream": again,
		})
	}
	over := maps.Clone(players)
	maps.Copy(over, watchers)
	_, err := s.Matches.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.Black})
	s.Check(err)
	for _, who := range []string{"", "guest", "Ben", "Cid", "Mod"} {
		var lines []wire.ChatLine
		s.ask(who, "GET", "/api/games/"+id+"/chat", "", &lines)
		_, joined := s.join(who, topic)
		compare(t, who, over, map[string]shown{"a new socket": joined, "the API": listed(lines)})
	}
}
