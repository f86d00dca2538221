package wire

// Messages of the socket at /api/socket are JSON objects as text. A client sends
// join, leave, do, say and probe; the server sends hello first, then joined, frames,
// replies, left, waiting, presence, chat and beats. Times are by the
// clock of the server.

// A Request is a message of a client. Topic is "match/" and the game's id.
type Request struct {
	Kind  string `json:"kind"` // join, leave, do, say or probe
	Topic string `json:"topic,omitempty"`
	// of do and probe: chosen by the client, up to 64 printable ASCII characters; the reply repeats
	// it
	ID string `json:"id,omitempty"`
	// of join and do: the seq of the last event that the client has; 0 if it has none
	After   int    `json:"after,omitempty"`
	Command string `json:"command,omitempty"` // of do
	// of do: b or w, for a client that holds both seats; otherwise the player who must act
	As     string   `json:"as,omitempty"`
	Point  string   `json:"point,omitempty"`  // of play, place, confirm, and of pass for a ko: the name of a point
	Points []string `json:"points,omitempty"` // of mark: at least one stone of each chain
	Dead   bool     `json:"dead,omitempty"`   // of mark
	Komi   float64  `json:"komi,omitempty"`   // of offer and bid
	// of take: the colour; of choose-mover: the player who is to move; of claim: the sender for a
	// win, empty for a draw; b or w
	Side string `json:"side,omitempty"`
	Text string `json:"text,omitempty"` // of say: up to 300 characters
}

// A Hello is the first message of the server.
type Hello struct {
	Kind string `json:"kind"`
	Now  int64  `json:"now"`
	Beat int64  `json:"beat"` // milliseconds between beats; a connection without a beat for longer is dead
}

// TopicJoined confirms a join. A frame follows with the changes from the client's After to
// Seq, or with the whole state.
type TopicJoined struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	Seq   int    `json:"seq"`
	// the client's seats by the colours of the opening: b, w, bw or empty; state.swapped exchanges
	// them
	Seat string `json:"seat"`
}

// A Reply is the outcome of a do or probe.
type Reply struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	ID    string `json:"id"`
	// of the last event that the command caused, the same when it is sent again; if it was refused,
	// of the last one of the match
	Seq     int    `json:"seq"`
	Refused string `json:"refused,omitempty"` // why, as a key of the catalogue; missing if it was done
}

// TopicLeft means that a topic is not or no longer joined.
type TopicLeft struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	// no-match, unknown-event, damaged, private, not-now or too-many; empty if the client has left
	Reason string `json:"reason"`
}

// QueuePlace is the computer's place in the queue while it is to act. It is sent on joining
// and whenever the place changes; a frame with a later move ends it.
type QueuePlace struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	Place int    `json:"place"` // in the queue: 1 is next; 0: it is thinking
}

// A Beat is sent at regular times, so that a client notices a dead line.
type Beat struct {
	Kind string `json:"kind"`
	Now  int64  `json:"now"`
}

// A Presence lists the people present in a match between two persons. It is sent on joining
// and when it changes.
type Presence struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
	// the seats of players with a connection, by the colours of the opening: b, w, bw or empty
	There    string      `json:"there"`
	Gone     AbsentSince `json:"gone"`               // time of disconnection of the others
	Watching int         `json:"watching,omitempty"` // number of spectators
	Signal   Signal      `json:"signal,omitzero"`    // connection quality of the others
}

// PresenceKind is the kind of [Presence].
const PresenceKind = "presence"

// A Signal is each player's connection quality, by the colours of the opening: 1 to 4, where
// 4 is best; 0 if unknown.
type Signal struct {
	Black int `json:"b,omitempty"`
	White int `json:"w,omitempty"`
}

// AbsentSince has a time in milliseconds since 1970 for each seat, by the colours of the
// opening; 0 for a player who is there.
type AbsentSince struct {
	Black int64 `json:"b,omitempty"`
	White int64 `json:"w,omitempty"`
}

// Turns means that the games waiting for the client may have changed.
type Turns struct {
	Kind  string `json:"kind"`
	Topic string `json:"topic"`
}
