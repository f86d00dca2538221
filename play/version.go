package play

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// EventVersion is the version of [Event] bodies that this program writes. [Upcast] reads it and all
// earlier versions.
const EventVersion = 3

// Body returns the event as JSON without Seq, At, Kind and Actor, which the event log stores as
// columns.
func (e Event) Body() ([]byte, error) {
	e.Seq = 0
	e.At = time.Time{}
	e.Kind = ""
	e.Actor = ""
	return json.Marshal(e)
}

// Upcast decodes an event body written by this or an earlier version. If the body has Seq, At, Kind
// and Actor, as in version 1, the event has them too. The error wraps [ErrUnknownEvent] for an
// unknown version and [ErrDamaged] for a body that cannot be decoded.
func Upcast(version int, body []byte) (Event, error) {
	decode, ok := eventDecoders[version]
	if !ok {
		return Event{}, fmt.Errorf("%w: version %d, known up to %d", ErrUnknownEvent, version, EventVersion)
	}
	e, err := decode(body)
	if err != nil {
		return Event{}, fmt.Errorf("event of version %d: %w", version, damagedEvent{err})
	}
	return e, nil
}

// eventDecoders holds the decoders by version.
var eventDecoders = map[int]func([]byte) (Event, error){
	1: decodeVersion1,
	2: func(body []byte) (Event, error) {
		e, err := decodeBody(body)
		if e.Settings != nil {
			e.Settings.freeHandicapOnHoneycombs()
		}
		return e, err
	},
	3: decodeBody,
}

func decodeBody(body []byte) (e Event, err error) {
	if e, ok := decodePlainBody(body); ok {
		return e, nil
	}
	err = json.Unmarshal(body, &e)
	return e, err
}

// freeHandicapOnHoneycombs replaces a fixed handicap on a honeycomb by a free one. Before version 3
// honeycombs had no handicap points, and Black placed the stones.
func (s *Settings) freeHandicapOnHoneycombs() {
	graph, err := board.Named(s.Board)
	if err == nil && graph.Lattice() == board.Honeycomb && s.Handicap > 0 && s.Rules.Handicap == game.HandicapFixed {
		s.Rules.Handicap = game.HandicapFree
	}
}

// kindsOfVersion1 maps the kinds that had another name in version 1.
var kindsOfVersion1 = map[Kind]Kind{"wished": MoverChosen}

// UpcastKind returns the current kind for a kind written in a version. It returns an unknown kind
// unchanged; [Match.Load] refuses it.
func UpcastKind(version int, kind Kind) Kind {
	if now, ok := kindsOfVersion1[kind]; ok && version == 1 {
		return now
	}
	return kind
}

// eventVersion1 is an event in version 1, which had no actors and stored people's keys in the
// seats.
type eventVersion1 struct {
	Event
	Settings *settingsVersion1 `json:"settings"`
}

type settingsVersion1 struct {
	Board        string        `json:"board"`
	Rules        game.Rules    `json:"rules"`
	Clock        clock.Control `json:"clock"`
	Black        seatVersion1  `json:"black"`
	White        seatVersion1  `json:"white"`
	KomiBy       KomiBy        `json:"komiBy"`
	Halves       bool          `json:"halves"`
	Handicap     int           `json:"handicap"`
	Weaker       board.Color   `json:"weaker"`
	TieBreakSeed uint64        `json:"lot"`
}

type seatVersion1 struct {
	Program bool   `json:"program"`
	Name    string `json:"name"`
	Level   string `json:"level"` // a program's; "" for full strength
	Key     string `json:"key"`   // a person's: SHA-256 of a secret, 64 hexadecimal digits
}

func decodeVersion1(body []byte) (Event, error) {
	var old eventVersion1
	if err := json.Unmarshal(body, &old); err != nil {
		return Event{}, err
	}
	e := old.Event
	e.Kind = UpcastKind(1, e.Kind)
	if old.Settings == nil {
		return e, nil
	}
	black, err := old.Settings.Black.upcast()
	if err != nil {
		return Event{}, fmt.Errorf("seat of black: %w", err)
	}
	white, err := old.Settings.White.upcast()
	if err != nil {
		return Event{}, fmt.Errorf("seat of white: %w", err)
	}
	s := old.Settings
	e.Settings = &Settings{
		Board: s.Board, Rules: s.Rules, Clock: s.Clock, Black: black, White: white, KomiBy: s.KomiBy,
		Halves: s.Halves, Handicap: s.Handicap, Weaker: s.Weaker, TieBreakSeed: s.TieBreakSeed,
	}
	e.Settings.freeHandicapOnHoneycombs()
	return e, nil
}

// guestIDLength is the number of hexadecimal digits in a guest's ID.
const guestIDLength = 32

// upcast makes a person a guest whose ID is the first digits of the key.
func (s seatVersion1) upcast() (Seat, error) {
	if s.Program {
		level := s.Level
		if level == "" {
			level = "full"
		}
		return Seat{Kind: SeatBot, ID: level, Name: s.Name}, nil
	}
	if len(s.Key) < guestIDLength {
		return Seat{}, fmt.Errorf("a key of %d digits: want 64", len(s.Key))
	}
	return Seat{Kind: SeatGuest, ID: strings.ToLower(s.Key[:guestIDLength]), Name: s.Name}, nil
}
