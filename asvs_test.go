package rosette_test

import (
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// asvsItems are the numbers of the items at levels 1 and 2 in OWASP ASVS 4.0.3, by section.
const asvsItems = `
1.1:1-7 1.2:1-4 1.4:1,4-5 1.5:1-4 1.6:1-4 1.7:1-2 1.8:1-2 1.9:1-2 1.10:1 1.11:1-2 1.12:2 1.14:1-6
2.1:1-12 2.2:1-3 2.3:1-3 2.4:1-5 2.5:1-7 2.6:1-3 2.7:1-6 2.8:1-7 2.9:1-3 2.10:1-4
3.1:1 3.2:1-4 3.3:1-4 3.4:1-5 3.5:1-3 3.7:1
4.1:1-3,5 4.2:1-2 4.3:1-3
5.1:1-5 5.2:1-8 5.3:1-10 5.4:1-3 5.5:1-4
6.1:1-3 6.2:1-6 6.3:1-2 6.4:1-2
7.1:1-4 7.2:1-2 7.3:1,3-4 7.4:1-3
8.1:1-4 8.2:1-3 8.3:1-8
9.1:1-3 9.2:1-4
10.2:1-2 10.3:1-3
11.1:1-8
12.1:1-3 12.2:1 12.3:1-6 12.4:1-2 12.5:1-2 12.6:1
13.1:1,3-5 13.2:1-3,5-6 13.3:1-2 13.4:1-2
14.1:1-4 14.2:1-6 14.3:2-3 14.4:1-7 14.5:1-4
`

// verdicts are the possible verdicts in docs/asvs.md, with their words in the sentence that counts
// the items.
var verdicts = []struct{ word, counted string }{
	{"met", "are met"}, {"part", "are partly met"}, {"not met", "are not met"}, {"–", "do not apply"},
}

// numbersOf returns the single numbers in a text such as "2.8.1–2.8.7, 2.9.1" or, with the section
// before a colon, "1.4:1,4-5".
func numbersOf(t *testing.T, text string) (all []string) {
	t.Helper()
	section, rest, grouped := strings.Cut(text, ":")
	if !grouped {
		section, rest = "", text
	}
	for part := range strings.SplitSeq(rest, ",") {
		first, last, span := strings.Cut(strings.ReplaceAll(strings.TrimSpace(part), "–", "-"), "-")
		if !span {
			last = first
		}
		at := strings.LastIndex(first, ".") + 1
		from, err := strconv.Atoi(first[at:])
		to, err2 := strconv.Atoi(strings.TrimPrefix(last, first[:at]))
		if err != nil || err2 != nil || to < from {
			t.Fatalf("%q has no numbers", text)
		}
		for n := from; n <= to; n++ {
			all = append(all, strings.TrimPrefix(section+"."+first[:at], ".")+strconv.Itoa(n))
		}
	}
	return all
}

func TestTheListOfASVSHasEveryItemOnce(t *testing.T) {
	missing, all := map[string]bool{}, 0
	for section := range strings.FieldsSeq(asvsItems) {
		for _, n := range numbersOf(t, section) {
			missing[n] = true
			all++
		}
	}
	page, count := document(t, "docs/asvs.md"), map[string]int{}
	for _, row := range regexp.MustCompile(`(?m)^\| (\d[^|]*) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$`).FindAllStringSubmatch(page, -1) {
		if !slices.ContainsFunc(verdicts, func(v struct{ word, counted string }) bool { return v.word == row[3] }) {
			t.Errorf("%s: %q is not a verdict", row[1], row[3])
		}
		for _, n := range numbersOf(t, row[1]) {
			if !missing[n] {
				t.Errorf("%s is in the list twice, or no item of levels 1 and 2", n)
			}
			delete(missing, n)
			count[row[3]]++
		}
	}
	if len(missing) > 0 {
		t.Errorf("the list lacks %v", slices.Sorted(maps.Keys(missing)))
	}
	var counted []string
	for _, v := range verdicts {
		counted = append(counted, fmt.Sprintf("%d %s", count[v.word], v.counted))
	}
	if want := fmt.Sprintf("Of %d items, %s.", all, strings.Join(counted, ", ")); !strings.Contains(page, want) {
		t.Errorf("the page does not say: %s", want)
	}
}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// testsByFolder returns the names of all tests and fuzz targets, with their folders.
func testsByFolder(t *testing.T) map[string][]string {
	all := map[string][]string{}
	for _, f := range parsed(t) {
		for _, d := range f.file.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && f.test() && d.Recv == nil && regexp.MustCompile(`^(Test|Fuzz)[A-Z]`).MatchString(d.Name.Name) {
				all[d.Name.Name] = append(all[d.Name.Name], f.dir())
			}
		}
	}
	return all
}

// named matches tests in a document, and the package after them, if given. A package may follow
// several tests.
var named = regexp.MustCompile("((?:`(?:Test|Fuzz)[A-Z][A-Za-z0-9]*`(?:, )?)+)(?: \\(([a-z0-9./]+)\\))?")

func TestTheTestsThatDocumentsOfSecurityNameExist(t *testing.T) {
	folders := testsByFolder(t)
	for _, name := range []string{"docs/asvs.md", "docs/security.md"} {
		found := named.FindAllStringSubmatch(document(t, name), -1)
		if len(found) < 20 {
			t.Errorf("%s names %d groups of tests", name, len(found))
		}
		for _, group := range found {
			for test := range strings.SplitSeq(strings.Trim(group[1], "`, "), "`, `") {
				switch in := folders[test]; {
				case in == nil:
					t.Errorf("%s: there is no %s", name, test)
				case group[2] != "" && !slices.Contains(in, group[2]):
					t.Errorf("%s: %s is in %v, not in %s", name, test, in, group[2])
				}
			}
		}
	}
}

func TestTheFilesThatTheListOfASVSNamesExist(t *testing.T) {
	links := regexp.MustCompile(`\]\(([^):#]+)(#[^)]*)?\)`).FindAllStringSubmatch(document(t, "docs/asvs.md"), -1)
	for _, link := range links {
		if _, err := os.Stat(path.Join("docs", link[1])); err != nil {
			t.Error(err)
		}
	}
	if len(links) == 0 {
		t.Error("there are no links")
	}
}

// TestWhatAnswersRequestsStartsNoProcess follows the imports of the packages that handle requests,
// records and messages. They must not start a process, use unsafe memory access, or decode formats
// that name types.
func TestWhatAnswersRequestsStartsNoProcess(t *testing.T) {
	imports := map[string][]string{}
	for _, f := range parsed(t) {
		if !f.test() {
			imports["rosette/"+f.dir()] = append(imports["rosette/"+f.dir()], f.imports()...)
		}
	}
	seen := map[string]bool{}
	var follow func(of string)
	follow = func(of string) {
		if seen[of] {
			return
		}
		seen[of] = true
		for _, to := range imports[of] {
			if slices.Contains([]string{"os/exec", "unsafe", "plugin", "text/template", "encoding/gob"}, to) {
				t.Errorf("%s imports %s", of, to)
			}
			if strings.HasPrefix(to, "rosette/") {
				follow(to)
			}
		}
	}
	for _, root := range []string{"server/page", "server/page/account", "server/page/chat", "server/http/match", "server/http/socket", "server/http/account", "server/http/lobby", "server/http/chat", "server/http/stream", "server/store", "server/store/postgres", "server/work/remote", "server/pubsub/remote", "server/notice/turns", "server/notice/mail", "server/notice/push", "server/certificates"} {
		follow("rosette/" + root)
	}
	if len(seen) < 40 {
		t.Errorf("only %d packages are followed", len(seen))
	}
}
