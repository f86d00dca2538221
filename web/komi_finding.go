package web

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"rosette/game"
)

// komiFiles hold what `rosette komi --json` has printed, one file a board. The
// page has its figures from there alone.
//
//go:embed komi
var komiFiles embed.FS

// komiBoards are the boards of the page; one without a file is not yet measured.
var komiBoards = []string{"rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7"}

// A finding is the fair komi of a board as games of the computer with itself
// tell it.
type finding struct {
	Conditions struct {
		Kind  string     `json:"kind"`
		Board string     `json:"board"`
		Rules game.Rules `json:"rules"`
	} `json:"conditions"`
	Origin    origin    `json:"origin"`
	Games     int       `json:"games"`
	Different int       `json:"differentOpenings"`
	Komi      estimated `json:"komi"`
	Slope     estimated `json:"slope"`
	Unknown   string    `json:"unknown"` // why there is no fair komi
	Beyond    bool      `json:"beyond"`
	Step      float64   `json:"step"`
	Whole     *evenest  `json:"whole"`
	Half      *evenest  `json:"half"`
	Margins   struct {
		Games int     `json:"games"`
		Mean  float64 `json:"mean"`
		Even  int     `json:"even"`
		Odd   int     `json:"odd"`
	} `json:"margins"`
	Rows []komiGames `json:"rows"`
}

// An origin says who played, when, and by what command.
type origin struct {
	Date    string   `json:"date"`
	Player  komiMind `json:"player"`
	Command string   `json:"command"`
}

// A komiMind is who played both colours.
type komiMind struct {
	Network *struct {
		Name string `json:"name"`
		Hash string `json:"hash"`
	} `json:"network"` // nil where playouts thought
	Level   string  `json:"level"`
	Visits  int     `json:"visits"`
	Seconds float64 `json:"seconds"`
	Threads int     `json:"threads"`
}

// An estimated number has a 95 % interval; what games leave open is nil.
type estimated struct {
	Low  *float64 `json:"low"`
	At   *float64 `json:"at"`
	High *float64 `json:"high"`
}

// An evenest komi leaves the game most even, as do others on its step.
type evenest struct {
	Komi  []float64 `json:"komi"`
	Share float64   `json:"share"`
}

// komiGames are the games at one komi, as Black sees them.
type komiGames struct {
	Komi   float64   `json:"komi"`
	Games  int       `json:"games"`
	Wins   int       `json:"wins"`
	Draws  int       `json:"draws"`
	Losses int       `json:"losses"`
	Share  estimated `json:"share"`
	Fitted *float64  `json:"fitted"` // the share by the curve, nil without one
}

// known tells whether the games have told a fair komi.
func (f *finding) known() bool { return f.Unknown == "" }

// changed tells whether choices were made besides the ruleset's own. The ending
// and komi are the measurement's.
func (f *finding) changed() bool {
	measured := f.Conditions.Rules
	own, err := game.Preset(measured.Preset)
	must(err) // whoever reads rules asks for their preset
	own.Ending, own.Komi = measured.Ending, measured.Komi
	return own != measured
}

// readFindings reads the files of a folder by board. It names every file that is
// no finding of its board, and returns the others.
func readFindings(folder fs.FS) (map[string]*finding, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	all := map[string]*finding{}
	var faults []error
	for _, e := range entries {
		name, isJSON := strings.CutSuffix(e.Name(), ".json")
		if !isJSON || !slices.Contains(komiBoards, name) {
			faults = append(faults, fmt.Errorf("komi/%s is of no board of the page; use %s.json", e.Name(), strings.Join(komiBoards, ".json, ")))
			continue
		}
		f, err := readFinding(folder, e.Name(), name)
		if err != nil {
			faults = append(faults, fmt.Errorf("komi/%s: %w; print it anew with rosette komi --board %s --json", e.Name(), err, name))
			continue
		}
		all[name] = f
	}
	return all, errors.Join(faults...)
}

func readFinding(folder fs.FS, file, name string) (*finding, error) {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return nil, err
	}
	f := &finding{}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, err
	}
	return f, f.check(name)
}

// check says what keeps a file from being a finding of that board.
func (f *finding) check(name string) error {
	switch c := f.Conditions; {
	case c.Kind != "komi":
		return fmt.Errorf("it holds %q, not a search for komi", c.Kind)
	case c.Board != name:
		return fmt.Errorf("it is of %s", c.Board)
	case c.Rules.Preset == "":
		return errors.New("it does not say by what rules")
	case f.Origin.Command == "" || f.Origin.Player.Level == "":
		return errors.New("it does not say who played and by what command")
	case f.known() && !(f.Komi.At != nil && f.Slope.whole() && *f.Slope.At < 0 && f.Whole.sound() && f.Half.sound()):
		return errors.New("fair komi, slope or the most even komi are missing")
	case !f.Komi.rises():
		return errors.New("the interval of fair komi does not hold it")
	}
	if _, err := time.Parse(time.DateOnly, f.Origin.Date); err != nil {
		return err
	}
	return f.checkRows()
}

// checkRows says what is wrong with the games.
func (f *finding) checkRows() error {
	counted := 0
	for i, r := range f.Rows {
		counted += r.Games
		switch {
		case r.Games < 1 || r.Wins+r.Draws+r.Losses != r.Games || !r.Share.whole() || !r.Share.rises() || f.known() && r.Fitted == nil:
			return fmt.Errorf("the games at komi %v do not add up", r.Komi)
		case i > 0 && f.Rows[i-1].Komi >= r.Komi:
			return fmt.Errorf("the games at komi %v stand behind those at %v", r.Komi, f.Rows[i-1].Komi)
		}
	}
	if counted < 1 || counted > f.Games {
		return fmt.Errorf("%d games are counted of %d", counted, f.Games)
	}
	return nil
}

// whole tells whether no bound is left open.
func (e estimated) whole() bool { return e.Low != nil && e.At != nil && e.High != nil }

// sliver is how far a bound may be off by rounding.
const sliver = 1e-9

// rises tells whether what is known of the bounds holds what is between them.
func (e estimated) rises() bool {
	if e.At == nil {
		return e.Low == nil && e.High == nil
	}
	return (e.Low == nil || *e.Low <= *e.At+sliver) && (e.High == nil || *e.At <= *e.High+sliver)
}

func (e *evenest) sound() bool { return e != nil && len(e.Komi) > 0 }
