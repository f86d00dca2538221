package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/evanw/esbuild/pkg/api"

	"rosette/i18n"
)

// literals returns a script's strings, and the text between its JSX elements, which the
// transformation turns into strings.
func literals(name string, source []byte) ([]string, error) {
	result := api.Transform(string(source), api.TransformOptions{
		Sourcefile: name, Loader: api.LoaderTSX, JSX: api.JSXTransform, MinifyWhitespace: true, MinifyIdentifiers: true,
		LegalComments: api.LegalCommentsNone, Target: api.ES2022,
	})
	if len(result.Errors) > 0 {
		return nil, fmt.Errorf("%s: %s", name, result.Errors[0].Text)
	}
	var found []string
	for _, lit := range literal.FindAllStringSubmatch(string(result.Code), -1) {
		switch {
		case lit[1] != "":
			found = append(found, lit[1])
		case lit[2] != "":
			found = append(found, lit[2])
		case lit[3] != "":
			found = append(found, placeholder.ReplaceAllString(lit[3], "…"))
		}
	}
	return found, nil
}

var (
	// literal matches strings. Regular expressions are among the alternatives, so that a quotation
	// mark in one begins no string.
	literal     = regexp.MustCompile("(?s)\"((?:[^\"\\\\]|\\\\.)*)\"|'((?:[^'\\\\]|\\\\.)*)'|`((?:[^`\\\\]|\\\\.)*)`|[(,=:\\[!&|?{};]/(?:[^/\\\\\\n\\[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])+/")
	placeholder = regexp.MustCompile(`\$\{[^}]*\}`)
	twoWords    = regexp.MustCompile(`\p{L}{2}[.,:;!?…]? +(\p{L} +)?\p{L}{2}`)
	class       = regexp.MustCompile(`\.(-?[a-zA-Z][\w-]*)`)
	word        = regexp.MustCompile(`[\p{L}\d-]+`)
)

// bare returns the literals that look like texts for people: two words or more, not all classes in
// the style sheets, and no selector.
func bare(literals []string, classes map[string]bool) (found []string) {
	for _, text := range literals {
		if !twoWords.MatchString(text) {
			continue
		}
		for _, w := range word.FindAllString(text, -1) {
			if !classes[w] {
				found = append(found, text)
				break
			}
		}
	}
	return found
}

// scripts visits the pages' scripts below a folder.
func scripts(folder string, visit func(name string, source []byte) error) error {
	return filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".ts", ".tsx"}, filepath.Ext(name)) {
			return err
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return visit(name, source)
	})
}

// notForPeople returns words that occur together but are not texts.
func notForPeople(t *testing.T) map[string]bool {
	t.Helper()
	words := map[string]bool{}
	for _, name := range strings.Fields("input select li announced described desk label on- score steps") { // selectors, and classes without a style
		words[name] = true
	}
	sheets, err := filepath.Glob(filepath.Join(ui, "src", "*", "*.css"))
	if err != nil || len(sheets) == 0 {
		t.Fatalf("%v, %d style sheets", err, len(sheets))
	}
	for _, sheet := range sheets {
		text, err := os.ReadFile(sheet)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range class.FindAllStringSubmatch(string(text), -1) {
			words[name[1]] = true
		}
	}
	return words
}

func TestPeopleReadTextsOfTheCatalogue(t *testing.T) {
	classes := notForPeople(t)
	err := scripts(filepath.Join(ui, "src"), func(name string, source []byte) error {
		all, err := literals(name, source)
		for _, text := range bare(all, classes) {
			t.Errorf("%s: %q belongs in the catalogue", name, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// keyPattern returns patterns for catalogue keys (an area and the rest) and for file names.
func keyPattern(t *testing.T) (key, file *regexp.Regexp) {
	t.Helper()
	areas, err := filepath.Glob(filepath.Join(ui, "..", "..", "..", "i18n", "catalog", "en", "*.json"))
	if err != nil || len(areas) < 20 {
		t.Fatalf("%v, %d areas", err, len(areas))
	}
	for i, area := range areas {
		areas[i] = strings.TrimSuffix(filepath.Base(area), ".json")
	}
	return regexp.MustCompile(`^(?:` + strings.Join(areas, "|") + `)\.[a-zA-Z.-]*[a-zA-Z]$`), regexp.MustCompile(`\.(?:css|html|js|json|sgf|svg|tsx?)$`)
}

func TestEveryKeyOfAScriptHasAText(t *testing.T) {
	keys := map[string]string{}
	key, file := keyPattern(t)
	err := scripts(filepath.Join(ui, "src"), func(name string, source []byte) error {
		all, err := literals(name, source)
		for _, text := range all {
			if key.MatchString(text) && !file.MatchString(text) {
				keys[text] = name
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(keys) < 50 {
		t.Errorf("only %d keys are found", len(keys))
	}
	for key, name := range keys {
		if !i18n.Has(key) {
			t.Errorf("%s asks for %s, which has no text", name, key)
		}
	}
}

func TestATextInAScriptIsFound(t *testing.T) {
	found, err := literals("a.tsx", []byte(`
		// Two words in a comment.
		import { t } from './two words'
		const a = /"[/ two words]/g.test(x) ? 'It is ours' : "He said \"two words\""
		const b = <p class="button primary" aria-label="the board">Play <b>{t('ui.play')}</b> it out{' '}</p>
		const c = `+"`${name} wins by ${n} points`"+`
		document.querySelector('.button, input')`))
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(bare(found, map[string]bool{"button": true, "primary": true, "input": true}), "|")
	if want := `./two words|It is ours|He said "two words"|the board| it out|… wins by … points`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
