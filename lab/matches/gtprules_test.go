package matches

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// listens is an in-process GTP engine that supports some commands, refuses a command if refuse
// returns true, and records the commands.
type listens struct {
	knows  []string
	refuse func(command string) bool
	sent   []string // valid after the end
}

// begin sets the engine up for a game, ends it, and returns the commands.
func (l *listens) begin(t *testing.T, g *game.Game, engine GTPEngine) ([]string, error) {
	t.Helper()
	ended := make(chan struct{})
	start := func(context.Context, io.Writer) (*Process, error) {
		in, commands := io.Pipe()
		answers, out := io.Pipe()
		go func() {
			defer close(ended)
			for lines := bufio.NewScanner(in); lines.Scan(); {
				answer := "="
				if l.sent = append(l.sent, lines.Text()); lines.Text() == "list_commands" {
					answer = "= " + strings.Join(l.knows, "\n")
				} else if l.refuse != nil && l.refuse(lines.Text()) {
					answer = "? not me"
				}
				fmt.Fprintf(out, "%s\n\n", answer)
			}
		}()
		return &Process{
			In: commands, Out: answers,
			CPU: func() (time.Duration, bool) { return 0, false },
			End: func() error { <-ended; return out.Close() },
		}, nil
	}
	engine.Start, engine.AnswerTimeout = start, time.Minute
	session := engine.Player("it").Open(io.Discard)
	err := session.Begin(t.Context(), g, 1<<40|7)
	if err := session.Close(); err != nil {
		t.Fatal(err)
	}
	return l.sent, err
}

func TestAnEngineIsSetUpByTheCommandsThatItKnows(t *testing.T) {
	for _, c := range []struct {
		graph  *board.Graph
		knows  []string
		engine GTPEngine
		want   []string
	}{
		{board.Square(9, 9), nil, GTPEngine{}, []string{"boardsize 9", "clear_board", "komi 7.5", "the move"}},
		{board.Square(9, 9), []string{"boardsize", "rosette-board"}, GTPEngine{}, []string{
			"rosette-board square-9", "clear_board", "komi 7.5", "the move",
		}},
		{board.Square(3, 4), nil, GTPEngine{}, []string{"rectangular_boardsize 3 4", "clear_board", "komi 7.5", "the move"}},
		{board.Square(3, 3), nil, GTPEngine{Clock: Clock{Main: time.Minute}}, []string{"boardsize 3", "clear_board", "komi 7.5", "time_settings 60 0 0", "the move"}},
		{board.Rosette(1), []string{"set_random_seed"}, GTPEngine{MoveTime: 2 * time.Second}, []string{
			"rosette-board rosette-1", "clear_board", "komi 7.5", fmt.Sprintf("set_random_seed %d", (1<<40|7)%(1<<31-1)), "time_settings 0 2 1", "the move",
		}},
	} {
		g := game.New(c.graph, rulesOf(t, "tromp-taylor"))
		if err := g.Play(0, board.Black); err != nil {
			t.Fatal(err)
		}
		c.want[len(c.want)-1] = "play black " + c.graph.PointName(0)
		sent, err := (&listens{knows: c.knows}).begin(t, g, c.engine)
		if want := append([]string{"list_commands"}, c.want...); err != nil || !slices.Equal(sent, want) {
			t.Errorf("it is sent %q, %v, want %q", sent, err, want)
		}
	}
}

func TestAnEngineIsSentAsMuchOfTheRulesAsItTakes(t *testing.T) {
	rules := rulesOf(t, "mindsports-chinese")
	g := game.New(board.Rosette(1), rules)
	for _, c := range []struct {
		takes string // a text that the rules must not contain
		sent  int
		err   string
	}{
		{"nothing like this", 1, ""},
		{"libertyless", 2, ""},
		{"scoring", 2, `it cannot play these games: it rejects "kata-set-rules `},
	} {
		refuse := func(command string) bool { return strings.Contains(command, c.takes) }
		sent, err := (&listens{knows: []string{"kata-set-rules"}, refuse: refuse}).begin(t, g, GTPEngine{})
		sent = slices.DeleteFunc(sent, func(s string) bool { return !strings.HasPrefix(s, "kata-set-rules ") })
		if len(sent) != c.sent || c.err == "" && err != nil || c.err != "" && (err == nil || !strings.HasPrefix(err.Error(), c.err)) {
			t.Errorf("an engine that refuses %q is sent %q, %v", c.takes, sent, err)
		}
		for i, command := range sent {
			var keys map[string]any
			if err := json.Unmarshal([]byte(strings.TrimPrefix(command, "kata-set-rules ")), &keys); err != nil {
				t.Fatal(err)
			}
			_, komi := keys["komi"]
			_, ours := keys["supply"]
			if komi || ours != (i == 0) || keys["scoring"] != "AREA" || i == 1 && len(keys) != len(kata) {
				t.Errorf("the command %d is %s", i+1, command)
			}
		}
	}
}
