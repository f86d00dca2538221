package gtp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/protocol/katago"
)

// A Network evaluates positions without search.
type Network interface {
	// EvaluateRaw evaluates g with next to move, turned by a symmetry, which is an index into
	// [board.Graph.Symmetries]. It returns nil if no network supports the board and the rules.
	EvaluateRaw(g *game.Game, next board.Color, symmetry int) *engine.Evaluation
}

// rawNetwork evaluates the position without search, under one symmetry or under all.
func (s *Session) rawNetwork(_ context.Context, args []string) (string, error) {
	last := len(s.game.Graph().Symmetries()) - 1
	from, to := 0, last
	if !strings.EqualFold(args[0], "all") {
		n, err := strconv.Atoi(args[0])
		if err != nil || n < 0 || n > last {
			return "", fmt.Errorf("no symmetry %q; use 0 to %d, or all", args[0], last)
		}
		from, to = n, n
	}
	var text strings.Builder
	for i := from; i <= to; i++ {
		var e *engine.Evaluation
		if s.Network != nil {
			e = s.Network.EvaluateRaw(s.game, s.game.ToMove(), i)
		}
		if e == nil {
			return "", errors.New("no network evaluates this board; it is played with playouts")
		}
		s.writeRaw(&text, i, e)
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}

// writeRaw writes an evaluation with KataGo's keys, from White's view. The networks do not predict
// short-term errors; KataGo's documentation has -1 for that.
func (s *Session) writeRaw(text *strings.Builder, symmetry int, e *engine.Evaluation) {
	score := -e.Score
	fmt.Fprintf(text, "symmetry %d\nwhiteWin %.6f\nwhiteLoss %.6f\nnoResult 0.000000\n", symmetry, 1-e.Win, e.Win)
	fmt.Fprintf(text, "whiteLead %.3f\nwhiteScoreSelfplay %.3f\nwhiteScoreSelfplaySq %.3f\n", score, score,
		score*score+e.ScoreStdev*e.ScoreStdev)
	text.WriteString("shorttermWinlossError -1.000\nshorttermScoreError -1.000\npolicy\n")
	points := s.game.Graph().Points()
	next := s.game.ToMove()
	s.writeRows(text, func(p board.Point) string {
		if s.game.Legal(p, next) != nil {
			return "     NAN"
		}
		return fmt.Sprintf("%.6f", e.Policy[p])
	})
	fmt.Fprintf(text, "policyPass %.6f\nwhiteOwnership\n", e.Policy[points])
	s.writeRows(text, func(p board.Point) string { return fmt.Sprintf("%10.7f", -e.Ownership[p]) })
}

// writeRows writes a value for each point, in a line for each row.
func (s *Session) writeRows(text *strings.Builder, value func(board.Point) string) {
	g := s.game.Graph()
	for p := range board.Point(g.Points()) {
		sep := " "
		if _, row, _ := g.Coordinates(p); p == 0 {
			sep = ""
		} else if _, before, _ := g.Coordinates(p - 1); row != before {
			sep = "\n"
		}
		text.WriteString(sep + value(p))
	}
	text.WriteString("\n")
}

// getModels returns the networks in JSON.
func (s *Session) getModels(context.Context, []string) (string, error) {
	text, err := json.Marshal(katago.Info(s.Models))
	return string(text), err
}

// clearCache forgets the search tree and the judged position.
func (s *Session) clearCache(context.Context, []string) (string, error) {
	s.judged = nil
	if s.ClearCache == nil {
		return "", nil
	}
	return "", s.ClearCache()
}
