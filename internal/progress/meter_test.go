package progress

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestAMeterStatesRateAndRemainingTime(t *testing.T) {
	for _, c := range []struct {
		first, done, all int
		after            time.Duration
		want             string
	}{
		{0, 0, 300, time.Minute, "0 of 300 games, 1m0s so far"},
		{20, 20, 300, time.Minute, "20 of 300 games, 1m0s so far"},
		{0, 30, 300, 10 * time.Second, "30 of 300 games, 3.0 a second, 1m30s left"},
		{20, 50, 300, 2 * time.Minute, "50 of 300 games, 15 a minute, 16m40s left"},
		{0, 1, 100, 90 * time.Minute, "1 of 100 games, 0.7 an hour, 148h30m left"},
		{0, 299, 300, 299 * time.Millisecond, "299 of 300 games, 1000 a second, 1s left"},
		{0, 300, 300, time.Minute, "300 of 300 games, 5.0 a second"},
	} {
		if got := state("games", c.first, c.done, c.all, c.after); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestAMeterIsCurrentOnATerminalBeforeTheFirstResult(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		m := NewMeter(&out, "games", 0, 10)
		m.line.Width = 80
		go m.tick()
		time.Sleep(1500 * time.Millisecond)
		m.Set(1, "a 1–0")
		time.Sleep(time.Second)
		m.Close()
		m.Close()
		synctest.Wait()
		got := strings.ReplaceAll(out.String(), "\r\x1b[K", "|")
		want := "|0 of 10 games, 1s so far|1 of 10 games, 40 a minute, 14s left; a 1–0|1 of 10 games, 30 a minute, 18s left; a 1–0||"
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestAMeterPrintsResultsWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	m := NewMeter(&out, "games", 0, 1)
	m.Set(0, "")
	m.Note("a note")
	m.Set(1, "a 1–0")
	m.Close()
	if got, want := out.String(), "a note\na 1–0\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
