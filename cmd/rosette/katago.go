package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"rosette/engine/configure"
	"rosette/protocol/analysis"
)

// A katago is what KataGo's settings say that matters to a search of ours.
type katago struct {
	positions, threads int // at a time, and for each
	visits, line       int
	time               time.Duration
	doubt              float64
	noise, temperature float64
	view               analysis.View
	trusting           bool
	vain, unknown      []string
}

// mostSettings bounds a file of settings, in bytes.
const mostSettings = 1 << 20

// file reads settings, a line each; what follows # is a comment.
func (k *katago) file(name string) error {
	file, err := os.Open(name)
	if err != nil {
		return fmt.Errorf("--config: %w", err)
	}
	defer file.Close()
	lines := bufio.NewScanner(io.LimitReader(file, mostSettings))
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "@") {
			continue
		}
		if err := k.heed(fmt.Sprintf("%s, line %d", name, n), text); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w; name a file of settings", name, err)
	}
	return nil
}

// heed takes one setting, KEY = VALUE, that stands there.
func (k *katago) heed(where, text string) error {
	key, value, ok := strings.Cut(text, "=")
	key, value = strings.TrimSpace(key), strings.Trim(strings.TrimSpace(value), `"`)
	if !ok || key == "" {
		return fmt.Errorf("%s: %q is no setting; write KEY=VALUE", where, strings.TrimSpace(text))
	}
	set, ours := katagoSettings[key]
	switch {
	case ours:
		if err := set(k, value); err != nil {
			return fmt.Errorf("%s: %s: %w", where, key, err)
		}
	case analysis.KnownSetting(key):
		k.vain = append(k.vain, key)
	default:
		k.unknown = append(k.unknown, key)
	}
	return nil
}

// tell says which settings do nothing.
func (k *katago) tell(out io.Writer) {
	for _, idle := range []struct {
		what string
		keys []string
	}{{"have no effect here", k.vain}, {"are not known", k.unknown}} {
		if len(idle.keys) > 0 {
			slices.Sort(idle.keys)
			fmt.Fprintf(out, "rosette: these settings %s: %s\n", idle.what, plain("%s", strings.Join(slices.Compact(idle.keys), ", ")))
		}
	}
}

// katagoSettings are those that matter; add a line to teach one.
var katagoSettings = map[string]func(*katago, string) error{
	"numAnalysisThreads":                whole(configure.MaxThreads, func(k *katago, n int) { k.positions = n }),
	"numSearchThreadsPerAnalysisThread": whole(configure.MaxThreads, func(k *katago, n int) { k.threads = n }),
	"numSearchThreads":                  whole(configure.MaxThreads, func(k *katago, n int) { k.threads = n }),
	"maxVisits":                         whole(configure.MaxVisits, func(k *katago, n int) { k.visits = n }),
	"maxPlayouts":                       whole(configure.MaxVisits, func(k *katago, n int) { k.visits = n }),
	"analysisPVLen":                     whole(1000, func(k *katago, n int) { k.line = n }),
	"maxTime": func(k *katago, text string) error {
		seconds, err := strconv.ParseFloat(text, 64)
		if err != nil || !(seconds > 0) {
			return fmt.Errorf("%q; use seconds, such as 10.5", text)
		}
		k.time = time.Duration(min(seconds, configure.MaxTime.Seconds()) * float64(time.Second))
		return nil
	},
	"wideRootNoise": func(k *katago, text string) (err error) {
		k.noise, err = analysis.ParseBounded("wideRootNoise", text)
		return err
	},
	"rootPolicyTemperature": func(k *katago, text string) (err error) {
		k.temperature, err = analysis.ParseBounded("rootPolicyTemperature", text)
		return err
	},
	"lcbStdevs": func(k *katago, text string) (err error) {
		k.doubt, err = analysis.ParseLCBStdevs(text)
		return err
	},
	"reportAnalysisWinratesAs": func(k *katago, text string) (err error) {
		k.view, err = analysis.ParseView(text)
		return err
	},
	"warnUnusedFields": func(k *katago, text string) error {
		warn, err := strconv.ParseBool(strings.ToLower(text))
		if err != nil {
			return fmt.Errorf("%q; use true or false", text)
		}
		k.trusting = !warn
		return nil
	},
}

// whole reads a number from 1; one that is larger than most is most.
func whole(most int, set func(*katago, int)) func(*katago, string) error {
	return func(k *katago, text string) error {
		n, err := strconv.ParseUint(text, 10, 63)
		if err != nil || n < 1 {
			return fmt.Errorf("%q; use a whole number from 1", text)
		}
		set(k, int(min(n, uint64(most))))
		return nil
	}
}
