package gtp

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A playoutJudge finds dead stones by playouts, like rosette gtp.
type playoutJudge struct{}

func (playoutJudge) predictor() deadstones.Predictor {
	return deadstones.ByEvaluation([]engine.Evaluator{playout.NewLight(1), playout.New(2)}, deadstones.DefaultPlayouts)
}

func (j playoutJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return deadstones.Propose(ctx, g, j.predictor())
}

func (j playoutJudge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
	return j.predictor()(ctx, g, board.Black)
}

func TestFixedHandicapsAreThoseOfGNUGo(t *testing.T) {
	d := &gnuGoGame{t: t, ours: connect(t, &Session{Board: board.Square(7, 7)}), theirs: startGNUGo(t)}
	for side := 7; side <= 19; side++ {
		if side == 12 { // the protocol uses the third line; GNU Go the fourth
			continue
		}
		for stones := 1; stones <= 10; stones++ {
			d.sendBoth(fmt.Sprintf("boardsize %d", side))
			d.sendBoth("clear_board")
			command := fmt.Sprintf("fixed_handicap %d", stones)
			ours, err := d.ours.Send(command)
			its, wrong := d.theirs.Send(command)
			if (err == nil) != (wrong == nil) {
				t.Errorf("side %d, %s: we say %v, GNU Go %v", side, command, err, wrong)
			}
			if err == nil && fmt.Sprint(points(ours)) != fmt.Sprint(points(its)) {
				t.Errorf("side %d, %s: ours %s, GNU Go's %s", side, command, ours, its)
			}
		}
	}
}

// playToEnd plays a game between GNU Go and itself, and sends the moves to the session.
func (d *gnuGoGame) playToEnd(size int) {
	d.t.Helper()
	d.sendBoth(fmt.Sprintf("boardsize %d", size))
	d.sendBoth("clear_board")
	d.sendBoth("komi 5.5")
	c, passes := "black", 0
	for moves := 0; passes < 2 && moves < 300; moves++ {
		move := d.ask(d.theirs, "genmove "+c)
		if strings.EqualFold(move, "resign") {
			return
		}
		d.sent = append(d.sent, "play "+c+" "+move)
		d.ask(d.ours, "play "+c+" "+move)
		passes++
		if !strings.EqualFold(move, "PASS") {
			passes = 0
		}
		c = map[string]string{"black": "white", "white": "black"}[c]
	}
}

func TestScoresAndDeadStonesAgreeWithGNUGo(t *testing.T) {
	d := &gnuGoGame{t: t, ours: connect(t, &Session{Judge: playoutJudge{}}), theirs: startGNUGo(t)}
	d.ask(d.ours, "rosette-board square-9")
	d.ask(d.ours, `kata-set-rules {"preset":"chinese","ko":"SIMPLE","whiteHandicapBonus":"0"}`)
	sure := 0
	for seed := range *games {
		d.sent = nil
		d.ask(d.theirs, fmt.Sprintf("set_random_seed %d", seed+1))
		d.playToEnd(9)
		ours, its := d.ask(d.ours, "final_score"), strings.TrimSuffix(d.ask(d.theirs, "final_score"), ".0")
		verdicts := d.ask(d.ours, "rosette-verdicts")
		t.Logf("seed %d: %d moves, %s, GNU Go %s", seed, len(d.sent), ours, its)
		if strings.Contains(verdicts, "unsure") { // the players would decide
			continue
		}
		if sure++; ours != its {
			t.Errorf("seed %d: ours %s, GNU Go's %s after\n%s\n%s", seed, ours, its, strings.Join(d.sent, "\n"), verdicts)
		}
		d.compareAnswers("final_status_list dead")
	}
	if 4*sure < 3**games {
		t.Errorf("only %d of %d games are sure", sure, *games)
	}
}
