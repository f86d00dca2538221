package chart_test

import (
	"fmt"
	"strings"

	"rosette/chart"
)

// The ratings of two networks, each with its 95 % interval.
func ExampleChart() {
	c := chart.Chart{
		Title: "Strength",
		X:     chart.Axis{Label: "steps of learning"},
		Panels: []chart.Panel{{
			Y: chart.Axis{Label: "Elo"},
			Series: []chart.Series{{Name: "networks", Points: []chart.Point{
				{X: 1000, Y: 120, Low: 90, High: 150},
				{X: 2000, Y: 310, Low: 270, High: 350},
			}}},
		}},
	}
	var svg strings.Builder
	if err := c.SVG(&svg); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(strings.HasPrefix(svg.String(), "<svg "), strings.Count(svg.String(), "<title>Strength</title>"))
	// Output: true 1
}
