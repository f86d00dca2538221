package chat

import (
	"slices"
	"strings"
	"time"
)

// A Room is open to all readers. Writing requires an account.
type Room struct {
	ID     string
	Title  string // "" for the server's own rooms, whose titles are in the catalogue
	About  string
	Owner  string    // actor who made it; "" for the server's rooms
	Made   time.Time // zero for the server's rooms
	Latest time.Time // time of the last line; zero without lines
	Closed time.Time // zero while it is open
}

// Limits for rooms made by users.
const (
	MaxTitle = 40  // characters
	MaxAbout = 140 // characters
	MaxRooms = 5   // open rooms for one owner
)

// The server's rooms besides those for languages.
const (
	Lounge = "lounge"
	Help   = "help"
)

const languagePrefix = "in-"

// LanguageRoom returns the ID of the room for a language.
func LanguageRoom(tag string) string { return languagePrefix + tag }

// Language returns the language of a room with an ID from [LanguageRoom].
func Language(id string) (tag string, ok bool) { return strings.CutPrefix(id, languagePrefix) }

// Rooms returns a server's own rooms, given its languages.
func Rooms(languages []string) []Room {
	all := []Room{{ID: Lounge}, {ID: Help}}
	for _, tag := range languages {
		all = append(all, Room{ID: LanguageRoom(tag)})
	}
	return all
}

const (
	roomPrefix   = "room/"
	directPrefix = "direct/"
)

// Topic returns the socket topic for following a room. Its lines are stored under this name too.
func (r Room) Topic() string { return roomPrefix + r.ID }

// RoomOf returns the room ID in a topic.
func RoomOf(topic string) (id string, ok bool) { return strings.CutPrefix(topic, roomPrefix) }

// DirectOf returns the conversation ID in a topic.
func DirectOf(topic string) (id string, ok bool) { return strings.CutPrefix(topic, directPrefix) }

// MatchOf returns the match and the part of a match's chat room.
func MatchOf(room string) (match string, part Part, ok bool) {
	rest, ok := strings.CutPrefix(room, "match/")
	match, last, found := strings.Cut(rest, "/")
	return match, Part(last), ok && found && slices.Contains(Parts, Part(last))
}

// A Conversation holds the messages between two people.
type Conversation struct {
	ID     string    // cannot be guessed
	Users  [2]string // the users' IDs, sorted
	Read   [2]int    // number of the last line that each has read
	Last   int       // number of the last line
	Latest time.Time // time of the last line
}

// NewConversation returns a conversation between two users, without an ID.
func NewConversation(a, b string) Conversation {
	two := [2]string{a, b}
	slices.Sort(two[:])
	return Conversation{Users: two}
}

// Topic returns the socket topic for following the conversation. Its lines are stored under this
// name too.
func (c Conversation) Topic() string { return directPrefix + c.ID }

// Has reports whether a user takes part.
func (c Conversation) Has(user string) bool { return slices.Contains(c.Users[:], user) }

// Other returns the other user.
func (c Conversation) Other(user string) string {
	if c.Users[0] == user {
		return c.Users[1]
	}
	return c.Users[0]
}

// Unread returns the number of lines that a user has not read.
func (c Conversation) Unread(user string) int {
	return max(0, c.Last-c.Read[slices.Index(c.Users[:], user)])
}
