package rosette_test

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// globalsUntilMended lists packages with an init function or a package variable assigned after its
// declaration. The list may only shrink.
var globalsUntilMended = strings.Fields(``)

// changingTypes are types whose variables must be able to change.
var changingTypes = map[string][]string{
	"sync":        {"Map", "Mutex", "RWMutex", "Once", "WaitGroup", "Cond"},
	"sync/atomic": {"Bool", "Int32", "Int64", "Uint32", "Uint64", "Pointer", "Value"},
}

// globals returns each package's init functions and the package variables that change after their
// declaration, outside tests.
func globals(all []source) map[string][]string {
	packages := map[string][]source{}
	for _, f := range all {
		if !f.test() {
			packages[f.dir()] = append(packages[f.dir()], f)
		}
	}
	found := map[string][]string{}
	for dir, files := range packages {
		g := &globalsOf{uses: usesIn(dir, files)}
		for _, f := range files {
			g.look(f)
		}
		if len(g.found) > 0 {
			found[dir] = g.found
		}
	}
	return found
}

// usesIn resolves a package's identifiers. It ignores errors from other packages, which are not
// loaded: the package's own variables are resolved regardless.
func usesIn(dir string, sources []source) map[*ast.Ident]types.Object {
	files := []*ast.File{}
	for _, f := range sources {
		files = append(files, f.file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	unknown := types.Config{Importer: noPackages{}, Error: func(error) {}}
	_, _ = unknown.Check(dir, sources[0].set, files, info)
	return info.Uses
}

// noPackages imports every package as an empty one.
type noPackages struct{}

func (noPackages) Import(name string) (*types.Package, error) {
	p := types.NewPackage(name, name[strings.LastIndex(name, "/")+1:])
	p.MarkComplete()
	return p, nil
}

// globalsOf collects the complaints about a package.
type globalsOf struct {
	uses  map[*ast.Ident]types.Object
	found []string
}

func (g *globalsOf) look(f source) {
	say := func(n ast.Node, format string, words ...any) {
		at := f.set.Position(n.Pos())
		g.found = append(g.found, fmt.Sprintf("%s:%d: ", f.name, at.Line)+fmt.Sprintf(format, words...))
	}
	for _, d := range f.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "init" {
				say(d, "an init function")
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR && changes(f, v.Type, v.Values) {
					say(v, "the package variable %s exists to change", v.Names[0].Name)
				}
			}
		}
	}
	ast.Inspect(f.file, func(n ast.Node) bool {
		for _, x := range changed(n) {
			if name := g.global(x); name != "" {
				say(n, "the package variable %s changes", name)
			}
		}
		return true
	})
}

// changes reports whether a variable has one of changingTypes.
func changes(f source, typ ast.Expr, values []ast.Expr) bool {
	found := false
	see := func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			on, _ := s.X.(*ast.Ident)
			for from, names := range changingTypes {
				found = found || on != nil && on.Name == f.importName(from) && slices.Contains(names, s.Sel.Name)
			}
		}
		_, function := n.(*ast.FuncLit)
		return !function
	}
	if typ != nil {
		ast.Inspect(typ, see)
	}
	for _, v := range values {
		ast.Inspect(v, see)
	}
	return found
}

// changed returns the expressions that a node assigns to or empties, and the variable whose address
// it takes. Addresses of elements do not count, because they are often taken for reading.
func changed(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.RangeStmt:
		if n.Tok == token.ASSIGN {
			return []ast.Expr{n.Key, n.Value}
		}
	case *ast.UnaryExpr:
		if name, ok := n.X.(*ast.Ident); ok && n.Op == token.AND {
			return []ast.Expr{name}
		}
	case *ast.CallExpr:
		name, ok := n.Fun.(*ast.Ident)
		if ok && len(n.Args) > 0 && slices.Contains([]string{"delete", "clear", "copy"}, name.Name) {
			return n.Args[:1]
		}
	}
	return nil
}

// global returns the package variable that the expression is or is part of, or "".
func (g *globalsOf) global(x ast.Expr) string {
	for {
		switch at := x.(type) {
		case *ast.Ident:
			if v, ok := g.uses[at].(*types.Var); ok && v.Parent() == v.Pkg().Scope() {
				return at.Name
			}
			return ""
		case *ast.IndexExpr:
			x = at.X
		case *ast.SliceExpr:
			x = at.X
		case *ast.StarExpr:
			x = at.X
		case *ast.ParenExpr:
			x = at.X
		case *ast.SelectorExpr:
			if on, ok := at.X.(*ast.Ident); ok {
				if _, ok := g.uses[on].(*types.PkgName); ok {
					return on.Name + "." + at.Sel.Name
				}
			}
			x = at.X
		default:
			return ""
		}
	}
}

func TestPackageVariablesDoNotChange(t *testing.T) {
	complain(t, exceptions(globals(parsed(t)), globalsUntilMended))
}

func TestPackageVariablesThatChangeAreFound(t *testing.T) {
	found := globals(parse(t, fstest.MapFS{
		"a/a.go":      file("package a\nvar n, m int\nvar s []int\nvar t struct{ f int }\nfunc init() {}\n"),
		"a/b.go":      file("package a\nfunc f(n int) {\nn = 1\nm = n\ns[0]++\nt.f = 2\nclear(s)\nr := s\nr = nil\ng(&m)\n}"),
		"a/a_test.go": file("package a\nfunc g() { m = 1 }"),
		"b/b.go":      file("package b\nimport \"net/http\"\nimport \"sync\"\nvar c sync.Map\nvar o = sync.OnceValue(f)\nfunc f() {\nhttp.DefaultClient = nil\n}"),
		"c/c.go":      file("package c\nvar x = []int{1}\nfunc f() int {\nx := x\nx[0] = 1\nreturn x[0]\n}"),
	}))
	same(t, exceptions(found, nil), []string{
		"a/a.go:5: an init function",
		"a/b.go:4: the package variable m changes",
		"a/b.go:5: the package variable s changes",
		"a/b.go:6: the package variable t changes",
		"a/b.go:7: the package variable s changes",
		"a/b.go:10: the package variable m changes",
		"b/b.go:4: the package variable c exists to change",
		"b/b.go:7: the package variable http.DefaultClient changes",
	})
}
