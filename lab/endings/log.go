package endings

import (
	"errors"
	"fmt"

	"rosette/internal/runlog"
)

// A Log holds an exam's results from an earlier run and stores new ones. The zero Log is empty and
// stores nothing.
type Log[T any] struct {
	Known    []T
	Progress func(done int) // called with the number of results so far, if not nil

	file       *runlog.Log
	version    string
	conditions string
}

// A logLine is a line in the file.
type logLine[T any] struct {
	Version    string `json:"version"` // program version
	Conditions string `json:"of"`      // the positions, or the options for the games
	Result     T      `json:"result"`
}

// Open opens a file, reads its results, and appends new ones until Close. It fails if the results
// belong to another program version or to other conditions. Without a name it does nothing.
func (l *Log[T]) Open(name, version, conditions string) error {
	if name == "" {
		return nil
	}
	file, contents, err := runlog.Open(name)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	lines, err := runlog.Decode[logLine[T]](contents)
	for _, line := range lines {
		if line.Version != version || line.Conditions != conditions {
			err = fmt.Errorf("%s has version %s and %s; use another file", name, line.Version, line.Conditions)
		}
		l.Known = append(l.Known, line.Result)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	l.file = file
	l.version = version
	l.conditions = conditions
	return nil
}

// Close closes the file, if one is open.
func (l *Log[T]) Close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}

// add stores a result.
func (l *Log[T]) add(result T) error {
	if l.file == nil {
		return nil
	}
	return l.file.Append(logLine[T]{l.version, l.conditions, result})
}

func (l *Log[T]) progress(done int) {
	if l.Progress != nil {
		l.Progress(done)
	}
}
