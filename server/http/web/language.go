package web

import (
	"net/http"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/internal/quote"
)

// languageCookie stores the language that a person chose.
const languageCookie = "lang"

// LanguageOf returns the language in ?lang=, else the one chosen before, else the browser's. The
// error is a Problem: the requested language does not exist.
func LanguageOf(r *http.Request) (string, error) {
	asked := r.URL.Query().Get("lang")
	if asked == "" {
		return usualLanguage(r), nil
	}
	return LanguageNamed(asked)
}

// LanguageNamed returns the language of a tag. The error is a Problem if the catalogue does not
// have it.
func LanguageNamed(asked string) (string, error) {
	if lang, ok := i18n.Find(asked); ok {
		return lang, nil
	}
	return "", ProblemOf(http.StatusNotFound, "api.no-language", map[string]any{
		"text": quote.Plain(asked, 40), "languages": strings.Join(i18n.Languages(), ", "),
	})
}

// Language returns the result of LanguageOf, or the client's usual language if the requested one
// does not exist.
func (s *Server) Language(r *http.Request) string {
	if lang, err := LanguageOf(r); err == nil {
		return lang
	}
	return usualLanguage(r)
}

func usualLanguage(r *http.Request) string {
	if cookie, err := r.Cookie(languageCookie); err == nil {
		if chosen, ok := i18n.Find(cookie.Value); ok {
			return chosen
		}
	}
	return i18n.Match(r.Header.Get("Accept-Language"))
}

// KeepLanguage stores the language if the request chose it.
func (s *Server) KeepLanguage(w http.ResponseWriter, r *http.Request, lang string) {
	if r.URL.Query().Get("lang") != "" {
		s.SetLanguage(w, r, lang)
	}
}

// SetLanguage stores a language.
func (s *Server) SetLanguage(w http.ResponseWriter, r *http.Request, lang string) {
	http.SetCookie(w, &http.Cookie{
		Name: languageCookie, Value: lang, Path: "/", MaxAge: int(cookieLife / time.Second),
		HttpOnly: true, Secure: s.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}
