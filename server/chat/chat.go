// Package chat implements lines of text in match chats, in rooms and in direct messages. [Service]
// reads and writes them, and permission.go decides who may do so. The package does no I/O itself.
package chat

import (
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rosette/server/account"
	"rosette/server/refusal"
)

// A Part is a part of a match's chat.
type Part string

// The parts. While a match is running, its players read the first and all others the second, so
// that the players get no help. When it is over, everyone reads both.
const (
	Players  Part = "players"
	Watchers Part = "watchers"
)

// Parts lists all parts.
var Parts = []Part{Players, Watchers}

// Room returns the room name for a part of a match's chat.
func (p Part) Room(match string) string { return "match/" + match + "/" + string(p) }

// A Line is a line of text written by a person.
type Line struct {
	Room   string
	Number int    // in its room, from 1
	Actor  string // author
	Name   string // the author's name at that time
	Text   string
	At     time.Time
	Hidden bool   // hidden by a moderator, or because the author has closed the account
	Seat   string // the author's colours in a match: b, w or bw; not stored
}

// Guest reports whether the author is a guest.
func (l Line) Guest() bool {
	_, guest := account.GuestID(l.Actor)
	return guest
}

// MaxLength is the maximum length of a line in characters.
const MaxLength = 300

// MaxLines is the maximum number of lines shown for a room, the last ones.
const MaxLines = 200

// Refusals.
var (
	ErrEmpty     = refusal.New(refusal.Invalid, "refusal.chat-empty")
	ErrTooLong   = refusal.New(refusal.Invalid, "refusal.chat-too-long") // more than MaxLength characters
	ErrAnonymous = refusal.New(refusal.Unauthenticated, "refusal.chat-stranger")
	ErrTooFast   = &refusal.Error{Kind: refusal.TooMany, Code: "refusal.too-many", Wait: FloodWindow / FloodLines}
	// ErrNoAccount: guests may write only in their own games.
	ErrNoAccount = refusal.New(refusal.Unauthenticated, "refusal.chat-account")
	ErrScope     = refusal.New(refusal.Forbidden, "refusal.chat-scope")  // a program's token lacks the scope
	ErrNoRoom    = refusal.New(refusal.NotFound, "refusal.chat-no-room") // no such room, or it is closed
	// no such line, or the reader may not read it
	ErrNoLine       = refusal.New(refusal.NotFound, "refusal.chat-no-line")
	ErrNoMatch      = refusal.New(refusal.NotFound, "refusal.no-match")        // no such match
	ErrNoChat       = refusal.New(refusal.Conflict, "refusal.wrong-phase")     // the match has no chat
	ErrNotFriends   = refusal.New(refusal.Forbidden, "refusal.chat-friends")   // the two users do not follow each other
	ErrBlocked      = refusal.New(refusal.Forbidden, "refusal.chat-blocked")   // one of the users blocks the other
	ErrSelf         = refusal.New(refusal.Invalid, "refusal.chat-self")        // a message to the sender
	ErrTitle        = refusal.New(refusal.Invalid, "refusal.chat-title")       // without a title, or too long
	ErrTooManyRooms = refusal.New(refusal.Conflict, "refusal.chat-rooms")      // the owner has MaxRooms open rooms
	ErrNotOwner     = refusal.New(refusal.Forbidden, "refusal.chat-not-yours") // the room belongs to another user
)

// maxMarks is the maximum number of consecutive combining marks.
const maxMarks = 3

// Clean returns a text in the form to be stored: in one line, without surrounding spaces, and
// without characters that change the direction or appearance of adjacent text.
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

// NewRoom returns a room with a cleaned title and description. If they exceed the limits, or the
// title is empty, the error is [ErrTitle].
func NewRoom(id, title, about, owner string, now time.Time) (Room, error) {
	r := Room{ID: id, Title: tidy(title), About: tidy(about), Owner: owner, Made: now}
	if n := utf8.RuneCountInString(r.Title); n == 0 || n > MaxTitle || utf8.RuneCountInString(r.About) > MaxAbout {
		return Room{}, ErrTitle
	}
	return r, nil
}

// tidy returns a text in one line, without the characters that [Clean] removes.
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
		case isFormat(r) || unicode.IsControl(r) || marks > maxMarks:
			continue
		case spaces > 0 && b.Len() > 0:
			b.WriteByte(' ')
		}
		spaces = 0
		b.WriteRune(r)
	}
	return b.String()
}

// isFormat reports whether a character only formats others. Joiners are kept, because scripts and
// emoji need them.
func isFormat(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = '\u200c', '\u200d'
	return unicode.Is(unicode.Cf, r) && r != zeroWidthNonJoiner && r != zeroWidthJoiner
}
