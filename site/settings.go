package site

import (
	crypto "crypto/rand"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/quote"
)

// colors are the words of the form for who plays what.
var colors = map[string]func() board.Color{
	"black":  func() board.Color { return board.Black },
	"white":  func() board.Color { return board.White },
	"random": func() board.Color { return board.Colors[rand.IntN(2)] },
}

// talks are the ways to a komi by their words in the form.
var talks = map[string]play.KomiBy{
	"rules": play.KomiGiven, "number": play.KomiGiven,
	"divide": play.KomiDivide, "open": play.KomiOpen, "secret": play.KomiSecret,
}

// fields fill in settings from a form, in an order in which each finds what it
// needs; add a line to teach one.
var fields = []struct {
	name string
	fill func(*site, url.Values, *play.Settings) error
}{
	{"board", (*site).fillBoard},
	{"rules", (*site).fillRules},
	{"komiBy", (*site).fillTalk},
	{"handicap", (*site).fillHandicap},
	{"weaker", (*site).fillWeaker},
	{"komi", (*site).fillKomi},
	{"clock", (*site).fillClock},
}

// settings reads the form; guest is the ID of this browser. Every error is a
// misfit.
func (s *site) settings(form url.Values, guest string, now time.Time) (play.Settings, error) {
	agreed := play.Settings{TieBreakSeed: lot()}
	for _, f := range fields {
		if err := f.fill(s, form, &agreed); err != nil {
			return agreed, misfit{f.name, sentence(err)}
		}
	}
	seating, ok := seatings[or(form.Get("opponent"), "computer")]
	if !ok {
		return agreed, misfit{"opponent", fmt.Sprintf("No opponent %q: use computer or people.", quote.Clip(form.Get("opponent"), 40))}
	}
	if err := seating(s, form, guest, &agreed); err != nil {
		return agreed, err
	}
	if _, err := play.Open(agreed, now); err != nil {
		return agreed, misfit{"rules", sentence(err)}
	}
	return agreed, nil
}

// lot returns the luck that equal secret bids are settled by.
func lot() uint64 {
	var bits [8]byte
	crypto.Read(bits[:]) // never fails; the process ends if the system has no luck left
	return binary.LittleEndian.Uint64(bits[:])
}

// seatings put people and programs on their seats, by the opponent of the form.
var seatings = map[string]func(*site, url.Values, string, *play.Settings) error{
	"computer": (*site).seatComputer,
	"people":   (*site).seatPeople,
}

func (s *site) seatComputer(form url.Values, guest string, agreed *play.Settings) error {
	pick, ok := colors[or(form.Get("color"), "random")]
	if !ok {
		return misfit{"color", fmt.Sprintf("No color %q: use black, white or random.", quote.Clip(form.Get("color"), 40))}
	}
	level, err := s.level(form.Get("level"))
	if err != nil {
		return misfit{"level", sentence(err)}
	}
	agreed.Black = play.Seat{Kind: play.SeatGuest, ID: guest, Name: "Player"}
	agreed.White = play.Seat{Kind: play.SeatBot, ID: level, Name: "Rosette"}
	if pick() == board.White {
		agreed.Black, agreed.White = agreed.White, agreed.Black
	}
	return nil
}

// seatPeople gives both seats to this browser.
func (s *site) seatPeople(form url.Values, guest string, agreed *play.Settings) error {
	usual := []string{"Black", "White"}
	if agreed.KomiBy != play.KomiGiven { // nobody knows the colours yet
		usual = []string{"Player 1", "Player 2"}
	}
	for i, seat := range []*play.Seat{&agreed.Black, &agreed.White} {
		field := []string{"black", "white"}[i]
		name, err := nameOf(form.Get(field))
		if err != nil {
			return misfit{field, sentence(err)}
		}
		*seat = play.Seat{Kind: play.SeatGuest, ID: guest, Name: or(name, usual[i])}
	}
	if agreed.Black.Name == agreed.White.Name {
		return misfit{"white", fmt.Sprintf("Both players are called %q: use two names.", agreed.White.Name)}
	}
	return nil
}

// maxName bounds the name of a player, in characters.
const maxName = 16

// nameOf reads a name as people write one.
func nameOf(text string) (string, error) {
	name := strings.Join(strings.Fields(text), " ")
	odd := func(r rune) bool { return !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if len([]rune(name)) > maxName || strings.ContainsFunc(name, odd) {
		return "", fmt.Errorf("name %q: use up to %d letters", quote.Clip(name, 40), maxName)
	}
	return name, nil
}

func (s *site) fillBoard(form url.Values, agreed *play.Settings) error {
	g, err := s.board(form.Get("board"))
	if err == nil {
		agreed.Board, agreed.Rules = g.Name(), game.DefaultRules(g)
	}
	return err
}

func (s *site) fillRules(form url.Values, agreed *play.Settings) error {
	name := form.Get("rules")
	if name == "" {
		return nil // the board's own
	}
	for _, f := range families {
		for _, r := range f.Rulesets {
			if r == name {
				rules, err := game.Preset(name)
				agreed.Rules = rules
				return err
			}
		}
	}
	return fmt.Errorf("no ruleset %q is offered here: choose one of the list", quote.Clip(name, 40))
}

func (s *site) fillTalk(form url.Values, agreed *play.Settings) error {
	by, ok := talks[or(form.Get("komiBy"), "number")]
	if !ok {
		return fmt.Errorf("no way to a komi %q: use rules, number, divide, open or secret", quote.Clip(form.Get("komiBy"), 40))
	}
	agreed.KomiBy = by
	agreed.Halves = by != play.KomiGiven && agreed.Rules.Handicap != game.HandicapFlower
	return nil
}

// mostHandicap is the most that the form offers.
const mostHandicap = 9

func (s *site) fillHandicap(form url.Values, agreed *play.Settings) error {
	text := or(form.Get("handicap"), "0")
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > mostHandicap {
		return fmt.Errorf("handicap %q: use 0 to %d stones", quote.Clip(text, 40), mostHandicap)
	}
	g, err := s.board(agreed.Board)
	if err != nil {
		return err
	}
	title := rulesTitle("en", agreed.Rules.Preset)
	switch {
	case n > 0 && agreed.Rules.Handicap == game.HandicapNone:
		return fmt.Errorf("%s has no handicap: choose none, or other rules", title)
	case n > 0 && agreed.KomiBy != play.KomiGiven && agreed.Rules.Handicap != game.HandicapFlower:
		return fmt.Errorf("a handicap gives Black away, so there is nothing to bid for: choose no handicap, or another way to komi")
	}
	agreed.Handicap = n
	return agreed.Rules.CheckHandicap(g, n)
}

// fillWeaker reads whose handicap it is, which Flower alone leaves open.
func (s *site) fillWeaker(form url.Values, agreed *play.Settings) error {
	weaker := map[string]board.Color{"black": board.Black, "white": board.White}
	c, ok := weaker[or(form.Get("weaker"), "black")]
	if !ok {
		return fmt.Errorf("no weaker player %q: use black or white", quote.Clip(form.Get("weaker"), 40))
	}
	if agreed.Handicap > 0 && agreed.Rules.Handicap == game.HandicapFlower {
		agreed.Weaker = c
	}
	return nil
}

// number is how people write one; strconv would take 1e1 and 0x5p0 as well.
var number = regexp.MustCompile(`^[+-]?[0-9]{1,4}([.,][0-9]{1,3})?$`)

// fillKomi reads a number where komi is one; nothing leaves it to the rules.
func (s *site) fillKomi(form url.Values, agreed *play.Settings) error {
	text := strings.Replace(strings.TrimSpace(form.Get("komi")), "−", "-", 1)
	rules := &agreed.Rules
	if by := form.Get("komiBy"); text == "" || by != "" && by != "number" {
		rules.Komi = rules.HandicapKomi(agreed.Handicap)
		return nil
	}
	value, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
	if err != nil || !number.MatchString(text) {
		return fmt.Errorf("komi %q: use a whole or half number such as 5.5, or leave it empty", quote.Clip(text, 40))
	}
	rules.Komi = value
	if rules.Handicap == game.HandicapFlower && value != float64(int(value)) {
		return fmt.Errorf("komi %v: under Flower it is paid in stones, so use a whole number", value)
	}
	return rules.Check()
}

func (s *site) fillClock(form url.Values, agreed *play.Settings) (err error) {
	agreed.Clock, err = clock.ParseControl(or(form.Get("clock"), "none"))
	return err
}
