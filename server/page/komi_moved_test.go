package page

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"rosette/engine"
)

// documented returns the cells of the corresponding table in docs/komi.md: a row for each player
// with its gain and its findings for each board.
func documented(t *testing.T) (rows [][]string) {
	t.Helper()
	text, err := os.ReadFile("../../docs/komi.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range regexp.MustCompile(`(?m)^\| (2026.*) \|$`).FindAllStringSubmatch(string(text), -1) {
		cells := strings.Split(line[1], "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		rows = append(rows, cells)
	}
	return rows
}

// inTheDocument formats a finding like the document.
func inTheDocument(komi *engine.Interval, measured bool) string {
	switch {
	case !measured:
		return ""
	case komi == nil:
		return "no clear one"
	}
	return figured("en", komi.At) + " (" + figured("en", komi.Low) + "–" + figured("en", komi.High) + ")"
}

func TestThePageAndTheDocumentSayAlikeHowFairKomiMoved(t *testing.T) {
	found, before, err := findingsHere()
	if err != nil {
		t.Fatal(err)
	}
	now := earlierPlayer{Gain: before.Gain, Komi: map[string]*engine.Interval{}}
	for name, f := range found {
		now.Date = max(now.Date, f.Origin.Date)
		now.Komi[name] = &f.Komi
	}
	rows, players := documented(t), append(before.Players, now)
	if len(rows) != len(players) {
		t.Fatalf("the document has %d players, the page %d", len(rows), len(players))
	}
	page := newMovedTable("en", before, found).Rows
	for i, p := range players {
		if !strings.HasPrefix(rows[i][0], p.Date) || !strings.HasPrefix(rows[i][1], page[i][1].Text[:4]) {
			t.Errorf("the document has %q, the page %q", rows[i][:2], page[i][:2])
		}
		for j, name := range komiBoards {
			komi, measured := p.Komi[name]
			if got, want := rows[i][2+j], inTheDocument(komi, measured); got != want {
				t.Errorf("%s, %s: the document has %q, the files %q", p.Date, name, got, want)
			}
		}
	}
}

func TestAnEarlierFindingThatDoesNotFitIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"earlier":[{"date":"yesterday"}]}`:                                                 "cannot parse",
		`{"earlier":[{"date":"2026-11-22"},{"date":"2026-11-21"}]}`:                          "ordered by date",
		`{"earlier":[{"date":"2026-11-22","komi":{"rosette-9":null}}]}`:                      "rosette-9",
		`{"earlier":[{"date":"2026-11-22","komi":{"rosette-5":{"low":3,"at":1,"high":5}}}]}`: "does not hold it",
		"[]": "cannot unmarshal",
	} {
		if _, err := readEarlier(fstest.MapFS{earlierFile: {Data: []byte(text)}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}
