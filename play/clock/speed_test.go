package clock

import "testing"

func TestTheSpeedOfAControlFollowsFromTheTimeOfAMove(t *testing.T) {
	for text, want := range map[string]Speed{
		"none":         NoSpeed,
		"5m":           Blitz,
		"6m39s":        Blitz,
		"6m40s":        Live,
		"3m+2s":        Blitz,
		"5m+5s":        Live,
		"0s+3x9s":      Blitz,
		"10m+3x30s":    Live,
		"1m+25/1m":     Blitz,
		"20m+25/10m":   Live,
		"39h59m":       Live,
		"40h":          Correspondence,
		"72h+24h^168h": Correspondence,
		"1h+1x1h":      Correspondence,
		"1000h+1000h":  Correspondence,
	} {
		if got := parse(t, text).Speed(); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	if got := (Control{}).Speed(); got != NoSpeed {
		t.Errorf("the zero control is %q", got)
	}
}
