package gtp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"rosette/internal/quote"
)

// A Parameter is an engine setting that a controller can read and change during a session. Get
// returns a number, a bool or a string. Set returns an error that describes the allowed values.
type Parameter struct {
	Get func() any
	Set func(value string) error
}

func (s *Session) parameterNames() []string { return slices.Sorted(maps.Keys(s.Parameters)) }

func (s *Session) listParams(context.Context, []string) (string, error) {
	return strings.Join(s.parameterNames(), " "), nil
}

func (s *Session) parameter(name string) (Parameter, error) {
	d, ok := s.Parameters[name]
	if !ok && len(s.Parameters) == 0 {
		return d, fmt.Errorf("no parameter %q; this engine has no parameters", quote.Clip(name, 40))
	}
	if !ok {
		return d, fmt.Errorf("no parameter %q; use %s", quote.Clip(name, 40), strings.Join(s.parameterNames(), ", "))
	}
	return d, nil
}

func (s *Session) getParam(_ context.Context, args []string) (string, error) {
	d, err := s.parameter(args[0])
	if err != nil {
		return "", err
	}
	return fmt.Sprint(d.Get()), nil
}

func (s *Session) getParams(context.Context, []string) (string, error) {
	all := map[string]any{}
	for name, d := range s.Parameters {
		all[name] = d.Get()
	}
	text, err := json.Marshal(all)
	return string(text), err
}

// maxParameterValue is the largest length of a value in bytes.
const maxParameterValue = 64

func (s *Session) setParam(_ context.Context, args []string) (string, error) {
	d, err := s.parameter(args[0])
	if err != nil {
		return "", err
	}
	if len(args[1]) > maxParameterValue {
		return "", fmt.Errorf("%s has %d bytes; use at most %d", args[0], len(args[1]), maxParameterValue)
	}
	if err := d.Set(args[1]); err != nil {
		return "", fmt.Errorf("%s %w", args[0], err)
	}
	return "", nil
}

// setParams sets all parameters, or none: if a value is refused, the parameters set before it are
// restored.
func (s *Session) setParams(ctx context.Context, args []string) (string, error) {
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
		was, err := s.getParam(ctx, []string{name})
		if err == nil {
			_, err = s.setParam(ctx, []string{name, value})
		}
		if err != nil {
			for _, back := range undo {
				if _, wrong := s.setParam(ctx, back); wrong != nil {
					return "", wrong
				}
			}
			return "", err
		}
		undo = append(undo, []string{name, was})
	}
	return "", nil
}
