// Generated from the Go types by "go generate ./server/http/match". Do not edit.

import type { Color, Nobody, Board, Position, Reading, Setup } from './wire'

// A Request is a command with its arguments.
export interface Request {
  command: Command
  // for open and import: a file, in base64
  file?: string
  // for open and import: a record as text; for comment, name, label and find: the text
  text?: string
  // for open: File's charset, whatever the file says
  charset?: string
  // for open: a draft's edits, which follow its start
  log?: Edit[]
  // for new and add-chapter
  new?: NewBoard
  // for go, delete, restore, copy, cut, promote, demote and main: a node; otherwise the current one
  node?: string
  // for commands on chapters; otherwise the current one
  chapter?: string
  // for step: nodes along the line, negative towards the start; for branch: rows down; of
  // move-chapter: places
  by?: number
  // for to: the index in the line
  index?: number
  // for play, setup, mark, line and replace: a point's index; absent for a pass
  point?: number
  // for line: the other end
  to?: number
  // for setup: the points, if they are several
  points?: number[]
  // for play and replace: whose move, if not the next player's; for setup and territory: the
  // colour, "" for an empty point; for turn: the player
  color?: Color | Nobody
  // for mark: the kind; for line: arrow or line
  mark?: MarkKind
  // for annotate
  annotation?: Annotation
  // for annotate: 1, 2 (strong) or 0 to remove; for number: the move's number, 0 to remove
  value?: number
  // for info: texts by SGF property, such as PB; "" removes one
  info?: Record<string, string>
  // for export
  format?: 'sgf' | 'viewer' | 'html' | 'svg' | 'chapter' | 'branch'
  // for find: search backwards
  back?: boolean
  // the visible part of the tree; absent for none
  view?: View
}

// A Response has everything that a page draws after a request. After a refused request it has the
// unchanged state.
export interface Response {
  refused?: Refused
  // the board, if it differs from that in the last response
  ground?: Board
  // absent as long as nothing is open
  state?: State
  // edits to append to the draft's log, none if nothing changed
  edits?: Edit[]
  // for open and new: the draft's start as SGF, for a later open
  start?: string
  // for open and import: problems in the file, at most 20
  problems?: Fault[]
  // for export
  file?: File
  // for line
  line?: MoveLine
  // for find: how many nodes match; the current node is among them unless it is 0
  found?: number
}

// A Command is what a [Request] wants.
export type Command = 'open' | 'new' | 'import' | 'look' | 'export' | 'line' | 'go' | 'to' | 'step' | 'first' | 'last' | 'branch' | 'next-branch' | 'find' | 'play' | 'replace' | 'setup' | 'turn' | 'mark' | 'draw' | 'clear' | 'territory' | 'comment' | 'name' | 'annotate' | 'number' | 'info' | 'cut' | 'copy' | 'paste' | 'delete' | 'restore' | 'promote' | 'demote' | 'main' | 'undo' | 'redo' | 'add-chapter' | 'chapter' | 'name-chapter' | 'move-chapter' | 'remove-chapter' | 'restore-chapter' | 'split-chapter'

// An Edit is an entry in a draft's log: the operations for one command, or for undoing or
// repeating it.
export interface Edit {
  kind: EditKind
  operations: Operation[]
  // the current node before and afterwards
  from?: string
  at?: string
}

// A NewBoard starts a new chapter. Empty fields have the usual values.
export interface NewBoard {
  // name, such as rosette-5
  board?: string
  // instead of the name: a board file
  file?: string
  // ruleset name
  rules?: string
  komi?: number
  // handicap stones at the fixed points
  handicap?: number
  title?: string
}

// A MarkKind names a mark.
export type MarkKind = 'circle' | 'square' | 'triangle' | 'cross' | 'selected' | 'label' | 'letter' | 'number' | 'dim' | 'arrow' | 'line'

// An Annotation is a remark on a position or a move.
export type Annotation = 'black' | 'white' | 'even' | 'unclear' | 'good' | 'bad' | 'interesting' | 'doubtful' | 'hotspot'

// A View is the visible part of the tree's layout.
export interface View {
  // width
  columns: number
  // height
  rows: number
  // upper left corner; absent for a part around the current node
  column?: number
  row?: number
}

// A Refused explains why a request changed nothing. Code is a catalogue key after
// editor.refusal, Text the exact reason in English.
export interface Refused {
  code: string
  text: string
}

// A State is the current node with its position, the tree around it and the chapters.
export interface State {
  // the current one's ID
  chapter: string
  chapters: ChapterEntry[]
  node: NodeState
  position: Position
  // nodes before the current one, and before the end of its line
  index: number
  length: number
  // the part of the tree in the request's view
  tree?: Tree
  // for the game: texts by SGF property such as PB, at the current node or above it
  info: Record<string, string>
  // what the game information means
  // preset, "" for rules without a name
  rules: string
  komi: number
  handicap: number
  reading: Reading
  // there is something to undo
  undo: boolean
  // there is something to repeat
  redo: boolean
  // the clipboard has a branch
  paste: boolean
  // removed branches and chapters, the last removed first, at most 100
  bin: BinEntry[]
  // in all chapters
  nodes: number
}

// A Fault is a problem in a file or a node.
export interface Fault {
  // note, warning or error
  grade: 'note' | 'warning' | 'error'
  // an sgf.Fault such as illegal-move
  fault: string
  // its kind: catalogue key after record.fault
  kind: string
  // for an illegal move: the refusal's key, such as ko
  reason?: string
  // what exactly, in English
  text: string
}

// A File is an exported file.
export interface File {
  name: string
  // media type
  type: string
  text: string
}

// A MoveLine has moves after the last node that is not a legal move.
export interface MoveLine {
  start: LineStart
  // as in a request for positions: point names or pass, "w F9" out of turn
  moves: string[]
  // the nodes: the start, then one for each move
  nodes: string[]
  // the current node's index among them
  at: number
  // the server knows the board and the rules by these names
  known: boolean
}

// An EditKind is what an [Edit] did.
export type EditKind = 'edit' | 'undo' | 'redo'

// An Operation is a change of a study. Its fields depend on its kind.
export interface Operation {
  kind: Kind
  // for operations on chapters
  chapter?: string
  // for operations on nodes; for add-chapter, the root
  node?: string
  // for add and move
  parent?: string
  // for add and move: place among the siblings, see [Between]
  order?: string
  // for add and add-chapter
  properties?: Property[]
  // for set: a name such as C
  property?: string
  // for set: raw SGF values; none deletes the property
  values?: string[]
}

// A ChapterEntry is a chapter in a list.
export interface ChapterEntry {
  id: string
  // "" if it has none
  title: string
  black?: string
  white?: string
  // its board's name
  board: string
  nodes: number
  // the position at the node last looked at, or at the main line's end, for the first 24 chapters:
  // "b", "w" or "." for each point
  stones?: string
}

// A NodeState is the current node's contents.
export interface NodeState {
  id: string
  parent?: string
  children: ChildEntry[]
  // place among its siblings, and their number
  sibling: number
  siblings: number
  // the move: its player and number; a pass has no point
  color?: Color
  point?: number
  // for the last move up to here
  number: number
  // stones are set up here
  setup?: boolean
  // why the move is illegal, or the node invalid
  wrong?: Fault
  name?: string
  comment?: string
  // 1, or 2 for a strong one
  annotations: Partial<Record<Annotation, number>>
  marks: PointMark[]
  arrows: Stroke[]
  lines: Stroke[]
  dimmed: number[]
  // "b", "w" or "." for each point
  territory?: string
  // seconds left after the move, by the player who made it
  timeLeft?: number
  // stones or moves left in overtime
  stonesLeft?: number
}

// A Tree is part of a tree's layout: the main line in row 0, branches below. A node's column is
// how many nodes precede it.
export interface Tree {
  // the whole layout's size
  columns: number
  rows: number
  // the part's upper left corner
  column: number
  row: number
  // nodes in the part, in file order
  nodes: TreeNode[]
  // lines that cross the part, from a node to a child: down in the column of the node to the row
  // before the child, and then to the child
  edges: TreeEdge[]
}

// A BinEntry is a removed branch or chapter.
export interface BinEntry {
  node?: string
  chapter?: string
  // for a chapter
  title?: string
  color?: Color
  point?: number
  number?: number
  // how many nodes would return
  nodes: number
  // a branch's chapter is the current one
  here?: boolean
}

// A LineStart is the position before a line, as in the server's requests for positions.
export interface LineStart {
  board: string
  rules?: string
  komi?: number
  setup?: Setup
  next?: Color
}

// A Kind is the kind of an [Operation].
export type Kind = 'add' | 'set' | 'remove' | 'retract' | 'restore' | 'move' | 'add-chapter' | 'remove-chapter' | 'retract-chapter' | 'restore-chapter' | 'move-chapter'

// A Property is an SGF property with raw values, as in [sgf.Property].
export interface Property {
  id: string
  values: string[]
}

// A ChildEntry is the current node's child.
export interface ChildEntry {
  id: string
  color?: Color
  // absent for a pass and for a node without a move
  point?: number
  name?: string
}

// A PointMark is a mark on a point.
export interface PointMark {
  // circle, square, triangle, cross, selected or label
  kind: MarkKind
  point: number
  // for a label
  text?: string
}

// A Stroke is drawn from one point to another.
export interface Stroke {
  from: number
  to: number
}

// A TreeNode is a node in a [Tree].
export interface TreeNode {
  id: string
  // column
  x: number
  // row
  y: number
  // for its move
  color?: Color
  // absent for a pass and for a node without a move
  point?: number
  // for its move
  number?: number
  // it has a comment
  comment?: boolean
  // its move is illegal
  wrong?: boolean
  // how many
  children?: number
  // it is in the line through the current node
  line?: boolean
}

// A TreeEdge leads from a node to a child.
export interface TreeEdge {
  // column and row
  from: [number, number]
  to: [number, number]
  // to the first child
  main?: boolean
  // in the line through the current node
  line?: boolean
}
