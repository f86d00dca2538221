package play

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"rosette/game/board"
)

// longestName bounds the name and level of a seat, in bytes.
const longestName = 64

// Open checks the settings and returns the first event of a match. What is
// wrong is said in one line.
func Open(s Settings, now time.Time) (Event, error) {
	s, err := s.check()
	if err != nil {
		return Event{}, err
	}
	return Event{Seq: 1, At: plain(now), Kind: Opened, Settings: &s}, nil
}

// check returns the settings as a journal gives them back, so that a match
// replayed is the match that was.
func (s Settings) check() (Settings, error) {
	if _, err := board.Named(s.Board); err != nil {
		return s, err
	}
	if err := s.Rules.Check(); err != nil {
		return s, err
	}
	if err := s.Clock.Check(); err != nil {
		return s, err
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if err := s.Seat(c).check(); err != nil {
			return s, fmt.Errorf("seat of %s: %w", c, err)
		}
	}
	text, err := json.Marshal(s)
	if err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	var read Settings
	if err := json.Unmarshal(text, &read); err != nil {
		return s, fmt.Errorf("settings: %w", err)
	}
	return read, nil
}

// check says why nobody could sit here.
func (s Seat) check() error {
	for _, text := range []string{s.Name, s.Level} {
		if len(text) > longestName || !utf8.ValidString(text) {
			return fmt.Errorf("name or level too long: use up to %d bytes of UTF-8", longestName)
		}
	}
	key, err := hex.DecodeString(s.Key)
	switch {
	case s.Program && s.Key != "":
		return errors.New("a program has no key: leave it out")
	case !s.Program && s.Level != "":
		return errors.New("a person has no level: leave it out")
	case !s.Program && (err != nil || len(key) != 32):
		return errors.New("a person needs a key: use the SHA-256 of a secret, 64 hexadecimal digits")
	}
	return nil
}
