package matches

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game"
	"rosette/internal/waittest"
)

// badly is a variable that makes this test program act as a bad engine instead of running tests.
const badly = "ROSETTE_BAD_ENGINE"

func TestMain(m *testing.M) {
	if way := os.Getenv(badly); way != "" {
		if !speak(way, os.Stdin, os.Stdout) {
			fmt.Fprintln(os.Stderr, "out of order")
			os.Exit(3)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// speak is an engine that accepts everything and passes, except for one fault: a command, its wrong
// answer, and the number of correct answers before it. It reports whether it ended normally.
func speak(way string, from io.Reader, to io.Writer) bool {
	bad := map[string]struct {
		command, answer string
		well            int
	}{
		"crash":     {"genmove", "EXIT", 1},
		"hang":      {"genmove", "WAIT", 1},
		"rubbish":   {"genmove", "= the best move", 1},
		"unsigned":  {"genmove", "A1", 1},
		"flood":     {"genmove", "FLOOD", 1},
		"illegal":   {"genmove", "= A1", 0},
		"off board": {"genmove", "= T19", 1},
		"refuse":    {"genmove", "? I would rather not", 1},
		"deny":      {"play", "? illegal move", 3},
		"resign":    {"genmove", "= ReSiGn ", 1},
		"deaf":      {"komi", "? komi unknown", 0},
		"never":     {"list_commands", "EXIT", 0},
		"dead":      {"final_status_list", "= everything", 0},
	}[way]
	times := 0
	in := bufio.NewScanner(from)
	for in.Scan() {
		command, _, _ := strings.Cut(in.Text(), " ")
		answer := "="
		if command == "genmove" {
			answer = "= PASS"
		}
		if command == bad.command {
			if times++; times > bad.well {
				answer = bad.answer
			}
		}
		switch answer {
		case "EXIT":
			return false
		case "WAIT":
			time.Sleep(time.Hour)
		case "FLOOD":
			for range 3 << 20 {
				fmt.Fprintln(to, "= on")
			}
		}
		fmt.Fprintf(to, "%s\n\n", answer)
	}
	return true
}

// startInside starts a bad engine in this process.
func startInside(way string) func(context.Context, io.Writer) (*Process, error) {
	return func(context.Context, io.Writer) (*Process, error) {
		toEngine, in := io.Pipe()
		out, fromEngine := io.Pipe()
		go func() {
			speak(way, toEngine, fromEngine)
			fromEngine.Close()
		}()
		return &Process{
			In: in, Out: out,
			CPU: func() (time.Duration, bool) { return 0, false },
			End: func() error { return errors.Join(in.Close(), out.Close()) },
		}, nil
	}
}

// start runs a program like cmd/rosette does.
func start(env string, words ...string) func(context.Context, io.Writer) (*Process, error) {
	return func(ctx context.Context, errs io.Writer) (*Process, error) {
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		cmd.Env = append(os.Environ(), env)
		cmd.Stderr, cmd.WaitDelay = errs, time.Second
		in, err := cmd.StdinPipe()
		if err != nil {
			return nil, err
		}
		out, err := cmd.StdoutPipe()
		if err != nil {
			return nil, err
		}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return &Process{
			In: in, Out: out,
			CPU: func() (time.Duration, bool) { return 0, false },
			End: func() error {
				kill := cmd.Process.Kill()
				if errors.Is(kill, os.ErrProcessDone) {
					kill = nil
				}
				var ended *exec.ExitError
				if err := cmd.Wait(); err != nil && !errors.As(err, &ended) {
					return err
				}
				return kill
			},
		}, nil
	}
}

func bad(way string) Player {
	return GTPEngine{Start: start(badly+"="+way, os.Args[0]), AnswerTimeout: waittest.Limit}.Player("bad")
}

func TestABadEngineLosesItsGamesAndTheMatchGoesOn(t *testing.T) {
	for way, want := range map[string]struct {
		end, fault, log string
	}{
		"crash":     {"crash", "it exited at the command genmove", `bad ! "out of order"`},
		"hang":      {"hang", "it does not reply to genmove within 3s", "bad > genmove"},
		"rubbish":   {"rubbish", `its reply to genmove is "the best move", not a point, pass or resign`, `bad < "= the best move"`},
		"unsigned":  {"hang", "it does not reply to genmove within 3s", `bad < "A1"`},
		"flood":     {"rubbish", "its reply to genmove has no end", `bad < "= on"`},
		"illegal":   {"illegal", "", `bad < "= A1"`},
		"off board": {"rubbish", `its reply to genmove is "T19", not a point, pass or resign`, `bad < "= T19"`},
		"refuse":    {"refusal", "", `bad < "? I would rather not"`},
	} {
		play := func(t *testing.T, bad Player) {
			m, games := match(t, "square-5", bad, gamble("calm", 0))
			m.Pairs = 1
			var log strings.Builder
			m.Log = func(text string) { log.WriteString(text + "\n") }
			if err := m.Run(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			for _, g := range *games {
				if g.Winner != "calm" || g.End != want.end || !strings.HasSuffix(g.Result, "+F") || want.fault != "" && g.Fault != want.fault || g.Guilty != "bad" {
					t.Errorf("%+v", g)
				}
				if !strings.Contains(g.SGF, "RE["+g.Result+"]") {
					t.Errorf("the record says %s", g.SGF)
				}
			}
			if len(*games) != 2 || strings.Count(log.String(), "bad > genmove") < 2 || !strings.Contains(log.String(), want.log) {
				t.Errorf("%d games, the log says\n%s", len(*games), &log)
			}
		}
		t.Run(way, func(t *testing.T) {
			if want.end == "hang" { // its time passes at once
				synctest.Test(t, func(t *testing.T) {
					play(t, GTPEngine{Start: startInside(way), AnswerTimeout: 3 * time.Second}.Player("bad"))
					time.Sleep(2 * time.Hour) // until the engine has ended
				})
				return
			}
			t.Parallel()
			play(t, bad(way))
		})
	}
}

func TestWhoTakesNoLegalMoveInMakesTheGameVoid(t *testing.T) {
	m, games := match(t, "square-5", bad("deny"), gamble("calm", 0))
	m.Pairs = 2
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	ledger := NewPairScore("calm", &SPRT{0, 10, 0.05, 0.05})
	for _, g := range *games {
		if g.Result != "Void" || g.Winner != "" || g.End != "denial" || g.Counts() || g.Guilty != "bad" || !strings.HasSuffix(g.Fault, `: "illegal move"`) {
			t.Errorf("%+v", g)
		}
		ledger.Add(g)
	}
	if s := ledger.Standing(); len(*games) != 4 || s.Games != 0 || s.Void != 2 || s.LLR != 0 || s.Faults[1][RejectedMove] != 4 {
		t.Errorf("%d games, %+v", len(*games), s)
	}
}

// starts returns an engine with a different fault at each start, and with no fault at the last.
func starts(ways ...string) Player {
	var mu sync.Mutex
	return GTPEngine{AnswerTimeout: waittest.Limit, Start: func(ctx context.Context, errs io.Writer) (*Process, error) {
		mu.Lock()
		defer mu.Unlock()
		way := "well"
		if len(ways) > 0 {
			way, ways = ways[0], ways[1:]
		}
		return start(badly+"="+way, os.Args[0])(ctx, errs)
	}}.Player("bad")
}

// Each game tries twice to set up a player.
func TestWhoCannotBeSetUpAgainLosesThatGame(t *testing.T) {
	m, games := match(t, "square-5", starts("crash", "never", "never", "never", "well"), gamble("calm", 0))
	m.Pairs = 2
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var faults []string
	for _, g := range *games {
		faults = append(faults, g.Fault)
		if won := g.Winner == "calm" && g.Guilty == "bad" && g.End == string(Crash) && g.Counts() && strings.Contains(g.SGF, "RE["+g.Result+"]"); g.Fault != "" && !won {
			t.Errorf("%+v", g)
		}
	}
	if want := []string{"it exited at the command genmove", "it exited at the command list_commands", "", ""}; !slices.Equal(faults, want) {
		t.Errorf("the faults are %q, want %q", faults, want)
	}
}

func TestWhoCannotBeSetUpForLongStopsTheMatch(t *testing.T) {
	never := slices.Repeat([]string{"never"}, 20)
	m, games := match(t, "square-5", starts(append([]string{"crash"}, never...)...), gamble("calm", 0))
	m.Pairs = 5
	err := m.Run(t.Context(), nil)
	if err == nil || err.Error() != "bad cannot be set up: crash: it exited at the command list_commands" || len(*games) != maxSetupFailures {
		t.Errorf("%d games, Run says %v", len(*games), err)
	}
	// A player from an earlier run may fail as often.
	m.Players[0] = starts("never", "never")
	if err := m.Run(t.Context(), slices.Clone(*games)); err != nil || len(*games) != 10 {
		t.Errorf("%d games, Run says %v", len(*games), err)
	}
}

func TestAnOpeningThatAPlayerDeniesMakesTheGameVoid(t *testing.T) {
	m, games := match(t, "square-5", bad("deny"), gamble("calm", 0))
	m.Openings, m.Pairs = RandomOpenings(m.Graph, m.Rules, 6, 1), 1
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, g := range *games {
		if g.Result != "Void" || g.Counts() || g.Moves != 6 || g.Guilty != "bad" {
			t.Errorf("%+v", g)
		}
	}
	if len(*games) != 2 {
		t.Errorf("%d games", len(*games))
	}
}

func TestWhoResignsInAnyLettersHasLostByResignation(t *testing.T) {
	m, games := match(t, "square-5", bad("resign"), gamble("calm", 0))
	m.Pairs = 1
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, g := range *games {
		if g.Winner != "calm" || g.End != ByResignation || !strings.HasSuffix(g.Result, "+R") {
			t.Errorf("%+v", g)
		}
	}
}

func TestAnEngineThatCannotPlayHereStopsTheMatchWithAWord(t *testing.T) {
	for way, want := range map[string]string{
		"deaf":  `bad cannot play these games: it rejects "komi 7.5": "komi unknown"`,
		"never": "bad cannot be set up: crash: it exited at the command list_commands",
	} {
		m, games := match(t, "square-5", gamble("calm", 0), bad(way))
		if err := m.Run(t.Context(), nil); err == nil || err.Error() != want || len(*games) > 0 {
			t.Errorf("%s: %d games, Run says %v, want %s", way, len(*games), err, want)
		}
	}
	m, _ := match(t, "square-5", gamble("calm", 0), GTPEngine{Start: start("", "no-such-engine"), AnswerTimeout: waittest.Limit}.Player("none"))
	if err := m.Run(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "no-such-engine") {
		t.Errorf("Run says %v", err)
	}
}

func TestStonesAreDeadOnlyIfBothSaySo(t *testing.T) {
	m, games := match(t, "square-5", bad("dead"), bad("nothing"))
	m.Players[1].Name = "worse"
	m.Rules.Ending, m.Pairs = game.EndingAgreement, 1
	log := ""
	m.Log = func(text string) { log += text + "\n" }
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	for _, g := range *games {
		if g.End != ByScore || g.Dead != "" || g.Moves != 4 {
			t.Errorf("%+v", g)
		}
	}
	if want := `bad does not report dead stones: rubbish: it reports "everything" as dead`; !strings.Contains(log, want) {
		t.Errorf("the log says %s, want %s", log, want)
	}
}
