package shell

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
)

// A Page is the data for a template. Its Texts are in one language.
type Page interface{ Lang() string }

// An Address is the address of a page.
type Address struct {
	Origin string     // for absolute addresses, such as https://go.example.org; "" if not configured
	Query  url.Values // kept in the links to other languages
}

// Render executes a page's template.
func (s *Shell) Render(name string, at Address, data Page) ([]byte, error) {
	var b bytes.Buffer
	if err := s.pages[name]().Execute(&b, s.frame(name, at, data)); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// Show sends a page for this request only, which must not be stored.
func (s *Shell) Show(w http.ResponseWriter, r *http.Request, code int, name string, data Page) {
	text, err := s.Render(name, Address{s.origin(r), r.URL.Query()}, data)
	if err != nil {
		s.Log.ErrorContext(r.Context(), "page", "page", name, "err", err)
		http.Error(w, i18n.T(s.Web.Language(r), "api.fault", nil), http.StatusInternalServerError)
		return
	}
	text = LookOf(r).dress(s.personalize(text, name, data.Lang(), s.person(r)))
	s.Kind(name).Policy.Set(w.Header())
	w.Header().Set("Content-Type", htmlType)
	w.Header().Set("Cache-Control", "no-store")
	body := File{kind: htmlType, plain: text}
	if takesGzip(r) {
		body.gzip = packFast(text)
	}
	body.send(w, r, code)
}

const htmlType = "text/html; charset=utf-8"

// keptPages caches pages that are the same for all visitors, by name, language and origin. Each is
// rendered and compressed on first use.
type keptPages struct {
	mu    sync.Mutex
	pages map[string]keptPage
}

// A keptPage is a page without the parts that depend on the person, and the page for anonymous
// visitors.
type keptPage struct {
	plain     []byte
	anonymous File
}

// ShowKept sends a page that is the same for all visitors. It calls data once for each language.
func (s *Shell) ShowKept(w http.ResponseWriter, r *http.Request, name, lang string, data func() Page) {
	origin := s.origin(r)
	kept, err := s.kept.get(name+" "+lang+" "+origin, func() (k keptPage, err error) {
		k.plain, err = s.Render(name, Address{Origin: origin}, data())
		k.anonymous = NewFile(htmlType, s.personalize(k.plain, name, lang, person{}))
		return k, err
	})
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Kind(name).Policy.Set(w.Header())
	// The browser may store it, because it may contain the user's name, but must revalidate it.
	w.Header().Set("Cache-Control", "private,no-cache")
	look, p := LookOf(r), s.person(r)
	if look.usual() && !p.Known {
		kept.anonymous.SendTagged(w, r)
		return
	}
	// Not cached, because there are too many combinations.
	dressed := File{kind: htmlType, plain: look.dress(s.personalize(kept.plain, name, lang, p))}
	dressed.tag = kept.anonymous.tag + "." + look.String() + "." + hash([]byte(p.key()))
	if takesGzip(r) {
		dressed.gzip = packFast(dressed.plain)
	}
	dressed.SendTagged(w, r)
}

// get returns a cached page, or renders it. Concurrent calls wait.
func (k *keptPages) get(key string, render func() (keptPage, error)) (keptPage, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if page, ok := k.pages[key]; ok {
		return page, nil
	}
	page, err := render()
	if err != nil {
		return page, err
	}
	if k.pages == nil {
		k.pages = map[string]keptPage{}
	}
	k.pages[key] = page
	return page, nil
}

// Fail responds with an error page, or with the problem as JSON to a program.
func (s *Shell) Fail(w http.ResponseWriter, r *http.Request, p web.Problem) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // the client has disconnected
	}
	if web.FromProgram(r) {
		s.Web.Fail(w, r, p)
		return
	}
	lang := s.Kind("error").Covering(s.Web.Language(r))
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	s.Show(w, r, p.Status, "error", errorPage{
		Texts(lang), p.In(lang).Detail, p.Status == http.StatusNotFound, p.Code == "privacy.private",
	})
}

// Failed responds with a page for an error from the API.
func (s *Shell) Failed(w http.ResponseWriter, r *http.Request, err error) {
	var p web.Problem
	if !errors.As(web.AsProblem(err), &p) {
		if r.Context().Err() != nil {
			return // the client has disconnected
		}
		s.Log.ErrorContext(r.Context(), "page", "path", web.OpenPath(r), "err", err)
		p = web.NotNow()
	}
	s.Fail(w, r, p)
}

// AskToConfirm redirects to the page that confirms the user's identity, and then to next, if err
// requires that. Otherwise sent is false.
func AskToConfirm(w http.ResponseWriter, r *http.Request, err error, next string) (sent bool) {
	if !errors.Is(err, account.ErrNotFresh) {
		return false
	}
	to := url.URL{Path: "/confirm", RawQuery: url.Values{"next": {next}}.Encode()}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
	return true
}

// WrongMethod returns a handler that responds with the methods that a page supports.
func (s *Shell) WrongMethod(takes []string) http.HandlerFunc {
	allow := strings.Replace(strings.Join(takes, ", "), "GET", "GET, HEAD", 1)
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		s.Fail(w, r, web.WrongMethod(r, allow))
	}
}

// errorPage shows an error and leads back to the first page.
type errorPage struct {
	Texts
	Text    string
	Missing bool // the page does not exist
	Private bool // the game is private
}
