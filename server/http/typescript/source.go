package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
)

// A source reads packages from the module at root. It reads each package once.
type source struct {
	root     string
	packages map[string]map[string]*typeSource // by folder and name
}

// A typeSource contains the information about a type that reflection does not provide.
type typeSource struct {
	doc       string
	fields    map[string]string // field comments
	constants []string          // values of the constants declared with the type
}

const module = "rosette/"

// typeOf returns the source information about a type in this module.
func (s source) typeOf(t reflect.Type) typeSource {
	folder, ours := strings.CutPrefix(t.PkgPath(), module)
	if !ours {
		return typeSource{}
	}
	if s.packages[folder] == nil {
		s.packages[folder] = s.read(folder)
	}
	if about := s.packages[folder][t.Name()]; about != nil {
		return *about
	}
	return typeSource{}
}

// constants returns a type's constant values.
func (s source) constants(folder, name string) []string {
	if s.packages[folder] == nil {
		s.packages[folder] = s.read(folder)
	}
	return s.packages[folder][name].constants
}

// read parses a package without its tests.
func (s source) read(folder string) map[string]*typeSource {
	types := map[string]*typeSource{}
	names, err := filepath.Glob(filepath.Join(s.root, folder, "*.go"))
	for _, name := range names {
		var text []byte
		if text, err = os.ReadFile(name); err != nil || strings.HasSuffix(name, "_test.go") {
			continue
		}
		var file *ast.File
		if file, err = parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments); err != nil {
			break
		}
		readFile(file, types)
	}
	if err != nil || len(names) == 0 {
		panic(fmt.Sprintf("cannot read the source of %s: %v", folder, err))
	}
	return types
}

// readFile adds the information about types in a file.
func readFile(file *ast.File, types map[string]*typeSource) {
	about := func(name string) *typeSource {
		if types[name] == nil {
			types[name] = &typeSource{fields: map[string]string{}}
		}
		return types[name]
	}
	for _, d := range file.Decls {
		d, ok := d.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				readType(about(spec.Name.Name), d, spec)
			case *ast.ValueSpec:
				if typ, ok := spec.Type.(*ast.Ident); ok && d.Tok == token.CONST {
					readConstants(about(typ.Name), spec)
				}
			}
		}
	}
}

func readType(about *typeSource, d *ast.GenDecl, spec *ast.TypeSpec) {
	about.doc = d.Doc.Text() + spec.Doc.Text()
	typ, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	for _, f := range typ.Fields.List {
		for _, name := range f.Names {
			about.fields[name.Name] = f.Doc.Text() + f.Comment.Text()
		}
	}
}

func readConstants(about *typeSource, spec *ast.ValueSpec) {
	for _, v := range spec.Values {
		if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if value, err := strconv.Unquote(lit.Value); err == nil {
				about.constants = append(about.constants, value)
			}
		}
	}
}
