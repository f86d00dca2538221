package page

import (
	"errors"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// komiChapters are the parts of the page about fair komi, in order. Their texts are komi.ID.title
// and komi.ID.text.
var komiChapters = []string{"what", "guess", "found", "boards", "moved", "exact", "how", "limits", "again"}

// A komiPage is the page about fair komi in one language.
type komiPage struct {
	shell.Texts
	Chapters []chapter
	Heads    []string
	Rows     []komiRow
	Bars     template.HTML
	Boards   []komiBoard
	Moved    movedTable
}

// A komiBoard shows the findings for one board.
type komiBoard struct {
	shell.Texts
	ID, Title string
	Facts     []string
	Curve     template.HTML
	Heads     []string
	Games     [][]string // one row for each komi
	Command   []string   // the parts that must not be broken across lines
}

// findingsHere reads the embedded findings, including earlier players' findings.
func findingsHere() (map[string]*komiResult, earlier, error) {
	folder, err := fs.Sub(komiFiles, "komi")
	if err != nil {
		return nil, earlier{}, err
	}
	found, wrong := readFindings(folder)
	before, err := readEarlier(folder)
	return found, before, errors.Join(wrong, err)
}

// komi shows the page about fair komi.
func (s *site) komi(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "komi"); ok {
		s.ShowKept(w, r, "komi", lang, func() shell.Page { return newKomiPage(lang, s.findings, s.earlier) })
	}
}

func newKomiPage(lang string, found map[string]*komiResult, before earlier) komiPage {
	p := komiPage{
		Texts: shell.Texts(lang), Bars: intervalChart(lang, found), Moved: newMovedTable(lang, before, found),
		Heads: []string{i18n.T(lang, "komi.key.board", nil)},
	}
	args := i18n.Args{"low": komiText(lang, 4.5), "high": komiText(lang, 5.5)} // between two even margins
	for name, preset := range map[string]string{"territory": guessers[0], "area": guessers[1], "other": guessers[2]} {
		rules, err := game.Preset(preset)
		shell.Must(err)
		args[name] = komiText(lang, rules.Komi)
	}
	for _, id := range komiChapters {
		p.Chapters = append(p.Chapters, chapter{
			ID: id, Title: p.T("komi." + id + ".title"),
			Text: shell.Prose(i18n.T(lang, "komi."+id+".text", args)),
		})
	}
	for _, key := range komiColumns {
		p.Heads = append(p.Heads, p.T("komi.key."+key))
	}
	for _, name := range komiBoards {
		f := found[name]
		p.Rows = append(p.Rows, newKomiRow(lang, name, f))
		if f != nil {
			p.Boards = append(p.Boards, newKomiBoard(lang, name, f))
		}
	}
	return p
}

func newKomiBoard(lang, name string, f *komiResult) komiBoard {
	b := komiBoard{
		Texts: shell.Texts(lang), ID: name, Title: shell.Texts(lang).BoardTitle(name), Facts: factsInWords(lang, f),
		Curve: shareChart(lang, name, f), Command: parts(f.Origin.Command),
	}
	b.Heads = []string{i18n.T(lang, "rules.key.komi", nil)}
	for _, key := range []string{"games", "won", "drawn", "lost", "share", "fit"} {
		b.Heads = append(b.Heads, i18n.T(lang, "komi.key."+key, nil))
	}
	whole := func(n int) string { return i18n.Decimal(lang, float64(n), 0) }
	for _, r := range f.Rows {
		fit := "–"
		if f.known() {
			fit = percent(lang, *r.Fitted, 0)
		}
		b.Games = append(b.Games, []string{
			komiText(lang, r.Komi), whole(r.Games), whole(r.Wins), whole(r.Draws), whole(r.Losses),
			percent(lang, r.Share.At, 0), fit,
		})
	}
	return b
}

// factsInWords returns sentences about facts that a board's chart cannot show.
func factsInWords(lang string, f *komiResult) []string {
	say := func(key string, args i18n.Args) string { return i18n.T(lang, "komi.fact."+key, args) }
	var facts []string
	if f.known() {
		facts = append(facts, say("even", i18n.Args{
			"whole": komisInWords(lang, f.Whole.Komi), "first": percent(lang, f.Whole.Share, 0),
			"half": komisInWords(lang, f.Half.Komi), "second": percent(lang, f.Half.Share, 0),
		}))
	}
	if f.Margins.Games > 0 {
		ahead := board.Black
		if f.Margins.Mean < 0 {
			ahead = board.White
		}
		facts = append(facts, say("margins", i18n.Args{
			"color": colorName(lang, ahead), "mean": i18n.Decimal(lang, math.Abs(f.Margins.Mean), 1),
			"even": f.Margins.Even, "odd": f.Margins.Odd, "games": f.Margins.Games,
		}))
	}
	if f.Step == 2 {
		facts = append(facts, say("steps", nil))
	}
	rules := f.Conditions.Rules.Preset
	if f.changed() {
		rules = i18n.T(lang, "komi.changed", i18n.Args{"rules": rules})
	}
	return append(facts, say("origin", i18n.Args{
		"player": playerInWords(lang, f.Origin.Player), "rules": rules, "different": f.Different, "games": f.Games,
	}))
}

// komisInWords joins komi values that leave the game equally even.
func komisInWords(lang string, all []float64) string {
	text := komiText(lang, all[0])
	for _, komi := range all[1:] {
		text = i18n.T(lang, "komi.or", i18n.Args{"a": text, "b": komiText(lang, komi)})
	}
	return text
}

// parts splits a command before each flag.
func parts(command string) []string {
	all := strings.Split(command, " --")
	for i := range all[1:] {
		all[i+1] = "--" + all[i+1]
	}
	return all
}
