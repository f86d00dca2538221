package page

import (
	"html/template"
	"strconv"

	"rosette/chart/flow"
	"rosette/i18n"
)

// flowerFlow is a game under the Flower rules, step by step. Each step has the text rules.flow.KEY
// and the keys of the next steps.
var flowerFlow = []struct {
	key   string
	kind  flow.Kind
	exits []flowExit
}{
	{"begin", flow.End, []flowExit{{"", "komi"}}},
	{"komi", flow.Step, []flowExit{{"", "handicap"}}},
	{"handicap", flow.Question, []flowExit{{"yes", "stones"}, {"no", "black"}}},
	{"stones", flow.Step, []flowExit{{"", "black"}}},
	{"black", flow.Step, []flowExit{{"", "turn"}}},
	{"turn", flow.Question, []flowExit{{"do.move", "move"}, {"do.pass", "pass"}}},
	{"move", flow.Step, []flowExit{{"", "turn"}}},
	{"pass", flow.Step, []flowExit{{"", "two"}}},
	{"two", flow.Question, []flowExit{{"yes", "agree"}, {"no", "turn"}}},
	{"agree", flow.Step, []flowExit{{"", "again"}}},
	{"again", flow.Question, []flowExit{{"do.passes", "last"}, {"do.move", "turn"}}},
	{"last", flow.Question, []flowExit{{"yes", "white"}, {"no", "off"}}},
	{"white", flow.Step, []flowExit{{"", "off"}}},
	{"off", flow.Step, []flowExit{{"", "count"}}},
	{"count", flow.End, nil},
}

// A flowExit is an answer to a question, as the text rules.flow.KEY, and the next step. Steps that
// are not questions have no answer.
type flowExit struct{ answer, next string }

// A flowFigure is a flow chart, and its steps as texts.
type flowFigure struct {
	Picture template.HTML
	Steps   []flowStep
}

// A flowStep is a step as text, and where each answer leads.
type flowStep struct {
	Text    string
	Answers []string
}

func newFlowFigure(lang string) flowFigure {
	numbers := map[string]int{}
	for i, step := range flowerFlow {
		numbers[step.key] = i
	}
	t := func(key string) string { return i18n.T(lang, "rules.flow."+key, nil) }
	chart, f := flow.Chart{Title: t("title")}, flowFigure{}
	for i, step := range flowerFlow {
		node, told := flow.Node{Kind: step.kind, Text: t(step.key)}, flowStep{Text: t(step.key)}
		for _, e := range step.exits {
			exit := flow.Exit{To: numbers[e.next]}
			args := i18n.Args{"step": strconv.Itoa(exit.To + 1)}
			switch {
			case e.answer != "":
				exit.Label = t(e.answer)
				args["answer"] = i18n.Verbatim(exit.Label)
				told.Answers = append(told.Answers, i18n.T(lang, "rules.flow.answer", args))
			case exit.To != i+1:
				told.Answers = append(told.Answers, i18n.T(lang, "rules.flow.goto", args))
			}
			node.Exits = append(node.Exits, exit)
		}
		chart.Nodes = append(chart.Nodes, node)
		f.Steps = append(f.Steps, told)
	}
	f.Picture = template.HTML(chart.SVG())
	return f
}
