package match

import (
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/socket"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/store/tables"
)

// everybody lists the columns of authority. The member plays Black against the opponent, and the
// two are friends. The member has blocked the blocked person.
var everybody = strings.Fields("stranger guest member opponent spectator blocked muted moderator admin")

// authority lists the socket's answer to each kind of message from each person: "ok" or the
// refusal. MATCH is the game. DIRECT, BLOCKED, SILENT and APPEAL are conversations: member and
// opponent, member and blocked person, member and muted person, muted person and moderator.
const authority = `
ok           ok           ok           ok           ok           ok           ok           ok           ok           | join MATCH
ok           ok           ok           ok           ok           ok           ok           ok           ok           | join room/lounge
chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room | join room/none
chat-no-room chat-no-room ok           ok           chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room | join DIRECT
chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room ok           ok           chat-no-room | join APPEAL
no-match     no-match     no-match     no-match     no-match     no-match     no-match     no-match     no-match     | join PERSON
ok           ok           ok           ok           ok           ok           ok           ok           ok           | leave MATCH
ok           ok           ok           ok           ok           ok           ok           ok           ok           | leave room/lounge
not-seated   not-seated   ok           ok           not-seated   not-seated   not-seated   not-seated   not-seated   | do MATCH pass
not-seated   not-seated   no-such-command no-such-command not-seated not-seated not-seated   not-seated   not-seated   | do MATCH flag
no-match     no-match     no-match     no-match     no-match     no-match     no-match     no-match     no-match     | do room/lounge pass
chat-stranger chat-account ok          ok           ok           ok           chat-muted   ok           ok           | say MATCH
chat-account chat-account ok           ok           ok           ok           chat-muted   ok           ok           | say room/lounge
chat-account chat-account chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room | say room/none
chat-account chat-account ok           ok           chat-no-room chat-no-room chat-no-room chat-no-room chat-no-room | say DIRECT
chat-account chat-account chat-blocked chat-no-room chat-no-room chat-blocked chat-no-room chat-no-room chat-no-room | say BLOCKED
chat-account chat-account ok           chat-no-room chat-no-room chat-no-room chat-muted   chat-no-room chat-no-room | say SILENT
chat-account chat-account chat-no-room chat-no-room chat-no-room chat-no-room ok           ok           chat-no-room | say APPEAL
ok           ok           ok           ok           ok           ok           ok           ok           ok           | probe MATCH
`

// answered sends a message and returns the socket's answer.
func (l *line) answered(r wire.Request) string {
	l.Helper()
	l.send(r)
	for {
		data := l.read()
		switch {
		case data.Kind == "joined" && r.Kind == socket.KindJoin && data.Topic == r.Topic:
			return "ok"
		case data.Kind == "left" && data.Topic == r.Topic && data.Reason != "":
			return data.Reason
		case data.Kind == "left" && data.Topic == r.Topic, data.Kind == "reply" && data.ID == r.ID && data.Refused == "":
			return "ok"
		case data.Kind == "reply" && data.ID == r.ID:
			return data.Refused
		}
	}
}

func TestTheSocketAnswersEverybodyAsTheTableSays(t *testing.T) {
	s, _, _, _ := chatting(t)
	lines, users := map[string]*line{}, map[string]account.User{}
	for _, who := range everybody {
		b := s.browser()
		switch who {
		case "stranger":
		case "guest":
			b.guest()
		default:
			users[who] = b.user(who)
		}
		if role := account.Role(who); role == account.Moderator || role == account.Admin {
			if _, err := s.people.SetRole(t.Context(), users[who], role); err != nil {
				t.Fatal(err)
			}
		}
		lines[who], _ = b.dial()
	}
	topics := authorityOf(t, s, users)
	covered := map[string]bool{}
	for row := range strings.Lines(strings.TrimSpace(authority)) {
		answers, request, _ := strings.Cut(strings.TrimSpace(row), " | ")
		parts := append(strings.Fields(request), "")
		covered[parts[0]] = true
		r := wire.Request{Kind: parts[0], Topic: parts[1], Command: parts[2], Text: "hello"}
		if topic := topics[r.Topic]; topic != "" {
			r.Topic = topic
		}
		var got []string
		for i, who := range everybody {
			r.ID = request[:2] + string(rune('a'+i)) + account.NewKey()
			got = append(got, lines[who].answered(r))
		}
		if want := strings.Fields(answers); !slices.Equal(got, want) {
			t.Errorf("%s\n got %s\nwant %s", request, strings.Join(got, " "), strings.Join(want, " "))
		}
	}
	for _, kind := range []string{socket.KindJoin, socket.KindLeave, socket.KindDo, socket.KindProbe, socket.KindSay} {
		if !covered[kind] {
			t.Errorf("no row for %s", kind)
		}
	}
}

// authorityOf returns the topics of the table.
func authorityOf(t *testing.T, s *site, users map[string]account.User) map[string]string {
	t.Helper()
	talks := s.server.Chat
	seat := func(who string) play.Seat {
		return play.Seat{Kind: play.SeatUser, ID: users[who].ID, Name: who}
	}
	match := account.NewKey()
	settings := play.Settings{Board: "square-9", Rules: preset(t, "japanese"), Black: seat("member"), White: seat("opponent")}
	if err := s.host.Open(t.Context(), match, settings); err != nil {
		t.Fatal(err)
	}
	topics := map[string]string{"MATCH": view.Topic(match), "PERSON": "person/" + users["member"].Actor()}
	for name, two := range map[string][2]string{
		"DIRECT": {"member", "opponent"}, "BLOCKED": {"member", "blocked"}, "SILENT": {"member", "muted"}, "APPEAL": {"muted", "moderator"},
	} {
		for i := range two {
			v := visitorOf(users[two[i]])
			if err := s.people.Relate(t.Context(), v, users[two[1-i]].Name, account.KindFollow, true); err != nil {
				t.Fatal(err)
			}
		}
		c := chat.NewConversation(users[two[0]].ID, users[two[1]].ID)
		c.ID = account.NewKey()
		kept, err := talks.RoomStore.FindOrAddConversation(t.Context(), c)
		if err != nil {
			t.Fatal(err)
		}
		topics[name] = kept.Topic()
	}
	member := visitorOf(users["member"])
	if err := s.people.Relate(t.Context(), member, users["blocked"].Name, account.KindBlock, true); err != nil {
		t.Fatal(err)
	}
	mute := moderation.Mute{Actor: users["muted"].Actor(), Until: time.Now().Add(time.Hour)}
	if err := tables.Moderation(s.kept).SetMute(t.Context(), mute); err != nil {
		t.Fatal(err)
	}
	return topics
}
