package game

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/game/life"
)

// A Score is a final position counted with every stone alive.
type Score struct {
	Black, White float64       // points of each, komi with White
	Owner        []board.Color // whose each point is: stones and what they alone surround
}

// Margin returns Black's points less White's.
func (s Score) Margin() float64 { return s.Black - s.White }

// Score counts the position by the rules of the game, every stone taken for
// alive: area counts stones and the empty points that only one colour reaches,
// territory those points and the prisoners. Under [SekiTax] the empty points of
// groups in seki are nobody's.
func (g *Game) Score() Score {
	s := Score{White: g.rules.Komi, Owner: Owners(g.board)}
	if g.rules.Tax == SekiTax {
		for p, seki := range life.Seki(g.board) {
			if seki && g.board.At(board.Point(p)) == board.Empty {
				s.Owner[p] = board.Empty
			}
		}
	}
	var points [3]float64
	for p, c := range s.Owner {
		if g.rules.Scoring == Area || g.board.At(board.Point(p)) == board.Empty {
			points[c]++
		}
	}
	if g.rules.Scoring == Territory {
		points[board.Black] += float64(g.taken[board.Black])
		points[board.White] += float64(g.taken[board.White])
	}
	s.Black += points[board.Black]
	s.White += points[board.White]
	return s
}

// Owners returns whose each point is when every stone is alive: a stone's own
// colour, and for an empty point the one colour that its region touches, Empty
// if it touches both or none.
func Owners(b *board.Board) []board.Color {
	owner := make([]board.Color, b.Graph().Points())
	done := make([]bool, len(owner))
	for p := range owner {
		if c := b.At(board.Point(p)); c != board.Empty {
			owner[p] = c
		} else if !done[p] {
			claim(b, board.Point(p), owner, done)
		}
	}
	return owner
}

// claim gives the empty region around p to the one colour it touches.
func claim(b *board.Board, p board.Point, owner []board.Color, done []bool) {
	region, touched := []board.Point{p}, [3]bool{}
	done[p] = true
	for i := 0; i < len(region); i++ {
		for _, q := range b.Graph().Near(region[i]) {
			if c := b.At(q); c != board.Empty {
				touched[c] = true
			} else if !done[q] {
				done[q] = true
				region = append(region, q)
			}
		}
	}
	c := board.Empty
	switch {
	case touched[board.Black] && !touched[board.White]:
		c = board.Black
	case touched[board.White] && !touched[board.Black]:
		c = board.White
	}
	for _, q := range region {
		owner[q] = c
	}
}

// A Reason says how a game was decided.
type Reason string

const (
	ByScore  Reason = "score"
	ByResign Reason = "resign"
	ByTime   Reason = "time"
	NoResult Reason = "no-result" // repetition under simple ko
)

// A Result is how a game ended. A winner Empty with [ByScore] is a draw.
type Result struct {
	Winner board.Color
	By     Reason
	Margin float64 // points, with ByScore
}

// Result returns the outcome of the score.
func (s Score) Result() Result {
	switch m := s.Margin(); {
	case m > 0:
		return Result{board.Black, ByScore, m}
	case m < 0:
		return Result{board.White, ByScore, -m}
	}
	return Result{board.Empty, ByScore, 0}
}

// String writes the result as records do: B+3.5, W+R, B+T, Draw, Void.
func (r Result) String() string {
	if r.By == NoResult || r.By == "" {
		return "Void"
	}
	if r.Winner == board.Empty {
		return "Draw"
	}
	how := map[Reason]string{ByResign: "R", ByTime: "T"}[r.By]
	if r.By == ByScore {
		how = strconv.FormatFloat(r.Margin, 'f', -1, 64)
	}
	return map[board.Color]string{board.Black: "B+", board.White: "W+"}[r.Winner] + how
}

// ParseResult reads what [Result.String] writes.
func ParseResult(text string) (Result, error) {
	switch text {
	case "Void":
		return Result{By: NoResult}, nil
	case "Draw", "0":
		return Result{By: ByScore}, nil
	}
	bad := fmt.Errorf("result %q: use B+3.5, W+R, B+T, Draw or Void", clip(text))
	who, how, ok := strings.Cut(text, "+")
	winner, known := map[string]board.Color{"B": board.Black, "W": board.White}[who]
	if !ok || !known {
		return Result{}, bad
	}
	switch how {
	case "R":
		return Result{winner, ByResign, 0}, nil
	case "T":
		return Result{winner, ByTime, 0}, nil
	}
	m, err := strconv.ParseFloat(how, 64)
	r := Result{winner, ByScore, m}
	if err != nil || !(m > 0) || math.IsInf(m, 0) || r.String() != text {
		return Result{}, bad
	}
	return r, nil
}
