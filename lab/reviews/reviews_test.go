package reviews

import (
	"maps"
	"strings"
	"testing"

	"rosette/engine/review"
	"rosette/lab/records"
)

const bench = "../../docs/bench/"

func TestTheListOfGamesHasEachGameOnceAndItsOwnFiles(t *testing.T) {
	all, err := ReadFile(bench+"reviews.txt", nil)
	if err != nil {
		t.Fatal(err)
	}
	honeycombs, err := ReadFile(bench+"reviews-honeycomb.txt", nil)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, honeycombs...)
	files, err := records.Find(bench + "reviews")
	if err != nil {
		t.Fatal(err)
	}
	here, boards := maps.Clone(files), map[string]int{}
	for _, record := range all {
		boards[record.Board]++
		file, own := here[record.Hash]
		if delete(here, record.Hash); own != strings.HasPrefix(record.Source, "docs/bench/reviews/") {
			t.Errorf("%s: is it in the repository? %t", record.Source, own)
		}
		if !own {
			continue
		}
		if r, err := record.read(file); err != nil || len(r.Turns) <= record.Last {
			t.Errorf("%s: %v, or it has less than %d moves", record.Source, err, record.Last)
		}
	}
	if len(here) > 0 || boards["square-9"] < 10 || boards["square-13"] < 7 || boards["square-19"] < 8 {
		t.Errorf("files that the list does not have: %v; games by board: %v", here, boards)
	}
}

func TestALineThatIsNoRecordSaysWhatWouldBeRight(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	for line, want := range map[string]string{
		"square-9 " + hash + " held chinese 7":           errRecord.Error(),
		"square-9 " + hash + " held chinese 7 1..9 here": errRecord.Error(),
		"square-9 abc held chinese 7 1-9 here":           "abc is not a SHA-256; use 64 hexadecimal digits",
		"square-9 " + hash + " held chinese 7 9-1 here":  "moves 9-1: use the first and the last move, from 1",
	} {
		if _, err := readRecord(line); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	r, err := readRecord("square-9 " + hash + " held chinese 7.5 11-40 some/repository a game.sgf")
	if err != nil || r.Komi != 7.5 || r.First != 11 || r.Last != 40 || r.Source != "some/repository a game.sgf" {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestTheTableCountsByBoardAndPart(t *testing.T) {
	move := func(record, part string, class review.Class, judged float64, first bool) Move {
		return Move{Record: record, Part: part, Board: "square-9", Class: class, Judged: judged, First: first}
	}
	var text strings.Builder
	err := WriteTable(&text, []Move{
		move("a", "tuning", review.Blunder, 7, false), move("a", "tuning", review.Good, 6, false),
		move("b", "tuning", review.Mistake, 0, true), move("b", "tuning", review.Inaccuracy, 2, false),
		move("c", "held", review.Good, -1, true),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `
     board    part  records  moves    lose 2  named    lose 2  first choice  inaccuracies     lose 2  lose 5     found
  square-9  tuning        2      4  3 = 75 %      2  1 = 50 %      1 = 50 %             1  1 = 100 %       2  1 = 50 %
  square-9    held        1      1   0 = 0 %      0         –             –             0          –       0         –
`
	if got := "\n" + text.String(); got != want {
		t.Errorf("%swant%s", got, want)
	}
}
