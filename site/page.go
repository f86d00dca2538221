package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"rosette/i18n"
)

//go:embed page
var pageFiles embed.FS

// A page is the data of a template. Its texts are in one language.
type page interface{ Lang() string }

// pages are the templates by name, each within the shell that all share.
type pages map[string]*template.Template

func loadPages(a assets) pages {
	set := pages{}
	for _, k := range kinds {
		t := template.New("shell.html").Funcs(template.FuncMap{"asset": a.URL, "number": strconv.Atoi})
		set[k.name] = template.Must(t.ParseFS(pageFiles, "page/shell.html", "page/icons.html", "page/law.html", "page/"+k.name+".html"))
	}
	return set
}

// render executes the template of a page.
func (s *site) render(name, origin string, data page) ([]byte, error) {
	var b bytes.Buffer
	if err := s.pages[name].Execute(&b, inShell(name, origin, data)); err != nil {
		return nil, fmt.Errorf("page %s: %w", name, err)
	}
	return b.Bytes(), nil
}

// show writes a page that nobody else sees and that nobody keeps.
func (s *site) show(w http.ResponseWriter, r *http.Request, code int, name string, data page) {
	text, err := s.render(name, s.origin(r), data)
	if err != nil {
		s.Log.Error("site: page", "page", name, "err", err)
		http.Error(w, i18n.T(s.API.Language(r), "api.fault", nil), http.StatusInternalServerError)
		return
	}
	text = lookOf(r).dress(text)
	w.Header().Set("Content-Type", htmlType)
	w.Header().Set("Cache-Control", "no-store")
	body := file{kind: htmlType, plain: text}
	if takesGzip(r) {
		body.packed = packFast(text)
	}
	body.send(w, r, code)
}

const htmlType = "text/html; charset=utf-8"

// keptPages are pages that are the same for everybody, by name, language and origin:
// each is rendered and packed when it is first asked for.
type keptPages struct {
	mu    sync.Mutex
	pages map[string]file
}

// showKept writes a page that is the same for everybody; data is called once for each
// language.
func (s *site) showKept(w http.ResponseWriter, r *http.Request, name, lang string, data func() page) {
	origin := s.origin(r)
	kept, err := s.kept.get(name+" "+lang+" "+origin, func() ([]byte, error) { return s.render(name, origin, data()) })
	if err != nil {
		s.failed(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-cache") // to be kept, and asked about by its tag
	kept.in(lookOf(r), r).sendTagged(w, r)
}

// in returns a page in a look. Only the usual look is kept: there are too many others.
func (f file) in(l look, r *http.Request) file {
	if l.usual() {
		return f
	}
	dressed := file{kind: f.kind, plain: l.dress(f.plain), tag: strings.TrimSuffix(f.tag, `"`) + "." + l.String() + `"`}
	if takesGzip(r) {
		dressed.packed = packFast(dressed.plain)
	}
	return dressed
}

// get returns a page that was rendered before, or renders it. Others who ask wait.
func (k *keptPages) get(key string, render func() ([]byte, error)) (file, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if page, ok := k.pages[key]; ok {
		return page, nil
	}
	text, err := render()
	if err != nil {
		return file{}, err
	}
	if k.pages == nil {
		k.pages = map[string]file{}
	}
	k.pages[key] = newFile(htmlType, text)
	return k.pages[key], nil
}

// errorPage says what went wrong and leads back to the first page.
type errorPage struct {
	texts
	Text    string
	Missing bool // there is no such page
}
