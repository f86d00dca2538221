package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A generator writes Go types as TypeScript. A struct becomes an interface with its JSON names, and
// a string type with constants a union.
type generator struct {
	source    source            // for comments and constants
	overrides map[string]string // types for fields that the Go type does not determine, by "Type.field"
	out       strings.Builder
	elsewhere map[reflect.Type]bool // types that another file declares
	imported  map[string]bool       // names in use
	done      map[reflect.Type]bool
	waiting   []reflect.Type // named types still to be written
}

// generate declares types and everything they refer to.
func (g *generator) generate(types ...reflect.Type) string {
	g.done, g.imported = map[reflect.Type]bool{}, map[string]bool{}
	for g.waiting = types; len(g.waiting) > 0; {
		next := g.waiting[0]
		g.waiting = g.waiting[1:]
		if !g.done[next] {
			g.done[next] = true
			g.declare(next)
		}
	}
	return g.out.String()
}

// declare writes a named type.
func (g *generator) declare(t reflect.Type) {
	about := g.source.typeOf(t)
	g.out.WriteString("\n" + comment("", about.doc))
	if t.Kind() != reflect.Struct {
		fmt.Fprintf(&g.out, "export type %s = %s\n", t.Name(), cmp.Or(union(about.constants), g.under(t)))
		return
	}
	fmt.Fprintf(&g.out, "export interface %s {\n", t.Name())
	for f := range fieldsOf(t) {
		name, optional := jsonName(f)
		typ := g.overrides[t.Name()+"."+name]
		if typ == "" {
			typ = g.name(f.Type)
		}
		mark := map[bool]string{true: "?"}[optional]
		fmt.Fprintf(&g.out, "%s  %s%s: %s\n", comment("  ", about.fields[f.Name]), name, mark, typ)
	}
	g.out.WriteString("}\n")
}

// fieldsOf yields the fields in a type's JSON, including fields from embedded structs.
func fieldsOf(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for _, f := range reflect.VisibleFields(t) {
			name, _ := jsonName(f)
			if f.IsExported() && !f.Anonymous && name != "-" && !yield(f) {
				return
			}
		}
	}
}

// jsonName returns a field's JSON name and whether the field may be missing.
func jsonName(f reflect.StructField) (name string, optional bool) {
	name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
	return cmp.Or(name, f.Name), strings.Contains(options, "omit")
}

// name returns the TypeScript for using a type.
func (g *generator) name(t reflect.Type) string {
	named := t.PkgPath() != "" && (t.Kind() == reflect.Struct || len(g.source.typeOf(t).constants) > 0)
	switch {
	case t == reflect.TypeFor[json.RawMessage]():
		return "unknown"
	case !named:
		return g.under(t)
	case g.elsewhere[t]:
		g.imported[t.Name()] = true
		return t.Name()
	}
	g.waiting = append(g.waiting, t)
	return t.Name()
}

// under returns the TypeScript for a type's kind, without its own name.
func (g *generator) under(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Pointer:
		return g.name(t.Elem())
	case reflect.Slice:
		return element(g.name(t.Elem())) + "[]"
	case reflect.Array:
		return "[" + strings.Join(slices.Repeat([]string{g.name(t.Elem())}, t.Len()), ", ") + "]"
	case reflect.Map:
		return fmt.Sprintf("Record<%s, %s>", g.name(t.Key()), g.name(t.Elem()))
	case reflect.Interface:
		return "unknown"
	}
	if t.Kind() >= reflect.Int && t.Kind() <= reflect.Float64 {
		return "number"
	}
	panic(fmt.Sprintf("no TypeScript for %v", t))
}

// element adds parentheses to a union, so that it can be an array's element type.
func element(typ string) string {
	if strings.Contains(typ, " | ") {
		return "(" + typ + ")"
	}
	return typ
}

// union returns a union type with the values, or "" if there are no values.
func union(values []string) string {
	var quoted []string
	for _, v := range values {
		quoted = append(quoted, "'"+v+"'")
	}
	return strings.Join(quoted, " | ")
}

// comment formats text as comment lines.
func comment(indent, text string) string {
	var lines strings.Builder
	for line := range strings.Lines(text) {
		lines.WriteString(strings.TrimRight(indent+"// "+line, " \n") + "\n")
	}
	return lines.String()
}
