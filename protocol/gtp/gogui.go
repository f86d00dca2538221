package gtp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game/board"
)

// goguiAnalyzeCommands is GoGui's menu of analysis commands. Each line has the answer's drawing
// type, the label, and the command, with %c for a colour and %p for a point.
const goguiAnalyzeCommands = `plist/Immortal Chains/rosette-immortal %c
plist/Unconditionally Alive/rosette-benson %c
plist/Unconditional Territory/rosette-territory %c
plist/Liberties/findlib %p
plist/Legal Moves/all_legal %c
plist/Dead Stones/final_status_list dead
plist/Stones in Seki/final_status_list seki
plist/Black Territory/final_status_list black_territory
plist/White Territory/final_status_list white_territory
plist/Dame/final_status_list dame
gfx/Best Moves/rosette-moves
gfx/Ownership/rosette-ownership
hpstring/Verdicts/rosette-verdicts
hpstring/Hexagons/rosette-hexes
string/Final Score/final_score
string/Final Status/final_status %p
string/Captures/captures %c
string/Rules/kata-get-rules`

// goguiTitle returns the title for GoGui's window.
func (s *Session) goguiTitle(context.Context, []string) (string, error) {
	return "Rosette on " + s.game.Graph().Name(), nil
}

// rulesGameID returns the game's name in lower case: "go" on square boards. GoGui sends this command
// before all that name a point or a size, so honeycomb points are named as GoGui's cells from now on.
func (s *Session) rulesGameID(context.Context, []string) (string, error) {
	s.hexagonal = true
	if s.game.Graph().Lattice() == board.Grid {
		return "go", nil
	}
	return "rosette", nil
}

// errNotDrawn reports a board that GoGui cannot draw.
var errNotDrawn = errors.New("GoGui draws only square boards and honeycombs; use --board square-N or --board rosette-N")

// rulesBoardSize returns a square board's side. On a honeycomb it returns columns, rows and geometry
// for GoGui's hexagonal board. It has the same effect on names as rulesGameID.
func (s *Session) rulesBoardSize(context.Context, []string) (string, error) {
	s.hexagonal = true
	side, _, err := s.goguiCells()
	if err != nil {
		return "", err
	}
	if s.game.Graph().Lattice() == board.Honeycomb {
		return fmt.Sprintf("%d %d hex", side, side), nil
	}
	return strconv.Itoa(side), nil
}

// goguiCells returns the number of columns and of rows on GoGui's board, and a function that returns
// a cell's point, or false for a removed cell.
func (s *Session) goguiCells() (side int, pointAt func(cell) (board.Point, bool), err error) {
	g := s.game.Graph()
	if g.Lattice() == board.Honeycomb {
		h := s.hexagonalBoard(g)
		return h.side, func(c cell) (board.Point, bool) { p, ok := h.byCell[c]; return p, ok }, nil
	}
	width, height := g.Size()
	if width == 0 || width != height {
		return 0, nil, errNotDrawn
	}
	return width, func(c cell) (board.Point, bool) { return board.Point((width-1-c.y)*width + c.x), true }, nil
}

// rulesBoard draws the board without coordinates, as "X", "O" and ".", and "?" for removed cells. The
// first row follows the success prefix on the same line; GoGui reads no other form.
func (s *Session) rulesBoard(context.Context, []string) (string, error) {
	side, pointAt, err := s.goguiCells()
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for i := range side * side {
		sep, shown := " ", "?"
		switch {
		case i == 0:
			sep = ""
		case i%side == 0:
			sep = "\n"
		}
		if p, ok := pointAt(cell{i % side, side - 1 - i/side}); ok {
			shown = string(".XO"[s.game.Board().At(p)])
		}
		text.WriteString(sep + shown)
	}
	return text.String(), nil
}

// pointColor is the background of points on GoGui's hexagonal board. The removed cells between them
// show wood.
const pointColor = "#f4e3b5"

// rulesBoardGraphics returns drawing commands for every position: on a honeycomb, a background for
// the points and circles on chains with a rosette.
func (s *Session) rulesBoardGraphics(context.Context, []string) (string, error) {
	if s.game.Graph().Lattice() != board.Honeycomb {
		return "", nil
	}
	text := "COLOR " + pointColor + " " + s.pointsWhere(func(board.Point) bool { return true })
	b := s.game.Board()
	immortal := s.pointsWhere(func(p board.Point) bool { return b.At(p) != board.Empty && b.Immortal(p) })
	if immortal != "" {
		text += "\nCIRCLE " + immortal
	}
	return text, nil
}

// rulesCapturedCount returns the numbers of captured white and black stones.
func (s *Session) rulesCapturedCount(context.Context, []string) (string, error) {
	return fmt.Sprintf("%d %d", s.game.Prisoners(board.Black), s.game.Prisoners(board.White)), nil
}

func (s *Session) rulesSideToMove(context.Context, []string) (string, error) {
	return s.game.ToMove().String(), nil
}

// rulesLegalMoves lists the legal moves for the side to move. The list is empty after the end of
// the game.
func (s *Session) rulesLegalMoves(context.Context, []string) (string, error) {
	if s.ended() {
		return "", nil
	}
	c := s.game.ToMove()
	points := s.pointsWhere(func(p board.Point) bool { return s.game.Legal(p, c) == nil })
	return strings.TrimSpace(points + " PASS"), nil
}

// rulesFinalResult returns a finished game's result.
func (s *Session) rulesFinalResult(ctx context.Context, _ []string) (string, error) {
	if !s.ended() {
		return "unknown", nil
	}
	r, err := s.result(ctx)
	return r.String(), err
}

// movesTime and movesShown limit rosette-moves.
const (
	movesTime  = time.Second
	movesShown = 10
)

// bestMoveColor is the best move's background.
const bestMoveColor = "#7fc97f"

// bestMoves searches for a second and labels the best moves with their win rates in per cent, as
// drawing commands for GoGui's gfx analysis type. The text shows the principal variation.
func (s *Session) bestMoves(ctx context.Context, _ []string) (string, error) {
	if s.Analyzer == nil {
		return "", errNoAnalyzer
	}
	next := s.game.ToMove()
	a := s.Analyzer.Analyze(ctx, s.game, next, engine.SearchParams{Time: movesTime}).For(next)
	var labels strings.Builder
	text := ""
	for i, c := range a.Candidates {
		if i == movesShown || c.Visits == 0 {
			break
		}
		if i == 0 {
			text = fmt.Sprintf("TEXT %.1f%%, %+.1f points, %d visits:%s", 100*c.Win, c.Score, a.Visits, s.movesWithBlanks(c.PV))
		}
		if c.Move == board.Pass {
			continue
		}
		if i == 0 {
			labels.WriteString("COLOR " + bestMoveColor + " " + s.moveName(c.Move) + "\n")
		}
		fmt.Fprintf(&labels, "LABEL %s %.0f\n", s.moveName(c.Move), 100*c.Win)
	}
	return labels.String() + text, nil
}
