package calibration

import (
	"context"
	"math"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/game/board"
)

// These constants define finished positions.
const (
	finishedVisits = 16  // visits for each move
	finishedMoves  = 1.5 // most moves for each point
	decided        = 0.8 // minimum ownership where a point is decided
	triesPerGame   = 3   // games played at most for each finished position
)

// finished plays games with short searches under a territory ruleset, where players do not capture
// dead stones, and evaluates each final position that the judge counts without doubt and that has
// dead stones. It returns nil if there is none.
func (p Plan) finished(ctx context.Context, r *reader, progress func(done int)) (*FinishedReport, error) {
	report := &FinishedReport{}
	judge := configure.Config{Network: p.Player}.Judge()
	var squares float64
	points := float64(p.Graph.Points())
	for i := 0; report.Positions < p.Finished && i < triesPerGame*p.Finished; i++ {
		at := p.play(ctx, uint64(i))
		proposal, err := judge.Propose(ctx, at.game)
		if err != nil {
			return nil, err
		}
		if len(proposal.Unsure) > 0 || len(proposal.Pending) > 0 || len(proposal.Dead) == 0 {
			continue
		}
		score := at.game.Score(proposal.Dead...)
		lead, _, _ := r.read(at.game, at.next)
		report.Positions++
		report.Dead += float64(len(proposal.Dead))
		report.Stdev += float64(r.out.ScoreStdev)
		squares += (lead - score.Margin()) * (lead - score.Margin())
		for q, x := range r.out.Ownership {
			if math.Abs(float64(x)) >= decided {
				report.Decided += 1 / points
			}
			if c := score.Owner[q]; c == board.Empty || engine.ScoreFor(c, x) > 0 {
				report.Right += 1 / points
			}
		}
		progress(report.Positions)
	}
	if report.Positions == 0 {
		return nil, ctx.Err()
	}
	n := float64(report.Positions)
	report.Dead /= n
	report.Stdev /= n
	report.Decided /= n
	report.Right /= n
	report.Error = math.Sqrt(squares / n)
	return report, nil
}

// play plays a game from a drawn position until both players pass.
func (p Plan) play(ctx context.Context, number uint64) drawn {
	opening := p
	opening.Rules = Rulesets(p.Graph)[1]
	opening.Seed += 1 << 32
	at := opening.draw(int(number) + 1)
	analyzer := configure.Analyzer{Config: configure.Config{Network: p.Player, Threads: 1, Seed: p.Seed + number}}
	for range int(finishedMoves * float64(p.Graph.Points())) {
		if at.game.Passes() >= 2 || ctx.Err() != nil {
			break
		}
		found := analyzer.Analyze(ctx, at.game, at.next, engine.SearchParams{Visits: finishedVisits})
		move := board.Pass
		if len(found.Candidates) > 0 {
			move = found.Candidates[0].Move
		}
		at.game.Make(move, at.next)
		at.next = at.next.Opponent()
	}
	return at
}
