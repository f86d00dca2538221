package sgf

import "strings"

// between skips to the next tree. Text before the first tree, such as a mail header, and text after
// a tree are skipped. The notes do not quote it: a file may hold anything, and the reader of a note
// may not have access to it.
func (p *parser) between() {
	p.last = nil
	p.bare = false
	p.ended = true
	for !p.halted {
		for p.at < len(p.text) && blank(p.text[p.at]) {
			p.at++
		}
		rest := p.text[p.at:]
		read := len(p.c.Trees) > 0
		switch {
		case read && rest == "":
			return
		case read && rest[0] == ')':
			p.problemAt(p.at, FaultParentheses, ") without a ( before it; delete it")
			p.at++
			continue
		case read && rest[0] == ';' && beginsProperty(rest[1:]):
			return
		}
		next := nextTree(rest)
		switch {
		case next < 0 && !read:
			p.problemAt(0, FaultNoGame, "no SGF: a game begins with (;FF[4]GM[1]SZ[19]")
			next = len(rest)
		case next < 0:
			p.outside(p.at, FaultTextAfter, "text stands behind the game")
			next = len(rest)
		case next > 0 && !read:
			p.outside(p.at, FaultTextBefore, "text stands before the first game")
		case next > 0:
			p.outside(p.at, FaultTextAfter, "text stands behind the game")
		}
		p.at += next
		return
	}
}

// nextTree returns the offset of the next tree in text, or -1. A tree starts with (; or, without
// the semicolon, with a known property.
func nextTree(text string) int {
	for at := 0; ; {
		i := strings.IndexByte(text[at:], '(')
		if i < 0 {
			return -1
		}
		start := at + i
		at = start
		for at < len(text) && (blank(text[at]) || text[at] == '(') {
			at++
		}
		inside := text[at:]
		if _, known := descriptions[propertyName(inside)]; known || strings.HasPrefix(inside, ";") {
			return start
		}
	}
}

// propertyName returns the upper-case name if text starts with a property, or "".
func propertyName(text string) string {
	end := 0
	for end < len(text) && end < 32 && letter(text[end]) {
		end++
	}
	if after := strings.TrimLeft(text[end:min(len(text), end+32)], " \t\r\n"); !strings.HasPrefix(after, "[") {
		return ""
	}
	return strings.Map(upperOnly, text[:end])
}

// beginsProperty reports whether text starts with a property, after blanks.
func beginsProperty(text string) bool {
	return propertyName(strings.TrimLeft(text, " \t\r\n\v\f")) != ""
}
