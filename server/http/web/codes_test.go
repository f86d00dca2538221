package web_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/i18n"
	"rosette/internal/goldentest"
	"rosette/server/http/web"
)

// problemMakers are the packages that make problems, or refusals whose code is that of a
// problem.
var problemMakers = []string{
	"server/http", "server/account", "server/chat", "server/correspondence", "server/lobby", "server/match", "server/moderation",
	"server/notice/service.go", "server/rating",
}

// noCodes are keys of the catalogue in these packages that are the texts of names.
var noCodes = []string{"account.closed", "color.b", "color.w", "match.player", "match.player.1", "match.player.2"}

// families are what stands before the reason of a refusal in a code. All their keys are codes.
var families = []string{"refusal.", "correspondence.refused."}

// A keyFinder finds the codes of problems in source: strings that are keys of the catalogue
// and are not looked up in it, and all keys of the families that are put before a reason.
type keyFinder map[string]bool

// add adds a string of the source if it is a code.
func (f keyFinder) add(text string) {
	if i18n.Has(text) && !slices.Contains(noCodes, text) {
		f[text] = true
	}
}

// addFamily adds the keys of the catalogue that begin with some letters.
func (f keyFinder) addFamily(beginning string) {
	area, _, _ := strings.Cut(beginning, ".")
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "i18n", "catalog", "en", area+".json"))
	texts := map[string]any{}
	if err == nil {
		err = json.Unmarshal(text, &texts)
	}
	if err != nil {
		panic(err)
	}
	for key := range texts {
		if strings.HasPrefix(key, beginning) {
			f[key] = true
		}
	}
}

// Visit implements [ast.Visitor].
func (f keyFinder) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.CallExpr:
		if s, ok := n.Fun.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "i18n" {
				return nil // a text
			}
		}
	case *ast.BinaryExpr:
		if text, _ := literal(n.X); slices.Contains(families, text) {
			f.addFamily(text)
		}
	case *ast.BasicLit:
		if text, ok := literal(n); ok {
			f.add(text)
		}
	}
	return f
}

// literal returns the string of a literal.
func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// codesOf returns the codes of problems in the source of a folder and of those in it.
func codesOf(t *testing.T, found keyFinder, folder string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			ast.Walk(found, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheCodesAreThoseWithWhichProblemsAreMade(t *testing.T) {
	found := keyFinder{}
	for _, folder := range problemMakers {
		codesOf(t, found, filepath.Join("..", "..", "..", folder))
	}
	goldentest.Text(t, "codes.txt", strings.Join(slices.Sorted(maps.Keys(found)), "\n")+"\n")
	for _, code := range []string{"form.board", "form.level", "account.sign-in.first", "refusal.ko", "correspondence.refused.stops", "record.unreadable"} {
		if !found[code] {
			t.Errorf("%s is not found", code)
		}
	}
	for _, text := range []string{"account.token.make", "bot.about", "rating.filter.result"} {
		if found[text] {
			t.Errorf("%s is the text of a page", text)
		}
	}
	if !goldentest.Updating() && len(web.Codes()) != len(found) {
		t.Errorf("the document has %d codes, want %d", len(web.Codes()), len(found))
	}
}
