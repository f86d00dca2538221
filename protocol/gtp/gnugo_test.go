package gtp

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
)

var games = flag.Int("gnugo-games", 6, "how many games to play beside GNU Go")

// gnugo is where Debian puts it when PATH does not say.
const gnugo = "/usr/games/gnugo"

// beside starts GNU Go by rules that are ours too: simple ko, no suicide.
func beside(t *testing.T) *Client {
	t.Helper()
	program, err := exec.LookPath("gnugo")
	if err != nil {
		program = gnugo
	}
	c, err := Start(context.Background(), time.Minute, program, "--mode", "gtp", "--chinese-rules", "--forbid-suicide", "--level", "1")
	if err != nil {
		t.Fatalf("%v; install it, on Debian: apt-get install gnugo", err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// A duet is two engines who are shown the same game.
type duet struct {
	t      *testing.T
	us, it *Client
	story  []string // what was sent
}

func (d *duet) ask(c *Client, command string) string {
	d.t.Helper()
	answer, err := c.Send(command)
	if err != nil {
		d.t.Fatalf("%s: %v after\n%s", command, err, strings.Join(d.story, "\n"))
	}
	return answer
}

func (d *duet) both(command string) {
	d.t.Helper()
	d.story = append(d.story, command)
	d.ask(d.us, command)
	d.ask(d.it, command)
}

// agree compares the stones, what each has taken, and the legal moves of c, who
// is to move; those of the other as well while calm, when no stone has come off
// for two turns. Before that a ko out of turn is a matter of words: GNU Go
// looks at the last move, we at the opponent's last turn.
func (d *duet) agree(c board.Color, calm bool) (legal []string) {
	d.t.Helper()
	for _, who := range board.Colors {
		d.same(fmt.Sprintf("list_stones %s", who))
		d.same(fmt.Sprintf("captures %s", who))
		if who == c || calm {
			d.same(fmt.Sprintf("all_legal %s", who))
		}
	}
	return d.same(fmt.Sprintf("all_legal %s", c))
}

// same asks both and returns the words of the answer, in order.
func (d *duet) same(command string) []string {
	d.t.Helper()
	ours, its := points(d.ask(d.us, command)), points(d.ask(d.it, command))
	if !slices.Equal(ours, its) {
		d.t.Fatalf("%s: ours %s\nGNU Go's %s\nafter\n%s", command, ours, its, strings.Join(d.story, "\n"))
	}
	return ours
}

// taken counts the stones that have come off.
func (d *duet) taken() (n int) {
	d.t.Helper()
	for _, command := range []string{"captures black", "captures white"} {
		one, err := strconv.Atoi(d.ask(d.us, command))
		if err != nil {
			d.t.Fatal(err)
		}
		n += one
	}
	return n
}

func points(answer string) []string { return slices.Sorted(slices.Values(strings.Fields(answer))) }

// play plays one game of lucky moves, one in eight being GNU Go's, and returns
// its length.
func (d *duet) play(luck *rand.Rand) (moves int) {
	d.both("boardsize 9")
	d.both("clear_board")
	c, passes, calm, taken := board.Black, 0, 0, 0
	for passes < 2 && moves < 250 {
		legal := d.agree(c, calm >= 2)
		move := "PASS"
		if luck.IntN(8) == 0 {
			move = d.ask(d.it, fmt.Sprintf("reg_genmove %s", c))
		} else if len(legal) > 0 {
			move = legal[luck.IntN(len(legal))]
		}
		if strings.EqualFold(move, "resign") {
			break
		}
		passes++
		if move != "PASS" {
			passes = 0
		}
		d.both(fmt.Sprintf("play %s %s", c, move))
		moves++
		calm++
		if now := d.taken(); now != taken {
			calm, taken = 0, now
		}
		c = c.Opponent()
	}
	d.agree(c, calm >= 2)
	return moves
}

func TestInWholeGamesBesideGNUGoBothSeeTheSameLegalMovesAndCaptures(t *testing.T) {
	d := &duet{t: t, us: talking(t, &Session{}), it: beside(t)}
	d.ask(d.us, "rosette-board square-9")
	d.ask(d.us, `kata-set-rules {"preset":"tromp-taylor","ko":"SIMPLE","suicide":false}`)
	for game := range *games {
		d.story = nil
		moves := d.play(rand.New(rand.NewPCG(uint64(game), 9)))
		t.Logf("seed %d: %d moves, %d stones taken", game, moves, d.taken())
		if moves < 20 || d.taken() == 0 {
			t.Errorf("seed %d: only %d moves and %d stones taken", game, moves, d.taken())
		}
	}
}
