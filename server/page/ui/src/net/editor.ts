// Generated from the Go types by "go generate ./server/http/match". Do not edit.

import type { Color, Nobody, Board, Position, Reading, Setup } from './wire'

// A Request is a command with its arguments.
export interface Request {
  command: Command
  // of open and import: a file, in base64
  file?: string
  // of open and import: a record as text; of comment, name, label and find: the text
  text?: string
  // of open: the charset of File, whatever the file says
  charset?: string
  // of open: edits of a draft, which follow its start
  log?: Edit[]
  // of new and add-chapter
  new?: NewBoard
  // of go, delete, restore, copy, cut, promote, demote and main: a node; otherwise the current one
  node?: string
  // of commands on chapters; otherwise the current one
  chapter?: string
  // of step: nodes along the line, negative towards the start; of branch: rows down; of
  // move-chapter: places
  by?: number
  // of to: the index in the line
  index?: number
  // of play, setup, mark, line and replace: a point's index; absent for a pass
  point?: number
  // of line: the other end
  to?: number
  // of setup: the points, if they are several
  points?: number[]
  // of play and replace: whose move, if not that of the player to move; of setup and territory: the
  // colour, "" for an empty point; of turn: the player
  color?: Color | Nobody
  // of mark: the kind; of line: arrow or line
  mark?: MarkKind
  // of annotate
  annotation?: Annotation
  // of annotate: 1, 2 (strong) or 0 to remove; of number: the move's number, 0 to remove
  value?: number
  // of info: texts by SGF property, such as PB; "" removes one
  info?: Record<string, string>
  // of export
  format?: 'sgf' | 'viewer' | 'html' | 'svg' | 'chapter' | 'branch'
  // of find: search backwards
  back?: boolean
  // the part of the tree that is shown; absent for none
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
  // edits to append to the log of the draft, none if nothing changed
  edits?: Edit[]
  // of open and new: the start of the draft as SGF, for a later open
  start?: string
  // of open and import: problems in the file, at most 20
  problems?: Fault[]
  // of export
  file?: File
  // of line
  line?: MoveLine
  // of find: number of nodes found; the current node is one of them unless it is 0
  found?: number
}

// A Command is what a [Request] wants.
export type Command = 'open' | 'new' | 'import' | 'look' | 'export' | 'line' | 'go' | 'to' | 'step' | 'first' | 'last' | 'branch' | 'next-branch' | 'find' | 'play' | 'replace' | 'setup' | 'turn' | 'mark' | 'draw' | 'clear' | 'territory' | 'comment' | 'name' | 'annotate' | 'number' | 'info' | 'cut' | 'copy' | 'paste' | 'delete' | 'restore' | 'promote' | 'demote' | 'main' | 'undo' | 'redo' | 'add-chapter' | 'chapter' | 'name-chapter' | 'move-chapter' | 'remove-chapter' | 'restore-chapter' | 'split-chapter'

// An Edit is an entry in the log of a draft: the operations of one command, or of undoing or
// repeating it.
export interface Edit {
  kind: EditKind
  operations: Operation[]
  // the current node afterwards
  at?: string
}

// A NewBoard is the start of a new chapter. Empty fields have the usual values.
export interface NewBoard {
  // name, such as rosette-5
  board?: string
  // instead of the name: a board file
  file?: string
  // name of a ruleset
  rules?: string
  komi?: number
  // number of handicap stones, at the fixed points
  handicap?: number
  title?: string
}

// A MarkKind is a kind of mark.
export type MarkKind = 'circle' | 'square' | 'triangle' | 'cross' | 'selected' | 'label' | 'letter' | 'number' | 'dim' | 'arrow' | 'line'

// An Annotation is a remark on a position or a move.
export type Annotation = 'black' | 'white' | 'even' | 'unclear' | 'good' | 'bad' | 'interesting' | 'doubtful' | 'hotspot'

// A View is the part of the tree's layout that a page shows.
export interface View {
  // width
  columns: number
  // height
  rows: number
  // upper left corner; absent for a part around the current node
  column?: number
  row?: number
}

// A Refused is why a request changed nothing. Code is a key of the catalogue after
// editor.refusal, Text the exact reason in English.
export interface Refused {
  code: string
  text: string
}

// A State is the current node with its position, the tree around it and the chapters.
export interface State {
  // ID of the current one
  chapter: string
  chapters: ChapterEntry[]
  node: NodeState
  position: Position
  // number of nodes before the current one, and before the end of the line that goes through it
  index: number
  length: number
  // the part of the tree in the request's view
  tree?: Tree
  // of the game: texts by SGF property such as PB, at the current node or above it
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
  // its kind: key of a text after record.fault
  kind: string
  // of an illegal move: key of the refusal, such as ko
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

// A MoveLine is a line of moves after the last node that is not a legal move.
export interface MoveLine {
  start: LineStart
  // as in a request for positions: names of points or pass, "w F9" out of turn
  moves: string[]
  // the nodes: that of the start, then one for each move
  nodes: string[]
  // index of the current node among them
  at: number
  // the server knows the board and the rules by these names
  known: boolean
}

// An EditKind is what an [Edit] did.
export type EditKind = 'edit' | 'undo' | 'redo'

// An Operation is a change of a study. Its fields depend on its kind.
export interface Operation {
  kind: Kind
  // of operations on chapters
  chapter?: string
  // of operations on nodes; of add-chapter, the root
  node?: string
  // of add and move
  parent?: string
  // of add and move: place among the siblings, see [Between]
  order?: string
  // of add and add-chapter
  properties?: Property[]
  // of set: a name such as C
  property?: string
  // of set: raw SGF values; none deletes the property
  values?: string[]
}

// A ChapterEntry is a chapter in a list.
export interface ChapterEntry {
  id: string
  // "" if it has none
  title: string
  black?: string
  white?: string
  // name of its board
  board: string
  nodes: number
  // the position at the node last looked at, or at the end of the main line, of the first 24 chapters:
  // "b", "w" or "." for each point
  stones?: string
}

// A NodeState is the contents of the current node.
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
  // of the last move up to here
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

// A Tree is a part of a tree's layout: the main line in row 0, branches below. A node's column is
// the number of nodes before it.
export interface Tree {
  // size of the whole layout
  columns: number
  rows: number
  // upper left corner of the part
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
  // of a chapter
  title?: string
  color?: Color
  point?: number
  number?: number
  // how many nodes would return
  nodes: number
  // the chapter of a branch is the current one
  here?: boolean
}

// A LineStart is the position before a line of moves, as in a request for positions of the server.
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

// A ChildEntry is a child of the current node.
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
  // of a label
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
  // of its move
  color?: Color
  // absent for a pass and for a node without a move
  point?: number
  // of its move
  number?: number
  // it has a comment
  comment?: boolean
  // its move is illegal
  wrong?: boolean
  // number of children
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
