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

// EventVersion is the version of the body of an [Event] that this program writes.
// [Upcast] reads it and all versions before it.
const EventVersion = 3

// Body returns the event in JSON without Seq, At, Kind and Actor, which the event
// log keeps beside it.
func (e Event) Body() ([]byte, error) {
	e.Seq, e.At, e.Kind, e.Actor = 0, time.Time{}, "", ""
	return json.Marshal(e)
}

// Upcast decodes the body of an event that this program or an earlier one wrote.
// Where the body has Seq, At, Kind and Actor, as in version 1, the event has them
// too. The error wraps [ErrUnknownEvent] for a version that this program does not
// know, and [ErrDamaged] for a body that it cannot decode.
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

// eventDecoders are the decoders by version.
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

// freeHandicapOnHoneycombs replaces the fixed handicap on a honeycomb by a free one.
// Before version 3 honeycombs had no points for it, and Black placed the stones.
func (s *Settings) freeHandicapOnHoneycombs() {
	graph, err := board.Named(s.Board)
	if err == nil && graph.Lattice() == board.Honeycomb && s.Handicap > 0 && s.Rules.Handicap == game.HandicapFixed {
		s.Rules.Handicap = game.HandicapFree
	}
}

// kindsOfVersion1 are the kinds of events that had another name in version 1.
var kindsOfVersion1 = map[Kind]Kind{"wished": MoverChosen}

// UpcastKind returns the kind of an event that was written in a version under
// that name. A kind that is not known stays as it is; [Match.Load] refuses it.
func UpcastKind(version int, kind Kind) Kind {
	if now, ok := kindsOfVersion1[kind]; ok && version == 1 {
		return now
	}
	return kind
}

// eventVersion1 is an event of version 1: it knew no actor, and its seats held the
// keys of persons.
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
	Level   string `json:"level"` // of a program; "" for full strength
	Key     string `json:"key"`   // of a person: SHA-256 of a secret, 64 hexadecimal digits
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

// guestIDLength is the number of hexadecimal digits of a guest's ID.
const guestIDLength = 32

// upcast makes a guest of a person; the first digits of the key are the ID.
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
