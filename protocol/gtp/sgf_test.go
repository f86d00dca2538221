package gtp

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// sessionWithFiles returns a session that can read the given files, and the files that it writes.
func sessionWithFiles(files map[string]string) (*Session, map[string]*bytes.Buffer) {
	in, out := fstest.MapFS{}, map[string]*bytes.Buffer{}
	for name, text := range files {
		in[name] = &fstest.MapFile{Data: []byte(text)}
	}
	s := &Session{
		Board: board.Square(5, 5),
		Open:  func(name string) (io.ReadCloser, error) { return in.Open(name) },
		Create: func(name string) (io.WriteCloser, error) {
			if out[name] != nil {
				return nil, fs.ErrExist
			}
			out[name] = &bytes.Buffer{}
			return writtenFile{out[name]}, nil
		},
	}
	return s, out
}

type writtenFile struct{ *bytes.Buffer }

func (writtenFile) Close() error { return nil }

// answersTo returns a session's answers to the input lines.
func answersTo(t *testing.T, s *Session, input string) []string {
	t.Helper()
	return strings.Split(strings.TrimSuffix(transcript(t, s, input), "\n\n"), "\n\n")
}

func TestLoadsgfSetsBoardRulesAndKomi(t *testing.T) {
	const file = "(;SZ[7:5]RU[Japanese]KM[3.5]AB[bb]HA[2]AB[cc]PL[W];W[aa];B[dd];W[])"
	for _, c := range []struct{ file, input, want string }{
		{file, "loadsgf a\nlist_stones w", "= A5"},
		{file, "loadsgf a 1\nlist_stones w", "="},
		{file, "loadsgf a 2\nlist_stones w", "= A5"},
		{file, "loadsgf a 2\nlist_stones b", "= B4 C3"},
		{file, "loadsgf a 99\nlist_stones b", "= B4 C3 D2"},
		{file, "loadsgf a\nget_komi", "= 3.5"},
		{file, "loadsgf a\nclear_board\nget_komi", "= 3.5"},
		{file, "loadsgf a\nlist_stones w\nundo\nundo\nundo\nundo", "? cannot undo"},
		{file, "loadsgf a 1\nkata-set-rules chinese\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[7:5]RU[Chinese]KM[3.5]AB[bb][cc]PL[W]HA[2])"},
		{"(;SZ[5]KM[2];B[aa])", "kata-set-rules aga\nloadsgf a\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[AGA]KM[2];B[aa])"},
		{"(;SZ[5];B[aa])", "komi 9\nloadsgf a\nget_komi", "= 9"},
		{"(;GM[1975]XB[1];B[ab])", "loadsgf a\nlist_stones b", "= A1"},
		{"(;SZ[5];B[aa];W[aa])", "loadsgf a\nlist_stones w", "= A5"},
		{"(;SZ[5];B[aa];W[aa])", "loadsgf a\nundo\nlist_stones b", "= A5"},
		{"(;SZ[5];B[aa];W[aa];B[bb])", "loadsgf a\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Japanese]KM[6.5];B[aa];W[aa];B[bb])"},
		{"(;SZ[5];B[aa])", "loadsgf a\nclear_board\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[tromp-taylor]KM[7.5])"},
		{"(;GM[2])", "loadsgf a", "? cannot load file; line 1, column 3, node 1: GM[2] is another game; Go is 1, Rosette 1975"},
		{"(;SZ[9]PL[W];AB[bb]AW[cc])", "loadsgf a\ngogui-rules_side_to_move", "= white"},
		{"(;SZ[9];B[ee];AW[cc])", "loadsgf a\ngogui-rules_side_to_move", "= white"},
		{"(;SZ[5]RU[Chinese];B[aa])", "loadsgf a\nclear_board\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Chinese]KM[7.5])"},
		{"(;SZ[5]RU[Chinese];B[aa])", "kata-set-rules aga\nloadsgf a\nprintsgf", "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[AGA]KM[7.5];B[aa])"},
		{"(;SZ[5];B[aa];W[aa])", "loadsgf a 2\nlist_stones b", "= A5"},
		{"(;SZ[5];B[aa]W[bb];B[cc])", "loadsgf a 2\nlist_stones b", "= A5"},
		{"(;SZ[5];B[aa][bb];W[cc])", "loadsgf a 3\nlist_stones b", "= A5 B4"},
		{"(;SZ[5]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]AB[ab][ba])", "loadsgf a\nplay w a5", "? illegal move"},
		{"no record", "play b c3\nloadsgf a\nlist_stones b", "= C3"},
		{"no record", "loadsgf a 0", "? no move 0; use 1 for the first move"},
		{"no record", "loadsgf b", "? cannot load file; open b: file does not exist"},
	} {
		s, _ := sessionWithFiles(map[string]string{"a": c.file})
		if got := answersTo(t, s, c.input); got[len(got)-1] != c.want {
			t.Errorf("%s: %q answers %q, want %q", c.file, c.input, got[len(got)-1], c.want)
		}
	}
	s, _ := sessionWithFiles(map[string]string{"my games/a b.sgf": "(;SZ[3])"})
	if got := answersTo(t, s, "loadsgf \"my games/a b.sgf\" 3\nloadsgf my games/a b.sgf"); got[0] != "=" || got[1] != "=" {
		t.Errorf("a name with blanks is answered by %q", got)
	}
}

func TestLoadsgfRemarksWhatIsWrongByTheRulesInForce(t *testing.T) {
	const occupied, suicide = "(SZ[5]RU[NZ]KM[7];B[ba];W[ab];B[];W[];B[ba])", "(;SZ[5]RU[Japanese]KM[6]AB[ab][ba]AW[ed];B[ee];W[aa])"
	const own, text = "a: line 1, column 48, node 3: warning: move 2, W[aa]: white at A5 is illegal: suicide\n", "a: line 1, column 2: warning: ( without ; before SZ; write (;"
	for _, c := range []struct{ file, input, want string }{
		{occupied, "loadsgf a", text + "; and 1 other problem, see rosette sgf check\n"},
		{occupied, "loadsgf a 5", text + "\n"},
		{suicide, "loadsgf a", own},
		{suicide, "kata-set-rules new-zealand\nloadsgf a", ""},
		{suicide, "kata-set-rules new-zealand\nkata-set-rules japanese\nloadsgf a", own},
	} {
		var remarks strings.Builder
		s, _ := sessionWithFiles(map[string]string{"a": c.file})
		s.Remarks = &remarks
		if got := answersTo(t, s, c.input); got[len(got)-1] != "=" || remarks.String() != c.want {
			t.Errorf("%s: %s is answered by %q and remarks %q, want %q", c.file, c.input, got, remarks.String(), c.want)
		}
	}
}

func TestPrintsgfDoesNotOverwriteAndLoadsAsTheSameGame(t *testing.T) {
	s, written := sessionWithFiles(nil)
	got := answersTo(t, s, "set_position b a1 w b2\nplay w c3\nprintsgf\nprintsgf f\nprintsgf f\n")
	const want = "(;FF[4]GM[1]CA[UTF-8]SZ[5]RU[tromp-taylor]KM[7.5]AB[ae]AW[bd]PL[B];W[cc])"
	if got[2] != "= "+want || got[3] != "=" || got[4] != "? cannot write file; file already exists" {
		t.Errorf("answers %q", got)
	}
	if written["f"].String() != want+"\n" {
		t.Errorf("the file holds %q", written["f"])
	}
	s, _ = sessionWithFiles(map[string]string{"f": written["f"].String()})
	if got = answersTo(t, s, "loadsgf f\nprintsgf"); got[1] != "= "+want {
		t.Errorf("it loads as %q", got[1])
	}
	for _, command := range []string{"loadsgf f", "printsgf f"} {
		if got := answersTo(t, &Session{}, command); !strings.Contains(got[0], "this session cannot ") {
			t.Errorf("%s without files is answered by %q", command, got[0])
		}
	}
}

// A failingWriter fails at Close.
type failingWriter struct{ bytes.Buffer }

func (*failingWriter) Close() error { return errors.New("the disk is full") }

func TestPrintsgfReportsAnErrorOfClose(t *testing.T) {
	s := &Session{Create: func(string) (io.WriteCloser, error) { return &failingWriter{}, nil }}
	if got := answersTo(t, s, "printsgf f"); got[0] != "? cannot write file; the disk is full" {
		t.Errorf("answered by %q", got[0])
	}
}

func TestChangesOfRulesAndKomiKeepHandicapAndPosition(t *testing.T) {
	for _, c := range []struct{ input, want string }{
		{"boardsize 7\nfixed_handicap 3\nkata-set-rules chinese\nkomi 0\nplay w d4\nfinal_score", "= W+1"}, // 3-1-3
		{"set_position b a1 w b2\nkata-set-rules japanese\nlist_stones b", "= A1"},
		{"set_position b a1 w b2\nkomi 1\nundo", "? cannot undo"},
		{"set_free_handicap a1 b2 c3\nkata-set-rules aga\nkomi 0\nplay w e5\nfinal_score", "= 0"},
		{"set_free_handicap a1 b2 c3\nkata-set-rules new-zealand\nkata-set-rules aga\nkomi 0\nplay w e5\nfinal_score", "= 0"},
		{"set_free_handicap a1 b2\nkata-set-rules new-zealand\nplay w pass\nplay b pass\ngogui-rules_legal_moves", "="},
		{"set_free_handicap a1 b2\ngogui-rules_side_to_move", "= white"},
		{"kata-set-rules flower\nset_free_handicap a1 b2\ngogui-rules_side_to_move", "= black"},
		{"play b a1\nset_free_handicap a2 a3", "? board not empty"},
		{"set_free_handicap a1 pass", `? bad vertex list; no point "pass" on square-5: use A1 to E5`},
		{"boardsize 6\nfixed_handicap 2", "? invalid number of stones; board square-6 has no fixed handicap; " +
			"use square boards of side 7 and more, honeycombs of base 3 and more, or free placement"},
		{"rosette-board rosette-7\nfixed_handicap 5", "= E7 K21 K7 E21 C14"},
		{"rosette-board rosette-7\nfixed_handicap 7", "? invalid number of stones; a fixed handicap of 7 on rosette-7; use 2 to 6"},
		{"rosette-board rosette-7\nplace_free_handicap 2", "= E7 K21"},
		{"kata-set-rules flower\nget_komi", "= 0"},
		{"komi 6.5\nkata-set-rules flower\nclear_board\nget_komi", "= 0"},
		{"kata-set-rules flower\nkomi 3\nclear_board\nkata-set-rules flower\nget_komi", "= 3"},
		{"kata-set-rules flower\nkomi 3.5", "? komi 3.5 with handicap FLOWER: komi is paid in stones there, so use a whole number"},
		{"kata-set-rules flower\nset_free_handicap a3\ngogui-rules_side_to_move", "= black"},
		{"kata-set-rules flower\nplace_free_handicap 1\nkata-set-rules flower\nrosette-board rosette-3\nfixed_handicap 1", "= C4"},
		{"set_free_handicap a3", "? bad vertex list; use at least two points"},
		{"fixed_handicap 99", "? invalid number of stones"},
		{"fixed_handicap x", "? syntax error; use fixed_handicap STONES"},
		{"place_free_handicap 1", "? invalid number of stones"},
		{"place_free_handicap 99999999999999999999", "? invalid number of stones"},
		{"boardsize 9\nplace_free_handicap 4", "= C3 G7 C7 G3"},
		{"boardsize 9\nfixed_handicap 10", "? invalid number of stones; a fixed handicap of 10 on square-9; use 2 to 9"},
		{"set_position b a1 w a2 w b1", "? the black chain at A1 has no liberty and no rosette; it cannot be set up"},
		{"set_position b a1 w a1", "? two stones at A1; use each point once"},
		{"set_position b a1 w", "? syntax error; use set_position COLOR VERTEX COLOR VERTEX …"},
		{"set_position b pass", "? a pass cannot be set up; use points"},
		{"play b a1\nset_position\nlist_stones b", "="},
		{"gogui-play_sequence b a1 w b1 b b1\nlist_stones b", "="},
		{"gogui-play_sequence b a1 w b1 b pass\nlist_stones b", "= A1"},
		{"play b a1\nplay w b1\ngg-undo 3\nlist_stones b", "= A1"},
		{"play b a1\nplay w b1\ngg-undo 2\nlist_stones b", "="},
		{"play b a1\ngg-undo\nlist_stones b", "="},
	} {
		got := answersTo(t, &Session{Board: board.Square(5, 5)}, c.input)
		if got[len(got)-1] != c.want {
			t.Errorf("%q answers %q, want %q", c.input, got[len(got)-1], c.want)
		}
	}
}

func TestAFullBoardCanBeSetUp(t *testing.T) {
	var all strings.Builder
	graph := board.Rosette(2)
	for p := range board.Point(graph.Points()) {
		all.WriteString(" b " + graph.PointName(p))
	}
	got := answersTo(
		t, &Session{Board: graph},
		"set_position"+all.String()+"\nfinal_score\nall_legal w\nrosette-immortal b\nfinal_status_list alive",
	)
	if got[0] != "=" || got[1] != "= B+18.5" || got[2] != "=" || got[3] != got[4] || strings.Count(got[3], " ") != 24 {
		t.Errorf("answers %q", got)
	}
}

func TestPrintsgfSaysWhereAGameIsFrom(t *testing.T) {
	s, _ := sessionWithFiles(map[string]string{"a": `(;SZ[5]RU[Chinese]KM[2]HA[2]AB[aa][bb]PB[Ann \[x\]]BR[3d]DT[1999]EV[Cup]RE[B+R]TM[60]C[Hello](;W[cc]PW[Bob]))`})
	s.Player, s.Version = passer{}, "1.2"
	s.Now = func() time.Time { return time.Date(2026, 11, 27, 23, 0, 0, 0, time.UTC) }
	got := answersTo(t, s, "boardsize 5\nplay b c3\ngenmove w\nprintsgf\nloadsgf a\ngenmove b\nprintsgf\nclear_board\nprintsgf")
	for i, want := range map[int]string{
		3: "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[tromp-taylor]KM[7.5]AP[Rosette:1.2]PW[Rosette]DT[2026-11-27];B[cc];W[])",
		6: `= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Chinese]KM[2]AB[aa][bb]PL[W]HA[2]PW[Bob]PB[Ann \[x\]]BR[3d]DT[1999]EV[Cup]TM[60]AP[Rosette:1.2];W[cc];B[])`,
		8: "= (;FF[4]GM[1]CA[UTF-8]SZ[5]RU[Chinese]KM[2]AP[Rosette:1.2]DT[2026-11-27])",
	} {
		if strings.ReplaceAll(got[i], "\n", "") != want {
			t.Errorf("%s\nwant %s", got[i], want)
		}
	}
}

func TestPrintsgfHasTheClockOfTheController(t *testing.T) {
	for command, want := range map[string]string{
		"time_settings 600 0 0":                        "TM[600]",
		"time_settings 600 300 25":                     "TM[600]OT[25/300 Canadian]",
		"time_settings 600 300 0":                      "", // no limit
		"kgs-time_settings none":                       "",
		"kgs-time_settings absolute 60":                "TM[60]",
		"kgs-time_settings byoyomi 60 10 5":            "TM[60]OT[5x10 byo-yomi]",
		"kgs-time_settings canadian 60 300 9":          "TM[60]OT[9/300 Canadian]",
		"kata-time_settings fischer 60 2.5":            "TM[60]OT[2.5 fischer]",
		"kata-time_settings fischer-capped 60 5 90 -1": "TM[60]OT[5 fischer, up to 90]",
	} {
		s, _ := sessionWithFiles(nil)
		if got := answersTo(t, s, command+"\nprintsgf"); !strings.HasSuffix(got[1], "KM[7.5]"+want+")") {
			t.Errorf("%s: %s", command, got[1])
		}
	}
}

// A passer always passes.
type passer struct{}

func (passer) Choose(context.Context, *game.Game, board.Color, engine.Time) (board.Point, bool, error) {
	return board.Pass, false, nil
}

func TestAKomiThatAFileNamesEndsWithTheNextFile(t *testing.T) {
	files := map[string]string{"named": "(;SZ[5]KM[2.5];B[aa])", "unnamed": "(;SZ[5]HA[2]AB[aa][bb];W[cc])"}
	for _, c := range []struct{ commands, want string }{
		{"loadsgf named\nloadsgf unnamed\nget_komi", "= 0"},
		{"komi 9\nloadsgf named\nloadsgf unnamed\nget_komi", "= 9"},
		{"komi 9\nloadsgf named\nget_komi", "= 2.5"},
		{"loadsgf named\nkomi 9\nclear_board\nget_komi", "= 9"},
	} {
		s, _ := sessionWithFiles(files)
		if got := answersTo(t, s, c.commands); got[len(got)-1] != c.want {
			t.Errorf("%q: %q, want %q", c.commands, got, c.want)
		}
	}
}

func TestPrintsgfKeepsTheResultOfAnUnchangedRecord(t *testing.T) {
	files := map[string]string{"a": "(;SZ[5]RU[Japanese]KM[0]RE[B+R];B[cc];W[bb];B[];W[])"}
	for commands, want := range map[string]string{
		"loadsgf a\nprintsgf":                    "RE[B+R]",
		"loadsgf a\nundo\nplay w pass\nprintsgf": "RE[B+R]",
		"loadsgf a\nundo\nprintsgf":              "",
		"loadsgf a 3\nprintsgf":                  "",
	} {
		s, _ := sessionWithFiles(files)
		got := answersTo(t, s, commands)
		last := got[len(got)-1]
		if want == "" && strings.Contains(last, "RE[") || !strings.Contains(last, want) {
			t.Errorf("%q: %s", commands, last)
		}
	}
}

func TestLoadsgfTakesTheNumberOfAGame(t *testing.T) {
	s, _ := sessionWithFiles(map[string]string{
		"two.sgf": "(;SZ[5];B[aa];W[bb])(;SZ[7];B[cc];W[dd];B[ee])", "one game=2": "(;SZ[3];B[aa])", "one.sgf": "(;SZ[9])",
	})
	var remarks strings.Builder
	s.Remarks = &remarks
	got := answersTo(t, s, `loadsgf two.sgf
list_stones b
loadsgf two.sgf 2
list_stones w
loadsgf two.sgf game=2
list_stones b
loadsgf two.sgf 3 game=2
list_stones b
loadsgf two.sgf game=1
list_stones w
loadsgf "two.sgf" 3 game=2
loadsgf two.sgf game=3
loadsgf two.sgf game=0
loadsgf two.sgf game=x
loadsgf two.sgf 0 game=2
loadsgf one.sgf
loadsgf one.sgf game=1
loadsgf game=2
loadsgf two.sgf game=2 1`)
	want := []string{
		"=", "= A5", "=", "=", "=", "= C5 E3", "=", "= C5", "=", "= B4", "=",
		"? cannot load file; no game 3; the file has 2, so the last is game=2",
		`? no game "0"; the first is game=1`, `? no game "x"; the first is game=1`, "? no move 0; use 1 for the first move",
		"=", "=", "? cannot load file; open game=2: file does not exist",
		"? game=2 comes last; use loadsgf FILE 1 game=2",
	}
	if !slices.Equal(got, want) {
		t.Errorf("answers:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	const choice = "two.sgf: game 1 of 2 is loaded; choose another one with game=N at the end\n"
	all := remarks.String()
	if strings.Count(all, choice) != 2 || strings.Count(all, " is loaded") != 2 || !strings.HasPrefix(all, choice) {
		t.Errorf("remarks: %q", all)
	}
}
