package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// earlierFile holds the findings of earlier players.
const earlierFile = "earlier.json"

// An earlierPlayer is a network from an earlier version, and the fair komi that it found with 100
// visits a move.
type earlierPlayer struct {
	Date string                      `json:"date"`
	Gain int                         `json:"gain"` // Elo on base 5 over the preceding network
	Komi map[string]*engine.Interval `json:"komi"` // by board; nil if the games did not determine it
}

// earlier holds the findings of earlier players, the oldest first.
type earlier struct {
	Gain    int             `json:"gain"` // of the current player
	Players []earlierPlayer `json:"earlier"`
}

// readEarlier reads the findings of earlier players.
func readEarlier(folder fs.FS) (earlier, error) {
	text, err := fs.ReadFile(folder, earlierFile)
	if err != nil {
		return earlier{}, fmt.Errorf("komi: %w", err) // includes the file name
	}
	var e earlier
	if err := json.Unmarshal(text, &e); err != nil {
		return earlier{}, fmt.Errorf("komi/%s: %w", earlierFile, err)
	}
	if err := e.check(); err != nil {
		return earlier{}, fmt.Errorf("komi/%s: %w", earlierFile, err)
	}
	return e, nil
}

// check returns an error if the file is invalid.
func (e earlier) check() error {
	last := ""
	for _, p := range e.Players {
		if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
			return err
		}
		if p.Date < last {
			return errors.New("the players are not ordered by date")
		}
		last = p.Date
		for name, komi := range p.Komi {
			if !slices.Contains(komiBoards, name) || komi != nil && !rises(*komi) {
				return fmt.Errorf("%s of %s is of no board of the page, or its interval does not hold it", name, p.Date)
			}
		}
	}
	return nil
}

// A movedTable shows how fair komi changed as players became stronger, with a row for each player.
type movedTable struct {
	Heads []movedCell
	Rows  [][]movedCell
}

// A movedCell has a text, and a small note below it.
type movedCell struct{ Text, Note string }

// newMovedTable returns the table with the current findings as its last row.
func newMovedTable(lang string, e earlier, found map[string]*komiResult) movedTable {
	head := func(key string) movedCell { return movedCell{Text: i18n.T(lang, "komi.key."+key, nil)} }
	t := movedTable{Heads: []movedCell{head("player"), head("stronger")}}
	for _, name := range komiBoards {
		g, err := board.Named(name)
		shell.Must(err)
		words := shell.Texts(lang)
		t.Heads = append(t.Heads, movedCell{words.BoardTitle(name), words.BoardAbout(name, g.Points())})
	}
	for _, p := range e.Players {
		t.Rows = append(t.Rows, movedRow(lang, p))
	}
	now := earlierPlayer{Gain: e.Gain, Komi: map[string]*engine.Interval{}}
	for name, f := range found {
		now.Date = max(now.Date, f.Origin.Date)
		now.Komi[name] = nil
		if f.known() {
			now.Komi[name] = &f.Komi
		}
	}
	if len(found) > 0 {
		t.Rows = append(t.Rows, movedRow(lang, now))
	}
	return t
}

// movedRow returns a player's findings as texts.
func movedRow(lang string, p earlierPlayer) []movedCell {
	row := []movedCell{{Text: p.Date}, {Text: i18n.T(lang, "komi.elo", i18n.Args{"n": p.Gain})}}
	for _, name := range komiBoards {
		komi, measured := p.Komi[name]
		switch {
		case !measured:
			row = append(row, movedCell{Text: "–"})
		case komi == nil:
			row = append(row, movedCell{"?", i18n.T(lang, "komi.unknown", nil)})
		default:
			row = append(row, movedCell{i18n.Decimal(lang, komi.At, 1), spanInWords(lang, *komi, 1)})
		}
	}
	return row
}
