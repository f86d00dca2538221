package records

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/internal/runlog"
)

func TestTheListOfRecordsIsAsItSays(t *testing.T) {
	all, err := ReadFile("../../docs/bench/records.txt", nil)
	if err != nil {
		t.Fatal(err)
	}
	sizes, seen := map[int]int{}, map[string]bool{}
	for _, r := range all {
		sizes[r.Size]++
		if seen[r.Hash] {
			t.Errorf("%s: hash %s is there twice", r.Path, r.Hash)
		}
		seen[r.Hash] = true
		want := "tuning" // by the parity of the first byte
		if strings.ContainsAny(r.Hash[1:2], "13579bdf") {
			want = "held"
		}
		if r.Part != want && r.Part != "kgs" {
			t.Errorf("%s is %s, by its hash it is %s", r.Path, r.Part, want)
		}
	}
	if len(sizes) != 3 || len(seen) < 200 || sizes[9] < 40 || sizes[13] < 40 || sizes[19] < 40 {
		t.Errorf("records by size: %v", sizes)
	}
}

func TestAListThatCannotBeReadSaysWhatWouldBeRight(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	for line, want := range map[string]string{
		"":                                      "the list is empty",
		"# nothing\n\n":                         "the list is empty",
		"9 " + hash + " held":                   "line 1: a record is: size, SHA-256, part, rules, komi, result, repository and path, between spaces",
		"\n9 abc held a 0 B+1 r p":              "line 2: abc is not a SHA-256; use 64 hexadecimal digits",
		"9 " + hash + " held chinese 0 B+R r p": "line 1: B+R is not a score; use a result such as B+3.5",
	} {
		if _, err := readList(strings.NewReader(line), readRecord); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
}

func TestTheTableHasARowForEachSizeAndPart(t *testing.T) {
	seconds := func(s float64) *float64 { return &s }
	all := []Outcome{
		{Size: 19, Part: "held", Record: "B+1", Rosette: "B+1", GNUGo: "W+1", CPU: seconds(0.5)},
		{Size: 9, Part: "tuning", Record: "B+2", Rosette: "B+2", GNUGo: "B+2", CPU: seconds(0.25)},
		{Size: 9, Part: "held", Record: "B+3", Rosette: "B+4", GNUGo: "B+3", Unsure: []string{"A1 divided"}, CPU: seconds(0.75)},
	}
	var text strings.Builder
	if err := WriteTable(&text, all); err != nil {
		t.Fatal(err)
	}
	want := `
  size    part  records  agree  sure  sure and agree  GNU Go agrees  both agree  median s  90 %  greatest
     9  tuning        1      1     1               1              1           1      0.25  0.25      0.25
     9    held        1      0     0               0              1           0      0.75  0.75      0.75
     9     all        2      1     1               1              2           1      0.75  0.75      0.75
    19    held        1      1     1               1              0           0      0.50  0.50      0.50
    19     all        1      1     1               1              0           0      0.50  0.50      0.50
   all     all        3      2     2               2              2           1      0.50  0.75      0.75
`
	if got := "\n" + text.String(); got != want {
		t.Errorf("%s\nwant%s", got, want)
	}
}

func TestAnAnswerThatWasNotFinishedIsAskedAgain(t *testing.T) {
	const first = `{"sha256":"a","result":"B+1","dead":null,"seki":null}` + "\n"
	for text, want := range map[string]int{"": 0, first[:8]: 0, first[:30]: 0, first: 1, first + `{"sha256":"b","resu`: 1} {
		name := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		n, err := NewGNUGo(name)
		if err != nil || len(n.known) != want {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if err := runlog.Append(name, gnuAnswer{Hash: "b", Result: "W+2"}); err != nil {
			t.Fatal(err)
		}
		if n, err = NewGNUGo(name); err != nil || len(n.known) != want+1 || n.known["b"].Result != "W+2" {
			t.Errorf("%q, and one more: %v", text, err)
		}
	}
}

func TestAFileThatHoldsOtherThanAnswersIsRefused(t *testing.T) {
	for text, line := range map[string]string{"some notes": "line 1", "some notes\n": "line 1", "{\"sha256\":\"a\",\"result\":\"B+1\"}\n{}\n": "line 2"} {
		name := filepath.Join(t.TempDir(), "answers.jsonl")
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := NewGNUGo(name); err == nil || !strings.Contains(err.Error(), line+" is not a GNU Go score") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
