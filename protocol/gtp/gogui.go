package gtp

import (
	"context"
	"errors"
	"strconv"
	"strings"

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

// rulesGameID returns the game's name in lower case: "go" on square boards.
func (s *Session) rulesGameID(context.Context, []string) (string, error) {
	if s.game.Graph().Lattice() == board.Grid {
		return "go", nil
	}
	return "rosette", nil
}

// errNotSquare reports a board that GoGui cannot draw.
var errNotSquare = errors.New("GoGui draws only square boards; use boardsize N, or rosette-board square-N")

// squareSide returns a square board's side length.
func (s *Session) squareSide() (int, error) {
	width, height := s.game.Graph().Size()
	if width == 0 || width != height {
		return 0, errNotSquare
	}
	return width, nil
}

func (s *Session) rulesBoardSize(context.Context, []string) (string, error) {
	n, err := s.squareSide()
	if err != nil {
		return "", err
	}
	return strconv.Itoa(n), nil
}

// rulesBoard draws the board without coordinates, as "X", "O" and ".".
func (s *Session) rulesBoard(context.Context, []string) (string, error) {
	n, err := s.squareSide()
	if err != nil {
		return "", err
	}
	var text strings.Builder
	for p := range board.Point(n * n) {
		sep := " "
		if int(p)%n == 0 {
			sep = "\n"
		}
		text.WriteString(sep + string(".XO"[s.game.Board().At(p)]))
	}
	return text.String(), nil
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
