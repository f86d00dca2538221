package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"rosette/engine/matches"
	"rosette/game"
)

// Conditions are what makes a match, a ladder or a search for komi the one it is: a folder is
// continued only under the same.
type conditions struct {
	Kind        string        `json:"kind"`
	Board       string        `json:"board"`
	Rules       game.Rules    `json:"rules"`
	Players     []string      `json:"players"`
	Defaults    string        `json:"defaults"` // of own players
	Openings    string        `json:"openings"`
	Seed        uint64        `json:"seed"`
	MaxMoves    int           `json:"maxMoves"`
	MoveTimeout string        `json:"moveTimeout"`
	Adjudicate  float64       `json:"adjudicate"`
	SPRT        *matches.SPRT `json:"sprt"`
	Reach       int           `json:"reach,omitempty"`
	Komi        string        `json:"komi,omitempty"` // what a search for fair komi plays at
}

// A folder holds a tournament: what was asked for, every finished game, records
// of them, what went wrong. Its zero value holds nothing.
type folder struct {
	path  string
	games *lineFile // a game a line
	log   *os.File
}

// The names in a folder.
const (
	conditionsFile = "conditions.json"
	gamesFile      = "games.jsonl"
	logFile        = "log.txt"
	summaryFile    = "summary.json"
	recordsFolder  = "games"
)

// openFolder makes a folder, or continues one, and returns the games in it. A
// seed that was not given is that of the folder.
func openFolder(path string, c *conditions, seeded bool) (*folder, []matches.Game, error) {
	if path == "" {
		return &folder{}, nil, nil
	}
	if err := claim(path, c, seeded); err != nil {
		return nil, nil, err
	}
	d := &folder{path: path}
	var lines [][]byte
	var err error
	if d.games, lines, err = openLines(filepath.Join(path, gamesFile)); errors.Is(err, errHeld) {
		return nil, nil, fmt.Errorf("--out %s: another process plays there; wait for it, or name a new folder", path)
	} else if err != nil {
		return nil, nil, fmt.Errorf("--out: %w", err)
	}
	if d.log, err = os.OpenFile(filepath.Join(path, logFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, nil, errors.Join(fmt.Errorf("--out: %w", err), d.games.Close())
	}
	games, err := d.read(lines)
	if err != nil {
		return nil, nil, errors.Join(err, d.close())
	}
	return d, games, nil
}

// claim sees to it that the folder is there and of these conditions.
func claim(path string, c *conditions, seeded bool) error {
	name := filepath.Join(path, conditionsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if inside, err := os.ReadDir(path); err == nil && len(inside) > 0 {
			return usageError{fmt.Errorf("--out %s holds other files; name a new folder", path)}
		}
		if err := os.MkdirAll(filepath.Join(path, recordsFolder), 0o777); err != nil {
			return usageError{fmt.Errorf("--out: %w; name a folder that can be made", err)}
		}
		text, err := json.MarshalIndent(c, "", "  ")
		if err != nil {
			return err
		}
		return writeFile(io.Discard, name, false, append(text, '\n'))
	}
	if err != nil {
		return usageError{fmt.Errorf("--out: %w", err)}
	}
	var theirs struct {
		Seed uint64 `json:"seed"`
	}
	if err := json.Unmarshal(text, &theirs); err != nil {
		return usageError{fmt.Errorf("--out: %s cannot be read: %w; name a new folder", name, err)}
	}
	if !seeded {
		c.Seed = theirs.Seed
	}
	if different, err := differs(text, c); err != nil || different != "" {
		return errors.Join(err, usageError{fmt.Errorf("--out %s holds another %s: its %s differs; name a new folder", path, c.Kind, different)})
	}
	return nil
}

// differs names the first condition that is not the same, "" if all are.
func differs(text []byte, c *conditions) (string, error) {
	ours, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	var a, b map[string]json.RawMessage
	if err := json.Unmarshal(ours, &a); err != nil {
		return "", err
	}
	if err := json.Unmarshal(text, &b); err != nil {
		return "", err
	}
	for _, key := range slices.Sorted(maps.Keys(a)) {
		var theirs bytes.Buffer
		if err := json.Compact(&theirs, b[key]); err != nil || !bytes.Equal(a[key], theirs.Bytes()) {
			return key, nil
		}
	}
	return "", nil
}

// read returns the finished games.
func (d *folder) read(lines [][]byte) (games []matches.Game, err error) {
	known := map[int]bool{}
	for i, line := range lines {
		if len(line) == 0 {
			continue
		}
		var g matches.Game
		if err := json.Unmarshal(line, &g); err != nil {
			return nil, fmt.Errorf("%s, line %d cannot be read: %w; take the line out, and its game is played again", d.games.Name(), i+1, err)
		}
		if !known[g.Number] {
			known[g.Number] = true
			games = append(games, g)
		}
	}
	return games, nil
}

// keep writes a game: its record, then its line, by which it is finished.
func (d *folder) keep(g matches.Game) error {
	if d.path == "" {
		return nil
	}
	record := filepath.Join(d.path, recordsFolder, fmt.Sprintf("%05d.sgf", g.Number+1))
	if err := writeFile(io.Discard, record, true, []byte(g.SGF)); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if err := d.games.add(g); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	return nil
}

// write makes a file of the folder anew.
func (d *folder) write(name string, data []byte) error {
	if d.path == "" {
		return nil
	}
	return writeFile(io.Discard, filepath.Join(d.path, name), true, data)
}

func (d *folder) close() error {
	if d.path == "" {
		return nil
	}
	return errors.Join(d.games.Close(), d.log.Close())
}
