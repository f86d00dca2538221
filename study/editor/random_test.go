package editor

import (
	"math/rand/v2"
	"testing"
)

// randomRequest returns a request that changes a study or moves within it.
func randomRequest(r *rand.Rand, s *State, points int) Request {
	point := r.IntN(points)
	to := (point + 1 + r.IntN(points-1)) % points
	color := []string{"", "b", "w"}[r.IntN(3)]
	all := []Request{
		{Command: Play, Point: &point},
		{Command: Play, Point: &point},
		{Command: Play},
		{Command: Replace, Point: &point},
		{Command: Setup, Point: &point, Color: color},
		{Command: Setup, Points: []int{point, to}, Color: color},
		{Command: Turn, Color: []string{"b", "w"}[r.IntN(2)]},
		{Command: Mark, Point: &point, Mark: []MarkKind{Circle, Square, Triangle, Cross, Selected, Letter, Digit, Dim}[r.IntN(8)]},
		{Command: Mark, Point: &point, Mark: Label, Text: "x]:\\"},
		{Command: DrawLine, Point: &point, To: &to, Mark: []MarkKind{Arrow, Line}[r.IntN(2)]},
		{Command: Clear},
		{Command: Territory, Point: &point, Color: color},
		{Command: Comment, Text: []string{"", "a]b\\c\nd:", "two"}[r.IntN(3)]},
		{Command: Name, Text: "n]"},
		{Command: Annotate, Annotation: []Annotation{GoodMove, BadMove, Interesting, Doubtful, Even, Hotspot}[r.IntN(6)], Value: float64(r.IntN(3))},
		{Command: Number, Value: float64(r.IntN(5))},
		{Command: SetInfo, Info: map[string]string{"PB": "Ann", "KM": "6.5", "RU": "AGA"}},
		{Command: Cut},
		{Command: Copy},
		{Command: Paste},
		{Command: Paste},
		{Command: Delete},
		{Command: Promote},
		{Command: Demote},
		{Command: Main},
		{Command: AddChapter, New: &NewBoard{Board: "square-5"}},
		{Command: NameChapter, Text: "t"},
		{Command: MoveChapter, By: r.IntN(3) - 1},
		{Command: RemoveChapter},
		{Command: SplitChapter},
		{Command: Import, Text: "(;GM[1]SZ[5];B[aa](;W[bb])(;W[cc]))"},
		{Command: Step, By: r.IntN(9) - 4},
		{Command: To, Index: r.IntN(9)},
		{Command: Branch, By: r.IntN(3) - 1},
		{Command: Find, Text: "two"},
		{Command: Find},
		{Command: LineMoves},
	}
	if n := len(s.Bin); n > 0 {
		entry := s.Bin[r.IntN(n)]
		if entry.Node != "" {
			all = append(all, Request{Command: Restore, Node: entry.Node})
		} else {
			all = append(all, Request{Command: RestoreChapter, Chapter: entry.Chapter})
		}
	}
	if n := len(s.Chapters); n > 1 {
		all = append(all, Request{Command: OpenChapter, Chapter: s.Chapters[r.IntN(n)].ID})
	}
	return all[r.IntN(len(all))]
}

// sgfText returns the whole study.
func (s session) sgfText() string { return s.do(Request{Command: Export, Format: "sgf"}).File.Text }

func TestUndoReturnsToTheStartAndRedoToTheEnd(t *testing.T) {
	const file = "(;GM[1]SZ[5]C[start];B[aa](;W[bb]LB[cc:A];B[cc])(;W[cc];B[dd]))(;GM[1]SZ[5]AB[aa][bb]AW[cc])"
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 43))
		s := session{t, New(r.Uint64)}
		opened := s.do(Request{Command: Open, Text: file})
		state, start := opened.State, s.sgfText()
		var log []Edit
		for range 60 {
			out := s.send(randomRequest(r, state, 25))
			state = out.State
			log = append(log, out.Edits...)
		}
		end := s.sgfText()
		again := session{t, New(r.Uint64)}
		again.do(Request{Command: Open, Text: opened.Start, Log: log})
		if text := again.sgfText(); text != end {
			t.Fatalf("seed %d: the log replays to\n%s\nwant\n%s", seed, text, end)
		}
		for _, one := range []session{s, again} {
			for one.send(Request{Command: Undo}).Refused == nil {
			}
			if text := one.sgfText(); text != start {
				t.Fatalf("seed %d: undone to\n%s\nwant\n%s", seed, text, start)
			}
			for one.send(Request{Command: Redo}).Refused == nil {
			}
			if text := one.sgfText(); text != end {
				t.Fatalf("seed %d: repeated to\n%s\nwant\n%s", seed, text, end)
			}
		}
	}
}

func FuzzDo(f *testing.F) {
	f.Add(`{"command":"play","point":3}`)
	f.Add(`{"command":"open","text":"(;GM[1]SZ[5];B[aa])","log":[{"kind":"edit","operations":[{"kind":"remove","node":"2"}]}]}`)
	f.Fuzz(func(t *testing.T, request string) {
		e := New(rand.New(rand.NewPCG(1, 1)).Uint64)
		e.Do([]byte(`{"command":"open","text":"(;GM[1]SZ[5];B[aa];W[bb])"}`))
		if len(e.Do([]byte(request))) == 0 {
			t.Fatal("no response")
		}
	})
}
