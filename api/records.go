package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"rosette/api/web"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/game/sgf/foreign"
	"rosette/play/view"
)

// Bounds of a record that is looked at.
const (
	maxRecord         = 512 << 10 // bytes of a file
	maxRecordNodes    = 1500      // that are shown
	maxRecordProblems = 20
	maxComment        = 4000 // bytes, of one node
)

// A GameRecord is a game record as a tree of positions.
type GameRecord struct {
	Board    view.Board    `json:"board"`
	Rules    string        `json:"rules"`
	Komi     float64       `json:"komi"`
	Black    string        `json:"black,omitempty"` // name and rank
	White    string        `json:"white,omitempty"`
	Result   string        `json:"result,omitempty"` // as the file has it
	Event    string        `json:"event,omitempty"`
	Date     string        `json:"date,omitempty"`
	Games    int           `json:"games"`          // in the file; this is the first
	Nodes    []RecordNode  `json:"nodes"`          // each after its parent, the main line first
	More     bool          `json:"more,omitempty"` // there are nodes that are not shown
	Problems []RecordFault `json:"problems"`
	SGF      string        `json:"sgf"` // the game as SGF FF[4] in UTF-8, whatever the file was
}

// A RecordNode is a node of a record with the position after it.
type RecordNode struct {
	Parent   int           `json:"parent"` // index of a node; -1 of the root
	Position view.Position `json:"position"`
	Moved    bool          `json:"moved,omitempty"` // a move was made here, the last one of the position
	Comment  string        `json:"comment,omitempty"`
	Marks    []RecordMark  `json:"marks,omitempty"`
	Wrong    *RecordFault  `json:"wrong,omitempty"` // what could not be played as it is written
}

// A RecordMark is a mark on a point.
type RecordMark struct {
	Kind  string      `json:"kind"` // circle, square, triangle, cross, selected or label
	Point board.Point `json:"point"`
	Text  string      `json:"text,omitempty"` // of a label
}

// A RecordFault is what is wrong with a file. Its kind is a key of the catalogue after
// record.fault, and says it in general.
type RecordFault struct {
	Grade string `json:"grade"` // note, warning or error
	Kind  string `json:"kind"`
	Text  string `json:"text"` // what exactly, in English
}

// faultKinds are the kinds of the faults of a file that can be shown.
var faultKinds = map[sgf.Fault]string{
	sgf.FaultTooLarge: "large", sgf.FaultNoBoard: "board", sgf.FaultRules: "rules", sgf.FaultHandicap: "rules",
	sgf.FaultCutOff: "cut", sgf.FaultNoEnd: "cut", sgf.FaultCharset: "letters", sgf.FaultCharsetGuessed: "letters",
	sgf.FaultNoPoint: "point", sgf.FaultNoLiberty: "breath", sgf.FaultIllegalMove: "illegal", sgf.FaultTurn: "turn",
	sgf.FaultTwoMoves: "step", sgf.FaultSetupBesideMove: "step", sgf.FaultSetupTwice: "step",
	sgf.FaultStrayProperty: "lost", sgf.FaultNoValue: "lost", sgf.FaultBadName: "lost", sgf.FaultBadLine: "lost",
	sgf.FaultNotInRoot: "lost", sgf.FaultValue: "lost", sgf.FaultMark: "lost",
	sgf.FaultMissingSemicolon: "form", sgf.FaultParentheses: "form", sgf.FaultStrayNode: "form", sgf.FaultStrayText: "form",
	sgf.FaultTwice: "form", sgf.FaultManyValues: "form", sgf.FaultTextBefore: "form", sgf.FaultTextAfter: "form",
	sgf.FaultFreeText: "form", sgf.FaultNoMove: "form", sgf.FaultMarkTwice: "form",
}

func faultOf(p sgf.Problem) RecordFault {
	return RecordFault{p.Grade().String(), faultKinds[p.Fault], p.Error()}
}

type (
	recordInput struct {
		RawBody []byte `contentType:"application/octet-stream" doc:"A file in SGF, GIB or NGF, in any charset"`
	}
	recordOutput struct{ Body GameRecord }
)

// postRecord reads a game record and keeps nothing.
func (s *Server) postRecord(ctx context.Context, in *recordInput) (*recordOutput, error) {
	if wait, ok := s.positions.Take(s.Address(web.RequestOf(ctx))); !ok {
		return nil, web.TooMany("api.too-many-requests", wait, nil)
	}
	c, err := foreign.Read(bytes.NewReader(in.RawBody), sgf.Options{MaxBytes: maxRecord, MaxNodes: 1e5, MaxValues: 2e5, MaxDepth: 1000})
	if err != nil || len(c.Trees) == 0 {
		return nil, web.Because(web.ProblemOf(http.StatusUnprocessableEntity, "record.unreadable", nil), err)
	}
	problems := sgf.Check(c)
	sgf.Modernize(c.Trees[0])
	sgf.SeparateMoves(c.Trees[0])
	r, err := recordOf(c.Trees[0])
	if err != nil {
		return nil, web.Because(web.ProblemOf(http.StatusUnprocessableEntity, "record.no-board", nil), err)
	}
	r.Games, r.Problems, r.SGF = len(c.Trees), []RecordFault{}, c.Trees[0].String()+"\n"
	for _, p := range problems[:min(len(problems), maxRecordProblems)] {
		r.Problems = append(r.Problems, faultOf(p))
	}
	return &recordOutput{r}, nil
}

// errEnough ends a walk.
var errEnough = errors.New("enough nodes")

// recordOf returns the tree as clients read it.
func recordOf(root *sgf.Node) (GameRecord, error) {
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return GameRecord{}, err
	}
	of := root.Last()           // a file that merges games names players and rules in their variations
	rules, _ := sgf.RulesOf(of) // what is wrong with them is among the problems
	info := func(id string) string { return sgf.SimpleText(of.Info(id)) }
	r := GameRecord{
		Board: view.BoardOf(coordinates.Graph), Rules: rules.Preset, Komi: rules.Komi, Nodes: []RecordNode{},
		Black: of.Player(board.Black), White: of.Player(board.White), Result: info("RE"), Event: info("EV"), Date: info("DT"),
	}
	index := map[*sgf.Node]int{}
	err = sgf.Walk(root, func(n *sgf.Node, g *game.Game, wrong error) error {
		if len(r.Nodes) == maxRecordNodes {
			r.More = true
			return errEnough
		}
		index[n] = len(r.Nodes)
		parent := -1
		if n.Parent != nil {
			parent = index[n.Parent]
		}
		r.Nodes = append(r.Nodes, r.node(coordinates, n, g, parent, wrong))
		return nil
	})
	if errors.Is(err, errEnough) {
		err = nil
	}
	return r, err
}

// node returns a node with the position after it.
func (r *GameRecord) node(c *sgf.Coordinates, n *sgf.Node, g *game.Game, parent int, wrong error) RecordNode {
	var before *view.Position
	if parent >= 0 {
		before = &r.Nodes[parent].Position
	}
	at := RecordNode{Parent: parent, Moved: moves(c, n)}
	at.Position = view.PositionOf(g, g.ToMove(), before)
	at.Position.Ply = 0
	if before != nil {
		at.Position.Ply = before.Ply
	}
	if at.Moved {
		at.Position.Ply++
	} else {
		at.Position.Captured, at.Position.Formed = []string{}, []int{} // stones that were set up or taken off
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

// moves reports whether a node has a move that is on the board, or a pass.
func moves(c *sgf.Coordinates, n *sgf.Node) bool {
	return slices.ContainsFunc([]string{"B", "W"}, func(id string) bool {
		_, err := c.Move(n.Raw(id))
		return n.Has(id) && err == nil
	})
}

// markKinds are the marks that are shown.
var markKinds = map[sgf.MarkKind]string{
	sgf.Circle: "circle", sgf.Square: "square", sgf.Triangle: "triangle", sgf.Cross: "cross", sgf.Selected: "selected", sgf.Label: "label",
}
