package editor

import (
	"rosette/game/sgf"
	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A Response has everything that a page draws after a request. After a refused request it has the
// unchanged state.
type Response struct {
	Refused *Refused `json:"refused,omitempty"`
	// the board, if it differs from that in the last response
	Ground *position.Board `json:"ground,omitempty"`
	// absent as long as nothing is open
	State *State `json:"state,omitempty"`
	// edits to append to the draft's log, none if nothing changed
	Edits []Edit `json:"edits,omitempty"`
	// for open and new: the draft's start as SGF, for a later open
	Start string `json:"start,omitempty"`
	// for open and import: problems in the file, at most 20
	Problems []Fault `json:"problems,omitempty"`
	// for export
	File *File `json:"file,omitempty"`
	// for line
	Line *MoveLine `json:"line,omitempty"`
	// for find: how many nodes match; the current node is among them unless it is 0
	Found *int `json:"found,omitempty"`
}

// A Refused explains why a request changed nothing. Code is a catalogue key after
// editor.refusal, Text the exact reason in English.
type Refused struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// A Fault is a problem in a file or a node.
type Fault struct {
	Grade  string `json:"grade"`            // note, warning or error
	Fault  string `json:"fault"`            // an sgf.Fault such as illegal-move
	Kind   string `json:"kind"`             // its kind: catalogue key after record.fault
	Reason string `json:"reason,omitempty"` // for an illegal move: the refusal's key, such as ko
	Text   string `json:"text"`             // what exactly, in English
}

// A State is the current node with its position, the tree around it and the chapters.
type State struct {
	Chapter  string            `json:"chapter"` // the current one's ID
	Chapters []ChapterEntry    `json:"chapters"`
	Node     NodeState         `json:"node"`
	Position position.Position `json:"position"`
	// nodes before the current one, and before the end of its line
	Index  int `json:"index"`
	Length int `json:"length"`
	// the part of the tree in the request's view
	Tree *Tree `json:"tree,omitempty"`
	// for the game: texts by SGF property such as PB, at the current node or above it
	Info map[string]string `json:"info"`
	// what the game information means
	Rules    string      `json:"rules"` // preset, "" for rules without a name
	Komi     float64     `json:"komi"`
	Handicap int         `json:"handicap"`
	Reading  sgf.Reading `json:"reading"`

	Undo  bool       `json:"undo"`  // there is something to undo
	Redo  bool       `json:"redo"`  // there is something to repeat
	Paste bool       `json:"paste"` // the clipboard has a branch
	Bin   []BinEntry `json:"bin"`   // removed branches and chapters, the last removed first, at most 100
	Nodes int        `json:"nodes"` // in all chapters
}

// A ChapterEntry is a chapter in a list.
type ChapterEntry struct {
	ID    string `json:"id"`
	Title string `json:"title"` // "" if it has none
	Black string `json:"black,omitempty"`
	White string `json:"white,omitempty"`
	Board string `json:"board"` // its board's name
	Nodes int    `json:"nodes"`
	// the position at the node last looked at, or at the main line's end, for the first 24 chapters:
	// "b", "w" or "." for each point
	Stones string `json:"stones,omitempty"`
}

// A NodeState is the current node's contents.
type NodeState struct {
	ID       string       `json:"id"`
	Parent   string       `json:"parent,omitempty"`
	Children []ChildEntry `json:"children"`
	// place among its siblings, and their number
	Sibling  int `json:"sibling"`
	Siblings int `json:"siblings"`
	// the move: its player and number; a pass has no point
	Color  string `json:"color,omitempty"`
	Point  *int   `json:"point,omitempty"`
	Number int    `json:"number"`          // for the last move up to here
	Setup  bool   `json:"setup,omitempty"` // stones are set up here
	Wrong  *Fault `json:"wrong,omitempty"` // why the move is illegal, or the node invalid

	Name        string                 `json:"name,omitempty"`
	Comment     string                 `json:"comment,omitempty"`
	Annotations map[Annotation]float64 `json:"annotations"` // 1, or 2 for a strong one
	Marks       []PointMark            `json:"marks"`
	Arrows      []Stroke               `json:"arrows"`
	Lines       []Stroke               `json:"lines"`
	Dimmed      []int                  `json:"dimmed"`
	Territory   string                 `json:"territory,omitempty"` // "b", "w" or "." for each point
	// seconds left after the move, by the player who made it
	TimeLeft *float64 `json:"timeLeft,omitempty"`
	// stones or moves left in overtime
	StonesLeft *int `json:"stonesLeft,omitempty"`
}

// A ChildEntry is the current node's child.
type ChildEntry struct {
	ID    string `json:"id"`
	Color string `json:"color,omitempty"`
	Point *int   `json:"point,omitempty"` // absent for a pass and for a node without a move
	Name  string `json:"name,omitempty"`
}

// A PointMark is a mark on a point.
type PointMark struct {
	Kind  MarkKind `json:"kind"` // circle, square, triangle, cross, selected or label
	Point int      `json:"point"`
	Text  string   `json:"text,omitempty"` // for a label
}

// A Stroke is drawn from one point to another.
type Stroke struct {
	From int `json:"from"`
	To   int `json:"to"`
}

// A Tree is part of a tree's layout: the main line in row 0, branches below. A node's column is
// how many nodes precede it.
type Tree struct {
	// the whole layout's size
	Columns int `json:"columns"`
	Rows    int `json:"rows"`
	// the part's upper left corner
	Column int `json:"column"`
	Row    int `json:"row"`
	// nodes in the part, in file order
	Nodes []TreeNode `json:"nodes"`
	// lines that cross the part, from a node to a child: down in the column of the node to the row
	// before the child, and then to the child
	Edges []TreeEdge `json:"edges"`
}

// A TreeNode is a node in a [Tree].
type TreeNode struct {
	ID       string `json:"id"`
	X        int    `json:"x"`                  // column
	Y        int    `json:"y"`                  // row
	Color    string `json:"color,omitempty"`    // for its move
	Point    *int   `json:"point,omitempty"`    // absent for a pass and for a node without a move
	Number   int    `json:"number,omitempty"`   // for its move
	Comment  bool   `json:"comment,omitempty"`  // it has a comment
	Wrong    bool   `json:"wrong,omitempty"`    // its move is illegal
	Children int    `json:"children,omitempty"` // how many
	Line     bool   `json:"line,omitempty"`     // it is in the line through the current node
}

// A TreeEdge leads from a node to a child.
type TreeEdge struct {
	From [2]int `json:"from"` // column and row
	To   [2]int `json:"to"`
	Main bool   `json:"main,omitempty"` // to the first child
	Line bool   `json:"line,omitempty"` // in the line through the current node
}

// A BinEntry is a removed branch or chapter.
type BinEntry struct {
	Node    string `json:"node,omitempty"`
	Chapter string `json:"chapter,omitempty"`
	Title   string `json:"title,omitempty"` // for a chapter
	Color   string `json:"color,omitempty"`
	Point   *int   `json:"point,omitempty"`
	Number  int    `json:"number,omitempty"`
	Nodes   int    `json:"nodes"` // how many nodes would return
	// a branch's chapter is the current one
	Here bool `json:"here,omitempty"`
}

// A File is an exported file.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type
	Text string `json:"text"`
}

// A LineStart is the position before a line, as in the server's requests for positions.
type LineStart struct {
	Board string      `json:"board"`
	Rules string      `json:"rules,omitempty"`
	Komi  *float64    `json:"komi,omitempty"`
	Setup *wire.Setup `json:"setup,omitempty"`
	Next  string      `json:"next,omitempty"`
}

// A MoveLine has moves after the last node that is not a legal move.
type MoveLine struct {
	Start LineStart `json:"start"`
	Moves []string  `json:"moves"` // as in a request for positions: point names or pass, "w F9" out of turn
	// the nodes: the start, then one for each move
	Nodes []string `json:"nodes"`
	// the current node's index among them
	At int `json:"at"`
	// the server knows the board and the rules by these names
	Known bool `json:"known"`
}
