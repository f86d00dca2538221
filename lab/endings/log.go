package endings

import (
	"errors"
	"fmt"

	"rosette/internal/runlog"
)

// A Log has the results of an earlier run of an exam, and takes those of this one. The zero value
// has none and stores none.
type Log[T any] struct {
	Known    []T
	Progress func(done int) // called with the number of results, if not nil

	file       *runlog.Log
	version    string
	conditions string
}

// A logLine is a line of the file.
type logLine[T any] struct {
	Version    string `json:"version"` // of the program
	Conditions string `json:"of"`      // the positions, or the options of the games
	Result     T      `json:"result"`
}

// Open opens a file, reads its results, and appends new ones to it until Close. It fails if the
// file has results of another version of the program or of other conditions. Without a name it
// does nothing.
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
			err = fmt.Errorf("%s is of version %s and of %s; use another file", name, line.Version, line.Conditions)
		}
		l.Known = append(l.Known, line.Result)
	}
	if err != nil {
		return errors.Join(err, file.Close())
	}
	l.file, l.version, l.conditions = file, version, conditions
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
