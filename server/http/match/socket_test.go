package match

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/socket"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

func TestAMoveIsAnsweredAndSentToEverybody(t *testing.T) {
	s := build(t)
	player := s.browser()
	id := player.open(`{"board":"rosette-5","color":"black"}`)
	own, other := player.joined(id), s.browser().joined(id)
	own.say(`{"kind":"do","command":"play","topic":"match/` + id + `","point":"e5","after":1,"id":"first"}`)
	if r := own.hear("reply"); r.ID != "first" || r.Topic != "match/"+id || r.Refused != "" || r.Seq != 2 {
		t.Errorf("the reply is %+v", r)
	}
	f := other.hear("frame")
	if f.Seq != 2 || f.After != 1 || len(f.Events) != 1 || f.Events[0].Point != "E5" || f.Events[0].Color != "b" {
		t.Errorf("a watcher hears %+v", f.Frame)
	}
	if st := f.State; strings.Count(st.Stones, "b") != 1 || st.Last != "E5" || st.ToMove != "w" || st.Ply != 1 || st.Result != nil {
		t.Errorf("the state is %+v", st)
	}
}

func TestAMoveAsksForOneSnapshotAtMostHoweverManyWatch(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	own := b.joined(id)
	var watchers []*line
	for range 20 {
		watchers = append(watchers, s.browser().joined(id))
	}
	before := s.host.asked()
	own.command(id, `"command":"play","point":"E5"`)
	for _, w := range watchers {
		w.hear("frame")
	}
	if n := s.host.asked() - before; n > 1 { // for the frame before the reply
		t.Errorf("%d snapshots for one move", n)
	}
}

func TestAMoveIsSeenBeforeItsReply(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"opponent":"people","board":"rosette-5"}`)
	own := b.joined(id)
	for ply := range 60 {
		command := `"command":"play","point":"` + board.Rosette(5).PointName(board.Point(ply)) + `"`
		own.say(`{"kind":"do","topic":"match/` + id + `","id":"` + account.NewKey() + `",` + command + `}`)
		for _, want := range []string{"frame", "reply"} {
			if m := own.read(); m.Kind != want {
				t.Fatalf("after move %d comes a %s, want a %s", ply+1, m.Kind, want)
			}
		}
	}
}

func TestTheSameCommandSentTwiceCountsOnce(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	first := b.joined(id)
	text := `{"kind":"do","command":"play","topic":"match/` + id + `","point":"E5","after":1,"id":"again"}`
	first.say(text)
	first.hear("reply")
	first.conn.CloseNow()
	second := b.joined(id)
	second.say(text)
	if r := second.hear("reply"); r.Refused != "" {
		t.Errorf("the same move again is refused: %s", r.Refused)
	}
	if _, f := b.game(id); f.Seq != 2 {
		t.Errorf("the match is at %d", f.Seq)
	}
}

func TestAClientThatComesBackHearsOnlyWhatItMissed(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	s.move(id, board.Black, "E5")
	s.move(id, board.White, "F6")
	s.move(id, board.Black, "A6")
	l, _ := b.dial()
	for after, want := range map[int]int{0: -1, 1: 3, 2: 2, 4: 0, 99: -1, -1: -1} {
		joined, f := l.join(id, after)
		if joined.Seq != 4 || joined.Seat != "b" || f.Seq != 4 || f.State.Ply != 3 {
			t.Errorf("after %d: %+v, seq %d, ply %d", after, joined, f.Seq, f.State.Ply)
		}
		if afresh := f.After == 0 && len(f.Events) == 0 && len(f.Moves) == 3; want < 0 && !afresh || want >= 0 && (len(f.Events) != want || f.After != 4-want || f.Moves != nil) {
			t.Errorf("after %d: %d events after %d, moves %v", after, len(f.Events), f.After, f.Moves)
		}
	}
}

func TestALostMessageIsMadeUpForByASnapshot(t *testing.T) {
	s := build(t)
	id := s.browser().open(`{"board":"rosette-5","color":"black"}`)
	l := s.browser().joined(id)
	s.host.mu.Lock()
	s.host.silent = true
	s.host.mu.Unlock()
	s.move(id, board.Black, "E5")
	s.host.mu.Lock()
	s.host.silent = false
	s.host.mu.Unlock()
	s.move(id, board.White, "F6")
	if f := l.hear("frame"); f.After != 1 || f.Seq != 3 || len(f.Events) != 2 {
		t.Errorf("the gap is told as events %d to %d", f.After+1, f.Seq)
	}
	s.move(id, board.Black, "A6")
	if f := l.hear("frame"); f.After != 3 || f.Seq != 4 {
		t.Errorf("then come events %d to %d", f.After+1, f.Seq)
	}
}

func TestOneSocketFollowsTwoMatchesAndLeavesOne(t *testing.T) {
	s := build(t)
	b := s.browser()
	one, two := b.open(`{"board":"rosette-5","color":"black"}`), b.open(`{"board":"square-9","color":"white"}`)
	l, _ := b.dial()
	if joined, _ := l.join(one, 0); joined.Seat != "b" {
		t.Errorf("seat %q in the first", joined.Seat)
	}
	if joined, _ := l.join(two, 0); joined.Seat != "w" {
		t.Errorf("seat %q in the second", joined.Seat)
	}
	l.command(one, `"command":"play","point":"E5"`, `"command":"play","point":"F6" → not-your-turn`) // the frame comes before the second reply
	l.command(two, `"command":"play","point":"E5" → not-your-turn`)
	s.move(two, board.Black, "E5")
	if f := l.hear("frame"); f.Topic != view.Topic(two) || f.Seq != 2 {
		t.Errorf("a move in the second is told as %s %d", f.Topic, f.Seq)
	}
	l.send(wire.Request{Kind: socket.KindLeave, Topic: view.Topic(two)})
	if m := l.hear("left"); m.Topic != view.Topic(two) || m.Reason != "" {
		t.Errorf("left with %+v", m)
	}
	s.move(two, board.White, "F6")
	s.move(one, board.White, "F6")
	if f := l.hear("frame"); f.Topic != view.Topic(one) || f.Seq != 3 {
		t.Errorf("after leaving comes %s %d", f.Topic, f.Seq)
	}
}

func TestATopicThatCannotBeReadSaysWhy(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"board":"rosette-5"}`)
	l, _ := b.dial()
	for topic, want := range map[string]string{
		"match/" + strings.Repeat("a", 26): "no-match", "match/a": "no-match", "room/x": "no-match", "": "no-match",
	} {
		l.send(wire.Request{Kind: socket.KindJoin, Topic: topic})
		if m := l.hear("left"); m.Topic != topic || m.Reason != want {
			t.Errorf("%s: %+v", topic, m)
		}
	}
	for err, want := range map[error]string{
		play.ErrUnknownEvent: "unknown-event", play.ErrDamaged: "damaged", errors.New("disk"): "not-now",
	} {
		s.host.fail(err)
		l.send(wire.Request{Kind: socket.KindJoin, Topic: view.Topic(id)})
		if m := l.hear("left"); m.Reason != want {
			t.Errorf("%v: %+v", err, m)
		}
	}
	if text := s.log.String(); !strings.Contains(text, "disk") || strings.Contains(text, "unknown-event") {
		t.Errorf("logged: %s", text)
	}
}

func TestWhatIsPublishedWithoutASeqIsPassedOn(t *testing.T) {
	s := build(t)
	id := s.browser().open(`{"board":"rosette-5"}`)
	l := s.browser().joined(id)
	s.host.feed.Publish(QueueMessage(id, 3))
	if m := l.hear("waiting"); m.Place == nil || *m.Place != 3 || m.Topic != view.Topic(id) {
		t.Errorf("%+v", m)
	}
}

func TestWhoJoinsWhileTheComputerWaitsIsToldItsPlace(t *testing.T) {
	place, waits := 3, false
	s := build(t, func(o *options) { o.Place = func(string) (int, bool) { return place, waits } })
	id := s.browser().open(`{"board":"rosette-5"}`)
	waits = true
	l, _ := s.browser().dial()
	l.join(id, 0)
	if m := l.read(); m.Kind != "waiting" || m.Place == nil || *m.Place != 3 || m.Topic != view.Topic(id) {
		t.Errorf("%+v", m)
	}
}

func TestARefusalComesAsAKey(t *testing.T) {
	s := build(t)
	b := s.browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	s.move(id, board.Black, "E5")
	l := b.joined(id)
	topic := `"topic":"match/` + id + `",`
	for _, test := range [][2]string{
		{`{"kind":"do",` + topic + `"command":"play","point":"E6","id":"1"}`, "not-your-turn"},
		{`{"kind":"do",` + topic + `"command":"dance","id":"2"}`, "no-such-command"},
		{`{"kind":"do",` + topic + `"command":"flag","id":"3"}`, "no-such-command"},
		{`{"kind":"do",` + topic + `"command":"play","point":"E6","after":1,"id":"4"}`, "stale"},
		{`{"kind":"do",` + topic + `"command":"play","point":"E6"}`, "malformed"},
		{`{"kind":"do",` + topic + `"command":"play","id":"` + strings.Repeat("x", 65) + `"}`, "malformed"},
		{`{"kind":"do",` + topic + `"command":"play","id":"a b"}`, "bad-id"},
		{`{"kind":"do","topic":"match/none","command":"play","id":"5"}`, "no-match"},
		{`{"kind":"do","command":"play","id":"6"}`, "no-match"},
		{`{"kind":"dance","id":"7"}`, "malformed"},
		{`no JSON`, "malformed"},
		{`{"kind":{}}`, "malformed"},
		{strings.Repeat("[", 10000), "malformed"},
		{`{"kind":"do",` + topic + `"command":"undo","id":"8","by":"w","color":"w","point":"` + "\\u0000" + `"}`, ""},
	} {
		l.say(test[0])
		if r := l.hear("reply"); r.Refused != test[1] {
			t.Errorf("%.60s: %q, want %q", test[0], r.Refused, test[1])
		}
	}
	s.move(id, board.Black, "E5")
	s.move(id, board.White, "A6")
	l.command(id, `"command":"play","point":"E5" → occupied`, `"command":"play","point":"Z99" → no-such-point`)
}

func TestACommandSentTwiceByAClientWithBothSeatsCountsOnce(t *testing.T) {
	for _, after := range []string{"", `"after":1,`} {
		s := build(t)
		b := s.browser()
		id := b.open(`{"opponent":"people","board":"rosette-5"}`)
		text := `{"kind":"do","topic":"match/` + id + `",` + after + `"id":"x1","command":"pass"}`
		for range 2 {
			l := b.joined(id)
			l.say(text)
			if r := l.hear("reply"); r.Refused != "" || r.Seq != 2 {
				t.Errorf("%s: refused %q at %d", text, r.Refused, r.Seq)
			}
			l.conn.CloseNow()
		}
		if st := b.state(id); st.Ply != 1 || st.ToMove != "w" {
			t.Errorf("%s: %s is to move after %d moves", text, st.ToMove, st.Ply)
		}
	}
}

func TestATopicThatIsLostFreesItsPlace(t *testing.T) {
	s := build(t, func(o *options) { o.Limits.Topics = 1 })
	b := s.browser()
	lost, other := b.open(`{"board":"rosette-5"}`), b.open(`{"board":"rosette-5"}`)
	l, _ := b.dial()
	l.join(lost, 0)
	s.host.fail(errors.New("disk"))
	s.host.feed.Publish(pubsub.Message{Topic: view.Topic(lost), Seq: 9, After: 8, Data: []byte(`{"kind":"frame"}`)}) // a gap
	if m := l.hear("left"); m.Reason != "not-now" {
		t.Errorf("%+v", m)
	}
	s.host.fail(nil)
	l.join(other, 0)
}

// A client that fails to join a second time is no longer present.
func TestWhoseSecondJoinFailsIsNotThere(t *testing.T) {
	s := build(t)
	id, black, _ := s.sit(play.Settings{
		Board: "square-9", Rules: preset(t, "japanese"), Clock: clock.Control{Kind: clock.Absolute, Main: time.Hour},
	})
	l := black.joined(id)
	s.host.fail(errors.New("disk"))
	l.send(wire.Request{Kind: socket.KindJoin, Topic: view.Topic(id)})
	if m := l.hear("left"); m.Reason != "not-now" || s.server.Presence.Present(id, board.Black) {
		t.Errorf("%+v, and Black is there: %t", m, s.server.Presence.Present(id, board.Black))
	}
	s.host.fail(nil)
	l.join(id, 0)
	if !s.server.Presence.Present(id, board.Black) {
		t.Error("Black has joined again")
	}
}
