package analysis

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Config holds the settings from KataGo's configuration that affect a [Service]. A zero field
// means that the setting is absent.
type Config struct {
	Positions int // searched concurrently
	Threads   int // per position
	Visits    int
	Time      time.Duration
	PVLen     int
	LCBStdevs float64

	WideRootNoise         float64
	PruneSymmetries       bool
	RootPolicyTemperature float64

	View               View
	IgnoreUnusedFields bool

	Unused  []string // KataGo settings without effect here
	Unknown []string // settings unknown to KataGo
}

// Limits. A larger value is reduced to the limit.
const (
	maxThreads = 256
	maxPVLen   = 1000
	maxTime    = 24 * time.Hour
)

// maxConfig is the largest size of a configuration file in bytes. The rest is ignored.
const maxConfig = 1 << 20

// ReadConfig reads the files and then the overrides, as with KataGo's flags -config and
// -override-config. Each text of overrides holds settings separated by commas.
func ReadConfig(files, overrides []string) (*Config, error) {
	c := &Config{}
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("--config: %w", err)
		}
		if err := errors.Join(c.Read(file, name), file.Close()); err != nil {
			return nil, err
		}
	}
	for _, text := range overrides {
		for setting := range strings.SplitSeq(text, ",") {
			if err := c.Set(setting); err != nil {
				return nil, fmt.Errorf("--override-config: %w", err)
			}
		}
	}
	return c, nil
}

// Read reads a configuration file: a setting per line, comments after #. Name is for errors.
func (c *Config) Read(in io.Reader, name string) error {
	lines := bufio.NewScanner(io.LimitReader(in, maxConfig))
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "@") {
			continue
		}
		if err := c.Set(text); err != nil {
			return fmt.Errorf("%s, line %d: %w", name, n, err)
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w; use a settings file", name, err)
	}
	return nil
}

// Set applies a setting, written KEY = VALUE.
func (c *Config) Set(text string) error {
	key, value, ok := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
	if !ok || key == "" {
		return fmt.Errorf("%q is not a setting; write KEY=VALUE", strings.TrimSpace(text))
	}
	set, used := configSettings[key]
	switch {
	case used:
		if err := set(c, value); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	case knownSetting(key):
		c.Unused = append(c.Unused, key)
	default:
		c.Unknown = append(c.Unknown, key)
	}
	return nil
}

// Warnings returns a line about unused settings and one about unknown settings, if there are any.
func (c *Config) Warnings() (lines []string) {
	for _, without := range []struct {
		what string
		keys []string
	}{{"have no effect here", c.Unused}, {"are not known", c.Unknown}} {
		if keys := slices.Compact(slices.Sorted(slices.Values(without.keys))); len(keys) > 0 {
			lines = append(lines, fmt.Sprintf("these settings %s: %s", without.what, strings.Join(keys, ", ")))
		}
	}
	return lines
}

// Service returns a service with the configuration, but without an analyzer.
func (c *Config) Service() *Service {
	return &Service{
		Positions: c.Positions, Visits: c.Visits, Time: c.Time, PVLen: c.PVLen, LCBStdevs: c.LCBStdevs,
		WideRootNoise: float32(c.WideRootNoise), RootPolicyTemperature: float32(c.RootPolicyTemperature),
		PruneSymmetries: c.PruneSymmetries, View: c.View, IgnoreUnusedFields: c.IgnoreUnusedFields,
	}
}

// configSettings are the configuration settings with an effect here.
var configSettings = map[string]func(*Config, string) error{
	"numAnalysisThreads":                setInt(maxThreads, func(c *Config) *int { return &c.Positions }),
	"numSearchThreadsPerAnalysisThread": setInt(maxThreads, func(c *Config) *int { return &c.Threads }),
	"numSearchThreads":                  setInt(maxThreads, func(c *Config) *int { return &c.Threads }),
	"maxVisits":                         setInt(maxVisits, func(c *Config) *int { return &c.Visits }),
	"maxPlayouts":                       setInt(maxVisits, func(c *Config) *int { return &c.Visits }),
	"analysisPVLen":                     setInt(maxPVLen, func(c *Config) *int { return &c.PVLen }),
	"maxTime": func(c *Config, value string) error {
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || !(x > 0) {
			return fmt.Errorf("%q; use seconds, such as 10.5", value)
		}
		c.Time = time.Duration(min(x, maxTime.Seconds()) * float64(time.Second))
		return nil
	},
	"wideRootNoise": func(c *Config, value string) (err error) {
		c.WideRootNoise, err = parseBounded("wideRootNoise", value)
		return err
	},
	"rootSymmetryPruning": func(c *Config, value string) (err error) {
		c.PruneSymmetries, err = parseSwitch(value)
		return err
	},
	"rootPolicyTemperature": func(c *Config, value string) (err error) {
		c.RootPolicyTemperature, err = parseBounded("rootPolicyTemperature", value)
		return err
	},
	"lcbStdevs": func(c *Config, value string) (err error) {
		c.LCBStdevs, err = parseLCBStdevs(value)
		return err
	},
	"reportAnalysisWinratesAs": func(c *Config, value string) (err error) {
		c.View, err = parseView(value)
		return err
	},
	"warnUnusedFields": func(c *Config, value string) error {
		warn, err := strconv.ParseBool(strings.ToLower(value))
		if err != nil {
			return fmt.Errorf("%q; use true or false", value)
		}
		c.IgnoreUnusedFields = !warn
		return nil
	},
}

// setInt returns a function that sets a field to a number of at least 1, limited to most.
func setInt(most int, field func(*Config) *int) func(*Config, string) error {
	return func(c *Config, value string) error {
		n, err := strconv.ParseUint(value, 10, 63)
		if err != nil || n < 1 {
			return fmt.Errorf("%q; use a whole number from 1", value)
		}
		*field(c) = int(min(n, uint64(most)))
		return nil
	}
}

// DoubleDashes returns command-line arguments with two dashes before KataGo's flags, which have
// only one in KataGo.
func DoubleDashes(args []string) (all []string) {
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		if slices.Contains(singleDashFlags, name) {
			arg = "-" + arg
		}
		all = append(all, arg)
	}
	return all
}

// singleDashFlags are the flags of KataGo's analysis command.
var singleDashFlags = []string{
	"-config", "-override-config", "-model", "-human-model", "-analysis-threads", "-quit-without-waiting",
}
