package page

import (
	"strings"
	"testing"

	"rosette/i18n"
)

func TestTheFlowChartLeadsFromTheBeginningToTheCountInEveryLanguage(t *testing.T) {
	next := map[string][]string{}
	for _, step := range flowerFlow {
		for _, e := range step.exits {
			next[step.key] = append(next[step.key], e.next)
		}
	}
	reached := map[string]bool{"begin": true}
	for todo := []string{"begin"}; len(todo) > 0; todo = todo[1:] {
		for _, key := range next[todo[0]] {
			if !reached[key] {
				reached[key], todo = true, append(todo, key)
			}
		}
	}
	if len(reached) != len(flowerFlow) || !reached["count"] {
		t.Errorf("only %v are reached", reached)
	}
	for _, lang := range i18n.Languages() {
		f := newFlowFigure(lang)
		if len(f.Steps) != len(flowerFlow) || strings.Contains(string(f.Picture), "rules.") {
			t.Errorf("%s: %d steps, %s", lang, len(f.Steps), f.Picture)
		}
		questions := 0
		for _, step := range f.Steps {
			if len(step.Answers) == 2 {
				questions++
			}
		}
		if questions != 5 {
			t.Errorf("%s: %d questions with two answers, want 5", lang, questions)
		}
	}
}
