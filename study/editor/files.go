package editor

import (
	"fmt"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play/view/position"
	"rosette/server/http/wire"
	"rosette/study"
)

// importGames adds the games in a file or a text as chapters.
func (e *Editor) importGames(in *Request, out *Response) error {
	c, err := read(in)
	if err != nil {
		return err
	}
	problems := sgf.Check(c)
	s, err := study.FromCollection(c)
	if err != nil {
		return err
	}
	var all []chapterCopy
	for _, c := range s.Chapters() {
		all = append(all, chapterCopy{root: propertiesOf(c.Root), rest: withoutFirst(copyOf(c.Root))})
	}
	if err := e.addChapters(all); err != nil {
		return err
	}
	out.Problems = faults(problems)
	return nil
}

const sgfType = "application/x-go-sgf"

// export returns a file.
func (e *Editor) export(in *Request, out *Response) (err error) {
	file := File{Name: "rosette.sgf", Type: sgfType}
	root := e.at.Chapter.Root
	switch in.Format {
	case "sgf":
		file.Text, err = text(e.study.Collection())
	case "chapter":
		file.Text, err = text(collection(root.Record))
	case "branch":
		file.Text, err = text(collection(branchRecord(e.at)))
	case "viewer":
		var view *sgf.Node
		if view, _, err = sgf.Viewer(root.Record, 0); err == nil {
			file.Text, err = text(collection(view))
		}
	case "html":
		file = File{Name: "rosette.html", Type: "text/html", Text: e.html()}
	default:
		return refusal{"request", "no such format"}
	}
	if err != nil {
		return err
	}
	out.File = &file
	return nil
}

func collection(root *sgf.Node) *sgf.Collection {
	return &sgf.Collection{Trees: []*sgf.Node{root}, Charset: "UTF-8"}
}

// branchRecord returns the line to a node and what follows as a separate record.
func branchRecord(n *study.Node) *sgf.Node {
	c := branchCopy(n)
	root := &sgf.Node{}
	fill(root, c.root)
	nodes := make([]*sgf.Node, len(c.rest))
	for i, m := range c.rest {
		parent := root
		if m.parent >= 0 {
			parent = nodes[m.parent]
		}
		nodes[i] = parent.Add()
		fill(nodes[i], m.properties)
	}
	return root
}

// fill adds properties to a node.
func fill(n *sgf.Node, all []study.Property) {
	for _, p := range all {
		n.Properties = append(n.Properties, sgf.Property{ID: p.ID, Values: p.Values})
	}
}

// moveLine returns the line through the current node as moves, from the last node at or above it
// that is not a legal move, to the next one that is not.
func (e *Editor) moveLine(_ *Request, out *Response) error {
	nodes, index := e.lineNodes()
	legal := func(n *study.Node) bool {
		_, _, moves := moveOf(n.Record)
		return moves && n.Parent != nil && e.check(n) == nil
	}
	first := index
	for first > 0 && legal(nodes[first]) {
		first--
	}
	last := index
	for last+1 < len(nodes) && legal(nodes[last+1]) {
		last++
	}
	var w walker
	if err := w.to(nodes[first]); err != nil {
		return err
	}
	g := w.replayer.Game()
	rules := g.Rules()
	komi := rules.Komi
	line := MoveLine{
		Start: LineStart{
			Board: w.Graph.Name(), Rules: rules.Preset, Komi: &komi, Setup: setupOf(g.Board()),
			Next: string(position.Letter(g.ToMove())),
		},
		Moves: []string{}, Nodes: []string{string(nodes[first].ID)}, At: index - first,
	}
	known, err := board.Named(line.Start.Board)
	line.Known = err == nil && known == w.Graph && rules.Preset != ""
	for _, n := range nodes[first+1 : last+1] {
		color, raw, _ := moveOf(n.Record)
		p, err := w.Move(raw)
		if err != nil {
			return err
		}
		point := "pass"
		if p != board.Pass {
			point = w.Graph.PointName(p)
		}
		line.Moves = append(line.Moves, fmt.Sprintf("%s %s", position.Letter(color), point))
		line.Nodes = append(line.Nodes, string(n.ID))
	}
	out.Line = &line
	return nil
}

// setupOf returns a position's stones by name.
func setupOf(b *board.View) *wire.Setup {
	s := &wire.Setup{Black: []string{}, White: []string{}}
	for p := range b.Graph().Points() {
		switch at := board.Point(p); b.At(at) {
		case board.Black:
			s.Black = append(s.Black, b.Graph().PointName(at))
		case board.White:
			s.White = append(s.White, b.Graph().PointName(at))
		}
	}
	return s
}

// escapeHTML escapes text for HTML.
var escapeHTML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// html returns the current chapter's main line as a page, with its moves and comments. The comment
// <!--board--> marks the place for a drawing.
func (e *Editor) html() string {
	root := e.at.Chapter.Root
	title := root.Record.Text("GN")
	if players := root.Record.Players(); players != "" && title == "" {
		title = players
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>%[1]s</title>\n<h1>%[1]s</h1>\n<!--board-->\n<ol>\n", escapeHTML.Replace(title))
	for n := root; n != nil; n = mainChild(n) {
		comment := escapeHTML.Replace(n.Record.Text("C"))
		color, raw, moves := moveOf(n.Record)
		if moves {
			point := "pass"
			if p := pointIn(e.line.Coordinates, raw); p != nil {
				point = e.line.Graph.PointName(board.Point(*p))
			}
			disc := map[board.Color]string{board.Black: "●", board.White: "○"}[color]
			fmt.Fprintf(&b, "<li>%s %s", disc, escapeHTML.Replace(point))
		}
		if comment != "" {
			fmt.Fprintf(&b, "<p>%s</p>", strings.ReplaceAll(comment, "\n", "<br>"))
		}
		b.WriteString("\n")
	}
	b.WriteString("</ol>\n")
	return b.String()
}

func mainChild(n *study.Node) *study.Node {
	if children := slices.Clone(n.Children()); len(children) > 0 {
		return children[0]
	}
	return nil
}
