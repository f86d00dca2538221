package rosette_test

import (
	"go/ast"
	"testing"
)

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
