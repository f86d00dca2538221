package gtp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/internal/waittest"
)

var games = flag.Int("gnugo-games", 6, "how many games to play beside GNU Go")

// gnugo is Debian's path for GNU Go, which may not be in PATH.
const gnugo = "/usr/games/gnugo"

// startGNUGo starts GNU Go with simple ko and no suicide.
func startGNUGo(t *testing.T) *Client {
	t.Helper()
	program, err := exec.LookPath("gnugo")
	if err != nil {
		program, err = exec.LookPath(gnugo)
	}
	if err != nil {
		t.Fatalf("%v; install it, on Debian: apt-get install gnugo", err)
	}
	return startProgram(t, waittest.Limit, program, "--mode", "gtp", "--chinese-rules", "--forbid-suicide", "--level", "1")
}

// A gnuGoGame sends the same commands to a session and to GNU Go.
type gnuGoGame struct {
	t            *testing.T
	ours, theirs *Client
	sent         []string // commands so far
}

func (d *gnuGoGame) ask(c *Client, command string) string {
	d.t.Helper()
	answer, err := c.Send(command)
	if err != nil {
		d.t.Fatalf("%s: %v after\n%s", command, err, strings.Join(d.sent, "\n"))
	}
	return answer
}

func (d *gnuGoGame) sendBoth(command string) {
	d.t.Helper()
	d.sent = append(d.sent, command)
	d.ask(d.ours, command)
	d.ask(d.theirs, command)
}

// comparePosition compares the stones, the captures and the legal moves for c, the player to move.
// It compares the opponent's legal moves only while calm, when no stone has been captured for two
// turns: for a ko out of turn, GNU Go considers the last move, but a session considers the
// opponent's last turn.
func (d *gnuGoGame) comparePosition(c board.Color, calm bool) (legal []string) {
	d.t.Helper()
	for _, who := range board.Colors {
		d.compareAnswers(fmt.Sprintf("list_stones %s", who))
		d.compareAnswers(fmt.Sprintf("captures %s", who))
		if who == c || calm {
			d.compareAnswers(fmt.Sprintf("all_legal %s", who))
		}
	}
	return d.compareAnswers(fmt.Sprintf("all_legal %s", c))
}

// compareAnswers compares the words of both answers, in any order, and returns them sorted.
func (d *gnuGoGame) compareAnswers(command string) []string {
	d.t.Helper()
	ours, its := points(d.ask(d.ours, command)), points(d.ask(d.theirs, command))
	if !slices.Equal(ours, its) {
		d.t.Fatalf("%s: ours %s\nGNU Go's %s\nafter\n%s", command, ours, its, strings.Join(d.sent, "\n"))
	}
	return ours
}

// stonesTaken returns the number of captured stones.
func (d *gnuGoGame) stonesTaken() (n int) {
	d.t.Helper()
	for _, command := range []string{"captures black", "captures white"} {
		one, err := strconv.Atoi(d.ask(d.ours, command))
		if err != nil {
			d.t.Fatal(err)
		}
		n += one
	}
	return n
}

func points(answer string) []string { return slices.Sorted(slices.Values(strings.Fields(answer))) }

// playRandom plays a game with random moves, one in eight chosen by GNU Go, and returns its length.
func (d *gnuGoGame) playRandom(rng *rand.Rand) (moves int) {
	d.sendBoth("boardsize 9")
	d.sendBoth("clear_board")
	c := board.Black
	passes := 0
	calm := 0
	taken := 0
	for passes < 2 && moves < 250 {
		legal := d.comparePosition(c, calm >= 2)
		move := "PASS"
		if rng.IntN(8) == 0 {
			move = d.ask(d.theirs, fmt.Sprintf("reg_genmove %s", c))
		} else if len(legal) > 0 {
			move = legal[rng.IntN(len(legal))]
		}
		if strings.EqualFold(move, "resign") {
			break
		}
		passes++
		if move != "PASS" {
			passes = 0
		}
		d.sendBoth(fmt.Sprintf("play %s %s", c, move))
		moves++
		calm++
		if now := d.stonesTaken(); now != taken {
			calm, taken = 0, now
		}
		c = c.Opponent()
	}
	d.comparePosition(c, calm >= 2)
	return moves
}

func TestLegalMovesAndCapturesAgreeWithGNUGoInWholeGames(t *testing.T) {
	d := &gnuGoGame{t: t, ours: connect(t, &Session{}), theirs: startGNUGo(t)}
	d.ask(d.ours, "rosette-board square-9")
	d.ask(d.ours, `kata-set-rules {"preset":"tromp-taylor","ko":"SIMPLE","suicide":false}`)
	for game := range *games {
		d.sent = nil
		moves := d.playRandom(rand.New(rand.NewPCG(uint64(game), 9)))
		t.Logf("seed %d: %d moves, %d stones taken", game, moves, d.stonesTaken())
		if moves < 20 || d.stonesTaken() == 0 {
			t.Errorf("seed %d: only %d moves and %d stones taken", game, moves, d.stonesTaken())
		}
	}
}
