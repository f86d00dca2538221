package gtp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/quote"
)

// A Dial is what a controller may look at and turn while a session runs. What it
// shows is a number, a truth or a text.
type Dial struct {
	Show func() any
	Turn func(value string) error
}

func init() {
	maps.Copy(commands, map[string]word{
		"kata-list-params": {"", 0, 0, (*Session).listDials},
		"kata-get-param":   {"NAME", 1, 1, (*Session).showDial},
		"kata-get-params":  {"", 0, 0, (*Session).showDials},
		"kata-set-param":   {"NAME VALUE", 2, 2, (*Session).turnDial},
		"kata-set-params":  {"JSON", 1, many, (*Session).turnDials},
	})
}

func (s *Session) dialNames() []string { return slices.Sorted(maps.Keys(s.Dials)) }

func (s *Session) listDials(context.Context, []string) (string, error) {
	return strings.Join(s.dialNames(), " "), nil
}

func (s *Session) dial(name string) (Dial, error) {
	d, ok := s.Dials[name]
	if !ok && len(s.Dials) == 0 {
		return d, fmt.Errorf("no parameter %q; there is none to set", quote.Clip(name, 40))
	}
	if !ok {
		return d, fmt.Errorf("no parameter %q; use %s", quote.Clip(name, 40), strings.Join(s.dialNames(), ", "))
	}
	return d, nil
}

func (s *Session) showDial(_ context.Context, args []string) (string, error) {
	d, err := s.dial(args[0])
	if err != nil {
		return "", err
	}
	return fmt.Sprint(d.Show()), nil
}

func (s *Session) showDials(context.Context, []string) (string, error) {
	all := map[string]any{}
	for name, d := range s.Dials {
		all[name] = d.Show()
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// longestValue bounds what a dial is told, in bytes.
const longestValue = 64

func (s *Session) turnDial(_ context.Context, args []string) (string, error) {
	d, err := s.dial(args[0])
	if err != nil {
		return "", err
	}
	if len(args[1]) > longestValue {
		return "", fmt.Errorf("%s is told %d bytes; use at most %d", args[0], len(args[1]), longestValue)
	}
	if err := d.Turn(args[1]); err != nil {
		return "", fmt.Errorf("%s %w", args[0], err)
	}
	return "", nil
}

// turnDials turns many, or none: what one has refused leaves the others as they
// were.
func (s *Session) turnDials(ctx context.Context, args []string) (string, error) {
	var values map[string]json.RawMessage
	if json.Unmarshal([]byte(strings.Join(args, " ")), &values) != nil || values == nil {
		return "", errSyntax
	}
	var undo [][]string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := string(values[name])
		if text := ""; json.Unmarshal(values[name], &text) == nil && value != "null" {
			value = text
		}
		was, err := s.showDial(ctx, []string{name})
		if err == nil {
			_, err = s.turnDial(ctx, []string{name, value})
		}
		if err != nil {
			for _, back := range undo {
				if _, wrong := s.turnDial(ctx, back); wrong != nil {
					return "", wrong
				}
			}
			return "", err
		}
		undo = append(undo, []string{name, was})
	}
	return "", nil
}
