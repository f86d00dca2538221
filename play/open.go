package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/play/rating"
)

// Open checks settings and returns a match's first event. The error is one line that names the
// invalid setting.
func Open(s Settings, now time.Time) (Event, error) {
	if s.Rated && s.GivesToBot() {
		return Event{}, errors.New("rated: a bot gets a handicap: choose a stronger level")
	}
	if err := s.checkRatedKomi(); err != nil {
		return Event{}, fmt.Errorf("rated: %w", err)
	}
	return reopen(s, now)
}

// reopen is like Open for settings accepted by earlier programs, which let players in rated matches
// give bots a handicap and had other measurements of the fair komi.
func reopen(s Settings, now time.Time) (Event, error) {
	s, err := s.check()
	if err != nil {
		return Event{}, err
	}
	return Event{Seq: 1, At: normalizeTime(now), Kind: Opened, Settings: &s}, nil
}

// check returns the settings after a round trip through JSON, so that a replayed match equals the
// original.
func (s Settings) check() (Settings, error) {
	if err := s.checkGame(); err != nil {
		return s, err
	}
	for _, c := range board.Colors {
		if err := s.Seat(c).check(); err != nil {
			return s, fmt.Errorf("seat of %s: %w", c, err)
		}
	}
	if err := s.checkRated(); err != nil {
		return s, fmt.Errorf("rated: %w", err)
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

// checkGame returns an error for settings that do not describe a playable game.
func (s Settings) checkGame() error {
	graph, err := board.Named(s.Board)
	if err != nil {
		return err
	}
	if err := s.Rules.Check(); err != nil {
		return err
	}
	if err := s.Rules.CheckHandicap(graph, s.Handicap); err != nil {
		return err
	}
	if err := s.checkKomi(); err != nil {
		return err
	}
	if s.Private && (s.Public || s.Rated) {
		return errors.New("private: a rated or public match is open to everybody")
	}
	if s.Thinking < 0 || s.Thinking > MaxThinking {
		return fmt.Errorf("thinking %v: use 0 to %v", s.Thinking, MaxThinking)
	}
	if s.Start < 0 || s.Start > clock.MaxDuration {
		return fmt.Errorf("start %v: use 0 to %v", s.Start, clock.MaxDuration)
	}
	return s.Clock.Check()
}

// checkKomi returns an error for contradictory settings for komi, handicap and colours.
func (s Settings) checkKomi() error {
	flower := s.Rules.PaysKomiInStones()
	switch {
	case s.KomiBy != KomiGiven && s.KomiBy != KomiDivide && s.KomiBy != KomiOpen && s.KomiBy != KomiSecret:
		return fmt.Errorf("komi by %q: use divide, open or secret, or leave it out", s.KomiBy)
	case flower && s.Halves:
		return errors.New("halves with handicap FLOWER: komi is paid in stones there, so bids are whole")
	case s.Rules.CheckKomi() != nil:
		return s.Rules.CheckKomi()
	case s.Handicap > 0 && s.KomiBy != KomiGiven && !flower:
		return errors.New("a handicap gives Black away: leave out komiBy, or choose handicap FLOWER")
	case s.Weaker > board.White:
		return errors.New("weaker: use 1 for Black or 2 for White, or leave it out")
	case s.Weaker == board.White && !flower:
		return errors.New("the weaker player has Black: White only under handicap FLOWER")
	}
	return nil
}

// checkRated returns an error for a match that cannot be rated. Players need a rating, which guests
// and levels that depend on time do not have. The board and clock must belong to a rating pool, and
// the rules must be unchanged presets.
func (s Settings) checkRated() error {
	if !s.Rated {
		return nil
	}
	pool, ok := rating.PoolOf(s.Board, s.Clock.Speed())
	if !ok {
		return errors.New("use a Rosette board of base 3 or more, or a square board of 9, 13 or 19 lines, and a clock")
	}
	for _, c := range board.Colors {
		seat := s.Seat(c)
		_, fixed := rating.Level(pool.Family, seat.ID)
		switch {
		case seat.Kind == SeatGuest:
			return fmt.Errorf("%s is a guest: use a person with an account or a bot", c)
		case seat.Bot() && s.Seat(c.Opponent()).Bot():
			return errors.New("both seats are bots: use at least one person")
		case seat.Bot() && !fixed:
			return fmt.Errorf("%s is a bot of level %s, which has no fixed strength on this board", c, seat.ID)
		}
	}
	if s.Black.Actor() == s.White.Actor() {
		return errors.New("both seats are of one person: use two players")
	}
	return s.checkUsualRules()
}

// checkUsualRules returns an error if the rules differ from their preset in more than the komi.
func (s Settings) checkUsualRules() error {
	usual, err := game.Preset(s.Rules.Preset)
	if err != nil {
		return err
	}
	usual.Komi = s.Rules.Komi
	if s.Rules != usual {
		return fmt.Errorf("something was changed of the rules %s: use them as they are", usual.Preset)
	}
	return nil
}

// checkRatedKomi returns an error for a rated match whose komi is neither the preset's nor
// [FairKomi] nor agreed by the players. Under Flower, komi 0 gives Black to the weaker player.
func (s Settings) checkRatedKomi() error {
	usual, err := game.Preset(s.Rules.Preset)
	if err != nil || !s.Rated || s.KomiBy != KomiGiven {
		return nil // reopen reports an unknown preset
	}
	komi, free := s.Rules.Komi, usual.PaysKomiInStones() && s.Rules.Komi == 0
	if komi == usual.HandicapKomi(s.Handicap) || komi == UsualKomi(s.Board, usual, s.Handicap) || free {
		return nil
	}
	return fmt.Errorf("komi %v: use that of the rules, which is %v here", komi, usual.HandicapKomi(s.Handicap))
}
