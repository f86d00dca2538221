package page

import (
	"html/template"
	"net/http"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/view/position"
	"rosette/server/page/shell"
)

// chapters are the parts of the rules page in order, with their diagrams. A chapter's texts are
// rules.ID.title and rules.ID.text.
var chapters = []struct {
	id       string
	diagrams []string
}{
	{"board", []string{"board", "names"}},
	{"turn", []string{"turn"}},
	{"chain", []string{"chain"}},
	{"capture", []string{"capture"}},
	{"suicide", []string{"suicide"}},
	{"rosette", []string{"rosette", "joined"}},
	{"libertyless", []string{"allowed", "forbidden"}},
	{"ko", []string{"ko", "superko"}},
	{"eyes", []string{"eyes", "fake"}},
	{"seki", []string{"seki"}},
	{"end", nil},
	{"count", []string{"count"}},
	{"teire", []string{"teire"}},
	{"komi", nil},
	{"handicap", []string{"handicap"}},
	{"rulesets", nil},
	{"flower", nil},
	{"history", nil},
}

// A rulesPage is the rules page in one language.
type rulesPage struct {
	shell.Texts
	Flow     flowFigure // for the Flower rules
	Chapters []chapter
	Sums     []sum
	Table    rulesTable
	Data     map[string]any // for the browser's board
}

// A chapter is a heading, its text and its diagrams.
type chapter struct {
	ID, Title string
	Text      template.HTML
	Figures   []figure
}

// rules shows the rules in the requested language and stores that choice.
func (s *site) rules(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.Language(w, r, "rules"); ok {
		s.ShowKept(w, r, "rules", lang, func() shell.Page { return newRulesPage(lang) })
	}
}

func newRulesPage(lang string) rulesPage {
	p := rulesPage{Texts: shell.Texts(lang), Flow: newFlowFigure(lang), Sums: sums(lang), Table: newRulesTable(lang)}
	args := i18n.Args{"komi": exampleKomi, "half": 0.5}
	grounds := map[string]position.Board{}
	for _, c := range chapters {
		next := chapter{
			ID: c.id, Title: i18n.T(lang, "rules."+c.id+".title", nil),
			Text: shell.Prose(i18n.T(lang, "rules."+c.id+".text", args)),
		}
		for _, id := range c.diagrams {
			next.Figures = append(next.Figures, newFigure(lang, id))
			g := diagrams()[id].game.Graph()
			grounds[g.Name()] = position.BoardOf(g)
		}
		p.Chapters = append(p.Chapters, next)
	}
	p.Data = map[string]any{
		"grounds": grounds, "diagrams": diagrams(),
		"words": map[string]string{
			"back": p.T("rules.back"), "forward": p.T("rules.forward"), "start": p.T("rules.start"),
		},
	}
	return p
}

// colorName returns a colour's name.
func colorName(lang string, c board.Color) string { return i18n.T(lang, "color."+letters[c], nil) }
