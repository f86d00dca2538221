package game

import (
	"testing"

	"rosette/game/board"
)

func TestSuperkoUnderEveryPreset(t *testing.T) {
	for _, r := range presets {
		for _, on := range []string{"square-4", "square-19"} {
			g := played(t, on, r, "a2 b1 b2 c2 b3 d1 a3 a1 c1")
			want := map[Repetition]error{KoPositional: ErrSuperko}[r.Repetition]
			if err := g.Legal(at(t, g, "b1"), board.White); err != want {
				t.Errorf("%s on %s: White b1 gives %v, want %v", r.Preset, on, err, want)
			}
		}
	}
}

func TestOneStoneOnOnePointUnderEveryPreset(t *testing.T) {
	first := map[Repetition]error{KoPositional: ErrSuperko}
	second := map[Repetition]error{KoSimple: ErrKo, KoSituational: ErrSuperko}
	for _, r := range presets {
		for _, suicide := range []bool{false, true} {
			r.Suicide = suicide
			g := New(graphOf(t, "square-1"), r)
			want := first[r.Repetition]
			if !suicide {
				want = ErrSuicide
			}
			if err := g.Play(0, board.Black); err != want {
				t.Errorf("%s, suicide %v: Black a1 gives %v, want %v", r.Preset, suicide, err, want)
			}
			if want != nil {
				continue
			}
			if err := g.Legal(0, board.White); err != second[r.Repetition] {
				t.Errorf("%s: then White a1 gives %v, want %v", r.Preset, err, second[r.Repetition])
			}
		}
	}
}

func TestAPositionWithoutTheButtonIsAnotherOne(t *testing.T) {
	const pass = " pass"
	for _, test := range []struct {
		name, moves string
		want        map[Repetition]error
	}{
		{
			"a ko at once", "",
			map[Repetition]error{KoSimple: ErrKo, KoPositional: ErrSuperko, KoSituational: ErrSuperko, KoNaturalSituational: ErrSuperko},
		},
		{"after Black has taken the button and White passed", pass + pass, nil},
		{"after four passes", pass + pass + pass + pass, nil},
	} {
		for i := range repetitionWords {
			r := Rules{Repetition: Repetition(i), Button: true}
			g := played(t, "square-5", r, "b1 c1 a2 d2 b3 c3 c2 b2"+test.moves)
			if err := g.Legal(at(t, g, "c2"), board.Black); err != test.want[r.Repetition] {
				t.Errorf("%s, %s: Black c2 gives %v, want %v", test.name, r.Repetition, err, test.want[r.Repetition])
			}
		}
	}
}

func TestPassesLiftNoSuperkoOnceTheButtonIsTaken(t *testing.T) {
	for _, kind := range []Repetition{KoPositional, KoSituational, KoNaturalSituational} {
		g := played(t, "square-5", Rules{Repetition: kind, Button: true}, "pass pass b1 c1 a2 d2 b3 c3 c2 b2")
		for range 2 {
			if err := g.Legal(at(t, g, "c2"), board.Black); err != ErrSuperko {
				t.Errorf("%s: Black retakes the ko with %v", kind, err)
			}
			g.Make(board.Pass, board.Black)
			g.Make(board.Pass, board.White)
		}
	}
}

func TestUndoReturnsTheButton(t *testing.T) {
	g := New(graphOf(t, "square-5"), preset(t, "aga-button"))
	g.Make(board.Pass, board.White)
	if s := g.Score(); s.White-s.Black != 7.5 || g.Passes() != 0 {
		t.Errorf("White has the button and %d passes: %g", g.Passes(), s.White-s.Black)
	}
	g.Undo()
	g.Make(board.Pass, board.Black)
	if s := g.Score(); s.White-s.Black != 6.5 {
		t.Errorf("Black has the button: %g", s.White-s.Black)
	}
	g.Make(board.Pass, board.White)
	if s := g.Score(); s.White-s.Black != 6.5 || g.Passes() != 1 {
		t.Errorf("White passes, the button is Black's: %g after %d passes", s.White-s.Black, g.Passes())
	}
}
