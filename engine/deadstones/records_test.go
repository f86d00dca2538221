package deadstones

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/life"
	"rosette/game/sgf"
)

// The measured claim is -records DIR -records-half all (docs/bench/score.txt).
var (
	recordsDir     = flag.String("records", "", "directory below which the records of testdata/records.txt lie; they are found by their hashes")
	recordsHalf    = flag.String("records-half", "tuning", "the part to count: tuning, held, kgs or all")
	recordsOnly    = flag.String("records-only", "", "regular expression of paths; only these are counted, and each is drawn")
	recordsAnswers = flag.String("records-answers", "", "file of GNU Go's answers, lines of JSON; those missing are asked and added")
	recordsOut     = flag.String("records-out", "", "file for the results, lines of JSON")
)

// A record is a line of testdata/records.txt.
type record struct {
	size              int
	hash, half, rules string
	komi              float64
	result            game.Result
	repository, path  string
}

// listed reads testdata/records.txt.
func listed(t *testing.T) (all []record) {
	t.Helper()
	text, err := os.ReadFile("testdata/records.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		var r record
		var result string
		if _, err := fmt.Sscan(line, &r.size, &r.hash, &r.half, &r.rules, &r.komi, &result, &r.repository, &r.path); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if r.result, err = game.ParseResult(result); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, r)
	}
	return all
}

func TestTheListOfRecordsIsAsItSays(t *testing.T) {
	sizes, seen := map[int]int{}, map[string]bool{}
	for _, r := range listed(t) {
		sizes[r.size]++
		hash, err := hex.DecodeString(r.hash)
		if err != nil || len(hash) != sha256.Size || seen[r.hash] {
			t.Fatalf("%s: hash %s is none, or there twice", r.path, r.hash)
		}
		seen[r.hash] = true
		if want := [2]string{"tuning", "held"}[hash[0]%2]; r.half != want && r.half != "kgs" {
			t.Errorf("%s is %s, by its hash it is %s", r.path, r.half, want)
		}
		if _, err := game.ParseRules(r.rules); err != nil || r.result.By != game.ByScore {
			t.Errorf("%s: rules %s, %v, result %v", r.path, r.rules, err, r.result)
		}
	}
	if len(sizes) != 3 || len(seen) < 200 || sizes[9] < 40 || sizes[13] < 40 || sizes[19] < 40 {
		t.Errorf("records by size: %v", sizes)
	}
}

// An outcome is what was made of a record. Its JSON is a line of -records-out.
type outcome struct {
	Path    string   `json:"path"`
	Size    int      `json:"size"`
	Half    string   `json:"half"`
	Rules   string   `json:"rules"`
	Record  string   `json:"record"`
	Rosette string   `json:"rosette"`
	GNUGo   string   `json:"gnugo"`
	Dead    []string `json:"dead"` // stones
	Seki    []string `json:"seki"`
	Unsure  []string `json:"unsure"` // one stone of each chain, and why
	GNUDead []string `json:"gnugo_dead"`
	GNUSeki []string `json:"gnugo_seki"`
	Chains  []chain  `json:"chains"`
	Millis  float64  `json:"ms"`

	picture string
}

// A chain is what the judge says of a chain.
type chain struct {
	At        string     `json:"at"` // its first stone
	Stones    int        `json:"stones"`
	Status    string     `json:"status"`
	Reason    string     `json:"reason"`
	Ownership [2]float32 `json:"ownership"` // as in [life.ChainStatus]
}

// String says which record it is and what was made of it.
func (c outcome) String() string {
	return fmt.Sprintf("%s (%s, %s): record %s, rosette %s, GNU Go %s, unsure %q", c.Path, c.Half, c.Rules, c.Record, c.Rosette, c.GNUGo, c.Unsure)
}

func (c outcome) agrees() bool { return c.Rosette == c.Record }

// gnuAgrees reports whether GNU Go has the result of the record.
func (c outcome) gnuAgrees() bool { return c.GNUGo == c.Record }

// TestRecordsAreCountedAsTheirPlayersDid counts as "rosette score --rules" does
// and holds that it agrees with the records at least as often as GNU Go.
func TestRecordsAreCountedAsTheirPlayersDid(t *testing.T) {
	if *recordsDir == "" {
		t.Skip("a measurement; give -records DIR")
	}
	only := regexp.MustCompile(*recordsOnly)
	files, judge := filesByHash(t), Judge{Network: neural.Shipped}
	answers := readAnswers(t)
	var all []outcome
	for _, r := range listed(t) {
		if *recordsHalf != "all" && r.half != *recordsHalf || !only.MatchString(r.path) {
			continue
		}
		name := files[r.hash]
		if name == "" {
			t.Fatalf("-records %s has no file with the hash %s (%s %s)", *recordsDir, r.hash, r.repository, r.path)
		}
		g := replayed(t, r, name)
		c := tried(t, judge, r, g)
		answer := answers.of(t, r, name, g)
		c.GNUGo, c.GNUDead, c.GNUSeki = answer.Result, answer.Dead, answer.Seki
		if all = append(all, c); *recordsOnly != "" {
			t.Log(c, c.picture)
		} else if !c.agrees() {
			t.Log(c)
		}
	}
	writeOutcomes(t, all)
	summarize(t, all)
}

// filesByHash returns the names of the SGF files of -records by their SHA-256.
func filesByHash(t *testing.T) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(*recordsDir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.EqualFold(filepath.Ext(name), ".sgf") {
			return err
		}
		text, err := os.ReadFile(name)
		files[fmt.Sprintf("%x", sha256.Sum256(text))] = name
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// replayed returns the final position of a record under the rules of the list.
func replayed(t *testing.T, r record, name string) *game.Game {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sgf.Parse(bytes.NewReader(text), sgf.Options{})
	if err != nil {
		t.Fatalf("%s: %v", r.path, err)
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		t.Fatalf("%s: %v", r.path, err)
	}
	rules, err := game.ParseRules(r.rules)
	if err != nil {
		t.Fatal(err)
	}
	rules.Komi = r.komi
	g, known := line.Game.WithRules(rules)
	if width, _ := g.Graph().Size(); !known || width != r.size {
		t.Fatalf("%s: a board of %d, or no known start", r.path, width)
	}
	return g
}

// tried counts a final position with the dead stones of the judge.
func tried(t *testing.T, judge Judge, r record, g *game.Game) outcome {
	t.Helper()
	before := time.Now()
	p, err := judge.Propose(t.Context(), g)
	took := time.Since(before)
	if err != nil {
		t.Fatalf("%s: %v", r.path, err)
	}
	c := outcome{
		Path: r.path, Size: r.size, Half: r.half, Rules: r.rules, Record: r.result.String(), Rosette: g.Score(p.Dead...).Result().String(),
		Dead: g.Graph().Names(p.Dead), Millis: float64(took.Microseconds()) / 1000, picture: drawn(g, p),
	}
	for _, it := range p.Chains {
		at := g.Graph().PointName(it.Stones[0])
		c.Chains = append(c.Chains, chain{at, len(it.Stones), string(it.Status), string(it.Reason), it.Ownership})
		switch it.Status {
		case life.Unsure:
			c.Unsure = append(c.Unsure, at+" "+string(it.Reason))
		case life.InSeki:
			c.Seki = append(c.Seki, g.Graph().Names(it.Stones)...)
		}
	}
	return c
}

// drawn draws a square board: X and O are alive, x and o dead, S and s in
// seki, U and u unsure (Black and White), and ? an open point.
func drawn(g *game.Game, p life.Proposal) string {
	letters := map[life.Status]string{life.Vacant: "...", life.Alive: " XO", life.Dead: " xo", life.InSeki: " Ss", life.Unsure: " Uu"}
	width, height := g.Graph().Size()
	var text strings.Builder
	for row := range height {
		text.WriteString("\n")
		for column := range width {
			at, err := g.Graph().Point(fmt.Sprintf("%c%d", "ABCDEFGHJKLMNOPQRST"[column], height-row))
			if err != nil {
				panic(err) // a board of another shape
			}
			letter := letters[p.Status[at]][g.Board().At(at)]
			if slices.Contains(p.Open, at) && letter == '.' {
				letter = '?'
			}
			text.WriteByte(' ')
			text.WriteByte(letter)
		}
	}
	return text.String()
}

// writeOutcomes writes -records-out.
func writeOutcomes(t *testing.T, all []outcome) {
	t.Helper()
	if *recordsOut == "" {
		return
	}
	var text bytes.Buffer
	for _, c := range all {
		if err := json.NewEncoder(&text).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(*recordsOut, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// summarize logs the figures of each size and part, and fails if GNU Go agrees
// with the records more often.
func summarize(t *testing.T, all []outcome) {
	t.Helper()
	t.Log("size part   records  rosette  GNU Go  both  neither  sure  agree  median ms  greatest ms")
	sums := [2]int{}
	for _, size := range []int{9, 13, 19} {
		for _, half := range []string{"tuning", "held", "kgs"} {
			var n, ours, theirs, both, neither, sure, right int
			var times []float64
			for _, c := range all {
				if c.Size != size || c.Half != half {
					continue
				}
				n++
				times = append(times, c.Millis)
				for count, is := range map[*int]bool{
					&ours: c.agrees(), &theirs: c.gnuAgrees(), &both: c.agrees() && c.gnuAgrees(), &neither: !c.agrees() && !c.gnuAgrees(),
					&sure: len(c.Unsure) == 0, &right: len(c.Unsure) == 0 && c.agrees(),
				} {
					if is {
						*count++
					}
				}
			}
			if n == 0 {
				continue
			}
			slices.Sort(times)
			t.Logf("%4d %-6s %7d  %7d  %6d  %4d  %7d  %4d  %5d  %9.0f  %11.0f", size, half, n, ours, theirs, both, neither, sure, right, times[n/2], times[n-1])
			sums[0], sums[1] = sums[0]+ours, sums[1]+theirs
		}
	}
	if t.Logf("of %d records rosette agrees with %d, GNU Go with %d", len(all), sums[0], sums[1]); sums[0] < sums[1] {
		t.Errorf("GNU Go agrees with %d records more", sums[1]-sums[0])
	}
}
