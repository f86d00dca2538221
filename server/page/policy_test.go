package page

import (
	"io/fs"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"testing/fstest"

	"rosette/server/http/web"
	"rosette/server/page/shell"
)

func TestOnlyTheEditorMayDoMoreThanTheOtherPages(t *testing.T) {
	for _, k := range kinds {
		want := web.Policy{}
		if k.Name == "record" {
			want.WebAssembly = true
		}
		if k.Policy != want {
			t.Errorf("the page %s has the policy %+v", k.Name, k.Policy)
		}
	}
}

func TestAPageHasThePolicyOfItsKind(t *testing.T) {
	wanted := web.Policy{WebAssembly: true, Microphone: true, Framed: true}
	templates := fstest.MapFS{"tested.html": {Data: []byte(`{{define "title"}}Test{{end}}{{define "body"}}<main></main>{{end}}`)}}
	files, err := fs.Sub(pageFiles, "template")
	if err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		templates[name] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	options := emptyShell().Options
	options.Templates = templates
	options.Kinds = append(slices.Clone(kinds), shell.Kind{Name: "tested", Areas: []string{"shell"}, Policy: wanted})
	s := shell.New(options)
	shown := func(show func(w http.ResponseWriter, r *http.Request)) http.Header {
		w := httptest.NewRecorder()
		web.Policy{}.Set(w.Header()) // as set by the guard
		show(w, httptest.NewRequest("GET", "/", nil))
		return w.Header()
	}
	check := func(name string, h http.Header, p web.Policy) {
		want := http.Header{}
		p.Set(want)
		for _, header := range []string{"Content-Security-Policy", "Permissions-Policy", "X-Frame-Options"} {
			if got := h.Get(header); got != want.Get(header) {
				t.Errorf("%s has %s: %s", name, header, got)
			}
		}
	}
	page := shell.Texts("en")
	check("a page", shown(func(w http.ResponseWriter, r *http.Request) { s.Show(w, r, 200, "tested", page) }), wanted)
	check("a kept page", shown(func(w http.ResponseWriter, r *http.Request) {
		s.ShowKept(w, r, "tested", "en", func() shell.Page { return page })
	}), wanted)
	check("an error in its place", shown(func(w http.ResponseWriter, r *http.Request) {
		wanted.Set(w.Header())
		s.Fail(w, r, web.ServerFault())
	}), web.Policy{})
}
