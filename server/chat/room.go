package chat

import (
	"slices"
	"strings"
	"time"
)

// A Room is where everybody reads, and people with an account write.
type Room struct {
	ID     string
	Title  string // of a room that somebody has made; the catalogue has those of the others
	About  string
	Owner  string    // the actor who has made it, "" for the rooms of the server
	Made   time.Time // zero for the rooms of the server
	Latest time.Time // when something was said last; zero if nothing was
	Closed time.Time // zero while it is open
}

// Bounds of rooms that people make.
const (
	MaxTitle  = 40  // characters
	MaxAbout  = 140 // characters
	MostRooms = 5   // open ones of one person
)

// The rooms of the server besides those of the languages.
const (
	Lobby = "lobby"
	Help  = "help"
)

const languagePrefix = "in-"

// OfLanguage returns the id of the room in which people speak a language.
func OfLanguage(tag string) string { return languagePrefix + tag }

// Language returns the language of a room of [OfLanguage].
func Language(id string) (tag string, ok bool) { return strings.CutPrefix(id, languagePrefix) }

// Rooms returns the rooms of a server with some languages.
func Rooms(languages []string) []Room {
	all := []Room{{ID: Lobby}, {ID: Help}}
	for _, tag := range languages {
		all = append(all, Room{ID: OfLanguage(tag)})
	}
	return all
}

const (
	roomPrefix   = "room/"
	directPrefix = "direct/"
)

// Topic returns the topic of the socket on which a room is followed, under which its lines
// are kept too.
func (r Room) Topic() string { return roomPrefix + r.ID }

// RoomOf returns the id of the room of a topic.
func RoomOf(topic string) (id string, ok bool) { return strings.CutPrefix(topic, roomPrefix) }

// DirectOf returns the id of the conversation of a topic.
func DirectOf(topic string) (id string, ok bool) { return strings.CutPrefix(topic, directPrefix) }

// MatchOf returns the match and the part of which a room is the chat.
func MatchOf(room string) (match string, part Part, ok bool) {
	rest, ok := strings.CutPrefix(room, "match/")
	match, last, found := strings.Cut(rest, "/")
	return match, Part(last), ok && found && slices.Contains(Parts, Part(last))
}

// A Conversation is the messages between two people.
type Conversation struct {
	ID     string    // nobody can guess it
	Two    [2]string // the ids of the users, sorted
	Read   [2]int    // the number of the last line that each has read
	Last   int       // the number of the last line
	Latest time.Time // when something was said last
}

// Between returns a conversation of two users, which has no id yet.
func Between(a, b string) Conversation {
	two := [2]string{a, b}
	slices.Sort(two[:])
	return Conversation{Two: two}
}

// Topic returns the topic of the socket on which the conversation is followed, under which
// its lines are kept too.
func (c Conversation) Topic() string { return directPrefix + c.ID }

// Has reports whether a user is one of the two.
func (c Conversation) Has(user string) bool { return slices.Contains(c.Two[:], user) }

// With returns the user with whom somebody speaks.
func (c Conversation) With(user string) string {
	if c.Two[0] == user {
		return c.Two[1]
	}
	return c.Two[0]
}

// Unread returns how many lines a user has not read.
func (c Conversation) Unread(user string) int {
	return max(0, c.Last-c.Read[slices.Index(c.Two[:], user)])
}
