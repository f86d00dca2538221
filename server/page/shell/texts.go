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

// Texts are what a page says in its language. Templates ask for them by key.
type Texts string

// Lang returns the tag of the language that was asked for. A text that it lacks is
// English.
func (t Texts) Lang() string { return string(t) }

// T returns the text of a key.
func (t Texts) T(key string) string { return i18n.T(string(t), key, nil) }

// Name returns what a language calls itself.
func (Texts) Name(lang string) string { return i18n.T(lang, "language", nil) }

// Count returns the text of a key for a number.
func (t Texts) Count(key string, n int) string { return i18n.T(string(t), key, i18n.Args{"n": n}) }

// Inline returns the text of a key with what stands between stars marked.
func (t Texts) Inline(key string) template.HTML { return template.HTML(terms(t.T(key))) }

// BoardTitle returns what people call a board.
func (t Texts) BoardTitle(name string) string { return narrate.BoardName(string(t), name) }

// BoardAbout returns the base and the number of points of a board.
func (t Texts) BoardAbout(name string, points int) string {
	return narrate.BoardAbout(string(t), name, points)
}

// Ruleset returns the title of a ruleset and what it is.
func (t Texts) Ruleset(name string) string {
	return i18n.T(string(t), "page.home.ruleset", i18n.Args{"title": t.T("ruleset." + name), "about": t.T("ruleset." + name + ".about")})
}

// Handicap returns the name of a choice of handicap stones.
func (t Texts) Handicap(n int) string {
	switch n {
	case 0:
		return t.T("page.home.handicap.none")
	case 1:
		return t.T("page.home.handicap.first")
	}
	return t.Count("page.home.handicap.stones", n)
}

// Language returns the language of a page, and remembers one that was chosen. A page
// is never half translated: where the language lacks some of its texts, the page is in
// the default language. If the address asks for a language that does not exist, it
// answers so and ok is false.
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

// Prose makes paragraphs of lines, lists of lines that begin with a dash, and
// marks *terms* where they are explained, and `commands`.
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

// terms escapes a text and marks what stands between stars, and commands between
// backquotes.
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

// command marks a command, whose words are not broken.
func command(text string) string {
	words := strings.Fields(template.HTMLEscapeString(text))
	return "<code><span>" + strings.Join(words, "</span> <span>") + "</span></code>"
}
