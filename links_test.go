package rosette_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

var (
	codeBlock    = regexp.MustCompile("(?ms)^ *```.*?^ *```")
	codeSpan     = regexp.MustCompile("`[^`\n]*`")
	documentLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	webAddress   = regexp.MustCompile(`^[a-z]+:`)
	heading      = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	notInAnchor  = regexp.MustCompile(`[^\p{L}\p{N}_\- ]`)
)

// anchorsOf returns the fragments of a document's headings, as GitHub makes them.
func anchorsOf(text string) map[string]bool {
	anchors := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
		title := documentLink.ReplaceAllString(m[1], "]")
		anchor := strings.ReplaceAll(notInAnchor.ReplaceAllString(strings.ToLower(title), ""), " ", "-")
		unique := anchor
		for i := 1; anchors[unique]; i++ {
			unique = anchor + "-" + strconv.Itoa(i)
		}
		anchors[unique] = true
	}
	return anchors
}

// deadLinks returns the links of Markdown files that lead to no file or heading of root,
// each with the file that has it.
func deadLinks(root fs.FS) (dead []string, err error) {
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == ".git" || entry.Name() == "node_modules" || entry.Name() == "testdata"):
			return fs.SkipDir
		case path.Ext(name) != ".md":
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		plain := codeSpan.ReplaceAllString(codeBlock.ReplaceAllString(string(text), ""), "")
		for _, m := range documentLink.FindAllStringSubmatch(plain, -1) {
			if !webAddress.MatchString(m[1]) && !leads(root, name, m[1]) {
				dead = append(dead, name+": "+m[1])
			}
		}
		return nil
	})
	return dead, err
}

// leads reports whether a link of a document leads to a file, and to a heading if it names
// one.
func leads(root fs.FS, from, link string) bool {
	to, anchor, hasAnchor := strings.Cut(link, "#")
	target := from
	if to != "" {
		target = path.Join(path.Dir(from), to)
	}
	if !hasAnchor {
		_, err := fs.Stat(root, target)
		return err == nil
	}
	text, err := fs.ReadFile(root, target)
	return err == nil && anchorsOf(string(text))[anchor]
}

func TestLinksOfDocumentsLeadToFilesAndHeadings(t *testing.T) {
	t.Parallel()
	dead, err := deadLinks(os.DirFS("."))
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range dead {
		t.Errorf("%s leads nowhere", link)
	}
}

func TestDeadLinksAreFound(t *testing.T) {
	t.Parallel()
	dead, err := deadLinks(fstest.MapFS{
		"docs/a.md": {Data: []byte("# One `name`\n## 3×3, and so on\n[b](b.md) [c](../c.md#gone) [web](https://example.com/x) [own](#one-name)\n" +
			"[two](#33-and-so-on) [lost](#two) [again](../c.md#same-1) `[code](nowhere.md)`\n```\n[code](nowhere.md)\n```\n")},
		"c.md": {Data: []byte("# Same\n# Same\n[a](docs/a.md) [folder](docs)\n")},
	})
	if want := "docs/a.md: b.md, docs/a.md: ../c.md#gone, docs/a.md: #two"; err != nil || strings.Join(dead, ", ") != want {
		t.Errorf("%v, %v, want %s", dead, err, want)
	}
}
