package records

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/runlog"
	"rosette/lab/matches"
	"rosette/protocol/gtp"
)

// answerTimeout limits the time for each GNU Go answer.
const answerTimeout = 5 * time.Minute

// GNUGo holds GNU Go's results for records. It reads them from a file and adds new ones to it.
type GNUGo struct {
	file  string
	known map[string]gnuAnswer // by SHA-256
}

// A gnuAnswer is GNU Go's result for a record, a line in the file.
type gnuAnswer struct {
	Hash   string   `json:"sha256"`
	Result string   `json:"result"`
	Dead   []string `json:"dead"`
	Seki   []string `json:"seki"`
}

// answerPrefix begins each line in a file of answers.
const answerPrefix = `{"sha256":"`

// NewGNUGo reads a file of answers, if there is one. It drops an answer that was left incomplete by
// an interruption.
func NewGNUGo(file string) (*GNUGo, error) {
	n := &GNUGo{file: file, known: map[string]gnuAnswer{}}
	lines, err := runlog.Read(file)
	if err != nil {
		return nil, err
	}
	if len(lines.Lines) == 0 && !lines.OnlyTorn(answerPrefix) {
		return nil, noAnswer(file, 1)
	}
	for i, line := range lines.Lines {
		var a gnuAnswer
		if err := json.Unmarshal(line, &a); err != nil || a.Hash == "" || a.Result == "" {
			return nil, noAnswer(file, i+1)
		}
		n.known[a.Hash] = a
	}
	return n, nil
}

func noAnswer(file string, line int) error {
	return fmt.Errorf("%s: line %d is not a GNU Go score; use a file that this command wrote", file, line)
}

// answer returns the result for a record.
func (n *GNUGo) answer(ctx context.Context, r Record, file string, g *game.Game) (gnuAnswer, error) {
	if a, ok := n.known[r.Hash]; ok {
		return a, nil
	}
	rules := "--chinese-rules"
	if g.Rules().Scoring == game.ScoringTerritory {
		rules = "--japanese-rules"
	}
	process, err := matches.Command([]string{
		program(), "--mode", "gtp", rules, "--level", "10", "--seed", "1",
	})(ctx, io.Discard)
	if err != nil {
		return gnuAnswer{}, fmt.Errorf("%w; install GNU Go, on Debian: apt-get install gnugo", err)
	}
	client := gtp.NewClient(process.In, process.Out, answerTimeout)
	a, err := askGNUGo(client, r, file, g)
	if err := errors.Join(err, client.Close(), process.End()); err != nil {
		return a, fmt.Errorf("GNU Go on %s: %w", file, err)
	}
	n.known[r.Hash] = a
	return a, runlog.Append(n.file, a)
}

// program returns GNU Go's file name.
func program() string {
	if path, err := exec.LookPath("gnugo"); err == nil {
		return path
	}
	return "/usr/games/gnugo" // Debian's path
}

// askGNUGo has GNU Go count a record's final position.
func askGNUGo(client *gtp.Client, r Record, file string, g *game.Game) (gnuAnswer, error) {
	a := gnuAnswer{Hash: r.Hash}
	for _, command := range []string{"loadsgf " + file, fmt.Sprintf("komi %v", r.Komi)} {
		if _, err := client.Send(command); err != nil {
			return a, err
		}
	}
	for _, c := range board.Colors {
		text, err := client.Send("list_stones " + c.String())
		if err != nil {
			return a, err
		}
		got, want := strings.Fields(text), stonesOf(g, c)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			return a, fmt.Errorf("its %v stones differ: %v, not %v", c, got, want)
		}
	}
	score, err := client.Send("final_score")
	if err != nil {
		return a, err
	}
	result, err := game.ParseResult(strings.TrimSuffix(score, ".0"))
	if err != nil {
		return a, err
	}
	a.Result = result.String()
	for status, stones := range map[string]*[]string{"dead": &a.Dead, "seki": &a.Seki} {
		text, err := client.Send("final_status_list " + status)
		if err != nil {
			return a, err
		}
		*stones = strings.Fields(text)
	}
	return a, nil
}

// stonesOf returns the points with stones of a colour, by name.
func stonesOf(g *game.Game, c board.Color) (names []string) {
	for p := range board.Point(g.Graph().Points()) {
		if g.Board().At(p) == c {
			names = append(names, g.Graph().PointName(p))
		}
	}
	return names
}
