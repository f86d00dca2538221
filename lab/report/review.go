package report

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"rosette/chart"
	"rosette/draw"
	"rosette/engine/review"
	"rosette/game/board"
)

// mostDiagrams limits the diagrams on a page. The worst mistakes are shown.
const mostDiagrams = 24

// A reviewPage is the data for review.html.
type reviewPage struct {
	Title, Subtitle string
	Totals          []totalRow
	Chart           template.HTML
	Mistakes        []mistake
	Hidden          int // mistakes without a diagram
	Moves           []moveRow
	Partial         string // progress of an incomplete review
	Short           string // note that the search was too short to name every mistake, if it was
	None            string // text if no mistake is named
}

type totalRow struct {
	Player                           string
	Assessed                         int
	Mean                             string
	Inaccuracies, Mistakes, Blunders string
}

// A mistake is a bad move with its diagram.
type mistake struct {
	Number                       int
	Name, Class, Text, Line, Alt string
	Light, Dark                  template.Srcset
}

// A moveRow is a row in the table with all moves.
type moveRow struct {
	Number                         int
	Player, Point, Win, Lead, Loss string
	Class, Better                  string // Class is empty without a diagram
}

// colorNames holds the players' names.
var colorNames = map[board.Color]string{board.Black: "Black", board.White: "White"}

// Review writes a review as a page: a chart of Black's win rate and lead, the worst mistakes with
// diagrams, and a table with all moves. The page loads no other file.
func Review(w io.Writer, title, subtitle string, r *review.Review, all []review.Assessment) error {
	p := reviewPage{Title: title, Subtitle: subtitle, Short: review.Shortness(all), None: none(all)}
	if r.Done < len(r.Turns) {
		p.Partial = fmt.Sprintf("Reviewed up to move %d of %d.", max(0, r.Done-1), len(r.Turns)-1)
	}
	totals, count := review.Totals(all), counter(all)
	for _, c := range board.Colors {
		t := totals[c]
		mean := "–"
		if t.Assessed > 0 {
			mean = fmt.Sprintf("%.1f", t.Loss/float64(t.Assessed))
		}
		p.Totals = append(p.Totals, totalRow{
			colorNames[c], t.Assessed, mean, count(t.Classes[review.Inaccuracy]), count(t.Classes[review.Mistake]),
			count(t.Classes[review.Blunder]),
		})
	}
	shown, err := p.addMistakes(all)
	if err != nil {
		return err
	}
	if p.Chart, err = courseChart(all, shown); err != nil {
		return err
	}
	for i := range all {
		p.Moves = append(p.Moves, moveRowOf(&all[i], shown[all[i].Number]))
	}
	return reviewTemplate.Execute(w, p)
}

// none returns the text for a review without named mistakes.
func none(all []review.Assessment) string {
	switch {
	case review.Seen(all) == 0:
		return "No move was judged."
	case review.Sure(all):
		return "No move was seen that lost 2 points or more."
	}
	return "No mistake was seen, which says little: the review is not exact enough."
}

// counter returns a function that formats a number of mistakes. After a search that was too short,
// 0 becomes "none seen".
func counter(all []review.Assessment) func(n int) string {
	sure := review.Sure(all)
	return func(n int) string {
		if n == 0 && !sure {
			return "none seen"
		}
		return fmt.Sprint(n)
	}
}

// addMistakes adds the worst mistakes in game order and returns their move numbers.
func (p *reviewPage) addMistakes(all []review.Assessment) (shown map[int]bool, err error) {
	var bad []*review.Assessment
	for i := range all {
		if all[i].Better != "" {
			bad = append(bad, &all[i])
		}
	}
	slices.SortStableFunc(bad, func(a, b *review.Assessment) int { return cmp.Compare(b.Loss, a.Loss) })
	if p.Hidden = max(0, len(bad)-mostDiagrams); p.Hidden > 0 {
		bad = bad[:mostDiagrams]
	}
	slices.SortFunc(bad, func(a, b *review.Assessment) int { return a.Number - b.Number })
	shown = map[int]bool{}
	for _, a := range bad {
		m := mistake{
			Number: a.Number, Class: string(a.Class), Alt: alternative(a), Line: strings.Join(a.Line, " "),
			Name: fmt.Sprintf("%s at %s: %s", colorNames[a.Turn.Move.Color], a.Point, a.Class),
			Text: fmt.Sprintf("%.1f points and %.0f %% lost; %s was better.", a.Loss, a.WinLoss*100, a.Better),
		}
		if m.Light, err = diagram(a, draw.Wood); err != nil {
			return nil, err
		}
		if m.Dark, err = diagram(a, draw.Dark); err != nil {
			return nil, err
		}
		shown[a.Number] = true
		p.Mistakes = append(p.Mistakes, m)
	}
	return shown, nil
}

// longestLine is the number of numbered moves in a diagram.
const longestLine = 5

// alternative returns a diagram's alternative text.
func alternative(a *review.Assessment) string {
	return fmt.Sprintf("The board before move %d: %s played %s, crossed; %s was better.", a.Number,
		colorNames[a.Turn.Move.Color], a.Point, strings.Join(a.Line, " "))
}

// diagram draws the position before a move, with the move crossed and the better line numbered, as
// a data URL.
func diagram(a *review.Assessment, theme draw.Theme) (template.Srcset, error) {
	g := a.Turn.Game
	p := &draw.Picture{
		Board: g.Board(), Theme: theme, Alt: alternative(a), Coordinates: true, Numbers: map[board.Point]string{},
	}
	p.Marks = []draw.Mark{{Shape: draw.Cross, At: a.Turn.Move.Point}}
	if last, ok := g.Last(); ok && last.Point != board.Pass && g.Board().At(last.Point) != board.Empty {
		p.Marks = append(p.Marks, draw.Mark{Shape: draw.Last, At: last.Point})
	}
	for i, at := range a.Best.PV[:min(longestLine, len(a.Best.PV))] {
		if at != board.Pass && g.Board().At(at) == board.Empty && p.Numbers[at] == "" && at != a.Turn.Move.Point {
			p.Numbers[at] = fmt.Sprint(i + 1)
		}
	}
	var out bytes.Buffer
	if err := p.SVG(&out); err != nil {
		return "", err
	}
	return template.Srcset("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(out.Bytes())), nil
}

func moveRowOf(a *review.Assessment, shown bool) moveRow {
	r := moveRow{
		Number: a.Number, Player: colorNames[a.Turn.Move.Color], Point: a.Point, Better: a.Better,
		Win: fmt.Sprintf("%.0f %%", a.Win*100), Lead: review.ScoreText(a.Score), Loss: "–",
	}
	if a.Class != "" {
		r.Loss = fmt.Sprintf("%.1f", a.Loss)
	}
	if shown {
		r.Class = string(a.Class)
	}
	return r
}

// courseChart draws Black's win rate and lead after each move in two panels. Markers for mistakes
// link to their diagrams.
func courseChart(all []review.Assessment, shown map[int]bool) (template.HTML, error) {
	if len(all) == 0 {
		return "", nil
	}
	most := 5.0
	for _, a := range all {
		most = max(most, math.Abs(a.Score))
	}
	most = math.Ceil(most/5) * 5
	win, lead := chart.Series{Kind: chart.Area, Class: "win"}, chart.Series{Kind: chart.Area, Class: "lead"}
	wrong := [2]chart.Series{{Kind: chart.Points}, {Kind: chart.Points}}
	for _, a := range all {
		x := float64(a.Number)
		win.Points = append(win.Points, chart.Point{X: x, Y: a.Win})
		lead.Points = append(lead.Points, chart.Point{X: x, Y: a.Score})
		if a.Better == "" {
			continue
		}
		p := marker(&a, shown[a.Number])
		for i, y := range []float64{a.Win, a.Score} {
			p.Y = y
			wrong[i].Points = append(wrong[i].Points, p)
		}
	}
	c := chart.Chart{
		Title: "Black's chance to win and lead after each move", Fluid: true,
		X: chart.Axis{High: float64(len(all)), Whole: true},
		Panels: []chart.Panel{
			{
				Height: 200,
				Y: chart.Axis{
					High: 1, Ticks: []chart.Tick{{At: 0, Text: "0 %"}, {At: 0.5, Text: "50 %"}, {At: 1, Text: "100 %"}},
				}, Series: []chart.Series{win, wrong[0]},
			},
			{Height: 140, Y: chart.Axis{Low: -most, High: most, Ticks: []chart.Tick{
				{At: -most, Text: fmt.Sprintf("W+%.0f", most)},
				{At: 0, Text: "0"},
				{At: most, Text: fmt.Sprintf("B+%.0f", most)},
			}}, Series: []chart.Series{lead, wrong[1]}},
		},
	}
	return picture(&c)
}

// marker returns a mistake as a chart point, without its height.
func marker(a *review.Assessment, shown bool) chart.Point {
	p := chart.Point{
		X: float64(a.Number), Radius: 5, Class: string(a.Class),
		Title: fmt.Sprintf("%d %s %s: %s, %.1f points", a.Number, colorNames[a.Turn.Move.Color], a.Point, a.Class,
			a.Loss),
	}
	if shown {
		p.Link = fmt.Sprintf("#move-%d", a.Number)
	}
	return p
}
