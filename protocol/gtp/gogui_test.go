package gtp

import (
	"context"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A briefAnalyzer searches for a few visits, whatever the limits.
type briefAnalyzer struct{ searchAnalyzer }

func (a briefAnalyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	q.Visits = 30
	return a.searchAnalyzer.Analyze(ctx, g, next, q)
}

func TestTheAnalysisCommandsForGoGuiAreAnswered(t *testing.T) {
	replace := strings.NewReplacer("%c", "black", "%p", "A5")
	for line := range strings.Lines(goguiAnalyzeCommands) {
		parts := strings.SplitN(strings.TrimSpace(line), "/", 3)
		if len(parts) != 3 || !strings.Contains("plist gfx hpstring string", parts[0]) {
			t.Fatalf("%q is not a type, name and command", line)
		}
		s := &Session{Board: board.Square(5, 5), Judge: playoutJudge{}, Analyzer: briefAnalyzer{}}
		for _, rules := range []string{"chinese", "tromp-taylor"} {
			got := answersTo(t, s, "kata-set-rules "+rules+"\nset_position b a5 w b5\n"+replace.Replace(parts[2]))
			if got[2][0] != '=' {
				t.Errorf("%s under %s is answered by %q", parts[2], rules, got[2])
			}
		}
	}
}

// inRulerMode returns the answers to commands after those that GoGui sends first.
func inRulerMode(t *testing.T, s *Session, commands string) []string {
	t.Helper()
	return answersTo(t, s, "gogui-rules_game_id\ngogui-rules_board_size\n"+commands)[2:]
}

func TestInRulerModeEveryPointHasTheNameOfItsCell(t *testing.T) {
	s := &Session{Board: board.Rosette(1), Analyzer: briefAnalyzer{}, Judge: playoutJudge{}, Player: randomPlayerWithSeed(1)}
	got := inRulerMode(t, s, `boardsize 3
gogui-rules_board
gogui-rules_legal_moves
gogui-play_sequence b a1 w b1
gogui-rules_board
gogui-rules_side_to_move
gogui-rules_board_gfx
list_stones w
findlib a1
play b a2
play b b2
play b c1
rosette-hexes
set_position b a1 b a2 b b3 b c3 b c2 b b1
gogui-rules_board_gfx
rosette-immortal b
undo
gogui-rules_captured_count
boardsize 7
boardsize 3
set_free_handicap a1 a1
rosette-board square-5
gogui-rules_board_size
play b a1`)
	want := `=
= ? . .
. ? .
. . ?
= A1 A2 B3 B1 C2 C3 PASS
=
= ? . .
. ? .
X O ?
= black
= COLOR #f4e3b5 A1 A2 B3 B1 C2 C3
= B1
= A2
=
? no point "b2" on rosette-1 as GoGui draws it: use the cells with a point, such as B1 and B3
? no point "c1" on rosette-1 as GoGui draws it: use the cells with a point, such as B1 and B3
= B1 C2 C3 B3 A2 A1
=
= COLOR #f4e3b5 A1 A2 B3 B1 C2 C3
CIRCLE A1 A2 B3 B1 C2 C3
= A1 A2 B3 B1 C2 C3
? cannot undo
= 0 0
? unacceptable size; the board is rosette-1: use rosette-board NAME, or start rosette gtp --board square-19 for square boards
=
? bad vertex list; two stones at A1; use each point once
=
= 5
=`
	if answers := strings.Join(got, "\n"); answers != want {
		t.Errorf("answers:\n%s\nwant:\n%s", answers, want)
	}
}

// The labels of GoGui's gfx type are the names of cells.
func TestTheBestMovesAreLabelledOnTheirCells(t *testing.T) {
	s := &Session{Board: board.Rosette(2), Analyzer: briefAnalyzer{}}
	got := inRulerMode(t, s, "rosette-moves")[0]
	h := newHexBoard(board.Rosette(2))
	labels := 0
	for line := range strings.Lines(got[2:]) {
		words := strings.Fields(line)
		switch words[0] {
		case "LABEL":
			labels++
			if _, err := h.Point(words[1]); err != nil {
				t.Error(err)
			}
		case "COLOR":
			if _, err := h.Point(words[2]); err != nil {
				t.Error(err)
			}
		case "TEXT":
		default:
			t.Errorf("%q is no drawing command of GoGui", line)
		}
	}
	if labels < 2 || labels > movesShown {
		t.Errorf("%d labels in %q", labels, got)
	}
}
