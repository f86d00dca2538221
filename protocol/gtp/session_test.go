package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A randomPlayer plays a random legal point, and passes if there is none.
type randomPlayer struct{ rng *rand.Rand }

func randomPlayerWithSeed(seed uint64) randomPlayer {
	return randomPlayer{rand.New(rand.NewPCG(seed, 1975))}
}

func (m randomPlayer) Choose(_ context.Context, g *game.Game, c board.Color, _ engine.Time) (board.Point, bool, error) {
	for _, i := range m.rng.Perm(g.Graph().Points()) {
		if p := board.Point(i); g.Legal(p, c) == nil {
			return p, false, nil
		}
	}
	return board.Pass, false, nil
}

// transcript returns a session's output for an input.
func transcript(t testing.TB, s *Session, input string) string {
	t.Helper()
	var out strings.Builder
	if err := s.Serve(context.Background(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestALineIsParsedAsTheSpecificationPrescribes(t *testing.T) {
	for input, want := range map[string]string{
		"name\n":                                "= Rosette\n\n",
		"name":                                  "= Rosette\n\n",
		"12 name\r\n":                           "=12 Rosette\n\n",
		"\t 7\t name \n":                        "=7 Rosette\n\n",
		"na\x00me\x7f\n":                        "= Rosette\n\n",
		"name # of the program\n":               "= Rosette\n\n",
		"# 3 name\n\n \t\n\x01\n":               "",
		"5\n":                                   "?5 unknown command\n\n",
		"9 nonsense 1 2\n":                      "?9 unknown command\n\n",
		"123456789012 name\n":                   "? unknown command\n\n",
		"NAME\n":                                "? unknown command\n\n",
		"name please\n":                         "? syntax error; use name\n\n",
		"3 play b\n":                            "?3 syntax error; use play COLOR VERTEX\n\n",
		"echo \u00e9\u2028 b\n":                 "= \u00e9 b\n\n",
		"1 quit\n2 name\n":                      "=1\n\n",
		"1 name\n2 quit\n":                      "=1 Rosette\n\n=2\n\n",
		"play B a5\nplay WHITE k11\n":           "=\n\n=\n\n",
		"play green a6\n":                       "? color unknown; use black or white\n\n",
		"play b z99\n":                          "? no point \"z99\" on rosette-5: use A5 to K15\n\n",
		"all_legal x\ncaptures 3\n":             strings.Repeat("? color unknown; use black or white\n\n", 2),
		"list_stones \n":                        "? syntax error; use list_stones COLOR\n\n",
		"genmove b\n":                           "? this session has no player; use play\n\n",
		"version\nprotocol_version\n":           "= 0\n\n= 2\n\n",
		"known_command a\nknown_command undo\n": "= false\n\n= true\n\n",
	} {
		if got := transcript(t, &Session{}, input); got != want {
			t.Errorf("%q is answered by %q, want %q", input, got, want)
		}
	}
}

func TestALineOfAMegabyteIsRefusedInOneLineAndTheNextIsRead(t *testing.T) {
	input := "4 echo " + strings.Repeat("x", 1<<20) + "\n5 name\n"
	want := "?4 line too long; a command has at most 16384 bytes\n\n=5 Rosette\n\n"
	if got := transcript(t, &Session{}, input); got != want {
		t.Errorf("answered by %q, want %q", got, want)
	}
	long := "# " + strings.Repeat("x", 1<<20) + "\n5 name\n"
	if got := transcript(t, &Session{}, long); got != "=5 Rosette\n\n" {
		t.Errorf("a long comment is answered by %q", got)
	}
}

// endlessLine is input without a line break.
type endlessLine struct{ left int }

func (e *endlessLine) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	for i := range p {
		p[i] = 'x'
	}
	e.left -= len(p)
	return len(p), nil
}

func TestAnEndlessLineTakesNoMemory(t *testing.T) {
	const size = 1 << 28
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var out strings.Builder
	if err := new(Session).Serve(context.Background(), &endlessLine{size}, &out); err != nil {
		t.Fatal(err)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 1<<21 {
		t.Errorf("%d bytes allocated for a line of %d", grown, size)
	}
	if want := "? line too long; a command has at most 16384 bytes\n\n"; out.String() != want {
		t.Errorf("answered by %q, want %q", out.String(), want)
	}
}

func TestASessionEndsWithItsContextWithoutInput(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, keep := io.Pipe()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := new(Session).Serve(ctx, in, io.Discard); err != nil {
			t.Error(err)
		}
		keep.Close() // ends the last read
	})
}

func TestServeReturnsTheErrorOfReading(t *testing.T) {
	in, from := io.Pipe()
	from.CloseWithError(errors.New("broken pipe"))
	err := new(Session).Serve(context.Background(), in, io.Discard)
	if err == nil || err.Error() != "gtp: reading commands: broken pipe" {
		t.Errorf("Serve says %v", err)
	}
}

func TestServeRefusesContradictoryRules(t *testing.T) {
	s := Session{Rules: &game.Rules{Suicide: true, Libertyless: game.LibertylessForbidden}}
	if err := s.Serve(context.Background(), strings.NewReader("name\n"), io.Discard); err == nil {
		t.Error("Serve accepts them")
	}
}

// A timeRecorder passes and records the given time.
type timeRecorder struct {
	think time.Duration
	given []engine.Time
}

func (s *timeRecorder) Choose(_ context.Context, _ *game.Game, _ board.Color, t engine.Time) (board.Point, bool, error) {
	s.given = append(s.given, t)
	time.Sleep(s.think)
	return board.Pass, false, nil
}

func TestThePlayerIsGivenTheTimeOfAKGSClock(t *testing.T) {
	const s = time.Second
	for input, want := range map[string]engine.Time{
		"time_settings 60 0 0\nkgs-time_settings none\ngenmove b": {},
		"kgs-time_settings absolute 60\ngenmove b":                {Main: 60 * s, Clocked: true},
		"kgs-time_settings byoyomi 60 10 5\ngenmove b": {
			Main: 60 * s, Period: 10 * s, Stones: 1, Clocked: true,
		},
		"kgs-time_settings byoyomi 60 10 5\ntime_left b 8 3\ngenmove b": {
			Period: 8 * s, Stones: 1, Clocked: true,
		},
		"kgs-time_settings byoyomi 60 10 5\ntime_left b 8 0\ngenmove b": {
			Main: 8 * s, Period: 10 * s, Stones: 1, Clocked: true,
		},
		"kgs-time_settings canadian 60 30 5\ntime_left b 12 3\ngenmove b": {
			Period: 12 * s, Stones: 3, Clocked: true,
		},
		"kgs-time_settings absolute 60\nkgs-time_settings sandglass 9\ngenmove b":   {Main: 60 * s, Clocked: true},
		"kgs-time_settings absolute 60\nkgs-time_settings byoyomi 9 0 5\ngenmove b": {Main: 60 * s, Clocked: true},
		"kgs-time_settings absolute 60\nkgs-time_settings canadian 9 5\ngenmove b":  {Main: 60 * s, Clocked: true},
		"kgs-time_settings byoyomi 60 10 5\ntime_settings 60 30 5\ntime_left b 12 3\nkgs-genmove_cleanup b": {
			Period: 12 * s, Stones: 3, Clocked: true,
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			watch := &timeRecorder{}
			transcript(t, &Session{Player: watch}, input)
			if got := watch.given[len(watch.given)-1]; got != want {
				t.Errorf("%q leaves %+v, want %+v", input, got, want)
			}
		})
	}
}

// A rulesRecorder passes and records the game's rules.
type rulesRecorder struct{ seen []game.Rules }

func (w *rulesRecorder) Choose(_ context.Context, g *game.Game, _ board.Color, _ engine.Time) (board.Point, bool, error) {
	w.seen = append(w.seen, g.Rules())
	return board.Pass, false, nil
}

func TestCleanupForbidsAFriendlyPassForOneMove(t *testing.T) {
	w := &rulesRecorder{}
	out := transcript(
		t, &Session{Player: w, Board: board.Square(5, 5)},
		"kgs-rules chinese\nplay b a1\nkgs-genmove_cleanup w\ngenmove b\nundo\nundo\nundo\nlist_stones b",
	)
	if len(w.seen) != 2 || w.seen[0].FriendlyPass || !w.seen[1].FriendlyPass ||
		!strings.HasSuffix(out, "= PASS\n\n= PASS\n\n=\n\n=\n\n=\n\n=\n\n") {
		t.Errorf("rules %+v, answers %q", w.seen, out)
	}
}

func TestThePlayerIsGivenTheTimeLeft(t *testing.T) {
	const (
		s  = time.Second
		ms = time.Millisecond
	)
	for input, want := range map[string]engine.Time{
		"genmove b":                       {},
		"time_settings 60 0 0\ngenmove b": {Main: 60 * s, Clocked: true},
		"time_settings 60 30 5\ngenmove b": {
			Main: 60 * s, Period: 30 * s, Stones: 5, Clocked: true,
		},
		"time_settings 60 30 0\ngenmove b":                                   {},
		"time_settings 60 0 0\ntime_left w 7 0\ngenmove b":                   {Main: 60 * s, Clocked: true},
		"time_settings 60 0 0\ntime_left b 7 0\ngenmove b":                   {Main: 7 * s, Clocked: true},
		"time_settings 60 30 5\ntime_left b 12 3\ngenmove b":                 {Period: 12 * s, Stones: 3, Clocked: true},
		"time_settings 60 0 0\ngenmove b\ngenmove w\nreg_genmove b":          {Main: 50 * s, Clocked: true},
		"time_settings 60 0 0\ntime_settings 0 10 0\nclear_board\ngenmove b": {},
		"time_settings 60 0 0\ntime_settings x 0 0\ngenmove b":               {Main: 60 * s, Clocked: true},
		"time_settings 60 0 0\ntime_left b -3.5 0\ngenmove b":                {Clocked: true},
		"time_settings 60 30 5\ntime_left b -0.25 3\ngenmove b":              {Stones: 3, Clocked: true},
		"time_settings 60.5 10.25 1\ngenmove b":                              {Main: 60500 * ms, Period: 10250 * ms, Stones: 1, Clocked: true},
		"time_settings 60 0 0\ntime_left b 30.5 0\ngenmove b":                {Main: 30500 * ms, Clocked: true},
		"time_settings 60 0 0\ntime_settings -1 0 0\ngenmove b":              {Main: 60 * s, Clocked: true},
		"time_settings 60 0 0\ntime_settings 9 9 1.5\ngenmove b":             {Main: 60 * s, Clocked: true},
		"time_settings 60 0 0\ntime_left b nan 0\ngenmove b":                 {Main: 60 * s, Clocked: true},
		"time_settings 2147483647 0 0\ngenmove b":                            {Main: 2147483647 * s, Clocked: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			watch := &timeRecorder{think: 10 * s}
			transcript(t, &Session{Player: watch}, input)
			if got := watch.given[len(watch.given)-1]; got != want {
				t.Errorf("%q leaves %+v, want %+v", input, got, want)
			}
		})
	}
}

// The forms are those in KataGo's documentation of its extensions; gtp2ogs sends fischer-capped.
func TestThePlayerIsGivenTheTimeOfAKataGoClock(t *testing.T) {
	const s = time.Second
	before := "time_settings 60 0 0\n"
	for input, want := range map[string]engine.Time{
		"kata-time_settings none\ngenmove b":                       {},
		"kata-time_settings absolute 60.5\ngenmove b":              {Main: 60*s + s/2, Clocked: true},
		"kata-time_settings byoyomi 60 10.5 5\ngenmove b":          {Main: 60 * s, Period: 10*s + s/2, Stones: 1, Clocked: true},
		"kata-time_settings canadian 60 30 5\ngenmove b":           {Main: 60 * s, Period: 30 * s, Stones: 5, Clocked: true},
		"kata-time_settings fischer 60 5.5\ngenmove b":             {Main: 60 * s, Increment: 5*s + s/2, Clocked: true},
		"kata-time_settings fischer-capped 60 5 90 -1\ngenmove b":  {Main: 60 * s, Increment: 5 * s, Clocked: true},
		"kata-time_settings fischer-capped 60 5 -1 7.5\ngenmove b": {Main: 60 * s, Increment: 5 * s, Move: 7*s + s/2, Clocked: true},
		"kata-time_settings fischer 60 5\ntime_left b 31.5 0\ngenmove b": {
			Main: 31*s + s/2, Increment: 5 * s, Clocked: true,
		},
		// A move takes ten seconds here; then the increment is added, up to the limit.
		"kata-time_settings fischer 60 4\ngenmove b\ngenmove b":               {Main: 54 * s, Increment: 4 * s, Clocked: true},
		"kata-time_settings fischer-capped 60 30 65 -1\ngenmove b\ngenmove b": {Main: 65 * s, Increment: 30 * s, Clocked: true},
		before + "kata-time_settings fischer-capped 60 5 30 -1\ngenmove b":    {Main: 60 * s, Clocked: true},
		before + "kata-time_settings fischer 60\ngenmove b":                   {Main: 60 * s, Clocked: true},
		before + "kata-time_settings byoyomi 60 0 5\ngenmove b":               {Main: 60 * s, Clocked: true},
		before + "kata-time_settings absolute -1\ngenmove b":                  {Main: 60 * s, Clocked: true},
		before + "kata-time_settings hourglass 60\ngenmove b":                 {Main: 60 * s, Clocked: true},
		before + "kgs-time_settings fischer 60 5\ngenmove b":                  {Main: 60 * s, Clocked: true},
	} {
		synctest.Test(t, func(t *testing.T) {
			watch := &timeRecorder{think: 10 * s}
			transcript(t, &Session{Player: watch}, input)
			if got := watch.given[len(watch.given)-1]; got != want {
				t.Errorf("%q leaves %+v, want %+v", input, got, want)
			}
		})
	}
}

func TestTheListOfTimeSettingsHasEverySystem(t *testing.T) {
	got := transcript(t, &Session{}, "kata-list_time_settings\n")
	if want := "= none absolute byoyomi canadian fischer fischer-capped\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if want := slices.Sorted(maps.Keys(timeSystems)); !slices.Equal(slices.Sorted(slices.Values(strings.Fields(kataTimeSystems))), want) {
		t.Errorf("%s, want %s", kataTimeSystems, want)
	}
}

func TestBoardsizeNeverTurnsAnotherBoardSquare(t *testing.T) {
	const refused = "? unacceptable size; the board is rosette-3: use rosette-board NAME, or start rosette gtp --board square-19 " +
		"for square boards"
	for command, want := range map[string]string{
		"boardsize 19":                            refused,
		"boardsize 11":                            refused, // the columns of GoGui's drawing, but GoGui is not there
		"boardsize 3":                             refused,
		"boardsize 11 11":                         refused,
		"rectangular_boardsize 9 13":              refused,
		"boardsize x":                             "? syntax error; use boardsize N or boardsize COLUMNS ROWS",
		"boardsize 0":                             "? unacceptable size",
		"boardsize 9 13 1":                        "? syntax error; use boardsize N or boardsize COLUMNS ROWS",
		"gogui-rules_board_size\nboardsize 11":    "=",
		"gogui-rules_board_size\nboardsize 19":    refused,
		"gogui-rules_board_size\nboardsize 11 19": refused,
	} {
		got := answersTo(t, &Session{Board: board.Rosette(3)}, command+"\nrosette-hexes")
		if answer := got[len(got)-2]; answer != want {
			t.Errorf("%s is answered by %q, want %q", command, answer, want)
		}
		if hexagons := strings.Count(got[len(got)-1], "\n") + 1; hexagons != 19 {
			t.Errorf("after %s the board has %d hexagons", command, hexagons)
		}
	}
	got := answersTo(t, &Session{Board: board.Square(5, 5)}, "boardsize 9 13\nis_legal b j13\nboardsize 13 9\nis_legal b n9\nboardsize 26\nboardsize 7\nis_legal b g7")
	if want := []string{"=", "= 1", "=", "= 1", "? unacceptable size", "=", "= 1"}; !slices.Equal(got, want) {
		t.Errorf("on a square board: %q, want %q", got, want)
	}
}

func TestASessionHasTheNameAndVersionThatItIsGiven(t *testing.T) {
	s := &Session{Name: "KataGo", Version: "1.16.0", Board: board.Square(9, 9)}
	got := answersTo(t, s, "name\nversion\nkgs-game_over\nkgs-chat game Ann Hello!\nkgs-chat private Ann Who are you?\nkgs-chat Ann\nkgs-chat room Ann Hi")
	want := []string{
		"= KataGo", "= 1.16.0", "=", "=", "= KataGo 1.16.0 on square-9, komi 7.5",
		"? syntax error; use kgs-chat game|private NAME TEXT", "? syntax error; use kgs-chat game|private NAME TEXT",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestAPassIsWrittenInSmallLettersUnderKataGosName(t *testing.T) {
	for name, want := range map[string]string{"KataGo": "= pass", "": "= PASS"} {
		s := &Session{Name: name, Player: &timeRecorder{}}
		if got := answersTo(t, s, "genmove b\nreg_genmove w"); got[0] != want || got[1] != want {
			t.Errorf("%q answers %q, want %q", name, got, want)
		}
	}
}

func TestTheProcessorTimeIsAnsweredInSecondsIfItIsKnown(t *testing.T) {
	used := func() (time.Duration, bool) { return 1234567 * time.Microsecond, true }
	unknown := func() (time.Duration, bool) { return 0, false }
	for _, c := range []struct {
		cpu  func() (time.Duration, bool)
		want string
	}{
		{used, "= 1.235"},
		{unknown, "? the processor time is unknown on this system"},
		{nil, "? the processor time is unknown on this system"},
	} {
		if got := answersTo(t, &Session{CPUTime: c.cpu}, "cputime"); got[0] != c.want {
			t.Errorf("%q, want %q", got[0], c.want)
		}
	}
}

func TestAGameCanBePlayedToItsEndByGenmove(t *testing.T) {
	var input strings.Builder
	for i := range 60 {
		fmt.Fprintf(&input, "genmove %s\nundo\ngenmove %[1]s\n", []string{"b", "w"}[i%2])
	}
	out := transcript(t, &Session{Board: board.Rosette(2), Player: randomPlayerWithSeed(7)}, input.String())
	if strings.Contains(out, "?") || strings.Count(out, "=") != 180 {
		t.Errorf("answers:\n%s", out)
	}
}

func FuzzSession(f *testing.F) {
	for name, w := range vocabulary {
		f.Add(name + " " + w.usage + "\n1 " + name + "\n")
	}
	f.Add("rosette-board rosette-1\nplay b a1\n3 genmove w\nundo\nshowboard\nkomi 0\nfinal_score\n")
	f.Add("rosette-board square-2\nkata-set-rules {\"preset\":\"aga\",\"ko\":\"SIMPLE\"}\nplay b a1\nkata-set-rule ko POSITIONAL\nundo\n")
	f.Add("gogui-rules_game_id\nrosette-board rosette-2\nplay b a2\ngogui-rules_board\nboardsize 7\nlist_stones b\nplay w AA5")
	f.Add("loadsgf FILE 2\nkomi 3\nundo\nprintsgf FILE\nprintsgf\nfinal_status_list alive\ngg-undo 3\n")
	f.Add("fixed_handicap 3\nkata-set-rules new-zealand\nplay w pass\nset_position b a5 w a6\nrosette-verdicts\nfinal_score\n")
	f.Add("1\n#\n\x00\n\t7 echo \xff\u2028\r\n\nkata-set-rules {\"x\"\n komi nan\ntime_left b 1 99999999999999999999")
	f.Fuzz(func(t *testing.T, input string) {
		asked := 0
		quit := false
		for _, text := range strings.SplitAfter(input, "\n") {
			if c, ok := (line{text: text}).parse(); ok && !quit {
				asked++
				quit = c.name == "quit" && len(c.args) == 0
			}
		}
		s, _ := sessionWithFiles(map[string]string{"FILE": "(;GM[1975]XB[2]HA[2]AB[bb][ba];W[ab];AE[bb];B[])"})
		s.Board, s.Player = nil, randomPlayerWithSeed(1)
		answered := transcript(t, s, input)
		n := 0
		for rest := answered; rest != ""; n++ {
			one, after, ended := strings.Cut(rest, "\n\n")
			if !ended || one == "" || (one[0] != '=' && one[0] != '?') {
				t.Fatalf("%q is not an answer, in %q", one, answered)
			}
			if one[0] == '?' && strings.Contains(one, "\n") {
				t.Fatalf("%q says no in more than a line", one)
			}
			rest = after
		}
		if n != asked && len(input) < maxLine {
			t.Fatalf("%d answers to %d commands:\n%q\n%q", n, asked, input, answered)
		}
	})
}
