package page

import (
	"encoding/json"
	"fmt"
	"strings"

	"rosette/game"
	"rosette/i18n"
	"rosette/server/page/shell"
)

// columns are the choices with their own columns in the table of rulesets. extras are listed
// together in the last column if they differ from these defaults.
var (
	columns = []string{"ko", "suicide", "scoring", "tax", "komi", "handicap", "ending"}
	extras  = map[string]string{
		"libertylessRosette": "allow", "whiteHandicapBonus": "0", "hasButton": "false",
		"whitePassesLast": "false", "firstPassByWhite": "COUNTED", "supply": "0",
	}
)

// A rulesTable shows every ruleset with its choices.
type rulesTable struct {
	Heads []string
	Rows  []rulesRow
}

// A rulesRow is one ruleset.
type rulesRow struct {
	Name, About string
	Cells       []rulesCell
}

// A rulesCell is one choice. It includes its column's head for narrow screens.
type rulesCell struct{ Head, Text string }

func newRulesTable(lang string) rulesTable {
	t := rulesTable{Heads: []string{i18n.T(lang, "rules.key.preset", nil)}}
	for _, key := range append(columns, "more") {
		t.Heads = append(t.Heads, i18n.T(lang, "rules.key."+key, nil))
	}
	for _, name := range game.Presets() {
		rules, err := game.Preset(name)
		shell.Must(err)
		row := rulesRow{Name: name, About: i18n.T(lang, "rules.set."+name, nil)}
		for i, text := range choicesInWords(lang, rules) {
			row.Cells = append(row.Cells, rulesCell{t.Heads[i+1], text})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// choicesInWords returns texts for a ruleset's choices, one for each column.
func choicesInWords(lang string, rules game.Rules) []string {
	var cells, more []string
	chosen := words(rules)
	for _, key := range columns {
		cells = append(cells, choiceInWords(lang, key, chosen[key]))
	}
	for _, key := range game.RuleKeys() {
		if usual, ok := extras[key]; ok && fmt.Sprint(chosen[key]) != usual {
			more = append(more, choiceInWords(lang, key, chosen[key]))
		}
	}
	return append(cells, strings.Join(more, " · "))
}

func choiceInWords(lang, key string, value any) string {
	if n, ok := value.(float64); ok {
		if key == "komi" {
			return i18n.Number(lang, n)
		}
		return i18n.T(lang, "rules."+key, i18n.Args{"n": n})
	}
	if each, ok := value.(map[string]any); ok {
		return i18n.T(lang, "rules."+key+".each", i18n.Args(each))
	}
	return i18n.T(lang, fmt.Sprintf("rules.word.%s.%v", key, value), nil)
}

// words returns the choices as in JSON.
func words(rules game.Rules) map[string]any {
	text, err := json.Marshal(rules)
	shell.Must(err)
	all := map[string]any{}
	shell.Must(json.Unmarshal(text, &all))
	return all
}
