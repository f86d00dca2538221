package site

import (
	"fmt"
	"html/template"
	"net/http"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/narrate"
	"rosette/quote"
)

// texts are what a page says in its language. Templates ask for them by key.
type texts string

// Lang returns the tag of the language that was asked for. A text that it lacks is
// English.
func (t texts) Lang() string { return string(t) }

// Languages returns the tags of all languages.
func (texts) Languages() []string { return i18n.Languages() }

// T returns the text of a key.
func (t texts) T(key string) string { return i18n.T(string(t), key, nil) }

// In returns the text of a key in another language.
func (texts) In(lang, key string) string { return i18n.T(lang, key, nil) }

// Name returns what a language calls itself.
func (texts) Name(lang string) string { return i18n.T(lang, "language", nil) }

// Count returns the text of a key for a number.
func (t texts) Count(key string, n int) string { return i18n.T(string(t), key, i18n.Args{"n": n}) }

// Inline returns the text of a key with what stands between stars marked.
func (t texts) Inline(key string) template.HTML { return template.HTML(terms(t.T(key))) }

// BoardTitle returns what people call a board.
func (t texts) BoardTitle(name string) string { return narrate.BoardName(string(t), name) }

// Ruleset returns the title of a ruleset and what it is.
func (t texts) Ruleset(name string) string {
	return i18n.T(string(t), "page.home.ruleset", i18n.Args{"title": t.T("ruleset." + name), "about": t.T("ruleset." + name + ".about")})
}

// Handicap returns the name of a choice of handicap stones.
func (t texts) Handicap(n int) string {
	switch n {
	case 0:
		return t.T("page.home.handicap.none")
	case 1:
		return t.T("page.home.handicap.first")
	}
	return t.Count("page.home.handicap.stones", n)
}

// languageCookie remembers which language a person chose.
const languageCookie = "lang"

// language returns the language of a page and remembers one that was chosen. If the
// address asks for one that does not exist, it answers so and ok is false.
func (s *site) language(w http.ResponseWriter, r *http.Request) (lang string, ok bool) {
	if lang, ok = languageFor(r); !ok {
		s.fail(w, r, http.StatusNotFound, "api.no-language", noLanguage(r))
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

// languageFor returns the language that the address asks for, else the one chosen
// before, else the one of the browser; ok is false if the address asks for one that
// does not exist.
func languageFor(r *http.Request) (lang string, ok bool) {
	if asked := r.URL.Query().Get("lang"); asked != "" {
		return i18n.Find(asked)
	}
	return usualLanguage(r), true
}

// noLanguage returns the arguments of api.no-language.
func noLanguage(r *http.Request) i18n.Args {
	return i18n.Args{"text": quote.Clip(r.URL.Query().Get("lang"), 40), "languages": strings.Join(i18n.Languages(), ", ")}
}

// usualLanguage returns the language that was chosen before, else the browser's.
func usualLanguage(r *http.Request) string {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if chosen, ok := i18n.Find(cookie.Value); ok {
			return chosen
		}
	}
	return i18n.Match(r.Header.Get("Accept-Language"))
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
