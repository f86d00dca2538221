// Package chat implements the lines that people write: in the chat of a match, in rooms, and
// in direct messages. [Service] reads and writes them, and permission.go decides who may do
// so. It is pure.
package chat

import (
	"regexp"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rosette/server/account"
	"rosette/server/refusal"
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

// A Line is a line of text that a person has written.
type Line struct {
	Room   string
	Number int    // in its room, from 1
	Actor  string // the author
	Name   string // of the author at that time
	Text   string
	At     time.Time
	Hidden bool   // a moderator has hidden it, or the author has closed the account
	Seat   string // of the author in a match: b, w or bw; it is not stored
}

// Guest reports whether the author is a guest.
func (l Line) Guest() bool {
	_, guest := account.GuestID(l.Actor)
	return guest
}

// earlierNumber is the name of a guest in lines of earlier versions.
var earlierNumber = regexp.MustCompile(`^[0-9a-f]{4}$`)

// Shown returns the line as readers see it: without the text of a hidden line, and with the
// present name of a guest without a seat.
func (l Line) Shown() Line {
	if l.Hidden {
		l.Text = ""
	}
	if id, guest := account.GuestID(l.Actor); guest && l.Seat == "" && earlierNumber.MatchString(l.Name) {
		l.Name = account.Plant(id)
	}
	return l
}

// MaxLength is how many characters a line may have.
const MaxLength = 300

// MaxLines is how many lines of a room are shown at most, the last ones.
const MaxLines = 200

// Refusals.
var (
	ErrEmpty    = refusal.New(refusal.Invalid, "refusal.chat-empty")
	ErrTooLong  = refusal.New(refusal.Invalid, "refusal.chat-too-long") // more than MaxLength characters
	ErrStranger = refusal.New(refusal.Unauthenticated, "refusal.chat-stranger")
	ErrTooFast  = &refusal.Error{Kind: refusal.TooMany, Code: "refusal.too-many", Wait: FloodWindow / FloodLines}
	ErrAccount  = refusal.New(refusal.Unauthenticated, "refusal.chat-account") // guests write only in games that they play
	ErrMuted    = refusal.New(refusal.Forbidden, "refusal.chat-muted")
	ErrScope    = refusal.New(refusal.Forbidden, "refusal.chat-scope")     // the token of a program lacks the scope
	ErrNoRoom   = refusal.New(refusal.NotFound, "refusal.chat-no-room")    // no such room, or it is closed
	ErrNoLine   = refusal.New(refusal.NotFound, "refusal.chat-no-line")    // no such line, or the reader may not read it
	ErrNoMatch  = refusal.New(refusal.NotFound, "refusal.no-match")        // no such match
	ErrNoChat   = refusal.New(refusal.Conflict, "refusal.wrong-phase")     // a match without two persons has no chat
	ErrFriends  = refusal.New(refusal.Forbidden, "refusal.chat-friends")   // the two do not follow each other
	ErrBlocked  = refusal.New(refusal.Forbidden, "refusal.chat-blocked")   // one of the two blocks the other
	ErrSelf     = refusal.New(refusal.Invalid, "refusal.chat-self")        // a message to the sender
	ErrTitle    = refusal.New(refusal.Invalid, "refusal.chat-title")       // a room without a title, or with a long one
	ErrRooms    = refusal.New(refusal.Conflict, "refusal.chat-rooms")      // the owner has MostRooms open rooms
	ErrNotYours = refusal.New(refusal.Forbidden, "refusal.chat-not-yours") // the room is another user's
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
