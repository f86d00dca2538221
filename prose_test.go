package rosette_test

import (
	"bufio"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var updateProse = flag.Bool("update-prose", false, "lower the ceilings of testdata/prose.txt to what the comments have")

// proseFile has a line for each package: its path, and how often at most its comments have the word
// "of", and the patterns of [translated], for 1,000 words. Ceilings only fall.
const proseFile = "testdata/prose.txt"

// The ceilings of packages that proseFile does not name, if they have leastProse words of comments.
const (
	mostOf         = 22
	mostTranslated = 3
	leastProse     = 200
)

var ofs = regexp.MustCompile(`(?i)\bof\b`)

// translated are patterns that are rare in English comments and common in translated ones.
var translated = regexp.MustCompile(`(?i)^(?:An?|The)?\s*\w+ (?:is|are) (?:what|who|how|which|whom|whose|where|when|why)\b` +
	`|\bnone of\b|\b(?:is|are) none\b` +
	`|\b(?:for|to|of|with|by|from|as) (?:who|what|whom|whose|which)\b` +
	`|\b(?:he|his|him)\b` +
	`|\b(?:tells?|told|says?|said|hears?|heard|asks?|asked)\b` +
	`|\banew\b|\bany more\b|\bno more\b|\bbeside\b|\bsomebody\b|\bnobody\b|\bwhoever\b|\bcome about\b` +
	`|\b(?:that|those) of\b`)

// A prose counts the words and patterns in the comments of a package.
type prose struct{ words, of, translated int }

// rate returns how often n comes in 1,000 words, rounded up.
func (p prose) rate(n int) int { return int(math.Ceil(1000 * float64(n) / float64(max(1, p.words)))) }

// add counts a comment.
func (p *prose) add(comment string) {
	text := strings.Join(strings.Fields(comment), " ")
	p.words += len(strings.Fields(text))
	p.of += len(ofs.FindAllString(text, -1))
	p.translated += len(translated.FindAllString(text, -1))
}

// readCeilings returns the ceilings of proseFile by package, as rates.
func readCeilings(t *testing.T) map[string][2]int {
	t.Helper()
	file, err := os.Open(proseFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	ceilings := map[string][2]int{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var name string
		var c [2]int
		if _, err := fmt.Sscan(lines.Text(), &name, &c[0], &c[1]); err != nil {
			t.Fatalf("%s: %q: %v", proseFile, lines.Text(), err)
		}
		ceilings[name] = c
	}
	return ceilings
}

func TestCommentsAreInPlainEnglish(t *testing.T) {
	found := map[string]prose{}
	for _, f := range parsed(t) {
		if f.test() || f.generated() {
			continue
		}
		p := found[f.dir()]
		for _, c := range f.file.Comments {
			p.add(c.Text())
		}
		found[f.dir()] = p
	}
	ceilings := readCeilings(t)
	var lines strings.Builder
	for _, name := range slices.Sorted(maps.Keys(found)) {
		p := found[name]
		c, ok := ceilings[name]
		if !ok {
			c = [2]int{mostOf, mostTranslated}
		}
		of, others := p.rate(p.of), p.rate(p.translated)
		if p.words < leastProse && !ok {
			continue
		}
		if of > c[0] || others > c[1] {
			t.Errorf("%s: the comments have \"of\" %d times and unusual phrases %d times in 1,000 words, at most %d and %d are allowed",
				name, of, others, c[0], c[1])
		}
		lower := [2]int{min(of, c[0]), min(others, c[1])}
		if lower[0] > mostOf || lower[1] > mostTranslated {
			fmt.Fprintln(&lines, name, lower[0], lower[1])
		}
		if ok && (lower[0] < c[0]-3 || lower[1] < c[1]-3) && !*updateProse {
			t.Errorf("%s has better comments than %s allows: run go test . -run PlainEnglish -update-prose", name, proseFile)
		}
	}
	if *updateProse {
		if err := os.WriteFile(proseFile, []byte(lines.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
