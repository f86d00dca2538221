package chart

import (
	"cmp"
	"slices"
)

// Lengths of the names at the ends of series.
const (
	leader     = 22 // line from a series' end to its sample
	sample     = 24 // piece of the line with its marker
	labelSpace = leader + sample + 8
)

// A label is a series' name next to its end.
type label struct {
	name string
	look style
	kind Kind
	end  place
	y    float64 // name's vertical position
}

// names writes each series' name next to its end, with a sample of its style, and keeps the names
// apart.
func (l *layout) names(p *Panel, panel int) {
	var all []label
	for _, s := range p.Series {
		if s.Name == "" || len(s.Points) == 0 {
			continue
		}
		last := s.Points[len(s.Points)-1]
		end := place{l.x.share(last.X), l.y(panel, last.Y)}
		all = append(all, label{name: s.Name, look: l.styles[s.Name], kind: s.Kind, end: end, y: end.y})
	}
	slices.SortStableFunc(all, func(a, b label) int { return cmp.Compare(a.y, b.y) })
	spread(all, l.tops[panel], l.tops[panel]+l.tall[panel])
	for _, one := range all {
		l.label(one)
	}
}

// spread moves labels, sorted by height, until they do not overlap and are all between top and
// bottom.
func spread(all []label, top, bottom float64) {
	least := top + lineHeight/2
	for i := range all {
		all[i].y = max(all[i].y, least)
		least = all[i].y + lineHeight
	}
	most := bottom - lineHeight/2
	for i := len(all) - 1; i >= 0; i-- {
		all[i].y = min(all[i].y, most)
		most = all[i].y - lineHeight
	}
}

func (l *layout) label(one label) {
	x := l.left + l.width + leader
	l.element("polyline", "class", "leader", "fill", "none", "stroke", one.look.color, "opacity", "0.35",
		"points",
		number(l.left+one.end.x*l.width)+","+number(one.end.y)+" "+number(x-6)+","+number(one.y)+" "+number(x-2)+","+
			number(one.y))
	if one.kind != Points {
		l.element("line", "x1", number(x), "y1", number(one.y), "x2", number(x+sample), "y2", number(one.y),
			"stroke", one.look.color, "stroke-width", "2", "stroke-dasharray", one.look.dash)
	}
	if one.kind == Lines || one.kind == Points {
		at := place{(x + sample/2 - l.left) / l.width, one.y}
		l.marker(&Point{}, at, one.look)
	}
	l.textAt("name", "start", number(x+sample+6), number(one.y+4), one.name)
}
