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

// A playoutJudge names dead stones by playouts, as rosette gtp does.
type playoutJudge struct{}

func (playoutJudge) opinion() deadstones.Predictor {
	return deadstones.ByEvaluation([]engine.Evaluator{playout.Light(1), playout.New(2)}, deadstones.DefaultPlayouts)
}

func (j playoutJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return deadstones.Propose(ctx, g, j.opinion())
}

func (j playoutJudge) Ownership(ctx context.Context, g *game.Game) ([]float32, error) {
	return j.opinion()(ctx, g, board.Black)
}

func TestFixedHandicapsStandWhereGNUGoSetsThem(t *testing.T) {
	d := &duet{t: t, us: talking(t, &Session{}), it: beside(t)}
	for side := 7; side <= 19; side++ {
		if side == 12 { // the protocol's third line; GNU Go takes the fourth
			continue
		}
		for stones := 1; stones <= 10; stones++ {
			d.both(fmt.Sprintf("boardsize %d", side))
			d.both("clear_board")
			command := fmt.Sprintf("fixed_handicap %d", stones)
			ours, err := d.us.Send(command)
			its, wrong := d.it.Send(command)
			if (err == nil) != (wrong == nil) {
				t.Errorf("side %d, %s: we say %v, GNU Go %v", side, command, err, wrong)
			}
			if err == nil && fmt.Sprint(points(ours)) != fmt.Sprint(points(its)) {
				t.Errorf("side %d, %s: ours %s, GNU Go's %s", side, command, ours, its)
			}
		}
	}
}

// finish lets GNU Go play a game with itself, which we watch.
func (d *duet) finish(size int) {
	d.t.Helper()
	d.both(fmt.Sprintf("boardsize %d", size))
	d.both("clear_board")
	d.both("komi 5.5")
	c, passes := "black", 0
	for moves := 0; passes < 2 && moves < 300; moves++ {
		move := d.ask(d.it, "genmove "+c)
		if strings.EqualFold(move, "resign") {
			return
		}
		d.story = append(d.story, "play "+c+" "+move)
		d.ask(d.us, "play "+c+" "+move)
		passes++
		if !strings.EqualFold(move, "PASS") {
			passes = 0
		}
		c = map[string]string{"black": "white", "white": "black"}[c]
	}
}

func TestGamesOfGNUGoAreCountedAsItCountsThem(t *testing.T) {
	d := &duet{t: t, us: talking(t, &Session{Judge: playoutJudge{}}), it: beside(t)}
	d.ask(d.us, "rosette-board square-9")
	d.ask(d.us, `kata-set-rules {"preset":"chinese","ko":"SIMPLE","whiteHandicapBonus":"0"}`)
	sure := 0
	for seed := range *games {
		d.story = nil
		d.ask(d.it, fmt.Sprintf("set_random_seed %d", seed+1))
		d.finish(9)
		ours, its := d.ask(d.us, "final_score"), strings.TrimSuffix(d.ask(d.it, "final_score"), ".0")
		verdicts := d.ask(d.us, "rosette-verdicts")
		t.Logf("seed %d: %d moves, %s, GNU Go %s", seed, len(d.story), ours, its)
		if strings.Contains(verdicts, "unsure") { // then the players decide
			continue
		}
		if sure++; ours != its {
			t.Errorf("seed %d: ours %s, GNU Go's %s after\n%s\n%s", seed, ours, its, strings.Join(d.story, "\n"), verdicts)
		}
		d.same("final_status_list dead")
	}
	if 4*sure < 3**games {
		t.Errorf("only %d of %d games are sure", sure, *games)
	}
}
