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

// problemMakers lists the packages that create problems, or refusals with a problem's code.
var problemMakers = []string{
	"server/http", "server/account", "server/chat", "server/correspondence", "server/lobby", "server/match", "server/moderation",
	"server/notice/service.go", "server/rating",
}

// noCodes lists catalogue keys in these packages that are not codes.
var noCodes = []string{"account.closed", "color.b", "color.w", "match.player", "match.player.1", "match.player.2"}

// families lists the code prefixes that precede a refusal's reason. All their keys are codes.
var families = []string{"refusal.", "correspondence.refused."}

// A keyFinder finds problem codes in source: strings that are catalogue keys but are not looked up
// in the catalogue, and all keys with a prefix in families.
type keyFinder map[string]bool

// add adds a string from the source if it is a code.
func (f keyFinder) add(text string) {
	if i18n.Has(text) && !slices.Contains(noCodes, text) {
		f[text] = true
	}
}

// addFamily adds the catalogue keys with a prefix.
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
				return nil // a text, not a code
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

// literal returns the value of a string literal.
func literal(e ast.Expr) (string, bool) {
	l, ok := e.(*ast.BasicLit)
	if !ok || l.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// codesOf adds the problem codes in a folder's source files, including subfolders.
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
