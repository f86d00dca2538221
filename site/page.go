package site

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
)

//go:embed page
var pageFiles embed.FS

// pages are the templates by name, each within the shell that all share.
type pages map[string]*template.Template

func loadPages(a assets) pages {
	set := pages{}
	for _, name := range []string{"home", "game", "rules", "komi", "error"} {
		t := template.New("shell.html").Funcs(template.FuncMap{"asset": a.URL, "wrong": wrong})
		set[name] = template.Must(t.ParseFS(pageFiles, "page/shell.html", "page/law.html", "page/"+name+".html"))
	}
	return set
}

// A complaint is what does not fit in a field of a form.
type complaint struct{ Field, Why string }

// wrong returns what is wrong with a field of the form on a page, if anything.
func wrong(page map[string]any, field string) complaint {
	if page["Wrong"] != field {
		return complaint{}
	}
	why, _ := page["Why"].(string)
	return complaint{field, why}
}

// show writes a page. Pages change with every game, so nobody keeps them.
func (s *site) show(w http.ResponseWriter, r *http.Request, code int, name string, data any) {
	var b bytes.Buffer
	if err := s.pages[name].Execute(&b, data); err != nil {
		s.Log.Error("site: page", "page", name, "err", err)
		http.Error(w, "This page cannot be shown right now; try again in a moment.", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	send(w, r, code, b.Bytes(), pack(b.Bytes()))
}

// fail says in one line what went wrong and shows the way home.
func (s *site) fail(w http.ResponseWriter, r *http.Request, code int, line string) {
	s.show(w, r, code, "error", line)
}
