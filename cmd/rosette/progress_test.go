package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestABarShowsTheCountAndTheTimeLeftAndIsCleared(t *testing.T) {
	var out bytes.Buffer
	b := &bar{out: &out, width: 80, all: 100}
	b.show(20)
	time.Sleep(110 * time.Millisecond) // it is drawn ten times a second
	b.show(60)
	if text := out.String(); !strings.Contains(text, "positions after the first 20") || !strings.Contains(text, "(40/80) [") {
		t.Errorf("it shows %q", text)
	}
	b.done()
	if text := out.String(); !strings.HasSuffix(text, "\x1b[2K\r") {
		t.Errorf("the line is left as %q", text)
	}
}

func TestThereIsNoBarWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	b := newBar(&out, 100)
	b.show(20)
	b.done()
	if out.Len() > 0 {
		t.Errorf("it shows %q", out.String())
	}
}
