package page

import (
	"slices"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// guessers are the rulesets for Rosette with a komi that nobody has measured.
var guessers = []string{"mindsports-japanese", "mindsports-chinese", "comment-jouer"}

// published are the boards in use, for which the guesses were made.
var published = []string{"rosette-5", "rosette-6", "rosette-7"}

// A guess is a ruleset's komi.
type guess struct {
	preset string
	komi   float64
}

// of reports whether the guess is for the measured rules.
func (g guess) of(f *komiResult) bool {
	return f != nil && f.Conditions.Rules.Preset == g.preset && !f.changed()
}

// guessesOf returns the guesses for a board.
func guessesOf(name string) (all []guess) {
	if !slices.Contains(published, name) {
		return nil
	}
	for _, preset := range guessers {
		rules, err := game.Preset(preset)
		shell.Must(err)
		all = append(all, guess{preset, rules.Komi})
	}
	return all
}

// A komiRow is a board's row in the table of findings.
type komiRow struct {
	Name, About string
	Measured    bool
	Cells       []komiCell
}

// A komiCell includes its column's head for narrow screens.
type komiCell struct {
	Key, Head, Text, Note string
	Guesses               []guessWord
}

// A guessWord is a guess in a cell. The guess for the measured rules is marked.
type guessWord struct {
	Text string
	Own  bool
}

// komiColumns are the columns after the board's. Their texts are komi.key.NAME.
var komiColumns = []string{"guess", "fair", "interval", "point", "games", "player"}

func newKomiRow(lang, name string, f *komiResult) komiRow {
	g, err := board.Named(name)
	shell.Must(err)
	row := komiRow{
		Name: shell.Texts(lang).BoardTitle(name), About: shell.Texts(lang).BoardAbout(name, g.Points()),
		Measured: f != nil,
	}
	for _, key := range komiColumns {
		cell := komiCell{Key: key, Head: i18n.T(lang, "komi.key."+key, nil)}
		cell.Text, cell.Note = cellInWords(lang, key, f)
		if key == "guess" {
			for _, g := range guessesOf(name) {
				cell.Guesses = append(cell.Guesses, guessWord{komiText(lang, g.komi), g.of(f)})
			}
			if cell.Text = ""; cell.Guesses == nil {
				cell.Text = i18n.T(lang, "komi.noguess", nil)
			}
		}
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// cellInWords returns a cell's text about a finding, and the small note below it.
func cellInWords(lang, key string, f *komiResult) (text, note string) {
	const nothing = "–"
	if f == nil {
		if key == "fair" {
			return i18n.T(lang, "komi.unmeasured", nil), ""
		}
		return nothing, ""
	}
	switch key {
	case "games":
		return i18n.Decimal(lang, float64(f.Games), 0), ""
	case "player":
		return playerInWords(lang, f.Origin.Player), dayInWords(f)
	}
	if !f.known() {
		if key == "fair" {
			return i18n.T(lang, "komi.unknown", nil), ""
		}
		return nothing, ""
	}
	switch key {
	case "fair":
		if f.Beyond {
			note = i18n.T(lang, "komi.beyond", nil)
		}
		return i18n.Decimal(lang, f.Komi.At, 1), note
	case "interval":
		return spanInWords(lang, f.Komi, 1), ""
	case "point":
		worth := f.worth()
		return percent(lang, worth.At/100, 1), i18n.T(lang, "komi.ofgames", i18n.Args{
			"span": spanInWords(lang, worth, 1),
		})
	}
	return "", ""
}

// worth returns the value of one point of komi near fair komi, in percent of the games.
func (f *komiResult) worth() engine.Interval {
	const steepest = -25 // the steepest rise of the logistic curve is a quarter of its slope
	return engine.Interval{Low: steepest * f.Slope.High, At: steepest * f.Slope.At, High: steepest * f.Slope.Low}
}

// playerInWords describes the player.
func playerInWords(lang string, p engine.KomiPlayer) string {
	words := []string{i18n.T(lang, "komi.player.playouts", nil)}
	switch {
	case p.Network != nil:
		words[0] = i18n.T(lang, "komi.player.network", i18n.Args{
			"name": p.Network.Name, "hash": p.Network.Hash[:min(8, len(p.Network.Hash))],
		})
	case p.Level != "full":
		words[0] = i18n.T(lang, "komi.player.level", i18n.Args{"level": p.Level})
	}
	if p.Visits > 0 {
		words = append(words, i18n.T(lang, "komi.player.visits", i18n.Args{"n": p.Visits}))
	}
	if p.Seconds > 0 {
		words = append(words, i18n.T(lang, "komi.player.seconds", i18n.Args{"n": p.Seconds}))
	}
	if p.Threads > 1 {
		words = append(words, i18n.T(lang, "komi.player.threads", i18n.Args{"n": p.Threads}))
	}
	return strings.Join(words, ", ")
}

// dayInWords formats a finding's date for all languages.
func dayInWords(f *komiResult) string {
	day, err := time.Parse(time.DateOnly, f.Origin.Date)
	shell.Must(err) // check has parsed it
	return day.Format(time.DateOnly)
}
