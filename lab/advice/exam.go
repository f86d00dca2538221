// Package advice tests a coach in games. A longer search checks each advice, and the table counts
// advices that the coach repeats after a refusal.
package advice

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/player"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// factor is the ratio between the judge's visits and the coach's.
const factor = 10

// An Exam plays games between a pupil, who moves first and has a coach, and an opponent at the same
// level.
type Exam struct {
	Graph *board.Graph
	Rules game.Rules
	// Engine is the players' configuration, with their level. The coach and the judge use its
	// network.
	Engine configure.Config
	Games  int
	Seed   uint64
	Visits int // for each search by the coach; 0 for the default
}

// A Table counts advices.
type Table struct {
	Turns    int // positions that the coach searched
	Advices  int // moves, without passes
	Worth    int // that are worth [review.LeastWorth] points or more by the judge
	Passes   int // advised passes
	Needless int // that gain a point or more by the judge's best move
	Refused  int
	Repeated int // given again after a refusal
	Quiet    int // games in which the coach became quiet
}

// String formats the table as lines.
func (t Table) String() string {
	return fmt.Sprintf("turns %d\nadvices %d, worth %d points or more %d\npasses %d, too early %d\n"+
		"refused %d, repeated %d, games in which the coach became quiet %d\n",
		t.Turns, t.Advices, review.LeastWorth, t.Worth, t.Passes, t.Needless, t.Refused, t.Repeated, t.Quiet)
}

// Run plays the games. It writes a line for each advice and fails when ctx ends or w fails.
func (e *Exam) Run(ctx context.Context, w io.Writer) (table Table, err error) {
	for number := range e.Games {
		if err := e.play(ctx, w, number, &table); err != nil {
			return table, err
		}
	}
	return table, nil
}

// params returns the limits for the coach's searches.
func (e *Exam) params() engine.SearchParams {
	p := review.AdviceParams()
	if e.Visits > 0 {
		p.Visits = e.Visits
	}
	p.Time = 0 // results must not depend on the machine's speed
	return p
}

// analyzer returns the coach's analyzer.
func (e *Exam) analyzer(seed uint64) configure.Analyzer {
	config := e.Engine
	config.Level = ""
	config.Seed = seed
	config.Threads = 1
	return configure.Analyzer{Config: config}
}

// A pupil is a player with a coach.
type pupil struct {
	*Exam
	player   *player.Player
	analyzer configure.Analyzer
	judge    configure.Analyzer
	random   *rand.Rand
	refused  []board.Point
}

// play plays a game.
func (e *Exam) play(ctx context.Context, w io.Writer, number int, table *Table) error {
	config := e.Engine
	config.Seed, config.Threads = rng.Seed(e.Seed, number), 1
	o := config.PlayerOptions()
	o.NeverResign = true
	computer, err := player.New(o)
	if err != nil {
		return err
	}
	p := &pupil{
		Exam: e, player: computer, analyzer: e.analyzer(config.Seed), judge: e.analyzer(config.Seed + 1),
		random: rand.New(rand.NewPCG(e.Seed, uint64(number))),
	}
	g, next := game.New(e.Graph, e.Rules), board.Black
	for g.Passes() < 2 && !g.NoResult() && g.Ply() < 4*e.Graph.Points() {
		move := board.Pass
		if next == board.Black {
			move, err = p.move(ctx, w, number, g, table)
		} else {
			move, err = choose(ctx, computer, g, next)
		}
		if err != nil {
			return err
		}
		if err := g.Play(move, next); err != nil {
			return err
		}
		next = next.Opponent()
	}
	if len(p.refused) >= review.MostRefused {
		table.Quiet++
	}
	return nil
}

func choose(ctx context.Context, p *player.Player, g *game.Game, next board.Color) (board.Point, error) {
	choice, err := p.Choose(ctx, g.Clone(), next, engine.Time{})
	return choice.Move, err
}

// move returns the pupil's move: the advised one, unless the pupil refuses the advice, which happens
// to one in eight.
func (p *pupil) move(
	ctx context.Context, w io.Writer, number int, g *game.Game, table *Table,
) (board.Point, error) {
	own, err := choose(ctx, p.player, g, board.Black)
	if err != nil {
		return own, err
	}
	a, err := review.AdviseWith(ctx, p.analyzer, g, board.Black, p.params())
	if err != nil {
		return own, err
	}
	table.Turns++
	if !review.Speaks(a, p.refused) {
		return own, nil
	}
	if slices.Contains(p.refused, a.Move) || len(p.refused) >= review.MostRefused {
		table.Repeated++
	}
	if err := p.judgeAdvice(ctx, w, number, g, a, table); err != nil {
		return own, err
	}
	if own == a.Move || p.random.IntN(8) > 0 {
		return a.Move, nil
	}
	table.Refused++
	p.refused = append(p.refused, a.Move)
	return own, nil
}

// judgeAdvice searches the position with ten times the visits, counts the advice and writes a line.
func (p *pupil) judgeAdvice(
	ctx context.Context, w io.Writer, number int, g *game.Game, a engine.Advice, table *Table,
) error {
	params := p.params()
	params.Visits *= factor
	var worth float64
	var err error
	if a.Move == board.Pass {
		if worth, err = review.Gain(ctx, p.judge, g, board.Black, params); err != nil {
			return err
		}
		if table.Passes++; worth >= 1 {
			table.Needless++
		}
	} else {
		if worth, err = review.Worth(ctx, p.judge, g, board.Black, a.Move, params); err != nil {
			return err
		}
		if table.Advices++; worth >= review.LeastWorth {
			table.Worth++
		}
	}
	_, err = fmt.Fprintf(w, "game %d move %d %s %s %.1f, by the judge %.1f\n",
		number+1, g.Ply()+1, p.Graph.PointName(a.Move), a.Reason.Does, a.Worth, worth)
	return err
}
