package gtp

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"strings"

	"rosette/game/board"
)

func init() {
	maps.Copy(commands, map[string]word{
		"gogui-title":              {"", 0, 0, (*Session).title},
		"gogui-analyze_commands":   {"", 0, 0, say(analyze)},
		"gogui-rules_game_id":      {"", 0, 0, (*Session).gameID},
		"gogui-rules_board":        {"", 0, 0, (*Session).rows},
		"gogui-rules_board_size":   {"", 0, 0, (*Session).side},
		"gogui-rules_legal_moves":  {"", 0, 0, (*Session).legalMoves},
		"gogui-rules_side_to_move": {"", 0, 0, (*Session).sideToMove},
		"gogui-rules_final_result": {"", 0, 0, (*Session).finalResult},
	})
}

// analyze is what GoGui shows in its menu, a line each: how the answer is drawn,
// the name, the command; %c stands for a colour and %p for a point.
const analyze = `plist/Immortal Chains/rosette-immortal %c
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

// title says what stands above the window.
func (s *Session) title(context.Context, []string) (string, error) {
	return "Rosette on " + s.game.Graph().Name(), nil
}

// gameID names the game in small letters: Go on square boards.
func (s *Session) gameID(context.Context, []string) (string, error) {
	if s.game.Graph().Lattice() == board.Grid {
		return "go", nil
	}
	return "rosette", nil
}

// errNoSide is for boards that GoGui cannot draw.
var errNoSide = errors.New("GoGui draws boards of n lines by n alone; use boardsize N, or rosette-board square-N")

// sided returns how many lines the board has each way.
func (s *Session) sided() (int, error) {
	width, height := s.game.Graph().Size()
	if width == 0 || width != height {
		return 0, errNoSide
	}
	return width, nil
}

func (s *Session) side(context.Context, []string) (string, error) {
	n, err := s.sided()
	if err != nil {
		return "", err
	}
	return strconv.Itoa(n), nil
}

// rows draws the board in signs alone.
func (s *Session) rows(context.Context, []string) (string, error) {
	n, err := s.sided()
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

// next returns who is to move: the opponent of who moved last.
func (s *Session) next() board.Color {
	if last, moved := s.game.Last(); moved {
		return last.Color.Opponent()
	}
	_, first, _ := s.game.Start()
	return first
}

func (s *Session) sideToMove(context.Context, []string) (string, error) {
	return s.next().String(), nil
}

// legalMoves lists what the side to move may do: nothing once the game is over.
func (s *Session) legalMoves(context.Context, []string) (string, error) {
	if s.ended() {
		return "", nil
	}
	c := s.next()
	points := s.points(func(p board.Point) bool { return s.game.Legal(p, c) == nil })
	return strings.TrimSpace(points + " PASS"), nil
}

// finalResult says who has won, once the game is over.
func (s *Session) finalResult(ctx context.Context, _ []string) (string, error) {
	if !s.ended() {
		return "unknown", nil
	}
	r, err := s.result(ctx)
	return r.String(), err
}
