package train

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A Style is how games are played to learn from them. Few moves are searched with
// care and kept; the others only carry the game on (Wu 2020).
type Style struct {
	Full  int     // visits of a move that is kept
	Fast  int     // of one that is not
	Share float64 // of the moves that are kept
	Moves int     // that the root looks at, if the mind has a policy
}

// When a player gives up hope: with such a chance, that often in a row. The game
// goes on to its end, because what becomes of the points is learned too, but less
// of it is kept, with a share of the visits for what is not; and it tells how often
// hope was given up too early.
const (
	hopeBelow  = 0.03
	hopeTurns  = 3
	lostShare  = 0.25
	lostVisits = 0.5
	leastFast  = 4 // visits, however lost
)

// longest is how many moves for each point a game may have; then it counts as it
// stands.
const longest = 3

// A Played is a game with itself and what can be learned from it.
type Played struct {
	Game   *game.Game
	Score  game.Score
	Rows   []Row
	Doomed bool // somebody gave up hope
	Saved  bool // and did not lose
}

// A player plays games with itself.
type player struct {
	Style
	mind     engine.Evaluator
	luck     *rand.Rand
	features neural.Features
	game     *game.Game
	next     board.Color

	rows     []Row
	surprise []float64          // of the rows
	last     *Row               // waits for the reply
	gloom    board.ByColor[int] // how many turns in a row without hope
	doomed   board.Color
}

// errStopped is what a game that was not finished is.
var errStopped = errors.New("the game was not finished")

// play plays a game to its end.
func (p *player) play(ctx context.Context) (*Played, error) {
	g := p.game
	for g.Passes() < 2 && g.Ply() < longest*g.Graph().Points() {
		if err := p.move(ctx); err != nil {
			return nil, err
		}
	}
	score := g.Score()
	done := &Played{Game: g, Score: score, Doomed: p.doomed != board.Empty}
	if margin := score.Margin(); p.doomed == board.Black {
		done.Saved = margin >= 0
	} else if p.doomed == board.White {
		done.Saved = margin <= 0
	}
	p.weigh()
	for i := range p.rows {
		p.rows[i].conclude(g, score)
	}
	done.Rows = p.rows
	return done, nil
}

// move searches, keeps what is to be kept and plays.
func (p *player) move(ctx context.Context) error {
	share, fast := p.Share, p.Fast
	if p.doomed != board.Empty {
		share *= lostShare
		fast = min(fast, max(leastFast, int(lostVisits*float64(fast))))
	}
	kept := p.luck.Float64() < share
	budget := engine.SearchParams{Visits: fast}
	if kept {
		budget.Visits = p.Full
	}
	s := search.Search{Root: &search.Gumbel{Moves: p.Moves, RNG: p.luck}}
	report := s.Run(ctx, p.game, p.next, []engine.Evaluator{p.mind}, budget)
	if ctx.Err() != nil || len(report.Candidates) == 0 {
		return errors.Join(errStopped, context.Cause(ctx))
	}
	policy, surprise := p.policy(report)
	if p.last != nil {
		p.last.Reply = policy
		p.last = nil
	}
	if kept {
		p.keep(policy, surprise)
	}
	p.despair(engine.WinFor(p.next, report.Win))
	move := p.pick(report)
	p.game.Make(move, p.next)
	p.next = p.next.Opponent()
	return nil
}

// policy returns what the search made of each move, pass last, and how much that
// surprises the mind: the Kullback–Leibler divergence from its first look.
func (p *player) policy(r engine.Analysis) (policy []float32, surprise float64) {
	policy = make([]float32, p.game.Graph().Points()+1)
	visits := 0
	for _, c := range r.Candidates {
		visits += c.Visits
	}
	for _, c := range r.Candidates {
		chance := c.Improved
		if !r.HasPolicy {
			chance = float32(c.Visits) / float32(max(1, visits))
		} else if chance > 0 && c.Prior > 0 {
			surprise += float64(chance) * math.Log(float64(chance)/float64(c.Prior))
		}
		if c.Move == board.Pass {
			policy[len(policy)-1] = chance
		} else {
			policy[c.Move] = chance
		}
	}
	return policy, surprise
}

// keep makes a row of the position.
func (p *player) keep(policy []float32, surprise float64) {
	p.features.Read(p.game, p.next)
	p.rows = append(p.rows, Row{
		Features: p.features.AppendShard(nil), Policy: policy, next: p.next, given: p.game.ScoreOffset(p.next),
	})
	p.surprise = append(p.surprise, surprise)
	p.last = &p.rows[len(p.rows)-1]
}

// despair counts the turns without hope.
func (p *player) despair(win float32) {
	if win >= hopeBelow {
		p.gloom[p.next] = 0
		return
	}
	if p.gloom[p.next]++; p.gloom[p.next] == hopeTurns && p.doomed == board.Empty {
		p.doomed = p.next
	}
}

// pick takes what the search plays. Without a policy that draws moves, moves are
// drawn by their visits in the first part of the game.
func (p *player) pick(r engine.Analysis) board.Point {
	if r.HasPolicy || p.game.Ply() > p.game.Graph().Points()/4 || r.Candidates[0].Move == board.Pass {
		return r.Candidates[0].Move
	}
	var moves []Share[board.Point]
	for _, c := range r.Candidates {
		if c.Move != board.Pass {
			moves = append(moves, Share[board.Point]{c.Move, float64(c.Visits)})
		}
	}
	return draw(p.luck, moves)
}

// leastSurprise is a divergence, in nats, that is none: in a game that komi has
// decided all moves are as good, and rounding is what is left, below 0 too.
const leastSurprise = 1e-3

// weigh gives half of the weight to all rows alike and half to those that were a
// surprise (Wu 2020).
func (p *player) weigh() {
	sum := 0.0
	for i := range p.surprise {
		p.surprise[i] = max(0, p.surprise[i]) + leastSurprise
		sum += p.surprise[i]
	}
	for i := range p.rows {
		p.rows[i].Weight = float32(0.5 + 0.5*p.surprise[i]*float64(len(p.rows))/sum)
	}
}
