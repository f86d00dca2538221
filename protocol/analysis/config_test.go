package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestAConfigurationFileBecomesAService(t *testing.T) {
	name := filepath.Join(t.TempDir(), "analysis.cfg")
	text := `# a comment
@include other.cfg
numAnalysisThreads = 6   # positions
numSearchThreadsPerAnalysisThread=900
maxVisits = 99999999999
maxTime = 2.5

analysisPVLen = "9"
wideRootNoise = 0.04
rootPolicyTemperature = 1.5
lcbStdevs = 4
reportAnalysisWinratesAs = white
warnUnusedFields = False
logDir = logs
nnMaxBatchSize = 8
logDir = again
maxVisit = 8
`
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := ReadConfig([]string{name}, []string{"maxTime=90000,numSearchThreads=2", "maxPlayouts=7"})
	if err != nil {
		t.Fatal(err)
	}
	s := c.Service()
	got := []any{
		s.Positions, c.Threads, s.Visits, s.Time, s.PVLen, s.LCBStdevs, s.WideRootNoise, s.RootPolicyTemperature, s.View,
		s.IgnoreUnusedFields,
	}
	want := []any{6, 2, 7, 24 * time.Hour, 9, 4.0, float32(0.04), float32(1.5), AsWhite, true}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	warnings := []string{"these settings have no effect here: logDir, nnMaxBatchSize", "these settings are not known: maxVisit"}
	if got := c.Warnings(); !slices.Equal(got, warnings) {
		t.Errorf("%q", got)
	}
	if got := new(Config).Warnings(); got != nil {
		t.Errorf("nothing is set: %q", got)
	}
}

func TestANumberThatIsTooLargeBecomesTheBound(t *testing.T) {
	var c Config
	for _, setting := range []string{"numAnalysisThreads=1000", "maxVisits=1000000000000", "analysisPVLen=1001"} {
		if err := c.Set(setting); err != nil {
			t.Errorf("%s: %v", setting, err)
		}
	}
	if c.Positions != maxThreads || c.Visits != maxVisits || c.PVLen != maxPVLen {
		t.Errorf("%+v", c)
	}
}

func TestASettingThatIsNotUnderstoodIsRefused(t *testing.T) {
	for setting, want := range map[string]string{
		"maxVisits":                     `"maxVisits" is not a setting; write KEY=VALUE`,
		" = 8":                          `"= 8" is not a setting; write KEY=VALUE`,
		"maxVisits = 0":                 `maxVisits: "0"; use a whole number from 1`,
		"maxTime = -1":                  `maxTime: "-1"; use seconds, such as 10.5`,
		"wideRootNoise = 6":             `wideRootNoise: "6" is not a number from 0 to 5`,
		"rootPolicyTemperature = 0":     `rootPolicyTemperature: "0" is not a number from 0.01 to 100`,
		"lcbStdevs = 13":                `lcbStdevs: "13" is not a number from 1 to 12`,
		"reportAnalysisWinratesAs = me": `reportAnalysisWinratesAs: "me"; use BLACK, WHITE or SIDETOMOVE`,
		"warnUnusedFields = perhaps":    `warnUnusedFields: "perhaps"; use true or false`,
	} {
		if err := new(Config).Set(setting); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", setting, err, want)
		}
		err := new(Config).Read(strings.NewReader("\n"+setting), "a.cfg")
		if err == nil || err.Error() != "a.cfg, line 2: "+want {
			t.Errorf("in a file: %v", err)
		}
	}
	if _, err := ReadConfig(nil, []string{"maxVisits"}); err == nil || !strings.HasPrefix(err.Error(), "--override-config: ") {
		t.Errorf("%v", err)
	}
	if _, err := ReadConfig([]string{filepath.Join(t.TempDir(), "missing.cfg")}, nil); err == nil ||
		!strings.HasPrefix(err.Error(), "--config: open ") {
		t.Errorf("%v", err)
	}
	if err := new(Config).Read(strings.NewReader(strings.Repeat("x", maxConfig)), "a.cfg"); err == nil ||
		!strings.HasSuffix(err.Error(), "; use a settings file") {
		t.Errorf("%v", err)
	}
}

func TestKataGosFlagsGetTwoDashes(t *testing.T) {
	got := DoubleDashes([]string{"analysis", "-config", "a.cfg", "--model", "-model=b", "-h", "-quit-without-waiting"})
	if want := []string{"analysis", "--config", "a.cfg", "--model", "--model=b", "-h", "--quit-without-waiting"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
