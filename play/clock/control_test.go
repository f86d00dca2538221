package clock

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

func TestAnInvalidControlIsRefusedInOneLineThatSaysWhatIsRight(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "use none, 10m",
		"10":                     "use none, 10m",
		"soon":                   "use none, 10m",
		"0s":                     "needs main time",
		"-5m":                    "use none, 10m",
		"10m+0s":                 "no time after",
		"10m+0x30s":              "use 1 to 100",
		"10m+101x30s":            "use 1 to 100",
		"10m+3x0s":               "no time after",
		"10m+0/5m":               "use 1 to 1000",
		"10m+5s^5m":              "use 10m or more",
		"2000h":                  "use whole milliseconds",
		"1ns":                    "use whole milliseconds",
		"0s/move":                "no time for a move",
		"0d/move":                "no time for a move",
		"31d/move":               "use 1 to 30",
		"99999d/move":            "use none, 10m",
		"3d/move-mondays":        "use none, 10m",
		"3d":                     "use none, 10m",
		"3d12h/move":             "use none, 10m",
		"10m+5s+5s":              "use none, 10m",
		"99999999999999999999h":  "use none, 10m",
		strings.Repeat("1", 1e6): "use none, 10m",
	} {
		_, err := ParseControl(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.30q: %v, want %q in it", text, err, want)
		} else if strings.Contains(err.Error(), "\n") || len(err.Error()) > 200 {
			t.Errorf("%.30q: not one short line: %v", text, err)
		}
	}
}

func TestAControlWithTimesOfAnotherKindIsRefused(t *testing.T) {
	for _, c := range []Control{
		{Main: time.Minute},
		{Kind: Absolute, Main: time.Minute, Increment: time.Second},
		{Kind: Fischer, Main: time.Minute, Increment: time.Second, Stones: 3},
		{Kind: "hourglass", Main: time.Minute},
		{Kind: Simple, Period: time.Minute, Main: time.Minute},
		{Kind: Simple, Period: time.Minute, Weekends: true},
		{Kind: Days, Period: 36 * time.Hour},
	} {
		if err := c.Check(); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
	if err := (Control{}).Check(); err != nil {
		t.Errorf("the zero control: %v", err)
	}
}

func TestAControlInJSONIsItsText(t *testing.T) {
	c := Control{Kind: ByoYomi, Main: 90 * time.Minute, Period: 30 * time.Second, Periods: 5}
	text, err := json.Marshal(c)
	if err != nil || string(text) != `"1h30m+5x30s"` {
		t.Fatalf("%s, %v", text, err)
	}
	var read Control
	if err := json.Unmarshal(text, &read); err != nil || read != c {
		t.Fatalf("%+v, %v", read, err)
	}
	if json.Unmarshal([]byte(`"10m+"`), &read) == nil || read != c {
		t.Errorf("a bad text changed the control to %+v", read)
	}
}
