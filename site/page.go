package site

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"

	"rosette/i18n"
)

//go:embed page
var pageFiles embed.FS

// pages are the templates by name, each within the shell that all share.
type pages map[string]*template.Template

func loadPages(a assets) pages {
	set := pages{}
	for _, name := range []string{"home", "game", "rules", "komi", "error"} {
		t := template.New("shell.html").Funcs(template.FuncMap{"asset": a.URL})
		set[name] = template.Must(t.ParseFS(pageFiles, "page/shell.html", "page/law.html", "page/"+name+".html"))
	}
	return set
}

// show writes a page. Pages change with every game, so nobody keeps them.
func (s *site) show(w http.ResponseWriter, r *http.Request, code int, name string, data any) {
	var b bytes.Buffer
	if err := s.pages[name].Execute(&b, data); err != nil {
		s.Log.Error("site: page", "page", name, "err", err)
		http.Error(w, i18n.T(usualLanguage(r), "api.fault", nil), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	send(w, r, code, b.Bytes(), pack(b.Bytes()))
}

// errorPage says what went wrong and leads back to the first page.
type errorPage struct {
	texts
	Text string
}

// fail answers with a page that has the text of a key.
func (s *site) fail(w http.ResponseWriter, r *http.Request, code int, key string, args i18n.Args) {
	lang, ok := languageFor(r)
	if !ok {
		lang = usualLanguage(r)
	}
	s.show(w, r, code, "error", errorPage{texts(lang), i18n.T(lang, key, args)})
}
