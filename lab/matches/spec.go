package matches

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// SpecSyntax describes a player's syntax in one line.
const SpecSyntax = `[NAME = ] options of a built-in player, such as "level=8 visits=400", ` +
	`or the command of a GTP engine, such as "gnugo --mode gtp"`

// A Spec describes a player: options of a local player, or a GTP engine's command.
type Spec struct {
	Name string
	Text string // as written, with single spaces

	Clock Clock

	// For a local player.
	Config      configure.Config
	Seed        uint64 // distinguishes players with the same Config
	NeverResign bool
	OwnNetwork  bool // the options name a network

	// For a GTP engine.
	Command  []string      // the program and its arguments; empty for a local player
	MoveTime time.Duration // sent to the engine; 0 sends none
}

// A SpecReader parses player descriptions.
type SpecReader struct {
	Defaults    configure.Config // for local players
	ReadNetwork func(name string) (*neural.Network, error)
	ReadSize    func(text string) (bytes int, err error)
}

// An option is a setting of a player.
type option struct {
	takes     string // description of the value
	forEngine bool   // also valid for GTP engines
	set       func(r SpecReader, s *Spec, value string) error
}

// A describedError already describes a correct value.
type describedError struct{ error }

func (e describedError) Unwrap() error { return e.error }

// options holds all player options by name.
var options = map[string]option{
	"level": {"a level", false, func(_ SpecReader, s *Spec, value string) error {
		s.Config.Level = value
		if _, err := player.LevelNamed(value); err != nil {
			return describedError{err}
		}
		return nil
	}},
	"visits": {"a whole number", false, func(_ SpecReader, s *Spec, value string) (err error) {
		s.Config.Visits, err = strconv.Atoi(value)
		return err
	}},
	"threads": {"a whole number", false, func(_ SpecReader, s *Spec, value string) (err error) {
		s.Config.Threads, err = strconv.Atoi(value)
		return err
	}},
	"seed": {"a whole number from 0", false, func(_ SpecReader, s *Spec, value string) (err error) {
		s.Seed, err = strconv.ParseUint(value, 10, 64)
		return err
	}},
	"time": {"a duration such as 500ms or 2s", true, func(_ SpecReader, s *Spec, value string) (err error) {
		s.Config.Time, err = time.ParseDuration(value)
		s.MoveTime = s.Config.Time
		return err
	}},
	"clock": {
		"the main time of a game and, for a built-in player, what each move adds, such as 30s or 20s+1s", true,
		func(_ SpecReader, s *Spec, value string) (err error) {
			s.Clock, err = parseClock(value)
			s.Config.Time = 0 // overrides the default for all players
			return err
		},
	},
	"playouts": {
		"light, or names of " + strings.Join(playout.Replies(), ","), false,
		func(_ SpecReader, s *Spec, value string) error {
			s.Config.Tactics = []string{}
			if value != "light" {
				s.Config.Tactics = strings.Split(value, ",")
			}
			_, err := playout.NewWith(0, s.Config.Tactics...)
			return err
		},
	},
	"network": {"a file, or none for playouts", false, func(r SpecReader, s *Spec, value string) (err error) {
		s.OwnNetwork = value != "none"
		s.Config.Playouts, s.Config.Network = !s.OwnNetwork, nil
		if s.OwnNetwork {
			s.Config.NetworkName = value
			if s.Config.Network, err = r.ReadNetwork(value); err != nil {
				return describedError{err}
			}
		}
		return nil
	}},
	"memory": {"a size", false, func(r SpecReader, s *Spec, value string) (err error) {
		s.Config.Memory, err = r.ReadSize(value)
		return err
	}},
	"bits": {"8 or 32", false, func(_ SpecReader, s *Spec, value string) error {
		s.Config.Float32 = value == "32"
		if value != "8" && value != "32" {
			return errors.New("use 8 or 32")
		}
		return nil
	}},
	"resign": {"yes or no", false, func(_ SpecReader, s *Spec, value string) error {
		s.NeverResign = value == "no"
		if value != "no" && value != "yes" {
			return errors.New("use yes or no")
		}
		return nil
	}},
}

var (
	namePattern   = regexp.MustCompile(`^\s*(\S+)\s+=\s+(.*)$`)
	optionPattern = regexp.MustCompile(`^([a-z]+)=(.*)$`)
)

// Read parses a player. The error describes a correct value.
func (r SpecReader) Read(text string) (*Spec, error) {
	s := &Spec{Config: r.Defaults, Text: strings.Join(strings.Fields(text), " ")}
	if s.Config.Threads == 0 {
		s.Config.Threads = 1
	}
	if found := namePattern.FindStringSubmatch(text); found != nil {
		s.Name, text = found[1], found[2]
	}
	words, err := splitWords(text)
	if err != nil {
		return nil, err
	}
	n := 0
	for n < len(words) && optionPattern.MatchString(words[n]) {
		n++
	}
	s.Command = words[n:]
	if len(words) == 0 && s.Name == "" {
		return nil, errors.New("a player is " + SpecSyntax)
	}
	for _, word := range words[:n] {
		if err := r.setOption(s, optionPattern.FindStringSubmatch(word)); err != nil {
			return nil, err
		}
	}
	if s.Name == "" {
		s.Name = s.defaultName(words[:n])
	}
	return s, s.check()
}

// check returns an error if options contradict each other or are out of range.
func (s *Spec) check() error {
	switch {
	case len(s.Command) > 0 && s.MoveTime%time.Second != 0:
		return fmt.Errorf(
			"time=%v; GTP supports only whole seconds, such as 2s; or use the engine's own option",
			s.MoveTime,
		)
	case s.Clock != Clock{} && s.MoveTime > 0:
		return errors.New("time= and clock= exclude each other; use one of them")
	case len(s.Command) > 0 && (s.Clock.Increment > 0 || s.Clock.Main%time.Second != 0):
		return fmt.Errorf("clock=%v; GTP supports only whole seconds without increment, such as 30s", s.Clock)
	case s.OwnNetwork && s.Config.Tactics != nil:
		return errors.New("network= and playouts= exclude each other; use one of them")
	case s.OwnNetwork && !s.Config.UsesNetwork():
		return fmt.Errorf("a network plays at levels %s, not at level %s; use level=full", player.NetworkLevelRange(),
			s.Config.Level)
	}
	return s.Config.Check()
}

// setOption sets an option from a match of optionPattern.
func (r SpecReader) setOption(s *Spec, match []string) error {
	o, ok := options[match[1]]
	if !ok || len(s.Command) > 0 && !o.forEngine {
		known := slices.Sorted(maps.Keys(options))
		if len(s.Command) > 0 {
			known = slices.DeleteFunc(known, func(name string) bool { return !options[name].forEngine })
		}
		return fmt.Errorf("no option %s=; use %s", match[1], strings.Join(known, ", "))
	}
	err := o.set(r, s, match[2])
	if err == nil || errors.As(err, new(describedError)) {
		return err
	}
	return fmt.Errorf("%s; use %s", match[0], o.takes)
}

// defaultName names an engine after its program and a local player after its
// options.
func (s *Spec) defaultName(options []string) string {
	if len(s.Command) > 0 {
		return strings.TrimSuffix(filepath.Base(s.Command[0]), filepath.Ext(s.Command[0]))
	}
	short := slices.Clone(options)
	for i, word := range short {
		if file, ok := strings.CutPrefix(word, "network="); ok {
			short[i] = "network=" + strings.TrimSuffix(filepath.Base(file), ".rnet")
		}
	}
	return strings.NewReplacer("=", "-", " ", ",").Replace(strings.Join(short, " "))
}

// splitWords splits a command at white space; quotes group words. A backslash is an ordinary
// character, as in Windows file names.
func splitWords(text string) (all []string, err error) {
	var word strings.Builder
	begun, quote := false, rune(0)
	for _, r := range text {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote == 0 && (r == '"' || r == '\''):
			quote, begun = r, true
		case quote == 0 && unicode.IsSpace(r):
			if begun {
				all = append(all, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%s has an unmatched quote", text)
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}

// ReadAll parses players and numbers those with the same name.
func (r SpecReader) ReadAll(texts []string) (all []*Spec, err error) {
	taken := map[string]bool{}
	for _, text := range texts {
		s, err := r.Read(text)
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", text, err)
		}
		for base, n := s.Name, 2; taken[s.Name]; n++ {
			s.Name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[s.Name] = true
		all = append(all, s)
	}
	return all, nil
}

// Player returns the player. An engine has answerTimeout for each answer; judge names dead stones
// for local players.
func (s *Spec) Player(answerTimeout time.Duration, timer *CPUTimer, judge *deadstones.Cache) Player {
	if len(s.Command) > 0 {
		p := GTPEngine{
			Start: Command(s.Command), AnswerTimeout: answerTimeout, MoveTime: s.MoveTime, Clock: s.Clock,
		}.Player(s.Name)
		p.Clock = s.Clock
		return p
	}
	p := LocalPlayer{
		New: func(seed uint64) (Mover, error) {
			config := s.Config
			config.Seed = seed ^ s.Seed
			options := config.PlayerOptions()
			options.NeverResign = s.NeverResign
			p, err := player.New(options)
			return playerMover{p}, err
		},
		Judge: judge.Propose, Timer: timer, Weight: float64(s.Config.Cores()),
	}.Player(s.Name)
	p.Clock = s.Clock
	return p
}

// A playerMover adapts a computer player to matches.
type playerMover struct{ player *player.Player }

// Choose returns the player's choice.
func (m playerMover) Choose(ctx context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error) {
	choice, err := m.player.Choose(ctx, g, c, left)
	return Choice{Move: choice.Move, Resign: choice.Resign, Win: float64(choice.Win), HasWin: true}, err
}
