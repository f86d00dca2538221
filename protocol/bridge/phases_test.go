package bridge

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/wire"
)

// answering returns a seat whose engine has some answers, and answers "=" to other commands, and
// the recorded commands.
func answering(t *testing.T, full *wire.GameFull, answers map[string]string) (*seat, *[]string) {
	t.Helper()
	asked := new([]string)
	b := New(Options{Timeout: waittest.Limit, Tell: func(r Report) { t.Errorf("%+v", r) }, Start: func(context.Context) (Process, error) {
		toEngine, in := io.Pipe()
		out, fromEngine := io.Pipe()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			defer fromEngine.Close()
			for lines := bufio.NewScanner(toEngine); lines.Scan(); {
				command := lines.Text()
				fmt.Fprintf(fromEngine, "= %s\n\n", answers[command])
				*asked = append(*asked, command)
			}
		}()
		return Process{In: in, Out: out, End: func() error { <-ended; return nil }}, nil
	}})
	s := &seat{Bridge: b, ctx: t.Context(), full: full, state: &full.State}
	t.Cleanup(s.rest)
	return s, asked
}

// cat repeats its input, and prints nothing that begins like a response.
func TestAProgramThatIsNoEngineIsReportedWithinTenSeconds(t *testing.T) {
	programs := map[string]func(in io.Reader, out io.WriteCloser){
		"within 8s":                  func(in io.Reader, out io.WriteCloser) { _, _ = io.Copy(out, in); out.Close() },
		"no answer to list_commands": func(in io.Reader, out io.WriteCloser) { _, _ = io.Copy(io.Discard, in); out.Close() },
		"ends before it answers":     func(in io.Reader, out io.WriteCloser) { out.Close(); _, _ = io.Copy(io.Discard, in) },
	}
	for want, program := range programs {
		synctest.Test(t, func(t *testing.T) {
			b := New(Options{Start: func(context.Context) (Process, error) {
				toProgram, in := io.Pipe()
				out, fromProgram := io.Pipe()
				go program(toProgram, fromProgram)
				return Process{In: in, Out: out, End: out.Close}, nil
			}})
			began := time.Now()
			err := b.Run(t.Context())
			if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "use a program that speaks GTP") {
				t.Errorf("%v, want one with %q", err, want)
			}
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("%q comes after %v", want, took)
			}
		})
	}
}

func TestBoardsAreNamedToAnEngineThatKnowsThem(t *testing.T) {
	for want, known := range map[string]string{
		"rosette-board square-13": "boardsize\nrosette-board", "boardsize 13": "boardsize", "boardsize 13 ": "",
	} {
		e := &engine{commands: strings.Fields(known)}
		if got := e.size(board.Square(13, 13)); got != strings.TrimSpace(want) {
			t.Errorf("an engine with %q is sent %q", known, got)
		}
	}
}

func TestKomiIsNegotiatedAtAPrice(t *testing.T) {
	for want, step := range map[string]struct {
		by    play.KomiBy
		bid   float64
		first bool
	}{
		"offer 6 ":  {play.KomiDivide, 0, true},
		"take 0 b":  {play.KomiDivide, 5.5, false},
		"take 0 w":  {play.KomiDivide, 6, false},
		"bid 4 ":    {play.KomiOpen, 0, true},
		"bid 5.5 ":  {play.KomiOpen, 4.5, false},
		"yield 0 ":  {play.KomiOpen, 5.5, false},
		"bid 6 ":    {play.KomiSecret, 0, true},
		"bid -2.5 ": {play.KomiOpen, -3.5, false},
	} {
		o := negotiation(step.by, 6, step.bid, step.first)
		if got := fmt.Sprint(o.Command, " ", o.Komi, " ", o.Side); got != want {
			t.Errorf("%+v: %q, want %q", step, got, want)
		}
	}
}

func TestThePriceIsThatOfTheOptionsOfTheEngineOrOfTheRules(t *testing.T) {
	own := 3.2
	for _, c := range []struct {
		own     *float64
		answers map[string]string
		want    float64
	}{
		{&own, nil, 3},
		{nil, map[string]string{"list_commands": "play\nkata-raw-nn", "kata-raw-nn 0": "symmetry 0\nwhiteWin 0.3\nwhiteLead -5.7"}, 6},
		{nil, map[string]string{"list_commands": "play"}, 7}, // 6.5 rounded
		{nil, map[string]string{"list_commands": "kata-raw-nn", "kata-raw-nn 0": "whiteLead -999"}, 81},
	} {
		full := &wire.GameFull{Board: "square-9", Rules: "japanese", Clock: "none", Points: make([]string, 81), KomiBy: "secret"}
		s, _ := answering(t, full, c.answers)
		s.Komi = c.own
		orders, err := s.negotiate()
		if err != nil || len(orders) != 1 || orders[0].Command != "bid" || orders[0].Komi != c.want {
			t.Errorf("%+v, %v, want %v", orders, err, c.want)
		}
	}
}

// Four points in a row represent the board.
func TestTheLifeOfAChainIsPlayedOutByTheEngine(t *testing.T) {
	for answer, want := range map[string]wire.CommandRequest{
		"D1":     {Command: "play", Point: "D1"},
		"A1":     {Command: "pass", Point: "A1"}, // a ko
		"C1":     {Command: "pass"},
		"pass":   {Command: "pass"},
		"resign": {Command: "pass"},
	} {
		full := &wire.GameFull{Board: "square-9", Rules: "japanese-1989", Clock: "none", Points: []string{"A1", "B1", "C1", "D1"}}
		full.State = wire.GameState{
			Seat: "w", Awaits: "w", Phase: "confirmation", Stones: ".bw.", Moves: []wire.Move{{"b", "B1"}},
			Illegal: map[string]string{"A1": "pass-for-ko", "C1": "occupied"},
		}
		s, asked := answering(t, full, map[string]string{"list_commands": "kgs-genmove_cleanup", "kgs-genmove_cleanup w": answer})
		orders, err := s.orders()
		if err != nil || len(orders) != 1 || fmt.Sprint(orders[0]) != fmt.Sprint(want) {
			t.Errorf("%s: %+v, %v, want %+v", answer, orders, err, want)
		}
		s.rest()
		if !slices.Equal((*asked)[2:6], []string{"clear_board", "komi 0", "play b B1", "play w C1"}) {
			t.Errorf("the engine is asked %q", *asked)
		}
	}
}

// If the opponent repeatedly marks the engine's dead stones alive, the dispute is played out.
func TestAfterThreeMarksTheDisputeIsPlayedOut(t *testing.T) {
	for ending, want := range map[string]string{"AGREEMENT": "dispute ", "CONFIRMATION": "confirm A1"} {
		full := &wire.GameFull{Board: "square-9", Rules: "japanese", Ending: ending, Clock: "none", Points: []string{"A1"}}
		full.State = wire.GameState{Seat: "w", Awaits: "bw", Phase: "agreement", Proposed: true, Stones: "b"}
		s, _ := answering(t, full, map[string]string{"list_commands": "final_status_list", "final_status_list dead": "A1"})
		for n := range 5 {
			orders, err := s.orders()
			if err != nil || len(orders) != 1 {
				t.Fatalf("%+v, %v", orders, err)
			}
			got := orders[0].Command + " " + orders[0].Point
			if expected := []string{"mark ", "mark ", "mark ", want, "agree "}[n]; got != expected {
				t.Errorf("%s, step %d: %q, want %q", ending, n, got, expected)
			}
		}
	}
}
