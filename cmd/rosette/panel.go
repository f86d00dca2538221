package main

import (
	"errors"
	"fmt"
	"strconv"
	"time"

	"rosette/engine/configure"
	"rosette/engine/player"
	"rosette/protocol/analysis"
	"rosette/protocol/gtp"
)

// A panel is how the computer of a GTP session plays, and what a controller may
// change of it.
type panel struct {
	flags   *flags
	config  configure.Config
	session *gtp.Session
	ponder  bool
	keep    bool // never resign
	noise   float64
}

// seat lets a computer of these settings play and think from now on.
func (p *panel) seat() error {
	p.config.Seed = p.flags.randomSeed()
	options := p.config.PlayerOptions()
	options.NeverResign = p.keep
	player, err := player.New(options)
	if err != nil {
		return usageError{err}
	}
	analyzer := p.config
	analyzer.Threads = p.config.Cores()
	p.session.Player, p.session.Analyzer, p.session.Ponderer = mover{player}, configure.Analyzer{Config: analyzer, Noise: float32(p.noise)}, nil
	if p.ponder {
		p.session.Ponderer = player
	}
	return nil
}

// KataGo's numbers where nothing bounds a move.
const (
	unboundVisits = 1 << 50
	unboundTime   = 1e20
)

// dials are the parameters that there are; add a line to teach one.
func (p *panel) dials() map[string]gtp.Parameter {
	return map[string]gtp.Parameter{
		"maxVisits": {
			Get: func() any { return or(p.config.Visits, unboundVisits) },
			Set: p.turn(func(text string) error {
				n, err := strconv.ParseUint(text, 10, 63)
				if err != nil || n < 1 {
					return fmt.Errorf("%q; use a whole number from 1", text)
				}
				if p.config.Visits = int(n); n >= configure.MaxVisits {
					p.config.Visits = 0
				}
				return nil
			}),
		},
		"maxTime": {
			Get: func() any { return or(p.config.Time.Seconds(), unboundTime) },
			Set: p.turn(func(text string) error {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil || !(x >= 0) {
					return fmt.Errorf("%q; use seconds, such as 2.5", text)
				}
				if p.config.Time = 0; x <= configure.MaxTime.Seconds() {
					p.config.Time = max(time.Millisecond, time.Duration(x*float64(time.Second)))
				}
				return nil
			}),
		},
		"numSearchThreads": {
			Get: func() any { return p.config.Cores() },
			Set: p.turn(func(text string) error {
				n, err := strconv.Atoi(text)
				if err != nil || n < 1 || n > configure.MaxThreads {
					return fmt.Errorf("%q; use 1 to %d", text, configure.MaxThreads)
				}
				p.config.Threads = n
				return nil
			}),
		},
		"analysisWideRootNoise": {
			Get: func() any { return p.noise },
			Set: p.turn(func(text string) (err error) {
				p.noise, err = analysis.ParseBounded("wideRootNoise", text)
				return err
			}),
		},
		"ponderingEnabled": {
			Get: func() any { return p.ponder },
			Set: p.turn(truth(func(yes bool) { p.ponder = yes })),
		},
		"allowResignation": {
			Get: func() any { return !p.keep },
			Set: p.turn(truth(func(yes bool) { p.keep = !yes })),
		},
	}
}

// turn makes a dial that seats another computer once it is turned.
func (p *panel) turn(set func(string) error) func(string) error {
	return func(text string) error {
		if err := set(text); err != nil {
			return err
		}
		return p.seat()
	}
}

// truth reads true or false.
func truth(set func(bool)) func(string) error {
	return func(text string) error {
		if text != "true" && text != "false" {
			return errors.New(strconv.Quote(text) + "; use true or false")
		}
		set(text == "true")
		return nil
	}
}

// or is x unless that is zero.
func or[N int | float64](x, instead N) N {
	if x == 0 {
		return instead
	}
	return x
}
