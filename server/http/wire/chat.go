package wire

// Kinds of messages.
const (
	ChatKind         = "chat"
	MuteKind         = "muted"
	UnreadKind       = "unread"
	RoomPresenceKind = "there"
)

// A Chat has lines of a chat: all lines that are shown when a client joins, and each new
// line. A line comes once more when it is hidden.
type Chat struct {
	Kind  string     `json:"kind"`
	Topic string     `json:"topic"`
	Whole bool       `json:"whole,omitempty"` // the lines are all lines that are shown, sent to a client that joins
	Lines []ChatLine `json:"lines"`
}

// A ChatLine is a line of a chat. It does not identify guests.
type ChatLine struct {
	Part   string `json:"part"`           // players or watchers of a match, room or direct
	Number int    `json:"number"`         // in its part, from 1
	Seat   string `json:"seat,omitempty"` // of a player, by the colours of the opening
	Guest  bool   `json:"guest,omitempty"`
	Name   string `json:"name"`
	Text   string `json:"text"`
	Hidden bool   `json:"hidden,omitempty"` // a moderator has hidden it: its text is empty
	At     int64  `json:"at"`
}

// A Mute is sent to the muted person on joining a chat and when a moderator mutes or unmutes.
type Mute struct {
	Kind   string `json:"kind"`
	Until  int64  `json:"until"` // 0 if the person may write
	Reason string `json:"reason,omitempty"`
}

// An UnreadCount is the number of unread conversation lines and report outcomes.
type UnreadCount struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
}

// A RoomPresence lists the people in a room. It is sent on joining and when it changes.
type RoomPresence struct {
	Kind   string   `json:"kind"`
	Topic  string   `json:"topic"`
	Names  []string `json:"names"`            // of users, sorted
	Guests int      `json:"guests,omitempty"` // persons without an account
}
