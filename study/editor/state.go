package editor

import (
	"slices"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play/view/position"
	"rosette/study"
)

const maxBin = 100 // entries in a response

// respond adds the state to a response.
func (e *Editor) respond(in *Request, out *Response) {
	if err := e.line.to(e.at); err != nil {
		panic("editor: a chapter without a board: " + err.Error()) // study refuses it
	}
	if graph := e.line.Graph; graph != e.ground {
		ground := position.BoardOf(graph)
		e.ground, out.Ground = graph, &ground
	}
	nodes, index := e.lineNodes()
	s := &State{
		Chapter: string(e.at.Chapter.ID), Chapters: e.chapterEntries(), Node: e.nodeState(), Position: e.position(),
		Index: index, Length: len(nodes) - 1, Info: infoAt(e.at.Record),
		Undo: len(e.done) > 0, Redo: len(e.undone) > 0, Paste: e.clipboard != nil, Bin: e.bin(), Nodes: e.study.Nodes(),
	}
	if known, err := sgf.GameInfoAt(e.at.Record, sgf.Override{}); err == nil {
		s.Rules, s.Komi = known.Rules.Preset, known.Rules.Komi
		s.Handicap = known.Handicap
		s.Reading = known.Reading
	}
	if in.View != nil {
		s.Tree = e.tree(*in.View, nodes, index)
	}
	out.State = s
}

// position returns the current node's position with its move's effect.
func (e *Editor) position() position.Position {
	moved := false
	var before *position.Position
	if _, _, moved = moveOf(e.at.Record); moved && e.at.Parent != nil {
		e.line.back(len(e.line.path) - 1)
		g := e.line.replayer.Game()
		at := position.Of(g, g.ToMove(), nil)
		before = &at
		e.line.step(e.at)
	}
	g := e.line.replayer.Game()
	at := position.Of(g, g.ToMove(), before)
	at.Illegal = position.Illegal(g, g.ToMove())
	at.Ply = e.at.Record.MoveCount()
	if !moved {
		at.Last, at.By = "", ""
	}
	return at
}

// chapterEntries lists the chapters.
func (e *Editor) chapterEntries() []ChapterEntry {
	entries := []ChapterEntry{}
	for i, c := range e.study.Chapters() {
		root := c.Root.Record
		entry := ChapterEntry{
			ID: string(c.ID), Title: root.Text("GN"), Black: root.Player(board.Black), White: root.Player(board.White),
			Nodes: e.count(c),
		}
		if coordinates, err := sgf.CoordinatesOf(root); err == nil {
			entry.Board = coordinates.Name()
			if i < maxPictures {
				entry.Stones = e.stones(c)
			}
		}
		entries = append(entries, entry)
	}
	return entries
}

// count counts a chapter's present nodes.
func (e *Editor) count(c *study.Chapter) int {
	n, known := e.counts[c]
	if !known {
		n = count(c.Root)
		e.counts[c] = n
	}
	return n
}

// count counts the present nodes at and below n.
func count(n *study.Node) (nodes int) {
	for todo := []*study.Node{n}; len(todo) > 0; nodes++ {
		n := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], n.Children()...)
	}
	return nodes
}

// textInfo are the properties in [State.Info] that have several lines.
var textInfo = []string{"GC"}

// infoIDs are the properties in [State.Info].
var infoIDs = []string{
	"GN", "PB", "BR", "BT", "PW", "WR", "WT", "RE", "DT", "EV", "RO", "PC", "RU", "KM", "HA", "TM", "OT", "ON", "GC",
	"AN", "CP", "SO", "US",
}

// infoAt returns the game information at a node or above it.
func infoAt(n *sgf.Node) map[string]string {
	info := map[string]string{}
	for _, id := range infoIDs {
		text := sgf.SimpleText(n.Info(id))
		if slices.Contains(textInfo, id) {
			text = sgf.Text(n.Info(id))
		}
		if text != "" {
			info[id] = text
		}
	}
	return info
}

// bin lists what was removed.
func (e *Editor) bin() []BinEntry {
	entries := []BinEntry{}
	for _, c := range e.study.RemovedChapters() {
		title := c.Root.Record.Text("GN")
		entries = append(entries, BinEntry{Chapter: string(c.ID), Title: title, Nodes: count(c.Root)})
	}
	for _, n := range slices.Backward(e.study.Bin()) {
		if len(entries) >= maxBin {
			break
		}
		entry := BinEntry{
			Node: string(n.ID), Nodes: count(n), Here: n.Chapter == e.at.Chapter, Number: n.Record.MoveCount(),
		}
		entry.Color, entry.Point = moveEntry(n.Record)
		entries = append(entries, entry)
	}
	return entries
}

// moveEntry returns a move's colour and point for a response.
func moveEntry(n *sgf.Node) (color string, point *int) {
	c, raw, moves := moveOf(n)
	if !moves {
		return "", nil
	}
	coordinates, err := sgf.CoordinatesOf(n.Root())
	if err != nil {
		return "", nil
	}
	return position.Letter(c), pointIn(coordinates, raw)
}

// pointIn returns a move's point as an index, nil for a pass and for no point on the board.
func pointIn(c *sgf.Coordinates, raw string) *int {
	p, err := c.Move(raw)
	if err != nil || p == board.Pass {
		return nil
	}
	i := int(p)
	return &i
}
