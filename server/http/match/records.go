package match

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
	"rosette/play/clock"
	"rosette/play/record"
	"rosette/play/view"
	"rosette/play/view/position"
	"rosette/server/budget"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// Bounds of a displayed record.
const (
	maxRecord         = 4 << 20 // bytes of a file
	maxRecordNodes    = 1500    // displayed
	maxRecordMarks    = 50_000  // displayed; the node that exceeds it is omitted
	maxRecordProblems = 20
	maxComment        = 4000 // bytes, in one node
)

// recordOptions limits how much is read from a file, and so the memory for a record.
var recordOptions = sgf.Options{MaxBytes: maxRecord, MaxNodes: 50_000, MaxValues: 100_000, MaxDepth: 1000}

// recordCost is the cost of reading maxRecord bytes. A small file may have as many displayed nodes
// as a large one.
var recordCost = web.Cost{
	Cost: budget.Cost{Memory: 24 << 20, CPU: 2 * time.Second}, Body: maxRecord, Least: 11 << 20,
}

// A GameRecord is a game record as a tree of positions.
type GameRecord struct {
	Board    position.Board `json:"board"`
	Rules    string         `json:"rules"`
	Komi     float64        `json:"komi"`
	Black    string         `json:"black,omitempty"` // name and rank
	White    string         `json:"white,omitempty"`
	Result   string         `json:"result,omitempty"` // as the file has it
	Event    string         `json:"event,omitempty"`
	Date     string         `json:"date,omitempty"`
	Clock    string         `json:"clock,omitempty"` // time control as in a new game, if TM and OT have a known form
	Games    int            `json:"games"`           // in the file; this is the first
	Nodes    []RecordNode   `json:"nodes"`           // each after its parent, the main line first
	More     bool           `json:"more,omitempty"`  // there are nodes that are not shown
	Reading  sgf.Reading    `json:"reading"`         // what the file names, and what was assumed
	Problems []RecordFault  `json:"problems"`
	SGF      string         `json:"sgf"` // all games as SGF FF[4] in UTF-8, whatever the file was

	timing clock.Control   // Clock
	ctx    context.Context // request context; encode stops when it ends
	root   *sgf.Node       // source for Nodes and More
	trees  []*sgf.Node     // source for SGF
	packed *web.PackedJSON // the whole record; the other fields are unset then
}

// WriteJSON implements [web.JSONWriter] for a packed record.
func (r GameRecord) WriteJSON(w io.Writer) error { return r.packed.WriteJSON(w) }

// A RecordNode is a node of a record with the position after it.
type RecordNode struct {
	Parent   int               `json:"parent"` // index of a node; -1 of the root
	Position position.Position `json:"position"`
	Moved    bool              `json:"moved,omitempty"` // a move was made here, the last one of the position
	Left     *wire.TimeLeft    `json:"left,omitempty"`  // the player's time after the move, with a known clock
	Comment  string            `json:"comment,omitempty"`
	Marks    []RecordMark      `json:"marks,omitempty"`
	Wrong    *RecordFault      `json:"wrong,omitempty"` // what could not be played as it is written
}

// A RecordMark is a mark on a point.
type RecordMark struct {
	Kind  string      `json:"kind"` // circle, square, triangle, cross, selected or label
	Point board.Point `json:"point"`
	Text  string      `json:"text,omitempty"` // of a label
}

// A RecordFault is what is wrong with a file. Its kind is a key of the catalogue after
// record.fault, which describes it in general.
type RecordFault struct {
	Grade string `json:"grade"` // note, warning or error
	Kind  string `json:"kind"`
	Text  string `json:"text"` // what exactly, in English
}

func faultOf(p sgf.Problem) RecordFault {
	return RecordFault{p.Grade().String(), p.Fault.Kind(), p.Error()}
}

type (
	recordInput struct {
		web.Origin
		Charset string `query:"charset" doc:"The charset, whatever the file says: UTF-8 for text from a clipboard" maxLength:"40"`
		RawBody []byte `contentType:"application/octet-stream" doc:"A file in SGF, GIB or NGF, in any charset"`
	}
	recordOutput struct{ Body GameRecord }
)

// postRecord reads a game record and stores nothing.
func (s *Server) postRecord(ctx context.Context, in *recordInput) (*recordOutput, error) {
	if wait, ok := s.positions.Take(in.Address); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	o := recordOptions
	if o.Charset = in.Charset; in.Charset != "" {
		if _, err := sgf.GivenCharset(o); err != nil {
			return nil, web.Because(web.ProblemOf(http.StatusUnprocessableEntity, "record.unreadable", nil), err)
		}
	}
	r, err := readRecord(ctx, in.RawBody, o)
	if err != nil {
		return nil, err
	}
	packed, err := web.Pack(ctx, r.encode)
	if err != nil {
		return nil, err
	}
	return &recordOutput{GameRecord{packed: packed}}, nil
}

// readRecord reads a file. [GameRecord.encode] adds Nodes, More and SGF. The error is a Problem or
// ctx's error.
func readRecord(ctx context.Context, file []byte, o sgf.Options) (GameRecord, error) {
	c, err := foreign.Read(bytes.NewReader(file), o)
	if err != nil || len(c.Trees) == 0 {
		return GameRecord{}, web.Because(web.ProblemOf(http.StatusUnprocessableEntity, "record.unreadable", nil), err)
	}
	problems, err := sgf.CheckContext(ctx, c)
	if err != nil {
		return GameRecord{}, err
	}
	root := c.Trees[0]
	c.Modernize()
	sgf.SeparateMoves(root)
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return GameRecord{}, web.Because(web.ProblemOf(http.StatusUnprocessableEntity, "record.no-board", nil), err)
	}
	of := root.Last() // a file with merged games names players and rules in the variations
	known, err := sgf.GameInfoAt(of, sgf.Override{})
	if err != nil {
		return GameRecord{}, err
	}
	info := func(id string) string { return sgf.SimpleText(of.Info(id)) }
	r := GameRecord{
		Board: position.BoardOf(coordinates.Graph), Rules: known.Rules.Preset, Komi: known.Rules.Komi,
		Games:   len(c.Trees),
		Reading: known.Reading, Problems: []RecordFault{},
		Black: of.Player(board.Black), White: of.Player(board.White), Result: info("RE"), Event: info("EV"),
		Date: info("DT"),
		ctx:  ctx, root: root, trees: c.Trees,
	}
	if control, ok := record.Control(of); ok && control.Timed() {
		r.timing, r.Clock = control, control.String()
	}
	for _, p := range problems[:min(len(problems), maxRecordProblems)] {
		r.Problems = append(r.Problems, faultOf(p))
	}
	return r, nil
}

// encode writes the record as JSON, node by node, so that neither all positions nor the SGF are in
// memory at a time.
func (r GameRecord) encode(w io.Writer) error {
	var frame bytes.Buffer
	r.Nodes = []RecordNode{}
	r.More = false
	r.SGF = ""
	if err := plainEncoder(&frame).Encode(r); err != nil {
		return err
	}
	const nodes, sgfEnd = `"nodes":[]`, `"sgf":""}` // cannot occur in a string, where quotation marks are escaped
	head, tail, _ := bytes.Cut(bytes.TrimSuffix(frame.Bytes(), []byte("\n")), []byte(nodes))
	out := bufio.NewWriterSize(w, 1<<15)
	out.Write(head)
	out.WriteString(nodes[:len(nodes)-1])
	more, err := r.writeNodes(out)
	if err != nil {
		return err
	}
	out.WriteByte(']')
	if more {
		out.WriteString(`,"more":true`)
	}
	out.Write(tail[:len(tail)-len(`"}`)])
	text := jsonString{out}
	if err := sgf.Write(text, &sgf.Collection{Trees: r.trees}); err != nil {
		return err
	}
	text.Write([]byte("\n"))
	out.WriteString(`"}` + "\n")
	return out.Flush()
}

// plainEncoder returns an encoder for JSON outside HTML.
func plainEncoder(w io.Writer) *json.Encoder {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e
}

// errEnough ends a walk.
var errEnough = errors.New("enough nodes")

// A recordParent is a node with unwritten children.
type recordParent struct {
	index    int
	position position.Position
}

// writeNodes writes the displayed nodes and reports whether there are more.
func (r GameRecord) writeNodes(out *bufio.Writer) (more bool, err error) {
	coordinates, err := sgf.CoordinatesOf(r.root)
	if err != nil {
		return false, err
	}
	encoder := plainEncoder(out)
	parents := map[*sgf.Node]recordParent{}
	n, marks := 0, 0
	err = sgf.Walk(r.root, func(at *sgf.Node, g *game.Game, wrong error) error {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if n == maxRecordNodes {
			return errEnough
		}
		parent, before := recordParent{index: -1}, (*position.Position)(nil)
		if at.Parent != nil {
			parent = parents[at.Parent]
			before = &parent.position
		}
		node := nodeOf(coordinates, at, g, before, wrong)
		if marks += len(node.Marks); marks > maxRecordMarks {
			return errEnough
		}
		if at.Parent != nil {
			out.WriteByte(',')
		}
		node.Parent, node.Left = parent.index, timeLeft(at, r.timing)
		if p := at.Parent; p != nil && p.Children[len(p.Children)-1] == at {
			delete(parents, p)
		}
		if len(at.Children) > 0 {
			parents[at] = recordParent{n, node.Position}
		}
		n++
		return encoder.Encode(node)
	})
	if errors.Is(err, errEnough) {
		return true, nil
	}
	return false, err
}

// timeLeft returns the time after the move in a node, or nil.
func timeLeft(at *sgf.Node, control clock.Control) *wire.TimeLeft {
	for _, c := range board.Colors {
		if left, ok := record.TimeLeft(at, c, control); ok {
			out := view.TimeLeft(left)
			return &out
		}
	}
	return nil
}

// A jsonString writes text as the inside of a JSON string.
type jsonString struct{ w *bufio.Writer }

// Write implements [io.Writer]. It cannot fail: w records the error.
func (s jsonString) Write(text []byte) (int, error) {
	from := 0
	for i, c := range text {
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		s.w.Write(text[from:i])
		switch from = i + 1; c {
		case '\n':
			s.w.WriteString(`\n`)
		case '"', '\\':
			s.w.Write([]byte{'\\', c})
		default:
			fmt.Fprintf(s.w, `\u%04x`, c)
		}
	}
	s.w.Write(text[from:])
	return len(text), nil
}

// nodeOf returns a node with the position after it. before is the parent's position, or nil.
func nodeOf(c *sgf.Coordinates, n *sgf.Node, g *game.Game, before *position.Position, wrong error) RecordNode {
	at := RecordNode{Moved: moves(c, n)}
	at.Position = position.Of(g, g.ToMove(), before)
	at.Position.Ply = 0
	if before != nil {
		at.Position.Ply = before.Ply
	}
	if at.Moved {
		at.Position.Ply++
	} else {
		at.Position.Captured, at.Position.Formed = []string{}, []int{} // stones were added or removed by setup
	}
	if text := sgf.Text(n.Raw("C")); len(text) > maxComment {
		at.Comment = strings.ToValidUTF8(text[:maxComment], "") + "…"
	} else {
		at.Comment = text
	}
	marks, _ := c.Marks(n)
	for _, m := range marks {
		if kind := markKinds[m.Kind]; kind != "" {
			at.Marks = append(at.Marks, RecordMark{kind, m.At, m.Text})
		}
	}
	if found := (sgf.Problem{}); errors.As(wrong, &found) {
		fault := faultOf(found)
		at.Wrong = &fault
	}
	return at
}

// moves reports whether a node has a pass or a move on the board.
func moves(c *sgf.Coordinates, n *sgf.Node) bool {
	return slices.ContainsFunc([]string{"B", "W"}, func(id string) bool {
		_, err := c.Move(n.Raw(id))
		return n.Has(id) && err == nil
	})
}

// markKinds lists the displayed marks.
var markKinds = map[sgf.MarkKind]string{
	sgf.Circle: "circle", sgf.Square: "square", sgf.Triangle: "triangle", sgf.Cross: "cross", sgf.Selected: "selected",
	sgf.Label: "label",
}
