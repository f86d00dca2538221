package page

import (
	"net/http"
	"net/url"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/view/position"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// A settingsPage is the form for a person's preferences. Look and language are cookies and need no
// JavaScript; the browser stores the others.
type settingsPage struct {
	shell.Texts
	Choices []settingsChoice // choices for the look, in the order of LookParts
	Tongues []string         // complete languages
	Moves   []settingsChoice // choices stored by scripts
	Ticks   []string         // switches stored by scripts
	Preview any              // data for the example
}

// A settingsChoice is a choice among values. Its texts are settings.NAME and settings.NAME.VALUE.
type settingsChoice struct {
	Name   string
	Values []string
	Chosen string
}

// lookNames are the form's fields for the parts of a look.
var lookNames = [3]string{"theme", "board", "stones"}

// keptMoves and keptTicks are the preferences in prefs.ts that have no cookie.
var (
	keptMoves = []settingsChoice{
		{Name: "rotation", Values: []string{"auto", "0", "90", "180", "270"}},
		{Name: "confirm", Values: []string{"auto", "always", "never"}},
	}
	keptTicks = []string{"coordinates", "numbers", "atari", "animation", "sound"}
)

// settings shows the form.
func (s *site) settings(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "settings")
	if !ok {
		return
	}
	p := settingsPage{
		Texts: shell.Texts(lang), Tongues: i18n.Complete(), Moves: keptMoves, Ticks: keptTicks, Preview: preview(),
	}
	for i, chosen := range shell.LookOf(r) {
		p.Choices = append(p.Choices, settingsChoice{lookNames[i], shell.LookParts[i].Values, chosen})
	}
	s.Show(w, r, http.StatusOK, "settings", p)
}

// saveSettings stores the look and the language from the form.
func (s *site) saveSettings(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return
	}
	var values []string
	for _, name := range lookNames {
		values = append(values, r.PostForm.Get(name))
	}
	s.KeepLook(w, r, shell.NewLook(values...))
	to := url.URL{Path: "/settings"}
	if lang, ok := i18n.Find(r.PostForm.Get("lang")); ok {
		to.RawQuery = url.Values{"lang": {lang}}.Encode()
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// preview returns the example: a small board with a rosette, a chain in atari and a last move.
func preview() any {
	g := board.Rosette(3)
	stones := make([]byte, g.Points())
	for p := range stones {
		stones[p] = '.'
	}
	put := func(color byte, names ...string) {
		for _, name := range names {
			p, err := g.Point(name)
			shell.Must(err)
			stones[p] = color
		}
	}
	put('b', "C5", "C6", "C7", "D5", "D6", "D7", "B4")
	put('w', "C4", "B6", "C8", "D8", "E6", "D4", "B8")
	last, err := g.Point("D5")
	shell.Must(err)
	return map[string]any{"ground": position.BoardOf(g), "stones": string(stones), "last": last}
}
