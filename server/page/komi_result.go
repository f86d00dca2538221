package page

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/server/page/shell"
)

// komiFiles holds the output of `rosette lab komi --json`, one file for each board. All figures on
// the page come from these files.
//
//go:embed komi
var komiFiles embed.FS

// komiBoards are the boards on the page. A board without a file has not been measured.
var komiBoards = []string{"rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7"}

// A komiResult is a board's fair komi, as measured in games of the computer against itself.
type komiResult engine.FairKomi

// known reports whether the games determined fair komi.
func (f *komiResult) known() bool { return f.Unknown == "" }

// changed reports whether the rules differ from the ruleset's own, apart from ending and komi,
// which the measurement sets.
func (f *komiResult) changed() bool {
	measured := f.Conditions.Rules
	own, err := game.Preset(measured.Preset)
	shell.Must(err) // check has verified the preset
	own.Ending, own.Komi = measured.Ending, measured.Komi
	return own != measured
}

// readFindings reads the files in a folder by board. It names all invalid files in the error, and
// returns the valid findings.
func readFindings(folder fs.FS) (map[string]*komiResult, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	all := map[string]*komiResult{}
	var faults []error
	for _, e := range entries {
		if e.Name() == earlierFile {
			continue
		}
		name, isJSON := strings.CutSuffix(e.Name(), ".json")
		if !isJSON || !slices.Contains(komiBoards, name) {
			faults = append(faults,
				fmt.Errorf("komi/%s is of no board of the page; use %s.json", e.Name(),
					strings.Join(komiBoards, ".json, ")))
			continue
		}
		f, err := readFinding(folder, e.Name(), name)
		if err != nil {
			faults = append(faults,
				fmt.Errorf("komi/%s: %w; print it again with rosette lab komi --board %s --json", e.Name(), err, name))
			continue
		}
		all[name] = f
	}
	return all, errors.Join(faults...)
}

func readFinding(folder fs.FS, file, name string) (*komiResult, error) {
	text, err := fs.ReadFile(folder, file)
	if err != nil {
		return nil, err
	}
	f := &komiResult{}
	if err := json.Unmarshal(text, f); err != nil {
		return nil, err
	}
	return f, f.check(name)
}

// check returns an error unless the file is a finding for the named board.
func (f *komiResult) check(name string) error {
	switch c := f.Conditions; {
	case c.Kind != "komi":
		return fmt.Errorf("it holds %q, not a search for komi", c.Kind)
	case c.Board != name:
		return fmt.Errorf("it is of %s", c.Board)
	case c.Rules.Preset == "":
		return errors.New("it does not say by what rules")
	case f.Origin.Command == "" || f.Origin.Player.Level == "":
		return errors.New("it does not say who played and by what command")
	case f.known() && !(f.Komi.Known() && f.Slope.Bounded() && f.Slope.At < 0 && sound(f.Whole) && sound(f.Half)):
		return errors.New("fair komi, slope or the most even komi are missing")
	case !rises(f.Komi):
		return errors.New("the interval of fair komi does not hold it")
	}
	if _, err := time.Parse(time.DateOnly, f.Origin.Date); err != nil {
		return err
	}
	return f.checkRows()
}

// checkRows returns an error if the games are inconsistent.
func (f *komiResult) checkRows() error {
	counted := 0
	for i, r := range f.Rows {
		counted += r.Games
		switch {
		case r.Games < 1 || r.Wins+r.Draws+r.Losses != r.Games || !r.Share.Bounded() || !rises(r.Share) || f.known() &&
			r.Fitted == nil:
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

// sliver is the tolerance for rounding.
const sliver = 1e-9

// rises reports whether an interval contains its estimate. It is true if the estimate is unknown.
func rises(i engine.Interval) bool {
	return !i.Known() || i.Low <= i.At+sliver && i.At <= i.High+sliver
}

func sound(e *engine.MostEvenKomi) bool { return e != nil && len(e.Komi) > 0 }
