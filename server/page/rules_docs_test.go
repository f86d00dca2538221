package page

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"rosette/game"
	"rosette/server/page/shell"
)

func TestTheDocumentsTellOfEveryRulesetAndEveryChoice(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join("../..", "docs", "rules", name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	index := read("README.md")
	for _, name := range append(game.Presets(), append(game.RuleKeys(), "komi", "preset")...) {
		if !strings.Contains(index, "`"+name+"`") {
			t.Errorf("docs/rules/README.md does not name `%s`", name)
		}
	}
	rest := read("rosette.md") + read("go.md") + read("katago.md")
	for _, name := range game.Presets() {
		if !strings.Contains(rest, "`"+name+"`") {
			t.Errorf("no family of docs/rules tells of `%s`", name)
		}
	}
	endings := read("ending.md")
	for _, name := range game.Presets() {
		rules, err := game.Preset(name)
		shell.Must(err)
		for _, word := range []string{rules.Ending.String(), rules.Handicap.String()} {
			if word != "NONE" && !strings.Contains(endings, "`"+word+"`") {
				t.Errorf("docs/rules/ending.md does not explain `%s` of %s", word, name)
			}
		}
	}
	for _, link := range regexp.MustCompile(`\]\(([a-z]+\.md)\)`).FindAllStringSubmatch(index+rest+endings, -1) {
		read(link[1])
	}
}
