package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// said stores a line at some seconds after noon.
func said(t *testing.T, s store.Store, room, actor, text string, seconds int) chat.Line {
	t.Helper()
	l, err := tables.Chat(s).AddLine(t.Context(), chat.Line{
		Room: room, Actor: actor, Name: "N", Text: text, At: after(seconds),
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func after(seconds int) time.Time { return noon.Add(time.Duration(seconds) * time.Second) }

func hiddenLines(t *testing.T, s store.Store) {
	table := tables.Chat(s)
	first := said(t, s, "room/lounge", "user/1", "one", 1)
	second := said(t, s, "room/help", "user/1", "two", 2)
	said(t, s, "room/lounge", "user/2", "three", 3)
	hidden, err := table.Hide(t.Context(), "room/lounge", 1)
	if first.Hidden = true; err != nil || !reflect.DeepEqual(hidden, first) {
		t.Errorf("hidden: %+v, %v", hidden, err)
	}
	if got, err := table.Line(t.Context(), "room/lounge", 1); err != nil || !reflect.DeepEqual(got, first) {
		t.Errorf("read: %+v, %v", got, err)
	}
	for _, number := range []int{0, 3, -1} {
		_, read := table.Line(t.Context(), "room/lounge", number)
		_, hide := table.Hide(t.Context(), "room/lounge", number)
		if !errors.Is(read, chat.ErrNoLine) || !errors.Is(hide, chat.ErrNoLine) {
			t.Errorf("line %d: %v, %v", number, read, hide)
		}
	}
	if got, err := table.LinesBy(t.Context(), "user/1"); err != nil ||
		!reflect.DeepEqual(got, []chat.Line{first, second}) {
		t.Errorf("said: %+v, %v", got, err)
	}
}

func roomsByLatest(t *testing.T, s store.Store) {
	table := tables.Rooms(s)
	for i, title := range []string{"a", "'; DROP TABLE rooms; --", "c"} {
		r := chat.Room{ID: fmt.Sprint(i), Title: title, About: "x", Owner: "user/1", Made: after(i)}
		if err := table.Make(t.Context(), r, 3); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Make(t.Context(), chat.Room{
		ID: "3", Owner: "user/1", Made: noon,
	}, 3); !errors.Is(err, chat.ErrTooManyRooms) {
		t.Errorf("a fourth of three: %v", err)
	}
	said(t, s, "room/1", "user/1", "x", 9)
	if err := table.Close(t.Context(), "2", after(10)); err != nil {
		t.Fatal(err)
	}
	if err := table.Close(t.Context(), "2", after(11)); !errors.Is(err, chat.ErrNoRoom) {
		t.Errorf("closed twice: %v", err)
	}
	all, err := table.Rooms(t.Context(), 10)
	want := []chat.Room{
		{ID: "1", Title: "'; DROP TABLE rooms; --", About: "x", Owner: "user/1", Made: after(1), Latest: after(9)},
		{ID: "0", Title: "a", About: "x", Owner: "user/1", Made: noon},
	}
	if err != nil || !reflect.DeepEqual(all, want) {
		t.Errorf("%+v, %v", all, err)
	}
	if r, err := table.Room(t.Context(), "2"); err != nil || !r.Closed.Equal(after(10)) {
		t.Errorf("a closed one: %+v, %v", r, err)
	}
	if _, err := table.Room(t.Context(), "none"); !errors.Is(err, chat.ErrNoRoom) {
		t.Error(err)
	}
}

func conversations(t *testing.T, s store.Store) {
	table := tables.Rooms(s)
	c := chat.NewConversation("b", "a")
	if _, err := table.FindOrAddConversation(t.Context(), c); !errors.Is(err, chat.ErrNoRoom) {
		t.Errorf("nobody spoke: %v", err)
	}
	c.ID = "first"
	kept, err := table.FindOrAddConversation(t.Context(), c)
	if err != nil || !reflect.DeepEqual(kept, c) {
		t.Fatalf("%+v, %v", kept, err)
	}
	c.ID = "second"
	if again, err := table.FindOrAddConversation(t.Context(), c); err != nil || again.ID != "first" {
		t.Errorf("once more: %+v, %v", again, err)
	}
	if all, err := table.Conversations(t.Context(), "a", 10); err != nil || len(all) > 0 {
		t.Errorf("a silent one is listed: %+v, %v", all, err)
	}
	for i := range 3 {
		said(t, s, kept.Topic(), "user/a", "x", i)
	}
	for _, number := range []int{2, 1} {
		if err := table.Read(t.Context(), "first", "b", number); err != nil {
			t.Fatal(err)
		}
	}
	want := chat.Conversation{ID: "first", Users: [2]string{"a", "b"}, Read: [2]int{0, 2}, Last: 3, Latest: after(2)}
	all, err := table.Conversations(t.Context(), "b", 10)
	if err != nil || !reflect.DeepEqual(all, []chat.Conversation{want}) || all[0].Unread("b") != 1 ||
		all[0].Unread("a") != 3 {
		t.Errorf("%+v, %v", all, err)
	}
	if one, err := table.Conversation(t.Context(), "first"); err != nil || !reflect.DeepEqual(one, want) {
		t.Errorf("%+v, %v", one, err)
	}
	if _, err := table.Conversation(t.Context(), "second"); !errors.Is(err, chat.ErrNoRoom) {
		t.Error(err)
	}
}

func closedWords(t *testing.T, s store.Store) {
	u := account.User{ID: "u1", Key: "ana", Created: noon, Details: account.Details{Name: "Ana"}}
	if err := tables.Accounts(s).Create(t.Context(), u); err != nil {
		t.Fatal(err)
	}
	c := chat.NewConversation("u1", "u2")
	c.ID = "c"
	if _, err := tables.Rooms(s).FindOrAddConversation(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	said(t, s, "room/lounge", u.Actor(), "secret", 1)
	said(t, s, "room/lounge", "user/u2", "stays", 2)
	if err := tables.Accounts(s).Close(t.Context(), "u1", after(3)); err != nil {
		t.Fatal(err)
	}
	lines := linesOf(t, s, "room/lounge", 10)
	if !lines[0].Hidden || lines[0].Text+lines[0].Name != "" || lines[1].Text != "stays" || lines[1].Hidden {
		t.Errorf("%+v", lines)
	}
	if _, err := tables.Rooms(s).Conversation(t.Context(), "c"); !errors.Is(err, chat.ErrNoRoom) {
		t.Errorf("the conversation: %v", err)
	}
}

func mutes(t *testing.T, s store.Store) {
	table := tables.Moderation(s)
	mute := func(actor string, until int) moderation.Mute {
		m := moderation.Mute{
			Actor: actor, Name: "N", Until: after(until), Reason: "'; DROP TABLE mutes", By: "user/m", At: noon,
		}
		if err := table.SetMute(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		return m
	}
	mute("user/1", 100)
	short, long := mute("user/1", 10), mute("guest/1", 50)
	if got, err := table.Mute(t.Context(), "user/1", "guest/1", "user/none"); err != nil ||
		!reflect.DeepEqual(got, long) {
		t.Errorf("the longest: %+v, %v", got, err)
	}
	if got, err := table.Mutes(t.Context(), noon, 10); err != nil ||
		!reflect.DeepEqual(got, []moderation.Mute{long, short}) {
		t.Errorf("all: %+v, %v", got, err)
	}
	if _, err := table.EndMute(t.Context(), "user/1", after(10)); !errors.Is(err, moderation.ErrNotMuted) {
		t.Errorf("one that is over ends: %v", err)
	}
	if got, err := table.EndMute(t.Context(), "guest/1", after(10)); err != nil || !reflect.DeepEqual(got, long) {
		t.Errorf("ended: %+v, %v", got, err)
	}
	if got, err := table.Mute(t.Context(), "guest/1"); err != nil || got != (moderation.Mute{}) {
		t.Errorf("none is left: %+v, %v", got, err)
	}
}

func reports(t *testing.T, s store.Store) {
	table := tables.Moderation(s)
	var all []moderation.Report
	for i := range 3 {
		r := moderation.Report{
			ID: fmt.Sprint(i), Kind: moderation.Spam, By: "user/1", Accused: "user/2", Room: "room/lounge", Number: i,
			State: moderation.Open,
			Quote: []moderation.QuotedLine{
				{Number: i, Name: "x", Text: strings.Repeat("\"<'", 3), At: noon, About: true},
			}, Text: "t", At: after(i),
		}
		if err := table.Report(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	settled, err := all[1].Close(moderation.Acted, "Mod", "muted", after(9))
	if err != nil || table.CloseReport(t.Context(), settled) != nil {
		t.Fatal(err)
	}
	if err := table.CloseReport(t.Context(), settled); !errors.Is(err, moderation.ErrReportClosed) {
		t.Errorf("settled twice: %v", err)
	}
	if got, err := table.Reports(t.Context(), true, moderation.Report{}, 10); err != nil ||
		!reflect.DeepEqual(got, []moderation.Report{all[0], all[2]}) {
		t.Errorf("open: %+v, %v", got, err)
	}
	if got, err := table.Reports(t.Context(), false, moderation.Report{}, 10); err != nil ||
		!reflect.DeepEqual(got, []moderation.Report{settled}) {
		t.Errorf("settled: %+v, %v", got, err)
	}
	reportsBehind(t, table, all, settled)
	if got, err := table.ReportOf(t.Context(), "1"); err != nil || !reflect.DeepEqual(got, settled) {
		t.Errorf("one: %+v, %v", got, err)
	}
	if _, err := table.ReportOf(t.Context(), "none"); !errors.Is(err, moderation.ErrNoReport) {
		t.Error(err)
	}
}

// reportsBehind checks the lists that start after a report. The second report in all was settled.
func reportsBehind(t *testing.T, table tables.ModerationTable, all []moderation.Report, settled moderation.Report) {
	t.Helper()
	for _, c := range []struct {
		open  bool
		after moderation.Report
		want  []moderation.Report
	}{
		{true, all[0], all[2:]},
		{true, settled, all[2:]},
		{true, all[2], nil},
		{false, all[2], []moderation.Report{settled}},
		{false, settled, nil},
	} {
		if got, err := table.Reports(t.Context(), c.open, c.after, 10); err != nil || len(got) != len(c.want) ||
			len(got) > 0 && !reflect.DeepEqual(got, c.want) {
			t.Errorf("open %t, behind %s: %+v, %v", c.open, c.after.ID, got, err)
		}
	}
}
