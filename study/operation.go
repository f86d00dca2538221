package study

import "slices"

// An Operation is a change of a study. Its fields depend on its kind.
type Operation struct {
	Kind    Kind      `json:"kind"`
	Chapter ChapterID `json:"chapter,omitempty"` // for operations on chapters
	// for operations on nodes; for add-chapter, the root
	Node   NodeID `json:"node,omitempty"`
	Parent NodeID `json:"parent,omitempty"` // for add and move
	Order  string `json:"order,omitempty"`  // for add and move: place among the siblings, see [Between]
	// for add and add-chapter
	Properties []Property `json:"properties,omitempty"`
	Property   string     `json:"property,omitempty"` // for set: a name such as C
	Values     []string   `json:"values,omitempty"`   // for set: raw SGF values; none deletes the property
}

// A Property is an SGF property with raw values, as in [sgf.Property].
type Property struct {
	ID     string   `json:"id"`
	Values []string `json:"values"`
}

// A Kind is the kind of an [Operation].
type Kind string

// The kinds. Retract undoes an addition: unlike a removed node, a retracted one is not in the bin.
const (
	Add            Kind = "add"
	Set            Kind = "set"
	Remove         Kind = "remove"
	Retract        Kind = "retract"
	Restore        Kind = "restore"
	Move           Kind = "move"
	AddChapter     Kind = "add-chapter"
	RemoveChapter  Kind = "remove-chapter"
	RetractChapter Kind = "retract-chapter"
	RestoreChapter Kind = "restore-chapter"
	MoveChapter    Kind = "move-chapter"
)

// states maps the kinds that set a state to it.
var states = map[Kind]State{
	Remove: Removed, Retract: Retracted, Restore: Present,
	RemoveChapter: Removed, RetractChapter: Retracted, RestoreChapter: Present,
}

// nodeKinds and chapterKinds are the operations that set a state.
var (
	nodeKinds    = [...]Kind{Present: Restore, Removed: Remove, Retracted: Retract}
	chapterKinds = [...]Kind{Present: RestoreChapter, Removed: RemoveChapter, Retracted: RetractChapter}
)

// Conflict reports whether the order of two operations may matter: they set the same property, state
// or place, one needs the other, or both move nodes, which together may form a cycle.
func Conflict(a, b Operation) bool {
	ofChapter := func(o Operation) bool { return slices.Contains(chapterOperations, o.Kind) }
	setsState := func(o Operation) bool { _, sets := states[o.Kind]; return sets }
	needs := func(a, b Operation) bool { // a concerns a node that b adds
		return (b.Kind == Add || b.Kind == AddChapter) && (a.Node == b.Node || a.Parent == b.Node)
	}
	switch {
	case ofChapter(a) || ofChapter(b):
		return a.Chapter == b.Chapter && ofChapter(a) && ofChapter(b) || needs(a, b) || needs(b, a)
	case needs(a, b), needs(b, a), a.Kind == Move && b.Kind == Move:
		return true
	case a.Node != b.Node:
		return false
	}
	return a.Kind == b.Kind && (a.Kind != Set || a.Property == b.Property) || setsState(a) && setsState(b)
}

// chapterOperations change a chapter.
var chapterOperations = []Kind{AddChapter, RemoveChapter, RetractChapter, RestoreChapter, MoveChapter}
