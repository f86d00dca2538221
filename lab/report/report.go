// Package report implements the HTML pages of training runs and of game reviews:
// templates, and charts of package chart. A page loads nothing: styles, charts and
// diagrams are in it.
package report

import (
	"bytes"
	_ "embed" // for the templates
	"html/template"

	"rosette/chart"
)

var (
	//go:embed review.html
	reviewText string
	//go:embed training.html
	trainingText string

	reviewTemplate   = template.Must(template.New("review").Parse(reviewText))
	trainingTemplate = template.Must(template.New("training").Parse(trainingText))
)

// picture returns a chart as part of a page. The chart escapes what it writes.
func picture(c *chart.Chart) (template.HTML, error) {
	var out bytes.Buffer
	err := c.SVG(&out)
	return template.HTML(out.String()), err
}
