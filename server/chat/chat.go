// Package chat implements what people say to each other, in the chat of a match, in rooms
// and in messages: what a line may hold, and who reads and writes where. It is pure.
package chat

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// A Part is a part of the chat of a match.
type Part string

// The parts. While a match runs its players read the first one and all others the
// second one, so that nobody is helped; when it is over everybody reads both.
const (
	Players  Part = "players"
	Watchers Part = "watchers"
)

// Parts are all parts.
var Parts = []Part{Players, Watchers}

// Room returns the name of the room of a part of a match.
func (p Part) Room(match string) string { return "match/" + match + "/" + string(p) }

// Speaks returns the part in which a player or somebody else speaks.
func Speaks(player bool) Part {
	if player {
		return Players
	}
	return Watchers
}

// Reads returns the parts that a player or somebody else reads of a match.
func Reads(player, over bool) []Part {
	if over {
		return Parts
	}
	return []Part{Speaks(player)}
}

// A Line is what somebody has said.
type Line struct {
	Room   string
	Number int    // in its room, from 1
	Actor  string // who has said it
	Name   string // of the actor at that time
	Text   string
	At     time.Time
	Hidden bool // a moderator has hidden it, or who said it has closed the account
}

// Shown returns a line as people see it: of a hidden one nothing is left to read.
func (l Line) Shown() Line {
	if l.Hidden {
		l.Text = ""
	}
	return l
}

// MaxLength is how many characters a line may have.
const MaxLength = 300

// MaxLines is how many lines of a room are shown at most, the last ones.
const MaxLines = 200

// A Refusal is why something is not said. Its text is the key of a sentence.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The refusals.
const (
	ErrEmpty    Refusal = "chat-empty"
	ErrTooLong  Refusal = "chat-too-long" // more than MaxLength characters
	ErrStranger Refusal = "chat-stranger" // who speaks has no name
	ErrTooFast  Refusal = "too-many"
	ErrAccount  Refusal = "chat-account"   // guests write only in the games that they play
	ErrMuted    Refusal = "chat-muted"     // by a moderator
	ErrScope    Refusal = "chat-scope"     // the token of a program lets it write nothing
	ErrNoRoom   Refusal = "chat-no-room"   // no such room, or it is closed
	ErrNoLine   Refusal = "chat-no-line"   // no such line, or one may not read it
	ErrFriends  Refusal = "chat-friends"   // messages are for people who follow each other
	ErrBlocked  Refusal = "chat-blocked"   // one of two people blocks the other
	ErrSelf     Refusal = "chat-self"      // a message to oneself
	ErrTitle    Refusal = "chat-title"     // a room without a title, or with a long one
	ErrRooms    Refusal = "chat-rooms"     // somebody has made MostRooms rooms
	ErrNotYours Refusal = "chat-not-yours" // the room is somebody else's
)

// maxMarks is how many combining marks in a row a line keeps.
const maxMarks = 3

// Clean returns a text as it is said: in one line, without spaces around it, without
// characters that change the direction or the look of what stands beside them.
func Clean(text string) (string, error) {
	clean := tidy(text)
	switch n := utf8.RuneCountInString(clean); {
	case n == 0:
		return "", ErrEmpty
	case n > MaxLength:
		return "", ErrTooLong
	}
	return clean, nil
}

// NewRoom returns a room as somebody makes it, with a title and what it is about in the
// form of lines. Both are in the bounds of rooms, or the error is [ErrTitle].
func NewRoom(id, title, about, owner string, now time.Time) (Room, error) {
	r := Room{ID: id, Title: tidy(title), About: tidy(about), Owner: owner, Made: now}
	if n := utf8.RuneCountInString(r.Title); n == 0 || n > MaxTitle || utf8.RuneCountInString(r.About) > MaxAbout {
		return Room{}, ErrTitle
	}
	return r, nil
}

// tidy returns a text in one line without what [Clean] takes away.
func tidy(text string) string {
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "")
	}
	var b strings.Builder
	marks, spaces := 0, 0
	for _, r := range text {
		if unicode.Is(unicode.M, r) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case unicode.IsSpace(r):
			spaces++
			continue
		case directs(r) || unicode.IsControl(r) || marks > maxMarks:
			continue
		case spaces > 0 && b.Len() > 0:
			b.WriteByte(' ')
		}
		spaces = 0
		b.WriteRune(r)
	}
	return b.String()
}

// directs reports whether a character is there to direct others. Joiners are kept:
// scripts and emoji need them.
func directs(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	return unicode.Is(unicode.Cf, r) && r != zeroWidthNonJoiner && r != zeroWidthJoiner
}
