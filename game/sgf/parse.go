package sgf

import (
	"fmt"
	"io"
	"strings"

	"rosette/game/sgf/charset"
	"rosette/internal/quote"
)

// Options has the limits for [Parse]. Zero values mean the defaults below.
type Options struct {
	// a charset name from package charset, which overrides the file; by default the declared
	// charset, or a guess
	Charset   string
	MaxBytes  int // size of the file; default 64 MiB
	MaxNodes  int // default 2 million
	MaxValues int // in all properties together; default 4 million
	MaxDepth  int // open parentheses; default 10 000
}

// maxProperties is the largest number of properties in a node, which are searched linearly.
const maxProperties = 1024

func (o Options) withDefaults() Options {
	for _, limit := range []struct {
		at   *int
		most int
	}{{&o.MaxBytes, 64 << 20}, {&o.MaxNodes, 2e6}, {&o.MaxValues, 4e6}, {&o.MaxDepth, 10_000}} {
		if *limit.at <= 0 {
			*limit.at = limit.most
		}
	}
	o.MaxBytes = min(o.MaxBytes, 1<<29) // keeps offsets in decoded text within 31 bits
	return o
}

// Parse parses a collection. The options bound its memory, and it does not recurse. It reads as
// much as it can and lists problems in the collection; [Collection.Err] turns them into an error.
// Parse fails only if there is no node at all, with a [Problem], or if r fails.
func Parse(r io.Reader, o Options) (*Collection, error) {
	o = o.withDefaults()
	data, err := readAll(r, o.MaxBytes+1)
	if err != nil {
		return nil, fmt.Errorf("sgf: %w", err)
	}
	p := &parser{o: o, c: &Collection{}, src: &source{}}
	if len(data) > o.MaxBytes {
		p.fileProblem(FaultTooLarge, "over %d bytes; split the collection into smaller files", o.MaxBytes)
		p.cut = true
		data = data[:o.MaxBytes]
	}
	if err := p.decode(data); err != nil {
		return nil, err
	}
	p.run()
	p.setCharsets()
	for _, root := range p.c.Trees {
		root.dropExplanation()
	}
	p.c.Problems = p.problems.all
	if len(p.c.Trees) == 0 {
		return nil, p.c.Problems[len(p.c.Problems)-1]
	}
	return p.c, nil
}

// readAll reads at most most bytes, into one array if r has a known length.
func readAll(r io.Reader, most int) (string, error) {
	var all strings.Builder
	if sized, ok := r.(interface{ Len() int }); ok {
		all.Grow(min(sized.Len(), most))
	}
	_, err := io.Copy(&all, io.LimitReader(r, int64(most)))
	return all.String(), err
}

// A parser parses a text from front to back.
type parser struct {
	text string
	at   int
	o    Options
	c    *Collection
	src  *source

	given    *charset.Charset // from the options, or nil
	parts    []decodedPart
	problems problemList

	last   *Node   // parent of the next node; takes the next property
	branch []*Node // for each open parenthesis, the node before it
	bare   bool    // after an open parenthesis, before its first node
	ended  bool    // the last node is complete
	count  int     // number of nodes so far
	values int     // number of values so far
	halted bool

	cut      bool // the file is truncated
	unopened bool // branch[0] has no parenthesis in the file

	cells      slab[cell]
	props      slab[Property]
	strings    slab[string]
	properties []Property // of the current node
	items      []string   // values of the current property
}

// A cell is a node with space for its entry in its parent's children, as long as it is the only
// child.
type cell struct {
	node Node
	only [1]*Node
}

// A slab allocates small slices from large arrays, which saves one allocation per node.
type slab[T any] struct {
	free []T
	size int
}

// take returns a slice of n zero values without spare capacity.
func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		s.size = min(max(2*s.size, 32), 2048)
		s.free = make([]T, max(n, s.size))
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

// keep returns a copy of items.
func (s *slab[T]) keep(items []T) []T {
	kept := s.take(len(items))
	if len(items) > 4 {
		copy(kept, items)
		return kept
	}
	//lint:ignore S1001 a few items are copied faster one by one
	for i := range items {
		kept[i] = items[i]
	}
	return kept
}

// problemAt adds a problem at an offset.
func (p *parser) problemAt(at int, f Fault, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	if p.problems.lists(message) {
		line, column := p.src.place(at)
		p.problems.add(Problem{Line: line, Column: column, Node: p.count, Fault: f, Message: message})
	}
}

// fileProblem adds a problem with the whole file.
func (p *parser) fileProblem(f Fault, format string, args ...any) {
	if message := fmt.Sprintf(format, args...); p.problems.lists(message) {
		p.problems.add(Problem{Fault: f, Message: message})
	}
}

// outside adds a problem at an offset outside all nodes, or with the whole file if at is negative.
func (p *parser) outside(at int, f Fault, message string) {
	if p.problems.lists(message) {
		found := Problem{Fault: f, Message: message}
		if at >= 0 {
			found.Line, found.Column = p.src.place(at)
		}
		p.problems.add(found)
	}
}

// limitExceeded adds a problem and stops the parser.
func (p *parser) limitExceeded(what string, most int, instead string) {
	p.problemAt(p.at, FaultTooLarge, "over %d %s; %s", most, what, instead)
	p.halted = true
}

func (p *parser) run() {
	p.between()
	for p.at < len(p.text) && !p.halted {
		switch c := p.text[p.at]; {
		case c == ';':
			p.node()
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			p.property()
		case blank(c):
			p.at++
		case c == '(':
			p.open()
		case c == ')':
			if p.close(); len(p.branch) == 0 {
				p.between()
			}
		default:
			p.skipUnknown()
		}
	}
	p.finish()
	open := len(p.branch)
	if p.unopened {
		open-- // already reported
	}
	if open > 0 && !p.halted && !p.cut {
		p.problemAt(len(p.text), FaultCutOff, "the file is cut off: %d parentheses are open; end it with )", open)
	}
}

// finish stores the properties in the last node.
func (p *parser) finish() {
	if p.last != nil && len(p.properties) > 0 {
		p.last.Properties = p.props.keep(p.properties)
		p.properties = p.properties[:0]
	}
}

// node parses the ; that starts a node.
func (p *parser) node() {
	if p.begin(); !p.halted {
		p.at++
	}
}

// begin starts a node here, with or without a semicolon.
func (p *parser) begin() {
	if p.count >= p.o.MaxNodes {
		p.limitExceeded("nodes", p.o.MaxNodes, "split the collection into smaller files")
		return
	}
	p.finish()
	p.count++
	if len(p.branch) == 0 {
		p.problemAt(p.at, FaultStrayNode, "a node outside of any tree; write ( before it")
		p.branch, p.unopened = append(p.branch, nil), true
		p.last = nil
	} else if !p.bare && p.last != nil && len(p.last.Children) > 0 {
		p.problemAt(p.at, FaultStrayNode, "a node after variations; put it into one of them")
	}
	own := &p.cells.take(1)[0]
	n := &own.node
	n.Parent = p.last
	n.number = int32(p.count)
	n.at = int32(p.at)
	switch parent := p.last; {
	case parent == nil:
		n.origin = &origin{p.src, Reading{}}
		p.c.Trees = append(p.c.Trees, n)
	case parent.Children == nil:
		own.only[0] = n
		parent.Children = own.only[:]
	default:
		parent.Children = append(parent.Children, n)
	}
	p.last = n
	p.bare = false
	p.ended = false
}

func (p *parser) open() {
	if len(p.branch) >= p.o.MaxDepth {
		p.limitExceeded("variations deep", p.o.MaxDepth, "no game branches like that")
		return
	}
	p.finish()
	if p.bare {
		p.problemAt(p.at, FaultParentheses, "( without a node before it; write (;")
	}
	if len(p.branch) == 0 {
		p.last = nil
	}
	p.branch = append(p.branch, p.last)
	p.bare, p.ended = true, true
	p.at++
}

func (p *parser) close() {
	p.finish()
	if p.bare {
		p.problemAt(p.at, FaultParentheses, "an empty variation; write at least (;)")
	}
	p.last = p.branch[len(p.branch)-1]
	p.branch = p.branch[:len(p.branch)-1]
	p.unopened = p.unopened && len(p.branch) > 0
	p.bare, p.ended = false, true
	p.at++
}

// property parses a name and its values. It ignores lower-case letters in the name, which FF[3] and
// older files allow: Black is B.
func (p *parser) property() {
	start, small := p.at, false
	for p.at < len(p.text) && letter(p.text[p.at]) {
		small = small || p.text[p.at] >= 'a'
		p.at++
	}
	written := p.text[start:p.at]
	id := written
	if small {
		id = strings.TrimLeft(strings.Map(upperOnly, id), "0123456789")
	}
	p.skip()
	if p.at == len(p.text) || p.text[p.at] != '[' {
		p.problemAt(start, FaultNoValue, "%q without a value; write %[1]s[…], or delete it", quote.Clip(written, 24))
		return
	}
	if p.bare && id != "" {
		after := p.at
		p.at = start
		p.problemAt(start, FaultMissingSemicolon, "( without ; before %s; write (;", quote.Clip(id, 24))
		p.begin()
		p.at = after
	}
	p.items = p.items[:0]
	for p.at < len(p.text) && p.text[p.at] == '[' && p.value(id) {
		p.skip()
	}
	switch {
	case len(p.items) == 0 || p.halted:
	case id == "":
		p.problemAt(start, FaultBadName, "no property %q; names are capital letters", quote.Clip(written, 24))
	case p.last == nil || p.ended:
		p.problemAt(start, FaultStrayProperty, "%s stands outside of any node; write ; before it", quote.Clip(id, 24))
	case len(p.properties) == maxProperties:
		p.problemAt(start, FaultTooLarge, "over %d properties in one node; join those of one name", maxProperties)
	default:
		p.properties = append(p.properties, Property{id, p.strings.keep(p.items), int32(start)})
	}
}

// value parses one value and reports whether it was complete.
func (p *parser) value(id string) bool {
	start := p.at + 1
	for i := start; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case ']':
			if p.values++; p.values > p.o.MaxValues {
				p.limitExceeded("values", p.o.MaxValues, "split the collection into smaller files")
				return false
			}
			p.items = append(p.items, p.text[start:i])
			p.at = i + 1
			return true
		}
	}
	if p.cut {
		p.at = len(p.text)
		return false
	}
	p.problemAt(p.at, FaultCutOff, "the file is cut off in a value of %s; end it with ]", quote.Clip(id, 24))
	p.at, p.cut = len(p.text), true
	return false
}

func (p *parser) skip() {
	for p.at < len(p.text) && blank(p.text[p.at]) {
		p.at++
	}
}

// skipUnknown skips to the next significant byte.
func (p *parser) skipUnknown() {
	start := p.at
	for p.at++; p.at < len(p.text); p.at++ {
		if c := p.text[p.at]; letter(c) && c > '9' || strings.IndexByte("();", c) >= 0 {
			break
		}
	}
	p.problemAt(start, FaultStrayText, "%q means nothing here; delete it", quote.Clip(p.text[start:p.at], 24))
}

func letter(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9'
}

func blank(c byte) bool { return c <= ' ' }

// upperOnly drops the lower-case letters from a name.
func upperOnly(r rune) rune {
	if r >= 'a' && r <= 'z' {
		return -1
	}
	return r
}
