package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
)

// A Filter selects puzzles. A zero field matches all.
type Filter struct {
	Board string
	Theme Theme
	Grade int
}

// Check returns a one-line error if the theme or the board is unknown.
func (f Filter) Check() error {
	if f.Theme != "" && !slices.Contains(Themes(), f.Theme) {
		return fmt.Errorf("--theme %s; use %s", f.Theme, ThemeNames())
	}
	if _, err := board.Named(f.Board); f.Board != "" && err != nil {
		return fmt.Errorf("--%w", err)
	}
	return nil
}

// An Entry describes a puzzle in a list.
type Entry struct {
	Number int    `json:"number"` // from 1
	Board  string `json:"board"`
	Theme  Theme  `json:"theme"`
	Grade  int    `json:"grade"`
	First  string `json:"first"` // player to move
	Task   string `json:"task"`
}

// String formats the entry as a table row.
func (e Entry) String() string {
	return fmt.Sprintf("%4d  %-9s  grade %d  %-9s  %s", e.Number, e.Board, e.Grade, e.Theme, e.Task)
}

// List returns entries for the records that the filter selects.
func (f Filter) List(records []*sgf.Node) (entries []Entry, err error) {
	for i, root := range records {
		p, err := Parse(root)
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", i+1, err)
		}
		e := Entry{
			Number: i + 1, Board: p.Board.Graph().Name(), Theme: p.Theme, Grade: p.Grade, First: p.First.String(),
			Task: p.Task(),
		}
		if (f.Board == "" || f.Board == e.Board) && (f.Theme == "" || f.Theme == e.Theme) && (f.Grade == 0 ||
			f.Grade == e.Grade) {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// ThemeNames lists the themes, separated by commas.
func ThemeNames() string {
	var names []string
	for _, t := range Themes() {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}
