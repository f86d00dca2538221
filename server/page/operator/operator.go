// Package operator implements the pages written by a server's operator: privacy, terms and contact.
// They come from Markdown files by page and language, such as privacy.en.md.
package operator

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/yuin/goldmark"

	"rosette/i18n"
	"rosette/server/page/shell"
)

// names are the pages, in the order of their links.
var names = []string{"privacy", "terms", "contact"}

// maxFile limits the size of a file, in bytes.
const maxFile = 256 << 10

// usualFiles holds the default privacy page.
//
//go:embed text
var usualFiles embed.FS

// Texts holds pages by name and language.
type Texts map[string]map[string]text

// A text is a page in a language.
type text struct {
	title string
	body  template.HTML
}

// Read reads an operator's files; files may be nil. guestGames is the age at which guests' games
// are removed, 0 if they are not. The error names the file.
func Read(files fs.FS, guestGames time.Duration) (Texts, error) {
	usual, err := fs.Sub(usualFiles, "text")
	if err != nil {
		return nil, err
	}
	all := Texts{}
	if err := all.read(usual, guestGames); err != nil || files == nil {
		return all, err
	}
	own := Texts{}
	if err := own.read(files, guestGames); err != nil {
		return nil, err
	}
	maps.Copy(all, own)
	return all, nil
}

// Pages serves the operator's pages. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	texts Texts
}

// New returns the pages, and adds links to them to the foot of all pages.
func New(s *shell.Shell, texts Texts) *Pages {
	for _, name := range names {
		if texts[name] != nil {
			s.Foot = append(s.Foot, shell.Section{Name: name, Path: "/" + name})
		}
	}
	return &Pages{s, texts}
}

// read reads all Markdown files in a folder.
func (t Texts) read(files fs.FS, guestGames time.Duration) error {
	found, err := fs.Glob(files, "*.md")
	if err != nil {
		return err
	}
	for _, file := range found {
		name, lang, ok := strings.Cut(strings.TrimSuffix(file, ".md"), ".")
		if !ok || !slices.Contains(names, name) || !slices.Contains(i18n.Languages(), lang) {
			return fmt.Errorf("%s: name it PAGE.LANGUAGE.md, with one of the pages %s and of the languages %s",
				file, strings.Join(names, ", "), strings.Join(i18n.Languages(), ", "))
		}
		data, err := fs.ReadFile(files, file)
		if err == nil && len(data) > maxFile {
			err = fmt.Errorf("%d bytes: use up to %d", len(data), maxFile)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if t[name] == nil {
			t[name] = map[string]text{}
		}
		if t[name][lang], err = render(string(data), guestGames); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	return nil
}

// days is a placeholder for the age in days at which guests' games are removed. If they are not
// removed, paragraphs and items that contain it are omitted.
const days = "{days}"

// render renders Markdown. It omits raw HTML and links to scripts. The first heading of level 1 is
// the title.
func render(markdown string, guestGames time.Duration) (t text, err error) {
	lines := strings.Split(strings.ReplaceAll(markdown, "\r\n", "\n"), "\n")
	i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "# ") })
	if i < 0 {
		return t, errors.New("begin with a title: a line such as # Privacy")
	}
	t.title = strings.TrimSpace(lines[i][2:])
	lines = slices.Delete(lines, i, i+1)
	if n := int(guestGames / (24 * time.Hour)); n > 0 {
		for i := range lines {
			lines[i] = strings.ReplaceAll(lines[i], days, strconv.Itoa(n))
		}
	} else {
		lines = slices.DeleteFunc(lines, func(line string) bool { return strings.Contains(line, days) })
	}
	var page bytes.Buffer
	err = goldmark.Convert([]byte(strings.Join(lines, "\n")), &page)
	t.body = template.HTML(page.String())
	return t, err
}

// Pages implements [shell.Group]. It has only the pages that exist.
func (s *Pages) Pages() shell.Routes {
	all := shell.Routes{}
	for name := range s.texts {
		all["/"+name] = map[string]shell.Endpoint{"GET": shell.Cheap(s.page(name))}
	}
	return all
}

// A renderedPage is a page as shown.
type renderedPage struct {
	shell.Texts
	Title  string
	Spoken string // the text's language, which may differ from the page's
	Body   template.HTML
}

// page shows a page in the reader's language, or in the first available language.
func (s *Pages) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		lang, ok := s.Language(w, r, "operator")
		if !ok {
			return
		}
		spoken := lang
		for _, other := range i18n.Languages() {
			if _, ok := s.texts[name][spoken]; !ok {
				spoken = other
			}
		}
		t := s.texts[name][spoken]
		s.ShowKept(w, r, "operator", name+" "+lang, func() shell.Page {
			return renderedPage{
				shell.Texts(lang), t.title, spoken, t.body,
			}
		})
	}
}
