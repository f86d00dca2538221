package matches

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/engine/configure"
	"rosette/engine/neural"
)

func TestTheProcessorTimeOfAProgramIsMeasured(t *testing.T) {
	busy, err := Command([]string{"sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; echo done; read line"})(t.Context(), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(busy.Out).ReadString('\n'); err != nil || line != "done\n" {
		t.Fatalf("it says %q, %v", line, err)
	}
	used, known := busy.CPU()
	if known && (used < 20*time.Millisecond || used > 20*time.Second) {
		t.Errorf("a busy program used %v", used)
	}
	if err := busy.In.Close(); err != nil {
		t.Error(err)
	}
	if err := busy.End(); err != nil {
		t.Error(err)
	}
}

func TestAPlayerIsReadAsItIsWritten(t *testing.T) {
	r := SpecReader{
		Defaults:    configure.Config{Level: "full", Visits: 7},
		ReadNetwork: func(name string) (*neural.Network, error) { return nil, fmt.Errorf("open %s: no such file", name) },
		ReadSize:    strconv.Atoi,
	}
	all, err := r.ReadAll([]string{
		"a = visits=12 level=8 seed=3 resign=no bits=32", `gnu = time=2s "/opt/my go/gnugo" --mode gtp`, "./katago gtp -model x", "./katago gtp",
	})
	if err != nil {
		t.Fatal(err)
	}
	a, gnu := all[0], all[1]
	if a.Name != "a" || a.Config.Visits != 12 || a.Config.Level != "8" || a.Seed != 3 || !a.NeverResign || !a.Config.Float32 || a.Config.Threads != 1 {
		t.Errorf("%+v", a)
	}
	if gnu.Name != "gnu" || gnu.MoveTime != 2*time.Second || !slices.Equal(gnu.Command, []string{"/opt/my go/gnugo", "--mode", "gtp"}) {
		t.Errorf("%+v", gnu)
	}
	if all[2].Name != "katago" || all[3].Name != "katago-2" {
		t.Errorf("twins are %s and %s", all[2].Name, all[3].Name)
	}
	for text, want := range map[string]string{
		"":                     "a player is [NAME = ] options",
		"visits=many":          "visits=many; use a whole number",
		"speed=9":              "no option speed=; use bits, clock, level, memory, network, playouts, resign, seed, threads, time, visits",
		"level=dan":            `no level "dan": use 1 to 22, or full`,
		"visits=3 gnugo":       "no option visits=; use clock, time",
		"time=500ms gnugo":     "time=500ms; GTP supports only whole seconds",
		`x = "gnugo --mode`:    "has an unmatched quote",
		"resign=maybe":         "resign=maybe; use yes or no",
		"bits=16":              "bits=16; use 8 or 32",
		"network=none gnugo":   "no option network=; use clock, time",
		"threads=1000":         "threads 1000; use 1 to 256",
		"time=-1s":             "time -1s; use a duration",
		"seed=-1 visits=3":     "seed=-1; use a whole number from 0",
		"a = visits=-1":        "visits -1; use 1 to",
		"b = time=fast visits": "time=fast; use a duration",
		"network=missing.rnet": "open missing.rnet: no such file",
		"memory=lots":          "memory=lots; use a size",
		"playouts=ladder":      "playouts=ladder; use light, or names of",
		"clock=soon":           "clock=soon; use the main time of a game",
		"clock=-1s":            "clock=-1s; use the main time",
		"clock=1s+-1s":         "use the main time",
		"clock=1s time=1s":     "time= and clock= exclude each other",
		"clock=1500ms gnugo":   "clock=1.5s; GTP supports only whole seconds",
		"clock=1s+1s gnugo":    "clock=1s+1s; GTP supports only whole seconds without increment",
		"clock=1m0s+500ms":     "",
		"network=none level=3 playouts=light time=1h": "",
	} {
		if _, err := r.ReadAll([]string{text}); want == "" && err != nil || want != "" && err == nil || want != "" && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestANetworkAndItsOptionsMayNotContradict(t *testing.T) {
	r := readerOf(randomNetwork(t, 1))
	for text, want := range map[string]string{
		"network=nets/x.rnet playouts=light":   "network= and playouts= exclude each other; use one of them",
		"network=nets/x.rnet level=3":          "a network plays at levels 10 to 22, and full, not at level 3; use level=full",
		"network=nets/x.rnet level=20 time=1s": "",
	} {
		s, err := r.Read(text)
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if want == "" && (s.Name != "network-x,level-20,time-1s" || s.Config.NetworkName != "nets/x.rnet" || !s.OwnNetwork) {
			t.Errorf("%q is %+v", text, s)
		}
	}
}
