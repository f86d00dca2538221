package retrograde

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// again solves an empty board with the contents of a folder, and tightens the bounds. It also
// returns the notes, and closes the solver.
func again(t *testing.T, name, folder string, sweeps int) (s *Solver, b Bounds, notes []string) {
	t.Helper()
	g := graphNamed(t, name)
	o := Options{Memory: 1 << 28, Folder: folder, Sweeps: sweeps, Note: func(n string) { notes = append(notes, n) }}
	s, b = bounds(t, g, o)
	b, err := s.Tighten(t.Context(), 0, b)
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	return s, b, notes
}

// logOf returns the name and text of a folder's log.
func logOf(t *testing.T, folder string) (name, text string) {
	t.Helper()
	name = filepath.Join(folder, "answers.jsonl")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return name, string(data)
}

func TestAnAnswerBeforeTheLastSweepIsAskedForAgainByARunOfMoreSweeps(t *testing.T) {
	for _, old := range []bool{false, true} { // older logs lack "finished"; layers may be gone
		for _, name := range []string{"square-2x4", "square-2x5"} {
			folder := t.TempDir()
			_, want := bounds(t, graphNamed(t, name), Options{})
			first, loose, _ := again(t, name, folder, 1)
			if loose.StrictLow == want.StrictLow && loose.StrictHigh == want.StrictHigh {
				t.Fatalf("%s: one sweep proves as much as all, %+v", name, loose)
			}
			if _, same, notes := again(t, name, folder, 1); same != loose || len(notes) > 0 {
				t.Errorf("%s after one sweep again: %+v, %q, want %+v", name, same, notes, loose)
			}
			if log, text := logOf(t, folder); old {
				if err := os.WriteFile(log, []byte(strings.ReplaceAll(text, `"finished":true,`, "")), 0o666); err != nil {
					t.Fatal(err)
				}
				for threshold := range first.answers {
					if err := (store{folder, first.words}).remove(threshold); err != nil {
						t.Fatal(err)
					}
				}
			}
			second, got, notes := again(t, name, folder, 0)
			if got.Low != want.Low || got.High != want.High || got.StrictLow < want.StrictLow || got.StrictHigh > want.StrictHigh {
				t.Errorf("%s: %+v after all sweeps of an unfinished answer, of a new run %+v", name, got, want)
			}
			if len(notes) == 0 || second.tables != first.tables {
				t.Errorf("%s: %d tables after %d, notes %q", name, second.tables, first.tables, notes)
			}
			if _, last, notes := again(t, name, folder, 0); last != got || len(notes) > 0 {
				t.Errorf("%s: %+v when all was answered, %q, want %+v", name, last, notes, got)
			}
		}
	}
}

// Results proven before the last sweep count even after an answer that proves less.
func TestAnAnswerLosesNothingOfTheOneBefore(t *testing.T) {
	s := &Solver{answers: map[int]answer{}, roots: make([]root, 3)}
	s.take(answer{Threshold: 2, Labels: []label{blackWins, open, whiteWins}, Strict: []label{open, open, whiteWins}, Sweeps: 4})
	s.take(answer{Threshold: 2, Labels: []label{open, whiteWins, open}, Strict: []label{blackWins, open, open}, Sweeps: 9, Finished: true})
	a := s.answers[2]
	if !slices.Equal(a.Labels, []label{blackWins, whiteWins, whiteWins}) || !slices.Equal(a.Strict, []label{blackWins, open, whiteWins}) || !a.Finished || s.tables != 1 {
		t.Errorf("%+v, %d tables", a, s.tables)
	}
}

func TestALineOfBestPlayIsToldAgain(t *testing.T) {
	folder := t.TempDir()
	g := graphNamed(t, "square-2x4")
	s, b := bounds(t, g, Options{Folder: folder})
	want := lineOf(t, s, b.Low)
	if err := s.Close(); err != nil || len(want) < 2 {
		t.Fatal(want, err)
	}
	for range 2 {
		s, b = bounds(t, g, Options{Folder: folder})
		if got := lineOf(t, s, b.Low); !slices.Equal(got, want) {
			t.Errorf("the line is %v when answers come from the log, was %v", g.Names(got), g.Names(want))
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestANoteSaysWhyThereIsNoLineOfBestPlay(t *testing.T) {
	folder := t.TempDir()
	g := graphNamed(t, "square-3")
	s, b := bounds(t, g, Options{Folder: folder})
	lineOf(t, s, b.Low)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	log, text := logOf(t, folder)
	if before, line, _ := strings.Cut(text, `{"lineOf"`); strings.Count(line, "\n") != 1 {
		t.Fatalf("the log is %s", text)
	} else if err := os.WriteFile(log, []byte(before), 0o666); err != nil { // the older format
		t.Fatal(err)
	}
	for _, test := range []struct {
		folder string
		memory int64
		want   string
	}{{folder, 1 << 28, "files do not keep"}, {"", 1 << 15, "GB of memory"}} {
		var notes []string
		s, b := bounds(t, g, Options{Folder: test.folder, Memory: test.memory, Note: func(n string) { notes = append(notes, n) }})
		line := lineOf(t, s, b.Low)
		if err := s.Close(); err != nil || line != nil || len(notes) != 1 || !strings.Contains(notes[0], test.want) {
			t.Errorf("line %v, notes %q, %v; want one with %q", g.Names(line), notes, err, test.want)
		}
	}
}

func TestNoMoreMemoryIsCountedOnThanIsFree(t *testing.T) {
	s, err := New([]Start{{Board: &board.New(graphNamed(t, "square-2")).View, Next: board.Black}}, Options{Memory: 1 << 60})
	if err != nil || s.options.Memory == 1<<60 && FreeMemory() < 1<<60 {
		t.Errorf("%d bytes, of %d free; %v", s.options.Memory, FreeMemory(), err)
	}
}
