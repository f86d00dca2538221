package configure

import (
	"fmt"
	"strconv"
	"time"

	"rosette/engine/player"
)

// Parameters are the settings of a computer player that a controller may change during a game. They
// have KataGo's names and values.
type Parameters struct {
	Config        Config
	Ponder        bool    // search during the opponent's turn
	NeverResign   bool    // play lost games to the end
	WideRootNoise float64 // for analyses, 0 to 5
}

// A Parameter gives access to one of the [Parameters]. Get returns a number or a bool. Set returns
// an error that lists the allowed values.
type Parameter struct {
	Get func() any
	Set func(value string) error
}

// These are KataGo's values for unlimited maxVisits and maxTime, and its maximum wideRootNoise.
const (
	unlimitedVisits  = 1 << 50
	unlimitedTime    = 1e20
	maxWideRootNoise = 5
)

// Player returns a new player with these parameters, or the error from [Config.Check].
func (p *Parameters) Player() (*player.Player, error) {
	if err := p.Config.Check(); err != nil {
		return nil, err
	}
	options := p.Config.PlayerOptions()
	options.NeverResign = p.NeverResign
	return player.New(options)
}

// Analyzer returns an analyzer with these parameters. It searches each position with all threads.
func (p *Parameters) Analyzer() Analyzer {
	c := p.Config
	c.Threads = c.Cores()
	return Analyzer{Config: c, Noise: float32(p.WideRootNoise)}
}

// All returns the parameters by name. After changing a parameter, Set calls changed and returns its
// error.
func (p *Parameters) All(changed func() error) map[string]Parameter {
	all := map[string]Parameter{
		"maxVisits":             {p.visits, p.setVisits},
		"maxTime":               {p.seconds, p.setSeconds},
		"numSearchThreads":      {func() any { return p.Config.Cores() }, p.setThreads},
		"analysisWideRootNoise": {func() any { return p.WideRootNoise }, p.setWideRootNoise},
		"ponderingEnabled":      {func() any { return p.Ponder }, setBool(&p.Ponder, true)},
		"allowResignation":      {func() any { return !p.NeverResign }, setBool(&p.NeverResign, false)},
	}
	for name, parameter := range all {
		all[name] = Parameter{parameter.Get, func(value string) error {
			if err := parameter.Set(value); err != nil {
				return err
			}
			return changed()
		}}
	}
	return all
}

func (p *Parameters) visits() any {
	if p.Config.Visits == 0 {
		return unlimitedVisits
	}
	return p.Config.Visits
}

// setVisits sets the visit limit. It removes the limit if value is MaxVisits or more.
func (p *Parameters) setVisits(value string) error {
	n, err := strconv.ParseUint(value, 10, 63)
	if err != nil || n < 1 {
		return fmt.Errorf("%q; use a whole number from 1", value)
	}
	if p.Config.Visits = int(n); n >= MaxVisits {
		p.Config.Visits = 0
	}
	return nil
}

func (p *Parameters) seconds() any {
	if p.Config.Time == 0 {
		return unlimitedTime
	}
	return p.Config.Time.Seconds()
}

// setSeconds sets the time limit. It removes the limit if value is more than MaxTime.
func (p *Parameters) setSeconds(value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0) {
		return fmt.Errorf("%q; use seconds, such as 2.5", value)
	}
	if p.Config.Time = 0; x <= MaxTime.Seconds() {
		p.Config.Time = max(time.Millisecond, time.Duration(x*float64(time.Second)))
	}
	return nil
}

func (p *Parameters) setThreads(value string) error {
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > MaxThreads {
		return fmt.Errorf("%q; use 1 to %d", value, MaxThreads)
	}
	p.Config.Threads = n
	return nil
}

func (p *Parameters) setWideRootNoise(value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || !(x >= 0 && x <= maxWideRootNoise) {
		return fmt.Errorf("%q; use a number from 0 to %v", value, maxWideRootNoise)
	}
	p.WideRootNoise = x
	return nil
}

// setBool returns a function that sets *field to yes for "true" and to !yes for "false".
func setBool(field *bool, yes bool) func(value string) error {
	return func(value string) error {
		if value != "true" && value != "false" {
			return fmt.Errorf("%q; use true or false", value)
		}
		*field = (value == "true") == yes
		return nil
	}
}
