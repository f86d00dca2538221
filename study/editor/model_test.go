package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rosette/study"
)

// A model is the study as commands should leave it: plain trees, copied whole before every edit. It
// shares nothing with the editor but the requests and the responses that it checks.
type model struct {
	chapters []*modelChapter
	at       string // ID
	clip     *modelNode
}

type modelChapter struct {
	id      string
	removed bool
	root    *modelNode
}

// A modelNode learns its ID when it is compared with the editor's node.
type modelNode struct {
	id         string
	removed    bool
	properties map[string][]string
	children   []*modelNode
}

func (n *modelNode) clone() *modelNode {
	if n == nil {
		return nil
	}
	to := &modelNode{id: n.id, removed: n.removed, properties: map[string][]string{}}
	for id, values := range n.properties {
		to.properties[id] = slices.Clone(values)
	}
	for _, child := range n.children {
		to.children = append(to.children, child.clone())
	}
	return to
}

// copied is a clone without IDs and without removed nodes.
func (n *modelNode) copied() *modelNode {
	to := n.clone()
	to.id = ""
	to.children = nil
	for _, child := range n.present() {
		to.children = append(to.children, child.copied())
	}
	return to
}

func (n *modelNode) present() (all []*modelNode) {
	for _, child := range n.children {
		if !child.removed {
			all = append(all, child)
		}
	}
	return all
}

func (m *model) clone() *model {
	to := &model{at: m.at, clip: m.clip}
	for _, c := range m.chapters {
		to.chapters = append(to.chapters, &modelChapter{c.id, c.removed, c.root.clone()})
	}
	return to
}

func (m *model) present() (all []*modelChapter) {
	for _, c := range m.chapters {
		if !c.removed {
			all = append(all, c)
		}
	}
	return all
}

// path returns the nodes from a chapter's root to a node, removed ones included.
func (m *model) path(id string) (path []*modelNode, in *modelChapter) {
	var search func(n *modelNode) bool
	search = func(n *modelNode) bool {
		path = append(path, n)
		if n.id == id || slices.ContainsFunc(n.children, search) {
			return true
		}
		path = path[:len(path)-1]
		return false
	}
	for _, c := range m.chapters {
		if search(c.root) {
			return path, c
		}
	}
	return nil, nil
}

// enter makes a node current, or the last present one above it.
func (m *model) enter(id string) {
	path, c := m.path(id)
	if c == nil || c.removed {
		m.at = m.present()[0].root.id
		return
	}
	for _, n := range path {
		if n.removed {
			return
		}
		m.at = n.id
	}
}

// points returns a point's value on a square board of 5 points.
func modelPoint(p *int) string {
	if p == nil {
		return ""
	}
	return string([]byte{'a' + byte(*p%5), 'a' + byte(*p/5)})
}

func (n *modelNode) set(id string, values ...string) {
	if delete(n.properties, id); len(values) > 0 {
		n.properties[id] = values
	}
}

// toggle removes a value, or adds it.
func (n *modelNode) toggle(id, value string) {
	values := n.properties[id]
	if i := slices.Index(values, value); i >= 0 {
		n.set(id, slices.Delete(slices.Clone(values), i, i+1)...)
	} else {
		n.set(id, append(slices.Clone(values), value)...)
	}
}

func (n *modelNode) move() (color, value string) {
	for _, color := range []string{"B", "W"} {
		if values := n.properties[color]; values != nil {
			return color, values[0]
		}
	}
	return "", ""
}

// add adds a child, which has no ID yet, and makes it current.
func (m *model) add(to, child *modelNode) {
	to.children = append(to.children, child)
	m.at = ""
}

func textProperty(n *modelNode, id, text string) {
	if text == "" {
		n.set(id)
	} else {
		n.set(id, strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(text))
	}
}

// apply does what a request should. It returns false for a request that should be refused.
func (m *model) apply(in Request) bool {
	path, chapter := m.path(m.at)
	n := path[len(path)-1]
	point := modelPoint(in.Point)
	color := strings.ToUpper(in.Color)
	switch in.Command {
	case Play:
		for _, child := range n.present() {
			if values := child.properties[color]; values != nil && values[0] == point {
				m.at = child.id
				return true
			}
		}
		m.add(n, &modelNode{properties: map[string][]string{color: {point}}})
	case Replace:
		if old, _ := n.move(); old == "" {
			return false
		}
		n.set("B")
		n.set("W")
		n.set(color, point)
	case Turn:
		if old, _ := n.move(); old != "" {
			m.add(n, &modelNode{properties: map[string][]string{"PL": {color}}})
		} else {
			n.set("PL", color)
		}
	case Mark:
		n.mark(in, point)
	case DrawLine:
		m.draw(n, in)
	case Clear:
		for _, id := range strings.Fields("CR SQ TR MA SL LB AR LN DD") {
			n.set(id)
		}
	case Territory:
		for _, id := range []string{"TB", "TW"} {
			if has := slices.Contains(n.properties[id], point); has || id == "T"+color {
				n.toggle(id, point)
			}
		}
	case Comment:
		textProperty(n, "C", in.Text)
	case Name:
		textProperty(n, "N", in.Text)
	case Annotate:
		n.annotate(in)
	case Number:
		if n.set("MN"); in.Value > 0 {
			n.set("MN", strconv.Itoa(int(in.Value)))
		}
	case SetInfo:
		for id, text := range in.Info {
			holder := path[0]
			for _, above := range path {
				if above.properties[id] != nil {
					holder = above
				}
			}
			textProperty(holder, id, text)
		}
	case Go:
		if in.Node != "" {
			m.enter(in.Node)
		}
	case First:
		m.at = path[0].id
	default:
		if strings.Contains(string(in.Command), "chapter") || in.Command == Import {
			return m.applyChapter(in, path, chapter)
		}
		return m.applyBranch(in, path)
	}
	return true
}

// applyBranch does what a request about branches should.
func (m *model) applyBranch(in Request, path []*modelNode) bool {
	n := path[len(path)-1]
	switch in.Command {
	case Copy, Cut, Delete:
		if len(path) < 2 {
			return false
		}
		if in.Command != Delete {
			m.clip = n.copied()
		}
		if in.Command != Copy {
			n.removed = true
			m.enter(n.id)
		}
	case Paste:
		if m.clip == nil {
			return false
		}
		m.add(n, m.clip.copied())
	case Restore:
		path, _ := m.path(in.Node)
		path[len(path)-1].removed = false
		m.enter(in.Node)
	case Promote, Demote:
		by := map[Command]int{Promote: -1, Demote: 1}[in.Command]
		for i := len(path) - 1; i > 0; i-- {
			siblings := path[i-1].present()
			if j := slices.Index(siblings, path[i]); j+by >= 0 && j+by < len(siblings) {
				path[i-1].place(path[i], j+by)
				break
			}
		}
	case Main:
		for i := len(path) - 1; i > 0; i-- {
			path[i-1].place(path[i], 0)
		}
	default:
		panic("no model of " + string(in.Command))
	}
	return true
}

// place moves a present child to an index among the present ones.
func (n *modelNode) place(child *modelNode, to int) {
	rest := slices.DeleteFunc(n.present(), func(m *modelNode) bool { return m == child })
	rest = slices.Insert(rest, to, child)
	for _, m := range n.children {
		if m.removed {
			rest = append(rest, m)
		}
	}
	n.children = rest
}

// place moves a present chapter to an index among the present ones.
func (m *model) place(c *modelChapter, to int) {
	rest := slices.DeleteFunc(m.present(), func(other *modelChapter) bool { return other == c })
	rest = slices.Insert(rest, to, c)
	for _, other := range m.chapters {
		if other.removed {
			rest = append(rest, other)
		}
	}
	m.chapters = rest
}

// applyChapter does what a request about chapters should.
func (m *model) applyChapter(in Request, path []*modelNode, c *modelChapter) bool {
	switch in.Command {
	case AddChapter: // what a new board's root has is tested elsewhere
		m.chapters = append(m.chapters, &modelChapter{root: &modelNode{}})
		m.at = ""
	case Import:
		child := &modelNode{properties: map[string][]string{"B": {"aa"}}, children: []*modelNode{
			{properties: map[string][]string{"W": {"bb"}}}, {properties: map[string][]string{"W": {"cc"}}},
		}}
		m.chapters = append(m.chapters, &modelChapter{root: &modelNode{children: []*modelNode{child}}})
		m.at = ""
	case NameChapter:
		textProperty(c.root, "GN", in.Text)
	case RemoveChapter:
		if len(m.present()) < 2 {
			return false
		}
		c.removed = true
		m.enter(m.at)
	case RestoreChapter:
		i := slices.IndexFunc(m.chapters, func(c *modelChapter) bool { return c.id == in.Chapter })
		m.chapters[i].removed = false
		m.at = m.chapters[i].root.id
	case MoveChapter:
		all := m.present()
		i := slices.Index(all, c)
		m.place(c, min(max(i+in.By, 0), len(all)-1))
	case SplitChapter:
		to := path[len(path)-1].copied()
		for i := len(path) - 2; i >= 0; i-- {
			above := &modelNode{properties: maps.Clone(path[i].properties), children: []*modelNode{to}}
			to = above
		}
		to.set("GN")
		m.chapters = append(m.chapters, &modelChapter{root: to})
		m.at = ""
	}
	return true
}

var modelMarks = map[MarkKind]string{Circle: "CR", Square: "SQ", Triangle: "TR", Cross: "MA", Selected: "SL"}

// mark toggles a mark. A point has one mark, and may be dimmed.
func (n *modelNode) mark(in Request, point string) {
	if in.Mark == Dim {
		n.toggle("DD", point)
		return
	}
	label, used := "", map[string]bool{}
	for _, value := range n.properties["LB"] {
		at, text, _ := strings.Cut(value, ":")
		if used[text] = true; at == point {
			label = text
		}
	}
	id, marked := modelMarks[in.Mark], false
	text := strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(in.Text)
	switch in.Mark {
	case Letter, Digit:
		marked = label != ""
		for i := 0; text == ""; i++ {
			next := strconv.Itoa(i + 1)
			if in.Mark == Letter {
				next = string(rune('A' + i))
			}
			if !used[next] {
				text = next
			}
		}
	case Label:
		marked = label == text
	default:
		marked = slices.Contains(n.properties[id], point)
	}
	for _, other := range append(slices.Collect(maps.Values(modelMarks)), "LB") {
		n.set(other, slices.DeleteFunc(slices.Clone(n.properties[other]), func(value string) bool {
			return strings.HasPrefix(value, point)
		})...)
	}
	switch {
	case marked:
	case id != "":
		n.toggle(id, point)
	default:
		n.toggle("LB", point+":"+text)
	}
}

// draw toggles an arrow, or a line in either direction.
func (m *model) draw(n *modelNode, in Request) {
	id, value := "AR", modelPoint(in.Point)+":"+modelPoint(in.To)
	if in.Mark == Line {
		id = "LN"
		if reverse := modelPoint(in.To) + ":" + modelPoint(in.Point); slices.Contains(n.properties[id], reverse) {
			value = reverse
		}
	}
	n.toggle(id, value)
}

func (n *modelNode) annotate(in Request) {
	groups := []map[Annotation]string{
		{GoodMove: "TE", BadMove: "BM", Interesting: "IT", Doubtful: "DO"},
		{GoodForBlack: "GB", GoodForWhite: "GW", Even: "DM", Unclear: "UC"},
		{Hotspot: "HO"},
	}
	for _, group := range groups {
		id, has := group[in.Annotation]
		if !has {
			continue
		}
		if in.Value > 0 {
			for _, other := range group {
				n.set(other)
			}
		}
		n.set(id)
		switch {
		case in.Value > 0 && (id == "IT" || id == "DO"):
			n.set(id, "")
		case in.Value > 0:
			n.set(id, strconv.Itoa(int(in.Value)))
		}
	}
}

// same compares a model's node and those below it with the editor's, and takes over IDs.
func (n *modelNode) same(of *study.Node, restored string) error {
	if n.id == "" {
		n.id = string(of.ID)
	}
	properties := map[string][]string{}
	for _, p := range of.Record.Properties {
		properties[p.ID] = slices.Clone(p.Values)
	}
	if n.properties == nil { // a new board
		n.properties = properties
	}
	if n.id != string(of.ID) || !maps.EqualFunc(n.properties, properties, slices.Equal) {
		return fmt.Errorf("node %s has %q; want %s with %q", of.ID, properties, n.id, n.properties)
	}
	children := n.present()
	if len(children) != len(of.Children()) {
		return fmt.Errorf("node %s has %d children; want %d", of.ID, len(of.Children()), len(children))
	}
	// A restored node may be anywhere: others were moved while it was removed.
	if i := slices.IndexFunc(children, func(m *modelNode) bool { return m.id == restored }); i >= 0 && restored != "" {
		to := slices.IndexFunc(of.Children(), func(m *study.Node) bool { return string(m.ID) == restored })
		n.place(children[i], max(to, 0))
		children = n.present()
	}
	for i, child := range children {
		if err := child.same(of.Children()[i], restored); err != nil {
			return err
		}
	}
	return nil
}

// same compares the model with an editor.
func (m *model) same(e *Editor, restored string) error {
	chapters := m.present()
	now := e.study.Chapters()
	if len(chapters) != len(now) {
		return fmt.Errorf("%d chapters; want %d", len(now), len(chapters))
	}
	// A restored one may be anywhere: others were moved while it was removed.
	if i := slices.IndexFunc(chapters, func(c *modelChapter) bool { return c.id == restored }); i >= 0 && restored != "" {
		m.place(chapters[i], max(slices.IndexFunc(now, func(c *study.Chapter) bool { return string(c.ID) == restored }), 0))
		chapters = m.present()
	}
	for i, c := range chapters {
		if c.id == "" {
			c.id = string(now[i].ID)
		}
		if c.id != string(now[i].ID) {
			return fmt.Errorf("chapter %d is %s; want %s", i, now[i].ID, c.id)
		}
		if err := c.root.same(now[i].Root, restored); err != nil {
			return err
		}
	}
	if m.at == "" {
		m.at = string(e.at.ID)
		path, _ := m.path(m.at)
		if len(path) == 0 {
			return fmt.Errorf("the current node %s is not in the model", e.at.ID)
		}
	}
	if m.at != string(e.at.ID) {
		return fmt.Errorf("the current node is %s; want %s", e.at.ID, m.at)
	}
	return nil
}

// modelOf copies an opened tree.
func modelOf(n *study.Node) *modelNode {
	to := &modelNode{id: string(n.ID), properties: map[string][]string{}}
	for _, p := range n.Record.Properties {
		to.properties[p.ID] = slices.Clone(p.Values)
	}
	for _, child := range n.Children() {
		to.children = append(to.children, modelOf(child))
	}
	return to
}
