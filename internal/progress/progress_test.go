package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestABarShowsTheCountAndTheTimeLeftAndIsCleared(t *testing.T) {
	var out bytes.Buffer
	b := &Bar{out: &out, width: 80, all: 100}
	b.Set(20)
	time.Sleep(110 * time.Millisecond) // it is drawn ten times a second
	b.Set(60)
	if text := out.String(); !strings.Contains(text, "positions after the first 20") || !strings.Contains(text, "(40/80) [") {
		t.Errorf("it shows %q", text)
	}
	b.Clear()
	if text := out.String(); !strings.HasSuffix(text, "\x1b[2K\r") {
		t.Errorf("the line is left as %q", text)
	}
}

func TestThereIsNoBarWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	b := NewBar(&out, 100)
	b.Set(20)
	b.Clear()
	if out.Len() > 0 {
		t.Errorf("it shows %q", out.String())
	}
}

func TestLinesFollowEachOtherWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	l := New(&out)
	l.Printf("game %d of %d", 1, 2)
	l.Printf("game %d of %d", 2, 2)
	l.Clear()
	if got, want := out.String(), "game 1 of 2\ngame 2 of 2\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestALineReplacesTheLastOnATerminalAndIsCut(t *testing.T) {
	var out bytes.Buffer
	l := &Line{out: &out, Width: 8}
	l.Printf("position %d", 7)
	l.Printf("10 of 20")
	l.Clear()
	if got, want := out.String(), "\r\x1b[Kpositio\r\x1b[K10 of 2\r\x1b[K"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
