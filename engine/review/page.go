package review

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/game/board"
)

//go:embed page.html
var page string

var pages = template.Must(template.New("page").Parse(page))

// mostPictures bounds how many mistakes a page shows on a board, the worst.
const mostPictures = 24

// A sheet is what a page shows.
type sheet struct {
	Title, Under string
	Sums         []sumRow
	Graph        template.HTML
	Cards        []card
	Hidden       int // mistakes without a picture
	Moves        []row
	Part         string // how far the review has come, if it is not whole
}

type sumRow struct {
	Player                           string
	Judged                           int
	Mean                             string
	Inaccuracies, Mistakes, Blunders int
}

// A card is a mistake with its picture.
type card struct {
	Number                       int
	Name, Class, Text, Line, Alt string
	Light, Dark                  template.Srcset
}

// A row is a move in the table of all.
type row struct {
	Number                         int
	Player, Point, Win, Lead, Loss string
	Class, Better                  string
}

// Page writes a page of its own about what is known: the course of the game, the
// worst mistakes on their boards, every move. Its title and the line under it
// are told.
func (r *Review) Page(w io.Writer, title, under string, all []Judged) error {
	s := sheet{Title: title, Under: under}
	if r.Done < len(r.Turns) {
		s.Part = fmt.Sprintf("Reviewed up to move %d of %d.", max(0, r.Done-1), len(r.Turns)-1)
	}
	sums := Sums(all)
	for _, c := range board.Colors {
		sum := sums[c]
		mean := "–"
		if sum.Judged > 0 {
			mean = fmt.Sprintf("%.1f", sum.Loss/float64(sum.Judged))
		}
		s.Sums = append(s.Sums, sumRow{names[c], sum.Judged, mean, sum.Verdicts[Inaccuracy], sum.Verdicts[Mistake], sum.Verdicts[Blunder]})
	}
	worst, err := s.cards(r, all)
	if err != nil {
		return err
	}
	s.Graph = template.HTML(graph(all, worst))
	for _, j := range all {
		s.Moves = append(s.Moves, j.row(worst[j.Number]))
	}
	return pages.Execute(w, s)
}

// names are the players as people read them.
var names = map[board.Color]string{board.Black: "Black", board.White: "White"}

// cards picks the worst mistakes and shows them in the order of the game.
func (s *sheet) cards(r *Review, all []Judged) (shown map[int]bool, err error) {
	var bad []Judged
	for _, j := range all {
		if j.Better != "" {
			bad = append(bad, j)
		}
	}
	slices.SortStableFunc(bad, func(a, b Judged) int { return cmp.Compare(b.Loss, a.Loss) })
	if s.Hidden = max(0, len(bad)-mostPictures); s.Hidden > 0 {
		bad = bad[:mostPictures]
	}
	slices.SortFunc(bad, func(a, b Judged) int { return a.Number - b.Number })
	shown = map[int]bool{}
	for _, j := range bad {
		var pictures [2]template.Srcset
		for i, theme := range []draw.Theme{draw.Wood, draw.Dark} {
			if pictures[i], err = j.picture(theme); err != nil {
				return nil, err
			}
		}
		shown[j.Number] = true
		s.Cards = append(s.Cards, card{
			Number: j.Number, Class: string(j.Verdict), Light: pictures[0], Dark: pictures[1], Alt: j.alt(),
			Name: fmt.Sprintf("%s at %s: %s", names[j.turn.Move.Color], j.Point, j.Verdict),
			Text: fmt.Sprintf("%.1f points and %.0f %% lost; %s was better.", j.Loss, j.WinLoss*100, j.Better),
			Line: strings.Join(j.Line, " "),
		})
	}
	return shown, nil
}

// longestLine is how many moves of a better line are numbered on a board.
const longestLine = 5

// alt says the picture to those who do not see it.
func (j *Judged) alt() string {
	return fmt.Sprintf("The board before move %d: %s played %s, crossed; %s was better.", j.Number, names[j.turn.Move.Color], j.Point, strings.Join(j.Line, " "))
}

// picture is the position before the move: the move crossed, the better line
// numbered. It is an address that holds all of it.
func (j *Judged) picture(theme draw.Theme) (template.Srcset, error) {
	g := j.turn.Game
	p := &draw.Picture{Board: g.Board(), Theme: theme, Alt: j.alt(), Coordinates: true, Numbers: map[board.Point]string{}}
	p.Marks = []draw.Mark{{Shape: draw.Cross, At: j.turn.Move.Point}}
	if last, ok := g.Last(); ok && last.Point != board.Pass && g.Board().At(last.Point) != board.Empty {
		p.Marks = append(p.Marks, draw.Mark{Shape: draw.Last, At: last.Point})
	}
	for i, at := range j.best.PV[:min(longestLine, len(j.best.PV))] {
		if at != board.Pass && g.Board().At(at) == board.Empty && p.Numbers[at] == "" && at != j.turn.Move.Point {
			p.Numbers[at] = fmt.Sprint(i + 1)
		}
	}
	var out bytes.Buffer
	if err := p.SVG(&out); err != nil {
		return "", err
	}
	return template.Srcset("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(out.Bytes())), nil
}

// row is the move as a line of the table.
func (j *Judged) row(shown bool) row {
	r := row{
		Number: j.Number, Player: names[j.turn.Move.Color], Point: j.Point, Better: j.Better,
		Win: fmt.Sprintf("%.0f %%", j.Win*100), Lead: lead(j.Score), Loss: "–",
	}
	if j.Verdict != "" {
		r.Loss = fmt.Sprintf("%.1f", j.Loss)
	}
	if shown {
		r.Class = string(j.Verdict)
	}
	return r
}

// Lengths of the graph.
const (
	graphWidth = 720
	winHeight  = 200
	leadHeight = 140
	gap        = 34
	left       = 66
	right      = 12
	top        = 14
)

// graph draws Black's chance and Black's lead after each move, one above the
// other, with the mistakes as dots that lead to their boards.
func graph(all []Judged, shown map[int]bool) string {
	most := 5.0
	for _, j := range all {
		most = max(most, math.Abs(j.Score))
	}
	most = math.Ceil(most/5) * 5
	x := func(i int) float64 { return left + float64(i)*(graphWidth-left-right)/float64(max(1, len(all))) }
	low := float64(top + winHeight + gap)
	win := func(j Judged) float64 { return top + winHeight*(1-j.Win) }
	score := func(j Judged) float64 { return low + leadHeight*(0.5-j.Score/most/2) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="graph" viewBox="0 0 %d %.0f" role="img" aria-label="Black's chance to win and lead after each move">`, graphWidth, low+leadHeight+26)
	frame(&b, top, winHeight, []string{"100 %", "50 %", "0 %"})
	frame(&b, low, leadHeight, []string{fmt.Sprintf("B+%.0f", most), "0", fmt.Sprintf("W+%.0f", most)})
	area(&b, "win", top+winHeight, all, x, win)
	area(&b, "lead", low+leadHeight/2, all, x, score)
	for i, step := 0, max(1, (len(all)+9)/10); i < len(all); i += step {
		n := all[i].Number
		if i > 0 {
			n = all[i].Number - all[i].Number%step
		}
		fmt.Fprintf(&b, `<text class="tick" x="%.1f" y="%.1f" text-anchor="middle">%d</text>`, x(n), low+leadHeight+18, n)
	}
	for _, j := range all {
		if j.Better == "" {
			continue
		}
		for _, y := range []float64{win(j), score(j)} {
			dot := fmt.Sprintf(`<circle class="%s" cx="%.1f" cy="%.1f" r="5"><title>%d %s %s: %[1]s, %.1f points</title></circle>`,
				j.Verdict, x(j.Number), y, j.Number, names[j.turn.Move.Color], j.Point, j.Loss)
			if shown[j.Number] {
				dot = fmt.Sprintf(`<a href="#move-%d">%s</a>`, j.Number, dot)
			}
			b.WriteString(dot)
		}
	}
	return b.String() + "</svg>"
}

// frame draws the lines of a panel and what they stand for.
func frame(b *strings.Builder, y, height float64, labels []string) {
	for i, label := range labels {
		at := y + height*float64(i)/float64(len(labels)-1)
		fmt.Fprintf(b, `<line class="grid" x1="%d" x2="%d" y1="%.1f" y2="%.1f"/><text class="tick" x="%d" y="%.1f" text-anchor="end">%s</text>`,
			left, graphWidth-right, at, at, left-6, at+4, label)
	}
}

// area draws a curve and fills it down to a level.
func area(b *strings.Builder, class string, level float64, all []Judged, x func(int) float64, y func(Judged) float64) {
	if len(all) == 0 {
		return
	}
	var points strings.Builder
	for _, j := range all {
		fmt.Fprintf(&points, " %.1f,%.1f", x(j.Number), y(j))
	}
	first, last := x(all[0].Number), x(all[len(all)-1].Number)
	fmt.Fprintf(b, `<polygon class="%s-area" points="%.1f,%.1f%s %.1f,%.1f"/><polyline class="%[1]s-line" points="%[4]s"/>`,
		class, first, level, points.String(), last, level)
}
