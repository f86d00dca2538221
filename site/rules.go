package site

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/quote"
)

// chapters are the parts of the page of rules in order, with their diagrams. A
// chapter's words are rules.ID.title and rules.ID.text.
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
	{"komi", nil},
	{"handicap", []string{"handicap"}},
	{"rulesets", nil},
	{"history", nil},
}

// A rulesPage is the page in one language.
type rulesPage struct {
	tongue
	Languages []string
	Flower    string
	Chapters  []chapter
	Sums      []sum
	Table     rulesTable
	Data      map[string]any // for the browser's board
}

// A chapter is a heading, its text and its diagrams.
type chapter struct {
	ID, Title string
	Text      template.HTML
	Figures   []figure
}

// A tongue is the language that a page speaks.
type tongue string

// Lang returns its tag.
func (t tongue) Lang() string { return string(t) }

// T returns the words of that key.
func (t tongue) T(key string) string { return i18n.T(string(t), key, nil) }

// Name returns what a language calls itself.
func (tongue) Name(lang string) string { return i18n.T(lang, "language", nil) }

// languageCookie remembers which language a person chose.
const languageCookie = "lang"

// rules shows the rules in the language that the address asks for, and
// remembers it.
func (s *site) rules(w http.ResponseWriter, r *http.Request) {
	if lang, ok := s.speak(w, r); ok {
		s.show(w, r, http.StatusOK, "rules", newRulesPage(lang))
	}
}

// speak settles the language of a page and remembers one that was chosen. Where
// the house does not speak what the address asks for it says so, and ok is false.
func (s *site) speak(w http.ResponseWriter, r *http.Request) (lang string, ok bool) {
	if lang, ok = languageFor(r); !ok {
		s.fail(w, r, http.StatusNotFound, noLanguage("The words", r))
		return "", false
	}
	if r.URL.Query().Get("lang") != "" {
		http.SetCookie(w, &http.Cookie{
			Name: languageCookie, Value: lang, Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
			HttpOnly: true, Secure: s.secure(r), SameSite: http.SameSiteLaxMode,
		})
	}
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Content-Language", lang)
	return lang, true
}

// languageFor returns the language that the address asks for, else the one
// chosen before, else the one that the browser wishes. It fails only where the
// address asks for one that the house does not speak.
func languageFor(r *http.Request) (lang string, ok bool) {
	if asked := r.URL.Query().Get("lang"); asked != "" {
		return i18n.Find(asked)
	}
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if chosen, ok := i18n.Find(cookie.Value); ok {
			return chosen, true
		}
	}
	return i18n.Match(r.Header.Get("Accept-Language")), true
}

// noLanguage says which languages there are instead of the one asked for.
func noLanguage(what string, r *http.Request) string {
	return fmt.Sprintf("%s do not stand here in %q; use lang=%s.", what, quote.Clip(r.URL.Query().Get("lang"), 40), strings.Join(i18n.Languages(), ", "))
}

func newRulesPage(lang string) rulesPage {
	p := rulesPage{tongue: tongue(lang), Languages: i18n.Languages(), Flower: flower(), Sums: sums(lang), Table: newRulesTable(lang)}
	args := i18n.Args{"komi": exampleKomi, "half": 0.5}
	grounds := map[string]ground{}
	for _, c := range chapters {
		next := chapter{
			ID: c.id, Title: i18n.T(lang, "rules."+c.id+".title", nil),
			Text: prose(i18n.T(lang, "rules."+c.id+".text", args)),
		}
		for _, id := range c.diagrams {
			next.Figures = append(next.Figures, newFigure(lang, id))
			g := diagrams()[id].game.Graph()
			grounds[g.Name()] = groundOf(g)
		}
		p.Chapters = append(p.Chapters, next)
	}
	p.Data = map[string]any{
		"grounds": grounds, "diagrams": diagrams(),
		"words": map[string]string{"back": p.T("rules.back"), "forward": p.T("rules.forward"), "start": p.T("rules.start")},
	}
	return p
}

// prose makes paragraphs of lines, lists of lines that begin with a dash, and
// marks *terms* where they are explained.
func prose(text string) template.HTML {
	var page strings.Builder
	inList := false
	for line := range strings.SplitSeq(text, "\n") {
		item, isItem := strings.CutPrefix(line, "- ")
		if isItem != inList {
			page.WriteString(map[bool]string{true: "<ul>", false: "</ul>"}[isItem])
			inList = isItem
		}
		tag := map[bool]string{true: "li", false: "p"}[isItem]
		fmt.Fprintf(&page, "<%s>%s</%s>", tag, terms(item), tag)
	}
	if inList {
		page.WriteString("</ul>")
	}
	return template.HTML(page.String())
}

// terms escapes a text and marks what stands between stars.
func terms(text string) string {
	var marked strings.Builder
	for i, part := range strings.Split(text, "*") {
		if part = template.HTMLEscapeString(part); i%2 == 1 {
			part = "<dfn>" + part + "</dfn>"
		}
		marked.WriteString(part)
	}
	return marked.String()
}

// colorName returns the name of a player.
func colorName(lang string, c board.Color) string { return i18n.T(lang, "color."+letters[c], nil) }
