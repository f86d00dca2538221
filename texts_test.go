package rosette_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"rosette/i18n"
)

// speaking are the packages whose texts are shown to people. The texts must come from the
// catalogue. server/page/ui/bundle checks the scripts of the pages.
var speaking = strings.Fields(`narrate server/account server/http/account server/http/match server/http/socket server/page server/page/account server/page/shell server/http/web terminal`)

// bareTexts lists files with texts outside the catalogue. The list may only shrink.
var bareTexts = strings.Fields(`
`)

// inEnglish lists files with texts for programmers: the API documentation.
var inEnglish = strings.Fields(`server/http/web/document.go`)

// notForPeople lists the beginnings of literals with at least two words that are not shown to
// people. The list may only shrink.
var notForPeople = []string{
	"default-src 'none'", "text/html; charset", "GET, HEAD", "Accept-Language, Cookie", "public, max-age=", "attachment; filename", // HTTP
	"b B4, w B5",               // moves in a diagram
	"guess own", "board still", // style sheet classes
	`<script type="module`, // the script for people who are known
}

// quiet lists functions whose arguments are for programmers, the log or the operator, by the last
// part of their names.
var quiet = strings.Fields(`Errorf New Debug Info Warn Error DebugContext InfoContext WarnContext ErrorContext panic must Must MustCompile Fields web.Get web.Create web.Post web.Put web.Delete web.Stream web.PostStream web.Upgrade`)

// twoWords matches texts for people.
var twoWords = regexp.MustCompile(`\p{L}{2}[.,:;!?…]? +(\p{L} +)?\p{L}{2}`)

// bareInGo returns, for each file in the speaking packages, literals that look like texts for
// people.
func bareInGo(all []source, speaking []string) map[string][]string {
	found := map[string][]string{}
	for _, f := range all {
		if f.test() || !slices.Contains(speaking, f.dir()) || slices.Contains(inEnglish, f.name) {
			continue
		}
		ast.Inspect(f.file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec, *ast.Field: // a Field's tag is documentation
				_, ok := n.(*ast.ImportSpec)
				return !ok
			case *ast.CallExpr:
				return !slices.Contains(quiet, calledName(n))
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); n.Kind == token.STRING && err == nil && bare(text) && !isTag(f, n) {
					found[f.name] = append(found[f.name], fmt.Sprintf("%s:%d: %q belongs in the catalogue", f.name, f.set.Position(n.Pos()).Line, text))
				}
			}
			return true
		})
	}
	return found
}

// bare reports whether a literal looks like a text for people.
func bare(text string) bool {
	return twoWords.MatchString(text) && !slices.ContainsFunc(notForPeople, func(begin string) bool { return strings.HasPrefix(text, begin) })
}

func TestEveryLiteralThatIsNotForPeopleIsThere(t *testing.T) {
	for _, begin := range notForPeople {
		there := false
		for _, f := range parsed(t) {
			ast.Inspect(f.file, func(n ast.Node) bool {
				lit, ok := n.(*ast.BasicLit)
				there = there || ok && slices.Contains(speaking, f.dir()) && !f.test() && strings.HasPrefix(strings.Trim(lit.Value, "`\""), begin)
				return !there
			})
		}
		if !there {
			t.Errorf("no literal begins with %q any more: remove it from the list", begin)
		}
	}
}

// calledName returns the last part of a called function's name.
func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok && slices.Contains([]string{"http", "web"}, x.Name) {
			return x.Name + "." + f.Sel.Name // people read http.Error; web.Get describes an operation
		}
		return f.Sel.Name
	}
	return ""
}

// isTag reports whether a literal is a struct tag.
func isTag(f source, lit *ast.BasicLit) bool {
	tag := false
	ast.Inspect(f.file, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		tag = tag || ok && field.Tag == lit
		return !tag
	})
	return tag
}

var (
	action    = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	script    = regexp.MustCompile(`(?s)<(script|style)\b.*?</(script|style)>`)
	htmlTag   = regexp.MustCompile(`(?s)<[^>]*>`)
	attribute = regexp.MustCompile(`(?:aria-label|placeholder|title|alt|label|content)="([^"]*)"`)
	meta      = regexp.MustCompile(`<meta name="(?:viewport|color-scheme|theme-color|twitter:card)"[^>]*>`)
	letters   = regexp.MustCompile(`\p{L}{2}`)
	keyOf     = regexp.MustCompile(`(?:\.|\$\.)(?:T|Count|Inline|In \.) "([^"]+)"`)
)

// bareInTemplates returns, for each template below a folder, text or attributes for people, of at
// least one word, that do not come from the catalogue.
func bareInTemplates(tree fs.FS, folder string) (map[string][]string, error) {
	found := map[string][]string{}
	err := eachTemplate(tree, folder, func(name, text string) {
		text = meta.ReplaceAllString(script.ReplaceAllString(action.ReplaceAllString(text, ""), ""), "")
		var said []string
		for _, of := range attribute.FindAllStringSubmatch(text, -1) {
			said = append(said, of[1])
		}
		said = append(said, strings.Split(htmlTag.ReplaceAllString(text, "\n"), "\n")...)
		for _, words := range said {
			if words = strings.Trim(words, " \t·"); letters.MatchString(words) && words != "Rosette" {
				found[name] = append(found[name], fmt.Sprintf("%s: %q belongs in the catalogue", name, words))
			}
		}
	})
	return found, err
}

// eachTemplate visits the templates below a folder.
func eachTemplate(tree fs.FS, folder string, visit func(name, text string)) error {
	names, err := fs.Glob(tree, path.Join(folder, "*.html"))
	for _, name := range names {
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			return err
		}
		visit(name, string(data))
	}
	return err
}

func TestPeopleReadTextsOfTheCatalogue(t *testing.T) {
	found, err := bareInTemplates(os.DirFS("."), "server/page/template")
	if err != nil {
		t.Fatal(err)
	}
	for name, lines := range bareInGo(parsed(t), speaking) {
		found[name] = append(found[name], lines...)
	}
	complain(t, exceptions(found, bareTexts))
}

// keysOf returns literals in the speaking packages and the templates that look like catalogue keys,
// with their places.
func keysOf(all []source, tree fs.FS) (map[string]string, error) {
	keys := map[string]string{}
	err := eachTemplate(tree, "server/page/template", func(name, text string) {
		for _, key := range keyOf.FindAllStringSubmatch(text, -1) {
			keys[key[1]] = name
		}
	})
	for _, f := range all {
		ast.Inspect(f.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if ok && !f.test() && slices.Contains(speaking, f.dir()) {
				if text, err := strconv.Unquote(lit.Value); err == nil && looksLikeKey().MatchString(text) && !fileName.MatchString(text) {
					keys[text] = f.name
				}
			}
			return true
		})
	}
	return keys, err
}

// looksLikeKey matches keys in all areas of the catalogue.
var looksLikeKey = sync.OnceValue(func() *regexp.Regexp {
	areas, err := filepath.Glob("i18n/catalog/en/*.json")
	if err != nil {
		panic(err)
	}
	for i, area := range areas {
		areas[i] = strings.TrimSuffix(filepath.Base(area), ".json")
	}
	return regexp.MustCompile(`^(?:` + strings.Join(areas, "|") + `)\.[a-zA-Z0-9.-]*[a-zA-Z0-9]$`)
})

// fileName matches names of pages and assets, which look like keys.
var fileName = regexp.MustCompile(`\.(?:css|html|js|json|sgf|svg)$`)

func TestEveryKeyThatIsAskedForHasAText(t *testing.T) {
	keys, err := keysOf(parsed(t), os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) < 150 {
		t.Errorf("only %d keys are found", len(keys))
	}
	for key, where := range keys {
		if !i18n.Has(key) && !(i18n.Has(key+".dead") && i18n.Has(key+".alive")) {
			t.Errorf("%s asks for %s, which has no text", where, key)
		}
	}
}

func TestATextOutsideOfTheCatalogueIsFound(t *testing.T) {
	tree := fstest.MapFS{
		"site/a.go": file("package site\nimport \"fmt\"\ntype t struct { A int `doc:\"two words\"` }\n" +
			"var a, b = fmt.Sprintf(\"%s wins the game\", x), fmt.Errorf(\"two words: %w\", err)\n" +
			"func f() { log.Info(\"two words\"); http.Error(w, \"No such file\", 404); w.Set(\"Vary\", \"Accept-Language, Cookie\"); say(\"event.played\", \"word\") }"),
		"site/a_test.go": file("package site\nvar a = \"two words\""),
		"other/a.go":     file("package other\nvar a = \"two words\""),
		"site/page/a.html": file(`<html><meta name="viewport" content="width=device-width, initial-scale=1"><p class="two words">{{.T "a.b"}} · <b>Komi</b></p>` +
			`<img alt="A board" title="{{.T "a.c"}}"><script>var two = "two words"</script>`),
	}
	found, err := bareInTemplates(tree, "site/page")
	if err != nil {
		t.Fatal(err)
	}
	for name, lines := range bareInGo(parse(t, tree), []string{"site"}) {
		found[name] = append(found[name], lines...)
	}
	same(t, exceptions(found, nil), []string{
		`site/a.go:4: "%s wins the game" belongs in the catalogue`,
		`site/a.go:5: "No such file" belongs in the catalogue`,
		`site/page/a.html: "A board" belongs in the catalogue`,
		`site/page/a.html: "Komi" belongs in the catalogue`,
	})
}
