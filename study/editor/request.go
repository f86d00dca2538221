package editor

import "rosette/study"

// A Request is a command with its arguments.
type Request struct {
	Command Command `json:"command"`
	// for open and import: a file, in base64
	File []byte `json:"file,omitempty"`
	// for open and import: a record as text; for comment, name, label and find: the text
	Text string `json:"text,omitempty"`
	// for open: File's charset, whatever the file says
	Charset string `json:"charset,omitempty"`
	// for open: a draft's edits, which follow its start
	Log []Edit `json:"log,omitempty"`
	// for new and add-chapter
	New *NewBoard `json:"new,omitempty"`

	// for go, delete, restore, copy, cut, promote, demote and main: a node; otherwise the current one
	Node string `json:"node,omitempty"`
	// for commands on chapters; otherwise the current one
	Chapter string `json:"chapter,omitempty"`
	// for step: nodes along the line, negative towards the start; for branch: rows down; of
	// move-chapter: places
	By int `json:"by,omitempty"`
	// for to: the index in the line
	Index int `json:"index,omitempty"`

	// for play, setup, mark, line and replace: a point's index; absent for a pass
	Point *int `json:"point,omitempty"`
	// for line: the other end
	To *int `json:"to,omitempty"`
	// for setup: the points, if they are several
	Points []int `json:"points,omitempty"`
	// for play and replace: whose move, if not the next player's; for setup and territory: the
	// colour, "" for an empty point; for turn: the player
	Color string `json:"color,omitempty"`
	// for mark: the kind; for line: arrow or line
	Mark MarkKind `json:"mark,omitempty"`
	// for annotate
	Annotation Annotation `json:"annotation,omitempty"`
	// for annotate: 1, 2 (strong) or 0 to remove; for number: the move's number, 0 to remove
	Value float64 `json:"value,omitempty"`
	// for info: texts by SGF property, such as PB; "" removes one
	Info map[string]string `json:"info,omitempty"`
	// for export
	Format string `json:"format,omitempty"`
	// for find: search backwards
	Back bool `json:"back,omitempty"`

	// the visible part of the tree; absent for none
	View *View `json:"view,omitempty"`
}

// A NewBoard starts a new chapter. Empty fields have the usual values.
type NewBoard struct {
	Board string   `json:"board,omitempty"` // name, such as rosette-5
	File  string   `json:"file,omitempty"`  // instead of the name: a board file
	Rules string   `json:"rules,omitempty"` // ruleset name
	Komi  *float64 `json:"komi,omitempty"`
	// handicap stones at the fixed points
	Handicap int    `json:"handicap,omitempty"`
	Title    string `json:"title,omitempty"`
}

// A View is the visible part of the tree's layout.
type View struct {
	Columns int `json:"columns"` // width
	Rows    int `json:"rows"`    // height
	// upper left corner; absent for a part around the current node
	Column *int `json:"column,omitempty"`
	Row    *int `json:"row,omitempty"`
}

// An Edit is an entry in a draft's log: the operations for one command, or for undoing or
// repeating it.
type Edit struct {
	Kind       EditKind          `json:"kind"`
	Operations []study.Operation `json:"operations"`
	// the current node before and afterwards
	From string `json:"from,omitempty"`
	At   string `json:"at,omitempty"`
}

// An EditKind is what an [Edit] did.
type EditKind string

// The edit kinds.
const (
	EditMade   EditKind = "edit"
	EditUndone EditKind = "undo"
	EditRedone EditKind = "redo"
)

// A Command is what a [Request] wants.
type Command string

// The commands.
const (
	Open      Command = "open"   // opens File or Text, and applies Log
	NewStudy  Command = "new"    // opens an empty board
	Import    Command = "import" // adds the games in File or Text as chapters
	Look      Command = "look"   // changes nothing
	Export    Command = "export" // returns a file in Format: sgf, viewer, html, chapter or branch
	LineMoves Command = "line"   // returns the line through the current node as moves

	Go         Command = "go"          // to Node
	To         Command = "to"          // to the node at Index in the line
	Step       Command = "step"        // along the line
	First      Command = "first"       // to the root
	Last       Command = "last"        // to the line's end
	Branch     Command = "branch"      // to the sibling By rows down
	NextBranch Command = "next-branch" // along the line to the next node with several children, or back
	Find       Command = "find"        // to the next node with Text, or with the same position

	Play      Command = "play"      // to the child with that move, which is added if there is none
	Replace   Command = "replace"   // the current node's move; what follows stays
	Setup     Command = "setup"     // sets stones; the same stone again is removed
	Turn      Command = "turn"      // sets the player to move
	Mark      Command = "mark"      // marks a point; the same mark again goes away
	DrawLine  Command = "draw"      // draws an arrow or a line; the same again goes away
	Clear     Command = "clear"     // removes the marks and lines
	Territory Command = "territory" // marks a point as territory
	Comment   Command = "comment"
	Name      Command = "name" // names the node
	Annotate  Command = "annotate"
	Number    Command = "number" // sets the move's number
	SetInfo   Command = "info"   // sets game information

	Cut     Command = "cut"
	Copy    Command = "copy"
	Paste   Command = "paste"
	Delete  Command = "delete"  // moves the node and what follows to the bin
	Restore Command = "restore" // takes Node from the bin
	Promote Command = "promote" // one place up at the nearest branch
	Demote  Command = "demote"  // one place down
	Main    Command = "main"    // makes the line through the node the main line
	Undo    Command = "undo"
	Redo    Command = "redo"

	AddChapter     Command = "add-chapter"  // adds an empty board
	OpenChapter    Command = "chapter"      // goes to Chapter
	NameChapter    Command = "name-chapter" // sets its title
	MoveChapter    Command = "move-chapter" // by By places
	RemoveChapter  Command = "remove-chapter"
	RestoreChapter Command = "restore-chapter"
	SplitChapter   Command = "split-chapter" // copies the line to the current node and what follows into a new chapter
)

// A MarkKind names a mark.
type MarkKind string

// The kinds. Letter and Digit are labels with the next free letter or number.
const (
	Circle   MarkKind = "circle"
	Square   MarkKind = "square"
	Triangle MarkKind = "triangle"
	Cross    MarkKind = "cross"
	Selected MarkKind = "selected"
	Label    MarkKind = "label"
	Letter   MarkKind = "letter"
	Digit    MarkKind = "number"
	Dim      MarkKind = "dim"
	Arrow    MarkKind = "arrow"
	Line     MarkKind = "line"
)

// An Annotation is a remark on a position or a move.
type Annotation string

// The annotations.
const (
	GoodForBlack Annotation = "black"
	GoodForWhite Annotation = "white"
	Even         Annotation = "even"
	Unclear      Annotation = "unclear"
	GoodMove     Annotation = "good"
	BadMove      Annotation = "bad"
	Interesting  Annotation = "interesting"
	Doubtful     Annotation = "doubtful"
	Hotspot      Annotation = "hotspot"
)
