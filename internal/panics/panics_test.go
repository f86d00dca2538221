package panics_test

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"

	"rosette/internal/panics"
)

func TestAPanicIsAnErrorAndALineWithItsStack(t *testing.T) {
	var lines bytes.Buffer
	log := slog.New(slog.NewTextHandler(&lines, nil))
	err := panics.Catch(log, func() error { panic("no such point") }, "match", "m")
	var recovered *panics.Error
	if !errors.As(err, &recovered) || recovered.Value != "no such point" || err.Error() != "panic: no such point" {
		t.Errorf("the error is %v", err)
	}
	for _, part := range []string{"level=ERROR", "match=m", "no such point", "panics_test.go"} {
		if !strings.Contains(lines.String(), part) {
			t.Errorf("%q is not in the log: %s", part, &lines)
		}
	}
}

func TestWhatDoesNotPanicReturnsItsError(t *testing.T) {
	var lines bytes.Buffer
	log := slog.New(slog.NewTextHandler(&lines, nil))
	for _, want := range []error{nil, errors.New("no")} {
		if err := panics.Catch(log, func() error { return want }); err != want || lines.Len() > 0 {
			t.Errorf("%v instead of %v, logged %s", err, want, &lines)
		}
	}
}

func TestAPanicOfAnotherGoroutineIsLoggedOnceWithItsStack(t *testing.T) {
	var lines bytes.Buffer
	log := slog.New(slog.NewTextHandler(&lines, nil))
	failed := make(chan error)
	go func() { failed <- panics.Call(func() error { panic("no such point") }) }()
	err := <-failed
	for range 2 {
		if again := panics.Catch(log, func() error { return err }); again != err {
			t.Errorf("the error is %v", again)
		}
	}
	if strings.Count(lines.String(), "level=ERROR") != 1 || !strings.Contains(lines.String(), "panics_test.go") {
		t.Errorf("logged %s", &lines)
	}
}
