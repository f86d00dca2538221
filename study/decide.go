package study

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"rosette/game/sgf"
	"rosette/internal/quote"
)

// Limits for a study.
const (
	MaxNodes      = 60_000   // removed ones included
	MaxChapters   = 200      // present at a time
	MaxBytes      = 16 << 20 // in all property values
	maxProperties = 1024     // in a node
	maxID         = 40       // bytes
)

// A Refusal is the reason why an operation cannot be applied. Its text is also a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons.
const (
	ErrKind     Refusal = "kind"      // no such kind of operation
	ErrID       Refusal = "id"        // an invalid ID, or one in use
	ErrNode     Refusal = "node"      // no such node
	ErrChapter  Refusal = "chapter"   // no such chapter
	ErrRoot     Refusal = "root"      // a root cannot be moved or removed
	ErrCycle    Refusal = "cycle"     // a node cannot be moved below itself
	ErrOrder    Refusal = "order"     // an invalid order
	ErrProperty Refusal = "property"  // an invalid name or value
	ErrNodes    Refusal = "nodes"     // over MaxNodes
	ErrChapters Refusal = "chapters"  // over MaxChapters
	ErrTooLarge Refusal = "too-large" // over MaxBytes
)

// A refusal is a Refusal with the exact reason in English.
type refusal struct {
	Refusal
	text string
}

func (r refusal) Error() string { return r.text }
func (r refusal) Unwrap() error { return r.Refusal }

func refuse(reason Refusal, text string) error { return refusal{reason, text} }

// Decide returns nil if the operation can be applied, and otherwise an error that wraps a [Refusal].
func (s *Study) Decide(o Operation) error {
	switch o.Kind {
	case Add, AddChapter:
		return s.decideAdd(o)
	case Set:
		return s.decideSet(o)
	case Move:
		return s.decideMove(o)
	case Remove, Retract, Restore:
		n, err := s.find(o.Node)
		if err == nil && n.Parent == nil {
			err = refuse(ErrRoot, "the first node of a chapter cannot be removed; remove the chapter")
		}
		return err
	case RemoveChapter, RetractChapter, RestoreChapter, MoveChapter:
		return s.decideChapter(o)
	}
	return refuse(ErrKind, fmt.Sprintf("no operation %s", quote.Clip(string(o.Kind), 24)))
}

func (s *Study) find(id NodeID) (*Node, error) {
	if n := s.nodes[id]; n != nil {
		return n, nil
	}
	return nil, refuse(ErrNode, fmt.Sprintf("no node %q", quote.Clip(string(id), 24)))
}

func (s *Study) decideAdd(o Operation) error {
	if err := checkID(string(o.Node)); err != nil {
		return err
	}
	if s.nodes[o.Node] != nil {
		return refuse(ErrID, fmt.Sprintf("there is a node %q already", o.Node))
	}
	if len(s.nodes) >= MaxNodes {
		return refuse(ErrNodes, fmt.Sprintf("over %d nodes; open another file", MaxNodes))
	}
	if o.Kind == Add {
		if _, err := s.find(o.Parent); err != nil {
			return err
		}
	} else if err := s.decideAddChapter(o); err != nil {
		return err
	}
	if err := checkOrder(o.Order); err != nil {
		return err
	}
	return s.checkProperties(o.Properties)
}

func (s *Study) decideAddChapter(o Operation) error {
	if err := checkID(string(o.Chapter)); err != nil {
		return err
	}
	if s.byID[o.Chapter] != nil {
		return refuse(ErrID, fmt.Sprintf("there is a chapter %q already", o.Chapter))
	}
	if len(s.Chapters()) >= MaxChapters {
		return refuse(ErrChapters, fmt.Sprintf("over %d chapters; open another file", MaxChapters))
	}
	root := &sgf.Node{}
	for _, p := range o.Properties {
		root.Properties = append(root.Properties, sgf.Property{ID: p.ID, Values: p.Values})
	}
	if _, err := sgf.CoordinatesOf(root); err != nil {
		return refuse(ErrProperty, err.Error())
	}
	return nil
}

func (s *Study) decideChapter(o Operation) error {
	c := s.byID[o.Chapter]
	if c == nil {
		return refuse(ErrChapter, fmt.Sprintf("no chapter %q", quote.Clip(string(o.Chapter), 24)))
	}
	if o.Kind == MoveChapter {
		return checkOrder(o.Order)
	}
	if o.Kind == RestoreChapter && c.State != Present && len(s.Chapters()) >= MaxChapters {
		return refuse(ErrChapters, fmt.Sprintf("over %d chapters; open another file", MaxChapters))
	}
	return nil
}

func (s *Study) decideSet(o Operation) error {
	n, err := s.find(o.Node)
	if err != nil {
		return err
	}
	if len(o.Values) == 0 {
		return checkName(o.Property)
	}
	if p := n.Record.Property(o.Property); p == nil && len(n.Record.Properties) >= maxProperties {
		return refuse(ErrProperty, fmt.Sprintf("over %d properties in a node", maxProperties))
	}
	return s.checkProperties([]Property{{o.Property, o.Values}})
}

func (s *Study) decideMove(o Operation) error {
	n, err := s.find(o.Node)
	if err != nil {
		return err
	}
	to, err := s.find(o.Parent)
	if err != nil {
		return err
	}
	if n.Parent == nil || n.Chapter != to.Chapter {
		return refuse(ErrRoot, "a node moves only within its chapter; copy it")
	}
	for m := to; m != nil; m = m.Parent {
		if m == n {
			return refuse(ErrCycle, "a node cannot follow itself")
		}
	}
	return checkOrder(o.Order)
}

// checkID returns an error for an invalid ID.
func checkID(id string) error {
	if id == "" || len(id) > maxID || strings.Trim(id, digits+"-_") != "" {
		return refuse(ErrID, fmt.Sprintf("ID %q; use 1 to %d letters, digits, - and _", quote.Clip(id, 24), maxID))
	}
	return nil
}

// checkName returns an error for an invalid property name.
func checkName(id string) error {
	if id == "" || len(id) > maxID || id[0] < 'A' || strings.Trim(id, digits[:36]) != "" {
		return refuse(ErrProperty, fmt.Sprintf("property %q; use capital letters", quote.Clip(id, 24)))
	}
	return nil
}

// checkProperties returns an error for invalid properties.
func (s *Study) checkProperties(all []Property) error {
	if len(all) > maxProperties {
		return refuse(ErrProperty, fmt.Sprintf("over %d properties in a node", maxProperties))
	}
	size, seen := s.bytes, map[string]bool{}
	for _, p := range all {
		if err := checkName(p.ID); err != nil {
			return err
		}
		if len(p.Values) == 0 || seen[p.ID] {
			return refuse(ErrProperty, fmt.Sprintf("property %s; use it once and with a value", p.ID))
		}
		seen[p.ID] = true
		for _, raw := range p.Values {
			if !utf8.ValidString(raw) || !escapedWell(raw) {
				return refuse(ErrProperty, fmt.Sprintf("%s: escape ] and \\ in a value of raw SGF", p.ID))
			}
			size += len(raw)
		}
	}
	if size > MaxBytes {
		return refuse(ErrTooLarge, fmt.Sprintf("over %d bytes of text; open another file", MaxBytes))
	}
	return nil
}

// escapedWell reports whether a raw value ends where it should in a file.
func escapedWell(raw string) bool {
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case ']':
			return false
		case '\\':
			if i++; i == len(raw) {
				return false
			}
		}
	}
	return true
}
