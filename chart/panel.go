package chart

import (
	"math"
	"unicode/utf8"
)

// Sizes in a panel.
const (
	markerRadius = 3.5
	whiskerWidth = "1.5"
	apart        = 5.0 // distance between several series' intervals at the same position
	widest       = 24  // largest distance between the first and the last of them
	crowded      = 9.0 // points nearer to each other have a ribbon and few markers
)

// A layout holds the positions of a chart's parts.
type layout struct {
	canvas
	chart  *Chart
	x      scale
	ys     []scale
	tops   []float64
	tall   []float64
	styles map[string]style // by name
}

// layout measures the chart.
func (c *Chart) layout() *layout {
	l := &layout{chart: c, canvas: canvas{fluid: c.Fluid}, styles: map[string]style{}}
	most := mostTicks
	if c.Fluid {
		most = mostFluidTicks
	}
	var across span
	for _, p := range c.Panels {
		var values span
		for _, s := range p.Series {
			if _, ok := l.styles[s.Name]; !ok {
				l.styles[s.Name] = styleOf(len(l.styles))
			}
			for _, at := range s.Points {
				across.add(at.X)
				values.add(at.Y)
				if at.Low < at.High {
					values.add(at.Low, at.High)
				}
			}
			if s.Kind == Area {
				values.add(s.Base)
			}
		}
		l.ys = append(l.ys, p.Y.over(values, most))
	}
	l.x = c.X.over(across, most)
	l.measure()
	return l
}

// measure computes the margins and each panel's position.
func (l *layout) measure() {
	y, right := titleHeight+6.0, 0.0
	l.width = fileWidth - 2*edge
	if l.fluid {
		y = lineHeight + 2
	}
	for i, p := range l.chart.Panels {
		high := p.Height
		if high == 0 {
			high = panelHeight
		}
		if !l.fluid {
			high = max(high, float64(len(p.Series))*lineHeight)
			for _, s := range p.Series {
				if s.Name != "" {
					right = max(right, float64(labelSpace+letter*len([]rune(s.Name))))
				}
			}
			for _, t := range l.ys[i].ticks {
				l.left = max(l.left, float64(letter*len([]rune(t.Text))+8))
			}
		}
		l.tops, l.tall = append(l.tops, y), append(l.tall, high)
		y += high + panelGap
	}
	l.height = y - panelGap + tickFoot
	if l.fluid {
		return
	}
	l.left += edge + lineHeight // the axis label is vertical
	l.width = fileWidth - edge - l.left - right
	l.height += edge
	if l.chart.X.Label != "" {
		l.height += lineHeight
	}
}

// y returns a value's vertical position in a panel.
func (l *layout) y(panel int, value float64) float64 {
	return l.tops[panel] + l.tall[panel]*(1-l.ys[panel].share(value))
}

// panel draws a panel from the back to the front.
func (l *layout) panel(p *Panel, i int) {
	top, bottom := l.tops[i], l.tops[i]+l.tall[i]
	for _, s := range p.Strips {
		if low, high := l.x.share(s.Low), l.x.share(s.High); low < high {
			l.polygon(
				"polygon", classes("strip", s.Class), []place{{low, top}, {high, top}, {high, bottom}, {low, bottom}},
				"fill", colors[0],
				"opacity", "0.13",
			)
		}
	}
	l.levels(p, i)
	for _, t := range l.x.ticks {
		l.line("rule", l.x.share(t.At), top, l.x.share(t.At), bottom, "stroke", ruleColor)
	}
	for _, v := range p.Verticals {
		if v.At >= l.x.low && v.At <= l.x.high {
			l.line(classes("vertical", v.Class), l.x.share(v.At), top, l.x.share(v.At), bottom, "stroke", colors[0],
				"stroke-dasharray", "5 4")
		}
	}
	several := 0
	for k := range p.Series {
		if p.Series[k].intervals() {
			several++
		}
	}
	at := 0
	for k := range p.Series {
		s, shift := &p.Series[k], 0.0
		if s.intervals() {
			shift = l.shift(p, at, several)
			at++
		}
		l.series(s, i, shift)
	}
	if !l.fluid {
		l.names(p, i)
	}
}

// levels draws the horizontal lines with their numbers, which are above the lines in a fluid chart.
func (l *layout) levels(p *Panel, i int) {
	for _, t := range l.ys[i].ticks {
		y := l.y(i, t.At)
		l.line("rule", 0, y, 1, y, "stroke", ruleColor)
		if l.fluid {
			l.textAt("level", "start", "2", number(y-5), t.Text, "fill", softColor)
		} else {
			l.textAt("level", "end", number(l.left-8), number(y+4), t.Text, "fill", softColor)
		}
	}
	if p.Y.Label != "" && !l.fluid {
		x, y := number(edge+10), number(l.tops[i]+l.tall[i]/2)
		l.textAt("label", "middle", x, y, p.Y.Label, "transform", "rotate(-90 "+x+" "+y+")")
	}
}

// foot draws the horizontal axis' numbers and label.
func (l *layout) foot() {
	last := len(l.tops) - 1
	y := l.tops[last] + l.tall[last] + tickFoot - 3
	for _, t := range l.x.ticks {
		at := l.x.share(t.At)
		l.text("number", tickAnchor(at, t.Text), at, y, t.Text, "fill", softColor)
	}
	if l.chart.X.Label != "" && !l.fluid {
		l.text("label", "middle", 0.5, y+lineHeight+4, l.chart.X.Label)
	}
}

// shift returns a series' horizontal shift, as a share of the width, so that its intervals do not
// cover others.
func (l *layout) shift(p *Panel, at, of int) float64 {
	if l.fluid || of < 2 {
		return 0
	}
	room := l.width
	for _, s := range p.Series {
		room = min(room, l.nearest(&s))
	}
	return (float64(at) - float64(of-1)/2) * min(apart, widest/float64(of-1), room/float64(of+1)) / l.width
}

// nearest returns the smallest distance between a series' points.
func (l *layout) nearest(s *Series) float64 {
	room := l.width
	for i := 1; i < len(s.Points); i++ {
		if between := l.width * (l.x.share(s.Points[i].X) - l.x.share(s.Points[i-1].X)); between > 0 {
			room = min(room, between)
		}
	}
	return room
}

// series draws a series.
func (l *layout) series(s *Series, panel int, shift float64) {
	look := l.styles[s.Name]
	all, low, high := l.places(s, panel, shift)
	intervals := low != nil
	sparse := l.fluid || len(all) < 2 || l.width/float64(len(all)) >= crowded
	if s.Kind == Area && len(all) > 0 {
		base := l.y(panel, s.Base)
		around := append([]place{{all[0].x, base}}, all...)
		l.polygon("polygon", classes("area", s.Class), append(around, place{all[len(all)-1].x, base}), "fill",
			look.color, "opacity", "0.15")
	}
	if intervals && !sparse {
		for i := len(high) - 1; i >= 0; i-- {
			low = append(low, high[i])
		}
		l.polygon("polygon", classes("ribbon", s.Class), low, "fill", look.color, "opacity", "0.15")
	} else if intervals {
		l.whiskers(s, low, high, look)
	}
	if s.Kind != Points && len(all) > 1 {
		l.polygon("polyline", classes("line", s.Class), all,
			"fill", "none", "stroke", look.color, "stroke-width", "2", "stroke-linejoin", "round", "stroke-dasharray",
			look.dash)
	}
	if s.Kind == Lines || s.Kind == Points {
		every := 1
		if !sparse && s.Kind == Lines {
			every = int(math.Ceil(float64(len(all)) / 12))
		}
		for i := 0; i < len(all); i += every {
			l.marker(&s.Points[i], all[i], look)
		}
	}
}

// places returns where a series' points are and, if a point has an interval, where all intervals
// end.
func (l *layout) places(s *Series, panel int, shift float64) (all, low, high []place) {
	for _, p := range s.Points {
		x := l.x.share(p.X) + shift
		all = append(all, place{x, l.y(panel, p.Y)})
		ends := [2]float64{p.Y, p.Y}
		if p.Low < p.High {
			ends = [2]float64{p.Low, p.High}
		}
		low, high = append(low, place{x, l.y(panel, ends[0])}), append(high, place{x, l.y(panel, ends[1])})
	}
	if !s.intervals() {
		return all, nil, nil
	}
	return all, low, high
}

// intervals reports whether the series has intervals to draw.
func (s *Series) intervals() bool {
	if s.Kind == Curve || s.Kind == Area {
		return false
	}
	for _, p := range s.Points {
		if p.Low < p.High {
			return true
		}
	}
	return false
}

// whiskers draws a series' intervals.
func (l *layout) whiskers(s *Series, low, high []place, look style) {
	for i := range low {
		if low[i].y > high[i].y {
			l.line(
				classes("whisker", s.Class), low[i].x, high[i].y, low[i].x, low[i].y, "stroke", look.color,
				"stroke-width", whiskerWidth,
				"opacity", "0.6",
			)
		}
	}
}

// marker draws a point.
func (l *layout) marker(p *Point, at place, look style) {
	r := p.Radius
	if r == 0 {
		r = markerRadius
	}
	if p.Link != "" {
		l.out.WriteString("<a" + attributes("href", p.Link) + ">")
		defer l.out.WriteString("</a>\n")
	}
	if p.Title != "" {
		l.out.WriteString("<g><title>" + escaped(p.Title) + "</title>")
		defer l.out.WriteString("</g>")
	}
	class := classes("dot", p.Class)
	if path := look.marker(r); l.fluid || path == circle(r) {
		l.element("circle", "class", class, "cx", l.canvas.x(at.x), "cy", number(at.y), "r", number(r), "fill",
			look.color, "stroke", "#fff")
	} else if path == cross(r) {
		l.shape(class, at.x, at.y, path, "fill", "none", "stroke", look.color, "stroke-width", "2")
	} else {
		l.shape(class, at.x, at.y, path, "fill", look.color, "stroke", "#fff")
	}
}

// longTick is the text length that could leave the chart if centred at the edge.
const longTick = 8

// tickAnchor returns the text anchor for a tick.
func tickAnchor(at float64, text string) string {
	switch {
	case utf8.RuneCountInString(text) < longTick:
		return "middle"
	case at == 0:
		return "start"
	case at == 1:
		return "end"
	}
	return "middle"
}
