package rosette_test

import (
	"go/ast"
	"go/token"
	"strings"
	"testing"
	"unicode/utf8"
)

// longestLine is the largest number of columns in a line outside tests, whose tables may be wide.
// A tab takes four. A string is not broken, so a line with a long one may be longer.
const longestLine = 120

func TestLinesFitInAWindow(t *testing.T) {
	for _, f := range parsed(t) {
		if f.test() || f.generated() {
			continue
		}
		strings := f.longStrings()
		for i, line := range f.text(t) {
			if n := columns(line); n > longestLine && !strings[i+1] {
				t.Errorf("%s:%d has %d columns, at most %d are allowed", f.name, i+1, n, longestLine)
			}
		}
	}
}

// columns returns the width of a line.
func columns(line string) int { return utf8.RuneCountInString(strings.ReplaceAll(line, "\t", "    ")) }

// longStrings returns the numbers of lines with a string that takes most of the line or goes on.
func (f source) longStrings() map[int]bool {
	lines := map[int]bool{}
	ast.Inspect(f.file, func(n ast.Node) bool {
		s, ok := n.(*ast.BasicLit)
		if !ok || s.Kind != token.STRING {
			return true
		}
		first := f.set.Position(s.Pos()).Line
		if f.lines(s) > 1 || columns(s.Value) > longestLine/3 {
			for i := range f.lines(s) {
				lines[first+i] = true
			}
		}
		return true
	})
	return lines
}

func TestAnAssignmentHasAtMostTwoValues(t *testing.T) {
	for _, f := range parsed(t) {
		ast.Inspect(f.file, func(n ast.Node) bool {
			if a, ok := n.(*ast.AssignStmt); ok && len(a.Rhs) > 2 {
				t.Errorf("%s: assign %d values one by one", f.set.Position(a.Pos()), len(a.Rhs))
			}
			return true
		})
	}
}

// An error is returned where it occurs, not carried through conditions that each ask for none.
func TestErrorsAreHandledWhereTheyOccur(t *testing.T) {
	for _, f := range parsed(t) {
		ast.Inspect(f.file, func(n ast.Node) bool {
			if block, ok := n.(*ast.BlockStmt); ok && !f.test() {
				for i := 1; i < len(block.List); i++ {
					if assignsOnSuccess(block.List[i-1]) && assignsOnSuccess(block.List[i]) {
						t.Errorf("%s: a chain of conditions without an error", f.set.Position(block.List[i].Pos()))
					}
				}
			}
			return true
		})
	}
}

// assignsOnSuccess reports whether a statement is an if statement that assigns err where err is nil.
func assignsOnSuccess(s ast.Stmt) bool {
	branch, ok := s.(*ast.IfStmt)
	if !ok || !requiresSuccess(branch.Cond) {
		return false
	}
	for _, s := range branch.Body.List {
		if a, ok := s.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
			for _, to := range a.Lhs {
				if name, ok := to.(*ast.Ident); ok && name.Name == "err" {
					return true
				}
			}
		}
	}
	return false
}

// requiresSuccess reports whether a condition contains err == nil.
func requiresSuccess(cond ast.Expr) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	x, isName := b.X.(*ast.Ident)
	return b.Op == token.LAND && requiresSuccess(b.X) || b.Op == token.EQL && isName && x.Name == "err"
}

// longestFunction is the largest number of lines in a function outside tests, whose tables may be
// long.
const longestFunction = 60

func TestFunctionsAreReadFromTopToBottom(t *testing.T) {
	for _, f := range parsed(t) {
		for _, d := range f.file.Decls {
			if fn, ok := d.(*ast.FuncDecl); ok && !f.test() && f.lines(fn) > longestFunction {
				t.Errorf("%s: %s has %d lines, at most %d are allowed", f.name, fn.Name.Name, f.lines(fn), longestFunction)
			}
		}
	}
}
