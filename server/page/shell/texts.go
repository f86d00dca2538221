package shell

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"rosette/i18n"
	"rosette/narrate"
	"rosette/server/http/web"
)

// Texts returns a page's texts in its language. Templates request them by key.
type Texts string

// Lang returns the tag of the requested language. Missing texts are in English.
func (t Texts) Lang() string { return string(t) }

// T returns the text of a key.
func (t Texts) T(key string) string { return i18n.T(string(t), key, nil) }

// Name returns a language's name for itself.
func (Texts) Name(lang string) string { return i18n.T(lang, "language", nil) }

// Count returns the text of a key for a number.
func (t Texts) Count(key string, n int) string { return i18n.T(string(t), key, i18n.Args{"n": n}) }

// Inline returns the text of a key, with terms between stars marked.
func (t Texts) Inline(key string) template.HTML { return template.HTML(terms(t.T(key))) }

// BoardTitle returns a board's title.
func (t Texts) BoardTitle(name string) string { return narrate.BoardName(string(t), name) }

// BoardAbout returns a text with a board's base and number of points.
func (t Texts) BoardAbout(name string, points int) string {
	return narrate.BoardAbout(string(t), name, points)
}

// Ruleset returns a ruleset's title and description.
func (t Texts) Ruleset(name string) string {
	return i18n.T(string(t), "page.home.ruleset", i18n.Args{
		"title": t.T("ruleset." + name), "about": t.T("ruleset." + name + ".about"),
	})
}

// Handicap returns the title of a number of handicap stones.
func (t Texts) Handicap(n int) string {
	switch n {
	case 0:
		return t.T("page.home.handicap.none")
	case 1:
		return t.T("page.home.handicap.first")
	}
	return t.Count("page.home.handicap.stones", n)
}

// Language returns the language for a page, and stores one that was chosen. A page is never half
// translated: if the language lacks some of its texts, the page is in the default language. If the
// address names an unknown language, Language responds with an error and ok is false.
func (s *Shell) Language(w http.ResponseWriter, r *http.Request, name string) (lang string, ok bool) {
	lang, err := web.LanguageOf(r)
	if err != nil {
		s.Failed(w, r, err)
		return "", false
	}
	s.Web.KeepLanguage(w, r, lang)
	lang = s.Kind(name).Covering(lang)
	w.Header().Add("Vary", "Accept-Language, Cookie")
	w.Header().Set("Content-Language", lang)
	return lang, true
}

// Prose converts lines to paragraphs, and lines that begin with a dash to lists. It marks *terms*
// where they are explained, and `commands`.
func Prose(text string) template.HTML {
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

// terms escapes a text and marks terms between stars and commands between backquotes.
func terms(text string) string {
	var marked strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			marked.WriteString(command(part))
			continue
		}
		for i, part := range strings.Split(part, "*") {
			if part = template.HTMLEscapeString(part); i%2 == 1 {
				part = "<dfn>" + part + "</dfn>"
			}
			marked.WriteString(part)
		}
	}
	return marked.String()
}

// command marks a command so that its words are not broken across lines.
func command(text string) string {
	words := strings.Fields(template.HTMLEscapeString(text))
	return "<code><span>" + strings.Join(words, "</span> <span>") + "</span></code>"
}
