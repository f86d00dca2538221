package game

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// A Reason is the way in which a game ended.
type Reason string

const (
	ByScore   Reason = "score"
	ByResign  Reason = "resign"
	ByTime    Reason = "time"
	ByForfeit Reason = "forfeit"   // the loser left, or made the winner wait
	NoResult  Reason = "no-result" // repetition under simple ko, see [Game.NoResult]
	BothLose  Reason = "both-lose" // article 13 in the Japanese rules of 1989
	Aborted   Reason = "aborted"   // the game was abandoned before it started
)

// A Result is the outcome of a game. With [ByScore], an empty Winner means a draw. The zero Result
// means that there is no outcome yet.
type Result struct {
	Winner board.Color
	By     Reason
	Margin float64 // the winning margin in points, with ByScore
}

// Result returns the result of a game with this final score.
func (s Score) Result() Result { return resultOf(s.Margin()) }

// resultOf returns the result for a margin, Black's points minus White's.
func resultOf(m float64) Result {
	switch {
	case m > 0:
		return Result{board.Black, ByScore, m}
	case m < 0:
		return Result{board.White, ByScore, -m}
	}
	return Result{board.Empty, ByScore, 0}
}

// String returns the result as records write it: B+3.5, W+R, B+T, B+F, Draw, Void.
func (r Result) String() string {
	if r.By == NoResult || r.By == BothLose || r.By == Aborted || r.By == "" {
		return "Void"
	}
	if r.Winner == board.Empty {
		return "Draw"
	}
	how := map[Reason]string{ByResign: "R", ByTime: "T", ByForfeit: "F"}[r.By]
	if r.By == ByScore {
		how = strconv.FormatFloat(r.Margin, 'f', -1, 64)
	}
	return map[board.Color]string{board.Black: "B+", board.White: "W+"}[r.Winner] + how
}

// ParseResult parses the output of [Result.String]; Void becomes [NoResult].
func ParseResult(text string) (Result, error) {
	switch text {
	case "Void":
		return Result{By: NoResult}, nil
	case "Draw", "0":
		return Result{By: ByScore}, nil
	}
	bad := fmt.Errorf("result %q: use B+3.5, W+R, B+T, B+F, Draw or Void", quote.Clip(text, 24))
	color, how, ok := strings.Cut(text, "+")
	winner, known := map[string]board.Color{"B": board.Black, "W": board.White}[color]
	if !ok || !known {
		return Result{}, bad
	}
	switch how {
	case "R":
		return Result{winner, ByResign, 0}, nil
	case "T":
		return Result{winner, ByTime, 0}, nil
	case "F":
		return Result{winner, ByForfeit, 0}, nil
	}
	m, err := strconv.ParseFloat(how, 64)
	r := Result{winner, ByScore, m}
	if err != nil || !(m > 0) || math.IsInf(m, 0) || r.String() != text {
		return Result{}, bad
	}
	return r, nil
}
