// Package report implements the HTML pages for training runs and game reviews: templates, and
// charts from package chart. A page loads no other file: it includes its styles, charts and
// diagrams.
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

// picture returns a chart for inclusion in a page. The chart escapes its texts.
func picture(c *chart.Chart) (template.HTML, error) {
	var out bytes.Buffer
	err := c.SVG(&out)
	return template.HTML(out.String()), err
}
