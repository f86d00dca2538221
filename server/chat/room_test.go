package chat

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
)

func TestWhoMayWriteAMessage(t *testing.T) {
	for name, c := range map[string]struct {
		message DirectMessage
		want    error
	}{
		"friends":                       {DirectMessage{Friends: true}, nil},
		"strangers":                     {DirectMessage{}, ErrNotFriends},
		"oneself":                       {DirectMessage{Self: true, Friends: true, Moderator: true}, ErrSelf},
		"a friend who is blocked":       {DirectMessage{Friends: true, Blocked: true}, ErrBlocked},
		"to a moderator":                {DirectMessage{Moderator: true}, nil},
		"a moderator to anybody":        {DirectMessage{Moderator: true}, nil},
		"a moderator who is blocked":    {DirectMessage{Moderator: true, Blocked: true}, ErrBlocked},
		"a muted friend":                {DirectMessage{Friends: true, Mute: account.ErrMuted}, account.ErrMuted},
		"a muted friend who is blocked": {DirectMessage{Friends: true, Mute: account.ErrMuted, Blocked: true}, ErrBlocked},
	} {
		if err := c.message.Check(); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestATopicNamesItsRoom(t *testing.T) {
	if id, ok := RoomOf(Room{ID: LanguageRoom("fr")}.Topic()); !ok || id != "in-fr" {
		t.Errorf("%q, %t", id, ok)
	}
	if tag, ok := Language("in-fr"); !ok || tag != "fr" {
		t.Errorf("%q, %t", tag, ok)
	}
	for room, want := range map[string]bool{"match/a/players": true, "match/a/watchers": true, "match/a/others": false, "match/a": false, "room/a": false} {
		match, part, ok := MatchOf(room)
		if ok != want || ok && part.Room(match) != room {
			t.Errorf("%s: %q %q %t", room, match, part, ok)
		}
	}
}

func TestARoomHasATitle(t *testing.T) {
	for title, want := range map[string]string{
		" a  room ": "a room", "\u202eabc": "abc", "": "", "\u200b": "", strings.Repeat("x", MaxTitle): strings.Repeat("x", MaxTitle), strings.Repeat("x", MaxTitle+1): "",
	} {
		r, err := NewRoom("id", title, "about", "user/1", time.Time{})
		if r.Title != want || (err != nil) != (want == "") {
			t.Errorf("%q: %q, %v", title, r.Title, err)
		}
	}
	if _, err := NewRoom("id", "x", strings.Repeat("x", MaxAbout+1), "user/1", time.Time{}); !errors.Is(err, ErrTitle) {
		t.Error(err)
	}
}

func TestAConversationIsTheSameForBoth(t *testing.T) {
	c := NewConversation("b", "a")
	if c.Users != NewConversation("a", "b").Users || c.Other("a") != "b" || c.Other("b") != "a" || c.Has("c") {
		t.Errorf("%+v", c)
	}
	c.Last, c.Read = 5, [2]int{5, 2}
	if c.Unread("a") != 0 || c.Unread("b") != 3 {
		t.Errorf("%d and %d are unread", c.Unread("a"), c.Unread("b"))
	}
}
