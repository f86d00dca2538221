package rosette_test

import (
	"fmt"
	"go/ast"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// No file and no function is longer, and no package has more files outside tests.
// Functions of tests may be long: a table is one literal.
const (
	longestFile     = 400
	longestFunction = 40
	mostFiles       = 25
)

// A subcommand's file parses flags, calls and prints. The other files of
// cmd/rosette are the wiring, at most fourteen: serve has many parts.
const (
	command           = "cmd/rosette"
	longestSubcommand = 120
	mostWiring        = 14
)

var wiring = strings.Fields(`accounts.go main.go flags.go files.go jobs.go lists.go nodes.go notices.go operation.go runflags.go talk.go transport.go values.go wiring.go`)

// manyFilesUntilMended are packages with too many files. The list only shrinks.
var manyFilesUntilMended = strings.Fields(``)

// processors end the names of files that hold kernels of a processor, which do
// not count among the files of a package.
var processors = []string{"_amd64.go", "_arm64.go"}

// longFiles returns the files that are too long.
func longFiles(all []source) (found []string) {
	for _, f := range all {
		if n := f.set.File(f.file.Pos()).LineCount(); n > longestFile {
			found = append(found, fmt.Sprintf("%s has %d lines", f.name, n))
		}
	}
	return found
}

// longFunctions returns for each package the functions outside tests that have more lines.
func longFunctions(all []source, most int) map[string][]string {
	found := map[string][]string{}
	for _, f := range all {
		for _, d := range f.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && !f.test() && f.lines(d) > most {
				found[f.dir()] = append(found[f.dir()], fmt.Sprintf("%s: %s has %d lines", f.name, d.Name.Name, f.lines(d)))
			}
		}
	}
	return found
}

// tooManyFiles returns the packages that have too many files.
func tooManyFiles(all []source) map[string][]string {
	count := map[string]int{}
	for _, f := range all {
		kernel := false
		for _, end := range processors {
			kernel = kernel || strings.HasSuffix(f.name, end)
		}
		if !f.test() && !kernel && f.dir() != command {
			count[f.dir()]++
		}
	}
	found := map[string][]string{}
	for dir, n := range count {
		if n > mostFiles {
			found[dir] = []string{fmt.Sprintf("%s has %d files outside tests", dir, n)}
		}
	}
	return found
}

// makesCommand reports whether the file makes a command of cobra.
func makesCommand(f source) bool {
	makes := false
	ast.Inspect(f.file, func(n ast.Node) bool {
		if c, ok := n.(*ast.CompositeLit); ok {
			s, _ := c.Type.(*ast.SelectorExpr)
			makes = makes || s != nil && fmt.Sprint(s.X) == "cobra" && s.Sel.Name == "Command"
		}
		return !makes
	})
	return makes
}

// moreThanWiring returns for each file of cmd/rosette what is wrong with it.
func moreThanWiring(all []source, wiring []string) map[string][]string {
	missing := slices.Clone(wiring)
	found := map[string][]string{}
	say := func(name, format string, words ...any) {
		found[path.Base(name)] = []string{fmt.Sprintf(format, words...)}
	}
	for _, f := range all {
		n := f.set.File(f.file.Pos()).LineCount()
		switch {
		case f.dir() != command || f.test():
		case slices.Contains(wiring, path.Base(f.name)):
			missing = slices.DeleteFunc(missing, func(name string) bool { return name == path.Base(f.name) })
		case !makesCommand(f):
			say(f.name, "%s makes no subcommand and is not in the list wiring", f.name)
		case n > longestSubcommand:
			say(f.name, "%s has %d lines, a subcommand has at most %d", f.name, n, longestSubcommand)
		}
	}
	for _, name := range missing {
		say(name, "%s is in the list wiring and does not exist", name)
	}
	if len(wiring) > mostWiring {
		say("wiring", "the list wiring has %d files, at most %d are allowed", len(wiring), mostWiring)
	}
	return found
}

func TestNoFileAndNoFunctionIsTooLong(t *testing.T) {
	all := parsed(t)
	complain(t, longFiles(all))
	complain(t, exceptions(longFunctions(all, longestFunction), nil))
}

func TestNoPackageHasTooManyFiles(t *testing.T) {
	complain(t, exceptions(tooManyFiles(parsed(t)), manyFilesUntilMended))
}

func TestTheCommandOnlyWires(t *testing.T) {
	complain(t, exceptions(moreThanWiring(parsed(t), wiring), nil))
}

func TestALongFunctionAndALongFileAreFound(t *testing.T) {
	body := strings.Repeat("\n", longestFunction-1)
	all := parse(t, fstest.MapFS{
		"a.go": file("package a\nfunc f() {" + body + "}\nfunc g() {\n" + body + "}\n"),
		"b.go": file("package a\n" + strings.Repeat("\n", longestFile-1)),
		"c.go": file("package a\n" + strings.Repeat("\n", longestFile)),
	})
	same(t, exceptions(longFunctions(all, longestFunction), nil), []string{"a.go: g has 41 lines"})
	same(t, longFiles(all), []string{"c.go has 401 lines"})
}

func TestAPackageWithTooManyFilesIsFound(t *testing.T) {
	tree := fstest.MapFS{"a/a_amd64.go": file("package a"), "a/a_test.go": file("package a")}
	for i := range mostFiles {
		tree[fmt.Sprintf("a/a%d.go", i)] = file("package a")
		tree[fmt.Sprintf("b/b%d.go", i)] = file("package b")
	}
	tree["b/b.go"] = file("package b")
	same(t, exceptions(tooManyFiles(parse(t, tree)), nil), []string{"b has 26 files outside tests"})
}

func TestACommandThatDoesMoreThanWireIsFound(t *testing.T) {
	found := moreThanWiring(parse(t, fstest.MapFS{
		"cmd/rosette/analyze.go": file("package main\nvar a = tea.Command{}"),
		"cmd/rosette/gtp.go":     file("package main\nvar g = &cobra.Command{}"),
		"cmd/rosette/main.go":    file("package main\nvar m = &cobra.Command{}" + strings.Repeat("\n", longestSubcommand)),
		"cmd/rosette/play.go":    file("package main\nvar p = cobra.Command{}\n" + strings.Repeat("\n", longestSubcommand-1)),
	}), append(slices.Repeat([]string{"a.go"}, mostWiring-1), "main.go", "e.go"))
	same(t, exceptions(found, []string{"a.go"}), []string{
		"cmd/rosette/analyze.go makes no subcommand and is not in the list wiring",
		"e.go is in the list wiring and does not exist",
		"cmd/rosette/play.go has 121 lines, a subcommand has at most 120",
		"the list wiring has 15 files, at most 14 are allowed",
	})
}
