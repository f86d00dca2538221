package main

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
	"rosette/engine/matches"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// howToName says how contestants are written.
const howToName = `[NAME = ] options of an own player, such as "level=8 visits=400", or the command of a GTP engine, such as "gnugo --mode gtp"`

// A contestant is a player as flags and files name it.
type contestant struct {
	name    string
	config  configure.Config // of an own player
	seed    uint64
	keep    bool
	network bool          // it was given one
	engine  []string      // the command of an engine
	told    time.Duration // a move, for an engine
	text    string        // what was asked for, to compare
}

// contestantOptions are what may stand before a command or alone; add a line to
// teach one. Forengine tells whether engines take it.
var contestantOptions = map[string]struct {
	takes     string
	forEngine bool
	set       func(f *flags, c *contestant, value string) error
}{
	"level": {"a level", false, func(_ *flags, c *contestant, value string) error {
		c.config.Level = value
		if _, err := player.LevelNamed(value); err != nil {
			return usageError{err}
		}
		return nil
	}},
	"visits": {takes["int"], false, func(_ *flags, c *contestant, value string) (err error) {
		c.config.Visits, err = strconv.Atoi(value)
		return err
	}},
	"threads": {takes["int"], false, func(_ *flags, c *contestant, value string) (err error) {
		c.config.Threads, err = strconv.Atoi(value)
		return err
	}},
	"seed": {takes["uint64"], false, func(_ *flags, c *contestant, value string) (err error) {
		c.seed, err = strconv.ParseUint(value, 10, 64)
		return err
	}},
	"time": {takes["duration"], true, func(_ *flags, c *contestant, value string) (err error) {
		c.config.Time, err = time.ParseDuration(value)
		c.told = c.config.Time
		return err
	}},
	"playouts": {"light, or names of " + strings.Join(playout.Replies(), ","), false, func(_ *flags, c *contestant, value string) error {
		c.config.Tactics = []string{}
		if value != "light" {
			c.config.Tactics = strings.Split(value, ",")
		}
		_, err := playout.NewWith(0, c.config.Tactics...)
		return err
	}},
	"network": {"a file, or none for playouts", false, func(f *flags, c *contestant, value string) (err error) {
		c.config.Playouts, c.network, c.config.Network = value == noNetwork, value != noNetwork, nil
		if c.network {
			c.config.NetworkName = value
			c.config.Network, err = f.networks.read(value)
		}
		return err
	}},
	"memory": {"a size", false, func(_ *flags, c *contestant, value string) error {
		var n size
		err := n.Set(value)
		c.config.Memory = int(n)
		return err
	}},
	"resign": {"yes or no", false, func(_ *flags, c *contestant, value string) error {
		c.keep = value == "no"
		if value != "no" && value != "yes" {
			return errors.New("use yes or no")
		}
		return nil
	}},
}

var (
	named  = regexp.MustCompile(`^\s*(\S+)\s+=\s+(.*)$`)
	option = regexp.MustCompile(`^([a-z]+)=(.*)$`)
)

// contestantOf reads a contestant.
func (f *flags) contestantOf(text string) (*contestant, error) {
	c := &contestant{config: f.config, text: strings.Join(strings.Fields(text), " ")}
	if c.config.Threads == 0 {
		c.config.Threads = 1
	}
	if found := named.FindStringSubmatch(text); found != nil {
		c.name, text = found[1], found[2]
	}
	all, err := words(text)
	if err != nil {
		return nil, err
	}
	given := 0
	for given < len(all) && option.MatchString(all[given]) {
		given++
	}
	c.engine = all[given:]
	if len(all) == 0 && c.name == "" {
		return nil, errors.New("a player is " + howToName)
	}
	for _, word := range all[:given] {
		if err := c.take(f, option.FindStringSubmatch(word)); err != nil {
			return nil, err
		}
	}
	if len(c.engine) > 0 && c.told%time.Second != 0 {
		return nil, fmt.Errorf("time=%v; GTP tells engines whole seconds: use one such as 2s, or an option of the engine's own", c.told)
	}
	if c.network && c.config.Tactics != nil {
		return nil, errors.New("network= and playouts= contradict each other; leave one out")
	}
	if c.network && !c.config.UsesNetwork() {
		return nil, fmt.Errorf("a network plays at levels %s, not at level %s; use level=full", player.LearnedWords(), c.config.Level)
	}
	if c.name == "" {
		c.name = c.calledAfter(all[:given])
	}
	if err := c.config.Check(); err != nil {
		return nil, flagNamed(err)
	}
	return c, nil
}

// take reads one option.
func (c *contestant) take(f *flags, parts []string) error {
	o, ok := contestantOptions[parts[1]]
	if !ok || len(c.engine) > 0 && !o.forEngine {
		known := slices.Sorted(maps.Keys(contestantOptions))
		if len(c.engine) > 0 {
			known = slices.DeleteFunc(known, func(name string) bool { return !contestantOptions[name].forEngine })
		}
		return fmt.Errorf("%s= is no option here; use %s", parts[1], strings.Join(known, ", "))
	}
	if err := o.set(f, c, parts[2]); err != nil {
		if errors.As(err, new(usageError)) { // it says what would be right
			return err
		}
		return fmt.Errorf("%s; use %s", parts[0], o.takes)
	}
	return nil
}

// calledAfter makes a name: of an engine its program's, of an own player its
// options'.
func (c *contestant) calledAfter(options []string) string {
	if len(c.engine) > 0 {
		return strings.TrimSuffix(filepath.Base(c.engine[0]), filepath.Ext(c.engine[0]))
	}
	short := slices.Clone(options)
	for i, word := range short {
		if file, ok := strings.CutPrefix(word, "network="); ok {
			short[i] = "network=" + strings.TrimSuffix(filepath.Base(file), networkSuffix)
		}
	}
	return strings.NewReplacer("=", "-", " ", ",").Replace(strings.Join(short, " "))
}

// words splits a command; quotes hold words together.
func words(text string) (all []string, err error) {
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
		return nil, fmt.Errorf("%s has a quote without its other half", text)
	}
	if begun {
		all = append(all, word.String())
	}
	return all, nil
}

// contestants reads all of them and gives twins names of their own.
func (f *flags) contestants(texts []string) (all []*contestant, err error) {
	taken := map[string]bool{}
	for _, text := range texts {
		c, err := f.contestantOf(text)
		if err != nil {
			return nil, usageError{fmt.Errorf("player %q: %w", text, err)}
		}
		for base, n := c.name, 2; taken[c.name]; n++ {
			c.name = fmt.Sprintf("%s-%d", base, n)
		}
		taken[c.name] = true
		all = append(all, c)
	}
	return all, nil
}

// enter makes a contestant of a match.
func (c *contestant) enter(patience time.Duration, m *matches.Meter, judge *deadstones.Cache) matches.Contestant {
	if len(c.engine) > 0 {
		return matches.Engine{Start: starter(c.engine), Patience: patience, Move: c.told}.Contestant(c.name)
	}
	return matches.Own{
		New: func(seed uint64) (matches.Thinker, error) {
			config := c.config
			config.Seed = seed ^ c.seed
			options := config.PlayerOptions()
			options.Keep = c.keep
			b, err := player.New(options)
			return rival{b}, err
		},
		Judge: judge.Dead, Meter: m, Weight: float64(c.config.Cores()),
	}.Contestant(c.name)
}

// A rival is a player that plays in a match.
type rival struct{ *player.Bot }

// Think returns the player's choice.
func (r rival) Think(ctx context.Context, g *game.Game, c board.Color) (matches.Choice, error) {
	choice, err := r.Choose(ctx, g, c, engine.Time{})
	return matches.Choice{Move: choice.Move, Resign: choice.Resign, Win: float64(choice.Win), Says: true}, err
}
